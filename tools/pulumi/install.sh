#!/usr/bin/env bash
# Finds or makes a Pulumi CLI with a Python language host and writes .venv/bin/pulumi, a wrapper with the defaults of env.sh.
# In this order: one on PATH that is new enough and works; the vendor's installer; a pinned build from Go modules.
# What is fetched or built is kept in the user's cache folder, whole or not at all, so that a fresh clone finds it.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
. "$root/tools/lib/common.sh"
. "$root/tools/lib/go.sh"
python=$root/.venv/bin/python
wrapper=$root/.venv/bin/pulumi
minimum=3.272.0 # the SDK's own version in requirements.lock
recipe=("$here/build.sh" "$here/go.mod" "$here/go.sum" "$here/cmd/pulumi-language-python/main.go")
version=$(sed -n 's|^\tgithub.com/pulumi/pulumi/sdk/v3 v\([0-9.]*\)$|\1|p' "$here/go.mod")
kept=$(cache_dir)/pulumi-$version-$(recipe_digest "${recipe[@]}")

# Without the environment that a running language host or this checkout's own wrapper would add.
path_without_venv() { printf '%s' "$PATH" | tr ':' '\n' | grep -vxF "$root/.venv/bin" | paste -sd: -; }

installed() {
  local found have
  found=$(PATH=$(path_without_venv) command -v pulumi) || return 1
  found=$(realpath "$found")
  have=$(PULUMI_SKIP_UPDATE_CHECK=true "$found" version 2>/dev/null | sed 's/^v//') || return 1
  if [ "$(printf '%s\n%s\n' "$minimum" "$have" | sort -V | head -n 1)" != "$minimum" ]; then
    say "  Pulumi $have on PATH is older than $minimum"
    return 1
  fi
  if ! step "trying Pulumi $have on PATH" "$here/probe.sh" "$(dirname "$found")" "$python"; then
    say "  Pulumi $have on PATH does not run a Python program"
    return 1
  fi
  write_wrapper "$found" ""
}

vendor() {
  # One short question first: on a closed network the installer itself would retry for minutes.
  if ! timeout 10 "$python" - "$version" <<'PYTHON'; then
import sys, urllib.request
url = f"https://get.pulumi.com/releases/sdk/pulumi-v{sys.argv[1]}-linux-x64.tar.gz"
try:
    urllib.request.urlopen(urllib.request.Request(url, method="HEAD"), timeout=5)
except OSError as error:
    print(f"  the vendor's download site is not reachable ({getattr(error, 'reason', error)})")
    sys.exit(1)
PYTHON
    return 1
  fi
  rm -rf "$kept.partial" && mkdir -p "$kept.partial"
  step "the vendor's installer, Pulumi $version" timeout 600 "$python" -c \
    'import sys; from semver import VersionInfo; from pulumi.automation import PulumiCommand
PulumiCommand.install(root=sys.argv[1], version=VersionInfo.parse(sys.argv[2]))' "$kept.partial" "$version" || return 1
  keep
}

build() {
  say "  building Pulumi $version from Go modules: about three minutes on two idle cores, once for this machine"
  PYTHON=$python use_go "$(sed -n 's/^go //p' "$here/go.mod")" || return 1
  rm -rf "$kept.partial" && mkdir -p "$kept.partial/bin"
  "$here/build.sh" "$kept.partial/bin" || return 1
  touch "$kept.partial/bin/built-from-modules"
  keep
}

keep() {
  step "trying it on a small program" "$here/probe.sh" "$kept.partial/bin" "$python" || return 1
  mv -T "$kept.partial" "$kept"
}

write_wrapper() { # CLI HOME
  cat >"$wrapper.new" <<SH
#!/bin/sh
# Made by tools/pulumi/install.sh: the Pulumi CLI with this checkout's defaults (tools/pulumi/env.sh).
TENANTRY_ROOT='$root' TENANTRY_PULUMI='$1' TENANTRY_PULUMI_HOME='$2'
. "\$TENANTRY_ROOT/tools/pulumi/env.sh"
exec "\$TENANTRY_PULUMI" "\$@"
SH
  chmod +x "$wrapper.new"
  mv "$wrapper.new" "$wrapper"
  say "  Pulumi: $1"
}

fetch_or_build() {
  if [ -d "$kept" ]; then return; fi
  vendor || build || die "no Pulumi CLI could be installed; put one (>= $minimum) on PATH and run this again"
}

[ -x "$python" ] || die "no .venv yet: run make venv"
# A wrapper whose CLI is still there, and is not from an older recipe, is all that is needed.
current=$(sed -n "s/.*TENANTRY_PULUMI='\([^']*\)'.*/\1/p" "$wrapper" 2>/dev/null || true)
case $current in
  "$kept"/* | "") ;;
  "$(cache_dir)"/*) current= ;;
esac
if [ -n "$current" ] && [ -x "$current" ]; then exit 0; fi
say "Pulumi CLI"
if ! installed; then
  locked "$kept.lock" fetch_or_build
  write_wrapper "$kept/bin/pulumi" "$(cache_dir)/pulumi-home"
fi
