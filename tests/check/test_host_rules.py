"""Lists of hosts that hold another number of nodes than was meant."""

from __future__ import annotations

import pytest

from tests.check.fleets import Document, document_of, told_of


def pools(*hosts: str) -> Document:
    stated = {f"p{number}": {"flavor": "h100", "hosts": text, "owner": "slurm"} for number, text in enumerate(hosts)}
    return document_of(pools=stated)


@pytest.mark.parametrize(
    ("hosts", "told"),
    [
        (["a1,a1"], ["pools.p0.hosts"]),
        (["a[1-3],b1", "c[1-4,2-5]"], ["pools.p1.hosts"]),
        (["a[1-3],a[01-03]"], []),
        (["a[1-3]", "a[3-4]"], []),  # NOD101 tells it
    ],
)
def test_hosts_that_stand_twice(hosts: list[str], told: list[str]) -> None:
    assert told_of(pools(*hosts), "NOD121") == told


@pytest.mark.parametrize(
    ("hosts", "told"),
    [
        (["gpu01-08"], ["pools.p0.hosts"]),
        (["a[1-4]", "login1,rack2gpu001-200"], ["pools.p1.hosts"]),
        (["rack1-[2-3]"], []),  # names of this very form
        (["rack1-2", "rack1-3"], []),
        (["gpu08-01"], []),
        (["gpu1-16"], ["pools.p0.hosts"]),
        (["gpu001-2"], []),
        (["2023-24"], []),
        (["gpu-08"], []),
        (["rack1-2"], []),
        (["gpu01-02"], ["pools.p0.hosts"]),
        (["rack1-24", "rack2-24"], []),
        (["gpu1-8", "gpu9-16"], ["pools.p0.hosts", "pools.p1.hosts"]),
        (["rack1-12,rack1-gw"], []),
    ],
)
def test_hosts_that_look_like_ranges(hosts: list[str], told: list[str]) -> None:
    assert told_of(pools(*hosts), "NOD122") == told
