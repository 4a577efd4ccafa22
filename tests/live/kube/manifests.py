"""Kueue's own manifests, turned to a manager that runs outside of the cluster."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

KUEUE_GROUP = "kueue.x-k8s.io"


def read_yaml(path: Path) -> list[dict[str, Any]]:
    """All documents of a file."""
    return [document for document in yaml.load_all(path.read_bytes(), yaml.CSafeLoader) if document]


@dataclass(frozen=True, slots=True)
class KueueManifests:
    """The manifests in a component's ``config/``, for a manager at that URL with that authority (base64 of PEM)."""

    config: Path
    url: str
    ca_bundle: str

    def definitions(self) -> list[dict[str, Any]]:
        """The CRDs; those that Kueue's kustomization converts by webhook ask the manager to do so."""
        patches = read_yaml(self.config / "crd" / "kustomization.yaml")[0].get("patches") or ()
        converted = {read_yaml(self.config / "crd" / patch["path"])[0]["metadata"]["name"] for patch in patches}
        webhook = {"clientConfig": self._client("/convert"), "conversionReviewVersions": ["v1"]}
        bases = sorted((self.config / "crd" / "bases").glob("*.yaml"))
        definitions = [definition for path in bases for definition in read_yaml(path)]
        for definition in definitions:
            if definition["metadata"]["name"] in converted:
                definition["spec"]["conversion"] = {"strategy": "Webhook", "webhook": webhook}
        return definitions

    def webhooks(self, frameworks: Sequence[str]) -> list[dict[str, Any]]:
        """The webhooks of Kueue's own kinds and of the integrated frameworks; nothing would answer the others."""
        configurations = read_yaml(self.config / "webhook" / "manifests.yaml")
        for configuration in configurations:
            configuration["metadata"]["name"] = "kueue-" + configuration["metadata"]["name"]
            configuration["webhooks"] = [
                {**webhook, "clientConfig": self._client(webhook["clientConfig"]["service"]["path"])}
                for webhook in configuration["webhooks"]
                if all(_answered(rule, frameworks) for rule in webhook["rules"])
            ]
        return configurations

    def _client(self, path: str) -> dict[str, str]:
        return {"url": self.url + path, "caBundle": self.ca_bundle}


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
