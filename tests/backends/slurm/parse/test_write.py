"""Any bytes are read; what was read, written again, means the same."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenantry.backends.slurm.parse.read import read_files
from tenantry.backends.slurm.parse.site import Record, Settings, Site
from tenantry.backends.slurm.parse.write import write

NAMES = ("slurm.conf", "gres.conf", "cgroup.conf", "topology.conf", "topology.yaml", "more.conf")

KEYS = ("NodeName", "nodename", "PartitionName", "Name", "SwitchName", "CPUs", "Feature", "Features", "Nodes", "A.b_1")
WORDS = ("DEFAULT", "n[1-3]", "n1,,n2", "ALL", '"a b"', '""', '"', 'x"y', "\\#", "\\\\", "#", "\\", "\0", "é", "=")
SPACES = (" ", "\t", "\n", " \\\n", "\r\n", "")
pieces = st.one_of(st.sampled_from([f"{key}=" for key in KEYS]), st.sampled_from(WORDS), st.sampled_from(SPACES))
texts = st.lists(st.one_of(pieces, st.just("Include more.conf\n")), max_size=25).map("".join)


def meaning(site: Site) -> dict[str, Any]:
    """Everything but places."""
    return {
        "settings": settings(site.settings),
        "records": [record(it) for it in site.records],
        "nodes": [(record(it), it.hosts) for it in site.nodes],
        "gres settings": settings(site.gres_settings),
        "gres": [(record(it), it.hosts) for it in site.gres],
        "cgroup": settings(site.cgroup),
        "topology": None if site.topology is None else [record(it) for it in site.topology],
        "topology settings": settings(site.topology_settings),
        "yaml": None if site.topology_yaml is None else site.topology_yaml.plain(),
    }


def settings(found: Settings | None) -> list[tuple[str, str]] | None:
    return None if found is None else [(it.key, it.value) for it in found.all]


def record(found: Record) -> tuple[Any, ...]:
    return found.kind, found.name, settings(found.own), settings(found.options)


@given(st.dictionaries(st.sampled_from(NAMES), st.binary(max_size=200)))
def test_arbitrary_bytes_are_read(files: dict[str, bytes]) -> None:
    site = read_files(files)
    assert len(site.files) + len(site.findings) >= len(files.keys() - {"more.conf"})


@given(st.fixed_dictionaries({}, optional=dict.fromkeys(NAMES[:4], texts) | {"more.conf": texts}))
def test_what_was_read_is_written(files: dict[str, str]) -> None:
    site = read_files(files)
    assert meaning(read_files(write(site))) == meaning(site)


@pytest.mark.parametrize(
    "line",
    [
        'NodeName=a Reason="foo B="bar" C=x"',
        'NodeName=a Reason="foo B="" C=1',
        'NodeName=a Reason="foo bar=2',
        "MailDomain=C:\\\\x\\\\",
        'A=" #"',
        "A=\\#1",
    ],
)
def test_values_that_are_hard_to_write(line: str) -> None:
    site = read_files({"slurm.conf": line})
    assert meaning(read_files(write(site))) == meaning(site)


def test_a_value_that_no_line_can_hold_is_refused() -> None:
    site = read_files({"slurm.conf": "A=1\n"})
    bad = site.settings.all[0].__class__("A", 'x "y"', site.settings.all[0].location, site.settings.all[0].location)
    with pytest.raises(ValueError, match="cannot stand"):
        write(Site(path="slurm.conf", settings=Settings((bad,))))


def test_topology_yaml() -> None:
    blocks = '{block_sizes: [4, 8], blocks: [{block: b1, nodes: "n[1-4]"}]}'
    text = f"---\n- topology: t1\n  cluster_default: true\n  block: {blocks}\n"
    site = read_files({"topology.yaml": text})
    assert site.topology_yaml is not None
    assert site.topology_yaml.plain() == [
        {
            "topology": "t1",
            "cluster_default": True,
            "block": {"block_sizes": [4, 8], "blocks": [{"block": "b1", "nodes": "n[1-4]"}]},
        }
    ]
    assert meaning(read_files(write(site))) == meaning(site)
