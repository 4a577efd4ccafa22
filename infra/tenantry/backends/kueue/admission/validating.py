"""The policies that refuse: work outside its tiers, without a limit or above it, and jobs that are too large.

The first looks at what people submit, so that they hear of it at once. The second looks at the Workload that Kueue
makes of it, which shows the pods of every kind; what it refuses stays suspended, and Kueue's log says why.
"""

from __future__ import annotations

from collections.abc import Mapping

from tenantry.backends.kueue.admission.bindings import PARAM_KIND, constraints, policy, rule, work_rules
from tenantry.backends.kueue.admission.cel import text
from tenantry.backends.kueue.admission.expressions import of_work, of_workload
from tenantry.backends.kueue.admission.kinds import LIMIT, QUEUE, TIER, Kinds
from tenantry.backends.kueue.admission.kubernetes import GROUP
from tenantry.backends.kueue.admission.params import QUEUES, TIERS, per_job_key
from tenantry.backends.kueue.admission.pods import total
from tenantry.backends.kueue.facts import GROUP as KUEUE_GROUP
from tenantry.backends.kueue.flavors import Object
from tenantry.backends.kueue.view import KueueView

API = f"{GROUP}/v1"
KIND = "ValidatingAdmissionPolicy"
JOBS_PART, WORKLOADS_PART = "jobs", "workloads"


def jobs_policy(view: KueueView, limited: tuple[str, ...]) -> Object:
    """Holds what is submitted: to the team's queues and tiers, to each tier's maximum and checkpoint, and to the most
    devices a job of each of the resources that are ``limited``."""
    checks = [_queue(), *map(_size, limited)]
    if view.tiers:
        checks += [_tier(), _maximum(), _checkpoint()]
    rules = work_rules("CREATE", "UPDATE")
    return _policy(view.names.admission(JOBS_PART), rules, of_work(view.device_resources), checks)


def workloads_policy(view: KueueView, limited: tuple[str, ...]) -> Object:
    """Holds what Kueue makes of work to the most devices a job, and to the checkpoint."""
    checks = [*map(_size, limited), *([_checkpoint()] if view.tiers else [])]
    rules = [rule(Kinds(KUEUE_GROUP, ("workloads",), ()), "CREATE", "UPDATE")]
    values = of_workload(named=view.facts.queue_version == "v1beta1")
    return _policy(view.names.admission(WORKLOADS_PART), rules, values, checks)


def _policy(name: str, rules: list[Object], values: Mapping[str, str], checks: list[Object]) -> Object:
    spec: Object = {
        "failurePolicy": "Fail",
        "matchConstraints": constraints(rules),
        "paramKind": PARAM_KIND,
        "validations": checks,
        "variables": [{"expression": found, "name": name} for name, found in values.items()],
    }
    return policy(API, KIND, name, spec)


def _queue() -> Object:
    allowed = "variables.queue in variables.queues || variables.queue in variables.others"
    told = f"{text(f'label {QUEUE} has to name a queue of this namespace: ')} + params.data[{text(QUEUES)}]"
    return _check(f"!variables.held || variables.free || {allowed}", told)


def _tier() -> Object:
    told = f"{text(f'label {TIER} has to name a tier of this team: ')} + params.data[{text(TIERS)}]"
    theirs = "!(variables.queue in variables.queues) || variables.tier in variables.tiers"
    return _check(f"(!variables.held && variables.tier == '') || {theirs}", told)


def _maximum() -> Object:
    within = "variables.limits.size() > 0 && variables.limits.all(l, l <= variables.maximum)"
    told = (
        "'work of tier ' + variables.tier + ' ends within ' + string(variables.maximum)"
        f" + {text(f' seconds: say so by label {LIMIT} or by the deadline of its kind')}"
    )
    return _check(f"!variables.mine || variables.maximum == 0 || (!variables.endless && {within})", told)


def _checkpoint() -> Object:
    told = (
        "'work of tier ' + variables.tier + ' takes up to ' + string(variables.checkpoint)"
        " + ' seconds to write a checkpoint: terminationGracePeriodSeconds of its pods is less'"
    )
    return _check("!variables.mine || variables.graces.all(g, g >= variables.checkpoint)", told)


def _size(resource: str) -> Object:
    key = text(per_job_key(resource))
    told = f"{text(f'a job of this team asks for at most this many of {resource}: ')} + params.data[{key}]"
    within = f"{total('variables.sets', resource)} <= int(params.data[{key}])"
    return _check(f"!variables.mine || !({key} in params.data) || {within}", told)


def _check(expression: str, told: str) -> Object:
    return {"expression": expression, "messageExpression": told}
