"""Objects that others name and no file has."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from typing import Final

from tenantry.backends.kueue.parse.kinds import AdmissionCheck
from tenantry.backends.kueue.stage import FILES, Files
from tenantry.backends.told import problem
from tenantry.check.rule import Problem, rule
from tenantry.finding import Severity

_ELSEWHERE: Final = "write it, or add the file that has it"


@rule("KUF301", Severity.WARNING, FILES)
def kueue_flavor_missing(files: Files) -> Iterator[Problem]:
    """A ResourceFlavor that quotas are for is not there.

    What it does:
        Looks for the flavors of ClusterQueues and Cohorts among the files.

    Why:
        Until the flavor exists the queue is inactive and admits nothing.

    Example:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: Cohort
        metadata: {name: lab}
        spec:
          resourceGroups:
          - coveredResources: [cpu]
            flavors: [{name: epic, resources: [{name: cpu, nominalQuota: 64}]}]
        ---
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ResourceFlavor
        metadata: {name: epyc}

    Use instead:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: Cohort
        metadata: {name: lab}
        spec:
          resourceGroups:
          - coveredResources: [cpu]
            flavors: [{name: epyc, resources: [{name: cpu, nominalQuota: 64}]}]
        ---
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ResourceFlavor
        metadata: {name: epyc}

    Sources:
        Tried on Kueue 0.17: Active=False, FlavorNotFound; https://github.com/headlamp-k8s/plugins/issues/1191
    """
    told: set[str] = set()
    for holder, group in files.groups if files.whole else ():
        for row in group.flavors:
            if row.flavor and row.flavor not in files.flavors and row.flavor not in told:
                told.add(row.flavor)
                message = f"there is no ResourceFlavor '{row.flavor}', so '{holder.name}' waits for it"
                yield problem(row.said.place("name"), message, _help(row.flavor, files.flavors))


@rule("KUF302", Severity.WARNING, FILES)
def kueue_topology_missing(files: Files) -> Iterator[Problem]:
    """A Topology that a flavor names is not there.

    What it does:
        Looks for the topologies of ResourceFlavors among the files.

    Why:
        Until the topology exists, queues that use the flavor are inactive.

    Example:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ResourceFlavor
        metadata: {name: h100}
        spec: {nodeLabels: {gpu: h100}, topologyName: racks}

    Use instead:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ResourceFlavor
        metadata: {name: h100}
        spec: {nodeLabels: {gpu: h100}, topologyName: racks}
        ---
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: Topology
        metadata: {name: racks}
        spec: {levels: [{nodeLabel: example.com/rack}]}

    Sources:
        Tried on Kueue 0.17: Active=False, TopologyNotFound.
    """
    for flavor in files.flavors.values() if files.whole else ():
        if flavor.topology and flavor.topology not in files.topologies:
            message = f"there is no Topology '{flavor.topology}'"
            place = flavor.manifest.said.place("spec", "topologyName")
            yield problem(place, message, _help(flavor.topology, files.topologies))


@rule("KUF303", Severity.WARNING, FILES)
def kueue_queue_missing(files: Files) -> Iterator[Problem]:
    """A LocalQueue points to a ClusterQueue that is not there.

    What it does:
        Looks for the ClusterQueue of every LocalQueue among the files; one that names none points to nothing.

    Why:
        Work in the queue waits for ever. To which queue a LocalQueue points cannot be changed later.

    Example:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: LocalQueue
        metadata: {name: main, namespace: vision}
        spec: {clusterQueue: vison}
        ---
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ClusterQueue
        metadata: {name: vision}
        spec: {namespaceSelector: {}}

    Use instead:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: LocalQueue
        metadata: {name: main, namespace: vision}
        spec: {clusterQueue: vision}
        ---
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ClusterQueue
        metadata: {name: vision}
        spec: {namespaceSelector: {}}

    Sources:
        Tried on Kueue 0.17: such a LocalQueue is taken, and so is one without clusterQueue.
    """
    for queue in files.local_queues.values() if files.whole else ():
        place = queue.manifest.said.place("spec", "clusterQueue")
        if not queue.queue:
            yield problem(place, f"LocalQueue '{queue.name}' names no ClusterQueue", "write spec.clusterQueue")
        elif queue.queue not in files.queues:
            yield problem(place, f"there is no ClusterQueue '{queue.queue}'", _help(queue.queue, files.queues))


@rule("KUF304", Severity.WARNING, FILES)
def kueue_check_missing(files: Files) -> Iterator[Problem]:
    """An AdmissionCheck that a queue names is not there.

    What it does:
        Looks for the admission checks of ClusterQueues among the files.

    Why:
        Until the check exists the queue is inactive and admits nothing.

    Example:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ClusterQueue
        metadata: {name: vision}
        spec: {namespaceSelector: {}, admissionChecksStrategy: {admissionChecks: [{name: provision}]}}

    Use instead:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ClusterQueue
        metadata: {name: vision}
        spec: {namespaceSelector: {}, admissionChecksStrategy: {admissionChecks: [{name: provision}]}}
        ---
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: AdmissionCheck
        metadata: {name: provision}
        spec: {controllerName: kueue.x-k8s.io/provisioning-request}

    Sources:
        Tried on Kueue 0.17: Active=False, AdmissionCheckNotFound.
    """
    known = {it.name for it in files.objects.of(AdmissionCheck)}
    for queue in files.queues.values() if files.whole else ():
        said = queue.manifest.said
        items = [it.get("name") for it in said.items("spec", "admissionChecksStrategy", "admissionChecks")]
        for item in (*items, *said.items("spec", "admissionChecks")):
            if item is not None and isinstance(item.value, str) and item.value not in known:
                yield problem(item.at, f"there is no AdmissionCheck '{item.value}'", _help(item.value, known))


def _help(name: str, known: Iterable[str]) -> str:
    close = get_close_matches(name, list(known), n=1)
    return f"did you mean '{close[0]}'?" if close else _ELSEWHERE
