"""Labels, taints and tolerations of flavors, as the API server takes them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from tenantry.backends.kueue.parse.value import Value
from tenantry.backends.kueue.stage import FILES, Files
from tenantry.backends.told import problem, seen
from tenantry.check.rule import Problem, rule
from tenantry.finding import Severity
from tenantry.model.names import LABEL_KEY, LABEL_VALUE

_KEY: Final = re.compile(LABEL_KEY)
_VALUE: Final = re.compile(LABEL_VALUE)
_EFFECTS: Final = ("NoSchedule", "PreferNoSchedule", "NoExecute")
_OPERATORS: Final = ("Equal", "Exists")


@rule("KUF505", Severity.ERROR, FILES)
def kueue_flavor_label_wrong(files: Files) -> Iterator[Problem]:
    """A label, or the key or value of a taint or toleration, is none that Kubernetes takes.

    What it does:
        Looks at nodeLabels, nodeTaints and tolerations of every ResourceFlavor: a key has an optional domain before a
        '/' and at most 63 letters, digits, '-', '_' and '.'; so has a value, which may be empty.

    Why:
        Kueue's webhook refuses the flavor.

    Example:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ResourceFlavor
        metadata: {name: h100}
        spec: {nodeLabels: {gpu: NVIDIA H100}}

    Use instead:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ResourceFlavor
        metadata: {name: h100}
        spec: {nodeLabels: {gpu: NVIDIA-H100}}

    Sources:
        pkg/webhooks/resourceflavor_webhook.go; tried on Kueue 0.17: "a valid label must be an empty
        string or consist of".
    """
    for flavor in files.flavors.values():
        said = flavor.manifest.said
        for key, value in said.entries("spec", "nodeLabels"):
            if not _KEY.fullmatch(key):
                yield problem(said.key("spec", "nodeLabels", key), f"'{key}' is no key of a label", _SUCH_KEY)
            yield from _value(value)
        for item in (*said.items("spec", "nodeTaints"), *said.items("spec", "tolerations")):
            key = item.text("key")
            if key and not _KEY.fullmatch(key):
                yield problem(item.place("key"), f"'{key}' is no key of a taint", _SUCH_KEY)
            yield from _value(item.get("value"))


_SUCH_KEY: Final = "write one such as example.com/kind"


def _value(value: Value | None) -> Iterator[Problem]:
    if value is not None and isinstance(value.value, str) and not _VALUE.fullmatch(value.value):
        yield problem(
            value.at, f"'{value.value}' is no value of a label", "use at most 63 letters, digits, '-', '_', '.'"
        )


@rule("KUF506", Severity.ERROR, FILES)
def kueue_taint_wrong(files: Files) -> Iterator[Problem]:
    """A taint or toleration of a flavor is none that Kubernetes takes.

    What it does:
        Looks at effects and operators, and at what they allow beside them: Exists has no value, no key needs Exists,
        tolerationSeconds needs NoExecute, and no two taints have one key and effect.

    Why:
        The API server, or Kueue's webhook, refuses the flavor.

    Example:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ResourceFlavor
        metadata: {name: h100}
        spec: {tolerations: [{key: gpu, operator: Exists, value: h100}]}

    Use instead:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ResourceFlavor
        metadata: {name: h100}
        spec: {tolerations: [{key: gpu, operator: Equal, value: h100}]}

    Sources:
        Kueue's CRDs and webhooks; tried on Kueue 0.17: "a value must be empty when 'operator' is 'Exists'".
    """
    for flavor in files.flavors.values():
        said = flavor.manifest.said
        first: dict[tuple[str, str], Value] = {}
        for item in said.items("spec", "nodeTaints"):
            yield from _effect(item)
            other = first.setdefault((item.text("key"), item.text("effect")), item)
            if other is not item:
                related = seen("the first one", other.at)
                yield problem(item.at, "a taint with this key and effect is here already", "keep one of them", related)
        for item in said.items("spec", "tolerations"):
            yield from _effect(item)
            yield from _toleration(item)


def _effect(item: Value) -> Iterator[Problem]:
    effect = item.get("effect")
    if effect is not None and effect.value not in _EFFECTS:
        yield problem(effect.at, f"there is no effect '{effect.shown}'", f"use {', '.join(_EFFECTS)}")


def _toleration(item: Value) -> Iterator[Problem]:
    operator = item.text("operator", default="Equal")
    if operator not in _OPERATORS:
        place = item.place("operator")
        yield problem(place, f"Kueue takes no operator '{operator}' here", f"use {' or '.join(_OPERATORS)}")
    elif operator == "Exists" and item.get("value") is not None:
        yield problem(item.place("value"), "Exists takes no value", "leave it out, or use Equal")
    elif operator == "Equal" and item.get("key") is None:
        yield problem(item.at, "a toleration without a key tolerates everything by Exists alone", "write the key")
    if item.get("tolerationSeconds") is not None and item.text("effect") != "NoExecute":
        place = item.place("tolerationSeconds")
        yield problem(place, "tolerationSeconds counts for NoExecute alone", "leave it out, or write that effect")
