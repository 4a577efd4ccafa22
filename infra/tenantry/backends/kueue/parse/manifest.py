"""The objects of files: lists of `kubectl get` taken apart, templates refused, what is no object told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from tenantry.backends.kueue.facts import GROUP
from tenantry.backends.kueue.fields.table import kinds
from tenantry.backends.kueue.parse import codes
from tenantry.backends.kueue.parse.value import Value
from tenantry.backends.kueue.parse.yaml import template, template_mark
from tenantry.finding import Finding, Location

CONFIGURATION: Final = f"config.{GROUP}"
_OTHERS: Final = frozenset({"Namespace", "Node", "LimitRange", "ConfigMap"})
"""Kinds of Kubernetes' own that say something about Kueue's objects."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """One object as it stands in a file."""

    group: str
    version: str
    kind: str
    namespace: str
    """Empty where the object has none."""
    name: str
    said: Value
    """All of it."""

    @property
    def is_kueue(self) -> bool:
        """Whether Kueue serves the kind."""
        return self.group == GROUP

    @property
    def what(self) -> str:
        """Kind and name, for people to read."""
        return f"{self.kind} '{self.name}'" if not self.namespace else f"{self.kind} '{self.namespace}/{self.name}'"

    @property
    def named_at(self) -> Location:
        """Where the object has its name."""
        return self.said.place("metadata", "name")


def manifests(documents: Iterable[Value], findings: list[Finding], *, only: bool = True) -> Iterator[Manifest]:
    """Every object that is Kueue's or says something about its objects; others are passed over.

    With ``only``, what has neither apiVersion nor kind is told; a folder may hold YAML of every other kind.
    """
    for document in documents:
        if document.text("kind").endswith("List") and document.get("items") is not None:
            yield from manifests(document.items("items"), findings, only=only)
        elif not only and document.get("apiVersion") is None and document.get("kind") is None:
            continue
        elif (found := _manifest(document, findings)) is not None:
            yield found


def _manifest(said: Value, findings: list[Finding]) -> Manifest | None:
    version, kind = said.text("apiVersion"), said.text("kind")
    if not version or not kind:
        missing = "kind" if version else "apiVersion"
        findings.append(codes.NO_OBJECT.finding(f"there is no {missing} here", "every object has one", said.at))
        return None
    group, _, version = version.rpartition("/")
    configuration = group == CONFIGURATION
    if group != GROUP and not configuration and (group or kind not in _OTHERS):
        if kind in kinds() and (not group or ("kueue" in group and not group.endswith(f".{GROUP}"))):
            message = f"{kind} is no kind of {group or 'Kubernetes itself'}"
            findings.append(codes.GROUP.finding(message, f"write {GROUP}/{version}", said.place("apiVersion")))
        return None
    if (mark := template_mark(said)) is not None:
        if kind != "ConfigMap":
            findings.append(template(*mark))
        return None
    name = said.text("metadata", "name")
    if not name and not configuration:
        written, place = said.get("metadata", "name"), said.place("metadata", "name")
        message, hint = f"this {kind} has no name", "write metadata.name"
        if written is not None and written.value != "":
            message, hint = f"the name of this {kind} is {written.kind}", "write text, in quotes"
        findings.append(codes.NO_OBJECT.finding(message, hint, place))
        return None
    return Manifest(group, version, kind, said.text("metadata", "namespace"), name, said)
