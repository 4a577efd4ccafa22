"""Kueue's own configuration."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches
from typing import Final

from tenantry.backends.kueue.parse.kinds import Configuration
from tenantry.backends.kueue.stage import FILES, Files
from tenantry.backends.told import problem
from tenantry.check.rule import Problem, rule
from tenantry.finding import Severity

_SECTIONS: Final = frozenset(
    {
        "admissionFairSharing",
        "apiVersion",
        "clientConnection",
        "controller",
        "fairSharing",
        "featureGates",
        "health",
        "integrations",
        "internalCertManagement",
        "kind",
        "leaderElection",
        "manageJobsWithoutQueueName",
        "managedJobsNamespaceSelector",
        "metrics",
        "multiKueue",
        "namespace",
        "objectRetentionPolicies",
        "pprofBindAddress",
        "queueVisibility",
        "resources",
        "tls",
        "waitForPodsReady",
        "webhook",
    }
)
"""Kueue's apis/config, v1beta1 and v1beta2, 0.9 to 0.19."""


@rule("KUF117", Severity.ERROR, FILES)
def kueue_configuration_misspelt(files: Files) -> Iterator[Problem]:
    """A section of Kueue's configuration is spelt nearly as one that there is.

    What it does:
        Compares the keys of a Configuration, also one in a ConfigMap, with those that Kueue knows.

    Why:
        Kueue reads its configuration strictly: it does not start, and nothing is admitted.

    Example:
        apiVersion: config.kueue.x-k8s.io/v1beta2
        kind: Configuration
        fairsharing: {preemptionStrategies: [LessThanOrEqualToFinalShare]}

    Use instead:
        apiVersion: config.kueue.x-k8s.io/v1beta2
        kind: Configuration
        fairSharing: {preemptionStrategies: [LessThanOrEqualToFinalShare]}

    Sources:
        Kueue's apis/config; tried on Kueue 0.17: "strict decoding error: unknown field".
    """
    known = {it.lower(): it for it in _SECTIONS}
    for configuration in files.objects.of(Configuration):
        said = configuration.manifest.said
        for key, _ in said.entries():
            close = get_close_matches(key.lower(), known, n=1, cutoff=0.75) if key not in _SECTIONS else ()
            if close:
                message = f"there is no {key} in Kueue's configuration"
                yield problem(said.keys[key], message, f"write {known[close[0]]}")
