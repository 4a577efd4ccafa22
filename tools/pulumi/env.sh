# Sourced by .venv/bin/pulumi with TENANTRY_ROOT, TENANTRY_PULUMI (the real CLI) and TENANTRY_PULUMI_HOME set.
# Everything here is a default: what the user has set himself stands, but for the passphrase of the checkout's own state.
# shellcheck shell=sh

# Its language host and helpers stand beside it.
PATH="$(dirname "$TENANTRY_PULUMI"):$PATH"
export PATH

if [ -n "$TENANTRY_PULUMI_HOME" ]; then
  export PULUMI_HOME="${PULUMI_HOME:-$TENANTRY_PULUMI_HOME}"
fi

# State is a folder of this checkout unless a backend is named. The empty passphrase belongs to that folder, as the
# committed salts of the example stacks do: one that is meant for another backend would not open them. Who wants secrets
# names a backend, file://... included, and has a passphrase and stacks of his own.
if [ -z "${PULUMI_BACKEND_URL:-}" ]; then
  mkdir -p "$TENANTRY_ROOT/.pulumi-state"
  # Without the .attrs file that would stand beside each state file: it is not written whole or not at all, and a
  # `pulumi up` killed in between left a stack that no command could load.
  export PULUMI_BACKEND_URL="file://$TENANTRY_ROOT/.pulumi-state?metadata=skip"
  unset PULUMI_CONFIG_PASSPHRASE_FILE
  export PULUMI_CONFIG_PASSPHRASE=""
fi

export PULUMI_SKIP_UPDATE_CHECK="${PULUMI_SKIP_UPDATE_CHECK:-true}"
# A CLI built from modules runs where no plugin can be downloaded; a missing one should fail at once.
if [ -e "$(dirname "$TENANTRY_PULUMI")/built-from-modules" ]; then
  export PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION="${PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION:-true}"
fi
