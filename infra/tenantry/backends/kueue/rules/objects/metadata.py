"""What stands in metadata beside the name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from typing import Final

from tenantry.backends.kueue.parse.value import Value
from tenantry.backends.kueue.stage import FILES, Files
from tenantry.backends.told import problem
from tenantry.check.rule import Problem, rule
from tenantry.finding import Location, Severity
from tenantry.model.names import LABEL_KEY, LABEL_VALUE

_KEY: Final = re.compile(LABEL_KEY)
_VALUE: Final = re.compile(LABEL_VALUE)
_MAPPINGS: Final = ("labels", "annotations")
_FIELDS: Final = frozenset(
    {
        *_MAPPINGS,
        "creationTimestamp",
        "deletionGracePeriodSeconds",
        "deletionTimestamp",
        "finalizers",
        "generateName",
        "generation",
        "managedFields",
        "name",
        "namespace",
        "ownerReferences",
        "resourceVersion",
        "selfLink",
        "uid",
    }
)
"""k8s.io/apimachinery pkg/apis/meta/v1, ObjectMeta."""


@rule("KUF114", Severity.ERROR, FILES)
def kueue_metadata_refused(files: Files) -> Iterator[Problem]:
    """The metadata of an object has a field, a label or an annotation that no object can have.

    What it does:
        Looks for unknown fields in metadata, and for labels and annotations whose key or value Kubernetes does not
        take. A key of an annotation may have capitals in front of its slash, which a label's may not.

    Why:
        The API server refuses the object; an unknown field it drops without a word, unless it is asked to be strict, as
        kubectl does.

    Example:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ResourceFlavor
        metadata:
          name: h100
          labels: {example.com/owner: the platform team}
          annotation: {example.com/ticket: "4711"}

    Use instead:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ResourceFlavor
        metadata:
          name: h100
          labels: {example.com/owner: platform}
          annotations: {example.com/ticket: "4711"}

    Sources:
        k8s.io/apimachinery pkg/api/validation, ValidateObjectMeta; tried on Kueue 0.17: 'unknown field
        "metadata.lables"', "a valid label must be an empty string or consist of alphanumeric characters".
    """
    for manifest in files.objects.kueue():
        metadata = manifest.said.get("metadata") or Value({}, manifest.said.at)
        for key, value in metadata.entries():
            if key not in _FIELDS:
                close = get_close_matches(key, sorted(_FIELDS), n=1)
                help_text = f"did you mean {close[0]}?" if close else "leave it out, or write an annotation"
                yield problem(metadata.keys[key], f"there is no {key} in metadata", help_text)
            elif key in _MAPPINGS and value.value is not None:
                yield from _entries(key, value, metadata.keys[key])


def _entries(name: str, said: Value, at: Location) -> Iterator[Problem]:
    if not isinstance(said.value, Mapping):
        yield problem(at, f"{name} is {said.kind}", "write a mapping of text to text")
        return
    for key, value in said.entries():
        if not _KEY.fullmatch(key if name == "labels" else key.lower()):
            yield problem(said.keys[key], f"'{key}' is no key of {name}", "use a name such as example.com/owner")
        elif value.value is not None and not isinstance(value.value, str):
            yield problem(value.at, f"the value of {key} is {value.kind}", "write text, in quotes")
        elif name == "labels" and isinstance(value.value, str) and not _VALUE.fullmatch(value.value):
            help_text = "use at most 63 letters, digits, '-', '_', '.'"
            yield problem(value.at, f"'{value.value}' is no value of a label", help_text)
