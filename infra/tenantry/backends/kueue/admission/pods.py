"""The pods that a piece of work asks for, as CEL: a list of ``{count, spec}``, one entry a pod template.

TrainJob and Kubeflow's older kinds do not show theirs; for those there is the Workload, which shows every kind's.
"""

from __future__ import annotations

from collections.abc import Iterable

from tenantry.backends.kueue.admission.cel import field, joined, present, text, texts

DEFAULT_GRACE = "30"
"""``terminationGracePeriodSeconds`` where a pod says nothing; only Kubernetes' own kinds are stored with it."""
_POD = ("template", "spec")
_RAY = ("rayClusterSpec", "rayClusterConfig")
"""Where RayJob and RayService hold what a RayCluster has in its spec."""


def work_sets(thing: str) -> str:
    """Of an object of any kind that Kueue queues."""
    spec = f"dyn({thing}).spec"
    parts = [
        f"request.resource.resource == 'pods' ? [{_set('1', spec)}] : []",
        f"({field(spec, *_POD)}).map(p, {_set(_parallel(spec), 'p')})",
        _each(
            f"{spec}.replicatedJobs",
            ("template", "spec", *_POD),
            f"{_number('e.replicas')} * {_parallel('e.template.spec')}",
        ),
        f"({field(spec, 'leaderWorkerTemplate', 'leaderTemplate', 'spec')}).map(p, {_set('1', 'p')})",
        f"({field(spec, 'leaderWorkerTemplate', 'workerTemplate', 'spec')}).map(p, {_set('1', 'p')})",
    ]
    for cluster, given in ((spec, ()), *((f"{spec}.{name}", (f"{spec}.{name}",)) for name in _RAY)):
        parts.append(f"({field(cluster, 'headGroupSpec', *_POD, given=given)}).map(p, {_set('1', 'p')})")
        workers = f"{_number('e.replicas')} * {_number('e.numOfHosts')}"
        parts.append(_each(f"{cluster}.workerGroupSpecs", _POD, workers, given=given))
    return joined(parts, "+")


def workload_sets(thing: str) -> str:
    """Of a Workload."""
    return f"dyn({thing}).spec.podSets.map(s, {_set('int(s.count)', 's.template.spec')})"


def graces(sets: str) -> str:
    """Seconds between the warning and the end of each template's pods."""
    name = "terminationGracePeriodSeconds"
    return f"{sets}.map(s, has(s.spec.{name}) ? int(s.spec.{name}) : {DEFAULT_GRACE})"


def total(sets: str, resource: str) -> str:
    """Devices that all the pods together ask for; a limit counts where there is no request, as Kubernetes has it."""
    name = text(resource)
    requests, limits = (
        f"{present('c', 'resources', kind)} && {name} in c.resources.{kind}" for kind in ("requests", "limits")
    )
    asked = (
        f"{requests} ? quantity(string(c.resources.requests[{name}])).asInteger() :"
        f" ({limits} ? quantity(string(c.resources.limits[{name}])).asInteger() : 0)"
    )
    return f"{sets}.map(s, int(s.count) * s.spec.containers.map(c, {asked}).sum()).sum()"


def asks(sets: str, devices: Iterable[str]) -> str:
    """Whether any pod asks for a device."""
    kinds = [f"{present('c', 'resources', kind)} && d in c.resources.{kind}" for kind in ("limits", "requests")]
    one = f"{texts(devices)}.exists(d, {joined(kinds, '||')})"
    containers = [f"has(s.spec.{kind}) && s.spec.{kind}.exists(c, {one})" for kind in ("containers", "initContainers")]
    return f"{sets}.exists(s, {joined(containers, '||')})"


def _set(count: str, spec: str) -> str:
    return f"{{'count': dyn({count}), 'spec': dyn({spec})}}"


def _each(things: str, path: tuple[str, ...], count: str, given: tuple[str, ...] = ()) -> str:
    """What stands below each entry of a list; empty where there is no list."""
    there = " && ".join(f"has({step})" for step in (*given, things))
    one = _set(count, ".".join(("e", *path)))
    made = f"{things}.filter(e, {present('e', *path)}).map(e, {one})"
    return f"{there} ? {made} : []"


def _parallel(spec: str) -> str:
    """Pods of a Job at a time: no more than it needs in all. What has no parallelism is counted once."""
    parallelism, completions = _number(f"{spec}.parallelism"), f"{spec}.completions"
    return f"(has({completions}) && int({completions}) < {parallelism} ? int({completions}) : {parallelism})"


def _number(path: str) -> str:
    return f"(has({path}) ? int({path}) : 1)"
