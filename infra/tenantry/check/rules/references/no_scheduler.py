"""Documents that render for nothing."""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.check.rule import DOCUMENT, Problem, rule
from tenantry.finding import Severity
from tenantry.model.document import Tenancy


@rule("TEN105", Severity.ERROR, DOCUMENT)
def no_scheduler(tenancy: Tenancy) -> Iterator[Problem]:
    """The document names no scheduler.

    What it does:
        Asks for `slurm:` or `kueue:` or both.

    Why:
        Quota lives on a scheduler; without one there is nothing to render and nothing to check against.

    Example:
        fleet: demo
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}

    Use instead:
        fleet: demo
        slurm: {release: "24.11"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}

    Sources:
        Structural.
    """
    if not tenancy.schedulers:
        help_text = 'add slurm: {release: "24.11"} or kueue: {release: "0.17"} with the release you run'
        yield Problem(("fleet",), "the document names no scheduler", help_text)
