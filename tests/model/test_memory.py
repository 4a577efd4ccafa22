"""Slurm's memory in MiB."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenantry.model.memory import SlurmMemory, SlurmMemoryError
from tenantry.model.quantity import Quantity
from tests import strategies as own


@pytest.mark.parametrize(
    ("text", "mib"),
    [
        ("64G", 65_536),
        ("128000", 128_000),
        ("128000M", 128_000),
        ("1T", 1_048_576),
        ("1t", 1_048_576),
        ("2P", 2 * 2**30),
        ("2048K", 2),
        ("1.50T", 1_572_864),
        ("125.50G", 128_512),
        ("0", 0),
    ],
)
def test_reads_what_slurm_writes(text: str, mib: int) -> None:
    assert SlurmMemory.parse(text).mib == mib


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("64Gi", "such as 64G"),
        ("64GB", "such as 64G"),
        ("64 GB", "such as 64G"),
        ("1e6", "write MiB"),
        ("", "write MiB"),
        ("-1", "write MiB"),
        ("1_000", "write MiB"),
        ("0x100", "write MiB"),
        ("1000K", "MiB"),
        ("1.3M", "MiB"),
        ("99999999P", "use 0 to"),
    ],
)
def test_refuses_other_text(text: str, hint: str) -> None:
    with pytest.raises(SlurmMemoryError) as caught:
        SlurmMemory.parse(text)
    assert hint in caught.value.hint


@pytest.mark.parametrize(("mib", "text"), [(65_536, "64G"), (128_000, "125G"), (2_400, "2400M"), (1_572_864, "1536G")])
def test_prints_the_largest_whole_suffix(mib: int, text: str) -> None:
    assert str(SlurmMemory(mib)) == text


@given(own.slurm_memories)
def test_print_then_parse(memory: SlurmMemory) -> None:
    assert SlurmMemory.parse(str(memory)) == memory
    assert SlurmMemory.parse(str(memory.mib)) == memory


@given(st.integers(0, 2**60))
def test_bytes_are_floored_to_whole_mib(count: int) -> None:
    memory = SlurmMemory.from_bytes(count)
    assert memory.bytes <= count < memory.bytes + 2**20


def test_a_quantity_is_no_slurm_memory() -> None:
    with pytest.raises(SlurmMemoryError):
        SlurmMemory.read(Quantity.parse("64Gi"))
    assert SlurmMemory.read(64).mib == 64
