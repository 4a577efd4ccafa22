"""Fleets whose nodes do not show whose they are."""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.check.rule import DOCUMENT, Problem, rule
from tenantry.finding import Related, Severity
from tenantry.model.document import Tenancy
from tenantry.model.scheduler import Owner


@rule("NOD109", Severity.ERROR, DOCUMENT)
def ownership_unmarked(tenancy: Tenancy) -> Iterator[Problem]:
    """Both schedulers own nodes and nothing on a node says which.

    What it does:
        Asks for `ownership` with a label, a taint or the site's existing labels where pools of both owners stand in
        a document with a `kueue` section. Slurm lists its nodes by name and needs no mark.

    Why:
        Slurm's list of nodes and Kubernetes' nodes overlap when a node moves. A label that the Kueue flavor selects,
        and a taint that only its work tolerates, keep the other scheduler's nodes out of its sight.

    Example:
        fleet: demo
        slurm: {release: "24.11"}
        kueue: {release: "0.17"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        pools:
          training: {flavor: h100, hosts: "gpu[01-08]", owner: slurm}
          serving: {flavor: h100, hosts: "gpu[09-12]", owner: kueue}

    Use instead:
        fleet: demo
        slurm: {release: "24.11"}
        kueue: {release: "0.17"}
        ownership: {label: tenancy.example.com/owner, taint: tenancy.example.com/owner}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        pools:
          training: {flavor: h100, hosts: "gpu[01-08]", owner: slurm}
          serving: {flavor: h100, hosts: "gpu[09-12]", owner: kueue}

    Sources:
        docs/design.md, "Ownership on nodes"; https://kueue.sigs.k8s.io/docs/concepts/resource_flavor/
    """
    first = {owner: name for name, owner in reversed([(name, pool.owner) for name, pool in tenancy.pools.items()])}
    if tenancy.kueue is None or not {Owner.SLURM, Owner.KUEUE} <= first.keys():
        return
    if tenancy.ownership is not None and not tenancy.ownership.single:
        return
    related = tuple(
        Related(f"{owner} owns nodes here", ("pools", first[owner], "owner")) for owner in (Owner.SLURM, Owner.KUEUE)
    )
    path = ("pools",) if tenancy.ownership is None else ("ownership",)
    help_text = "add ownership: {label: tenancy.example.com/owner, taint: tenancy.example.com/owner}, or existing: "
    help_text += "{label: value} with a label your Kubernetes nodes carry"
    yield Problem(path, "both schedulers own nodes and nothing on a node says whose it is", help_text, related)
