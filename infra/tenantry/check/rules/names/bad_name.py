"""Generated names that no scheduler takes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tenantry.check.rule import TARGETS, Problem, rule
from tenantry.check.target import Targeted
from tenantry.finding import Severity
from tenantry.model.names import NAME

_NAME = re.compile(NAME)


@rule("NAM103", Severity.ERROR, TARGETS)
def bad_name(targeted: Targeted) -> Iterator[Problem]:
    """A generated name is too long or begins or ends with a dash.

    What it does:
        Fills in the naming patterns and asks for 1 to 63 lower-case letters, digits and dashes with a letter or digit
        at both ends. What Slurm's own suffixes add does not count.

    Why:
        Kueue writes queue names into labels, which hold 63 characters, and sacctmgr takes a name that begins with a
        dash for an option.

    Example:
        fleet: demo
        kueue: {release: "0.17"}
        naming: {clusterQueue: "{fleet}-{team}-cluster-queue-for-all-gpus-of-the-research-department"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        teams:
          vision: {quota: {h100: 40}, namespaces: [vision]}

    Use instead:
        fleet: demo
        kueue: {release: "0.17"}
        naming: {clusterQueue: "{fleet}-{team}-cq"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        teams:
          vision: {quota: {h100: 40}, namespaces: [vision]}

    Sources:
        Kubernetes label syntax; sacctmgr(1).
    """
    for made in targeted.names:
        name = made.name.partition("_")[0]
        if made.pattern and not _NAME.fullmatch(name):
            long = len(name) > 63
            message = f"{made.what} would be the {made.kind} '{name}'"
            message += f", which has {len(name)} characters" if long else ", which begins or ends with a dash"
            yield Problem(made.path, message, f"{'shorten' if long else 'correct'} naming.{made.pattern} or the name")
