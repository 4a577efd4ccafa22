"""What borrowing at start cannot hold to; tried on 24.11 and 26.05.

One burst QOS a flavor bounds what is borrowed of it, in the place of the accounts' limits on its type: two of them
would bind nothing together, and a department's limit would be passed or would block its teams' guarantees.
"""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.backends.slurm.lending import borrowing_groups
from tenantry.backends.slurm.names import GPU
from tenantry.backends.slurm.qos import burst_tiers
from tenantry.backends.slurm.scope import Scope
from tenantry.check.target import Refusal
from tenantry.finding import Path

_HELP = "leave slurm.borrowing out; who submits then chooses an account for borrowed work"


def at_start(scope: Scope) -> Iterator[Refusal]:
    """Why work cannot borrow when it starts; nothing where it need not."""
    if scope.at_start:
        for path, message in _reasons(scope):
            yield Refusal(path, message, _HELP)


def _reasons(scope: Scope) -> Iterator[tuple[Path, str]]:
    if not scope.facts.qos_lists:
        yield ("slurm", "borrowing"), f"in Slurm {scope.target.release} a job has one QOS; borrowing at start takes two"
    if len(tiers := burst_tiers(scope)) > 1:
        names = ", ".join(tier.name for tier in tiers)
        yield ("tiers",), f"work of several tiers borrows ({names}), and no limit binds them together at start"
    if len(groups := borrowing_groups(scope)) > 1:
        names = ", ".join(group.name for group in groups)
        yield ("groups",), f"several groups borrow ({names}), and at start what each borrows is not kept apart"
    departments = {team.department for team in scope.borrowers.values()}
    for name in (name for name in scope.resolved.departments if name in departments):
        if scope.resolved.departments[name].cap:
            yield ("departments", name, "cap"), f"at start nothing holds department '{name}' to its cap"
    for team in scope.borrowers:
        for flavor in scope.entitlements[team]:
            if scope.flavors[flavor].gres_name != GPU:
                yield ("teams", team, "quota", flavor), f"at start only whole GPUs are borrowed, not {flavor}"
