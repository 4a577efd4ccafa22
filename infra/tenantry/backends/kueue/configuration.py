"""The controller's ``Configuration``: what the policy decides of it, over what the release is installed with.

It is no object of the API but a file, which Kueue's manifests and its chart mount from one ConfigMap. That ConfigMap is
what is written: ``kubectl apply -R``, Argo CD, Flux and Pulumi take it as they take every other object, where a bare
``Configuration`` among them would be refused as a kind that nobody serves.
Source: apis/config and config/components/manager/controller_manager_config.yaml, newest patch of every minor release.
"""

from __future__ import annotations

from typing import Final

from tenantry.backends.kueue.facts import Gate
from tenantry.backends.kueue.flavors import Object, topologies_used
from tenantry.backends.kueue.integrations import between, frameworks, installed
from tenantry.backends.kueue.view import KueueView
from tenantry.emit import to_yaml
from tenantry.model.duration import Duration

NAME: Final = "kueue-manager-config"
KEY: Final = "controller_manager_config.yaml"


def configuration_maps(view: KueueView) -> list[Object]:
    """The ConfigMap with the Configuration, where the document asks for one."""
    if view.target.configuration is None:
        return []
    return [
        {
            "apiVersion": "v1",
            "kind": "ConfigMap",
            "metadata": {"name": NAME, "namespace": view.target.namespace},
            "data": {KEY: to_yaml(configuration(view))},
        }
    ]


def configuration(view: KueueView) -> Object:
    """The whole Configuration of a document that asks for one."""
    asked = view.target.configuration
    wanted = None if asked is None else asked.integrations
    names = installed(view.target.release) if wanted is None else wanted
    made = _installed(view) | {"integrations": {"frameworks": frameworks(names)}}
    if view.target.fair_sharing:
        # Both strategies, in the order in which a release without any tries them.
        strategies = {"preemptionStrategies": ["LessThanOrEqualToFinalShare", "LessThanInitialShare"]}
        switch = {"enable": True} if view.facts.configuration_version == "v1beta1" else {}
        made["fairSharing"] = switch | strategies
    if view.target.admission_fair_sharing:
        made["admissionFairSharing"] = _admission(view.resolved.tenancy.fair_share.half_life)
    gates = _gates(view)
    return made | ({"featureGates": gates} if gates else {})


def _installed(view: KueueView) -> Object:
    later = between(view.target.release, "0.19", "0.19")
    workers, rate = (5, (300, 500)) if later else (1, (50, 100))
    return {
        "apiVersion": f"config.kueue.x-k8s.io/{view.facts.configuration_version}",
        "kind": "Configuration",
        "health": {"healthProbeBindAddress": ":8081"},
        "metrics": {"bindAddress": ":8443"},
        "webhook": {"port": 9443},
        "leaderElection": {"leaderElect": True, "resourceName": "c1f6bfd2.kueue.x-k8s.io"},
        "controller": {
            "groupKindConcurrency": {
                "Job.batch": 5,
                "Pod": 5,
                "Workload.kueue.x-k8s.io": 10 if later else 5,
                "LocalQueue.kueue.x-k8s.io": workers,
                "Cohort.kueue.x-k8s.io": 1,
                "ClusterQueue.kueue.x-k8s.io": workers,
                "ResourceFlavor.kueue.x-k8s.io": 1,
            }
        },
        "clientConnection": {"qps": rate[0], "burst": rate[1]},
    }


def _admission(half_life: Duration) -> Object:
    # Memory counts in bytes: with any weight it would outweigh every device.
    return {
        "usageHalfLifeTime": f"{half_life.seconds}s",
        "usageSamplingInterval": "5m",
        "resourceWeights": {"memory": 0},
    }


def _gates(view: KueueView) -> dict[str, bool]:
    """Feature gates that the document needs and the release leaves off."""
    wanted = {
        "AdmissionFairSharing": view.target.admission_fair_sharing and view.facts.admission_fair_sharing is Gate.OFF,
        "TopologyAwareScheduling": bool(topologies_used(view)) and view.facts.topology is Gate.OFF,
    }
    return {gate: True for gate, on in wanted.items() if on}
