from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from tenantry.model.document import Tenancy
from tenantry.model.duration import Duration
from tenantry.model.limit import UNLIMITED
from tenantry.model.quantity import Quantity
from tenantry.model.scheduler import Owner, Scheduler

BASE: dict[str, Any] = {"fleet": "lab", "flavors": {"h100": {"node": {"cpus": 8, "memory": "1Ti"}}}}


def _tenancy(**sections: Any) -> Tenancy:
    return Tenancy.model_validate(BASE | sections, by_alias=True, by_name=False)


def _quota(value: Any) -> Any:
    return _tenancy(teams={"v": {"quota": {"h100": value}}}).teams["v"].quota["h100"]


def _refused(**sections: Any) -> list[str]:
    with pytest.raises(ValidationError) as caught:
        _tenancy(**sections)
    return [error["type"] for error in caught.value.errors()]


def test_the_least_document() -> None:
    it = _tenancy()
    assert it.schedulers == ()
    assert it.teams == {}
    assert it.fair_share.half_life == Duration.parse("7d")
    assert it.ownership is None


def test_schedulers_in_a_fixed_order() -> None:
    both = {"kueue": {"release": "0.17"}, "slurm": {"release": "24.11"}}
    assert _tenancy(**both).schedulers == (Scheduler.SLURM, Scheduler.KUEUE)
    assert _tenancy(kueue=both["kueue"]).schedulers == (Scheduler.KUEUE,)


def test_a_bare_number_is_nominal() -> None:
    assert _quota(8) == _quota({"nominal": 8})


def test_three_states_of_a_limit() -> None:
    assert _quota(8).borrow is None
    assert _quota({"nominal": 8, "borrow": 0}).borrow == 0
    assert _quota({"nominal": 8, "borrow": "unlimited"}).borrow is UNLIMITED


def test_one_scheduler_or_a_list() -> None:
    assert _quota({"nominal": 8, "on": "slurm"}).on == (Scheduler.SLURM,)
    assert _quota({"nominal": 8, "on": ["kueue", "slurm"]}).on == (Scheduler.KUEUE, Scheduler.SLURM)


def test_split() -> None:
    assert _quota({"nominal": 8, "split": "proportional"}).split == "proportional"
    assert _quota({"nominal": 8, "split": {"slurm": 8}}).split == {Scheduler.SLURM: 8}


def test_single_ownership() -> None:
    single = _tenancy(ownership="single").ownership
    assert single
    assert single.single
    marked = _tenancy(ownership={"label": "example.com/owner"}).ownership
    assert marked
    assert not marked.single


def test_users() -> None:
    def users(value: Any) -> Any:
        return _tenancy(teams={"v": {"users": value}}).teams["v"].users

    assert users("unmanaged") == "unmanaged"
    assert users([]) == ()
    assert users(["ada"]) == ("ada",)


def test_values_are_exact() -> None:
    it = _tenancy(
        pools={"p": {"flavor": "h100", "hosts": "gpu[01-02]", "owner": "none"}},
        tiers={"t": {"maxTime": "unlimited", "defaultTime": "1-12:00:00"}},
    )
    assert it.flavors["h100"].node.memory == Quantity.parse("1024Gi")
    assert list(it.pools["p"].hosts) == ["gpu01", "gpu02"]
    assert it.pools["p"].owner is Owner.NONE
    assert it.tiers["t"].max_time is UNLIMITED
    assert it.tiers["t"].default_time == Duration.parse("36h")


def test_whole_numbers_may_stand_bare_among_settings() -> None:
    it = _tenancy(slurm={"release": "24.11", "settings": {"SlurmctldPort": 6817, "SlurmctldHost": "a"}})
    assert it.slurm
    assert it.slurm.settings == {"SlurmctldPort": "6817", "SlurmctldHost": "a"}


@pytest.mark.parametrize("value", ["8", 8.0, True, -1, None, [8], 10_000_001])
def test_a_quota_is_a_whole_number(value: Any) -> None:
    assert _refused(teams={"v": {"quota": {"h100": value}}})


@pytest.mark.parametrize("key", ["per_node", "perNodes", "PerNode"])
def test_keys_are_camel_case_alone(key: str) -> None:
    gpu = {"product": "x", "perNode": 8, key: 8}
    assert _refused(flavors={"h": {"gpu": gpu, "node": {"cpus": 8, "memory": "1Ti"}}}) == ["extra_forbidden"]


@pytest.mark.parametrize(
    "name",
    ["", "V", "a b", "a\n", "a#", "-a", "a-", "a" * 64, "a;b", "a{{b}}", 'a"', "é", "a,b", "a=b", "a_b", "a.b", "../a"],
)
def test_a_name_that_could_carry_a_directive_is_refused(name: str) -> None:
    assert _refused(teams={name: {}}) == ["a_name"]
    assert _refused(fleet=name) == ["a_name"]


@pytest.mark.parametrize("value", ["a#b", "a;b", "a\\", "a\nb", " a", "a ", 'a"b', "a'b", "", "a\tb", "a\x00"])
def test_a_setting_cannot_end_its_line_or_start_a_comment(value: str) -> None:
    assert _refused(slurm={"release": "24.11", "settings": {"A": value}}) == ["a_setting_value"]


@pytest.mark.parametrize("value", ["a", "a b", "a,b=c", "/dev/nvidia[0-7]", "(NULL)", "-1", "a:b@c%d*e"])
def test_settings_that_slurm_needs_pass(value: str) -> None:
    it = _tenancy(slurm={"release": "24.11", "settings": {"A": value}})
    assert it.slurm
    assert it.slurm.settings["A"] == value


def test_nothing_can_be_changed_afterwards() -> None:
    with pytest.raises(ValidationError, match="frozen"):
        _tenancy().fleet = "other"
