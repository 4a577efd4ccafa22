"""The admission checks of a queue, each by itself and beside its flavors."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tenantry.backends.kueue.parse.kinds import AdmissionCheck
from tenantry.backends.kueue.parse.value import Value
from tenantry.backends.kueue.stage import FILES, Files
from tenantry.backends.told import problem, seen
from tenantry.check.rule import Problem, rule
from tenantry.check.suggest import listed
from tenantry.finding import Severity

_MULTIKUEUE: Final = "kueue.x-k8s.io/multikueue"


def _checks(said: Value) -> tuple[Value, ...]:
    return said.items("spec", "admissionChecksStrategy", "admissionChecks")


@rule("KUF308", Severity.ERROR, FILES)
def kueue_check_twice(files: Files) -> Iterator[Problem]:
    """A queue names an admission check twice.

    What it does:
        Compares the names in admissionChecksStrategy of every ClusterQueue.

    Why:
        The API server refuses the queue.

    Example:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ClusterQueue
        metadata: {name: vision}
        spec:
          namespaceSelector: {}
          admissionChecksStrategy: {admissionChecks: [{name: provision}, {name: provision}]}
        ---
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: AdmissionCheck
        metadata: {name: provision}
        spec: {controllerName: kueue.x-k8s.io/provisioning-request}

    Use instead:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ClusterQueue
        metadata: {name: vision}
        spec:
          namespaceSelector: {}
          admissionChecksStrategy: {admissionChecks: [{name: provision}]}
        ---
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: AdmissionCheck
        metadata: {name: provision}
        spec: {controllerName: kueue.x-k8s.io/provisioning-request}

    Sources:
        Kueue's CRDs, x-kubernetes-list-map-keys; tried on Kueue 0.17: "admissionChecks[1]: Duplicate value".
    """
    for queue in files.queues.values():
        first: dict[str, Value] = {}
        for check in _checks(queue.manifest.said):
            name = check.text("name")
            if name and (other := first.setdefault(name, check)) is not check:
                related = seen("the first one", other.place("name"))
                yield problem(check.place("name"), f"'{name}' is here already", "keep one of them", related)


@rule("KUF309", Severity.WARNING, FILES)
def kueue_check_of_other_flavors(files: Files) -> Iterator[Problem]:
    """An admission check is for a flavor that its queue has not.

    What it does:
        Looks for the flavors in onFlavors among those of the queue's resource groups.

    Why:
        The check is asked for no work of the queue: what it should hold back starts at once.

    Example:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ClusterQueue
        metadata: {name: vision}
        spec:
          namespaceSelector: {}
          admissionChecksStrategy: {admissionChecks: [{name: provision, onFlavors: [h200]}]}
          resourceGroups:
          - coveredResources: [cpu, memory]
            flavors: [{name: h100, resources: [{name: cpu, nominalQuota: 8}, {name: memory, nominalQuota: 1Ti}]}]
        ---
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ResourceFlavor
        metadata: {name: h100}
        ---
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: AdmissionCheck
        metadata: {name: provision}
        spec: {controllerName: kueue.x-k8s.io/provisioning-request}

    Use instead:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ClusterQueue
        metadata: {name: vision}
        spec:
          namespaceSelector: {}
          admissionChecksStrategy: {admissionChecks: [{name: provision, onFlavors: [h100]}]}
          resourceGroups:
          - coveredResources: [cpu, memory]
            flavors: [{name: h100, resources: [{name: cpu, nominalQuota: 8}, {name: memory, nominalQuota: 1Ti}]}]
        ---
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ResourceFlavor
        metadata: {name: h100}
        ---
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: AdmissionCheck
        metadata: {name: provision}
        spec: {controllerName: kueue.x-k8s.io/provisioning-request}

    Sources:
        https://kueue.sigs.k8s.io/docs/concepts/admission_check; tried on Kueue 0.17: the API server takes it.
    """
    for queue in files.queues.values():
        known = {row.flavor for group in queue.groups for row in group.flavors}
        for check in _checks(queue.manifest.said):
            for flavor in check.items("onFlavors"):
                if isinstance(flavor.value, str) and flavor.value not in known:
                    message = f"'{queue.name}' has no quota of flavor '{flavor.value}'"
                    help_text = f"its flavors are {listed(sorted(known))}" if known else "leave it out"
                    yield problem(flavor.at, message, help_text)


@rule("KUF310", Severity.ERROR, FILES)
def kueue_multikueue_per_flavor(files: Files) -> Iterator[Problem]:
    """A check of MultiKueue is for some flavors alone.

    What it does:
        Looks for onFlavors beside checks whose AdmissionCheck has the controller kueue.x-k8s.io/multikueue.

    Why:
        The queue is inactive and admits nothing: work goes to another cluster as a whole.

    Example:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ClusterQueue
        metadata: {name: vision}
        spec:
          namespaceSelector: {}
          admissionChecksStrategy: {admissionChecks: [{name: remote, onFlavors: [h100]}]}
          resourceGroups:
          - coveredResources: [cpu, memory]
            flavors: [{name: h100, resources: [{name: cpu, nominalQuota: 8}, {name: memory, nominalQuota: 1Ti}]}]
        ---
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ResourceFlavor
        metadata: {name: h100}
        ---
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: AdmissionCheck
        metadata: {name: remote}
        spec: {controllerName: kueue.x-k8s.io/multikueue}

    Use instead:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ClusterQueue
        metadata: {name: vision}
        spec:
          namespaceSelector: {}
          admissionChecksStrategy: {admissionChecks: [{name: remote}]}
          resourceGroups:
          - coveredResources: [cpu, memory]
            flavors: [{name: h100, resources: [{name: cpu, nominalQuota: 8}, {name: memory, nominalQuota: 1Ti}]}]
        ---
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ResourceFlavor
        metadata: {name: h100}
        ---
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: AdmissionCheck
        metadata: {name: remote}
        spec: {controllerName: kueue.x-k8s.io/multikueue}

    Sources:
        Kueue's pkg/cache/scheduler/clusterqueue.go: Active=False, MultiKueueAdmissionCheckAppliedPerFlavor.
    """
    remote = {it.name for it in files.objects.of(AdmissionCheck) if it.controller == _MULTIKUEUE}
    for queue in files.queues.values():
        for check in _checks(queue.manifest.said):
            if check.text("name") in remote and check.items("onFlavors"):
                message = f"check '{check.text('name')}' of MultiKueue is for some flavors alone"
                yield problem(check.key("onFlavors"), message, "leave onFlavors out")
