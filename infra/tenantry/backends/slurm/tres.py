"""Amounts per flavor as TRES limits of an account.

Every resource the program limits is written every time, ``-1`` where there is no limit: ``modify`` merges, so a
resource that is left out would keep its old limit. A flavor the account does not hold is limited to 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import reduce

from tenantry.backends.slurm.scope import Scope
from tenantry.model.limit import UNLIMITED, Count, count_add
from tenantry.resolve.types import ResolvedFlavor

Amounts = Mapping[str, Count]
"""Flavor to devices."""


def limit(value: Count | None) -> str:
    """A count as sacctmgr takes it; ``-1`` clears."""
    return "-1" if value is None or value is UNLIMITED else str(value)


def group_limit(scope: Scope, held: Amounts, most: Amounts | None = None) -> str:
    """``GrpTRES`` of an account that holds these amounts; with ``most``, that many of all types together.

    Where Slurm has flavors without GPUs, the CPUs of all jobs are bound together, those that go with the GPUs
    included: an account has one count of CPUs, whatever the partition.
    """
    devices = {flavor.name: held.get(flavor.name, 0) for flavor in scope.gpu_flavors}
    together = devices if most is None else {name: most.get(name, 0) for name in devices}
    cpus = (_cpus(flavor, held.get(flavor.name, 0)) for flavor in scope.flavors.values())
    counts: dict[str, Count] = {"cpu": _total(cpus) if scope.cpu_flavors else UNLIMITED}
    for name in scope.gres_names:
        counts[f"gres/{name}"] = _total(together[it.name] for it in scope.gpu_flavors if it.gres_name == name)
    return _text(counts | _by_type(scope, devices))


def device_limit(scope: Scope, most: Amounts, *, cpus: bool) -> str:
    """A limit on one job or one user, flavor by flavor; ``-1`` for a flavor that is not in ``most``.

    ``cpus`` says whether CPUs can be bound: only for who holds no GPUs, since the CPUs of GPU jobs count too.
    """
    asked = {name: most.get(name, UNLIMITED) for name in scope.flavors}
    bound = [asked[flavor.name] for flavor in scope.cpu_flavors]
    counts: dict[str, Count] = {"cpu": _total(bound) if bound and cpus else UNLIMITED}
    return _text(counts | _by_type(scope, asked))


def _by_type(scope: Scope, devices: Amounts) -> dict[str, Count]:
    alike = {tres: [flavor.name for flavor in scope.gpu_flavors if flavor.tres == tres] for tres in scope.device_tres}
    return {tres: _total(devices[name] for name in names) for tres, names in alike.items()}


def _cpus(flavor: ResolvedFlavor, devices: Count) -> Count:
    if devices is UNLIMITED or not flavor.is_gpu:
        return devices
    return flavor.milli_cpu(devices) // 1000


def _total(counts: Iterable[Count]) -> Count:
    return reduce(count_add, counts, 0)


def _text(counts: Mapping[str, Count]) -> str:
    # Not model.tres.Tres: that holds the limits there are, while here -1 says that a resource has none.
    return ",".join(f"{name}={limit(count)}" for name, count in counts.items())
