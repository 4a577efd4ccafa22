"""The tree of cohorts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tenantry.backends.kueue.parse.kinds import ClusterQueue, Cohort
from tenantry.backends.kueue.stage import FILES, Files
from tenantry.backends.told import problem, seen
from tenantry.check.rule import Problem, rule
from tenantry.finding import Location, Severity


@rule("KUF305", Severity.INFO, FILES)
def kueue_cohort_implicit(files: Files) -> Iterator[Problem]:
    """A cohort is named and has no object.

    What it does:
        Looks for the cohorts of ClusterQueues and the parents of Cohorts among the files, and tells each missing one
        once.

    Why:
        That is allowed: the cohort exists because it is named, as a root without quota, limits and weight. A misspelt
        name makes a cohort of its own, too.

    Example:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ClusterQueue
        metadata: {name: vision}
        spec: {cohortName: lab, namespaceSelector: {}}

    Use instead:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ClusterQueue
        metadata: {name: vision}
        spec: {cohortName: lab, namespaceSelector: {}}
        ---
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: Cohort
        metadata: {name: lab}

    Sources:
        https://kueue.sigs.k8s.io/docs/concepts/cohort
    """
    for name, users in _named(files).items() if files.whole else ():
        if name not in files.cohorts:
            yield problem(
                _place(users[0]),
                f"cohort '{name}' has no object",
                "that is allowed; write one for a parent, quota or weight",
            )


@rule("KUF306", Severity.WARNING, FILES)
def kueue_cohort_alike(files: Files) -> Iterator[Problem]:
    """A cohort that one object alone names differs by a letter from another one.

    What it does:
        Compares names of cohorts that have no object and one user with those that have an object or more users. Names
        that differ by a digit, or by a part of one letter, are told apart on purpose.

    Why:
        A misspelt name makes a cohort of its own, and the queue borrows from nobody.

    Example:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ClusterQueue
        metadata: {name: vision}
        spec: {cohortName: best-efort, namespaceSelector: {}}
        ---
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: Cohort
        metadata: {name: best-effort}

    Use instead:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ClusterQueue
        metadata: {name: vision}
        spec: {cohortName: best-effort, namespaceSelector: {}}
        ---
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: Cohort
        metadata: {name: best-effort}

    Sources:
        https://github.com/kubernetes-sigs/kueue/issues/4392
    """
    users = _named(files)
    known = [it for it in dict.fromkeys((*files.cohorts, *users)) if it in files.cohorts or len(users[it]) > 1]
    for name, those in users.items():
        if name in files.cohorts or len(those) > 1:
            continue
        for other in known:
            if _alike(name, other):
                message = f"cohort '{name}' has no object, and there is a cohort '{other}'"
                yield problem(_place(those[0]), message, f"did you mean '{other}'?")
                break


@rule("KUF307", Severity.ERROR, FILES)
def kueue_cohort_cycle(files: Files) -> Iterator[Problem]:
    """A cohort is its own ancestor.

    What it does:
        Follows the parents of every Cohort.

    Why:
        The API server takes it, and every queue below is inactive while its status says Ready.

    Example:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: Cohort
        metadata: {name: lab}
        spec: {parentName: science}
        ---
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: Cohort
        metadata: {name: science}
        spec: {parentName: lab}

    Use instead:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: Cohort
        metadata: {name: lab}
        spec: {parentName: science}
        ---
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: Cohort
        metadata: {name: science}

    Sources:
        Tried on Kueue 0.17: Active=False with reason Ready; https://github.com/kubernetes-sigs/kueue/issues/13997
    """
    seen_before: set[str] = set()
    for name in files.cohorts:
        way: list[str] = []
        while name in files.cohorts and name not in seen_before:
            seen_before.add(name)
            way.append(name)
            name = files.cohorts[name].parent
        if name in way:
            ring = [*way[way.index(name) :], name]
            related = [seen("and this one's parent", _place(files.cohorts[it])) for it in ring[1:-1]]
            message = f"the cohorts {' > '.join(ring)} stand under themselves"
            yield problem(_place(files.cohorts[name]), message, "take one of the parents out", *related)


def _named(files: Files) -> Mapping[str, list[ClusterQueue | Cohort]]:
    """Cohorts that are named, each with who names it."""
    found: dict[str, list[ClusterQueue | Cohort]] = {}
    for holder in files.holders:
        name = holder.cohort if isinstance(holder, ClusterQueue) else holder.parent
        if name:
            found.setdefault(name, []).append(holder)
    return found


def _place(holder: ClusterQueue | Cohort) -> Location:
    said = holder.manifest.said
    version = holder.manifest.version
    if isinstance(holder, ClusterQueue):
        return said.place("spec", "cohort" if version == "v1beta1" else "cohortName")
    return said.place("spec", "parent" if version == "v1alpha1" else "parentName")


def _alike(one: str, other: str) -> bool:
    """Whether two names differ by one letter that was left out, added, changed or swapped with its neighbour."""
    if len(one) > len(other):
        one, other = other, one
    at = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), len(one))
    if len(other) - len(one) == 1:
        return one[at:] == other[at + 1 :] and other[at].isalpha() and len(one) > 1
    if len(one) != len(other):
        return False
    if one[at:] == other[at + 1 : at + 2] + other[at : at + 1] + other[at + 2 :]:
        return True
    alone = (one[at - 1 : at] in {"", "-", "."}) and (one[at + 1 : at + 2] in {"", "-", "."})
    return one[at + 1 :] == other[at + 1 :] and one[at].isalpha() and other[at].isalpha() and not alone
