"""What is submitted to the document of `tenancies.TWO_MODELS`, and what must then run, worked out by hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tests.live.kube.agreement.jobs import Ask


@dataclass(frozen=True, slots=True)
class Phase:
    """Some jobs more, and what runs once the controller has settled them."""

    asks: tuple[Ask, ...]
    holds: Mapping[str, int]
    """Pattern of `team flavor tier` to the devices that all of them hold together."""
    ends: Mapping[str, int] = field(default_factory=dict)
    """The same patterns to how many of the jobs that run end before anything is submitted."""


def jobs(team: str, count: int, flavor: str = "h100", **more: str | int) -> Ask:
    """So many jobs of a team, of one device each unless more is said."""
    return Ask(team, flavor, count=count, **more)  # type: ignore[arg-type]  # of Ask's own fields


def h100(**held: int) -> dict[str, int]:
    """Team to the H100 of all its tiers."""
    return {f"{team} h100 *": count for team, count in held.items()}


GUARANTEED = {"vision": 2, "speech": 1, "robots": 1, "atlas": 3, "nova": 1, "oak": 4, "chat": 1}
"""H100 a team."""
OTHERS = ("vision", "speech", "robots", "oak", "chat")
"""All that are not of the group open."""
SCIENCE = "[vs][ip]* h100 *"
"""Vision and speech together."""

SCENARIOS: Mapping[str, tuple[Phase, ...]] = {
    "never above nominal + borrow, and a cap that blocks no sibling's guarantee": (
        Phase((jobs("atlas", 6), jobs("speech", 4)), h100(atlas=5, speech=3)),
        Phase((jobs("vision", 3),), h100(atlas=5, speech=2, vision=2)),
    ),
    "what is kept is for nobody else, and groups do not borrow from each other": (
        Phase((jobs("nova", 6),), h100(nova=5)),
        Phase((jobs("robots", 5),), h100(nova=5, robots=4)),
        Phase((jobs("atlas", 2),), h100(nova=5, robots=4, atlas=2)),
        Phase((jobs("atlas", 2),), h100(nova=4, robots=4, atlas=3)),
    ),
    "a hard group neither lends nor borrows": (
        Phase((jobs("oak", 8),), h100(oak=7)),
        Phase((jobs("nova", 3), jobs("robots", 5)), h100(oak=7, nova=2, robots=4)),
        Phase((jobs("chat", 2),), h100(oak=7, nova=2, robots=4, chat=1)),
    ),
    "a guarantee is reclaimed from those who borrow, for several pods too": (
        Phase((jobs("robots", 8),), h100(robots=7)),
        Phase((jobs("vision", 1, pods=2),), h100(robots=5, vision=2)),
        Phase((jobs("speech", 1),), h100(robots=4, vision=2, speech=1)),
    ),
    "everybody gets what is theirs": (
        Phase((jobs("nova", 6),), h100(nova=5)),
        Phase(
            tuple(jobs(team, 1, devices=GUARANTEED[team]) for team in OTHERS),
            {**h100(**GUARANTEED), **h100(nova=5, atlas=0)},
        ),
        Phase(tuple(jobs(team, 1) for team in OTHERS), {**h100(**GUARANTEED), **h100(nova=5, atlas=0)}),
        Phase((jobs("atlas", 4),), {**h100(**GUARANTEED), **h100(nova=4)}),
    ),
    "all want everything at once": (
        Phase((jobs("robots", 7), jobs("nova", 3)), {"* h100 *": 9}),
        Phase(tuple(jobs(team, count + 1) for team, count in GUARANTEED.items()), {"* h100 *": 16, "chat h100 *": 1}),
    ),
    "a cap binds those who borrow under it together": (
        Phase((jobs("vision", 4), jobs("speech", 4)), {SCIENCE: 4}),
        Phase((jobs("robots", 4),), {SCIENCE: 4, **h100(robots=3)}),
    ),
    "several GPUs a job, in several pods": (
        Phase((jobs("atlas", 3, pods=2),), h100(atlas=4)),
        Phase((jobs("nova", 2, devices=2),), h100(atlas=4, nova=2)),
        Phase((jobs("vision", 2, devices=3),), h100(atlas=4, nova=2, vision=3)),
    ),
    "work that is too large for ever waits, and blocks nothing": (
        Phase((jobs("atlas", 1, devices=6), jobs("vision", 1, pods=5)), h100(atlas=0, vision=0)),
        Phase((jobs("vision", 1, devices=2, pods=2),), h100(vision=4)),
    ),
    "two models": (
        Phase((jobs("vision", 5, "l40s"), jobs("vision", 2)), {"vision l40s *": 4, "vision h100 *": 2}),
        Phase((jobs("nova", 5, "l40s"),), {"vision l40s *": 4, "nova l40s *": 4}),
    ),
    "CPUs are held to what goes with the GPUs": (
        Phase((jobs("atlas", 3, cpu_times=2), jobs("chat", 1, cpu_times=2)), h100(atlas=2, chat=0)),
        Phase((jobs("nova", 4),), h100(atlas=2, nova=3)),
    ),
    "work without GPUs has queues of its own": (
        Phase((jobs("vision", 5, "epyc", devices=8),), {"vision epyc *": 32}),
        Phase((jobs("nova", 3, "epyc", devices=8),), {"vision epyc *": 32, "nova epyc *": 16}),
        Phase((jobs("atlas", 4, "epyc", devices=8), jobs("vision", 2)), {"* epyc *": 64, "vision h100 *": 2}),
    ),
    "a tier evicts lower ones of its own team, and nobody within a guarantee": (
        Phase((jobs("nova", 6),), h100(nova=5)),
        Phase((jobs("vision", 4), jobs("robots", 2)), h100(vision=3, robots=1)),
        Phase(
            (jobs("vision", 2, tier="production"), jobs("robots", 2, tier="production")),
            {
                "vision h100 production": 2,
                "vision h100 scavenger": 1,
                "robots h100 production": 1,
                "robots h100 scavenger": 0,
                "nova h100 *": 5,
            },
        ),
        Phase((jobs("speech", 1),), {"speech h100 *": 1, "vision h100 production": 2, "robots h100 production": 1}),
    ),
    "work above its team's guarantee evicts nothing": (
        Phase((jobs("nova", 6),), h100(nova=5)),
        Phase(
            (jobs("nova", 1, devices=2, tier="production"),),
            {"nova h100 scavenger": 5, "nova h100 production": 0},
        ),
        Phase(
            (jobs("nova", 1, tier="production"),),
            {"nova h100 scavenger": 4, "nova h100 production": 1},
        ),
    ),
    "the highest tier of a team comes first": (
        Phase((jobs("oak", 7), jobs("speech", 1), jobs("robots", 1)), h100(oak=7, speech=1, robots=1)),
        Phase((jobs("vision", 2, tier="production"),), {"vision h100 production": 2}),
        Phase((jobs("vision", 1), jobs("vision", 1, tier="research")), {"vision h100 production": 2}),
        Phase(
            (),
            {"vision h100 production": 1, "vision h100 research": 1, "vision h100 scavenger": 0},
            ends={"vision h100 production": 1},
        ),
    ),
}
