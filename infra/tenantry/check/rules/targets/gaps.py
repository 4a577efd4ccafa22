"""What a scheduler does not hold to exactly, told once a kind."""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.check.rule import TARGETS, Problem, rule
from tenantry.check.target import Targeted
from tenantry.finding import Severity
from tenantry.model.scheduler import Scheduler


@rule("SLM201", Severity.INFO, TARGETS)
def slurm_says_less(targeted: Targeted) -> Iterator[Problem]:
    """Slurm holds to something in the document only approximately, or not at all.

    What it does:
        Names every concept that the document uses and that Slurm does not enforce just so, once each, at the first
        place that asks for it.

    Why:
        Two schedulers never say quite the same. What differs is told, not papered over; `tenantry explain TEAM` has
        the mechanism behind each.

    Example:
        fleet: demo
        slurm: {release: "24.11"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        groups:
          lab: {sharing: fair}
        teams:
          vision: {group: lab, quota: {h100: {nominal: 40, lend: 8}}}

    Use instead:
        fleet: demo
        slurm: {release: "24.11"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        teams:
          vision: {quota: {h100: 40}}

    Sources:
        docs/design.md, "What each side can say".
    """
    yield from _told(targeted, Scheduler.SLURM)


@rule("KUE201", Severity.INFO, TARGETS)
def kueue_says_less(targeted: Targeted) -> Iterator[Problem]:
    """Kueue holds to something in the document only approximately, or not at all.

    What it does:
        Names every concept that the document uses and that Kueue does not enforce just so, once each, at the first
        place that asks for it.

    Why:
        Two schedulers never say quite the same. What differs is told, not papered over; `tenantry explain TEAM` has
        the mechanism behind each.

    Example:
        fleet: demo
        kueue: {release: "0.17"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        teams:
          vision: {quota: {h100: 40}, perUser: {h100: 8}, namespaces: [vision]}

    Use instead:
        fleet: demo
        kueue: {release: "0.17"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        teams:
          vision: {quota: {h100: 40}, namespaces: [vision]}

    Sources:
        docs/design.md, "What each side can say".
    """
    yield from _told(targeted, Scheduler.KUEUE)


def _told(targeted: Targeted, scheduler: Scheduler) -> Iterator[Problem]:
    name = scheduler.value.capitalize()
    target = targeted.targets.get(scheduler)
    for gap in target.gaps if target else ():
        message = f"{gap.concept} is {gap.fidelity} on {name}"
        yield Problem(gap.path, f"{message}: {gap.why}" if gap.why else message)
