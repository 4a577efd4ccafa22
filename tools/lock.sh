#!/usr/bin/env bash
# Rewrites requirements.lock: the newest versions that pyproject.toml allows, for every platform and Python from 3.11 on,
# with hashes and without a word on where they came from. Uses uv; where there is none, one from PyPI for this run.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
. "$root/tools/lib/common.sh"
cd "$root"
uv=$(command -v uv || true)
if [ -z "$uv" ]; then
  tools=$(mktemp -d)
  trap 'rm -rf "$tools"' EXIT
  "${PYTHON:-python3}" -m pip --disable-pip-version-check install --quiet --target "$tools" uv
  uv=$tools/bin/uv
fi
# uv does not read pip's configuration; a mirror that is set there serves for this too.
index=$("${PYTHON:-python3}" -m pip config get global.index-url 2>/dev/null || true)
if [ -n "$index" ]; then export UV_DEFAULT_INDEX="${UV_DEFAULT_INDEX:-$index}"; fi
"$uv" pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
  --no-emit-find-links --extra pulumi --extra live --group dev --custom-compile-command "make lock" \
  --output-file requirements.lock pyproject.toml
if grep -nE '://|--(index-url|extra-index-url|find-links)' requirements.lock; then
  die "requirements.lock names a place to download from"
fi
say "requirements.lock: $(grep -c '==' requirements.lock) packages"
