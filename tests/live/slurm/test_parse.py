"""Our reading of Slurm's files beside slurmctld's own, spelling by spelling, on every release."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

import pytest

from tenantry.backends.slurm.parse import values
from tenantry.backends.slurm.parse.members import features, partition_hosts
from tenantry.backends.slurm.parse.read import read_files
from tenantry.backends.slurm.parse.site import Record, Site
from tenantry.finding import Severity
from tenantry.model.duration import Duration
from tenantry.model.hostlist import HostList
from tenantry.model.problem import ValueProblem
from tests.live.slurm import site
from tests.live.slurm.install import RELEASES
from tests.live.slurm.lint import Linter
from tests.live.slurm.sandbox import HOST

pytestmark = pytest.mark.slurm

BASE = f"ClusterName=Lab\n{site.lines(site.SLURM_CONF)}SelectType=select/cons_tres\nGresTypes=gpu,shard\n"
ADDRESS = f"NodeAddr=127.0.0.1 NodeHostname={HOST}"

NODES = [
    "NodeName=n1 Port=18001 {} State=DOWN Reason=\"see #1\" CPUs=4 RealMemory=1000",
    "NodeName=n2 Port=18002 {} Reason=\"see \\#1\" CPUs=4 RealMemory=1000 State=DOWN",
    "NodeName=n3 Port=18003 {} \\\n   RealMemory=1000 \\   # why\n   CPUs=4",
    "# retired: \\\nNodeName=n4 Port=18004 {} RealMemory=3000",
    "  nodename = n5   PORT= 18005 {}\tcpus =\t8 realmemory=0777 ",
    "NodeName=n6 Port=18006 {} RealMemory=0x100 Weight=2k",
    "NodeName=n7 Port=18007 {} RealMemory=5K Weight=3 weight=4",
    "NodeName=n[08-10] Port=[18008-18010] {} CPUs=2 Gres=gpu:h100:8(S:0-1),shard:32 Feature=big,new",
    "NodeName=r[1-2]n[1-2] Port=[18011-18014] {} CPUs=2 Features=\"big,old\"",
    "NodeName=DEFAULT Weight=7 Feature=late RealMemory=2048",
    "NodeName=n15 Port=18015 {}",
    "NodeName=Default Weight=8",
    "NodeName=n16 Port=18016 {} Features=own",
    "NodeName=n17 Port=18017 {} Weight=9 Feature=\"\"",
    "NodeName=a,,b Port=[18020-18021] {}",
    "NodeName=n22 Port=18022 {} Wei\\\nght=33 Reason=back\\\\slash State=DOWN",
    "NodeName=n23 Port=18023 {} Reason=\"a'b\" State=DOWN Weight=\"12\"",
    "NodeName=n24 Port=18024 {} Reason=x\"y\" State=DOWN Weight+=5",
    "NodeName=n25 Port=18025 {} Weight=11\r",
]  # fmt: skip

PARTITIONS = [
    "NodeSet=several Nodes=n[1-4],news",
    "NodeSet=news Feature=new Nodes=n1",
    "PartitionName=p1 Nodes=n[1-3],,n4 MaxTime=60 DefaultTime=1:30",
    "PartitionName=p2 Nodes=news,n5 MaxTime=24:00 Default=yes",
    "PartitionName=DEFAULT MaxTime=2-12 PriorityTier=3 State=UP",
    "PartitionName=p3 Nodes=all DefaultTime=48:00",
    "PartitionName=default DefaultTime=30",
    "PartitionName=p4 Nodes=several,n1 MaxTime=infinite PriorityTier=5",
    "PartitionName=p5 Nodes=r1n[1-2] MaxTime=UNLIMITED",
    "partitionname=p6 Nodes=\"n6,n7\" MaxTime=1-2:3:4",
    "PartitionName=p7 Nodes=n6 Nodes=n7 MaxTime=-1",
    "PartitionName=p8 Nodes=\"n6 , n7  n5\" MaxTime=2-1:90",
]  # fmt: skip

GOOD: Mapping[str, str] = {
    "slurm.conf": BASE
    + 'maxjobcount = 77\nMAXARRAYSIZE=55\nMailDomain="a b"\nInclude sub/nodes.conf\ninclude  %c.conf \n',
    "sub/nodes.conf": "\n".join(line.replace("{}", ADDRESS) for line in NODES),
    "lab.conf": "\r\n".join(PARTITIONS) + "\n",
    "cgroup.conf": "",
}


@pytest.fixture(scope="module")
def linter(suite: str) -> Iterator[Linter]:
    with Linter(suite) as running:
        yield running


@pytest.fixture(scope="module")
def served(linter: Linter) -> Iterator[Linter]:
    linter.write(GOOD)
    linter.start_controller(20)
    yield linter
    linter.stop_controller(forget=True)


@pytest.fixture(scope="module")
def ours(suite: str) -> Site:
    return read_files(GOOD, RELEASES[suite])


def shown(linter: Linter, what: str) -> dict[str, dict[str, str]]:
    """What scontrol shows of each node or partition."""
    lines = linter.run(["scontrol", "show", "-a", "-o", what]).out.splitlines()
    found = [dict(re.findall(r"(\w+)=(\S*)", line)) for line in lines if "Name=" in line]
    return {next(iter(entry.values())): entry for entry in found}


def count(record: Record, key: str, default: int) -> str:
    found = record.get(key)
    if found is None:
        return str(default)
    number = values.number(found.value)
    assert isinstance(number, values.Number)
    return str(number.value)


def test_nodes(served: Linter, ours: Site) -> None:
    real = shown(served, "node")
    read = {host: node for node in ours.nodes for host in node.hosts}
    assert sorted(read) == sorted(real)
    for host, node in read.items():
        theirs = real[host]
        assert theirs["RealMemory"] == count(node, "RealMemory", 1), host
        assert theirs["Weight"] == count(node, "Weight", 1), host
        assert theirs["CPUTot"] == count(node, "CPUs", 1), host
        wanted = [
            feature for feature in theirs.get("AvailableFeatures", "(null)").split(",") if feature not in {"", "(null)"}
        ]
        assert sorted(features(node)) == sorted(wanted), host
        assert values.gres(theirs["Gres"].replace("(null)", "")) == values.gres(node.value("Gres")), host
        if reason := node.value("Reason"):
            out = served.run(["scontrol", "show", "-o", "node", host]).out
            assert re.search(r"Reason=(.*?)(?: \[.*)?$", out.strip()).group(1).strip() == reason, host


def test_partitions(served: Linter, ours: Site) -> None:
    real = shown(served, "partition")
    read = {partition.name: partition for partition in ours.partitions}
    assert sorted(read) == sorted(real)
    for name, partition in read.items():
        theirs = real[name]
        assert partition_hosts(ours, partition) == HostList.parse(theirs["Nodes"]), name
        for key in ("MaxTime", "DefaultTime"):
            assert time(partition, key) == theirs[key], (name, key)
        assert theirs["PriorityTier"] == count(partition, "PriorityTier", 1), name
        assert theirs["Default"] == ("YES" if values.boolean(partition.value("Default", "no")) else "NO"), name


def time(partition: Record, key: str) -> str:
    """As scontrol shows it: whole minutes, and a default above the most is none."""
    found = values.duration(partition.value(key, "UNLIMITED"))
    most = values.duration(partition.value("MaxTime", "UNLIMITED"))
    if not isinstance(found, Duration):
        return "UNLIMITED" if key == "MaxTime" else "NONE"
    if key == "DefaultTime" and isinstance(most, Duration) and found.slurm_minutes() > most.slurm_minutes():
        return "NONE"
    shown = Duration(found.slurm_minutes() * 60).slurm()
    return shown.removeprefix("0-")


def test_settings(served: Linter, ours: Site) -> None:
    text = served.run(["scontrol", "show", "config"]).out
    real = dict(re.findall(r"^(\w+)\s+= (.*?)\s*$", text, re.MULTILINE))
    for key in ("MaxJobCount", "MaxArraySize", "MailDomain", "GresTypes", "ReturnToService", "StateSaveLocation"):
        assert ours.settings.value(key) == real[key], key
    assert real["ClusterName"] == ours.settings.value("ClusterName").lower()


def test_what_is_suspicious_but_served_is_never_called_unreadable(ours: Site) -> None:
    assert {finding.code for finding in ours.findings} == {"SLF005", "SLF006", "SLF007", "SLF009"}


PLAIN = f"NodeName=n1 {ADDRESS} Port=18001\nPartitionName=p Nodes=n1\n"
REFUSED: Mapping[str, Mapping[str, str]] = {
    "a key without a value": {"slurm.conf": BASE + PLAIN + "MaxJobCount\n"},
    "an empty value": {"slurm.conf": BASE + PLAIN + "MailDomain=\n"},
    "two settings on a line": {"slurm.conf": BASE + PLAIN + "MaxJobCount=5 MaxArraySize=5\n"},
    "a colon": {"slurm.conf": BASE + PLAIN + "MaxJobCount: 5\n"},
    "a quote that is never closed": {"slurm.conf": BASE + PLAIN + 'PartitionName=q Nodes=n1 AllowGroups="a b\n'},
    "words behind a record": {"slurm.conf": BASE + PLAIN + "PartitionName=q Nodes=n1 and more\n"},
    "text behind a quoted value": {"slurm.conf": BASE + PLAIN + 'PartitionName=q AllowGroups="a b"c Nodes=n1\n'},
    "Include as a key": {"slurm.conf": BASE + PLAIN + "Include=more.conf\n", "more.conf": "MaxJobCount=5\n"},
    "Include behind a space": {"slurm.conf": BASE + PLAIN + " Include more.conf\n", "more.conf": "MaxJobCount=5\n"},
    "Include with a second name": {"slurm.conf": BASE + PLAIN + "Include a.conf b.conf\n", "a.conf": "#\n"},
    "a comment that touches a name": {"slurm.conf": BASE + PLAIN + "Include a.conf# two words\n", "a.conf": "#\n"},
    "a pattern": {"slurm.conf": BASE + PLAIN + "Include *.inc\n", "a.inc": "MaxJobCount=5\n"},
    "%c too early": {"slurm.conf": "Include %c.conf\n" + BASE + PLAIN, "lab.conf": "MaxJobCount=5\n"},
    "a byte order mark": {"slurm.conf": "\ufeff" + BASE + PLAIN},
    "an included file with a fault": {"slurm.conf": BASE + PLAIN + "Include a.conf\n", "a.conf": "Hello.\n"},
    "a bad host list": {"slurm.conf": BASE + PLAIN + f"NodeName=m[1-2 {ADDRESS}\n"},
    "a host list backwards": {"slurm.conf": BASE + PLAIN + f"NodeName=m[3-1] {ADDRESS} Port=18005\n"},
    "a step": {"slurm.conf": BASE + PLAIN + f"NodeName=m[1-5:2] {ADDRESS} Port=[18005-18007]\n"},
}  # fmt: skip


@pytest.mark.parametrize("case", REFUSED)
def test_refused_by_both(linter: Linter, suite: str, case: str) -> None:
    files = REFUSED[case]
    findings = read_files(files, RELEASES[suite]).findings
    assert any(finding.severity is Severity.ERROR for finding in findings)
    verdict = linter.lint({**files, "cgroup.conf": ""}, seconds=3)
    assert not verdict.clean, verdict.lines


def test_a_missing_include_is_not_passed_over(linter: Linter, suite: str) -> None:
    files = {"slurm.conf": BASE + PLAIN + "Include nowhere.conf\n", "cgroup.conf": ""}
    assert [finding.code for finding in read_files(files, RELEASES[suite]).findings] == ["SLF001"]
    assert not linter.lint(files, seconds=2).runs


def test_a_name_inside_an_included_file(linter: Linter, suite: str) -> None:
    """Relative to the file that names it in 22.05, to slurm.conf later."""
    files = {
        "slurm.conf": BASE + PLAIN + "Include sub/a.conf\n",
        "sub/a.conf": "Include b.conf\n",
        "sub/b.conf": f"NodeName=inner {ADDRESS} Port=18002\n",
        "b.conf": f"NodeName=outer {ADDRESS} Port=18003\n",
        "cgroup.conf": "",
    }
    read = read_files(files, RELEASES[suite])
    linter.write(files)
    linter.start_controller(20)
    real = shown(linter, "node")
    linter.stop_controller(forget=True)
    assert sorted(real) == sorted(host for node in read.nodes for host in node.hosts)


NUMBERS = [
    "500", "500K", "500k", "0777", "0x1F", "+5", "unlimited", "INFINITE", "18446744073709551615",
    "512G", "512000M", "512Gi", "1e6", "1_000", "08", "-1", "1.5", "abc", "0x", "5KB", "18446744073709551616",
]  # fmt: skip
SMALL = ["7", "0x10", "65535", "UNLIMITED", "65536", "1K", "abc"]
TRUTHS = ["YES", "yes", "True", "1", "up", "NO", "false", "0", "Down", "y", "on", "off", "maybe", "2"]
TIMES = [
    "60", "1:30", "1:2:3", "2-12", "1-2:3", "1-2:3:4", "infinite", "UNLIMITED", "-1", "0", "1:90",
    "2h", "1d", "abc", "1:2:3:4", "1.5", "-5",
]  # fmt: skip
TYPED = [
    *(("DefMemPerCPU", text) for text in NUMBERS),
    *(("PriorityTier", text) for text in SMALL),
    *(("LLN", text) for text in TRUTHS),
    *(("MaxTime", text) for text in TIMES),
]


def reads(key: str, text: str) -> bool:
    """Whether our typed reading of an option takes the text."""
    try:
        if key == "LLN":
            values.boolean(text)
        elif key == "MaxTime":
            values.duration(text)
        else:
            values.number(text, values.MAX_16 if key == "PriorityTier" else values.MAX_64)
    except ValueProblem:
        return False
    return True


def typed(pairs: list[tuple[str, str]]) -> dict[str, str]:
    lines = [f"PartitionName=q{at} Nodes=n1 {key}={text}\n" for at, (key, text) in enumerate(pairs)]
    return {"slurm.conf": BASE + PLAIN + "".join(lines), "cgroup.conf": ""}


def test_values_that_both_read(linter: Linter) -> None:
    verdict = linter.lint(typed([pair for pair in TYPED if reads(*pair)]))
    assert verdict.runs, verdict.lines


@pytest.mark.parametrize(("key", "text"), [pair for pair in TYPED if not reads(*pair)])
def test_values_that_neither_reads(linter: Linter, key: str, text: str) -> None:
    assert not linter.lint(typed([(key, text)])).runs
