"""Typed readings; what the real parser makes of the same texts is asked in tests/live/slurm/test_parse.py."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenantry.backends.slurm.parse import values
from tenantry.backends.slurm.parse.values import Gres, Number
from tenantry.model.duration import Duration
from tenantry.model.limit import UNLIMITED
from tenantry.model.problem import ValueProblem


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("512000", Number(512000)),
        ("500K", Number(512000, thousands=True)),
        ("0777", Number(511, octal=True)),
        ("0x100", Number(256, hexadecimal=True)),
        ("0", Number(0)),
        ("Unlimited", UNLIMITED),
    ],
)
def test_memory(text: str, expected: object) -> None:
    assert values.memory(text) == expected


def test_a_number_that_is_not_what_its_digits_show() -> None:
    read = [values.memory(text) for text in ("512", "0512", "0x512", "512k")]
    assert [number.surprising for number in read if isinstance(number, Number)] == [False, True, True, True]


@pytest.mark.parametrize("text", ["512G", "512000M", "512Gi", "1e6", "1_000", "08", "-1", "", "1.5", " "])
def test_no_memory(text: str) -> None:
    with pytest.raises(ValueProblem):
        values.memory(text)


def test_small_numbers_take_no_suffix() -> None:
    assert values.number("65535", values.MAX_16) == Number(65535)
    for text in ("65536", "1K"):
        with pytest.raises(ValueProblem):
            values.number(text, values.MAX_16)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("60", 3600),
        ("1:30", 90),
        ("24:00:00", 86400),
        ("2-12", 216000),
        ("1-0:0:1", 86401),
    ],
)
def test_times(text: str, expected: int) -> None:
    assert values.duration(text) == Duration(expected)


def test_times_without_end() -> None:
    assert {values.duration(text) for text in ("infinite", "UNLIMITED", "-1")} == {UNLIMITED}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("gpu:h100:8(S:0-1),shard:32", (Gres("gpu", "h100", 8), Gres("shard", None, 32))),
        ("gpu", (Gres("gpu", None, 1),)),
        ("gpu:tesla", (Gres("gpu", "tesla", 1),)),
        ("gpu:1g.10gb:4", (Gres("gpu", "1g.10gb", 4),)),
        ("gpu:4K", (Gres("gpu", None, 4096, "K"),)),
        ("gpu:4090:2", (Gres("gpu", "4090", 2),)),
        ("bandwidth:lustre:no_consume:4KB", (Gres("bandwidth", "lustre", 4000, "KB"),)),
        ("", ()),
    ],
)
def test_gres(text: str, expected: tuple[Gres, ...]) -> None:
    assert values.gres(text) == expected


@pytest.mark.parametrize(
    "text",
    ["gpu:4:a100", "gpu:h100:8x", "gpu:", "gpu::4", "gpu:a:b:4", "8:gpu", "gpu:1g.10gb", "gpu:4:4", "gpu:4(S:0,1)"],
)
def test_no_gres(text: str) -> None:
    with pytest.raises(ValueProblem):
        values.gres(text)


def test_weights() -> None:
    assert values.weights("CPU=1.0,Mem=0.25G,GRES/gpu=2,mem=3") == {"cpu": 1.0, "mem": 3.0, "gres/gpu": 2.0}
    assert values.weights("Mem=0.25G") == {"mem": 0.25 / 1024}
    assert values.weights("Mem=2M,bb/x=1T") == {"mem": 2.0, "bb/x": 1 / 1024**2}
    assert values.weights("CPU=-1K") == {"cpu": -1 / 1024}


@pytest.mark.parametrize("text", ["CPU", "CPU=x", "CPU=1, Mem=1", "=1", "CPU=", "gres/gpu=1x"])
def test_no_weights(text: str) -> None:
    with pytest.raises(ValueProblem):
        values.weights(text)


@pytest.mark.parametrize(
    "read", [values.memory, values.boolean, values.duration, values.hosts, values.gres, values.weights]
)
@given(st.text(alphabet="0123456789xKMGabgpu:(S)-,=.+ [é", max_size=20))
def test_any_text_is_read_or_refused_with_a_hint(read: Callable[[str], object], text: str) -> None:
    try:
        read(text)
    except ValueProblem as problem:
        assert problem.hint  # noqa: PT017 - whether it is raised is up to the text
