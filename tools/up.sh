#!/usr/bin/env bash
# usage: up.sh STACK. What `make up` does after the virtual environment: check, render, then Pulumi.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
. "$root/tools/lib/common.sh"
cd "$root"
stack=$1
tenantry=.venv/bin/tenantry
[ -f "stacks/Pulumi.$stack.yaml" ] || die "there is no stack $stack: stacks/Pulumi.$stack.yaml is missing"

say "== check: stacks/$stack"
"$tenantry" check "stacks/$stack"
say "== render: stacks/$stack -> out/rendered/$stack"
"$tenantry" render "stacks/$stack" -o "out/rendered/$stack"

say "== Pulumi"
tools/pulumi/install.sh
started=$SECONDS
.venv/bin/pulumi stack select --create "$stack" --non-interactive
.venv/bin/pulumi up --yes --non-interactive --suppress-progress
timing "pulumi up" "$((SECONDS - started))"

cat <<TEXT

Done: the policy of stacks/$stack, rendered, checked and applied to a folder of manifests.
  rendered  out/rendered/$stack
  applied   $(.venv/bin/pulumi stack output folder --non-interactive 2>/dev/null || echo "see pulumi stack output")
  state     ${PULUMI_BACKEND_URL:-.pulumi-state in this folder}

Change something in stacks/$stack, then:
  . .venv/bin/activate
  pulumi preview --diff           what would change
  pulumi up                       apply it
  pulumi refresh                  what somebody changed behind Pulumi's back
  tenantry explain                what every team gets
TEXT
