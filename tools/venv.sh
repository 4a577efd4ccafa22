#!/usr/bin/env bash
# Makes .venv from requirements.lock with pip alone (pip's own configuration decides where packages come from),
# then installs the project itself, editable. Does nothing when the lock file has not changed.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
. "$root/tools/lib/common.sh"
cd "$root"

find_python() {
  local name
  for name in ${PYTHON:-python3 python3.13 python3.12 python3.11}; do
    if "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then
      printf '%s\n' "$name"
      return
    fi
  done
  die "Python 3.11 or newer is needed; none found (set PYTHON=/path/to/python3)"
}

want=$(recipe_digest requirements.lock pyproject.toml tools/venv.sh)
stamp=.venv/.lock-digest
if [ -x .venv/bin/python ] && [ "$(cat $stamp 2>/dev/null || true)" = "$want" ]; then exit 0; fi

python=$(find_python)
say "virtual environment .venv ($("$python" --version))"
if ! [ -x .venv/bin/pip ]; then
  step "python -m venv" "$python" -m venv .venv ||
    die "the venv module does not work here (on Debian and Ubuntu: apt install python3-venv)"
fi
pip=(.venv/bin/python -m pip --disable-pip-version-check --no-input install --progress-bar off)
# Compiling thousands of modules that most runs never import would be half of the time.
step "locked packages" "${pip[@]}" --no-compile -r requirements.lock
step "tenantry, editable" "${pip[@]}" --no-deps --no-build-isolation --editable .
printf '%s\n' "$want" >$stamp
