"""``tenantry check --kueue``: manifests, alone, beside nodes, and beside a document."""

from __future__ import annotations

import json
import os

import pytest

from tests.cli.run import Runner

FLAVOR = """\
apiVersion: kueue.x-k8s.io/v1beta2
kind: ResourceFlavor
metadata: {name: h100}
spec: {nodeLabels: {gpu: h100}}
"""
QUEUE = """\
apiVersion: kueue.x-k8s.io/v1beta2
kind: ClusterQueue
metadata: {name: vision}
spec:
  namespaceSelector: {}
  resourceGroups:
  - coveredResources: [cpu, memory]
    flavors:
    - {name: h100, resources: [{name: cpu, nominalQuota: 64}, {name: memory, nominalQuota: 1Ti}]}
"""
NODES = """\
apiVersion: v1
kind: List
items:
- apiVersion: v1
  kind: Node
  metadata: {name: gpu04, labels: {gpu: h100}}
  status: {allocatable: {cpu: 60, memory: 2Ti}}
"""
DOCUMENT = """\
fleet: demo
kueue: {release: "0.14"}
flavors:
  h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
pools:
  training: {flavor: h100, hosts: "gpu[01-04]", owner: none}
teams:
  vision: {quota: {h100: 0}}
"""


def test_files_and_folders_need_no_document(run: Runner) -> None:
    run.write("site/flavors/h100.yml", FLAVOR)
    run.write("site/queue.yaml", QUEUE.replace("namespaceSelector: {}", "cohort: lab"))
    run.write("site/values.yaml", "gpu: h100\n")
    folder = run("check", "--kueue", "site", "--kueue-release", "0.17")
    files = run("check", "--kueue", "site/queue.yaml", "--kueue", "site/flavors/h100.yml", "--kueue-release", "0.17")
    assert folder == files
    assert (folder.code, folder.err) == (1, "1 error in 1 file\n")
    assert folder.out == (
        "site/queue.yaml:5:3: KUF103 there is no cohort in spec of a ClusterQueue in v1beta2; "
        "v1beta2 calls it spec.cohortName\n"
    )


def test_nodes_are_compared_with_quotas(run: Runner) -> None:
    run.write("kueue.yaml", f"{FLAVOR}---\n{QUEUE}")
    run.write("nodes.yaml", NODES)
    assert run("check", "--kueue", "kueue.yaml", "--kueue-release", "0.19").code == 0
    ran = run("check", "--kueue", "kueue.yaml", "--nodes", "nodes.yaml", "--kueue-release", "0.19", "--format", "json")
    (finding,) = json.loads(ran.out)["findings"]
    assert (finding["code"], finding["location"]) == ("KUF213", {"file": "kueue.yaml", "line": 14, "column": 58})


def test_a_slurm_conf_tells_which_nodes_slurm_has(run: Runner) -> None:
    run.write("kueue.yaml", FLAVOR)
    run.write("nodes.yaml", NODES)
    run.write("slurm.conf", "NodeName=gpu[01-04]\nPartitionName=batch Nodes=ALL\n")
    ran = run("check", "--kueue", "kueue.yaml", "--nodes", "nodes.yaml", "--slurm", "slurm.conf", "--select", "KUF5")
    assert ran.out.splitlines()[0].startswith("kueue.yaml:3:18: KUF507 flavor 'h100' selects node 'gpu04'")
    assert [line.split(":")[0].strip() for line in ran.out.splitlines()[1:]] == ["nodes.yaml", "slurm.conf"]


def test_a_document_names_the_release_and_who_owns_a_node(run: Runner) -> None:
    run.write("tenancy.yaml", DOCUMENT)
    run.write("kueue.yaml", FLAVOR)
    run.write("nodes.yaml", NODES)
    ran = run("check", "tenancy.yaml", "--kueue", "kueue.yaml", "--nodes", "nodes.yaml", "--select", "KUF")
    assert ran.out == (
        "kueue.yaml:1:13: KUF101 there is no ResourceFlavor in v1beta2; Kueue 0.14 serves v1beta1\n"
        "kueue.yaml:3:18: KUF510 flavor 'h100' selects gpu04, of nobody's pool 'training'; take the label off, or give "
        "it to Kueue\n  tenancy.yaml:6:35: the pool's hosts\n"
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--kueue", "missing.yaml"), "tenantry: missing.yaml: No such file or directory\n"),
        (("--kueue", "fifo"), "tenantry: fifo: it is not a regular file\n"),
        (("--kueue", "kueue.yaml", "--nodes", "missing.yaml"), "tenantry: missing.yaml: No such file or directory\n"),
        (("--kueue", "kueue.yaml", "--slurm", "missing.conf"), "tenantry: missing.conf: No such file or directory\n"),
    ],
)
def test_what_cannot_be_read_ends_with_2(run: Runner, arguments: tuple[str, ...], message: str) -> None:
    run.write("kueue.yaml", FLAVOR)
    os.mkfifo("fifo")
    ran = run("check", *arguments)
    assert (ran.code, ran.out, ran.err) == (2, "", message)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--kueue", "kueue.yaml", "--kueue-release", "0.20"), "Kueue 0.20 is not supported; supported are 0.9"),
        (("--nodes", "nodes.yaml"), "say something about the manifests of --kueue"),
        (("--kueue-release", "0.17"), "say something about the manifests of --kueue"),
        (("--kueue", ""), "it is empty"),
    ],
)
def test_what_is_asked_wrongly_ends_with_2(run: Runner, arguments: tuple[str, ...], words: str) -> None:
    run.write("kueue.yaml", FLAVOR)
    ran = run("check", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert words in " ".join(ran.err.split())


def test_every_code_has_its_page(run: Runner) -> None:
    assert run("explain", "KUF213").out.startswith("# KUF213 kueue-quota-above-nodes\n")
    assert run("explain", "KUF003").out.startswith("# KUF003\n")
