"""What cannot be read, or was not given, is never taken for missing."""

from __future__ import annotations

from pathlib import Path

import pytest

from tenantry.backends.slurm.files import judge, judge_files
from tenantry.finding import Severity

UNREAD = "Include /nosuch/rest.conf\n"


@pytest.mark.parametrize(
    "text",
    [
        "NodeName=n1 Gres=gpu:8\nPartitionName=p Nodes=n1\n",
        "NodeName=n1\nPartitionName=p Nodes=n[1-9]\n",
        "SelectTypeParameters=CR_Core_Memory\nNodeName=n1 RealMemory=500\nPartitionName=p Nodes=n1\n",
        "PreemptType=preempt/qos\nNodeName=n1\nPartitionName=p Nodes=n1\n",
        "NodeName=n1\nPartitionName=p Nodes=n1 MaxTime=7-0\n",
        "AccountingStorageEnforce=limits\nNodeName=n1\nPartitionName=p Nodes=n1\n",
        "NodeName=n1\nPartitionName=p Nodes=n1 TRESBillingWeights=GRES/gpu=1\n",
    ],
)
def test_what_an_unread_file_may_hold_is_not_missing(text: str) -> None:
    alone = {it.code for it in judge_files({"slurm.conf": text}, "24.11")}
    assert alone
    assert {it.code for it in judge_files({"slurm.conf": UNREAD + text}, "24.11")} == {"SLF001"}


def test_of_a_template_that_alone_is_told() -> None:
    text = "KillWait={{ wait }}\nNodeName=n1 CPUs={{ cpus }} Gres=gpu:8\nPartitionName=p Nodes=n2\n"
    gres = "NodeName=n1 Name=gpu Fyle=/dev/nvidia0\n"
    told = [(it.code, it.location.line) for it in judge_files({"slurm.conf": text}, "24.11") if it.location]
    assert told == [("SLF013", 1)]
    assert {it.code for it in judge_files({"slurm.conf": text, "gres.conf": gres}, "24.11")} == {"SLF013", "SLF101"}


@pytest.mark.parametrize("names", ["n1,n2,n1", "n[1-3,2]", "n[1-2],n[2-3]"])
def test_a_node_twice_in_one_list(names: str) -> None:
    found = judge_files({"slurm.conf": f"NodeName={names} CPUs=4\nPartitionName=p Nodes={names}\n"}, "24.11")
    assert [(it.code, it.location.line) for it in found if it.location] == [("SLF301", 1)]


def test_a_file_that_another_one_includes_is_a_part(tmp_path: Path) -> None:
    part, whole = tmp_path / "nodes.conf", tmp_path / "slurm.conf"
    for path in (part, whole):
        path.write_text("AccountingStorageEnforce=limits\nNodeName=n1 Gres=gpu:8\nPartitionName=p Nodes=n1\n", "utf-8")
    assert judge(part, "24.11") == []
    assert [it.code for it in judge(whole, "24.11")] == ["SLF813", "SLF501"]


def test_accounts_can_stand_alone(tmp_path: Path) -> None:
    dump = tmp_path / "lab.cfg"
    dump.write_text("Cluster - 'lab'\nParent - 'root'\nAccount - 'a':GrpTRES=nodes=10\n", encoding="utf-8")
    alone, folder = judge(dump, "24.11"), judge(tmp_path, "24.11")
    assert alone == folder
    assert [(it.code, it.severity) for it in alone] == [("SLF806", Severity.ERROR)]
    assert alone[0].location is not None
    assert (alone[0].location.line, alone[0].location.column) == (3, 23)


@pytest.mark.parametrize(
    ("limit", "right"),
    [
        ("node=10,mem=200G,gres/gpu=8", True),
        ("nodes=10", False),
        ("gpu=8", False),
        ("gres/gpu=1e3", False),
        ("CPU=10,GRES/GPU=4", True),
        ("mem=200000", True),
        ("gres/gpu=-1", True),
        ("gres/gpu=-5", False),
        ("gres/gpu:h100=8", True),
        ("cpu=4K", False),
    ],
)
def test_limits_of_accounts(limit: str, right: bool) -> None:
    dump = f"Cluster - 'lab'\nParent - 'root'\nAccount - 'a':GrpTRES='{limit}'\n"
    assert ("SLF806" not in {it.code for it in judge_files({"dump.cfg": dump}, "24.11")}) is right


def test_a_default_line_is_told_once_and_where_it_stands() -> None:
    text = "GresTypes=gpu\nNodeName=DEFAULT RealMemory=0777 Gres=gpu:1:a100\nNodeName=n1\nNodeName=n2\n"
    found = judge_files({"slurm.conf": text + "PartitionName=p Nodes=ALL\n"}, "24.11")
    assert [(it.code, it.location.line) for it in found if it.location] == [("SLF202", 2), ("SLF502", 2)]


@pytest.mark.parametrize(("release", "severity"), [("23.11", "warning"), ("24.11", "error"), ("26.05", "error")])
def test_cores_that_cut_a_socket_by_release(release: str, severity: str) -> None:
    files = {
        "slurm.conf": "GresTypes=gpu\nNodeName=n1 CPUs=64 Sockets=2 CoresPerSocket=32 Gres=gpu:1\n"
        "PartitionName=p Nodes=n1\n",
        "gres.conf": "NodeName=n1 Name=gpu File=/dev/nvidia0 Cores=0-15\n",
    }
    assert [it.severity.value for it in judge_files(files, release)] == [severity]
