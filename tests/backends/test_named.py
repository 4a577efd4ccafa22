"""The names that back ends hand in are those of what they write."""

from __future__ import annotations

from collections import Counter

from hypothesis import given

from tenantry.backends.kueue import named as kueue
from tenantry.backends.kueue.references import identity, references
from tenantry.backends.kueue.render import objects
from tenantry.backends.slurm import named as slurm
from tenantry.backends.slurm.accounts import accounts
from tenantry.backends.slurm.partitions import partition_lines
from tenantry.backends.slurm.qos import partition_qos, tier_qos
from tenantry.backends.slurm.scope import Scope
from tenantry.model.document import Tenancy
from tenantry.resolve.names import BURST
from tenantry.resolve.resolve import resolve
from tenantry.resolve.types import Resolved
from tests.strategies_tenancy import tenancies
from tests.support.documents import resolved_text


def _kueue(resolved: Resolved) -> Counter[tuple[str, str, str]]:
    return Counter((it.kind, it.namespace, it.name) for it in kueue.named(resolved))


@given(tenancies)
def test_every_object_for_kueue_is_named_once(tenancy: Tenancy) -> None:
    resolved = resolve(tenancy)
    things = [placed.object for placed in objects(resolved)]
    written = Counter(identity(thing) for thing in things)
    named_alone = {it for thing in things for it in references(thing) if it[0] == "Cohort"} - set(written)
    assert _kueue(resolved) == written + Counter(named_alone)


def test_namespaces_are_named_where_they_are_written() -> None:
    fleet = """
        fleet: demo
        kueue: {release: "0.17", createNamespaces: true}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        teams:
          vision: {quota: {h100: 40}, namespaces: [vision-a, vision-b]}
    """
    assert not [it for it in _kueue(resolved_text(fleet.replace(", createNamespaces: true", ""))) if "Name" in it[0]]
    paths = {it.name: it.path for it in kueue.named(resolved_text(fleet)) if it.kind == "Namespace"}
    assert paths == {f"vision-{name}": ("teams", "vision", "namespaces", at) for at, name in enumerate("ab")}


@given(tenancies)
def test_everything_for_slurm_is_named_once(tenancy: Tenancy) -> None:
    resolved = resolve(tenancy)
    if tenancy.slurm is None:
        return
    scope = Scope(resolved)
    written = Counter(("account", it.name) for it in accounts(scope) if it.name != BURST)
    written += Counter(("QOS", it.name) for it in tier_qos(scope))
    written += Counter(("QOS", name) for name, _ in partition_qos(scope))
    written += Counter(("partition", line["PartitionName"]) for line in partition_lines(scope))
    assert Counter((it.kind, it.name) for it in slurm.named(resolved)) == written
    assert not [it for it in slurm.named(resolved) if it.reserved]
