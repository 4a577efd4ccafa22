"""Naming patterns with a placeholder that nothing fills in."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pydantic.alias_generators import to_camel

from tenantry.check.rule import DOCUMENT, Problem, rule
from tenantry.finding import Severity
from tenantry.model.document import Tenancy
from tenantry.resolve.names import PLACEHOLDERS


@rule("NAM101", Severity.ERROR, DOCUMENT)
def unknown_placeholder(tenancy: Tenancy) -> Iterator[Problem]:
    """A naming pattern has a placeholder that does not exist for it.

    What it does:
        Compares the `{…}` of every pattern under `naming` with what can be filled in there.

    Why:
        The braces would stand in the name, and no API server takes them.

    Example:
        fleet: demo
        kueue: {release: "0.17"}
        naming: {clusterQueue: "{tier}-cq"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}

    Use instead:
        fleet: demo
        kueue: {release: "0.17"}
        naming: {clusterQueue: "{team}-cq"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}

    Sources:
        Kubernetes object names, RFC 1123.
    """
    for field, needed in PLACEHOLDERS.items():
        known = sorted(needed | {"fleet"})
        pattern: str = getattr(tenancy.naming, field)
        for placeholder in re.findall(r"\{([a-z]+)\}", pattern):
            if placeholder not in known:
                key = to_camel(field)
                message = f"naming.{key} has the placeholder {{{placeholder}}}, which nothing fills in"
                help_text = f"use {' and '.join(f'{{{name}}}' for name in known)}"
                yield Problem(("naming", key), message, help_text)
