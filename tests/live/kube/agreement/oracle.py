"""What the entitlements say of the work on Kueue: who may run, who has to wait, and what must never be.

Read from what was resolved, not from the queues and cohorts that are made of it, so that both can be wrong.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tenantry.model.limit import UNLIMITED
from tenantry.model.scheduler import Scheduler
from tenantry.resolve.types import Resolved, ResolvedDepartment, ResolvedFlavor, ResolvedTeam
from tests.live.kube.agreement.jobs import CPU, MEMORY, Ask, Job

KUEUE = Scheduler.KUEUE
Used = Counter[tuple[str, str, str]]
"""Team, flavor and resource to how much of it the team's work holds."""


@dataclass(frozen=True, slots=True)
class Part:
    """One resource of one flavor, of which every amount of devices has its part."""

    flavor: ResolvedFlavor
    resource: str
    limited: bool
    """Whether borrowing and lending of it are limited, not only what is guaranteed."""

    def of(self, devices: int) -> int:
        """What goes with so many devices."""
        if self.resource == CPU:
            return self.flavor.milli_cpu(devices)
        return self.flavor.memory(devices) if self.resource == MEMORY else devices


@dataclass(frozen=True, slots=True)
class Bound:
    """What some teams hold of a part, or keep from others, and the most that it may be."""

    what: str
    held: int
    most: int


class Oracle:
    """The arithmetic of one document on Kueue."""

    def __init__(self, resolved: Resolved) -> None:
        self.resolved = resolved
        self.teams = {name: team for name, team in resolved.teams.items() if team.on(KUEUE)}
        self.parts = tuple(self._parts())
        target = resolved.tenancy.kueue
        self.fair_sharing = target is not None and bool(target.fair_sharing_on)

    def over(self, jobs: Iterable[Job]) -> Iterator[str]:
        """What no snapshot of the cluster may show."""
        jobs = list(jobs)
        yield from self._exceeded(self._used(jobs))
        for job in jobs:
            if job.holds is not None and job.holds != job.ask.amounts(self.resolved.flavors[job.ask.flavor]):
                yield f"{_name(job)} holds {dict(job.holds)}"
            if job.runs and job.flavors != {job.ask.flavor}:
                yield f"{_name(job)} runs on {', '.join(sorted(job.flavors))}"
            if job.evicted.startswith("InCohort") and not self.teams[job.ask.team].fair:
                yield f"{_name(job)} was evicted by another team, and shares with none ({job.evicted})"

    def idle(self, jobs: Iterable[Job]) -> Iterator[str]:
        """Work that waits although it could run, once the controller has had its time."""
        jobs = list(jobs)
        used = self._used(jobs)
        judged: dict[tuple[Ask, str], str] = {}
        for job in (it for it in jobs if not it.runs):
            if (job.ask, job.tier) not in judged:
                lower = self._used(it for it in jobs if self._yields(it, job))
                judged[job.ask, job.tier] = self._in_no_way(job, used, lower)
            if reason := judged[job.ask, job.tier]:
                yield f"{_name(job)} waits, {reason}"

    def never_runs(self, ask: Ask) -> bool:
        """Whether a request could not run if it were alone."""
        return any(self._exceeded(self._demand(ask)))

    def _in_no_way(self, job: Job, used: Used, lower: Used) -> str:
        demand = self._demand(job.ask)
        if not any(self._exceeded(used + demand)):
            return "and nothing is in its way"
        kept = used - lower + demand
        if self._guaranteed(job.ask, kept):
            return "and is within what its team is guaranteed"
        # Told as approximate: without fair sharing, work that asks for more than its team's guarantee evicts nothing.
        evicts = self.fair_sharing or self._guaranteed(job.ask, demand)
        if evicts and not any(self._exceeded(kept)):
            return "and only work of lower tiers of its own team is in its way"
        return ""

    def _guaranteed(self, ask: Ask, used: Used) -> bool:
        nominal = self.teams[ask.team].on(KUEUE)[ask.flavor].nominal
        parts = (part for part in self.parts if part.flavor.name == ask.flavor)
        return all(used[ask.team, ask.flavor, part.resource] <= part.of(nominal) for part in parts)

    def _yields(self, job: Job, to: Job) -> bool:
        """Whether a job gives way to another of its own team."""
        tiers = self.resolved.tiers
        same = job.runs and (job.ask.team, job.ask.flavor) == (to.ask.team, to.ask.flavor)
        if not same or not job.tier or tiers[job.tier].rank <= tiers[to.tier].rank:
            return False
        # One queue has one setting: it holds where every tier with a lower one beside it says so.
        return all(tiers[name].preempts_own_lower for name in self.teams[to.ask.team].tiers[:-1])

    def _parts(self) -> Iterator[Part]:
        target = self.resolved.tenancy.kueue
        assert target is not None
        for name in dict.fromkeys(flavor for team in self.teams.values() for flavor in team.on(KUEUE)):
            flavor = self.resolved.flavors[name]
            for resource in dict.fromkeys((flavor.resource, CPU, MEMORY)):
                yield Part(flavor, resource, target.limit_borrowing == "all" or resource == flavor.resource)

    def _demand(self, ask: Ask) -> Used:
        amounts = ask.amounts(self.resolved.flavors[ask.flavor])
        return Counter({(ask.team, ask.flavor, resource): amount for resource, amount in amounts.items()})

    def _used(self, jobs: Iterable[Job]) -> Used:
        used: Used = Counter()
        for job in jobs:
            if job.runs:
                used.update(self._demand(job.ask))
        return used

    def _exceeded(self, used: Used) -> Iterator[str]:
        for part in self.parts:
            unit = f"{part.resource} of {part.flavor.name}"
            for bound in self._bounds(part, used):
                if bound.held > bound.most:
                    yield f"{bound.held} {unit} held, at most {bound.most}: {bound.what}"

    def _bounds(self, part: Part, used: Used) -> Iterator[Bound]:
        flavor = part.flavor.name
        kept = {}
        """What nobody else can have: a team's own use, and of its guarantee all that it does not lend."""
        for name, team in self.teams.items():
            use, held = used[name, flavor, part.resource], team.on(KUEUE).get(flavor)
            nominal, borrow, lend = (held.nominal, held.borrow, held.lend) if held else (0, 0, 0)
            kept[name] = max(use, part.of(nominal) - part.of(lend if part.limited else nominal)) if team.fair else use
            if borrow is not UNLIMITED and (part.limited or not team.fair):
                yield Bound(f"nominal + borrow of {name}", use, part.of(nominal) + part.of(borrow))
        for department in self.resolved.departments.values():
            if part.limited:
                yield from self._department(department, part, kept)
        yield from self._groups(part, kept)

    def _department(self, department: ResolvedDepartment, part: Part, kept: dict[str, int]) -> Iterator[Bound]:
        on = (part.flavor.name, KUEUE)
        cap = department.cap.get(on, UNLIMITED)
        if cap is not UNLIMITED:
            held = sum(kept[team] for team in department.teams if team in kept)
            yield Bound(f"cap of {department.name}", held, part.of(cap))

    def _groups(self, part: Part, kept: dict[str, int]) -> Iterator[Bound]:
        """A group has what its teams are guaranteed; beyond it, all share what no team is guaranteed."""
        pool = part.of(self.resolved.unallocated.get((part.flavor.name, KUEUE), 0))
        beyond = 0
        for group in self.resolved.groups.values():
            teams = [name for name in group.teams if name in kept]
            if group.fair and teams:
                extra = sum(kept[name] - part.of(self._nominal(self.teams[name], part)) for name in teams)
                beyond += max(0, extra)
                yield Bound(f"lent in {group.name} and what nobody is guaranteed", extra, pool)
        yield Bound("what nobody is guaranteed", beyond, pool)

    def _nominal(self, team: ResolvedTeam, part: Part) -> int:
        held = team.on(KUEUE).get(part.flavor.name)
        return held.nominal if held else 0


def _name(job: Job) -> str:
    amount = f"{job.ask.pods} pods of {job.ask.devices} {job.ask.flavor}"
    return f"{job.name} ({job.tier or 'no tier'}, {amount})"
