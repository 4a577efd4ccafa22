"""A slurm.conf that names no controller."""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.check.rule import DOCUMENT, Problem, rule
from tenantry.finding import Severity
from tenantry.model.document import Tenancy

CONTROLLER = frozenset({"slurmctldhost", "controlmachine"})


@rule("SLM105", Severity.WARNING, DOCUMENT)
def no_controller(tenancy: Tenancy) -> Iterator[Problem]:
    """The whole slurm.conf is written and names no SlurmctldHost.

    What it does:
        Looks for SlurmctldHost among the site's settings where the document writes slurm.conf as a whole.

    Why:
        No Slurm daemon and no command starts with such a file: "No SlurmctldHost defined".

    Example:
        fleet: demo
        slurm: {release: "24.11"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        pools:
          training: {flavor: h100, hosts: "gpu[01-08]", owner: slurm}

    Use instead:
        fleet: demo
        slurm:
          release: "24.11"
          settings: {SlurmctldHost: ctl.example.com, StateSaveLocation: /var/spool/slurmctld}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        pools:
          training: {flavor: h100, hosts: "gpu[01-08]", owner: slurm}

    Sources:
        slurm.conf(5): SlurmctldHost.
    """
    slurm = tenancy.slurm
    if slurm is None or slurm.file != "slurm.conf" or CONTROLLER & {key.lower() for key in slurm.settings}:
        return
    message = "slurm.conf names no SlurmctldHost, and nothing of Slurm starts without one"
    yield Problem(("slurm",), message, "set it under slurm.settings, or write file: tenancy.conf and include that")
