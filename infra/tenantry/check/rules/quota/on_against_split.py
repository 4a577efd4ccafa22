"""Places of a quota that contradict each other."""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.check.rule import DOCUMENT, Problem, rule
from tenantry.finding import Path, Related, Severity
from tenantry.model.document import Tenancy
from tenantry.model.quota import Placement, Quota
from tenantry.model.team import Team


@rule("QTA110", Severity.ERROR, DOCUMENT)
def on_against_split(tenancy: Tenancy) -> Iterator[Problem]:
    """`on` and `split` of one quota name different schedulers.

    What it does:
        Compares the two where they stand together, in a quota, a team or the defaults: a split by numbers has a number
        for each scheduler of `on` and for no other, and a proportional one needs several.

    Why:
        One of the two would be passed over, and the quota would live where half of the document does not say.

    Example:
        fleet: demo
        slurm: {release: "24.11"}
        kueue: {release: "0.17"}
        ownership: {label: tenancy.example.com/owner, taint: tenancy.example.com/owner}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        teams:
          vision: {quota: {h100: {nominal: 64, on: kueue, split: {slurm: 64}}}, namespaces: [vision]}

    Use instead:
        fleet: demo
        slurm: {release: "24.11"}
        kueue: {release: "0.17"}
        ownership: {label: tenancy.example.com/owner, taint: tenancy.example.com/owner}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        teams:
          vision: {quota: {h100: {nominal: 64, on: kueue}}, namespaces: [vision]}

    Sources:
        Structural: the split decides how much of what `on` lists is where.
    """
    yield from _contradiction(tenancy.defaults, ("defaults",))
    for name, team in tenancy.teams.items():
        yield from _contradiction(team, ("teams", name))
        for flavor, quota in team.quota.items():
            yield from _contradiction(quota, ("teams", name, "quota", flavor))


def _contradiction(said: Placement | Team | Quota, path: Path) -> Iterator[Problem]:
    if said.on is None or said.split is None:
        return
    related = (Related("on is here", (*path, "on")),)
    listed = set(said.on)
    if not isinstance(said.split, dict):
        if len(listed) == 1:
            message = f"a proportional split needs several schedulers, and on lists {said.on[0].value} alone"
            yield Problem((*path, "split"), message, "remove the split, or list both under on", related)
        return
    if wrong := sorted(it.value for it in listed.symmetric_difference(said.split)):
        message = f"on and split differ in {' and '.join(wrong)}"
        yield Problem((*path, "split"), message, "name the same schedulers in both, or leave on out", related)
