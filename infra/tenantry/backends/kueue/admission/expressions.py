"""What a policy computes of one object, as CEL.

Fields are read from ``dyn``: one expression serves every kind, whichever of the fields it has.
"""

from __future__ import annotations

from collections.abc import Iterable

from tenantry.backends.kueue.admission.cel import field, joined, label, text, texts
from tenantry.backends.kueue.admission.kinds import LIMIT, OWNERS, QUEUE, QUEUED_FOR_DEVICES, TIER, WITHOUT_END
from tenantry.backends.kueue.admission.params import GRACE, MAX, OTHERS, QUEUES, TIERS
from tenantry.backends.kueue.admission.pods import asks, graces, work_sets, workload_sets

RESOURCE = "request.resource.resource"


def of_work(devices: Iterable[str]) -> dict[str, str]:
    """Name to expression, each using only what stands before it; ``devices`` are the fleet's resources."""
    return {
        "queue": _label(QUEUE),
        "tier": _label(TIER),
        "limits": _limits("object"),
        "sets": work_sets("object"),
        "graces": graces("variables.sets"),
        "held": f"({_touched()}) && !({_child()})",
        "queues": _words(text(QUEUES)),
        "others": _words(f"{text(OTHERS)} + request.namespace"),
        "tiers": _words(text(TIERS)),
        "maximum": _number(MAX),
        "checkpoint": _number(GRACE),
        "mine": "variables.held && variables.queue in variables.queues",
        "endless": f"{RESOURCE} in {texts(WITHOUT_END)}",
        "free": f"{RESOURCE} in {texts(QUEUED_FOR_DEVICES)} && !({asks('variables.sets', devices)})",
    }


def of_workload(*, named: bool) -> dict[str, str]:
    """The same of a Workload, as far as it is looked at; ``named`` where its class is a plain name (v1beta1)."""
    spec = "dyn(object).spec"
    by_name, by_reference = field(spec, "priorityClassName"), field(spec, "priorityClassRef", "name")
    return {
        "tier": f"({by_name if named else by_reference}).join('')",
        "sets": workload_sets("object"),
        "graces": graces("variables.sets"),
        "queues": _words(text(QUEUES)),
        "checkpoint": _number(GRACE),
        "mine": f"({field(spec, 'queueName')}).exists(q, q in variables.queues)",
    }


def _label(key: str) -> str:
    """A label of the work; for work without an end that of its pods too, by which Kueue queues them."""
    own, pods = label("object", key), label("object.spec.template", key)
    shown = f"{RESOURCE} in {texts(WITHOUT_END)} && has(object.spec.template)"
    return f"({own}) == '' && {shown} && has(object.spec.template.metadata) ? ({pods}) : ({own})"


def _words(key: str) -> str:
    """What the team's parameters list under a key; empty where they do not have it."""
    return f"{key} in params.data ? params.data[{key}].split(' ') : []"


def _number(key: str) -> str:
    """What the team's parameters say of the tier, in seconds; 0 where they say nothing."""
    full = f"{text(key)} + variables.tier"
    return f"{full} in params.data ? int(params.data[{full}]) : 0"


def _limits(thing: str) -> str:
    """Every limit of its time that the object states, in seconds; a label that is no number counts as none."""
    spec, own = f"dyn({thing}).spec", label(thing, LIMIT)
    labelled = f"({own}).matches('^[1-9][0-9]{{0,9}}$') ? [int({own})] : []"
    deadlines = (field(spec, "activeDeadlineSeconds"), field(spec, "runPolicy", "activeDeadlineSeconds"))
    return joined((labelled, *(f"({found}).map(d, int(d))" for found in deadlines)), "+")


def _child() -> str:
    """Whether a controller made it for work that is held itself.

    A controller is the control plane or a service account of another namespace: who works in the team's namespace could
    name any owner.
    """
    user, own = "request.userInfo.username", "'system:serviceaccount:' + request.namespace + ':'"
    group = "o.apiVersion.contains('/') ? o.apiVersion.split('/')[0] + '/' + o.kind : o.kind"
    owned = "object.metadata.ownerReferences"
    owner = f"{owned}.exists(o, has(o.controller) && o.controller && ({group}) in {texts(OWNERS)})"
    return f"{user}.startsWith('system:') && !{user}.startsWith({own}) && has({owned}) && {owner}"


def _touched() -> str:
    """Whether it is new, or an update touches what the policy looks at: others have to go through, such as the removal
    of a finalizer from work that is older than the policy, or Kueue's start of it."""
    new, old = "object", "oldObject"
    pairs = [
        *((label(new, key), label(old, key)) for key in (QUEUE, TIER, LIMIT)),
        (_limits(new), _limits(old)),
        (graces("variables.sets"), graces(f"({work_sets(old)})")),
        ("variables.sets.map(s, s.count)", f"({work_sets(old)}).map(s, s.count)"),
    ]
    changed = [f"({now}) != ({before})" for now, before in pairs]
    template = f"{new}.spec.?template != {old}.spec.?template"
    changed.append(f"{RESOURCE} in {texts(WITHOUT_END)} && {template}")
    return f"request.operation == 'CREATE' || {joined(changed, '||')}"
