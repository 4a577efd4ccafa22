"""What a stack's configuration says: which document, and where the policy goes."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

import pulumi


class Target(StrEnum):
    """Where a policy is applied."""

    MANIFESTS = "manifests"
    """A folder of files; needs no cluster."""
    CLUSTER = "cluster"
    """A Kubernetes cluster with Kueue."""


@dataclass(frozen=True, slots=True)
class StackConfig:
    """One stack's settings, with paths resolved against the project's root."""

    root: Path
    document: str
    """As the user wrote it, relative to ``root``."""
    target: Target
    output: Path
    """Where target ``manifests`` writes, relative to ``root``."""
    kubeconfig: pulumi.Output[str] | None
    """A path or the contents. Never shown; Pulumi keeps it encrypted where the stack's configuration does
    (``pulumi config set --secret``), because every dynamic provider is handed the whole configuration."""
    context: str | None

    @classmethod
    def read(cls) -> StackConfig:
        """From ``stacks/Pulumi.<stack>.yaml``; raises pulumi.RunError with what would be right."""
        config, stack = pulumi.Config(), pulumi.get_stack()
        target = config.get("target") or Target.MANIFESTS
        if target not in set(Target):
            choices = " or ".join(Target)
            raise pulumi.RunError(f"tenantry:target is {target!r}; write {choices} in stacks/Pulumi.{stack}.yaml")
        return cls(
            root=project_root(),
            document=config.get("document") or f"stacks/{stack}",
            target=Target(target),
            output=Path(config.get("outputDir") or "out/applied") / stack,
            kubeconfig=config.get_secret("kubeconfig"),
            context=config.get("context"),
        )


def project_root() -> Path:
    """The folder of Pulumi.yaml. The program itself runs in ``infra/``."""
    return find_root(Path(pulumi.runtime.get_root_directory() or "."))


def find_root(start: Path) -> Path:
    """The nearest folder at or above ``start`` that holds Pulumi.yaml; raises FileNotFoundError."""
    for folder in (start.resolve(), *start.resolve().parents):
        if (folder / "Pulumi.yaml").is_file():
            return folder
    raise FileNotFoundError(f"no Pulumi.yaml at or above {start}")
