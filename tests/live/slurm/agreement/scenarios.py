"""What is submitted to the document of `tenancies.TWO_MODELS`, and what must then run, worked out by hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tests.live.slurm.agreement.jobs import Ask


@dataclass(frozen=True, slots=True)
class Phase:
    """Some jobs more, and what runs once the queue has settled."""

    asks: tuple[Ask, ...]
    holds: Mapping[str, int]
    """Pattern of `team flavor base|burst tier` to the devices that all of them hold together."""
    ends: Mapping[str, int] = field(default_factory=dict)
    """The same patterns to how many of the jobs end before anything is submitted."""


def base(team: str, count: int, flavor: str = "h100", **more: str | int) -> Ask:
    """Work within what the team is guaranteed."""
    return Ask(team, flavor, count=count, **more)  # type: ignore[arg-type]  # of Ask's own fields


def burst(team: str, count: int, flavor: str = "h100", **more: str | int) -> Ask:
    """Work on what others leave idle."""
    return Ask(team, flavor, count=count, borrow=True, **more)  # type: ignore[arg-type]  # of Ask's own fields


GUARANTEED = {"vision": 4, "speech": 2, "robots": 2, "atlas": 4, "oak": 8, "chat": 2}
"""H100 a team."""

SCENARIOS: Mapping[str, tuple[Phase, ...]] = {
    "never above nominal + borrow, of two models": (
        Phase(
            (
                *(base("atlas", 6), burst("atlas", 10)),
                *(base("vision", 4, "l40s"), burst("vision", 4, "l40s")),
                *(base("nova", 3, "l40s"), burst("nova", 2, "l40s")),
            ),
            {
                "atlas h100 base *": 4,
                "atlas h100 burst *": 6,
                "vision l40s base *": 2,
                "vision l40s burst *": 2,
                "nova l40s base *": 2,
                "nova l40s burst *": 2,
            },
        ),
    ),
    "several GPUs a job, on several nodes": (
        Phase((burst("atlas", 2, devices=3, nodes=2),), {"atlas h100 burst *": 6}),
        Phase(
            (base("vision", 2, devices=3), base("vision", 2), base("robots", 2, nodes=2), base("atlas", 2, devices=2)),
            {"vision h100 base *": 4, "robots h100 base *": 2, "atlas h100 burst *": 6, "atlas h100 base *": 4},
        ),
    ),
    "a guarantee is reclaimed from those who borrow": (
        Phase((burst("robots", 10), burst("atlas", 10)), {"* h100 burst *": 12, "robots h100 burst *": 8}),
        Phase(
            tuple(base(team, count + 2) for team, count in GUARANTEED.items()),
            {"* h100 burst *": 2} | {f"{team} h100 base *": count for team, count in GUARANTEED.items()},
        ),
    ),
    "a guarantee of whole nodes is reclaimed": (
        Phase((burst("robots", 8), burst("atlas", 4)), {"* h100 burst *": 12}),
        Phase(
            (base("atlas", 1, devices=4), base("vision", 1, devices=2, nodes=2), base("oak", 1, devices=8)),
            {"* h100 base *": 16},
        ),
    ),
    "all borrowing stays within what is lent": (
        Phase(
            (burst("robots", 9), burst("vision", 5), burst("atlas", 9), burst("nova", 9, "l40s")),
            {"* h100 burst *": 12, "nova l40s burst *": 6},
        ),
    ),
    "a cap binds, and blocks no sibling's guarantee": (
        Phase((burst("vision", 6), burst("speech", 6)), {"* h100 burst *": 3}),
        Phase(
            (base("vision", 6), base("speech", 6)),
            {"* h100 burst *": 3, "vision h100 base *": 4, "speech h100 base *": 2},
        ),
    ),
    "groups do not borrow from each other": (
        Phase((burst("atlas", 9),), {"atlas h100 burst *": 6}),
        Phase((burst("robots", 9),), {"robots h100 burst *": 6, "atlas h100 burst *": 6}),
    ),
    "no tier evicts another team within its guarantee": (
        Phase(
            (
                *(base("vision", 4, tier="scavenger"), base("speech", 2, tier="scavenger")),
                *(base("robots", 2, tier="research"), base("chat", 2), burst("atlas", 6, tier="research")),
                base("oak", 8),
            ),
            {"* h100 base *": 18, "atlas h100 burst *": 6},
        ),
        Phase(
            (base("atlas", 6, tier="production"), base("vision", 1, tier="production")),
            {
                "vision h100 base scavenger": 4,
                "speech h100 base scavenger": 2,
                "robots h100 base research": 2,
                "chat h100 base production": 2,
                "atlas h100 base production": 4,
                "atlas h100 burst *": 2,
            },
        ),
    ),
    "the highest tier of a team comes first": (
        Phase((base("vision", 6, tier="scavenger"),), {"vision h100 base scavenger": 4}),
        Phase((base("vision", 2, tier="research"), base("vision", 2, tier="production")), {"vision h100 base *": 4}),
        Phase(
            (),
            {"vision h100 base production": 2, "vision h100 base research": 1, "vision h100 base scavenger": 1},
            ends={"vision h100 base scavenger": 3},
        ),
    ),
}
