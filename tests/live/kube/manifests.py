"""Kueue's own manifests, turned to a manager that runs outside of the cluster."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

KUEUE_GROUP = "kueue.x-k8s.io"


def read_yaml(path: Path) -> list[dict[str, Any]]:
    """All documents of a file."""
    return [document for document in yaml.load_all(path.read_bytes(), yaml.CSafeLoader) if document]


def custom_resource_definitions(config: Path, url: str, ca_bundle: str) -> list[dict[str, Any]]:
    """The CRDs; those that Kueue's kustomization converts by webhook ask the manager at the URL to do so."""
    patches = read_yaml(config / "crd" / "kustomization.yaml")[0].get("patches") or ()
    converted = {read_yaml(config / "crd" / patch["path"])[0]["metadata"]["name"] for patch in patches}
    conversion = {
        "strategy": "Webhook",
        "webhook": {
            "clientConfig": {"url": f"{url}/convert", "caBundle": ca_bundle},
            "conversionReviewVersions": ["v1"],
        },
    }
    definitions = [
        definition for path in sorted((config / "crd" / "bases").glob("*.yaml")) for definition in read_yaml(path)
    ]
    for definition in definitions:
        if definition["metadata"]["name"] in converted:
            definition["spec"]["conversion"] = conversion
    return definitions


def webhook_configurations(config: Path, url: str, ca_bundle: str, frameworks: Sequence[str]) -> list[dict[str, Any]]:
    """The webhooks of Kueue's own kinds and of the integrated frameworks; others would call what nothing answers."""
    configurations = read_yaml(config / "webhook" / "manifests.yaml")
    for configuration in configurations:
        configuration["metadata"]["name"] = "kueue-" + configuration["metadata"]["name"]
        configuration["webhooks"] = [
            {
                **webhook,
                "clientConfig": {"url": url + webhook["clientConfig"]["service"]["path"], "caBundle": ca_bundle},
            }
            for webhook in configuration["webhooks"]
            if all(_answered(rule, frameworks) for rule in webhook["rules"])
        ]
    return configurations


def _answered(rule: Mapping[str, Any], frameworks: Iterable[str]) -> bool:
    """Frameworks are named as in Kueue's Configuration: ``batch/job``, ``jobset.x-k8s.io/jobset``, ``deployment``."""
    if rule["apiGroups"] == [KUEUE_GROUP]:
        return True
    named = [framework.rpartition("/") for framework in frameworks]
    served = {(group, f"{kind}s") for group, _, kind in named}
    return all(
        (group, resource) in served or ("", resource) in served
        for group in rule["apiGroups"]
        for resource in (name.partition("/")[0] for name in rule["resources"])
    )
