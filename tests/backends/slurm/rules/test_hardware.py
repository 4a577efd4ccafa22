"""slurm.conf beside what `slurmd -C` printed on the nodes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tenantry.backends.slurm.files import judge, judge_files

MEASURED = """\
NodeName=n1 CPUs=16 Boards=1 SocketsPerBoard=1 CoresPerSocket=16 ThreadsPerCore=1 RealMemory=64215
UpTime=12-03:04:05
NodeName=n2 CPUs=16 Boards=1 SocketsPerBoard=1 CoresPerSocket=16 ThreadsPerCore=1 RealMemory=63622
UpTime=12-03:04:06
"""


def told(nodes: str, measured: str = MEASURED) -> list[str]:
    files = {"slurm.conf": f"{nodes}\nPartitionName=p Nodes=ALL\n", "a.hardware": measured}
    return [f"{it.code} {it.message.partition(':')[0]}" for it in judge_files(files, "24.11")]


@pytest.mark.parametrize(
    ("nodes", "expected"),
    [
        ("NodeName=n[1-2] CPUs=16 RealMemory=63622", []),
        ("NodeName=n[1-2] CPUs=16 RealMemory=63623", ["SLF606 n2 has 63622 MiB, less than 63623"]),
        ("NodeName=n[1-2] CPUs=16 RealMemory=65536", ["SLF606 n2 has 63622 MiB, less than 65536"]),
        (
            "NodeName=n3 CPUs=16 RealMemory=65536",
            ["SLF605 65536 MiB is what is built in, not what a node registers with"],
        ),
        ("NodeName=n1 CPUs=32 RealMemory=60000", ["SLF606 n1 has 16, less than 32"]),
        ("NodeName=DEFAULT RealMemory=70000\nNodeName=n1", ["SLF606 n1 has 64215 MiB, less than 70000"]),
        ("NodeName=n1 CPUs=16 RealMemory=32768", []),
        ("SlurmctldParameters=node_reg_mem_percent=95\nNodeName=n2 RealMemory=65536", []),
        (
            "SlurmctldParameters=node_reg_mem_percent=98.5\nNodeName=n2 RealMemory=65536",
            ["SLF606 n2 has 63622 MiB, less than 65536"],
        ),
        ("SlurmdParameters=config_overrides\nNodeName=n2 CPUs=99 RealMemory=99999", []),
    ],
)
def test_a_node_has_what_is_promised(nodes: str, expected: list[str]) -> None:
    assert told(nodes) == expected


def test_the_last_word_about_a_node_counts() -> None:
    assert told("NodeName=n2 RealMemory=64000", MEASURED + "NodeName=n2 CPUs=16 RealMemory=64100\n") == []


def test_what_is_no_output_is_told() -> None:
    assert told("NodeName=n2 RealMemory=64000", "bash: slurmd: command not found\n") == ["SLF002 'bash"]


def test_files_of_a_folder_are_read(tmp_path: Path) -> None:
    (tmp_path / "slurm.conf").write_text("NodeName=n1 RealMemory=65536\nPartitionName=p Nodes=n1\n")
    assert [it.code for it in judge(tmp_path, "24.11")] == ["SLF605"]
    (tmp_path / "rack.hardware").write_text(MEASURED)
    (found,) = judge(tmp_path / "slurm.conf", "24.11")
    assert (found.code, str(found.location)) == ("SLF606", f"{tmp_path}/slurm.conf:1:24")
    assert [str(it.location) for it in found.related] == [f"{tmp_path}/rack.hardware:1:1"]
