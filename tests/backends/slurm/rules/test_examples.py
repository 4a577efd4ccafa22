"""What the examples render is clean by the rules about Slurm's files."""

from __future__ import annotations

import pytest

from tenantry.backends.slurm.files import judge_files
from tenantry.backends.slurm.render import render
from tests.support.documents import EXAMPLES, resolved_stack

SITE = """\
ClusterName=lab
SlurmctldHost=ctl
AccountingStorageType=accounting_storage/slurmdbd
Include tenancy.conf
"""
"""What a site keeps itself where tenancy.conf is a part of its slurm.conf."""


@pytest.mark.parametrize("name", [name for name in EXAMPLES if resolved_stack(name).tenancy.slurm])
def test_an_example_is_clean(name: str) -> None:
    resolved = resolved_stack(name)
    assert resolved.tenancy.slurm is not None
    files = {file.path.name: file.text for file in render(resolved)}
    assert judge_files({"slurm.conf": SITE} | files, resolved.tenancy.slurm.release) == []


@pytest.mark.parametrize(
    ("parameter", "told"), [("node_reg_mem_percent=95", set()), ("reboot_from_controller", {"SLF605"})]
)
def test_built_in_memory_is_right_where_nodes_may_register_with_less(parameter: str, told: set[str]) -> None:
    text = f"SlurmctldParameters={parameter}\nNodeName=n1 RealMemory=65536\nPartitionName=p Nodes=n1\n"
    assert {it.code for it in judge_files({"slurm.conf": text}, "24.11")} == told
