#!/usr/bin/env bash
# Builds one component of the control plane for the live tests; install.sh calls this and keeps the result.
#
#   tools/kube/build.sh COMPONENT OUT_DIR        needs go on PATH
#
# server       etcd, kube-apiserver and a controller manager of three controllers (server/controllers)
# scheduler    kube-scheduler
# kueue-X.Y    Kueue's manager, and from the same module its CRDs, webhook configurations and roles
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
. "$here/components.sh"

component=$1
mkdir -p "$2"
out=$(cd "$2" && pwd)
work=$(mktemp -d "${TMPDIR:-/tmp}/tenantry-kube.XXXXXX")
trap 'rm -rf "$work"' EXIT
cp -R "$here/$(module_of "$component")/." "$work/"
cd "$work"

export CGO_ENABLED=0 GOFLAGS="-trimpath -buildvcs=false -mod=readonly" GOTOOLCHAIN=local GOWORK=off

version_package=k8s.io/component-base/version
kubernetes=$(version_of server)
minor=${kubernetes#*.}
link="-s -w -X $version_package.gitVersion=v$kubernetes -X $version_package.gitTreeState=clean"
link+=" -X $version_package.gitMajor=${kubernetes%%.*} -X $version_package.gitMinor=${minor%%.*}"

# Neither optimised nor with debug information: a third less to compile, and the servers answer the same.
build() { go build -v -gcflags 'all=-N -l -dwarf=false' -ldflags "$link" -o "$out/bin/" "$@"; }

# Kueue reads the certificate of its metrics from a fixed folder below /etc, even with metrics off, and stops without it.
# Its own main program is built with that one path made relative to the working folder, so that nobody needs to be root.
kueue_manager() {
  local source
  go mod download sigs.k8s.io/kueue
  source=$(go list -m -f '{{.Dir}}' sigs.k8s.io/kueue)
  mkdir -p manager "$out/config"
  sed 's#"/etc/kueue/metrics/certs"#"metrics-certs"#' "$source/cmd/kueue/main.go" >manager/main.go
  [ "$(grep -c '"metrics-certs"' manager/main.go)" = 1 ] || {
    echo "cmd/kueue/main.go no longer names /etc/kueue/metrics/certs once" >&2
    return 1
  }
  build ./manager
  mv "$out/bin/manager" "$out/bin/kueue"
  cp -R "$source/config/components/crd" "$source/config/components/webhook" "$source/config/components/rbac" \
    "$source/config/components/manager" "$out/config/"
  chmod -R u+w "$out/config"
}

case $component in
  server)
    build go.etcd.io/etcd/server/v3
    mv "$out/bin/server" "$out/bin/etcd"
    build k8s.io/kubernetes/cmd/kube-apiserver ./controllers
    ;;
  scheduler) build k8s.io/kubernetes/cmd/kube-scheduler ;;
  kueue-*) kueue_manager ;;
esac
