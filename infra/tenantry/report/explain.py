"""What one team may use on each scheduler, in plain words, and how exactly each holds to that."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tenantry.backends.base import Backend, Concept, Statement
from tenantry.model.limit import UNLIMITED, Count
from tenantry.report.base import plural
from tenantry.report.usage import team_uses
from tenantry.resolve.types import Entitlement, Resolved, ResolvedTeam, ResolvedTier


def explain_team(resolved: Resolved, name: str, backends: Sequence[Backend]) -> str:
    """The page of one team. ``backends`` are those of the document's schedulers; KeyError for an unknown team."""
    team = resolved.teams[name]
    parts = [_who(resolved, team)]
    parts += ["\n".join(_held(resolved, team, backend)) for backend in backends]
    if team.tiers:
        parts.append("\n".join(["tiers, highest first", *(f"  {_tier(resolved.tiers[tier])}" for tier in team.tiers)]))
    parts.append("\n".join(_exactness(resolved, team, backends)))
    return "\n\n".join(part for part in parts if part) + "\n"


def _who(resolved: Resolved, team: ResolvedTeam) -> str:
    facts = []
    if team.group:
        sharing = "lends and borrows" if team.fair else "neither lends nor borrows"
        facts.append(f"group {team.group} ({sharing})")
    else:
        facts.append("in no group, so it neither lends nor borrows")
    if team.department:
        facts.append(f"department {team.department}")
    facts.append(f"share {team.share}")
    if team.users is not None:
        facts.append(plural(len(team.users), "user"))
    return "\n".join([f"team {team.name}: {', '.join(facts)}", *_caps(resolved, team)])


def _caps(resolved: Resolved, team: ResolvedTeam) -> Iterator[str]:
    for flavor, most in team.per_user.items():
        yield f"  one user: at most {most} {flavor}"
    for flavor, most in team.per_job.items():
        yield f"  one job: at most {most} {flavor}"
    if team.max_running_jobs is not None:
        yield f"  running jobs: at most {team.max_running_jobs}"
    if team.max_submitted_jobs is not None:
        yield f"  running and waiting jobs: at most {team.max_submitted_jobs}"
    if team.department:
        for (flavor, scheduler), cap in resolved.departments[team.department].cap.items():
            yield f"  department {team.department} together on {scheduler.value.capitalize()}: at most {cap} {flavor}"


def _held(resolved: Resolved, team: ResolvedTeam, backend: Backend) -> Iterator[str]:
    held, title = team.on(backend.name), backend.name.value.capitalize()
    if not held:
        yield f"on {title}: nothing"
        return
    yield f"on {title}"
    width = max(len(flavor) for flavor in held)
    for flavor, entitlement in held.items():
        unit = "GPUs" if resolved.flavors[flavor].is_gpu else "CPUs"
        yield f"  {flavor.ljust(width)}  {_amounts(entitlement, unit, fair=team.fair)}"


def _amounts(held: Entitlement, unit: str, *, fair: bool) -> str:
    parts = [f"{held.nominal} {unit} guaranteed"]
    if held.borrow:
        parts.append(f"{_more(held.borrow)} while others leave them idle")
    if fair:
        parts.append(f"{held.lend} of its own lent while idle" if held.lend else "none of its own lent")
    return ", ".join(parts)


def _more(borrow: Count) -> str:
    return "as many more as there are" if borrow is UNLIMITED else f"up to {borrow} more"


def _tier(tier: ResolvedTier) -> str:
    facts = []
    if tier.max_time:
        facts.append(f"at most {tier.max_time}")
    if tier.unlimited:
        facts.append("as long as it likes")
    if tier.default_time:
        facts.append(f"{tier.default_time} unless asked")
    facts.append("may run on borrowed devices" if tier.may_borrow else "never on borrowed devices")
    if tier.preempts:
        facts.append(f"evicts {', '.join(tier.preempts)} of every team")
    if tier.grace:
        facts.append(f"{tier.grace} grace when evicted")
    return f"{tier.name}: {', '.join(facts)}"


def _exactness(resolved: Resolved, team: ResolvedTeam, backends: Sequence[Backend]) -> Iterator[str]:
    used = {backend.name: {concept for concept, _ in team_uses(resolved, team, backend.name)} for backend in backends}
    concepts = [concept for concept in Concept if any(concept in asked for asked in used.values())]
    if concepts:
        yield "how exactly that is held to"
    for concept in concepts:
        yield f"  {concept.value}"
        for backend in backends:
            if concept in used[backend.name]:
                yield f"    {backend.name.value.capitalize()}: {said(backend.limits_of(resolved)[concept])}"


def said(statement: Statement) -> str:
    """How exactly, by what, and what differs."""
    parts = [part for part in (statement.how, statement.why) if part]
    return f"{statement.fidelity.value} - {'; '.join(parts)}" if parts else statement.fidelity.value
