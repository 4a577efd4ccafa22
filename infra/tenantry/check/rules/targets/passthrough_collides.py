"""Site settings that the policy decides."""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.check.rule import DECLARED, Problem, rule
from tenantry.check.target import Declared
from tenantry.finding import Severity
from tenantry.model.scheduler import Scheduler
from tenantry.model.targets import Settings


@rule("SLM102", Severity.ERROR, DECLARED)
def passthrough_collides(declared: Declared) -> Iterator[Problem]:
    """A passed-through Slurm setting is the policy's to decide.

    What it does:
        Compares the keys under `slurm.settings`, `slurm.cgroup`, `slurm.nodes` and `slurm.partitions` with the
        parameters that follow from the policy, with their other names, and with those that would void it: another
        file that is included, a partition that comes first, work that may not be evicted. Slurm's parameters know no
        upper and lower case.

    Why:
        Slurm takes the last or the first of two lines, depending on the parameter; one of the two would be passed
        over in silence.

    Example:
        fleet: demo
        slurm: {release: "24.11", settings: {PreemptType: preempt/none}}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}

    Use instead:
        fleet: demo
        slurm: {release: "24.11", settings: {SlurmctldPort: 6817}}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}

    Sources:
        slurm.conf(5)
    """
    slurm = declared.tenancy.slurm
    if slurm is None:
        return
    sections: dict[tuple[str, ...], Settings] = {("settings",): slurm.settings, ("cgroup",): slurm.cgroup}
    sections |= {("nodes", pool): settings for pool, settings in slurm.nodes.items()}
    sections |= {("partitions", flavor): settings for flavor, settings in slurm.partitions.items()}
    written = declared.supported[Scheduler.SLURM].written
    for path, settings in sections.items():
        for key in settings:
            if key.lower() in written.get(path[0], frozenset()):
                message = f"{key} is the policy's to decide"
                yield Problem(
                    ("slurm", *path, key), message, "remove it here; it follows from the document's other sections"
                )
