"""API versions that a release serves."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches
from typing import Final

from tenantry.backends.kueue.facts import GROUP
from tenantry.backends.kueue.fields.table import VERSIONS, kinds, served
from tenantry.backends.kueue.parse.manifest import Manifest
from tenantry.backends.kueue.stage import FILES, Files
from tenantry.backends.told import problem
from tenantry.check.rule import Problem, rule
from tenantry.check.suggest import listed
from tenantry.finding import Location, Severity

_OTHERS: Final = ("AdmissionCheck", "MultiKueueCluster", "MultiKueueConfig", "ProvisioningRequestConfig", "Workload")
"""Kinds of the group whose fields are not known."""


@rule("KUF101", Severity.ERROR, FILES)
def kueue_version_not_served(files: Files) -> Iterator[Problem]:
    """An object is written in a version that the release does not serve.

    What it does:
        Looks up the kind and version of every object of Kueue's in the CRDs of the release.

    Why:
        The API server answers 404: nothing of the object gets there. Fields have other names in other versions.

    Example:
        apiVersion: kueue.x-k8s.io/v1alpha1
        kind: Cohort
        metadata: {name: lab}
        spec: {parent: root}

    Use instead:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: Cohort
        metadata: {name: lab}
        spec: {parentName: root}

    Sources:
        Kueue's CRDs, 0.9 to 0.19; tried on Kueue 0.17: "404 page not found";
        https://github.com/kubernetes-sigs/kueue/pull/5595
    """
    for it in files.objects.kueue():
        known = _served(files, it)
        if it.version not in known:
            help_text = f"Kueue {files.release} serves {listed(known)}" if known else f"Kueue {files.release} has none"
            yield problem(it.said.place("apiVersion"), f"there is no {it.kind} in {it.version}", help_text)


def _served(files: Files, it: Manifest) -> tuple[str, ...]:
    """Of kinds whose fields are not known, the versions of queues."""
    if it.kind in kinds():
        return served(files.release, it.kind)
    # A kind that is not in the table may be older or newer than any queue: only versions of the group are judged.
    return VERSIONS if "v1beta2" in served(files.release, "ClusterQueue") else VERSIONS[:-1]


@rule("KUF116", Severity.ERROR, FILES)
def kueue_kind_misspelt(files: Files) -> Iterator[Problem]:
    """A kind is spelt nearly as one of Kueue's.

    What it does:
        Compares kinds in the group kueue.x-k8s.io that are not known with those that are, capitals aside.

    Why:
        The API server answers 404: nothing of the object gets there.

    Example:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: Clusterqueue
        metadata: {name: vision}
        spec: {namespaceSelector: {}}

    Use instead:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ClusterQueue
        metadata: {name: vision}
        spec: {namespaceSelector: {}}

    Sources:
        Kubernetes' API conventions: kinds are spelt with capitals, and in the singular.
    """
    known = {kind.lower(): kind for kind in (*kinds(), *_OTHERS)}
    for it in files.objects.kueue():
        if it.kind not in known.values():
            close = get_close_matches(it.kind.lower(), known, n=1, cutoff=0.85)
            if close:
                help_text = f"write {known[close[0]]}"
                yield problem(it.said.place("kind"), f"there is no kind {it.kind} in {GROUP}", help_text)


@rule("KUF102", Severity.INFO, FILES)
def kueue_version_deprecated(files: Files) -> Iterator[Problem]:
    """Objects are written in v1beta1 for a release that has v1beta2.

    What it does:
        Counts the objects in v1beta1 where the release serves v1beta2, and shows the first.

    Why:
        The API server warns at every request, and Kueue 0.20 no longer serves v1beta1.

    Example:
        apiVersion: kueue.x-k8s.io/v1beta1
        kind: ClusterQueue
        metadata: {name: vision}
        spec: {cohort: lab, namespaceSelector: {}}

    Use instead:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ClusterQueue
        metadata: {name: vision}
        spec: {cohortName: lab, namespaceSelector: {}}

    Sources:
        Kueue's CRDs, 0.15 on: deprecated; https://github.com/kubernetes-sigs/kueue/pull/14558
    """
    old = [it for it in files.objects.kueue() if it.version == "v1beta1" and it.kind in kinds()]
    old = [it for it in old if {"v1beta1", "v1beta2"} <= set(served(files.release, it.kind))]
    if old:
        objects = "object is" if len(old) == 1 else "objects are"
        help_text = "write v1beta2, with the names its fields have there"
        yield problem(old[0].said.place("apiVersion"), f"{len(old)} {objects} in v1beta1, which ends", help_text)


@rule("KUF108", Severity.INFO, FILES)
def kueue_release_assumed(files: Files) -> Iterator[Problem]:
    """Nobody said for which Kueue release the manifests are.

    What it does:
        Tells which release was assumed: the newest that is known.

    Why:
        Versions, fields and limits differ between releases.

    Example:
        # kueue.yaml of an unknown release
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ResourceFlavor
        metadata: {name: h100}

    Use instead:
        # kueue.yaml of 0.17
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ResourceFlavor
        metadata: {name: h100}

    Sources:
        Kueue's CRDs, 0.9 to 0.19.
    """
    first = next(files.objects.kueue(), None)
    if files.assumed and first is not None:
        place = Location(first.said.at.file, 1, 1)
        yield problem(place, f"judged as for Kueue {files.release}, the newest known", _ASK)


_ASK: Final = "say --kueue-release, or give a document that names it"
