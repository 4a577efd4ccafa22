"""Names and numbers of nodes that come from elsewhere than their own line."""

from __future__ import annotations

import pytest

from tenantry.backends.slurm.files import judge_files

PARTITION = "PartitionName=p Nodes=ALL\n"


def told(text: str, **beside: str) -> list[tuple[str, int]]:
    files = {"slurm.conf": f"{text}{PARTITION}"} | {f"{name}.conf": it for name, it in beside.items()}
    return [(it.code, it.location.line) for it in judge_files(files, "24.11") if it.location]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("SuspendExcNodes=n[1-2]:1,n3\nSuspendExcParts=p\nNodeName=n[1-3] CPUs=4\n", []),
        ("SuspendExcNodes=n[1-4]:1\nNodeName=n[1-3] CPUs=4\n", [("SLF311", 1)]),
        ("SuspendExcParts=q\nNodeName=n[1-3] CPUs=4\n", [("SLF311", 1)]),
        ("NodeName=DEFAULT CoreSpecCount=4\nNodeName=n[1-3] CPUs=4\n", [("SLF310", 1)]),
        ("NodeName=DEFAULT CPUs=10\nNodeName=n1 Sockets=2 CoresPerSocket=4\n", [("SLF305", 1)]),
        ("NodeName=DEFAULT Port=[7001-7002]\nNodeName=n[1-3] CPUs=4\n", [("SLF309", 1)]),
        ("NodeName=n1 NodeAddr=fe80::1 CPUs=4\n", []),
        ("NodeName=n1 NodeAddr=n1.lab.example.com CPUs=4\n", []),
        ("NodeName=n[1-2] NodeAddr=a-[1-2].lab.example.com CPUs=4\n", []),
    ],
)
def test_what_is_told(text: str, expected: list[tuple[str, int]]) -> None:
    assert told(text) == expected


def test_a_file_that_cannot_be_read_may_define_the_node() -> None:
    assert {code for code, _ in told("Include more.conf\nNodeName=n1 CPUs=4\nDownNodes=n2 State=DOWN\n")} == {"SLF001"}
    more = "NodeName=n2 CPUs=4\n"
    assert told("Include more.conf\nNodeName=n1 CPUs=4\nDownNodes=n2 State=DOWN\n", more=more) == []
