"""The two schedulers as targets: which release, and what the site decides itself."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from tenantry.model.base import Model
from tenantry.model.duration import Duration
from tenantry.model.names import Name, NamePattern, SettingKey, SettingValue

Release = Annotated[str, Field(pattern=r"^[0-9]{1,2}\.[0-9]{1,2}$", examples=["24.11"])]
"""``major.minor``, in quotes: YAML reads a bare 24.10 as the number 24.1."""


def _as_text(value: Any) -> Any:
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


Settings = dict[SettingKey, Annotated[SettingValue, BeforeValidator(_as_text, json_schema_input_type=str | int)]]
"""Parameters of a configuration file as its man page spells them; whole numbers may stand without quotes."""


class SlurmTarget(Model):
    """Slurm: what is written and for which release."""

    release: Release
    file: Literal["slurm.conf", "tenancy.conf"] = "slurm.conf"
    """The whole file, or the part that a site's own slurm.conf takes in by one ``Include`` line."""
    settings: Settings = {}
    """Site settings of slurm.conf that the policy does not decide: host, ports, paths, authentication."""
    cgroup: Settings = {}
    """Site settings of cgroup.conf."""
    nodes: dict[Name, Settings] = {}
    """Pool to further options of its NodeName line, such as NodeAddr or Port."""
    partitions: dict[Name, Settings] = {}
    """Flavor to further options of its PartitionName line."""


class KueueTarget(Model):
    """Kueue: what is written and for which release."""

    release: Release
    limit_borrowing: Literal["all", "devices"] = "all"
    """``all``: CPU and memory follow the devices. ``devices``: only devices carry borrowing and lending limits."""
    create_namespaces: bool = False
    """Whether Namespace objects are written for the teams' namespaces."""


class FairShare(Model):
    """How past use fades."""

    half_life: Duration = Duration.parse("7d")
    """PriorityDecayHalfLife (slurm.conf(5)); usageHalfLifeTime of Kueue's admission fair sharing."""


class Naming(Model):
    """How generated objects are called."""

    cluster_queue: NamePattern = "{team}"
    local_queue: NamePattern = "{team}"
    resource_flavor: NamePattern = "{flavor}"
    topology: NamePattern = "{topology}"
    root_cohort: NamePattern = "{fleet}"
    cohort: NamePattern = "{group}"
    department_cohort: NamePattern = "{group}-{department}"
    priority_class: NamePattern = "{tier}"
    account: NamePattern = "{team}"
    qos: NamePattern = "{tier}"
    partition: NamePattern = "{flavor}"
