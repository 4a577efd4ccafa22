"""What the entitlements say of a queue: who may run, who has to wait, and what must never be.

Read from what was resolved, not from the accounts and QOS that are made of it, so that both can be wrong.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from tenantry.backends.slurm.scope import Scope
from tenantry.model.limit import UNLIMITED, Count, count_add
from tenantry.model.scheduler import Scheduler
from tenantry.resolve.types import Entitlement, Resolved, ResolvedFlavor, ResolvedGroup
from tests.live.slurm.agreement.jobs import NOT_YET, PENDING, Ask, Job

CPUS = "CPUs"
"""A resource beside the flavors: an account has one count of CPUs, those that go with its GPUs included."""


@dataclass(frozen=True, slots=True)
class Bound:
    """The most that some of the jobs may hold together."""

    what: str
    resource: str
    """A flavor, or CPUS."""
    teams: frozenset[str]
    borrowed: bool | None
    """Which work counts; None is all of it."""
    most: int
    user: str | None = None

    def covers(self, ask: Ask, user: str) -> bool:
        """Whether a request counts."""
        return (
            ask.team in self.teams
            and self.borrowed in (None, ask.borrow)
            and self.user in (None, user)
            and self.resource in (CPUS, ask.flavor)
        )


class Oracle:
    """The arithmetic of one document on Slurm."""

    def __init__(self, resolved: Resolved) -> None:
        self.resolved = resolved
        self.scope = Scope(resolved)

    @cached_property
    def nodes(self) -> dict[str, dict[str, int]]:
        """Flavor to node to its devices: what is there, spare nodes included, since Slurm knows no spare ones."""
        return {
            name: dict.fromkeys(self.scope.hosts(name).names, flavor.devices_per_node)
            for name, flavor in self.scope.flavors.items()
        }

    @cached_property
    def bounds(self) -> tuple[Bound, ...]:
        """Everything that binds."""
        found = [*self._teams(), *self._sharing(), *self._departments()]
        return tuple(Bound(*bound) for bound in found)

    def over(self, jobs: Iterable[Job]) -> Iterator[str]:
        """What no snapshot of the queue may show."""
        jobs = list(jobs)
        running = [job for job in jobs if job.runs]
        for bound in self.bounds:
            if (held := _sum(bound, running)) > bound.most:
                yield f"{held} {bound.resource} held, at most {bound.most}: {bound.what}"
        for name, nodes in self._free(running, evicting=False).items():
            yield from (f"node {node} of {name} holds {-free} too many" for node, free in nodes.items() if free < 0)
        for job in jobs:
            longest = self.resolved.tiers[job.tier].max_time if job.tier else None
            if longest is not None and job.minutes > longest.slurm_minutes():
                yield f"{_name(job)} may run {job.minutes} minutes, its tier {longest}"
            if job.restarts and not job.ask.borrow:
                yield f"{_name(job)} was evicted, within what its team is guaranteed"
            if job.runs and self._gpus(job.ask.flavor) and job.held != job.devices:
                yield f"{_name(job)} holds {job.held} of the {job.devices} devices it asked for"

    def idle(self, jobs: Iterable[Job]) -> Iterator[str]:
        """Work that waits although nothing is in its way, once the scheduler has had its time."""
        jobs = list(jobs)
        running = [job for job in jobs if job.runs]
        blocked: set[str] = set()
        for job in sorted(jobs, key=_turn):
            if job.state != PENDING or job.reason == NOT_YET or self._bound(job, running):
                continue
            if job.ask.flavor in blocked:
                continue  # a place is kept for work that comes before it
            free = self._free(running, evicting=not job.ask.borrow)[job.ask.flavor]
            if sum(left >= job.ask.devices for left in free.values()) >= job.ask.nodes:
                yield f"{_name(job)} waits ({job.reason}), and nothing is in its way"
            blocked.add(job.ask.flavor)

    def refuses(self, ask: Ask) -> bool:
        """Whether a request could never run, and so is not taken."""
        users = self.scope.teams[ask.team].users or ("",)
        per_job = self.scope.teams[ask.team].per_job.get(ask.flavor, UNLIMITED)
        return (per_job is not UNLIMITED and ask.total > per_job) or any(
            bound.covers(ask, users[0]) and self._needs(bound, ask) > bound.most for bound in self.bounds
        )

    def _bound(self, job: Job, running: Sequence[Job]) -> bool:
        return any(
            bound.covers(job.ask, job.user) and _sum(bound, running) + self._needs(bound, job.ask) > bound.most
            for bound in self.bounds
        )

    def _needs(self, bound: Bound, ask: Ask) -> int:
        flavor = self.scope.flavors[ask.flavor]
        if bound.resource != CPUS or not flavor.is_gpu:
            return ask.total
        return max(1, flavor.milli_cpu(1) // 1000) * ask.total

    def _free(self, running: Iterable[Job], *, evicting: bool) -> dict[str, dict[str, int]]:
        """Flavor to node to devices that are free, or that evicting borrowed work would make free."""
        free = {name: dict(nodes) for name, nodes in self.nodes.items()}
        for job in running:
            if not (evicting and job.ask.borrow):
                for node in job.nodes:
                    free[job.ask.flavor][node] -= job.ask.devices
        return free

    def _teams(self) -> Iterator[tuple[str, str, frozenset[str], bool | None, int, str | None]]:
        for name, team in self.scope.teams.items():
            held = self.scope.entitlements[name]
            for borrowed, amount in ((False, "nominal"), (True, "borrow")):
                amounts = {flavor: _amount(held.get(flavor), amount) for flavor in self.scope.flavors}
                for resource, most in self._amounts(amounts):
                    yield f"{amount} of {name}", resource, frozenset({name}), borrowed, most, None
                for user in team.users or ():
                    for flavor, count in team.per_user.items():
                        if self._gpus(flavor) and count is not UNLIMITED:
                            what = f"{user} in {name}, {'borrowed' if borrowed else 'guaranteed'}"
                            yield what, flavor, frozenset({name}), borrowed, count, user
            total = {it: count_add(_amount(held.get(it), "nominal"), _amount(held.get(it), "borrow")) for it in held}
            for resource, most in self._amounts(total):
                yield f"nominal + borrow of {name}", resource, frozenset({name}), None, most, None

    def _sharing(self) -> Iterator[tuple[str, str, frozenset[str], bool | None, int, str | None]]:
        fair = [group for group in self.resolved.groups.values() if group.fair]
        everyone = frozenset(self.scope.teams)
        for what, groups in ((f"lent in {', '.join(it.name for it in fair)}", fair), *((it.name, [it]) for it in fair)):
            teams = everyone if groups is fair else frozenset(groups[0].teams)
            lent: dict[str, Count] = {}
            for flavor in self.scope.flavors:
                on = (flavor, Scheduler.SLURM)
                free = self.resolved.unallocated.get(on, 0)
                # Groups do not lend to each other: what one that borrows nothing lends is for nobody.
                lent[flavor] = free + sum(group.lend.get(on, 0) for group in groups if self._borrows(group, flavor))
            for resource, most in self._amounts(lent):
                yield f"borrowed from {what} and what nobody holds", resource, teams, True, most, None

    def _borrows(self, group: ResolvedGroup, flavor: str) -> bool:
        held = (self.resolved.teams[team].on(Scheduler.SLURM).get(flavor) for team in group.teams)
        return any(it is not None and it.borrow != 0 for it in held)

    def _departments(self) -> Iterator[tuple[str, str, frozenset[str], bool | None, int, str | None]]:
        for department in self.resolved.departments.values():
            teams = frozenset(department.teams)
            for (flavor, scheduler), cap in department.cap.items():
                if scheduler is Scheduler.SLURM and self._gpus(flavor) and cap is not UNLIMITED:
                    nominal = department.nominal.get((flavor, scheduler), 0)
                    yield f"cap of {department.name}", flavor, teams, None, cap, None
                    # Told as such: what its teams lend each other counts against the cap too.
                    what = f"cap of {department.name}, less what it is guaranteed"
                    yield what, flavor, teams, True, max(0, cap - nominal), None

    def _gpus(self, flavor: str) -> bool:
        return self.scope.flavors[flavor].is_gpu

    def _amounts(self, held: Mapping[str, Count]) -> Iterator[tuple[str, int]]:
        # What is held of a flavor without GPUs counts with the CPUs that go with GPUs: told as approximate.
        yield from ((name, most) for name, most in held.items() if self._gpus(name) and most is not UNLIMITED)
        cpus = [_cpus(self.scope.flavors[name], most) for name, most in held.items()]
        if self.scope.cpu_flavors and UNLIMITED not in cpus:
            yield CPUS, sum(count for count in cpus if count is not UNLIMITED)


def _sum(bound: Bound, running: Iterable[Job]) -> int:
    return sum(
        job.cpus if bound.resource == CPUS else job.devices for job in running if bound.covers(job.ask, job.user)
    )


def _amount(held: Entitlement | None, amount: str) -> Count:
    found: Count = getattr(held, amount) if held else 0
    return found


def _cpus(flavor: ResolvedFlavor, devices: Count) -> Count:
    return devices if devices is UNLIMITED or not flavor.is_gpu else flavor.milli_cpu(devices) // 1000


def _turn(job: Job) -> tuple[int, int]:
    return -job.priority, int(job.number.partition("_")[0])


def _name(job: Job) -> str:
    work = "borrowed work" if job.ask.borrow else "work"
    return f"{work} {job.number} of {job.ask.team} ({job.tier or 'no tier'}, {job.devices} {job.ask.flavor})"
