"""Rules about the names that are made."""

from __future__ import annotations

import pytest

from tests.check.cases import FAIR, FLAVORS, POOLS, SLURM, document_of, told_of


def _team(name: str, flavor: str = "h100", **more: object) -> dict[str, object]:
    return {"quota": {flavor: 8}, "namespaces": [name], **more}


LENDING = {"group": "lab"}


@pytest.mark.parametrize(
    "sections",
    [
        {"teams": {"a": _team("a", "epyc"), "a-cpu": _team("a-cpu")}},
        {"teams": {"a": _team("n"), "b": _team("n")}, "naming": {"localQueue": "gpus"}},
        {"tiers": {"a": {}, "b": {}}, "teams": {"t": _team("t")}, "naming": {"priorityClass": "tier"}},
        {"teams": {"t": _team("t") | {"quota": {"h100": 8, "epyc": 8}}}, "naming": {"resourceFlavor": "flavor"}},
        {
            "groups": FAIR,
            "pools": POOLS,
            "teams": {"t": _team("t", group="lab")},
            "naming": {"rootCohort": "lab"},
        },
        {
            "groups": {"a": {"sharing": "fair"}, "a-b": {"sharing": "fair"}},
            "departments": {"b": {}},
            "teams": {"s": _team("s", group="a", department="b"), "t": _team("t", group="a-b")},
        },
        {"slurm": SLURM, "departments": {"t": {}}, "teams": {"t": {"quota": {"h100": 8}, "department": "t"}}},
        {
            "slurm": SLURM,
            "groups": FAIR | {"t": {"sharing": "fair"}},
            "teams": {"t": {"quota": {"h100": 8}, "group": "t"}, "s": {"quota": {"h100": 8}, "group": "lab"}},
        },
        {"slurm": SLURM, "tiers": {"a": {}, "b": {}}, "teams": {"t": {"quota": {"h100": 8}}}, "naming": {"qos": "q"}},
        {
            "slurm": SLURM,
            "pools": {flavor: {"flavor": flavor, "hosts": flavor, "owner": "slurm"} for flavor in FLAVORS},
            "teams": {"t": {"quota": {"h100": 8}}},
            "naming": {"partition": "p"},
        },
    ],
)
def test_every_kind_of_name_is_compared(sections: dict[str, object]) -> None:
    assert told_of(document_of(**sections), "NAM102")


def test_one_namespace_may_serve_two_teams() -> None:
    assert told_of(document_of(teams={"a": _team("n"), "b": _team("n")}), "NAM102") == []


@pytest.mark.parametrize(
    ("sections", "path"),
    [
        ({"teams": {"root": {"quota": {"h100": 8}}}}, "teams.root"),
        (
            {"departments": {"burst": {}}, "teams": {"t": {"quota": {"h100": 8}, "department": "burst"}}},
            "departments.burst",
        ),
        ({"tiers": {"normal": {}}, "teams": {"t": {"quota": {"h100": 8}}}}, "tiers.normal"),
    ],
)
def test_reserved_names_on_slurm(sections: dict[str, object], path: str) -> None:
    assert told_of(document_of(slurm=SLURM, **sections), "NAM104") == [path]


def test_names_are_reserved_on_slurm_alone() -> None:
    assert told_of(document_of(tiers={"normal": {}}, teams={"root": _team("root")}), "NAM104") == []
