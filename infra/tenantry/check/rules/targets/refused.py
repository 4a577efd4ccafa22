"""What the release of a scheduler would refuse."""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.check.rule import TARGETS, Problem, rule
from tenantry.check.target import Targeted
from tenantry.finding import Severity
from tenantry.model.scheduler import Scheduler


@rule("SLM103", Severity.ERROR, TARGETS)
def slurm_would_refuse(targeted: Targeted) -> Iterator[Problem]:
    """The Slurm release does not have what the document asks for.

    What it does:
        Compares the fleet's name, topologies, the detection of GPUs and the site's own settings with what Slurm, and
        the release named under `slurm.release`, takes. Fills in the site's own templates, where `slurm.templates` names
        them.

    Why:
        slurmctld or slurmd would stop at the line, on the day the files are put in place; of a template that cannot be
        filled in there would be no file.

    Example:
        fleet: demo
        slurm: {release: "22.05"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}, topology: fabric}
        topologies:
          fabric:
            kind: block
            levels:
              - {name: block, label: topology.example.com/block, members: {b1: "gpu[01-04]", b2: "gpu[05-08]"}}
        pools:
          training: {flavor: h100, hosts: "gpu[01-08]", owner: slurm}

    Use instead:
        fleet: demo
        slurm: {release: "24.11"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}, topology: fabric}
        topologies:
          fabric:
            kind: block
            levels:
              - {name: block, label: topology.example.com/block, members: {b1: "gpu[01-04]", b2: "gpu[05-08]"}}
        pools:
          training: {flavor: h100, hosts: "gpu[01-08]", owner: slurm}

    Sources:
        topology.conf(5), topology.yaml(5), gres.conf(5) of each release.
    """
    yield from _refused(targeted, Scheduler.SLURM)


@rule("KUE102", Severity.ERROR, TARGETS)
def kueue_would_refuse(targeted: Targeted) -> Iterator[Problem]:
    """Kueue's API would refuse an object of the document.

    What it does:
        Compares topologies, flavors and queues with the validation in the CRDs of the release named under
        `kueue.release`.

    Why:
        The API server would refuse the object, when others that it belongs to are applied already.

    Example:
        fleet: demo
        kueue: {release: "0.17"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}, topology: fabric}
        topologies:
          fabric:
            levels:
              - {name: host, label: kubernetes.io/hostname}
              - {name: rack, label: topology.example.com/rack}
        pools:
          serving: {flavor: h100, hosts: "gpu[01-08]", owner: kueue}

    Use instead:
        fleet: demo
        kueue: {release: "0.17"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}, topology: fabric}
        topologies:
          fabric:
            levels:
              - {name: rack, label: topology.example.com/rack}
              - {name: host, label: kubernetes.io/hostname}
        pools:
          serving: {flavor: h100, hosts: "gpu[01-08]", owner: kueue}

    Sources:
        Kueue's CRDs, config/components/crd/bases.
    """
    yield from _refused(targeted, Scheduler.KUEUE)


def _refused(targeted: Targeted, scheduler: Scheduler) -> Iterator[Problem]:
    target = targeted.targets.get(scheduler)
    for refusal in target.refusals if target else ():
        yield Problem(refusal.path, refusal.message, refusal.help, refusal.related)
