#!/usr/bin/env bash
# usage: up.sh STACK. What `make up` does after the virtual environment: check, render, then Pulumi.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
. "$root/tools/lib/common.sh"
cd "$root"
stack=${1%/}
stack=${stack#./}
stack=${stack#stacks/}
case $stack in */*) die "STACK is a name under stacks/, such as small; $1 is none" ;; esac
tenantry=.venv/bin/tenantry
[ -f "stacks/Pulumi.$stack.yaml" ] || die "there is no stack $stack: stacks/Pulumi.$stack.yaml is missing; pulumi stack init $stack makes it"

# A look at what was rendered: the files, one team's queue, the limits in Slurm's account commands.
excerpt() {
  local file
  (cd "out/rendered/$stack" && find . -type f | LC_ALL=C sort | sed 's|^\./|  |')
  file=$(find "out/rendered/$stack" -name 'clusterqueue-*.yaml' | LC_ALL=C sort | tail -n 1)
  if [ -n "$file" ]; then
    say "-- a team's queue in Kueue, ${file##*/}"
    grep -v '^#' "$file" | sed -n 's/^/  /; 1,40p'
  fi
  file=out/rendered/$stack/slurm/accounts.sacctmgr
  if [ -f "$file" ]; then
    say "-- teams' limits in Slurm, ${file##*/}"
    grep 'GrpTRES=' "$file" | sed -n 's/^/  /; 1,8p'
  fi
}

say "== check: stacks/$stack"
"$tenantry" check "stacks/$stack"
say "== render: stacks/$stack -> out/rendered/$stack"
"$tenantry" render "stacks/$stack" -o "out/rendered/$stack"
excerpt

say "== Pulumi"
tools/pulumi/install.sh
started=$SECONDS
.venv/bin/pulumi stack select --create "$stack" --non-interactive
.venv/bin/pulumi up --yes --refresh --skip-preview --non-interactive --suppress-progress
timing "pulumi up" "$((SECONDS - started))"

cat <<TEXT

Done: the policy of stacks/$stack, rendered, checked and applied to a folder of manifests.
  rendered  out/rendered/$stack
  applied   $(.venv/bin/pulumi stack output folder --non-interactive 2>/dev/null || echo "see pulumi stack output")
  state     ${PULUMI_BACKEND_URL:-.pulumi-state in this folder}

Change something in stacks/$stack, then:
  . .venv/bin/activate
  pulumi preview --diff   what would change (--show-full-output shows long lines whole)
  pulumi up               apply it
  pulumi refresh          what somebody changed behind Pulumi's back
and for what every team gets: tenantry explain stacks/$stack
TEXT
