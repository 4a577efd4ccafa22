"""Files against a document: what somebody edited is found, field by field, and nothing else."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tenantry.model.document import Tenancy
from tenantry.model.hostlist import HostList
from tenantry.resolve.resolve import resolve
from tenantry.resolve.types import Resolved
from tests.backends.slurm.documents import FLEET, scope
from tests.backends.slurm.effective.reading import against, edited, every, short, texts
from tests.strategies_tenancy import tenancies
from tests.support.documents import EXAMPLES, resolved_stack

SITE = '{release: "24.11", settings: {SlurmctldHost: ctl, SlurmctldTimeout: 120}, nodes: {train: {Weight: 5}}}'
TEAMS = "  vision: {group: lab, quota: {h100: 40, l40s: 4}}\n"


@pytest.fixture(scope="module")
def whole() -> Resolved:
    return scope(TEAMS, slurm=SITE).resolved


@pytest.fixture(scope="module")
def part() -> Resolved:
    return scope(TEAMS, slurm='{release: "24.11", file: tenancy.conf}').resolved


on_slurm = tenancies.filter(lambda it: it.slurm is not None)


@pytest.mark.parametrize("stack", [name for name in EXAMPLES if resolved_stack(name).tenancy.slurm])
def test_an_example_does_not_differ_from_its_own_files(stack: str) -> None:
    resolved = resolved_stack(stack)
    assert every(against(resolved, texts(resolved))) == []


@settings(max_examples=60, deadline=None)
@given(tenancy=on_slurm)
def test_no_document_differs_from_its_own_files(tenancy: Tenancy) -> None:
    resolved = resolve(tenancy)
    compared = against(resolved, texts(resolved))
    assert every(compared) == []
    assert compared.unseen == ()


def shuffled(text: str, random: st.DataObject) -> str:
    """The same lines, their options and the items of unordered lists in another order, hosts unfolded, other case."""
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return "\n".join(respelled(line, random) for line in random.draw(st.permutations(lines))) + "\n"


def respelled(line: str, random: st.DataObject) -> str:
    first, *options = line.split(" ")
    if not options:
        key, value = first.split("=", 1)
        if key in {"SchedulerParameters", "AccountingStorageTRES", "AccountingStorageEnforce"}:
            value = ",".join(random.draw(st.permutations(value.split(","))))
        return f"{random.draw(st.sampled_from([key, key.lower(), key.upper()]))}={value}"
    moved = [unfolded(option) for option in random.draw(st.permutations(options))]
    return " ".join([unfolded(first), *moved])


def unfolded(option: str) -> str:
    key, value = option.split("=", 1)
    return f"{key}={','.join(HostList.parse(value))}" if key in {"NodeName", "Nodes"} else option


@settings(max_examples=25, deadline=None)
@given(random=st.data())
def test_order_folding_and_case_change_nothing(whole: Resolved, random: st.DataObject) -> None:
    files = texts(whole)
    files["slurm.conf"] = shuffled(files["slurm.conf"], random)
    files["gres.conf"] = shuffled(files["gres.conf"], random)
    assert every(against(whole, files)) == []


EDITS = [
    ("PriorityWeightQOS=", "PriorityWeightQOS=1", ("slurm.conf", "PriorityWeightQOS")),
    ("SlurmctldTimeout=120", "SlurmctldTimeout=300", ("slurm.conf", "SlurmctldTimeout")),
    ("PriorityDecayHalfLife=7-00:00:00", "PriorityDecayHalfLife=14-0", ("slurm.conf", "PriorityDecayHalfLife")),
    ("MaxTime=2-00:00:00", "MaxTime=3-00:00:00", ("partition", "MaxTime")),
    ("QOS=h100_partition ", "", ("partition 'h100'", "QOS")),
    ("Nodes=g[01-10]", "Nodes=g[01-09]", ("partition 'h100'", "Nodes")),
    ("Nodes=g[01-10]", "Nodes=g[01-10] PriorityTier=5", ("partition 'h100'", "PriorityTier")),
    ("Nodes=g[01-10]", "Nodes=g[01-10] PreemptMode=OFF", ("partition 'h100'", "PreemptMode")),
    ("Nodes=g[01-10]", "Nodes=g[01-10] MaxNodes=2", ("partition 'h100'", "MaxNodes")),
    ("Gres=gpu:h100:8", "Gres=gpu:h100:4", ("nodes 'g[01-10]'", "Gres")),
    ("Feature=h100", "Feature=h100,fast", ("nodes 'g[01-10]'", "Feature")),
    ("RealMemory=2097152", "RealMemory=2000000", ("nodes 'g[01-10]'", "RealMemory")),
    ("Weight=5", "Weight=6", ("nodes 'g[01-10]'", "Weight")),
    (" Weight=5", "", ("nodes 'g[01-10]'", "Weight")),
    ("CoreSpecCount=8", "CoreSpecCount=9", ("nodes 'g[01-10]'", "CoreSpecCount")),
]


@pytest.mark.parametrize(("old", "new", "where"), EDITS)
def test_an_edit_is_found_as_its_field(whole: Resolved, old: str, new: str, where: tuple[str, str]) -> None:
    found = edited(whole, "slurm.conf", (old, new))
    assert found
    assert all(it.subject.startswith(where[0]) and it.field == where[1] for it in found), short(found)
    assert all(it.path for it in found)


def test_a_difference_names_both_sides_and_both_places(whole: Resolved) -> None:
    (found,) = edited(whole, "slurm.conf", ("Nodes=g[01-10]", "Nodes=g[01-08]"))
    assert (found.wanted, found.found) == ("g[01-10]", "g[01-08]")
    assert found.path == ("pools", "train", "hosts")
    assert found.found_at is not None
    assert found.found_at.file == "slurm.conf"


def test_times_point_at_the_tier_they_come_from(whole: Resolved) -> None:
    found = edited(whole, "slurm.conf", ("DefaultTime=0-00:30:00", "DefaultTime=01:00:00"))
    assert {it.path for it in found} == {("tiers", "batch", "defaultTime")}


def test_a_removed_line_is_a_missing_thing(whole: Resolved) -> None:
    files = texts(whole)
    kept = [
        line for line in files["slurm.conf"].splitlines() if not line.startswith(("NodeName=l[", "PartitionName=l40s"))
    ]
    found = short(every(against(whole, files | {"slurm.conf": "\n".join(kept)})))
    assert found == [("partition 'l40s'", "", "there", None), ("nodes 'l[1-4]'", "", "there", None)]


def test_what_the_document_does_not_have_is_too_much_in_a_file_of_its_own(whole: Resolved) -> None:
    files = texts(whole)
    added = files["slurm.conf"] + "NodeName=x[1-2] CPUs=4\nPartitionName=extra Nodes=x[1-2]\nMinJobAge=10\n"
    found = short(every(against(whole, files | {"slurm.conf": added})))
    assert found == [
        ("slurm.conf", "MinJobAge", None, "10"),
        ("partition 'extra'", "", None, "there"),
        ("nodes 'x[1-2]'", "", None, "there"),
    ]


def test_what_the_site_owns_is_no_drift(part: Resolved) -> None:
    files = texts(part)
    files["tenancy.conf"] += (
        "ClusterName=demo\nMinJobAge=10\nNodeName=x[1-2] CPUs=4\nPartitionName=extra Nodes=x[1-2]\n"
    )
    files["tenancy.conf"] = files["tenancy.conf"].replace("Nodes=g[01-10]", "Nodes=g[01-10] MaxNodes=3 Hidden=YES")
    assert every(against(part, files)) == []


def test_what_the_document_decides_is_drift_in_a_site_s_file_too(part: Resolved) -> None:
    found = edited(part, "tenancy.conf", ("Nodes=g[01-10]", "Nodes=g[01-10] PriorityTier=9"))
    assert short(found) == [("partition 'h100'", "PriorityTier", "1", "9")]


def test_a_default_line_counts(part: Resolved) -> None:
    files = texts(part)
    files["tenancy.conf"] = "PartitionName=DEFAULT OverSubscribe=FORCE\n" + files["tenancy.conf"]
    found = short(every(against(part, files)))
    assert found == [(f"partition '{name}'", "OverSubscribe", "NO", "FORCE") for name in ("h100", "l40s")]


def test_a_node_of_another_owner_is_not_slurm_s() -> None:
    fleet = FLEET.replace('hosts: "l[1-4]", owner: slurm', 'hosts: "l[1-4]", owner: none')
    resolved = scope(
        "  vision: {group: lab, quota: {h100: 40}}\n", fleet, '{release: "24.11", file: tenancy.conf}'
    ).resolved
    files = texts(resolved)
    files["tenancy.conf"] += "NodeName=l[1-2] CPUs=64\n"
    (found,) = every(against(resolved, files))
    assert (found.subject, found.wanted, found.path) == ("nodes 'l[1-2]'", None, ("pools", "infer", "owner"))


def test_devices_are_compared_host_by_host(whole: Resolved) -> None:
    devices = "Name=gpu Type=h100 File=/dev/nvidia[0-7]\n"
    split = f"NodeName=g[01-05] {devices}NodeName=g[06-10] {devices}"
    whole_line = f"NodeName=g[01-10] {devices}"
    assert edited(whole, "gres.conf", (whole_line, split)) == []
    fewer = split.replace("nvidia[0-7]\nNodeName=g[06", "nvidia[0-6]\nNodeName=g[06")
    (found,) = edited(whole, "gres.conf", (whole_line, fewer))
    assert (found.subject, found.field) == ("gres.conf of nodes 'g[01-05]'", "gpu:h100")
    assert (found.wanted, found.found) == ("File=/dev/nvidia[0-7]", "File=/dev/nvidia[0-6]")


def test_a_fence_taken_down_is_found(whole: Resolved) -> None:
    (found,) = edited(whole, "cgroup.conf", ("ConstrainDevices=yes", "ConstrainDevices=no"))
    assert (found.subject, found.field, found.found) == ("cgroup.conf", "ConstrainDevices", "no")
    assert edited(whole, "cgroup.conf", ("ConstrainDevices=yes", "ConstrainDevices=YES")) == []


def test_a_switch_is_compared_by_its_hosts() -> None:
    lab = resolved_stack("lab")
    assert edited(lab, "topology.conf", ("Nodes=gpu[001-010]", "Nodes=gpu[001-005],gpu[006-010]")) == []
    (found,) = edited(lab, "topology.conf", ("Nodes=gpu[001-010]", "Nodes=gpu[001-009]"))
    assert (found.subject, found.field) == ("topology 'rack01'", "Nodes")


def test_topology_yaml_is_compared_by_its_members() -> None:
    tenancy = resolved_stack("lab").tenancy
    assert tenancy.slurm is not None
    newer = tenancy.slurm.model_copy(update={"release": "26.05"})
    lab = resolve(tenancy.model_copy(update={"slurm": newer}))
    assert every(against(lab, texts(lab))) == []
    assert edited(lab, "topology.yaml", ("gpu[001-010]", "gpu[001-005],gpu[006-010]")) == []
    (found,) = edited(lab, "topology.yaml", ("gpu[001-010]", "gpu[001-009]"))
    assert (found.subject, found.field, found.found) == ("topology 'fabric/rack01'", "nodes", "gpu[001-009]")
    assert found.path == ("topologies", "fabric")
