"""Quantities, each by itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Final

from tenantry.backends.kueue.parse.quantities import amount
from tenantry.backends.kueue.parse.scalars import text_of
from tenantry.backends.kueue.parse.value import Value
from tenantry.backends.kueue.stage import FILES, Files
from tenantry.backends.told import problem
from tenantry.check.rule import Problem, rule
from tenantry.finding import Severity
from tenantry.model.quantity import Quantity
from tenantry.model.quantity_text import QuantityError

_PLAIN: Final = re.compile(r"[0-9.]+[A-Za-z]{0,2}")
"""Amounts that Kueue's webhook writes anew; exponents it leaves as they are."""
_READABLE: Final = re.compile(r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([KMGTPE]i|[numkMGTPE]|[eE][+-]?[0-9]+)?")
"""What the API server reads (k8s.io/apimachinery pkg/api/resource)."""
_LEAST_WEIGHT: Final = Fraction(1, 10**9)


def _amounts(files: Files, kinds: frozenset[str] | None = None) -> Iterator[tuple[str, Value]]:
    """Key and value of everything that should be a quantity."""
    for manifest, found in files.walked:
        value, field = found.value, found.field
        if value is None or field is None or field.type != "quantity" or (kinds and manifest.kind not in kinds):
            continue
        if isinstance(value.value, str | int | float) and not isinstance(value.value, bool):
            yield found.key, value


@rule("KUF201", Severity.ERROR, FILES)
def kueue_not_a_quantity(files: Files) -> Iterator[Problem]:
    """An amount cannot be read.

    What it does:
        Reads nominalQuota, borrowingLimit, lendingLimit and weight as the API server does.

    Why:
        The API server refuses the object.

    Example:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ClusterQueue
        metadata: {name: vision}
        spec:
          cohortName: lab
          namespaceSelector: {}
          fairSharing: {weight: 1.5x}

    Use instead:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ClusterQueue
        metadata: {name: vision}
        spec:
          cohortName: lab
          namespaceSelector: {}
          fairSharing: {weight: 1500m}

    Sources:
        k8s.io/apimachinery pkg/api/resource; tried on Kueue 0.17: "quantities must match the regular expression".
    """
    for key, value in _amounts(files):
        error = _problem(text := text_of(value.value).strip())
        if error is not None and not _READABLE.fullmatch(text):
            yield problem(value.at, f"{key}: {error.message}", error.hint)


@rule("KUF215", Severity.WARNING, FILES)
def kueue_quantity_not_kept(files: Files) -> Iterator[Problem]:
    """Kubernetes cannot hold an amount as it is written.

    What it does:
        Looks for amounts above 2^63-1, and for parts of a billionth.

    Why:
        The API server caps or rounds them without a word. Often such an amount is meant to be no limit: a nominalQuota
        that nobody can have makes every sum of guarantees meaningless.

    Example:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: Cohort
        metadata: {name: lab}
        spec:
          resourceGroups:
          - coveredResources: [memory]
            flavors: [{name: epyc, resources: [{name: memory, nominalQuota: 1000000000000Gi}]}]
        ---
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ResourceFlavor
        metadata: {name: epyc}

    Use instead:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: Cohort
        metadata: {name: lab}
        spec:
          resourceGroups:
          - coveredResources: [memory]
            flavors: [{name: epyc, resources: [{name: memory, nominalQuota: 4Ti}]}]
        ---
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ResourceFlavor
        metadata: {name: epyc}

    Sources:
        Tried on Kueue 0.17: "100Ei" is read back as "9223372036854775807".
    """
    for key, value in _amounts(files):
        error = _problem(text := text_of(value.value).strip())
        if error is not None and _READABLE.fullmatch(text):
            yield problem(value.at, f"{key}: {error.message}", error.hint)


@lru_cache(10_000)
def _problem(text: str) -> QuantityError | None:
    try:
        Quantity.parse(text, negative=True)
    except QuantityError as error:
        return error
    return None


@rule("KUF202", Severity.INFO, FILES)
def kueue_quantity_not_canonical(files: Files) -> Iterator[Problem]:
    """An amount of a ClusterQueue is stored in another form than it is written in.

    What it does:
        Compares amounts of ClusterQueues with their canonical form: 1000 is 1k, 0.5 is 500m, 1.5Gi is 1536Mi.

    Why:
        Kueue's webhook writes them anew when the queue is made: Argo CD, Flux and `kubectl diff` show a change that
        nobody made.

    Example:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ClusterQueue
        metadata: {name: vision}
        spec:
          cohortName: lab
          namespaceSelector: {}
          fairSharing: {weight: 0.5}

    Use instead:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ClusterQueue
        metadata: {name: vision}
        spec:
          cohortName: lab
          namespaceSelector: {}
          fairSharing: {weight: 500m}

    Sources:
        Tried on Kueue 0.17: "1000" is read back as "1k"; https://github.com/shepherdjerred/monorepo/pull/1620
    """
    for key, value in _amounts(files, frozenset({"ClusterQueue"})):
        text, quantity = text_of(value.value), amount(value)
        if quantity is not None and _PLAIN.fullmatch(text.strip()) and text != str(quantity):
            yield problem(value.at, f"{key} '{text}' is stored as '{quantity}'", "write it so")


@rule("KUF203", Severity.ERROR, FILES)
def kueue_negative_amount(files: Files) -> Iterator[Problem]:
    """An amount is negative, or a weight too small to count with.

    What it does:
        Asks that amounts are 0 or more, and that a weight above 0 is more than a billionth.

    Why:
        Kueue's webhooks refuse ClusterQueues and Cohorts with such amounts. LocalQueues have no webhook: what a
        negative weight does there nobody promises.

    Example:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ClusterQueue
        metadata: {name: vision}
        spec:
          cohortName: lab
          namespaceSelector: {}
          fairSharing: {weight: -1}

    Use instead:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ClusterQueue
        metadata: {name: vision}
        spec:
          cohortName: lab
          namespaceSelector: {}
          fairSharing: {weight: 1}

    Sources:
        pkg/webhooks; tried on Kueue 0.17: "must be greater than or equal to 0", "When not 0, weight must be > 10e-9".
    """
    for key, value in _amounts(files):
        quantity = amount(value)
        if quantity is not None and quantity.value < 0:
            yield problem(value.at, f"{key} is {quantity}", "write an amount from 0")
        elif quantity is not None and key == "weight" and 0 < quantity.value <= _LEAST_WEIGHT:
            yield problem(value.at, f"a weight of {quantity} is too small", "write 0, or more than 1n")
