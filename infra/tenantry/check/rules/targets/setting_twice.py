"""One Slurm parameter in two spellings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tenantry.check.rule import DOCUMENT, Problem, rule
from tenantry.finding import Path, Related, Severity
from tenantry.model.document import Tenancy
from tenantry.model.targets import SlurmTarget


@rule("SLM104", Severity.ERROR, DOCUMENT)
def setting_twice(tenancy: Tenancy) -> Iterator[Problem]:
    """A setting of the site stands twice, in different upper and lower case.

    What it does:
        Compares the names of the passed-through settings without regard to case, as Slurm reads them.

    Why:
        Slurm takes the last of the two and logs an error; which one that is does not show in the document.

    Example:
        fleet: demo
        slurm: {release: "24.11", settings: {SlurmUser: slurm, slurmuser: root}}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}

    Use instead:
        fleet: demo
        slurm: {release: "24.11", settings: {SlurmUser: slurm}}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}

    Sources:
        slurm.conf(5): parameter names are case insensitive.
    """
    if tenancy.slurm is None:
        return
    for path, settings in _sections(tenancy.slurm):
        first: dict[str, str] = {}
        for key in settings:
            other = first.setdefault(key.lower(), key)
            if other != key:
                related = (Related(f"'{other}' is here", (*path, other)),)
                yield Problem(
                    (*path, key), f"'{key}' and '{other}' are one parameter", "leave one of them out", related
                )


def _sections(slurm: SlurmTarget) -> Iterator[tuple[Path, Mapping[str, object]]]:
    yield ("slurm", "settings"), slurm.settings
    yield ("slurm", "cgroup"), slurm.cgroup
    for kind, entries in (("nodes", slurm.nodes), ("partitions", slurm.partitions)):
        yield from ((("slurm", kind, name), settings) for name, settings in entries.items())
