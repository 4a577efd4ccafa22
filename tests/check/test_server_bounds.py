"""What `check` must refuse because the real servers do (tried on 24.11 and 26.05), and what it must leave alone."""

from __future__ import annotations

import pytest

from tenantry.emit import to_yaml
from tenantry.finding import path_text
from tenantry.load.source import load_text
from tenantry.pipeline import examined, rendered
from tests.check.fleets import BOTH, FAIR, GPU, KUEUE, NODE, TWO_POOLS, Document, document_of, told_of


@pytest.mark.parametrize(("length", "clash"), [(41, False), (42, True), (63, True)])
def test_an_account_and_its_burst_account_differ_in_42_characters(length: int, clash: bool) -> None:
    teams = {"t" * length: {"group": "lab", "quota": {"h100": 8}}}
    assert bool(told_of(document_of(groups=FAIR, teams=teams), "NAM105")) is clash
    assert told_of(document_of(teams={"t" * length: {"quota": {"h100": 8}}}), "NAM105") == []


def test_tiers_and_partitions_count_as_qos() -> None:
    tiers, teams = {"q" * 42: {}}, {"t": {"group": "lab", "quota": {"h100": 8}}}
    assert told_of(document_of(groups=FAIR, tiers=tiers, teams=teams), "NAM105") == [f"tiers.{'q' * 42}"]
    flavors = {"f" * 42 + end: {"gpu": GPU | {"gres": f"h{end}"}, "node": NODE} for end in "ab"}
    quota = dict.fromkeys(flavors, 8)
    assert len(told_of(document_of(flavors=flavors, teams={"t": {"quota": quota}}), "NAM105")) == 1


@pytest.mark.parametrize(("length", "paths"), [(40, []), (41, ["fleet"])])
def test_a_cluster_has_at_most_40_characters(length: int, paths: list[str]) -> None:
    assert told_of(document_of(fleet="f" * length), "SLM103") == paths


def test_no_tiers_of_a_document_without_any_are_no_fault() -> None:
    assert told_of(document_of(teams={"t": {"quota": {"h100": 8}, "tiers": []}}), "TIM109") == []


def _topologies(release: str, topologies: Document) -> Document:
    flavors = {f"f{name}": {"gpu": GPU | {"gres": name}, "node": NODE, "topology": name} for name in topologies}
    pools = {f"p{name}": {"flavor": f"f{name}", "hosts": f"{name}[1-4]", "owner": "slurm"} for name in topologies}
    return document_of(slurm={"release": release}, flavors=flavors, pools=pools, topologies=topologies)


def _level(name: str, **members: str) -> Document:
    return {"name": name, "label": f"example.com/{name}", "members": members}


def test_two_topologies_of_one_file_share_the_names_of_switches() -> None:
    both = {name: {"levels": [_level("rack", r1=f"{name}[1-4]")]} for name in ("a", "b")}
    assert told_of(_topologies("24.11", both), "SLM103") == ["topologies.b.levels[0].members.r1"]
    assert told_of(_topologies("26.05", both), "SLM103") == []


@pytest.mark.parametrize("release", ["24.11", "26.05"])
def test_two_levels_share_the_names_of_switches(release: str) -> None:
    levels = [_level("spine", r1="r1,r2"), _level("rack", r1="a[1-2]", r2="a[3-4]")]
    assert told_of(_topologies(release, {"a": {"levels": levels}}), "SLM103") == ["topologies.a.levels[1].members.r1"]


@pytest.mark.parametrize("release", ["24.11", "26.05"])
def test_a_block_topology_has_blocks(release: str) -> None:
    levels = [{"name": "block", "label": "example.com/block"}]
    blocks = {"a": {"kind": "block", "levels": levels}}
    assert told_of(_topologies(release, blocks), "SLM103") == ["topologies.a.levels"]


@pytest.mark.parametrize(("release", "paths"), [("24.11", ["topologies.a.blockSizes[0]"]), ("26.05", [])])
def test_a_block_is_at_least_the_first_size(release: str, paths: list[str]) -> None:
    blocks = {"a": {"kind": "block", "blockSizes": [2], "levels": [_level("block", b1="a[1-3]", b2="a4")]}}
    assert told_of(_topologies(release, blocks), "SLM103") == paths


@pytest.mark.parametrize(
    "resource", ["cpu", "gpu", "hugepages-2Mi", "kubernetes.io/gpu", "batch.kubernetes.io/gpu", "requests.x.com/gpu"]
)
def test_a_device_is_an_extended_resource(resource: str) -> None:
    flavors = {"h100": {"gpu": GPU | {"resource": resource}, "node": NODE}}
    findings = examined(load_text(to_yaml(document_of(flavors=flavors)), "tenancy.yaml")).findings
    assert "flavors.h100.gpu.resource" in [path_text(it.path) for it in findings if it.code.startswith("DOC")]


def _node(**node: object) -> Document:
    flavors = {"h100": {"gpu": GPU, "node": NODE | node}}
    return document_of(flavors=flavors, pools={"p": {"flavor": "h100", "hosts": "a[1-2]", "owner": "slurm"}})


@pytest.mark.parametrize(
    ("node", "paths"),
    [
        ({"cpus": 65535}, []),
        ({"cpus": 65536}, ["cpus"]),
        ({"cpus": 64, "threadsPerCore": 2, "reserved": {"cpus": 62}}, []),
        ({"cpus": 64, "threadsPerCore": 2, "reserved": {"cpus": 63}}, ["reserved.cpus"]),
        ({"memory": 1000}, ["memory"]),
        ({"memory": "4Mi"}, ["memory"]),
        ({"memory": "8Mi"}, []),
        ({"memory": 2**30 + 1, "reserved": {"memory": 2**30}}, ["memory"]),
    ],
)
def test_a_node_is_one_that_slurm_can_write(node: Document, paths: list[str]) -> None:
    assert told_of(_node(**node), "SLM103") == [f"flavors.h100.node.{path}" for path in paths]


@pytest.mark.parametrize(("cpus", "told"), [(8, False), (7, True)])
def test_a_device_has_a_cpu(cpus: int, told: bool) -> None:
    assert bool(told_of(_node(cpus=cpus), "NOD115")) is told


def _held(quota: object, release: str = "0.17", **sections: object) -> Document:
    teams = {"t": {"group": "lab", "department": "d", "quota": quota, "namespaces": ["t"]}}
    return document_of(kueue={"release": release}, groups=FAIR, teams=teams, **{"departments": {"d": {}}} | sections)


def test_every_product_is_one_that_kubernetes_counts_to() -> None:
    large = {"h100": {"gpu": GPU, "node": NODE | {"memory": "7Ei"}}}
    pools = {"p": {"flavor": "h100", "hosts": "a[1-2]", "owner": "kueue"}}
    assert told_of(_held({"h100": 8}, flavors=large), "QTA109") == []
    assert told_of(_held({"h100": {"nominal": 16, "borrow": 0}}, flavors=large), "QTA109") == ["teams.t.quota.h100"]
    assert told_of(_held({"h100": 8}, flavors=large, pools=pools), "QTA109") == ["flavors.h100.node"]
    cap = {"d": {"cap": {"h100": 16}}}
    assert told_of(_held({"h100": 8}, flavors=large, departments=cap), "QTA109") == ["departments.d.cap.h100"]
    borrow = {"h100": {"nominal": 8, "borrow": 2**31 - 1}}
    assert told_of(_held(borrow), "QTA109") == ["teams.t.quota.h100"]
    devices = _held(borrow) | {"kueue": {"release": "0.17", "limitBorrowing": "devices"}}
    assert told_of(devices, "QTA109") == []


@pytest.mark.parametrize(("labels", "told"), [(6, False), (7, True)])
def test_a_flavor_has_at_most_8_labels(labels: int, told: bool) -> None:
    stated = {f"example.com/l{at}": "x" for at in range(labels)}
    flavors = {"h100": {"gpu": GPU, "node": NODE, "nodeLabels": stated}}
    owned = {"ownership": {"label": "example.com/owner"}}
    assert bool(told_of(_held({"h100": 8}, flavors=flavors, **owned), "KUE102")) is told


@pytest.mark.parametrize(("release", "count"), [("0.13", 16), ("0.17", 64)])
def test_a_cohort_has_as_many_flavors_as_a_queue(release: str, count: int) -> None:
    def told(flavors: int) -> list[str]:
        names = [f"f{at}" for at in range(flavors)]
        made = {name: {"gpu": GPU | {"gres": name}, "node": NODE} for name in names}
        pools = {name: {"flavor": name, "hosts": f"{name}n[1-2]", "owner": "kueue"} for name in names}
        return told_of(_held({"f0": 8}, release, flavors=made, pools=pools), "KUE102")

    assert told(count) == []
    assert told(count + 1) == ["flavors"]


@pytest.mark.parametrize(
    ("hosts", "told"), [("A1", True), ("a1.lab.example.com", True), ("a11", False), ("b1.lab.example.com", False)]
)
def test_one_machine_under_two_names(hosts: str, told: bool) -> None:
    pools = TWO_POOLS | {"k": {"flavor": "h100", "hosts": hosts, "owner": "kueue"}}
    assert told_of(document_of(**BOTH, pools=pools), "NOD116") == (["pools.k.hosts"] if told else [])


def test_machines_of_two_domains_are_two() -> None:
    hosts = {"p": "a1.east.example.com", "k": "a1.west.example.com"}
    owners = {"p": "slurm", "k": "kueue"}
    pools = {name: {"flavor": "h100", "hosts": hosts[name], "owner": owners[name]} for name in hosts}
    assert told_of(document_of(**BOTH, pools=pools), "NOD116") == []


@pytest.mark.parametrize("hosts", ["Gpu1", "gpu_1", "gpu1-"])
def test_a_host_of_kueues_is_a_name_that_a_node_can_have(hosts: str) -> None:
    pools = {"k": {"flavor": "h100", "hosts": hosts, "owner": "kueue"}}
    assert told_of(_held({"h100": 8}, pools=pools), "KUE102") == ["pools.k.hosts"]


def test_a_full_name_is_one_that_a_node_can_have() -> None:
    pools = {"k": {"flavor": "h100", "hosts": "gpu[1-2].lab.example.com", "owner": "kueue"}}
    assert told_of(_held({"h100": 8}, pools=pools), "KUE102") == []


def test_device_files_are_absolute() -> None:
    flavors = {"h100": {"gpu": GPU | {"deviceFiles": "nvidia[0-7]"}, "node": NODE}}
    document = document_of(flavors=flavors, pools={"p": TWO_POOLS["p"]})
    assert told_of(document, "SLM103") == ["flavors.h100.gpu.deviceFiles"]


def test_namespaces_of_the_cluster_may_be_used_where_they_are_not_made() -> None:
    teams = {"t": {"quota": {"h100": 8}, "namespaces": ["default"]}}
    assert told_of(document_of(kueue=KUEUE, teams=teams), "TEN107") == []
    made = document_of(kueue=KUEUE | {"createNamespaces": True}, teams=teams)
    assert told_of(made, "TEN107") == ["teams.t.namespaces[0]"]


def test_root_is_no_matter_without_slurm() -> None:
    teams = {"t": {"quota": {"h100": 8}, "namespaces": ["t"], "users": ["root"]}}
    assert told_of(document_of(kueue=KUEUE, teams=teams), "TEN108") == []


def test_an_existing_label_may_repeat_what_a_flavor_says() -> None:
    for value, paths in (("NVIDIA-H100", []), ("other", ["ownership.existing.nvidia.com/gpu.product"])):
        owned = {"ownership": {"existing": {"nvidia.com/gpu.product": value}}}
        assert told_of(_held({"h100": 8}, **owned), "NOD117") == paths


def test_a_product_and_a_reason_say_something() -> None:
    flavors = {"h100": {"gpu": GPU | {"product": ""}, "node": NODE}}
    document = document_of(flavors=flavors, oversubscribe={"h100": {"devices": 1, "reason": ""}})
    findings = examined(load_text(to_yaml(document), "tenancy.yaml")).findings
    paths = {path_text(it.path) for it in findings if it.code.startswith("DOC")}
    assert paths == {"flavors.h100.gpu.product", "oversubscribe.h100.reason"}


def test_hosts_that_two_topologies_do_not_place_have_switches_of_their_own() -> None:
    levels = {name: [_level("rack", **{f"r{name}": f"{name}[1-2]"})] for name in ("a", "b")}
    document = _topologies("24.11", {name: {"levels": levels[name]} for name in levels})
    made = examined(load_text(to_yaml(document), "tenancy.yaml")).resolved
    assert made is not None
    text = next(it.text for it in rendered(made) if it.path.name == "topology.conf")
    names = [line.split()[0] for line in text.splitlines() if line.startswith("SwitchName")]
    assert len(names) == len(set(names)) == 5
