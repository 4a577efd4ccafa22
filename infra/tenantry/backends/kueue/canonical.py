"""The form in which the API server keeps an object: what it would fill in itself is written out.

An object that is rendered as it is stored shows no difference to whoever compares the two: ``kubectl diff``, Argo CD,
Flux, ``pulumi preview --refresh``. Left out is what a client has no say in: status, finalizers, generation, uid.
Source: ``default`` in the CRDs of Kueue 0.9 to 0.19, which Kueue's webhooks add nothing to but a finalizer.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tenantry.backends.kueue.facts import ReleaseFacts
from tenantry.backends.kueue.flavors import Object

NAMESPACE_NAME = "kubernetes.io/metadata.name"
"""Label that the server puts on every namespace."""


def canonical(thing: Object, facts: ReleaseFacts) -> Object:
    """The object as it is stored, the keys of its spec in alphabetical order."""
    if thing["kind"] == "Namespace":
        name = thing["metadata"]["name"]
        labels = thing["metadata"].get("labels", {}) | {NAMESPACE_NAME: name}
        return thing | {"metadata": {"name": name, "labels": dict(sorted(labels.items()))}}
    filled = _defaults(thing["kind"], facts)
    return thing | {"spec": dict(sorted(_filled(thing["spec"], filled).items()))} if filled else thing


def _defaults(kind: str, facts: ReleaseFacts) -> Mapping[str, Any]:
    if kind == "LocalQueue":
        return {"stopPolicy": "None"}
    if kind != "ClusterQueue":
        return {}
    return {
        "flavorFungibility": {"whenCanBorrow": facts.borrow_first, "whenCanPreempt": "TryNextFlavor"},
        "preemption": {
            "borrowWithinCohort": {"policy": "Never"},
            "reclaimWithinCohort": "Never",
            "withinClusterQueue": "Never",
        },
        "queueingStrategy": "BestEffortFIFO",
        "stopPolicy": "None",
    }


def _filled(given: Mapping[str, Any], defaults: Mapping[str, Any]) -> dict[str, Any]:
    """``given`` with what it leaves out, map by map; what the defaults do not name stays as it is."""
    found = dict(given)
    for key, value in defaults.items():
        if isinstance(value, Mapping):
            found[key] = dict(sorted(_filled(given.get(key, {}), value).items()))
        else:
            found.setdefault(key, value)
    return found
