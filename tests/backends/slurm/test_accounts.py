"""The account tree and the QOS, as the commands set them."""

from __future__ import annotations

import pytest

from tests.backends.slurm.documents import FLEET, HARDWARE, files, settings

TEAMS = """\
  vision:
    {group: lab, department: science, share: 4, quota: {h100: {nominal: 40, borrow: 16, lend: 24}}, users: [ada, grace]}
  speech: {group: lab, quota: {h100: {nominal: 16, lend: 8}, l40s: {nominal: 8, borrow: 4, lend: 8}}, users: [grace]}
  chat: {group: products, tiers: [urgent], quota: {h100: 8}, users: unmanaged}
users: {grace: {defaultTeam: vision}}
"""


def account(text: str, name: str) -> dict[str, str]:
    return settings(text, f"account where name={name} cluster=demo")


def limits(text: str, name: str) -> dict[str, str]:
    return dict(item.split("=") for item in account(text, name)["GrpTRES"].split(","))


@pytest.fixture(scope="module")
def made() -> dict[str, str]:
    return files(TEAMS)


def test_a_team_holds_its_nominal_and_nothing_of_other_flavors(made: dict[str, str]) -> None:
    text = made["accounts.sacctmgr"]
    assert limits(text, "vision") == {"cpu": "-1", "gres/gpu": "40", "gres/gpu:h100": "40", "gres/gpu:l40s": "0"}
    assert limits(text, "speech") == {"cpu": "-1", "gres/gpu": "24", "gres/gpu:h100": "16", "gres/gpu:l40s": "8"}


def test_a_burst_account_holds_what_may_be_borrowed(made: dict[str, str]) -> None:
    text = made["accounts.sacctmgr"]
    assert limits(text, "vision_burst") == {"cpu": "-1", "gres/gpu": "16", "gres/gpu:h100": "16", "gres/gpu:l40s": "0"}
    # Borrowing without limit is bound by the account above alone.
    assert limits(text, "speech_burst") == {"cpu": "-1", "gres/gpu": "-1", "gres/gpu:h100": "-1", "gres/gpu:l40s": "4"}


def test_all_that_is_borrowed_is_what_is_lent_and_what_is_left(made: dict[str, str]) -> None:
    # h100: 80 - 40 - 16 - 8 left, 24 + 8 lent; l40s: 16 - 8 left, 8 lent.
    found = limits(made["accounts.sacctmgr"], "burst")
    assert found == {"cpu": "-1", "gres/gpu": "64", "gres/gpu:h100": "48", "gres/gpu:l40s": "16"}


def test_the_tree_is_mirrored_and_levels_that_say_nothing_are_left_out(made: dict[str, str]) -> None:
    text = made["accounts.sacctmgr"]
    parents = {name: account(text, name).get("parent", "root") for name in names(text)}
    assert parents == {
        "burst": "root", "science": "root", "chat": "root", "speech": "root", "vision": "science",
        "science_burst": "burst", "speech_burst": "burst", "vision_burst": "science_burst",
    }  # fmt: skip


def test_several_fair_groups_are_bound_each() -> None:
    fleet = FLEET.replace("  lab: {sharing: fair}", "  lab: {sharing: fair}\n  open: {sharing: fair}")
    text = files(TEAMS.replace("  speech: {group: lab", "  speech: {group: open"), fleet)["accounts.sacctmgr"]
    assert account(text, "science_burst")["parent"] == "lab_burst"
    assert account(text, "speech_burst")["parent"] == "open_burst"
    assert limits(text, "lab_burst")["gres/gpu:h100"] == str(16 + 24)
    assert limits(text, "open_burst")["gres/gpu:h100"] == str(16 + 8)
    assert limits(text, "burst")["gres/gpu:h100"] == str(16 + 24 + 8)


def test_what_a_group_lends_is_for_nobody_where_it_does_not_borrow() -> None:
    """Groups do not borrow from each other, and without it the others together could."""
    groups = "  lab: {sharing: fair}\n  open: {sharing: fair}\n  archive: {sharing: fair}"
    teams = TEAMS.replace("  speech: {group: lab", "  speech: {group: open").replace(
        "group: products", "group: archive"
    )
    text = files(teams, FLEET.replace("  lab: {sharing: fair}", groups))["accounts.sacctmgr"]
    assert "archive_burst" not in names(text)
    assert limits(text, "burst")["gres/gpu:h100"] == str(16 + 24 + 8)


def test_a_department_has_a_share_twice_and_its_cap_on_what_it_borrows(made: dict[str, str]) -> None:
    text = made["accounts.sacctmgr"]
    assert account(text, "science")["Fairshare"] == account(text, "science_burst")["Fairshare"] == "3"
    assert set(limits(text, "science").values()) == {"-1"}
    assert limits(text, "science_burst")["gres/gpu:h100"] == str(60 - 40)


def test_a_team_that_shares_nothing_has_no_burst_account(made: dict[str, str]) -> None:
    assert "chat_burst" not in names(made["accounts.sacctmgr"])


def test_where_nobody_borrows_the_account_above_burst_accounts_holds_nothing() -> None:
    """Burst accounts of an earlier document stay in the database: below it they run nothing."""
    text = files("  chat: {group: products, tiers: [urgent], quota: {h100: 8}}")["accounts.sacctmgr"]
    assert names(text) == ["burst", "chat"]
    assert set(limits(text, "burst").values()) == {"-1", "0"}
    assert limits(text, "burst")["gres/gpu:h100"] == "0"
    # A team that an earlier document had in a department moves out of it, even as the only one.
    assert account(text, "chat")["parent"] == "root"


def test_only_tiers_that_may_borrow_have_a_burst_qos(made: dict[str, str]) -> None:
    accounts = made["accounts.sacctmgr"]
    assert account(accounts, "vision")["QOS"] == "urgent,batch"
    assert account(accounts, "vision")["DefaultQOS"] == "batch"
    assert account(accounts, "vision_burst")["QOS"] == account(accounts, "vision_burst")["DefaultQOS"] == "batch_burst"
    assert "urgent_burst" not in made["qos.sacctmgr"]


def test_guaranteed_work_takes_back_what_is_borrowed(made: dict[str, str]) -> None:
    text = made["qos.sacctmgr"]
    urgent, batch = settings(text, "qos where name=urgent"), settings(text, "qos where name=batch")
    burst = settings(text, "qos where name=batch_burst")
    assert urgent["Preempt"] == batch["Preempt"] == "batch_burst"
    assert "Preempt" not in burst
    assert int(urgent["Priority"]) > int(batch["Priority"]) > int(burst["Priority"]) > 0
    assert (burst["MaxWall"], burst["GraceTime"], burst["PreemptMode"]) == ("2-00:00:00", "90", "REQUEUE")
    assert {found["Flags"] for found in (urgent, batch, burst)} == {"DenyOnLimit"}


def test_a_tier_that_names_whom_it_evicts_does_so_in_its_qos() -> None:
    fleet = FLEET.replace("mayBorrow: false}", "mayBorrow: false, preempts: [batch]}")
    text = files(TEAMS, fleet)["qos.sacctmgr"]
    assert settings(text, "qos where name=urgent")["Preempt"] == "batch,batch_burst"


def test_a_tier_that_preempts_none_lets_go_of_the_others() -> None:
    """An empty ``Preempt=`` makes slurmdbd 22.05 refuse later commands."""
    text = files("  vision: {quota: {h100: 8}}")["qos.sacctmgr"]
    assert settings(text, "qos where name=urgent")["Preempt-"] == "batch"
    assert "Preempt= " not in text


def test_the_qos_are_there_before_slurmctld_and_their_tres_after(made: dict[str, str]) -> None:
    assert "gres/" not in made["qos.sacctmgr"]
    assert settings(made["accounts.sacctmgr"], "qos where name=h100_partition") == {"MinTRESPerJob": "gres/gpu:h100=1"}


def test_every_qos_is_there_before_another_preempts_it(made: dict[str, str]) -> None:
    verbs = [line.split()[0] for line in made["qos.sacctmgr"].splitlines() if not line.startswith("#")]
    assert verbs == sorted(verbs)


def test_a_user_has_every_account_and_never_a_burst_one_by_default(made: dict[str, str]) -> None:
    text = made["accounts.sacctmgr"]
    added = [line for line in text.splitlines() if line.startswith("add user name=grace ")]
    assert [line.rpartition("account=")[2].split()[0] for line in added] == [
        "vision",
        "speech",
        "vision_burst",
        "speech_burst",
    ]
    assert settings(text, "user where name=grace cluster=demo")["DefaultAccount"] == "vision"


def test_unmanaged_users_are_left_alone() -> None:
    text = files("  chat: {quota: {h100: 8}, users: unmanaged}")["accounts.sacctmgr"]
    assert " user " not in text


def test_limits_on_jobs_and_users() -> None:
    most = "perJob: {h100: 16}, perUser: {h100: 8}, maxRunningJobs: 5"
    team = f"  vision: {{group: lab, quota: {{h100: 40}}, {most}, users: [ada]}}"
    text = files(team)["accounts.sacctmgr"]
    for name in ("vision", "vision_burst"):
        found = account(text, name)
        assert found["MaxTRESPerJob"] == "cpu=-1,gres/gpu:h100=16,gres/gpu:l40s=-1"
        assert (found["GrpJobs"], found["GrpSubmitJobs"]) == ("5", "-1")
        user = settings(text, f"user where name=ada cluster=demo account={name}")
        assert user == {"GrpTRES": "cpu=-1,gres/gpu:h100=8,gres/gpu:l40s=-1"}


def test_cpus_of_a_fleet_with_cpu_flavors_are_bound_with_those_that_go_with_gpus() -> None:
    epyc = """\
  epyc: {node: {cpus: 100, memory: 300Gi, reserved: {cpus: 4}}}
pools:
  cpu: {flavor: epyc, hosts: c1, owner: slurm}
"""
    fleet = FLEET.replace("pools:\n", epyc, 1)
    text = files("  a: {quota: {h100: 8, epyc: 20}}\n  b: {quota: {epyc: 30}, perJob: {epyc: 10}}", fleet)[
        "accounts.sacctmgr"
    ]
    assert limits(text, "a")["cpu"] == str(8 * 15 + 20)
    assert limits(text, "b") == {"cpu": "30", "gres/gpu": "0", "gres/gpu:h100": "0", "gres/gpu:l40s": "0"}
    assert account(text, "b")["MaxTRESPerJob"].startswith("cpu=10,")
    assert account(text, "a")["MaxTRESPerJob"].startswith("cpu=-1,")


def test_a_document_without_tiers_has_one_qos_that_reclaims() -> None:
    fleet = f"{HARDWARE}groups: {{lab: {{sharing: fair}}}}\n"
    made = files("  vision: {group: lab, quota: {h100: 8}}", fleet)
    assert settings(made["qos.sacctmgr"], "qos where name=base")["Preempt"] == "base_burst"
    assert account(made["accounts.sacctmgr"], "vision_burst")["QOS"] == "base_burst"
    assert "name=normal" not in made["qos.sacctmgr"]


def test_an_account_is_never_moved_to_where_it_was_added(made: dict[str, str]) -> None:
    """sacctmgr refuses a move that changes nothing, and drops what else that command sets."""
    added = {}
    for line in made["accounts.sacctmgr"].splitlines():
        words = dict(word.split("=", 1) for word in line.split() if "=" in word and not line.startswith("#"))
        if line.startswith("add account"):
            added[words["name"]] = words["parent"]
            assert words["parent"] in (added.keys() | {"root"})
        elif line.startswith("modify account") and "parent" in words:
            assert added[words["name"]] != words["parent"]
            assert line.endswith(f"set parent={words['parent']}")


def names(text: str) -> list[str]:
    return [line.split("name=")[1].split(" ")[0] for line in text.splitlines() if line.startswith("add account")]
