"""What a document says twice, and differently."""

from __future__ import annotations

import pytest

from tests.check.fleets import BOTH, SLURM, TWO_POOLS, Document, document_of, told_of


@pytest.mark.parametrize(
    ("section", "key"),
    [
        ("settings", "include"),
        ("settings", "NodeSet"),
        ("settings", "PreemptExemptTime"),
        ("settings", "DefMemPerCPU"),
        ("nodes.p", "Features"),
        ("nodes.p", "procs"),
        ("nodes.p", "Boards"),
        ("partitions.h100", "PriorityTier"),
        ("partitions.h100", "DenyQos"),
        ("partitions.h100", "Shared"),
        ("partitions.h100", "GraceTime"),
    ],
)
def test_what_would_void_the_policy_is_no_site_setting(section: str, key: str) -> None:
    kind, _, name = section.partition(".")
    slurm = SLURM | {kind: {name: {key: "1"}} if name else {key: "1"}}
    assert told_of(document_of(slurm=slurm, pools={"p": TWO_POOLS["p"]}), "SLM102") == [f"slurm.{section}.{key}"]


@pytest.mark.parametrize(
    ("section", "key", "value", "told"),
    [
        ("settings", "PriorityFlags", "MAX_TRES,No_Fair_Tree", True),
        ("settings", "PriorityFlags", "MAX_TRES,ACCRUE_ALWAYS", False),
        ("settings", "PreemptParameters", "min_exempt_priority=9", True),
        ("settings", "PreemptParameters", "youngest_first", False),
        ("nodes.p", "State", "DOWN", True),
        ("nodes.p", "State", "CLOUD", False),
    ],
)
def test_some_values_of_a_site_setting_would_void_the_policy(section: str, key: str, value: str, told: bool) -> None:
    kind, _, name = section.partition(".")
    slurm = SLURM | {kind: {name: {key: value}} if name else {key: value}}
    paths = told_of(document_of(slurm=slurm, pools={"p": TWO_POOLS["p"]}), "SLM103")
    assert paths == ([f"slurm.{section}.{key}"] if told else [])


def test_site_settings_that_go_nowhere() -> None:
    slurm = SLURM | {"file": "tenancy.conf", "cgroup": {"ConstrainSwapSpace": "yes"}, "nodes": {"k": {"Weight": 1}}}
    assert told_of(document_of(**BOTH | {"slurm": slurm}, pools=TWO_POOLS), "SLM107") == [
        "slurm.cgroup",
        "slurm.nodes.k",
    ]
    slurm = SLURM | {"partitions": {"h100": {"Hidden": "NO"}}}
    owned = document_of(**BOTH | {"slurm": slurm}, pools={"k": TWO_POOLS["k"]})
    assert told_of(owned, "SLM107") == ["slurm.partitions.h100"]


@pytest.mark.parametrize(
    ("place", "told"),
    [
        ({"on": "kueue", "split": {"slurm": 64}}, True),
        ({"on": ["slurm", "kueue"], "split": {"slurm": 64}}, True),
        ({"on": "slurm", "split": "proportional"}, True),
        ({"on": ["slurm", "kueue"], "split": {"slurm": 60, "kueue": 4}}, False),
        ({"on": ["slurm", "kueue"], "split": "proportional"}, False),
    ],
)
def test_on_and_split_of_a_quota_agree(place: Document, told: bool) -> None:
    teams = {"t": {"quota": {"h100": {"nominal": 64} | place}, "namespaces": ["t"]}}
    found = told_of(document_of(**BOTH, pools=TWO_POOLS, teams=teams), "QTA110")
    assert found == (["teams.t.quota.h100.split"] if told else [])


def test_on_and_split_of_a_team_and_the_defaults_agree() -> None:
    place = {"on": "slurm", "split": "proportional"}
    teams = {"t": {"quota": {"h100": 8}} | place}
    found = told_of(document_of(**BOTH, pools=TWO_POOLS, teams=teams, defaults=place), "QTA110")
    assert sorted(found) == ["defaults.split", "teams.t.split"]
    teams = {"t": {"quota": {"h100": 8}, "on": "slurm"}}
    assert (
        told_of(document_of(**BOTH, pools=TWO_POOLS, teams=teams, defaults={"split": "proportional"}), "QTA110") == []
    )
