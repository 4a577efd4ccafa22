"""Fields that are unknown, missing, or hold something of another kind."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from typing import Final

from tenantry.backends.kueue.facts import RELEASES
from tenantry.backends.kueue.fields.table import VERSIONS, fields
from tenantry.backends.kueue.fields.walk import Found
from tenantry.backends.kueue.parse.manifest import Manifest
from tenantry.backends.kueue.parse.value import Value
from tenantry.backends.kueue.stage import FILES, Files
from tenantry.backends.told import problem
from tenantry.check.rule import Problem, rule
from tenantry.finding import Severity

_OTHER_NAME: Final = {
    "spec.cohort": "spec.cohortName",
    "spec.parent": "spec.parentName",
    "spec.admissionChecks": "spec.admissionChecksStrategy.admissionChecks",
}
"""Fields that another version has under another name."""


@rule("KUF103", Severity.ERROR, FILES)
def kueue_unknown_field(files: Files) -> Iterator[Problem]:
    """A field is not one that the object's version has.

    What it does:
        Looks up every field of Kueue's objects in the CRDs of the release, and says where another version, another
        release or another spelling has it. Fields of metadata are Kubernetes' own, and are not looked at.

    Why:
        The API server drops what it does not know, with a warning that few see: a queue with `cohort` in v1beta2
        leaves its cohort. With kubectl's strict validation, and with server-side apply, the object is refused.

    Example:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ClusterQueue
        metadata: {name: vision}
        spec: {cohort: lab, namespaceSelector: {}}

    Use instead:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ClusterQueue
        metadata: {name: vision}
        spec: {cohortName: lab, namespaceSelector: {}}

    Sources:
        Kueue's CRDs, 0.9 to 0.19; tried on Kueue 0.17: 'strict decoding error: unknown field "spec.cohort"';
        https://github.com/kubernetes-sigs/kueue/issues/7361
    """
    for manifest, found in files.walked:
        if found.field is None:
            message = f"there is no {found.key} in {_where(manifest, found)}"
            yield problem(found.at, message, _help(files.release, manifest, found.name))


def _where(manifest: Manifest, found: Found) -> str:
    parent = found.name.rpartition(".")[0].replace("[]", "")
    return f"{parent} of a {manifest.kind} in {manifest.version}" if parent else f"a {manifest.kind}"


def _help(release: str, manifest: Manifest, name: str) -> str:
    table = fields(release, manifest.kind, manifest.version)
    renamed = _OTHER_NAME | {new: old for old, new in _OTHER_NAME.items()}
    if (other := renamed.get(name)) in table:
        return f"{manifest.version} calls it {other}"
    for version in VERSIONS:
        if name in fields(release, manifest.kind, version):
            return f"{version} has it; what it said has another form in {manifest.version}"
    for known in RELEASES:
        if name in fields(known, manifest.kind, manifest.version):
            return f"Kueue {known} has it, Kueue {release} has not"
    return _spelling(table, name)


def _spelling(table: Mapping[str, object], name: str) -> str:
    parent, _, key = name.rpartition(".")
    beside = {it.rpartition(".")[2].rstrip("[]{}"): it for it in table if it.rpartition(".")[0] == parent}
    if close := get_close_matches(key, beside, n=1, cutoff=0.7):
        return f"did you mean {close[0]}?"
    elsewhere = [it for it in table if it.rpartition(".")[2] == key]
    return f"it belongs in {elsewhere[0].rpartition('.')[0]}" if elsewhere else "leave it out, or correct its spelling"


@rule("KUF104", Severity.ERROR, FILES)
def kueue_wrong_type(files: Files) -> Iterator[Problem]:
    """A value is of another kind than its field.

    What it does:
        Compares every value with the type in the CRD, reading YAML as kubectl does: `no` and `y` are truth values,
        `0777` is the number 511, `1e3` the number 1000.

    Why:
        The API server refuses the object.

    Example:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ResourceFlavor
        metadata: {name: h100}
        spec: {nodeLabels: {example.com/tenant: no, example.com/rack: 0777}}

    Use instead:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ResourceFlavor
        metadata: {name: h100}
        spec: {nodeLabels: {example.com/tenant: "no", example.com/rack: "0777"}}

    Sources:
        Kueue's CRDs; tried on Kueue 0.17: "cannot unmarshal bool into Go struct field"; sigs.k8s.io/yaml 1.6;
        https://github.com/kubernetes/kubernetes/issues/82296
    """
    for _, found in files.walked:
        if found.field is not None and found.value is not None and not _fits(found.value, found.field.type):
            value, wanted = found.value, _WANTED[found.field.type]
            scalar = found.field.type == "text" and value.kind in {"a number", "a truth value"}
            shown = f"{value.kind} ({value.shown})" if scalar else value.kind
            help_text = f"write {wanted}{', in quotes' if scalar else ''}"
            yield problem(value.at, f"{_key(found, value)} is {shown}", help_text)


_WANTED: Final = {
    "object": "a mapping",
    "map": "a mapping",
    "list": "a list",
    "text": "text",
    "integer": "a whole number",
    "quantity": "a quantity, such as 8 or 512Gi",
}


def _key(found: Found, value: Value) -> str:
    return f"an item of {found.key}" if found.name.endswith("[]") else f"the value of {found.entry or found.key}"


def _fits(value: Value, kind: str) -> bool:
    it = value.value
    if kind in {"object", "map"}:
        return isinstance(it, Mapping)
    if kind == "list":
        return isinstance(it, tuple)
    if isinstance(it, bool):
        return False
    if kind == "integer":
        return isinstance(it, int) or (isinstance(it, float) and it.is_integer())
    return isinstance(it, str if kind == "text" else str | int | float)


@rule("KUF105", Severity.ERROR, FILES)
def kueue_field_missing(files: Files) -> Iterator[Problem]:
    """A field that has to be there is missing.

    What it does:
        Looks for the fields that the CRD requires; one that is null is missing.

    Why:
        The API server refuses the object. A ClusterQueue without nominalQuota it takes, where Kueue's webhook
        answers first, and stores 0.

    Example:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: WorkloadPriorityClass
        metadata: {name: urgent}

    Use instead:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: WorkloadPriorityClass
        metadata: {name: urgent}
        value: 1000

    Sources:
        Kueue's CRDs; tried on Kueue 0.17: "value: Required value".
    """
    for manifest, found in files.walked:
        if found.value is None:
            parent = found.name.rpartition(".")[0].rpartition(".")[2].replace("[]", "")
            where = f"an entry of {parent}" if parent not in {"", "spec"} else f"this {manifest.kind}"
            yield problem(found.at, f"{where} has no {found.key}", "write it")
