"""Documents that do not say what there is."""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.check.rule import DOCUMENT, Problem, rule
from tenantry.finding import Severity
from tenantry.model.document import Tenancy


@rule("NOD110", Severity.INFO, DOCUMENT)
def no_pools(tenancy: Tenancy) -> Iterator[Problem]:
    """The document has no pools, so guarantees are not checked against capacity.

    What it does:
        Says that the capacity check is left out, and that nothing unallocated is lent.

    Why:
        A guarantee is only worth something where the devices exist. Without pools nobody can tell.

    Example:
        fleet: demo
        kueue: {release: "0.17"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}

    Use instead:
        fleet: demo
        kueue: {release: "0.17"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        pools:
          serving: {flavor: h100, hosts: "gpu[01-08]", owner: kueue}

    Sources:
        docs/design.md, "The Kueue cohort tree".
    """
    if not tenancy.pools:
        message = "there are no pools, so guarantees are not checked against capacity"
        yield Problem(("fleet",), message, "list the fleet's hosts under pools")
