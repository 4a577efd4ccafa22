"""What of the accounting database the program holds: each attribute of each kind of thing.

What is not in this table belongs to the site. Source: sacctmgr(1), SPECIFICATIONS FOR ACCOUNTS, QOS and USERS.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from tenantry.backends.slurm.accounting import forms
from tenantry.backends.slurm.accounting.forms import Form
from tenantry.backends.slurm.accounting.types import Entity, Value


@dataclass(frozen=True, slots=True)
class Attribute:
    """One thing that can be set."""

    name: str
    """In ``sacctmgr modify … set``; every release takes it."""
    column: str
    """In ``sacctmgr show … format=``."""
    form: Form


_ACCOUNT: Final = (
    Attribute("Parent", "ParentName", forms.PLACE),
    Attribute("Fairshare", "Fairshare", forms.FAIRSHARE),
    Attribute("GrpTRES", "GrpTRES", forms.TRES),
    Attribute("MaxTRESPerJob", "MaxTRES", forms.TRES),
    Attribute("GrpJobs", "GrpJobs", forms.COUNT),
    Attribute("GrpSubmitJobs", "GrpSubmit", forms.COUNT),
    Attribute("QOS", "QOS", forms.INHERITED),
    # After QOS: it has to be one of them.
    Attribute("DefaultQOS", "DefaultQOS", forms.NAME),
)

_QOS: Final = (
    Attribute("Priority", "Priority", forms.WEIGHT),
    Attribute("MaxWall", "MaxWall", forms.MINUTES),
    Attribute("GraceTime", "GraceTime", forms.SECONDS),
    Attribute("Flags", "Flags", forms.WORDS),
    Attribute("Preempt", "Preempt", forms.NAMES),
    Attribute("PreemptMode", "PreemptMode", forms.MODE),
    Attribute("MinTRESPerJob", "MinTRES", forms.TRES),
    # Either replaces what the accounts say of a resource: only borrowing at start wants one, and nobody another.
    Attribute("GrpTRES", "GrpTRES", forms.TRES),
    Attribute("MaxTRESPerJob", "MaxTRES", forms.TRES),
)

ATTRIBUTES: Final[Mapping[Entity, tuple[Attribute, ...]]] = {
    Entity.QOS: _QOS,
    Entity.ACCOUNT: _ACCOUNT,
    Entity.USER: (Attribute("DefaultAccount", "DefaultAccount", forms.NAME),),
    Entity.ASSOCIATION: (Attribute("GrpTRES", "GrpTRES", forms.TRES),),
}
"""In the order in which they are set."""


def read(entity: Entity, texts: Mapping[str, str]) -> dict[str, Value]:
    """From attribute, as printed or typed, to what it means; raises ValueError. What is not set is left out."""
    found: dict[str, Value] = {}
    for attribute in ATTRIBUTES[entity]:
        text = texts.get(attribute.name)
        try:
            value = None if text is None else attribute.form.read(text)
        except ValueError as error:
            raise ValueError(f"{attribute.name}: {error}") from error
        if value is not None:
            found[attribute.name] = value
    return found


def assignments(entity: Entity, wanted: Mapping[str, Value], seen: Mapping[str, Value]) -> list[str]:
    """The words behind ``set`` that make ``seen`` into ``wanted``; nothing where they are alike."""
    found: list[str] = []
    for attribute in ATTRIBUTES[entity]:
        old, new = seen.get(attribute.name), wanted.get(attribute.name)
        if old != new:
            found += _assign(attribute, old, new)
    return found


def _assign(attribute: Attribute, old: Value | None, new: Value | None) -> Iterator[str]:
    form = attribute.form
    if form is forms.TRES:
        yield f"{attribute.name}={_tres(old, new)}"
    elif new is not None:
        yield f"{attribute.name}={form.write(new)}"
    elif form.clear is not None:
        yield f"{attribute.name}={form.clear}"
    elif old is not None and isinstance(old, tuple):
        # Name by name: an empty list is refused, or leaves 22.05 with a loop of preemption.
        yield f"{attribute.name}-={form.write(old)}"


def _tres(old: Value | None, new: Value | None) -> str:
    """Only what differs: ``set`` leaves other TRES as they are, so each that goes is taken back by name."""
    before, after = limits(old), limits(new)
    names = sorted(name for name in before | after if before.get(name) != after.get(name))
    return ",".join(f"{name}={after.get(name, -1)}" for name in names)


def limits(value: Value | None) -> dict[str, int]:
    """TRES to amount; empty where nothing is set."""
    return dict(it for it in value if isinstance(it, tuple)) if isinstance(value, tuple) else {}
