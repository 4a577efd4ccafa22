"""A document in force on a control plane, work for it, and the wait until the controller has settled it."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fnmatch import fnmatchcase
from types import TracebackType
from typing import Self

import yaml

from tenantry.backends.kueue.configuration import KEY
from tenantry.backends.kueue.render import objects
from tenantry.model.document import Tenancy
from tenantry.resolve.names import names_for
from tenantry.resolve.resolve import resolve
from tests.live.kube.agreement.jobs import GRACE, SECONDS, Ask, Job, Object, job, manifest
from tests.live.kube.agreement.oracle import Oracle
from tests.live.kube.control_plane import SITE, ControlPlane
from tests.live.kube.work import labels

PATIENCE = 120
"""Seconds until work that has not settled counts as work that never will."""
POLL = 0.2
PROBE = "probe"
"""Namespace, queue and flavor of work that asks only whether the controller goes on looking."""


class Fleet:
    """A document's objects on a control plane; leaving the context takes them and all work away."""

    def __init__(self, plane: ControlPlane, tenancy: Tenancy) -> None:
        self.plane = plane
        self.resolved = resolve(of_release(tenancy, plane.kueue))
        self.oracle = Oracle(self.resolved)
        self.names = names_for(self.resolved)
        self._asks: dict[str, tuple[Ask, str]] = {}
        """Job to what it is one of, and its tier."""
        self._count = 0

    def __enter__(self) -> Self:
        try:
            self._begin()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _begin(self) -> None:
        things = [placed.object for placed in objects(self.resolved)]
        self.plane.configure(_configuration(things))
        spaces = {
            name: dict(team.namespace_selector or ()) for team in self.oracle.teams.values() for name in team.namespaces
        }
        version = next(thing["apiVersion"] for thing in things if thing["kind"] == "ClusterQueue")
        wanted = [*(_namespace(*space) for space in spaces.items()), _namespace(PROBE, {}), *things, *_probe(version)]
        refused = [verdict for verdict in self.plane.apply(wanted) if not verdict.accepted]
        assert not refused, refused
        for thing in wanted:
            if thing["kind"] in {"ClusterQueue", "LocalQueue"}:
                self.plane.wait_condition(
                    thing["kind"], thing["metadata"]["name"], thing["metadata"].get("namespace"), timeout=PATIENCE
                )

    def close(self) -> None:
        """Take everything away."""
        self.clear()
        self.plane.clean()

    def tier(self, ask: Ask) -> str:
        """The tier a request runs in; empty where the document has none."""
        return ask.tier or (self.oracle.teams[ask.team].tiers or ("",))[-1]

    def submit(self, *asks: Ask) -> None:
        """Submit jobs, those that can never run too: they wait."""
        for ask in asks:
            tier = self.tier(ask)
            for _ in range(ask.count):
                self._count += 1
                name = f"{ask.team}-{self._count:04}"
                answer = self.plane.client.create(self._manifest(ask, name, tier))
                assert answer.ok, (ask, answer.message)
                self._asks[name] = (replace(ask, count=1, tier=tier or None), tier)

    def _manifest(self, ask: Ask, name: str, tier: str) -> Object:
        flavor = self.resolved.flavors[ask.flavor]
        queue = self.names.local_queue(ask.team, cpu=not flavor.is_gpu)
        marks = labels(queue, self.names.priority_class(tier) if tier else "", SECONDS)
        return manifest(ask, flavor, name, self._space(ask.team), marks)

    def _space(self, team: str) -> str:
        return self.oracle.teams[team].namespaces[0]

    def jobs(self) -> list[Job]:
        """All work as it is at one moment."""
        found = []
        for workload in self.plane.objects("Workload"):
            name = owner(workload)
            if name in self._asks:
                found.append(job(workload, name, *self._asks[name]))
        return found

    def end(self, *names: str) -> None:
        """End these jobs and wait until they are gone."""
        ended = {name: self._asks.pop(name)[0].team for name in names}
        for name, team in ended.items():
            self.plane.remove(self.plane.client.resource("Job").path(self._space(team), name))
        self._await_gone(set(ended))

    def clear(self) -> None:
        """End all jobs and wait until they are gone."""
        spaces = {name for team in self.oracle.teams.values() for name in team.namespaces}
        for space in spaces:
            self.plane.remove(self.plane.client.resource("Job").path(space))
        self._await_gone({owner(it) for it in self.plane.objects("Workload") if it["metadata"]["namespace"] in spaces})
        self._asks.clear()

    def _await_gone(self, names: set[str]) -> None:
        self.plane.wait_for(lambda: None if self._left(names) else True, "end of the work", timeout=PATIENCE, poll=POLL)

    def _left(self, names: set[str]) -> bool:
        return any(owner(it) in names for it in self.plane.objects("Workload"))

    def settle(self, holds: Mapping[str, int] | None = None, *, looks: int = 0) -> list[Job]:
        """Wait until the work is what the entitlements say, and still is when the controller has looked so often again.

        ``holds`` says more: pattern of `team flavor tier` to the devices that its jobs hold together. Fails at once
        when a limit is passed, and after a long time with what waits for no reason.
        """
        end = time.monotonic() + PATIENCE
        agreed = 0
        while True:
            jobs = self.jobs()
            over = list(self.oracle.over(jobs))
            assert not over, "\n".join([*over, *_shown(jobs)])
            wrong = [*self._missing(jobs), *_differing(jobs, holds or {}), *self.oracle.idle(jobs)]
            if not wrong and agreed == looks:
                return jobs
            assert time.monotonic() < end, "\n".join([*wrong, *_shown(jobs)])
            if wrong:
                agreed = 0
                time.sleep(POLL)
            else:
                self._look()
                agreed += 1

    def _missing(self, jobs: list[Job]) -> Iterator[str]:
        if len(jobs) != len(self._asks):
            yield f"{len(self._asks)} jobs were taken, {len(jobs)} are there"
        yield from (f"{it.name} is about to end" for it in jobs if it.holds is not None and not it.runs)
        # From 0.19 on, work like some that waits already is put beside it without a look.
        looked = {(it.ask, it.tier) for it in jobs if it.considered}
        yield from (f"{it.name} was not looked at" for it in jobs if (it.ask, it.tier) not in looked)

    def _look(self) -> None:
        """Have the controller go through its queues once more: work in a queue of its own is admitted."""
        self._count += 1
        name = f"{PROBE}-{self._count:04}"
        assert self.plane.client.create(_probe_job(name)).ok
        found = self.plane.wait_for(lambda: self._probed(name), "another look of the controller", timeout=PATIENCE)
        assert found
        self.plane.remove(self.plane.client.resource("Job").path(PROBE, name))
        self._await_gone({name})

    def _probed(self, name: str) -> bool | None:
        probes = {owner(it): it for it in self.plane.objects("Workload", PROBE)}
        return True if probes.get(name, {}).get("status", {}).get("admission") else None


def owner(workload: Object) -> str:
    """The job that a Workload was made for."""
    return str(workload["metadata"]["ownerReferences"][0]["name"])


def of_release(tenancy: Tenancy, release: str) -> Tenancy:
    """A document that names another release."""
    assert tenancy.kueue is not None
    return tenancy.model_copy(update={"kueue": tenancy.kueue.model_copy(update={"release": release})})


def matches(found: Job, pattern: str) -> bool:
    """Whether a job is one of a pattern's, of the form `team flavor tier`."""
    return fnmatchcase(f"{found.ask.team} {found.ask.flavor} {found.tier}", pattern)


def held(jobs: Iterable[Job], pattern: str) -> int:
    """The devices that a pattern's jobs hold."""
    return sum(it.ask.total for it in jobs if it.runs and matches(it, pattern))


def _differing(jobs: list[Job], holds: Mapping[str, int]) -> Iterator[str]:
    for pattern, count in holds.items():
        if (found := held(jobs, pattern)) != count:
            yield f"{pattern} holds {found}, not {count}"


def _configuration(things: Iterable[Object]) -> Object:
    """The controller's Configuration as the document has it; empty where it has none."""
    texts = [thing["data"][KEY] for thing in things if thing["kind"] == "ConfigMap" and KEY in thing["data"]]
    written: Object = yaml.safe_load(texts[0]) if texts else {}
    return {key: value for key, value in written.items() if key not in SITE}


def _shown(jobs: Iterable[Job]) -> list[str]:
    return sorted(map(str, jobs))


def _namespace(name: str, marks: Mapping[str, str]) -> Object:
    return {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": name, "labels": dict(marks)}}


def _probe(version: str) -> list[Object]:
    """A queue beside all others."""
    cpu = {"name": PROBE, "resources": [{"name": "cpu", "nominalQuota": "1"}]}
    queue = {"namespaceSelector": {}, "resourceGroups": [{"coveredResources": ["cpu"], "flavors": [cpu]}]}
    return [
        {"apiVersion": version, "kind": "ResourceFlavor", "metadata": {"name": PROBE}, "spec": {}},
        {"apiVersion": version, "kind": "ClusterQueue", "metadata": {"name": PROBE}, "spec": queue},
        {
            "apiVersion": version,
            "kind": "LocalQueue",
            "metadata": {"name": PROBE, "namespace": PROBE},
            "spec": {"clusterQueue": PROBE},
        },
    ]


def _probe_job(name: str) -> Object:
    amounts = {"requests": {"cpu": "1"}}
    pod = {
        "restartPolicy": "Never",
        "containers": [{"name": "main", "image": "none", "resources": amounts}],
        "terminationGracePeriodSeconds": GRACE,
    }
    return {
        "apiVersion": "batch/v1",
        "kind": "Job",
        "metadata": {"name": name, "namespace": PROBE, "labels": labels(PROBE)},
        "spec": {"suspend": True, "template": {"spec": pod}},
    }
