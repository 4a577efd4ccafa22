"""What ``explain`` says of the example documents' teams, and which concepts a document uses."""

from __future__ import annotations

from pathlib import Path

import pytest

from tenantry.backends.base import Concept
from tenantry.backends.registry import BACKENDS
from tenantry.finding import Path as ModelPath
from tenantry.model.scheduler import Scheduler
from tenantry.report.explain import explain_team
from tenantry.report.page import codes, page
from tenantry.report.usage import uses
from tests.support.documents import EXAMPLES, resolved_stack, resolved_text
from tests.support.golden import Golden

SAID = Path(__file__).parent / "said"
FLAVORS = "flavors: {h100: {gpu: {product: NVIDIA-H100, perNode: 8}, node: {cpus: 64, memory: 1Ti}}}"


@pytest.mark.parametrize("stack", EXAMPLES)
def test_the_teams_of_the_examples(stack: str, golden: Golden) -> None:
    resolved = resolved_stack(stack)
    present = [backend for backend in BACKENDS if backend.name in resolved.schedulers]
    pages = {f"{team}.txt": explain_team(resolved, team, present) for team in resolved.teams}
    golden.tree(SAID / stack, pages)


@pytest.mark.parametrize(
    ("more", "asked"),
    [
        ("", set()),
        ("tiers: {a: {maxTime: 1d, defaultTime: 1h}}", {Concept.MAX_TIME, Concept.BACKFILL, Concept.DEFAULT_TIME}),
        ("tiers: {a: {maxTime: unlimited}, b: {}}", {Concept.TIER_ORDER, Concept.PREEMPTS_OWN}),
        ("tiers: {a: {preempts: []}, b: {}}", {Concept.TIER_ORDER}),
    ],
)
def test_a_document_uses_what_its_teams_ask_for(more: str, asked: set[Concept]) -> None:
    text = f'{{fleet: x, slurm: {{release: "24.11"}}, {FLAVORS}, teams: {{t: {{quota: {{h100: 8}}}}}}, {more}}}'
    used = uses(resolved_text(text), Scheduler.SLURM)
    assert set(used) == {Concept.NOMINAL, *asked}
    assert list(used) == [concept for concept in Concept if concept in used]


def test_what_a_flavor_asks_of_its_gpus_is_told() -> None:
    gpu = "{product: NVIDIA-L40S, perNode: 4, shards: 8, affinity: sockets}"
    flavors = f"flavors: {{f: {{gpu: {gpu}, node: {{cpus: 64, sockets: 2, memory: 1Ti}}}}}}"
    for scheduler, release in ((Scheduler.SLURM, "24.11"), (Scheduler.KUEUE, "0.17")):
        head = f'fleet: x, {scheduler.value}: {{release: "{release}"}}'
        used = uses(resolved_text(f"{{{head}, {flavors}, teams: {{t: {{quota: {{f: 8}}}}}}}}"), scheduler)
        assert used[Concept.SHARED_GPUS] == ("flavors", "f", "gpu", "shards")
        assert used[Concept.AFFINITY] == ("flavors", "f", "gpu", "affinity")


@pytest.mark.parametrize(
    ("group", "team", "department", "slurm", "kueue"),
    [
        ("lab", "", "", None, None),
        ("lab", ", share: 2", "", ("teams", "t", "share"), ("teams", "t", "share")),
        ("lab", "", "share: 2", ("departments", "d", "share"), ("departments", "d", "share")),
        ("own", ", share: 2", "", ("teams", "t", "share"), None),
    ],
)
def test_a_share_is_told_where_it_decides_something(
    group: str, team: str, department: str, slurm: ModelPath | None, kueue: ModelPath | None
) -> None:
    text = f"""
        fleet: x
        slurm: {{release: "24.11"}}
        kueue: {{release: "0.17"}}
        {FLAVORS}
        groups: {{lab: {{sharing: fair}}, own: {{sharing: hard}}}}
        departments: {{d: {{{department}}}}}
        teams:
          t: {{group: {group}, department: d, quota: {{h100: {{nominal: 16, split: {{slurm: 8, kueue: 8}}}}}}{team}}}
    """
    told = [uses(resolved_text(text), scheduler).get(Concept.SHARE) for scheduler in Scheduler]
    assert told == [slurm, kueue]


def test_nothing_is_asked_of_a_scheduler_that_holds_nothing() -> None:
    text = f'{{fleet: x, slurm: {{release: "24.11"}}, {FLAVORS}, teams: {{t: {{perUser: {{h100: 8}}}}}}}}'
    assert uses(resolved_text(text), Scheduler.SLURM) == {}


def test_every_code_has_a_page_and_others_have_none() -> None:
    assert {"DOC001", "POL001", "POL:finite-time-limits", "QTA201"} <= set(codes())
    for code in codes():
        text = page(code)
        assert text is not None
        assert text.startswith(f"# {code}")
        assert "## Why\n\n" in text
    assert page("QTA999") is None
