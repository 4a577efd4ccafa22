"""A site's files read: settings, records, defaults, includes, places and what is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from tenantry.backends.slurm.parse.codes import CODES
from tenantry.backends.slurm.parse.files import MAX_BYTES
from tenantry.backends.slurm.parse.members import node_set_hosts, partition_hosts, unreadable
from tenantry.backends.slurm.parse.read import read_files, read_site
from tenantry.backends.slurm.parse.records import MAX_HOSTS
from tenantry.backends.slurm.parse.site import Site
from tenantry.backends.slurm.parse.topology_yaml import MAX_CHARACTERS, MAX_VALUES
from tenantry.finding import Severity
from tenantry.model.hostlist import HostList


def conf(text: str, **more: str) -> Site:
    return read_files({"slurm.conf": text, **{name.replace("_", "."): content for name, content in more.items()}})


def said(site: Site) -> list[str]:
    return [f"{finding.location} {finding.code}" for finding in site.findings]


def test_settings_know_no_case_and_the_last_one_counts() -> None:
    site = conf("SelectType=a\nSlurmctldHost=c1\nselecttype = b\nSlurmctldHost=c2\n")
    assert site.settings.value("SELECTTYPE") == "b"
    assert [setting.value for setting in site.settings.occurrences("SlurmctldHost")] == ["c1", "c2"]
    assert "PreemptMode" not in site.settings
    assert site.settings.value("PreemptMode", "OFF") == "OFF"
    assert [setting.key for setting in site.settings] == ["selecttype", "SlurmctldHost"]
    assert site.findings == ()


def test_default_lines_reach_what_comes_after_them() -> None:
    site = conf(
        "NodeName=n1\n"
        "NodeName=DEFAULT CPUs=4 Feature=a State=DOWN\n"
        "NodeName=n2 cpus=8 Features=b\n"
        "nodename=default CPUs=16\n"
        "NodeName=n3\n"
        "PartitionName=p Nodes=n1\n"
    )
    n1, n2, n3 = site.nodes
    assert len(n1.options) == 0
    assert (n2.value("CPUs"), n2.value("Features"), n2.get("Feature"), n2.value("State")) == ("8", "b", None, "DOWN")
    assert (n3.value("CPUs"), n3.value("Feature")) == ("16", "a")
    assert [setting.key for setting in n2.own.all] == ["cpus", "Features"]
    assert str(n3.options.get("Feature").location) == "slurm.conf:2:25"  # type: ignore[union-attr]
    assert [record.name for record in site.records if record.is_default] == ["DEFAULT", "default"]
    assert site.partitions[0].get("CPUs") is None


def test_addresses_are_nobodys_default() -> None:
    site = conf("NodeName=DEFAULT NodeAddr=10.0.0.1 CPUs=2\nNodeName=n1\n")
    assert site.nodes[0].get("NodeAddr") is None
    assert site.nodes[0].value("CPUs") == "2"


def test_hosts_of_partitions() -> None:
    site = conf(
        "NodeName=r[1-2]n[1-2] Feature=old,big\nNodeName=n[08-10] Features=new\n"
        "NodeSet=both Nodes=r1n1,fresh\nNodeSet=fresh Feature=new Nodes=r2n2\nNodeSet=nosuch Feature=ne\n"
        "PartitionName=a Nodes=both\nPartitionName=b Nodes=all\nPartitionName=c Nodes=n08,,unknown\n"
        "PartitionName=d Nodes=n[1\nPartitionName=e\n"
        'PartitionName=f Nodes="n08 r1n1,  n09"\nPartitionName=g Nodes=feature{new},r1n2,switch{s1}\n'
    )
    hosts = {it.name: str(partition_hosts(site, it)) for it in site.partitions}
    assert hosts == {
        "a": "n[08-10],r1n1,r2n2", "b": "n[08-10],r[1-2]n[1-2]", "c": "n08,unknown", "d": "", "e": "",
        "f": "n[08-09],r1n1", "g": "n[08-10],r1n2",
    }  # fmt: skip
    assert [it.name for it in site.partitions if unreadable(it.value("Nodes"))] == ["d"]
    assert [str(node_set_hosts(site, it)) for it in site.node_sets][1:] == ["n[08-10],r2n2", ""]


def test_the_other_files() -> None:
    site = conf(
        "NodeName=n1 Gres=gpu:2\nDownNodes=n1 State=DOWN\n",
        gres_conf="AutoDetect=nvml\nNodeName=n[1-2] Name=gpu File=/dev/nvidia[0-1]\nName=shard Count=8\n",
        cgroup_conf="ConstrainDevices=yes\n#ConstrainCores=yes\n",
        topology_conf="SwitchName=s0 Nodes=n1\nBlockSizes=4\n",
        topology_yaml="- topology: t1\n  tree:\n    switches: [{switch: s0, nodes: n1}]\n",
    )
    assert site.gres_settings is not None
    assert site.gres_settings.value("AutoDetect") == "nvml"
    first, second = site.gres
    assert (first.hosts, first.value("Name")) == (HostList(["n1", "n2"]), "gpu")
    assert (second.hosts, second.kind, second.name) == (None, "Name", "shard")
    assert site.cgroup is not None
    assert [setting.key for setting in site.cgroup] == ["ConstrainDevices"]
    assert site.topology is not None
    assert [(it.kind, it.name) for it in site.topology] == [("SwitchName", "s0")]
    assert site.topology_settings is not None
    assert site.topology_settings.value("BlockSizes") == "4"
    assert site.topology_yaml is not None
    entry = site.topology_yaml.items()[0]
    assert entry.get("topology").value == "t1"  # type: ignore[union-attr]
    assert str(entry.keys["tree"]) == "topology.yaml:2:3"
    assert [str(it.hosts) for it in site.down_nodes] == ["n1"]
    assert len(site.files) == 5


def test_what_is_not_there_is_none() -> None:
    site = conf("ClusterName=a\n")
    assert (site.gres_settings, site.cgroup, site.topology, site.topology_yaml) == (None, None, None, None)
    alone = read_files({"cgroup.conf": "ConstrainCores=yes\n"})
    assert alone.cgroup is not None
    assert len(alone.settings) == 0


def test_includes(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "slurm.conf").write_text(
        "ClusterName=Lab\ninclude sub/a.conf # why\nInclude\tLab.conf\nInclude %c.conf\n"
    )
    (tmp_path / "sub/a.conf").write_text("Include b.conf\nSelectType=x\n")
    (tmp_path / "b.conf").write_text("NodeName=beside-slurm-conf\n")
    (tmp_path / "sub/b.conf").write_text("NodeName=beside-includer\n")
    (tmp_path / "lab.conf").write_text("PartitionName=p\n  Nodes=x\n")
    site = read_site(tmp_path)
    assert [str(node.hosts) for node in site.nodes] == ["beside-slurm-conf"]
    assert [str(node.hosts) for node in read_site(tmp_path, "22.05").nodes] == ["beside-includer"]
    assert site.settings.value("SelectType") == "x"
    assert [Path(name).name for name in site.files] == ["slurm.conf", "a.conf", "b.conf", "lab.conf"]
    missing = [finding for finding in site.findings if finding.code == "SLF001"]
    assert [str(it.location) for it in missing] == [f"{tmp_path}/slurm.conf:3:9"]
    assert missing[0].severity is Severity.WARNING
    # The second line of lab.conf is a setting of its own, which is for a rule to refuse.
    assert site.settings.value("Nodes") == "x"


def test_a_copy_of_a_sites_files_includes_its_own(tmp_path: Path) -> None:
    named, copy = tmp_path / "etc/slurm", tmp_path / "copy"
    for path in (copy / "conf.d", copy / "slurm/conf.d"):
        path.mkdir(parents=True)
    (copy / "slurm.conf").write_text(f"Include {named}/conf.d/a.conf\nInclude {named}/b.conf\nInclude {named}/c.conf\n")
    (copy / "conf.d/a.conf").write_text("MaxJobCount=1\n")
    (copy / "slurm/conf.d/a.conf").write_text("MaxJobCount=2\n")
    (copy / "b.conf").write_text(f"Include {named}/slurm.conf\n")
    site = read_site(copy)
    assert site.settings.value("MaxJobCount") == "2"
    assert said(site) == [
        f"{copy}/slurm.conf:1:9 SLF014",
        f"{copy}/slurm.conf:2:9 SLF014",
        f"{copy}/b.conf:1:9 SLF003",
        f"{copy}/slurm.conf:3:9 SLF001",
    ]
    (named / "conf.d").mkdir(parents=True)
    (named / "conf.d/a.conf").write_text("MaxJobCount=3\n")
    assert read_site(copy).settings.value("MaxJobCount") == "3"


def test_a_word_of_comment_may_touch_the_name() -> None:
    assert said(conf("Include a.conf#word\nInclude a.conf #  two words\n", a_conf="MaxJobCount=1\n")) == []


def test_a_loop_of_includes_ends(tmp_path: Path) -> None:
    (tmp_path / "slurm.conf").write_text("Include a.conf\n")
    (tmp_path / "a.conf").write_text("Include again.conf\nMaxJobCount=1\n")
    (tmp_path / "again.conf").symlink_to("slurm.conf")
    site = read_site(tmp_path / "slurm.conf")
    assert said(site) == [f"{tmp_path}/a.conf:1:9 SLF003"]
    assert site.settings.value("MaxJobCount") == "1"


def test_a_file_that_is_no_file_is_not_opened(tmp_path: Path) -> None:
    (tmp_path / "slurm.conf").write_text("Include /dev/zero\nInclude .\n")
    (tmp_path / "gres.conf").mkdir()
    assert {finding.code for finding in read_site(tmp_path).findings} == {"SLF001"}
    with pytest.raises(FileNotFoundError):
        read_site(tmp_path / "nowhere.conf")


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("MaxJobCount\n", "1:1 SLF002"),
        ("A=1 B=2\n", "1:5 SLF002"),
        ("NodeName=n1 CPUs=2 \\\n  what now\n", "2:3 SLF002"),
        ('PartitionName=p AllowGroups="a b"c\n', "1:32 SLF002"),
        ("Include=x.conf\n", "1:1 SLF002"),
        (" Include x.conf\n", "1:2 SLF002"),
        ("Include \n", "1:9 SLF002"),
        ("Include a%c.conf\n", "1:9 SLF002"),
        ("Include *.conf\n", "1:9 SLF004"),
        ("Include a.conf# two words\n", "1:15 SLF002"),
        ("Include slurm.conf\n", "1:9 SLF003"),
        ('NodeName=n1 Reason="see #1"\n', "1:25 SLF005"),
        ('NodeName=n1 Reason="see\n', "1:20 SLF006"),
        ("NodeName=n1 CPUs=1 cpus=2\n", "1:20 SLF007"),
        ("A=1\nB=2 \\\n", "2:5 SLF008"),
        ("NodeName=n1 CPUs+=1\n", "1:13 SLF009"),
        ("NodeName=n[1-2\n", "1:10 SLF010"),
        ("NodeName=n1 CPUs=1\0 Gres=gpu:1\n", "1:19 SLF011"),
        ("ClusterName={{ name }}\nNodes: {{ nodes }}\n", "1:13 SLF013"),
        ("ClusterName={name}\n", "1:12 SLF013"),
    ],
)
def test_findings(text: str, where: str) -> None:
    assert f"slurm.conf:{where}" in said(conf(text))
    assert all(finding.help for finding in conf(text).findings)


@pytest.mark.parametrize("text", ["a: [1\n", "a: &x [*x]\n", "? [a]\n: 1\n", "\x01", "- - - - " * 60 + "a\n"])
def test_a_topology_that_is_no_yaml(text: str) -> None:
    site = read_files({"topology.yaml": text})
    assert site.topology_yaml is None
    assert [finding.code for finding in site.findings] == ["SLF012"]


def test_codes_are_numbered_once() -> None:
    assert [code.code for code in CODES] == [f"SLF{number:03d}" for number in range(1, len(CODES) + 1)]
    assert all(code.why.endswith(".") and not code.title.endswith(".") for code in CODES)


def test_places_behind_continuations_and_includes() -> None:
    site = read_files(
        {
            "etc/slurm.conf": "Include sub/nodes.conf\n",
            "etc/sub/nodes.conf": '# nodes\r\nNodeName=n1 \\ # why\r\n\tCPUs = 4 Reason="a \\# b" \\\n Gres=gpu:8\n',
        },
        name="etc/slurm.conf",
    )
    node = site.nodes[0]
    places = {option.key: (option.location, option.value_location) for option in node.own.all}
    spelled = {key: (str(at), str(value)) for key, (at, value) in places.items()}
    file = "etc/sub/nodes.conf"
    assert (str(node.location), str(node.name_location)) == (f"{file}:2:1", f"{file}:2:10")
    assert spelled == {
        "CPUs": (f"{file}:3:2", f"{file}:3:9"),
        "Reason": (f"{file}:3:11", f"{file}:3:18"),
        "Gres": (f"{file}:4:2", f"{file}:4:7"),
    }
    assert node.value("Reason") == "a # b"


def test_what_would_fill_the_memory_is_a_finding() -> None:
    large = read_files({"slurm.conf": "Include a.conf\n", "a.conf": b"#" * (MAX_BYTES + 1)})
    assert [finding.code for finding in large.findings] == ["SLF001"]
    many = conf("".join(f"NodeName=r{rack}n[1-60000]\n" for rack in range(8)))
    assert {finding.code for finding in many.findings} == {"SLF010"}
    assert sum(len(node.hosts) for node in many.nodes) <= MAX_HOSTS + 65_536
    deep = read_files({"slurm.conf": "Include 0\n"} | {str(at): f"Include {at + 1}\n" for at in range(100)})
    assert [finding.code for finding in deep.findings] == ["SLF001"]
    levels = [f"- &a{at + 1} [{', '.join([f'*a{at}'] * 10)}]\n" for at in range(12)]
    yaml = read_files({"topology.yaml": "- &a0 [x, x]\n" + "".join(levels)})
    assert [finding.code for finding in yaml.findings] == ["SLF012"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("- &a [x]\n- *a\n- [", "2:3 Slurm's YAML has no aliases"),
        (f"- {'[' * 100_000}", "1:42 this is nested deeper, or is larger, than any topology"),
        ("- a\n" * MAX_VALUES + "- [", f"{MAX_VALUES}:3 this is nested deeper, or is larger, than any topology"),
        ("#" * MAX_CHARACTERS + "\n- [", "1:1 this is nested deeper, or is larger, than any topology"),
    ],
)
def test_a_topology_is_read_up_to_the_first_thing_that_is_refused(text: str, told: str) -> None:
    site = read_files({"topology.yaml": text})
    assert [f"{it.location}:{it.message}" for it in site.findings] == [f"topology.yaml:{told.replace(' ', ':', 1)}"]


def test_a_slurm_conf_that_is_too_large_is_not_read() -> None:
    with pytest.raises(ValueError, match="larger than"):
        read_files({"slurm.conf": b"#" * (MAX_BYTES + 1)})
