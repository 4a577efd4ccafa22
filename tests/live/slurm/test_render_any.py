"""Whatever document passes its rules: slurmctld serves its files without complaint, sacctmgr takes its commands."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

import pytest
from hypothesis import HealthCheck, given, settings

from tenantry.model.document import Tenancy
from tenantry.model.scheduler import Owner
from tests.live.slurm.documents import on_sandbox
from tests.live.slurm.install import missing
from tests.live.slurm.lint import Linter
from tests.strategies_tenancy import tenancies
from tests.support.real import require

pytestmark = pytest.mark.slurm

SUITE = "trixie"
FLEETS = count(1)
ADDED_BEFORE = "Nothing new added."
with_nodes = tenancies.filter(
    lambda it: it.slurm is not None and any(p.owner is Owner.SLURM for p in it.pools.values())
)


@pytest.fixture(scope="module")
def linter() -> Iterator[Linter]:
    require(missing(SUITE) is None, str(missing(SUITE)))
    with Linter(SUITE, database=True) as running:
        yield running


@settings(
    max_examples=15,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
@given(tenancy=with_nodes)
def test_any_document(linter: Linter, tenancy: Tenancy) -> None:
    # A fleet of its own each time: slurmdbd keeps accounts by cluster, QOS for all of them.
    rendered = on_sandbox(tenancy.model_copy(update={"fleet": f"fleet{next(FLEETS)}"}), SUITE)
    linter.write(rendered.files)
    qos = linter.batch(rendered.commands("qos.sacctmgr"))
    assert qos.rc == 0 or ADDED_BEFORE in qos.out, qos.out
    verdict = linter.lint(rendered.files)
    assert verdict.runs, verdict.lines
    assert verdict.faults == ()
    accounts = linter.batch(rendered.commands("accounts.sacctmgr"))
    assert accounts.rc == 0, accounts.out
