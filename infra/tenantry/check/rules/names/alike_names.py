"""Names that a scheduler cannot tell apart."""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.check.rule import TARGETS, Problem, rule
from tenantry.check.target import Named, Targeted
from tenantry.finding import Related, Severity


@rule("NAM105", Severity.ERROR, TARGETS)
def alike_names(targeted: Targeted) -> Iterator[Problem]:
    """Two accounts or QOS have names that Slurm takes for one.

    What it does:
        Compares the names of accounts, and those of QOS, in their first 42 characters. What a team or a tier borrows
        has its name with `_burst` at the end, so a name of 42 characters or more is too long where it may borrow.

    Why:
        slurmdbd's unique indexes hold 42 characters of a name. The second of two that are alike in them takes the
        place of the first, whose limits are lost: "Request didn't affect anything".

    Example:
        fleet: demo
        slurm: {release: "24.11"}
        groups:
          lab: {sharing: fair}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        teams:
          laboratory-for-computer-vision-and-robotics: {group: lab, quota: {h100: 40}}

    Use instead:
        fleet: demo
        slurm: {release: "24.11"}
        groups:
          lab: {sharing: fair}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        teams:
          computer-vision-and-robotics: {group: lab, quota: {h100: 40}}

    Sources:
        Slurm's accounting_storage/mysql plugin, `unique index (user(42), acct(42), ...)`; tried on 24.11 and 26.05.
    """
    first: dict[tuple[str, str], Named] = {}
    for made in targeted.names:
        if made.significant is None:
            continue
        other = first.setdefault((made.kind, made.name[: made.significant]), made)
        if other.name != made.name:
            message = f"{made.what} would be the {made.kind} '{made.name}', which Slurm takes for '{other.name}'"
            message += f": their first {made.significant} characters are alike"
            related = () if other.path == made.path else (Related(f"{other.what} is here", other.path),)
            help_text = f"use a shorter name{f', or set naming.{made.pattern}' if made.pattern else ''}"
            yield Problem(made.path, message, help_text, related)
