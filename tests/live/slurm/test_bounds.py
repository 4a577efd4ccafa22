"""A document that goes as far as `check` lets it is taken whole: names, topologies, time limits, sizes of nodes."""

from __future__ import annotations

import pytest

from tenantry.emit import to_yaml
from tenantry.finding import Severity
from tenantry.load.source import load_text
from tenantry.pipeline import examined
from tests.live.slurm.documents import on_sandbox
from tests.live.slurm.install import RELEASES
from tests.live.slurm.lint import Linter

pytestmark = pytest.mark.slurm

GPU = {"product": "NVIDIA-H100", "perNode": 8}
NODE = {"cpus": 65535, "memory": "1Ti"}
LONGEST = {"fleet": "f" * 40, "team": "t" * 41, "tier": "q" * 41, "department": "d" * 41}
"""One character more, and NAM105 or SLM103 refuses it."""


def document(release: str) -> dict[str, object]:
    """Two topologies that leave hosts unplaced, the longest names, and limits beyond the backfill window."""
    flavors = {f"f{it}": {"gpu": GPU | {"gres": f"h{it}"}, "node": NODE, "topology": it} for it in "ab"}
    levels = {it: [{"name": "rack", "label": f"example.com/{it}", "members": {f"r{it}": f"{it}[1-2]"}}] for it in "ab"}
    team = {"group": "lab", "department": LONGEST["department"], "quota": {"fa": 8, "fb": 8}}
    return {
        "fleet": LONGEST["fleet"],
        "slurm": {"release": release},
        "flavors": flavors,
        "pools": {f"p{it}": {"flavor": f"f{it}", "hosts": f"{it}[1-4]", "owner": "slurm"} for it in "ab"},
        "topologies": {it: {"levels": levels[it]} for it in "ab"},
        "groups": {"lab": {"sharing": "fair"}},
        "departments": {LONGEST["department"]: {}},
        "tiers": {LONGEST["tier"]: {"maxTime": "24855d"}, "base": {"maxTime": "1h"}},
        "teams": {LONGEST["team"]: team},
    }


def test_the_longest_that_check_accepts_is_taken(suite: str) -> None:
    found = examined(load_text(to_yaml(document(RELEASES[suite])), "tenancy.yaml"))
    assert [it.text for it in found.findings if it.severity is Severity.ERROR] == []
    assert found.resolved is not None
    rendered = on_sandbox(found.resolved.tenancy, suite)
    with Linter(suite, database=True) as linter:
        linter.write(rendered.files)
        qos = linter.batch(rendered.commands("qos.sacctmgr"))
        assert qos.rc == 0, qos.out
        verdict = linter.lint(rendered.files)
        assert verdict.clean, verdict.faults
        accounts = linter.batch(rendered.commands("accounts.sacctmgr"))
        assert accounts.rc == 0, accounts.out
        shown = linter.run(["sacctmgr", "-nP", "show", "account", "format=account"]).out.split()
    assert {LONGEST["team"], f"{LONGEST['team']}_burst", f"{LONGEST['department']}_burst"} <= set(shown)
