"""A fleet of four fake nodes whose cluster somebody else changes."""

from __future__ import annotations

from dataclasses import dataclass

from tenantry.backends.slurm.render import render
from tenantry.emit import to_yaml
from tenantry.load.source import Loaded, load_text
from tenantry.resolve.resolve import resolve
from tenantry.resolve.types import Resolved
from tests.live.slurm import site
from tests.live.slurm.documents import COMMANDS
from tests.live.slurm.install import RELEASES

POLICY = """\
fleet: drifting
flavors:
  h100:
    gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}
    node: {cpus: 16, memory: 64Gi, reserved: {cpus: 2, memory: 4Gi}}
    billing: 10
  l40s:
    gpu: {product: NVIDIA-L40S, perNode: 4}
    node: {cpus: 8, memory: 32Gi}
pools:
  train: {flavor: h100, hosts: "h[1-2]", owner: slurm}
  infer: {flavor: l40s, hosts: "l[1-2]", owner: slurm}
tiers:
  urgent: {defaultTime: 2h, maxTime: 1d, mayBorrow: false}
  batch: {defaultTime: 30m, maxTime: 2d, grace: 90s}
groups:
  lab: {sharing: fair}
departments:
  science: {share: 3}
teams:
  vision: {group: lab, department: science, share: 4, quota: {h100: {nominal: 8, borrow: 4}}, users: [ada]}
  speech: {group: lab, tiers: [batch], quota: {h100: 4, l40s: 8}, perUser: {l40s: 4}, users: unmanaged}
"""

NODES = ("h1", "h2", "l1", "l2")


def document(suite: str) -> str:
    """The policy with a sandbox's own settings."""
    slurm = {
        "release": RELEASES[suite],
        "settings": {**site.SLURM_CONF, "SlurmctldTimeout": "120", "PriorityFlags": "MAX_TRES,ACCRUE_ALWAYS"},
        "cgroup": dict(site.cgroup_conf(suite)),
        "nodes": {"train": site.node_options(2), "infer": site.node_options(2, site.FIRST_PORT + 2)},
    }
    return POLICY + to_yaml({"slurm": slurm})


@dataclass(frozen=True)
class Fleet:
    """A loaded document."""

    loaded: Loaded
    resolved: Resolved

    @classmethod
    def of(cls, text: str) -> Fleet:
        """Fails where the text is no valid document."""
        loaded = load_text(text, "tenancy.yaml")
        assert loaded.tenancy is not None, loaded.findings
        return cls(loaded, resolve(loaded.tenancy))

    def files(self) -> dict[str, str]:
        """What goes to /etc/slurm."""
        return {file.path.name: file.text for file in render(self.resolved) if file.path.name not in COMMANDS}

    def commands(self, name: str) -> str:
        """The commands of a file, without its comments."""
        (text,) = (file.text for file in render(self.resolved) if file.path.name == name)
        return "".join(line for line in text.splitlines(keepends=True) if not line.startswith("#"))


Row = tuple[str, str, str | None, str | None]
"""Subject, field, and both readings."""

PARTITION = ("update", "PartitionName=h100")
L40S = ("update", "PartitionName=l40s")
NODE = ("update", "NodeName=h1")
UPDATES: list[tuple[tuple[str, ...], str, str, Row, str]] = [
    (PARTITION, "MaxTime=1-0", "MaxTime=2-0", ("partition 'h100'", "MaxTime", "2-00:00:00", "1-00:00:00"), "batch:"),
    (PARTITION, "PriorityTier=7", "PriorityTier=1", ("partition 'h100'", "PriorityTier", "1", "7"), "h100:"),
    (PARTITION, "State=DOWN", "State=UP", ("partition 'h100'", "State", "UP", "DOWN"), "h100:"),
    (PARTITION, "QOS=normal", "QOS=h100_partition", ("partition 'h100'", "QOS", "h100_partition", "normal"), "h100:"),
    (PARTITION, "Nodes=h1", "Nodes=h[1-2]", ("partition 'h100'", "Nodes", "h[1-2]", "h1"), "train:"),
    (
        PARTITION,
        "AllowAccounts=root",
        "AllowAccounts=ALL",
        ("partition 'h100'", "AllowAccounts", "ALL", "root"),
        "h100:",
    ),
    (
        L40S,
        "JobDefaults=DefCpuPerGPU=1,DefMemPerGPU=8192",
        "JobDefaults=DefCpuPerGPU=2,DefMemPerGPU=8192",
        ("partition 'l40s'", "DefCpuPerGPU", "2", "1"),
        "node: {cpus: 8",
    ),
    (
        L40S,
        "TRESBillingWeights=CPU=1",
        "TRESBillingWeights=GRES/gpu=1",
        ("partition 'l40s'", "TRESBillingWeights", "GRES/gpu=1", "CPU=1"),
        "l40s:",
    ),
    (L40S, "OverSubscribe=FORCE", "OverSubscribe=NO", ("partition 'l40s'", "OverSubscribe", "NO", "FORCE:4"), "l40s:"),
    (NODE, "Weight=7", "Weight=1", ("node 'h1'", "Weight", "1", "7"), "train:"),
    (
        NODE,
        "AvailableFeatures=h100,fast",
        "AvailableFeatures=h100 ActiveFeatures=h100",
        ("node 'h1'", "Feature", "h100", "h100,fast"),
        "h100:",
    ),
]

VISION = "modify account where name=vision cluster=drifting set"
SPEECH = "modify account where name=speech cluster=drifting set"
BATCH = "modify qos where name=batch set"
ACCOUNTING: list[tuple[str, str, list[Row], str]] = [
    (f"{BATCH} MaxWall=3-0", f"{BATCH} MaxWall=2-0", [("qos 'batch'", "MaxWall", "2880", "4320")], "batch:"),
    (f"{BATCH} Priority=7", f"{BATCH} Priority=1000", [("qos 'batch'", "Priority", "1000", "7")], "batch:"),
    (
        f"{BATCH} Flags-=DenyOnLimit",
        f"{BATCH} Flags+=DenyOnLimit",
        [("qos 'batch'", "Flags", "DenyOnLimit", None)],
        "batch:",
    ),
    (
        f"{VISION} GrpTRES=gres/gpu:h100=9",
        f"{VISION} GrpTRES=gres/gpu:h100=8",
        [("account 'vision'", "GrpTRES gres/gpu:h100", "8", "9")],
        "vision:",
    ),
    (f"{VISION} Fairshare=9", f"{VISION} Fairshare=4", [("account 'vision'", "Fairshare", "4", "9")], "vision:"),
    (f"{SPEECH} GrpJobs=5", f"{SPEECH} GrpJobs=-1", [("account 'speech'", "GrpJobs", None, "5")], "speech:"),
    (
        f"{SPEECH} parent=science",
        f"{SPEECH} parent=root",
        [("account 'speech'", "Parent", "root", "science")],
        "speech:",
    ),
    (
        "add user name=eve cluster=drifting account=vision",
        "delete user where name=eve",
        [("user 'eve' of account 'vision'", "", None, "there")],
        "vision:",
    ),
    ("add user name=zoe cluster=drifting account=speech", "delete user where name=zoe", [], ""),
    ("add account name=foreign cluster=drifting", "delete account where name=foreign", [], ""),
    ("add qos name=site", "delete qos where name=site", [], ""),
]
"""What is changed, what puts it back, what is found, and how the document's line starts. Users of speech are unmanaged;
accounts and QOS of others are theirs."""

EDITS: list[tuple[str, str, list[Row]]] = [
    ("PriorityFlags=MAX_TRES,ACCRUE_ALWAYS", "PriorityFlags=ACCRUE_ALWAYS,MAX_TRES", []),
    ("SlurmctldTimeout=120", "SlurmctldTimeout=150", [("slurm.conf", "SlurmctldTimeout", "120", "150 sec")]),
    (
        "PriorityDecayHalfLife=7-00:00:00",
        "PriorityDecayHalfLife=14-0",
        [("slurm.conf", "PriorityDecayHalfLife", "7-00:00:00", "14-00:00:00")],
    ),
    (
        "bf_continue,",
        "",
        [
            (
                "slurm.conf",
                "SchedulerParameters",
                "bf_continue,bf_resolution=300,bf_window=2880",
                "bf_resolution=300,bf_window=2880",
            )
        ],
    ),
    (
        "AccountingStorageEnforce=associations,limits,qos,safe",
        "AccountingStorageEnforce=safe,qos,limits,associations",
        [],
    ),
    ("Nodes=h[1-2]", "Nodes=h1,h2", []),
    ("MaxTime=2-00:00:00", "MaxTime=2880", []),
    ("DefaultTime=0-00:30:00", "DefaultTime=30", []),
    ("GRES/gpu=10", "gres/gpu=10.0", []),
]
