# What can be built, from which pinned module; sourced by install.sh and build.sh.
# shellcheck shell=bash

kube_dir=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
KUEUE_RELEASES="0.14 0.17 0.19"

# module_of COMPONENT: the folder with its go.mod. Kueue 0.17 is made for the server's own Kubernetes version
# and shares its module, so that the packages of both are compiled once.
module_of() {
  case $1 in
    server | scheduler | kueue-0.17) echo server ;;
    kueue-*) echo "$1" ;;
  esac
}

# version_of COMPONENT: the pinned version, without the leading v.
version_of() {
  local module=k8s.io/kubernetes
  case $1 in kueue-*) module=sigs.k8s.io/kueue ;; esac
  awk -v module="$module" '$1 == module { print substr($2, 2); exit }' "$kube_dir/$(module_of "$1")/go.mod"
}

# sources_of COMPONENT: the files that decide what is built.
sources_of() {
  local module
  module=$kube_dir/$(module_of "$1")
  printf '%s\n' "$kube_dir/build.sh" "$kube_dir/components.sh" "$module/go.mod" "$module/go.sum"
  case $1 in server) printf '%s\n' "$module/controllers/main.go" ;; esac
}
