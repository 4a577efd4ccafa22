"""TRES strings."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given

from tenantry.model.tres import Tres, TresError
from tests import strategies as own


@pytest.mark.parametrize(
    ("text", "counts", "printed"),
    [
        ("", {}, ""),
        (
            "cpu=64,gres/gpu:h100=8,mem=1T",
            {"cpu": 64, "mem": 2**20, "gres/gpu:h100": 8},
            "cpu=64,mem=1T,gres/gpu:h100=8",
        ),
        ("node=10,mem=200G,gres/gpu=8", {"mem": 204_800, "node": 10, "gres/gpu": 8}, "mem=200G,node=10,gres/gpu=8"),
        ("CPU=10,GRES/GPU=4", {"cpu": 10, "gres/gpu": 4}, "cpu=10,gres/gpu=4"),
        ("mem=200000", {"mem": 200_000}, "mem=200000M"),
        ("gres/gpu:h100=6,gres/gpu=8", {"gres/gpu": 8, "gres/gpu:h100": 6}, "gres/gpu=8,gres/gpu:h100=6"),
        (
            "license/matlab@lic1=3,billing=0",
            {"billing": 0, "license/matlab@lic1": 3},
            "billing=0,license/matlab@lic1=3",
        ),
    ],
)
def test_reads_and_prints_as_slurm(text: str, counts: dict[str, int], printed: str) -> None:
    tres = Tres.parse(text)
    assert dict(tres) == counts
    assert str(tres) == printed


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("nodes=10", "no resource 'nodes'", "write node"),
        ("gpu=8", "no resource 'gpu'", "write gres/gpu"),
        ("gpu:h100=8", "no resource 'gpu:h100'", "write gres/gpu:h100"),
        ("memory=1G", "no resource 'memory'", "write mem"),
        ("foo=1", "no resource 'foo'", "gres/<name>"),
        ("gres/=1", "no resource 'gres/'", "gres/<name>"),
        ("gres/gpu=1e3", "'1e3' is no count", "digits only"),
        ("gres/gpu=-1", "'-1' is no count", "from 0"),
        ("gres/gpu=1.5", "'1.5' is no count", "whole number"),
        ("cpu=2K", "'2K' is no count", "digits only"),
        ("cpu=", "'' is no count", "digits only"),
        ("cpu", "'cpu' has no count", "name=count"),
        ("cpu=1,,mem=1G", "'' has no count", "name=count"),
        ("cpu=1, mem=1G", "no resource ' mem'", "gres/<name>"),
        ("cpu=1,CPU=2", "cpu stands twice", "once"),
        ("mem=64Gi", "not memory as Slurm writes it", "such as 64G"),
        ("cpu=9999999999999999999", "no count", "whole number"),
    ],
)
def test_refuses(text: str, message: str, hint: str) -> None:
    with pytest.raises(TresError) as caught:
        Tres.parse(text)
    assert message in caught.value.message
    assert hint in caught.value.hint


@pytest.mark.parametrize("count", [-1, True, 1.0, "8"])
def test_refuses_counts_that_are_no_whole_numbers(count: object) -> None:
    with pytest.raises(TresError):
        Tres({"cpu": count})  # type: ignore[dict-item]


def test_is_immutable_and_copies() -> None:
    tres = Tres({"mem": 1, "cpu": 2})
    with pytest.raises(AttributeError):
        tres.other = 1  # type: ignore[attr-defined]
    assert pickle.loads(pickle.dumps(tres)) == tres
    assert hash(tres) == hash(Tres({"cpu": 2, "mem": 1}))
    assert tres == {"cpu": 2, "mem": 1}


@given(own.tres)
def test_print_then_parse(tres: Tres) -> None:
    assert Tres.parse(str(tres)) == tres
    assert list(Tres.parse(str(tres))) == list(tres)
