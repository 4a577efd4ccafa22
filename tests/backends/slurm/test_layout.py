"""Sockets and cores of node lines that do not say all of them."""

from __future__ import annotations

import pytest

from tenantry.backends.slurm.layout import layout
from tenantry.backends.slurm.parse.read import read_files


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ("CPUs=8", (8, 8, 1, 1)),
        ("CPUs=8 ThreadsPerCore=2", (8, 4, 1, 2)),
        ("CPUs=8 CoresPerSocket=4", (8, 2, 4, 1)),
        ("Procs=8 CoresPerSocket=4", (8, 2, 4, 1)),
        ("Sockets=2 CoresPerSocket=4 ThreadsPerCore=2", (16, 2, 4, 2)),
        ("CPUs=8 Sockets=2 CoresPerSocket=4 ThreadsPerCore=2", (8, 2, 4, 2)),
        ("Boards=2 SocketsPerBoard=2 CoresPerSocket=4", (16, 4, 4, 1)),
        ("Boards=2 Sockets=2 CoresPerSocket=4", (8, 2, 4, 1)),
        ("CPUs=1 CoresPerSocket=4", (1, 1, 4, 1)),
        ("State=UNKNOWN", (1, 1, 1, 1)),
    ],
)
def test_what_is_left_out_follows_from_the_rest(options: str, expected: tuple[int, int, int, int]) -> None:
    (node,) = read_files({"slurm.conf": f"NodeName=DEFAULT {options}\nNodeName=n1\n"}).nodes
    found = layout(node)
    assert found is not None
    assert (found.count, found.sockets, found.cores, found.threads) == expected


def test_a_number_that_cannot_be_read_says_nothing() -> None:
    (node,) = read_files({"slurm.conf": "NodeName=n1 CPUs=8x Sockets=2\n"}).nodes
    assert layout(node) is None
