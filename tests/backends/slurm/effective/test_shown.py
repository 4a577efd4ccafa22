"""What real clusters printed means what their slurm.conf says, key by key, on three releases."""

from __future__ import annotations

import pytest

from tenantry.backends.slurm.effective import files, shown
from tenantry.backends.slurm.effective.forms import same
from tenantry.backends.slurm.effective.table import defaults, form
from tenantry.backends.slurm.effective.things import Kind, Said, Seen, Thing
from tenantry.backends.slurm.live.commands import UnreachableError
from tenantry.backends.slurm.parse.read import read_files
from tests.backends.slurm.effective.saved import CAPTURES, RELEASES, Saved, saved


def written(name: str) -> Seen:
    return files.read(read_files({"slurm.conf": (CAPTURES / name).read_text()}))


@pytest.mark.parametrize("release", RELEASES)
def test_every_setting_that_is_no_default_reads_back_as_it_was_written(release: str) -> None:
    there = shown.observe(saved(release, "nondefault.config.txt")).things[Thing(Kind.CONFIG)]
    config = written("nondefault.slurm.conf").things[Thing(Kind.CONFIG)]
    assert len(config) > 60
    for key, said in config.items():
        assert same(form(Kind.CONFIG, key), said.value, there[key].value), (said, there[key])


@pytest.mark.parametrize("release", RELEASES)
def test_partitions_and_nodes_read_back_as_they_were_written(release: str) -> None:
    seen = shown.observe(saved(release))
    config = written("slurm.conf")
    assert {thing.name for thing in config.things} == {"", "h100", "a100", "h1", "h2", "a1", "a2"}
    for thing, fields in config.things.items():
        for key, said in fields.items():
            there = seen.things[thing][key]
            assert same(form(thing.kind, key), said.value, there.value), (thing, said, there)


@pytest.mark.parametrize("release", RELEASES)
def test_what_nobody_set_is_shown_as_its_default(release: str) -> None:
    seen = shown.observe(saved(release))
    config = written("slurm.conf")
    checked = 0
    for thing, fields in config.things.items():
        for key in defaults(thing.kind).keys() - fields.keys():
            there = seen.things[thing].get(key)
            if there is not None:
                checked += 1
                assert same(form(thing.kind, key), defaults(thing.kind)[key][1], there.value), (thing, there)
    assert checked > 40


@pytest.mark.parametrize("release", RELEASES)
def test_the_release_is_that_of_the_controller(release: str) -> None:
    assert shown.release(shown.observe(saved(release))) == release


def nodes(line: str) -> dict[str, Said]:
    seen = shown.observe(saved("24.11", node=line))
    return dict(seen.things[Thing(Kind.NODE, "n1")])


BUSY = "NodeName=n1 CPUTot=8 AvailableFeatures=x Gres=gpu:h100:4 State=IDLE CfgTRES=cpu=8,gres/gpu=4,gres/gpu:h100=4"


def test_words_of_an_operator_are_no_fields() -> None:
    fields = nodes(f"{BUSY} Comment=Gres=none Reason=broken Gres=gpu:9 CPUTot=1 [root@2026-01-01T00:00:00]\n")
    assert (fields["gres"].value, fields["cpus"].value) == ("gpu:h100:4", "8")


def test_gres_are_those_that_slurmctld_is_configured_with() -> None:
    fields = nodes(BUSY.replace("gres/gpu=4,gres/gpu:h100=4", "gres/gpu=3,gres/gpu:h100=3") + "\n")
    assert (fields["gres"].value, fields["registered gres"].value) == ("gpu:h100:3", "gpu:h100:4")


def test_gres_that_are_registered_as_configured_are_told_once() -> None:
    assert "registered gres" not in nodes(f"{BUSY}\n")


def test_a_type_that_is_not_tracked_counts_as_it_is_printed() -> None:
    fields = nodes(BUSY.replace("h100", "b200").replace(",gres/gpu:b200=4", "") + "\n")
    assert fields["gres"].value == "gpu:b200:4"


@pytest.mark.parametrize("state", ["DOWN*", "UNKNOWN", "FUTURE", "IDLE*+DRAIN", "DOWN+CLOUD+POWERED_DOWN"])
def test_a_node_that_is_away_has_registered_nothing(state: str) -> None:
    away = BUSY.replace("State=IDLE", f"State={state}").replace(
        "gres/gpu=4,gres/gpu:h100=4", "gres/gpu=3,gres/gpu:h100=3"
    )
    assert "registered gres" not in nodes(f"{away}\n")


def test_a_cluster_without_nodes_is_read() -> None:
    seen = shown.observe(saved("24.11", node="No nodes in the system\n", partition="No partitions in the system\n"))
    assert list(seen.things) == [Thing(Kind.CONFIG)]


@pytest.mark.parametrize("text", ["", "slurm_load_node error\n", "\x00\x01=\x02", "Name=x\n"])
def test_an_answer_that_is_none_is_not_read_as_an_empty_cluster(text: str) -> None:
    with pytest.raises(UnreachableError, match="scontrol -o show node on the capture printed nothing"):
        shown.observe(saved("24.11", node=text))


def test_a_command_that_fails_is_named_with_its_reason() -> None:
    with pytest.raises(UnreachableError, match="scontrol show config on the capture ended with 1: no such capture"):
        shown.observe(Saved({}))


def test_the_settings_of_plugins_are_none_of_slurm_conf() -> None:
    sections = "MPI Plugins Configuration:\nPMIxTimeout = 300\n\nCgroup Support Configuration:\nConstrainCores = yes\n"
    answers = saved("24.11")
    answers = Saved(
        {**answers.outputs, shown.CONFIG: f"Configuration data as of now\nSLURM_VERSION = 24.11.5\n\n{sections}"}
    )
    seen = shown.observe(answers)
    assert list(seen.things[Thing(Kind.CONFIG)]) == ["slurm_version"]
    assert list(seen.things[Thing(Kind.CGROUP)]) == ["constraincores"]
