"""Cases that a rule's page does not show: every place it looks at, and what it must leave alone."""

from __future__ import annotations

import pytest

from tests.check.cases import FAIR, FLAVORS, KUEUE, OWNED, POOLS, SLURM, Document, document_of, told_of


@pytest.mark.parametrize(
    ("sections", "path"),
    [
        ({"pools": {"p": {"flavor": "no", "hosts": "n1", "owner": "kueue"}}}, "pools.p.flavor"),
        ({"tiers": {"a": {"preempts": ["no"]}}}, "tiers.a.preempts[0]"),
        ({"departments": {"d": {"cap": {"no": 8}}}}, "departments.d.cap.no"),
        ({"oversubscribe": {"no": {"devices": 1, "reason": "x"}}}, "oversubscribe.no"),
        ({"slurm": SLURM | {"nodes": {"no": {"Port": 7000}}}}, "slurm.nodes.no"),
        ({"slurm": SLURM | {"partitions": {"no": {"Hidden": "YES"}}}}, "slurm.partitions.no"),
        ({"teams": {"t": {"group": "no"}}}, "teams.t.group"),
        ({"teams": {"t": {"department": "no"}}}, "teams.t.department"),
        ({"teams": {"t": {"tiers": ["no"]}}}, "teams.t.tiers[0]"),
        ({"teams": {"t": {"perUser": {"no": 8}}}}, "teams.t.perUser.no"),
        ({"teams": {"t": {"perJob": {"no": 8}}}}, "teams.t.perJob.no"),
        ({"flavors": {"f": {"node": {"cpus": 8, "memory": "1Gi"}, "topology": "no"}}}, "flavors.f.topology"),
    ],
)
def test_every_reference_is_followed(sections: dict[str, object], path: str) -> None:
    assert told_of(document_of(**sections), "TEN101") == [path]


def test_a_default_team_must_exist_and_manage_its_users() -> None:
    teams = {"t": {"quota": {"h100": 8}}}
    for team, words in (("no", "no"), ("t", "t")):
        users = {"ada": {"defaultTeam": team}}
        assert told_of(document_of(slurm=SLURM, teams=teams, users=users), "TEN102") == ["users.ada.defaultTeam"], words


def test_a_user_of_several_teams_needs_a_default_only_where_slurm_holds_quota() -> None:
    teams = {name: {"quota": {"h100": 8}, "users": ["ada"], "namespaces": [name]} for name in ("s", "t")}
    assert told_of(document_of(teams=teams), "TEN103") == []
    assert told_of(document_of(slurm=SLURM, teams=teams), "TEN103") == ["teams.t.users[0]"]


def test_a_default_team_that_holds_nothing_on_slurm_is_none() -> None:
    teams = {name: {"quota": {"h100": 8}, "users": ["ada"]} for name in ("s", "t")} | {"u": {"users": ["ada"]}}
    users = {"ada": {"defaultTeam": "u"}}
    assert told_of(document_of(slurm=SLURM, teams=teams, users=users), "TEN103") == ["users.ada.defaultTeam"]


@pytest.mark.parametrize(
    ("sections", "path"),
    [
        ({"tiers": {"a": {"preempts": ["b", "b"]}, "b": {}}}, "tiers.a.preempts[1]"),
        ({"tiers": {"a": {}}, "teams": {"t": {"tiers": ["a", "a"]}}}, "teams.t.tiers[1]"),
        ({"teams": {"t": {"users": ["ada", "bob", "ada"]}}}, "teams.t.users[2]"),
        ({"teams": {"t": {"on": ["kueue", "kueue"], "quota": {"h100": 8}}}}, "teams.t.on[1]"),
        ({"defaults": {"on": ["kueue", "kueue"]}}, "defaults.on[1]"),
        ({"teams": {"t": {"quota": {"h100": {"nominal": 8, "on": ["kueue", "kueue"]}}}}}, "teams.t.quota.h100.on[1]"),
    ],
)
def test_every_list_is_looked_at(sections: dict[str, object], path: str) -> None:
    assert told_of(document_of(**sections), "TEN104") == [path]


def test_a_document_without_schedulers_is_told_just_that() -> None:
    document = {
        "fleet": "demo",
        "flavors": FLAVORS,
        "pools": {"p": {"flavor": "h100", "hosts": "n1", "owner": "slurm"}},
        "teams": {"t": {"quota": {"h100": 8}}},
    }
    assert told_of(document, "TEN105") == ["fleet"]


def test_nodes_of_a_scheduler_that_is_not_rendered_for_are_no_quota_on_it() -> None:
    pools = {name: {"flavor": "h100", "hosts": f"{name}1", "owner": name} for name in ("none", "kueue", "slurm")}
    assert told_of(document_of(pools=pools, ownership=OWNED), "QTA103") == []


@pytest.mark.parametrize(
    ("place", "path"),
    [
        ({"defaults": {"on": "slurm"}}, "defaults.on[0]"),
        ({"teams": {"t": {"on": "slurm", "quota": {"h100": 8}}}}, "teams.t.on[0]"),
        ({"teams": {"t": {"quota": {"h100": {"nominal": 8, "on": "slurm"}}}}}, "teams.t.quota.h100.on[0]"),
        (
            {"teams": {"t": {"quota": {"h100": {"nominal": 8, "split": {"slurm": 8}}}}}},
            "teams.t.quota.h100.split.slurm",
        ),
    ],
)
def test_a_quota_on_an_absent_scheduler_is_told_where_it_is_said(place: dict[str, object], path: str) -> None:
    sections = {"teams": {"t": {"quota": {"h100": 8}}}} | place
    assert told_of(document_of(**sections), "QTA103") == [path]


def _sized(nominal: dict[str, int], nodes: int, **sections: object) -> Document:
    teams = {name: {"quota": {"h100": devices}, "namespaces": [name]} for name, devices in nominal.items()}
    pools = {"p": {"flavor": "h100", "hosts": f"n[01-{nodes:02}]", "owner": "kueue"}}
    return document_of(teams=teams, pools=pools, **sections)


@pytest.mark.parametrize(("devices", "told"), [(7, ["teams.b.quota.h100"]), (8, []), (9, [])])
def test_leave_to_oversubscribe_counts_devices(devices: int, told: list[str]) -> None:
    leave = {"h100": {"devices": devices, "reason": "told"}}
    assert told_of(_sized({"a": 8, "b": 16}, 2, oversubscribe=leave), "QTA201") == told


def test_leave_to_oversubscribe_is_for_the_fleet_and_not_for_each_scheduler() -> None:
    pools = {name: {"flavor": "h100", "hosts": name, "owner": name} for name in ("slurm", "kueue")}
    teams = {name: {"on": name, "quota": {"h100": 16}, "namespaces": [name]} for name in ("slurm", "kueue")}
    document = document_of(slurm=SLURM, kueue=KUEUE, ownership=OWNED, pools=pools, teams=teams)
    leave = {"h100": {"devices": 8, "reason": "told"}}
    assert len(told_of(document, "QTA201")) == 2
    assert len(told_of(document | {"oversubscribe": leave}, "QTA201")) == 1
    assert told_of(document | {"oversubscribe": {"h100": {"devices": 16, "reason": "told"}}}, "QTA201") == []


def test_spare_nodes_are_no_capacity() -> None:
    document = _sized({"a": 16}, 2)
    assert told_of(document, "QTA201") == []
    pools = {"p": {"flavor": "h100", "hosts": "n[01-02]", "owner": "kueue", "spare": 1}}
    assert told_of(document | {"pools": pools}, "QTA201") == ["teams.a.quota.h100"]


def test_cpus_need_not_be_whole_nodes() -> None:
    assert told_of(document_of(teams={"t": {"quota": {"epyc": 5}, "namespaces": ["t"]}}), "QTA203") == []


def test_a_team_in_no_group_cannot_share_but_may_say_zero() -> None:
    def quota(**more: object) -> Document:
        return document_of(teams={"t": {"quota": {"h100": {"nominal": 8, **more}}, "namespaces": ["t"]}})

    assert told_of(quota(borrow=0, lend=0), "QTA107") == []
    assert told_of(quota(borrow="unlimited"), "QTA107") == ["teams.t.quota.h100.borrow"]
    assert told_of(quota(lend=4), "QTA107") == ["teams.t.quota.h100.lend"]


def test_lending_without_limit_lends_what_there_is() -> None:
    team = {"group": "lab", "quota": {"h100": {"nominal": 8, "lend": "unlimited"}}, "namespaces": ["t"]}
    assert told_of(document_of(groups=FAIR, teams={"t": team}), "QTA106") == []


def test_preempting_own_lower_tiers_voids_nobodys_guarantee() -> None:
    tiers = {"a": {"maxTime": "1d", "preempts": ["b"]}, "b": {"maxTime": "1d"}}
    both = {"quota": {"h100": 8}, "tiers": ["a", "b"]}
    assert told_of(document_of(slurm=SLURM, tiers=tiers, teams={"s": both}), "TIM105") == []
    assert told_of(document_of(slurm=SLURM, tiers=tiers, teams={"s": both, "t": both}), "TIM105") == [
        "tiers.a.preempts"
    ]


def test_kueue_never_evicts_what_is_guaranteed() -> None:
    tiers = {"a": {"maxTime": "1d", "preempts": ["b"]}, "b": {"maxTime": "1d"}}
    teams = {name: {"quota": {"h100": 8}, "namespaces": [name]} for name in ("s", "t")}
    assert told_of(document_of(tiers=tiers, teams=teams), "TIM105") == []


@pytest.mark.parametrize(
    ("tier", "told"),
    [
        ({"checkpoint": {"every": "1h", "write": "3m"}}, ["tiers.a.checkpoint.write"]),
        ({"checkpoint": {"every": "1h", "write": "3m"}, "grace": "3m"}, []),
        ({"checkpoint": {"every": "1h", "write": "3m"}, "mayBorrow": False}, []),
    ],
)
def test_grace_matters_where_work_can_be_evicted(tier: dict[str, object], told: list[str]) -> None:
    assert told_of(document_of(tiers={"a": {"maxTime": "1d"} | tier}), "TIM106") == told


@pytest.mark.parametrize(
    ("section", "settings"),
    [
        ("settings", {"PREEMPTTYPE": "preempt/none"}),
        ("cgroup", {"ConstrainDevices": "no"}),
        ("nodes", {"p": {"RealMemory": 1}}),
        ("partitions", {"h100": {"maxtime": "UNLIMITED"}}),
    ],
)
def test_settings_that_the_policy_decides_are_refused_in_every_place(section: str, settings: dict[str, object]) -> None:
    pools = {"p": {"flavor": "h100", "hosts": "n1", "owner": "slurm"}}
    told = told_of(document_of(slurm=SLURM | {section: settings}, pools=pools), "SLM102")
    assert len(told) == 1
    assert told[0].startswith(f"slurm.{section}.")


@pytest.mark.parametrize(("owner", "told"), [("single", ["ownership"]), (OWNED, []), ({"existing": {"a": "b"}}, [])])
def test_ownership_is_marked_by_anything_but_single(owner: object, told: list[str]) -> None:
    pools = {name: {"flavor": "h100", "hosts": name, "owner": name} for name in ("slurm", "kueue")}
    assert told_of(document_of(slurm=SLURM, kueue=KUEUE, ownership=owner, pools=pools), "NOD109") == told


def test_a_document_for_slurm_alone_needs_no_mark_on_nodes() -> None:
    pools = {name: {"flavor": "h100", "hosts": name, "owner": name} for name in ("slurm", "kueue")}
    assert told_of(document_of(slurm=SLURM, pools=pools), "NOD109") == []


def test_a_topology_that_only_names_labels_places_nobody_wrongly() -> None:
    levels = [{"name": "rack", "label": "example.com/rack"}, {"name": "host", "label": "kubernetes.io/hostname"}]
    flavors = {"h100": FLAVORS["h100"] | {"topology": "fabric"}}  # type: ignore[operator]
    document = document_of(flavors=flavors, topologies={"fabric": {"levels": levels}}, pools=POOLS)
    assert told_of(document, "NOD103") == []


def test_a_member_of_no_switch_below_istold_of() -> None:
    levels = [
        {"name": "spine", "label": "example.com/spine", "members": {"s": "r[1-2]"}},
        {"name": "rack", "label": "example.com/rack", "members": {"r1": "n[1-9]"}},
    ]
    document = document_of(topologies={"fabric": {"levels": levels}}, pools=POOLS)
    assert told_of(document, "NOD104") == ["topologies.fabric.levels[0].members.s"]
