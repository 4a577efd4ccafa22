#!/usr/bin/env bash
# usage: probe.sh BIN PYTHON. Succeeds when BIN/pulumi runs a Python program with a dynamic provider end to end.
set -euo pipefail
bin=$1 python=$2
dir=$(mktemp -d "${TMPDIR:-/tmp}/tenantry-probe.XXXXXX")
trap 'rm -rf "$dir"' EXIT
mkdir "$dir/state" "$dir/home"
cat >"$dir/Pulumi.yaml" <<YAML
name: probe
runtime: {name: python, options: {virtualenv: $(dirname "$(dirname "$python")")}}
YAML
cat >"$dir/__main__.py" <<'PYTHON'
from pulumi.dynamic import CreateResult, Resource, ResourceProvider


class Probe(ResourceProvider):
    def create(self, props):
        return CreateResult("probe", {})


class Probed(Resource):
    pass


Probed(Probe(), "probe", {})
PYTHON
cd "$dir"
export PATH="$bin:$PATH" PULUMI_HOME="$dir/home" PULUMI_BACKEND_URL="file://$dir/state" PULUMI_CONFIG_PASSPHRASE=
export PULUMI_SKIP_UPDATE_CHECK=true PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION=true
unset PULUMI_CONFIG_PASSPHRASE_FILE PULUMI_ACCESS_TOKEN
"$bin/pulumi" stack init probe --non-interactive
"$bin/pulumi" up --yes --non-interactive --suppress-progress
"$bin/pulumi" destroy --yes --non-interactive --suppress-progress
