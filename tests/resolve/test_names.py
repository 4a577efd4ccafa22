"""Names of generated objects, from the naming patterns."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from tenantry.model.document import Tenancy
from tenantry.model.targets import Naming
from tenantry.resolve.names import BURST, PLACEHOLDERS, Names, names_for
from tenantry.resolve.resolve import resolve
from tests.resolve.documents import document, team
from tests.strategies_tenancy import tenancies


def names(**over: Any) -> Names:
    return names_for(resolve(document(**over)))


def test_defaults_are_the_document_s_own_words() -> None:
    plain = names()
    assert [plain.cluster_queue("vision"), plain.cluster_queue("vision", cpu=True)] == ["vision", "vision-cpu"]
    assert [plain.local_queue("vision"), plain.local_queue("vision", cpu=True)] == ["vision", "vision-cpu"]
    assert [plain.root_cohort(), plain.cohort("lab"), plain.department_cohort("lab", "science")] == [
        "demo-root",
        "lab",
        "lab-science",
    ]
    assert [plain.resource_flavor("h100"), plain.topology("fabric"), plain.priority_class("low")] == [
        "h100",
        "fabric",
        "low",
    ]
    assert [plain.account("vision"), plain.burst_account("vision")] == ["vision", "vision_burst"]
    assert [plain.department_account("science"), plain.group_burst_account("lab")] == ["science", "lab_burst"]
    assert [plain.qos("low"), plain.burst_qos("low")] == ["low", "low_burst"]
    assert [plain.partition("h100"), plain.partition_qos("h100")] == ["h100", "h100_partition"]


def test_patterns_are_filled_in() -> None:
    patterned = names(naming={"clusterQueue": "{fleet}-{team}-cq", "account": "t-{team}", "qos": "q-{tier}"})
    assert patterned.cluster_queue("vision", cpu=True) == "demo-vision-cq-cpu"
    assert patterned.burst_account("vision") == "t-vision_burst"
    assert patterned.burst_qos("low") == "q-low_burst"


def test_an_unknown_placeholder_stays_for_the_rules_to_find() -> None:
    assert names(naming={"account": "{squad}-{team}"}).account("vision") == "{squad}-vision"


def test_every_pattern_has_its_placeholders() -> None:
    assert set(PLACEHOLDERS) == set(Naming.model_fields)
    for field, needed in PLACEHOLDERS.items():
        default = str(Naming.model_fields[field].default)
        assert all(f"{{{placeholder}}}" in default for placeholder in needed)


@pytest.mark.parametrize(
    ("groups", "expected"),
    [
        (["lab", "lab"], "science_burst"),
        (["lab", "products"], "science_burst"),
        (["lab", None], "science_burst"),
        (["lab", "open"], "lab_science_burst"),
    ],
)
def test_a_department_s_burst_account_has_one_parent(groups: list[str | None], expected: str) -> None:
    quota = {"nominal": 8, "on": "slurm"}
    teams = {f"team{at}": team(quota, group=group, department="science")["vision"] for at, group in enumerate(groups)}
    fair = {name: {"sharing": "hard" if name == "products" else "fair"} for name in ("lab", "open", "products")}
    assert (
        names(groups=fair, teams=teams, departments={"science": {}}).department_burst_account("lab", "science")
        == expected
    )


@given(tenancies)
def test_our_own_accounts_and_qos_never_collide(tenancy: Tenancy) -> None:
    resolved = resolve(tenancy)
    named = names_for(resolved)
    accounts = [account for team in resolved.teams for account in (named.account(team), named.burst_account(team))]
    accounts += [named.group_burst_account(group) for group in resolved.groups]
    accounts += [named.department_account(department) for department in resolved.departments]
    accounts += [
        named.department_burst_account(group.name, department)
        for group in resolved.groups.values()
        if group.fair
        for department in group.departments
    ]
    assert len(set(accounts)) == len(accounts)
    assert BURST not in accounts
    qos = [name for tier in resolved.tiers for name in (named.qos(tier), named.burst_qos(tier))]
    qos += [named.partition_qos(flavor) for flavor in resolved.flavors]
    assert len(set(qos)) == len(qos)
