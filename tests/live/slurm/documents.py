"""An example stack on the sandbox: its own policy, with the sandbox's facts in the place of the site's."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from tenantry.backends.slurm.render import render
from tenantry.model.document import Tenancy
from tenantry.model.scheduler import Owner
from tenantry.resolve.resolve import resolve
from tenantry.resolve.types import Resolved
from tests.live.slurm import site
from tests.live.slurm.install import RELEASES
from tests.support.documents import resolved_stack

COMMANDS = ("qos.sacctmgr", "accounts.sacctmgr")


@dataclass(frozen=True)
class Rendered:
    """What a document renders to."""

    resolved: Resolved
    suite: str
    """Whose Slurm runs it."""

    @cached_property
    def _texts(self) -> dict[str, str]:
        return {file.path.name: file.text for file in render(self.resolved)}

    @property
    def files(self) -> dict[str, str]:
        """What goes to /etc/slurm, byte for byte, beside a slurm.conf of the site's where it has one."""
        files = {name: text for name, text in self._texts.items() if name not in COMMANDS}
        if "tenancy.conf" in files:
            own = {"ClusterName": self.resolved.tenancy.fleet, "AccountingStorageType": "accounting_storage/slurmdbd"}
            files["slurm.conf"] = site.lines({**own, "Include": "tenancy.conf"}).replace("Include=", "Include ")
            files["cgroup.conf"] = site.lines(site.cgroup_conf(self.suite))
        return files

    def commands(self, name: str) -> str:
        """The commands as the file itself says to run them: without its comments."""
        lines = self._texts[name].splitlines(keepends=True)
        return "".join(line for line in lines if not line.startswith("#"))


def example(stack: str, suite: str) -> Rendered:
    """An example stack for the release of a suite."""
    return on_sandbox(resolved_stack(stack).tenancy, suite)


def on_sandbox(tenancy: Tenancy, suite: str) -> Rendered:
    """A document whose passthrough holds the sandbox's host, paths and node addresses."""
    assert tenancy.slurm is not None
    nodes, port = {}, site.FIRST_PORT
    for name, pool in tenancy.pools.items():
        if pool.owner is Owner.SLURM:
            nodes[name] = site.node_options(len(pool.hosts), port)
            port += len(pool.hosts)
    slurm = tenancy.slurm.model_copy(
        update={
            "release": RELEASES[suite],
            "settings": dict(site.SLURM_CONF),
            "cgroup": dict(site.cgroup_conf(suite)),
            "nodes": nodes,
            "partitions": _default_partition(tenancy),
        }
    )
    return Rendered(resolve(tenancy.model_copy(update={"slurm": slurm})), suite)


def _default_partition(tenancy: Tenancy) -> dict[str, dict[str, str]]:
    """A site that keeps its own slurm.conf names the default partition itself; without any, slurmctld complains."""
    flavors = [pool.flavor for pool in tenancy.pools.values() if pool.owner is Owner.SLURM]
    included = tenancy.slurm is not None and tenancy.slurm.file == "tenancy.conf"
    return {min(flavors): {"Default": "YES"}} if included else {}
