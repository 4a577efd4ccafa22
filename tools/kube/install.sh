#!/usr/bin/env bash
# Builds a Kubernetes API server with Kueue from Go modules, for the live tests.
#
#   tools/kube/install.sh [--scheduler] [KUEUE_RELEASE...]       releases: 0.14, 0.17 (the default), 0.19
#   tools/kube/install.sh --where [--scheduler] [KUEUE_RELEASE...]   builds nothing: prints "component<TAB>folder" a line
#
# Each component gets a folder of its own in the user's cache, named after its version and a digest of its recipe.
# A folder is there complete or not at all; what is there is not built again.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
. "$root/tools/lib/common.sh"
. "$root/tools/lib/go.sh"
. "$here/components.sh"

folder_of() {
  local files
  mapfile -t files < <(sources_of "$1")
  case $1 in
    kueue-*) printf '%s/kueue-' "$(cache_dir)" ;;
    *) printf '%s/kube-%s-' "$(cache_dir)" "$1" ;;
  esac
  printf '%s-%s\n' "$(version_of "$1")" "$(recipe_digest "${files[@]}")"
}

install_component() {
  local component=$1 folder
  folder=$(folder_of "$component")
  if [ -d "$folder" ]; then
    say "  $component $(version_of "$component"): built before"
    return
  fi
  say "  building $component $(version_of "$component"): minutes on two idle cores, once for this machine"
  if [ -x "$root/.venv/bin/python" ]; then local PYTHON=$root/.venv/bin/python; fi
  use_go "$(sed -n 's/^go //p' "$here/$(module_of "$component")/go.mod")" || die "no Go toolchain"
  rm -rf "$folder.partial"
  step "compiling $component" "$here/build.sh" "$component" "$folder.partial" ||
    die "building $component failed"
  mv -T "$folder.partial" "$folder"
}

where=0
components=(server)
releases=()
for argument in "$@"; do
  case $argument in
    --where) where=1 ;;
    --scheduler) components+=(scheduler) ;;
    *)
      [[ " $KUEUE_RELEASES " == *" $argument "* ]] || die "no recipe for Kueue '$argument'; there are: $KUEUE_RELEASES"
      releases+=("$argument")
      ;;
  esac
done
for release in "${releases[@]:-0.17}"; do components+=("kueue-$release"); done

for component in "${components[@]}"; do
  if [ "$where" = 1 ]; then
    printf '%s\t%s\n' "$component" "$(folder_of "$component")"
  else
    locked "$(cache_dir)/kube.lock" install_component "$component"
  fi
done
