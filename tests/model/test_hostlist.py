"""Host lists: Slurm's grammar, folding, set algebra."""

from __future__ import annotations

import pickle
import re

import pytest
from hypothesis import given

from tenantry.model.hostlist import HostList, HostListError
from tests import strategies as own

EXPANSIONS = {
    "login1": "login1",
    "a,b[001,003],c": "a b001 b003 c",
    "rack[0-1]_blade[0-1]": "rack0_blade0 rack0_blade1 rack1_blade0 rack1_blade1",
    "r[1-2]n[001-002]u[5,7]": "r1n001u5 r1n001u7 r2n001u5 r2n001u7 r1n002u5 r1n002u7 r2n002u5 r2n002u7",
    "b[05,02]n3": "b05n3 b02n3",
    "b1u01n1,b2u[05,02]n3": "b1u01n1 b2u05n3 b2u02n3",
    "n[08-11]": "n08 n09 n10 n11",
    "n[1-03]": "n1 n2 n3",
    "n[001-3]": "n001 n002 n003",
    "n[098-101]": "n098 n099 n100 n101",
    "b04-[09-10]": "b04-09 b04-10",
    "n[0001-0002,10]": "n0001 n0002 n10",
    "n[01,1]": "n01 n1",
    "n[3,1-2,2]": "n3 n1 n2",
    "gpu-a.example.org": "gpu-a.example.org",
    "[1-2]": "1 2",
    "n[0-0]": "n0",
}

REFUSALS = {
    "": ("empty element", ""),
    "n1,,n2": ("empty element", ""),
    "n1,": ("empty element", ""),
    "n[1-2": ("never closed", "n[1-2"),
    "n1-2]": ("without its '['", "n1-2]"),
    "n[1-[2-3]]": ("brackets inside brackets", "n[1-[2-3]]"),
    "n[]": ("empty part", ""),
    "n[1,]": ("empty part", ""),
    "n[5-1]": ("runs backwards", "5-1"),
    "n[1-10/2]": ("step", "1-10/2"),
    "n[1-]": ("not a range", "1-"),
    "n[-3]": ("not a range", "-3"),
    "n[a-c]": ("not a range", "a-c"),
    "n[1 - 3]": ("not a range", "1 - 3"),
    "n[٣]": ("not a range", "٣"),
    "n[0-9999999]": ("too long", "0-9999999"),
    "n[0-99999999999999999999]": ("too long", "0-99999999999999999999"),
    "n[0-65535],m1": ("more than 65536 hosts", "m1"),
    "a[0-65535]b[0-65535]c[0-65535]": ("more than 65536 hosts", "a[0-65535]b[0-65535]c[0-65535]"),
    "n1 n2": ("space", "n1 n2"),
    "n1\nn2": ("line break", "n1\nn2"),
    "n1;rm": ("character ';'", "n1;rm"),
    "n{{1}}": ("character '{'", "n{{1}}"),
    "nö1": ("character 'ö'", "nö1"),
    "-n1": ("starts with '-'", "-n1"),
    "ALL": ("keeps the word", "ALL"),
    "n1,default": ("keeps the word", "default"),
    "n" * 254: ("too long", "n" * 254),
    "n[0-65535]" + "x" * 249: ("too long", "n[0-65535]" + "x" * 249),
    "n[0001]" * 70_000: ("too long", "n[0001]" * 70_000),
}


@pytest.mark.parametrize("text", EXPANSIONS)
def test_expands_as_slurm_does(text: str) -> None:
    assert list(HostList.parse(text)) == EXPANSIONS[text].split()


def test_tells_what_is_named_more_than_once() -> None:
    assert HostList.parse("n[3,1-2,2],m,n3,n3").repeated == ("n3", "n2")
    assert HostList.parse("n[1,01],n001").repeated == ()


@pytest.mark.parametrize("text", REFUSALS, ids=lambda text: ascii(text[:30]))
def test_refuses_and_names_the_faulty_part(text: str) -> None:
    message, part = REFUSALS[text]
    with pytest.raises(HostListError) as caught:
        HostList.parse(text)
    assert message in caught.value.message
    assert caught.value.part == part
    assert caught.value.hint
    assert "\n" not in str(caught.value)


def test_empty_elements_of_a_sites_own_file_are_skipped() -> None:
    assert HostList.parse("n[1-2],,m1,", skip_empty=True).names == ("n1", "n2", "m1")


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("gpu[001-200]", "gpu[001-200]"),
        ("n3,n1,n2", "n[1-3]"),
        ("n1,n01", "n[1,01]"),
        ("n[8-11],n[08-09]", "n[8,08,9,09-11]"),
        ("n[098-101]", "n[098-101]"),
        ("n9,n010", "n[9,010]"),
        ("rack[0-63]n[01-04]", "rack[0-63]n[01-04]"),
        ("rack[1-2]n1", "rack[1-2]n[1]"),
        ("rack1n[1-2],rack2n[1-3]", "rack1n[1-2],rack2n[1-3]"),
        ("gpu[1-2]-ib", "gpu1-ib,gpu2-ib"),
        ("n10,n2,n1a5,n1,m", "m,n[1-2,10],n1a5"),
        ("gpu,gpu1", "gpu,gpu1"),
        ("n99999999999999999998,n99999999999999999999", "n99999999999999999998,n99999999999999999999"),
    ],
)
def test_folds_in_natural_order(text: str, folded: str) -> None:
    assert str(HostList.parse(text)) == folded


def test_no_hosts_fold_to_nothing() -> None:
    assert str(HostList()) == ""


def test_is_immutable_and_copies() -> None:
    hosts = HostList.parse("n[1-3]")
    with pytest.raises(AttributeError):
        hosts.names = ()  # type: ignore[misc]
    assert pickle.loads(pickle.dumps(hosts)).names == hosts.names
    assert repr(hosts) == "HostList.parse('n[1-3]')"
    assert hosts != "n[1-3]"


@given(own.hostlists)
def test_fold_then_parse_keeps_the_hosts(hosts: HostList) -> None:
    folded = str(hosts)
    assert (HostList.parse(folded) if folded else HostList()) == hosts
    assert not re.search(r"\][^\[\],]+(,|$)", folded), "Slurm 22.05 refuses text after a bracket group"


@given(own.hostlists)
def test_folding_depends_on_the_hosts_alone(hosts: HostList) -> None:
    assert str(HostList(reversed(hosts.names))) == str(hosts)
    assert hash(HostList(reversed(hosts.names))) == hash(hosts)


@given(own.hostlists, own.hostlists)
def test_algebra_is_that_of_sets(left: HostList, right: HostList) -> None:
    a, b = set(left), set(right)
    assert set(left & right) == a & b
    assert set(left | right) == a | b
    assert set(left - right) == a - b
    assert left.isdisjoint(right) == a.isdisjoint(b)
    assert (left == right) == (a == b)
    assert all((name in left) == (name in a) for name in (*left, *right))
    assert len(left) == len(a)


@given(own.hostlists, own.hostlists)
def test_algebra_keeps_the_order_given(left: HostList, right: HostList) -> None:
    assert list(left | right) == list(dict.fromkeys([*left, *right]))
    assert list(left & right) == [name for name in left if name in right]
