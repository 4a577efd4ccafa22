#!/usr/bin/env bash
# Puts the Kubernetes plugin that requirements.lock's pulumi-kubernetes needs into PULUMI_HOME: downloaded by the CLI
# where the vendor is reachable, else built from Go modules (about six minutes on two idle cores after the CLI's build).
# Only stacks whose target is a cluster need it.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
. "$root/tools/lib/common.sh"
. "$root/tools/lib/go.sh"
pulumi=$root/.venv/bin/pulumi
[ -x "$pulumi" ] || die "no Pulumi CLI yet: run make pulumi"
version=$(sed -n 's/^pulumi-kubernetes==\([0-9.]*\).*/\1/p' "$root/requirements.lock")
recipe=("$here/kubernetes/go.mod" "$here/kubernetes/go.sum" "$here/kubernetes/main.go" "$here/install-kubernetes-plugin.sh")
kept=$(cache_dir)/pulumi-kubernetes-$version-$(recipe_digest "${recipe[@]}")
# The wrapper alone knows which home the CLI uses when PULUMI_HOME is not set.
home=${PULUMI_HOME:-$(sed -n "s/.*TENANTRY_PULUMI_HOME='\([^']*\)'.*/\1/p" "$pulumi")}
home=${home:-$HOME/.pulumi}
plugin=$home/plugins/resource-kubernetes-v$version

reachable() {
  timeout 10 "$root/.venv/bin/python" - <<'PYTHON'
import sys, urllib.request
try:
    urllib.request.urlopen(urllib.request.Request("https://get.pulumi.com/", method="HEAD"), timeout=5)
except OSError as error:
    print(f"  the vendor's download site is not reachable ({getattr(error, 'reason', error)})")
    sys.exit(1)
PYTHON
}

download() {
  reachable || return 1
  step "downloading Kubernetes plugin $version" timeout 600 env PULUMI_HOME="$home" \
    "$pulumi" plugin install resource kubernetes "v$version"
}

build() {
  if [ -d "$kept" ]; then return; fi
  say "  building Kubernetes plugin $version from Go modules: about six minutes on two idle cores, once for this machine"
  PYTHON=$root/.venv/bin/python use_go "$(sed -n 's/^go //p' "$here/kubernetes/go.mod")" || return 1
  cd "$here/kubernetes"
  export CGO_ENABLED=0 GOWORK=off GOTOOLCHAIN=local GOFLAGS="-trimpath -buildvcs=false -mod=readonly -tags=osusergo,grpcnotrace"
  rm -rf "$kept.partial" && mkdir -p "$kept.partial"
  step "Go modules of the Kubernetes plugin" go mod download || return 1
  step "compiling the Kubernetes plugin" nice -n 5 go build -v -gcflags 'all=-N -l -dwarf=false' \
    -ldflags "-s -w -X github.com/pulumi/pulumi-kubernetes/provider/v4/pkg/version.Version=$version" \
    -o "$kept.partial/pulumi-resource-kubernetes" . || return 1
  mv -T "$kept.partial" "$kept"
}

if [ -x "$plugin/pulumi-resource-kubernetes" ]; then exit 0; fi
say "Kubernetes plugin for Pulumi"
if ! download; then
  locked "$kept.lock" build
  [ -d "$kept" ] || die "the Kubernetes plugin could not be installed"
  mkdir -p "$home/plugins"
  rm -rf "$plugin" "$plugin.new"
  cp -a "$kept" "$plugin.new"
  mv -T "$plugin.new" "$plugin"
fi
say "  Kubernetes plugin: $plugin"
