"""The kinds of work that Kueue manages, and in which releases.

Source: pkg/controller/jobs (names and dependencies) and config/components/manager (what is on unless said), the newest
patch of every minor release.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from tenantry.backends.kueue.facts import RELEASES
from tenantry.model.targets import Integration

_ORDER: Final = tuple(RELEASES)
_PLACE: Final = {release: place for place, release in enumerate(_ORDER)}
_FIRST, _LAST = _ORDER[0], _ORDER[-1]

FRAMEWORKS: Final[Mapping[Integration, str]] = MappingProxyType(
    {
        "job": "batch/job",
        "mpijob": "kubeflow.org/mpijob",
        "rayjob": "ray.io/rayjob",
        "raycluster": "ray.io/raycluster",
        "rayservice": "ray.io/rayservice",
        "jobset": "jobset.x-k8s.io/jobset",
        "mxjob": "kubeflow.org/mxjob",
        "paddlejob": "kubeflow.org/paddlejob",
        "pytorchjob": "kubeflow.org/pytorchjob",
        "tfjob": "kubeflow.org/tfjob",
        "xgboostjob": "kubeflow.org/xgboostjob",
        "jaxjob": "kubeflow.org/jaxjob",
        "appwrapper": "workload.codeflare.dev/appwrapper",
        "trainjob": "trainer.kubeflow.org/trainjob",
        "pod": "pod",
        "deployment": "deployment",
        "statefulset": "statefulset",
        "leaderworkerset": "leaderworkerset.x-k8s.io/leaderworkerset",
    }
)
"""What Kueue calls each, in the order of its own list."""

_SINCE: Final[Mapping[Integration, tuple[str, str]]] = MappingProxyType(
    {
        "mxjob": (_FIRST, "0.10"),
        "appwrapper": ("0.11", _LAST),
        "leaderworkerset": ("0.11", _LAST),
        "jaxjob": ("0.12", _LAST),
        "trainjob": ("0.14", _LAST),
        "rayservice": ("0.17", _LAST),
    }
)
"""First and last release of what is not in all of them."""

_SERVING: Final[frozenset[Integration]] = frozenset({"pod", "deployment", "statefulset", "leaderworkerset"})
_KUBEFLOW: Final[frozenset[Integration]] = frozenset({"paddlejob", "pytorchjob", "tfjob", "xgboostjob", "jaxjob"})
ON_PODS: Final = _SERVING - {"pod"}
"""What the controller starts with only together with ``pod``, by whose pods it is managed."""


def between(release: str, first: str, last: str) -> bool:
    """Whether a supported release is one of those."""
    return _PLACE[first] <= _PLACE[release] <= _PLACE[last]


def available(release: str) -> tuple[Integration, ...]:
    """What a release can manage, in the order of Kueue's own list."""
    return tuple(name for name in FRAMEWORKS if between(release, *_SINCE.get(name, (_FIRST, _LAST))))


def installed(release: str) -> tuple[Integration, ...]:
    """What a release manages as it is installed: serving from 0.16 on, Kubeflow's jobs until 0.18."""
    off: set[Integration] = set()
    if not between(release, "0.16", _LAST):
        off |= _SERVING
    if between(release, "0.19", _LAST):
        off |= _KUBEFLOW
    return tuple(name for name in available(release) if name not in off)


def frameworks(names: Iterable[Integration]) -> list[str]:
    """Kueue's names for them, in the order of its own list."""
    wanted = set(names)
    return [framework for name, framework in FRAMEWORKS.items() if name in wanted]
