"""Kueue's objects as resources of the Kubernetes provider."""

from __future__ import annotations

from importlib.metadata import version
from typing import Any

import pulumi

from tenantry.stack.config import StackConfig


class ClusterObject(pulumi.CustomResource):
    """One object, passed to the provider as it is rendered.

    The SDK's CustomResource class takes no top-level fields but ``spec``, which WorkloadPriorityClass does not have.
    """

    def __init__(self, name: str, thing: dict[str, Any], opts: pulumi.ResourceOptions) -> None:
        super().__init__(_token(thing), name, dict(thing), opts)


def _token(thing: dict[str, Any]) -> str:
    api = thing["apiVersion"]
    return f"kubernetes:{api if '/' in api else f'core/{api}'}:{thing['kind']}"


def provider_options(config: StackConfig, parent: pulumi.Resource) -> pulumi.ResourceOptions:
    """Options that send children to the stack's cluster, through the plugin that belongs to the installed SDK."""
    import pulumi_kubernetes

    options = pulumi.ResourceOptions(parent=parent, version=version("pulumi-kubernetes"))
    provider = pulumi_kubernetes.Provider(
        "cluster",
        kubeconfig=config.kubeconfig,
        context=config.context,
        # Otherwise a change deletes a ConfigMap and makes it anew: whoever reads it in between finds none.
        enable_config_map_mutable=True,
        opts=pulumi.ResourceOptions(parent=parent),
    )
    return pulumi.ResourceOptions.merge(options, pulumi.ResourceOptions(provider=provider))
