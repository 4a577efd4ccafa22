"""The policy that fills in: the lowest tier where work names none, and the tier's own time where it states no limit.

As on Slurm, where the lowest QOS is an account's default: who asks for nothing gets the least.
"""

from __future__ import annotations

from tenantry.backends.kueue.admission.bindings import PARAM_KIND, constraints, policy, work_rules
from tenantry.backends.kueue.admission.cel import text
from tenantry.backends.kueue.admission.expressions import of_work
from tenantry.backends.kueue.admission.kinds import LIMIT, TIER
from tenantry.backends.kueue.admission.params import DEFAULT, LOWEST
from tenantry.backends.kueue.flavors import Object
from tenantry.backends.kueue.view import KueueView

KIND = "MutatingAdmissionPolicy"
DEFAULTS_PART = "defaults"


def defaults_policy(view: KueueView, api: str) -> Object:
    """Adds the labels that are missing, to work of the team's queues alone (they carry the map of labels already)."""
    key, lowest = f"{text(DEFAULT)} + variables.chosen", text(LOWEST)
    values = of_work(view.device_resources) | {
        "chosen": f"variables.tier == '' && {lowest} in params.data ? params.data[{lowest}] : variables.tier",
        "untimed": f"!variables.endless && variables.limits.size() == 0 && {key} in params.data",
    }
    spec: Object = {
        "failurePolicy": "Fail",
        "matchConstraints": constraints(work_rules("CREATE")),
        "mutations": [
            _added("variables.mine && variables.tier == ''", TIER, "variables.chosen"),
            _added("variables.mine && variables.untimed", LIMIT, f"params.data[{key}]"),
        ],
        "paramKind": PARAM_KIND,
        # Kueue's webhook names the default queue where there is one, and comes later.
        "reinvocationPolicy": "IfNeeded",
        "variables": [{"expression": found, "name": name} for name, found in values.items()],
    }
    return policy(api, KIND, view.names.admission(DEFAULTS_PART), spec)


def _added(condition: str, label: str, value: str) -> Object:
    path = f"'/metadata/labels/' + jsonpatch.escapeKey({text(label)})"
    patch = f"JSONPatch{{op: 'add', path: {path}, value: {value}}}"
    return {"jsonPatch": {"expression": f"{condition} ? [{patch}] : []"}, "patchType": "JSONPatch"}
