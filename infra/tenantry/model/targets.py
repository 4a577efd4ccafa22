"""The two schedulers as targets: which release, and what the site decides itself."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, WithJsonSchema

from tenantry.model.base import Model
from tenantry.model.duration import Duration
from tenantry.model.names import SETTING_VALUE, Name, NamePattern, SettingKey, SettingValue

Release = Annotated[str, Field(pattern=r"^[0-9]{1,2}\.[0-9]{1,2}$", examples=["24.11"])]
"""``major.minor``, in quotes: YAML reads a bare 24.10 as the number 24.1."""


def _as_text(value: Any) -> Any:
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


_SCHEMA = {
    "type": ["string", "integer"],
    "pattern": f"^(?:{SETTING_VALUE})$",
    "examples": ["/var/spool/slurmctld", 6817],
}

Settings = dict[SettingKey, Annotated[SettingValue, BeforeValidator(_as_text), WithJsonSchema(_SCHEMA)]]
"""Parameters of a configuration file as its man page spells them; whole numbers may stand without quotes."""


class Containers(Model):
    """Jobs in containers: NVIDIA's Pyxis, a plugin of srun and slurmd, which starts them with Enroot."""

    pyxis: SettingValue = "spank_pyxis.so"
    """Pyxis's plugin; a bare name is looked for in PluginDir (plugstack.conf, spank(7)). It has to be there before the
    file is: slurmd and srun end on a plugin that they do not find."""
    prolog: SettingValue | None = None
    """Program on the nodes that makes a user's Enroot folders before a job (``Prolog`` of slurm.conf)."""
    epilog: SettingValue | None = None
    """Program on the nodes that clears them away after a job (``Epilog`` of slurm.conf)."""


class SlurmTarget(Model):
    """Slurm: what is written and for which release."""

    release: Release
    """``major.minor`` in quotes, such as "24.11": YAML reads a bare 24.10 as the number 24.1."""
    file: Literal["slurm.conf", "tenancy.conf"] = "slurm.conf"
    """The whole file, or the part that a site's own slurm.conf takes in by one ``Include`` line."""
    borrowing: Literal["at-submit", "at-start"] = "at-submit"
    """When work borrows. ``at-submit``: who submits chooses an account for borrowed work. ``at-start`` (24.11 and
    later): a job names both its QOS, and Slurm decides when it starts; what a team borrows then also counts against its
    own nominal."""
    settings: Settings = {}
    """Site settings of slurm.conf that the policy does not decide: host, ports, paths, authentication."""
    cgroup: Settings = {}
    """Site settings of cgroup.conf."""
    nodes: dict[Name, Settings] = {}
    """Pool to further options of its NodeName line, such as NodeAddr or Port."""
    partitions: dict[Name, Settings] = {}
    """Flavor to further options of its PartitionName line."""
    job_submit: bool = False
    """Whether job_submit.lua is written and used: it adds the GPU type of the partition to requests without one, keeps
    account and QOS together on the guaranteed or the borrowing side, and gives each tier its default time. A comfort:
    every limit holds without it."""
    containers: Containers | None = None
    """Whether jobs run in containers; plugstack.conf is written then."""
    templates: SettingValue | None = None
    """Folder of the site's own templates, relative to the document: each takes the place of ours of the same name,
    such as slurm/gres.conf.j2 (templates/README.md)."""


Integration = Literal[
    "job",
    "jobset",
    "pod",
    "deployment",
    "statefulset",
    "leaderworkerset",
    "rayjob",
    "raycluster",
    "rayservice",
    "trainjob",
    "mpijob",
    "pytorchjob",
    "tfjob",
    "xgboostjob",
    "paddlejob",
    "jaxjob",
    "mxjob",
    "appwrapper",
]
"""A kind of work that Kueue can manage, in lower case."""


class Fungibility(Model):
    """What work does whose flavors are several: in which order Kueue tries them is the order of the team's quota."""

    when_can_borrow: Literal["borrow", "next-flavor"] = "borrow"
    """Where nominal is used up and borrowing would do: borrow, or look first whether the next flavor has room."""
    when_can_preempt: Literal["preempt", "next-flavor"] = "next-flavor"
    """Where preemption would make room: preempt, or look first whether the next flavor has room."""


class KueueConfiguration(Model):
    """The controller's own configuration, written as the ConfigMap that Kueue's manifests and its chart install."""

    integrations: Annotated[tuple[Integration, ...], Field(strict=False, min_length=1)] | None = None
    """Kinds of work that Kueue manages; the release's own list when left out."""


class KueueTarget(Model):
    """Kueue: what is written and for which release."""

    release: Annotated[Release, Field(examples=["0.17"])]
    """``major.minor`` in quotes, such as "0.17": YAML reads a bare 0.10 as the number 0.1."""
    limit_borrowing: Literal["all", "devices"] = "all"
    """``all``: CPU and memory follow the devices. ``devices``: only devices carry borrowing and lending limits."""
    create_namespaces: bool = False
    """Whether Namespace objects are written for the teams' namespaces."""
    kubernetes: Annotated[Release, Field(examples=["1.35"])] | None = None
    """The cluster's own release, such as "1.35". From 1.30 on, admission policies hold work in the teams' namespaces to
    its queues, tiers and times; left out, none are written and nothing holds it."""
    mutating_policies: bool = False
    """Whether an API server of 1.34 or 1.35 has MutatingAdmissionPolicy turned on (feature gate and v1beta1); from 1.36
    on it is. It fills in the lowest tier and the tier's default time."""
    namespace: Name = "kueue-system"
    """Namespace of Kueue's controller, which no team reaches; what the policies know of the teams stands there."""
    fungibility: Fungibility = Fungibility.model_construct()
    """What work does whose flavors are several."""
    fair_sharing: bool | None = None
    """Whether the controller's one switch for fair sharing is on (``fairSharing`` of its Configuration); without it no
    share counts. Left out: nothing is said about it, and a ``configuration`` that is written leaves it off."""
    admission_fair_sharing: bool = False
    """Whether past use decides which of a team's namespaces comes first, before priority (0.12 and later); it fades as
    ``fairShare.halfLife`` says."""
    configuration: KueueConfiguration | None = None
    """Whether the controller's Configuration is written, and what it says beyond this document's switches. It replaces
    the one that Kueue was installed with; the controller reads it when it starts."""

    @property
    def fair_sharing_on(self) -> bool | None:
        """Whether shares count; None where the document does not decide it."""
        return bool(self.fair_sharing) if self.configuration is not None else self.fair_sharing


class FairShare(Model):
    """How past use fades."""

    half_life: Duration = Duration.parse("7d")
    """After how long past use counts half: PriorityDecayHalfLife (slurm.conf(5)). On Kueue present use alone counts."""


class Naming(Model):
    """How generated objects are called."""

    cluster_queue: NamePattern = "{team}"
    """ClusterQueue of a team; ``{team}``."""
    local_queue: NamePattern = "{team}"
    """LocalQueue of a team in each of its namespaces; ``{team}``."""
    resource_flavor: NamePattern = "{flavor}"
    """ResourceFlavor of a flavor; ``{flavor}``."""
    topology: NamePattern = "{topology}"
    """Topology of a topology; ``{topology}``."""
    root_cohort: NamePattern = "{fleet}-root"
    """Cohort above all groups; ``{fleet}``."""
    cohort: NamePattern = "{group}"
    """Cohort of a sharing group; ``{group}``."""
    department_cohort: NamePattern = "{group}-{department}"
    """Cohort of a department within a group; ``{group}`` and ``{department}``."""
    priority_class: NamePattern = "{tier}"
    """WorkloadPriorityClass of a tier; ``{tier}``."""
    account: NamePattern = "{team}"
    """Slurm account of a team; ``{team}``."""
    qos: NamePattern = "{tier}"
    """Slurm QOS of a tier; ``{tier}``."""
    partition: NamePattern = "{flavor}"
    """Slurm partition of a flavor; ``{flavor}``."""
