"""What every generated object is called. Both back ends, comparison and ownership take names from here alone.

Slurm's own additions carry an underscore, which no name in a document can: ``burst``, ``<name>_burst`` and
``<partition>_partition`` cannot collide with a team, a tier or a flavor, but for the reserved ``burst`` and ``root``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from tenantry.model.document import Tenancy
from tenantry.resolve.hierarchy import is_fair
from tenantry.resolve.types import Resolved

PLACEHOLDERS: Final[Mapping[str, frozenset[str]]] = MappingProxyType(
    {
        "cluster_queue": frozenset({"team"}),
        "local_queue": frozenset({"team"}),
        "resource_flavor": frozenset({"flavor"}),
        "topology": frozenset({"topology"}),
        "root_cohort": frozenset(),
        "cohort": frozenset({"group"}),
        "department_cohort": frozenset({"group", "department"}),
        "priority_class": frozenset({"tier"}),
        "account": frozenset({"team"}),
        "qos": frozenset({"tier"}),
        "partition": frozenset({"flavor"}),
    }
)
"""Field of ``naming`` to the placeholders it needs, or two objects would get one name. Each may also use {fleet}."""

BURST: Final = "burst"
"""Account above all burst accounts."""
CPU_SUFFIX: Final = "-cpu"

_PLACEHOLDER = re.compile(r"\{([a-z]+)\}")


@dataclass(frozen=True, slots=True)
class Names:
    """Names of one document's objects, from its naming patterns."""

    tenancy: Tenancy

    def cluster_queue(self, team: str, *, cpu: bool = False) -> str:
        """ClusterQueue of a team's GPU flavors; with ``cpu`` the one of its CPU flavors."""
        return self._fill("cluster_queue", team=team) + (CPU_SUFFIX if cpu else "")

    def local_queue(self, team: str, *, cpu: bool = False) -> str:
        """LocalQueue in each of a team's namespaces."""
        return self._fill("local_queue", team=team) + (CPU_SUFFIX if cpu else "")

    def resource_flavor(self, flavor: str) -> str:
        """ResourceFlavor of a flavor."""
        return self._fill("resource_flavor", flavor=flavor)

    def topology(self, topology: str) -> str:
        """Topology object."""
        return self._fill("topology", topology=topology)

    def root_cohort(self) -> str:
        """Cohort above all fair groups."""
        return self._fill("root_cohort")

    def cohort(self, group: str) -> str:
        """Cohort of a fair group."""
        return self._fill("cohort", group=group)

    def department_cohort(self, group: str, department: str) -> str:
        """Cohort of the part of a department that stands in a group."""
        return self._fill("department_cohort", group=group, department=department)

    def priority_class(self, tier: str) -> str:
        """WorkloadPriorityClass of a tier."""
        return self._fill("priority_class", tier=tier)

    def admission(self, *parts: str) -> str:
        """An admission policy, its binding and parameters, and a role: the fleet, then ``parts``.

        Dots, which no name of a document has, keep the names of several fleets on one cluster apart.
        """
        return ".".join((self.tenancy.fleet, *parts))

    def account(self, team: str) -> str:
        """Account whose jobs run within a team's nominal."""
        return self._fill("account", team=team)

    def burst_account(self, team: str) -> str:
        """Account whose jobs run on borrowed devices."""
        return f"{self.account(team)}_{BURST}"

    def department_account(self, department: str) -> str:
        """Account above the accounts of a department's teams."""
        return department

    def group_burst_account(self, group: str) -> str:
        """Account above a fair group's burst accounts."""
        return f"{group}_{BURST}"

    def department_burst_account(self, group: str, department: str) -> str:
        """Account above the burst accounts of a department's teams in a group.

        ``<department>_burst``; with the group before it where the department's teams stand in several fair groups,
        since an account has one parent.
        """
        teams = (team for team in self.tenancy.teams.values() if team.department == department)
        groups = {team.group for team in teams if is_fair(self.tenancy, team)}
        return f"{group}_{department}_{BURST}" if len(groups) > 1 else f"{department}_{BURST}"

    def qos(self, tier: str) -> str:
        """QOS of a tier's work within nominal."""
        return self._fill("qos", tier=tier)

    def burst_qos(self, tier: str) -> str:
        """QOS of a tier's work on borrowed devices."""
        return f"{self.qos(tier)}_{BURST}"

    def start_qos(self, tier: str, flavor: str) -> str:
        """QOS of a tier's work on borrowed devices of one flavor, where a job borrows when it starts."""
        return f"{self.qos(tier)}_{self.partition(flavor)}_{BURST}"

    def flavor_account(self, team: str, flavor: str) -> str:
        """Account of a team's jobs on one flavor, where they borrow when they start and the team holds several."""
        return f"{self.account(team)}_{self.partition(flavor)}"

    def partition(self, flavor: str) -> str:
        """Partition of a flavor's nodes."""
        return self._fill("partition", flavor=flavor)

    def partition_qos(self, flavor: str) -> str:
        """QOS of a partition, which holds the least devices a job has to ask for."""
        return f"{self.partition(flavor)}_partition"

    def _fill(self, kind: str, **values: str) -> str:
        """The pattern with its placeholders filled in; one it does not know stays as it is, for the rules to find."""
        values["fleet"] = self.tenancy.fleet
        pattern: str = getattr(self.tenancy.naming, kind)
        return _PLACEHOLDER.sub(lambda match: values.get(match.group(1), match.group(0)), pattern)


def names_for(resolved: Resolved) -> Names:
    """The names of a resolved document's objects."""
    return Names(resolved.tenancy)
