"""CPU counts that sockets and threads do not divide."""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.check.rule import DOCUMENT, Problem, rule
from tenantry.finding import Severity
from tenantry.model.document import Tenancy


@rule("NOD108", Severity.ERROR, DOCUMENT)
def uneven_sockets(tenancy: Tenancy) -> Iterator[Problem]:
    """A node's CPUs do not divide by its sockets and threads.

    What it does:
        Divides `cpus`, which counts hardware threads, by `sockets` times `threadsPerCore`.

    Why:
        Slurm works out the cores of a socket from these three; a rest makes slurmctld correct the line on its own
        and the node registers with fewer CPUs than the policy counts.

    Example:
        fleet: demo
        slurm: {release: "24.11"}
        flavors:
          epyc: {node: {cpus: 100, sockets: 2, threadsPerCore: 4, memory: 768Gi}}

    Use instead:
        fleet: demo
        slurm: {release: "24.11"}
        flavors:
          epyc: {node: {cpus: 96, sockets: 2, threadsPerCore: 4, memory: 768Gi}}

    Sources:
        slurm.conf(5), NodeName: CPUs, Sockets, CoresPerSocket, ThreadsPerCore.
    """
    for name, flavor in tenancy.flavors.items():
        node = flavor.node
        parts = (node.sockets or 1) * (node.threads_per_core or 1)
        if node.cpus % parts:
            message = f"{node.cpus} CPUs do not divide by {node.sockets or 1} sockets of {node.threads_per_core or 1}"
            message += " threads a core"
            below = node.cpus // parts * parts
            help_text = f"use {below + parts}" + (f" or {below}" if below else "")
            yield Problem(("flavors", name, "node", "cpus"), message, f"{help_text}, or correct the other two")
