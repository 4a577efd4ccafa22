"""Whatever document passes its rules: slurmctld serves its files without complaint, slurmd finds the devices that
slurm.conf counts, sacctmgr takes the commands. On every release."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import count

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from tenantry.backends.slurm.accounting.compare import deltas
from tenantry.backends.slurm.accounting.observe import observe
from tenantry.backends.slurm.accounting.types import Entity
from tenantry.backends.slurm.accounting.wanted import wanted
from tenantry.backends.slurm.live.local import LocalCommands
from tenantry.backends.slurm.scope import Scope
from tenantry.model.document import Tenancy
from tenantry.model.scheduler import Owner
from tenantry.resolve.types import Resolved
from tests.live.slurm.documents import on_sandbox
from tests.live.slurm.install import RELEASES
from tests.live.slurm.lint import Linter
from tests.strategies_tenancy import tenancies

pytestmark = pytest.mark.slurm

EXAMPLES = {"bookworm": 4, "trixie": 12, "sid": 12}
"""A verdict with a database takes 22.05 ten times as long, a command of sacctmgr too."""
SLOW = "bookworm"
FLEETS = count(1)
ADDED_BEFORE = "Nothing new added."
RENDER_NODES = "mkdir -p /dev/dri && for i in $(seq 128 143); do mknod /dev/dri/renderD$i c 226 $i; done"


def split_instances(tenancy: Tenancy, suite: str) -> bool:
    """Whether 22.05 would get instances beside shards, which the document's check refuses."""
    gpus = [flavor.gpu for flavor in tenancy.flavors.values() if flavor.gpu]
    return suite == SLOW and any(gpu.mig for gpu in gpus) and any(gpu.shards for gpu in gpus)


with_nodes = tenancies.filter(
    lambda it: it.slurm is not None and any(p.owner is Owner.SLURM for p in it.pools.values())
)


@pytest.fixture(scope="module")
def linter(suite: str) -> Iterator[Linter]:
    with Linter(suite, database=True) as running:
        assert running.run(["sh", "-c", RENDER_NODES]).rc == 0
        yield running


def test_any_document(linter: Linter) -> None:
    @settings(
        max_examples=EXAMPLES[linter.suite],
        deadline=None,
        database=None,
        phases=[Phase.generate],  # a smaller failing document is not worth minutes of daemons starting
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
    )
    @given(tenancy=with_nodes.filter(lambda it: not split_instances(it, linter.suite)))
    def holds(tenancy: Tenancy) -> None:
        # A fleet of its own each time: slurmdbd keeps accounts by cluster, QOS for all of them.
        rendered = on_sandbox(tenancy.model_copy(update={"fleet": f"fleet{next(FLEETS)}"}), linter.suite)
        linter.write(rendered.files)
        commands = rendered.commands("qos.sacctmgr")
        if linter.suite == SLOW:
            added = re.findall(r"^add qos name=(\S+)", commands, re.MULTILINE)
            commands = f"add qos name={','.join(added)}\n"
        qos = linter.batch(commands)
        assert qos.rc == 0 or ADDED_BEFORE in qos.out, qos.out
        verdict = linter.lint(rendered.files)
        assert verdict.runs, verdict.lines
        assert verdict.faults == ()
        assert_devices(linter, rendered.resolved)
        if linter.suite != SLOW:
            accounts = linter.batch(rendered.commands("accounts.sacctmgr"))
            assert accounts.rc == 0, accounts.out
            assert_accounting(linter, rendered.resolved)

    holds()


def assert_accounting(linter: Linter, resolved: Resolved) -> None:
    """What is read back is what the document wants; of QOS, which all fleets share here, earlier ones left limits."""
    scope = Scope(resolved)
    seen = observe(LocalCommands(tuple(linter.entering([]))), scope.cluster, RELEASES[linter.suite])
    assert [it for it in deltas(wanted(scope), seen) if it.key.entity is not Entity.QOS] == []


def assert_devices(linter: Linter, resolved: Resolved) -> None:
    """slurmd reads as many devices of each kind from gres.conf as slurm.conf says that the node has."""
    for pool in resolved.pools.values():
        flavor = resolved.flavors[pool.flavor]
        if pool.owner is not Owner.SLURM or not flavor.is_gpu:
            continue
        shown = linter.run(["slurmd", "-G", "-N", pool.hosts.names[0]], seconds=8)
        assert shown.rc == 0, shown.out
        found: Counter[str] = Counter()
        for name, kind, number in re.findall(r"Gres Name=(\S+) Type=(\S+) Count=(\d+) ", shown.out):
            found[f"gres/{name}:{kind}"] += int(number)
        assert found[flavor.tres] == flavor.devices_per_node, shown.out
