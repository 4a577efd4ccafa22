"""Normal forms of values: two texts mean the same to Slurm if and only if their forms are equal.

Source: what `scontrol show` of 22.05.8, 24.11.5 and 26.05.5 prints for what was written; slurm.conf(5).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable
from functools import lru_cache
from typing import Final

from tenantry.backends.slurm.parse import values
from tenantry.backends.slurm.tracked import ALWAYS, WITH_GPU
from tenantry.model.limit import UNLIMITED
from tenantry.model.problem import ValueProblem

Form = Callable[[str], Hashable]

_UNSET: Final = frozenset({"", "(null)", "(null type)", "n/a", "none", "(none)"})
_UNIT: Final = re.compile(r"([0-9]+) (?:sec|min|usec|nodes/min|percent)")
_ID: Final = re.compile(r"\([0-9]+\)\Z")
_LEVELS: Final = ("quiet", "fatal", "error", "info", "verbose", "debug", "debug2", "debug3", "debug4", "debug5")
_FLAT: Final = frozenset({"default", "flat"})


def text(value: str) -> frozenset[str]:
    """As written; a comma list in any order."""
    return frozenset(_parts(value))


def word(value: str) -> frozenset[str]:
    """Words that know no upper and lower case, in any order."""
    return frozenset(part.lower() for part in _parts(value))


def plugin(value: str) -> frozenset[str]:
    """Names of plugins, with the kind before them or without."""
    names = (part.lower().rpartition("/")[2] for part in _parts(value))
    return frozenset(name for name in names if name not in _UNSET)


def topology(value: str) -> Hashable:
    """The name of a topology plugin; that of none has changed twice."""
    return plugin(value) - _FLAT


def number(value: str) -> Hashable:
    """A number, with the unit behind it that Slurm counts in or without."""
    if value.lower() in _UNSET | {"-1", "infinite"}:
        return UNLIMITED
    match = _UNIT.fullmatch(value)
    read = values.number(match.group(1) if match else value, values.MAX_64)
    return read if read is UNLIMITED else getattr(read, "value", None)


def memory(value: str) -> Hashable:
    """MiB; none is without limit."""
    read = number(value)
    return UNLIMITED if read == 0 else read


def minutes(value: str) -> Hashable:
    """A time as MaxTime is read, in seconds; None for none."""
    if value.lower() in _UNSET:
        return None
    read = values.duration(value.removesuffix(" min"))
    return read if read is UNLIMITED else getattr(read, "seconds", None)


def flag(value: str) -> Hashable:
    """Yes or no."""
    return values.boolean(value)


def level(value: str) -> Hashable:
    """How much a daemon logs, as word or number."""
    low = value.lower()
    return _LEVELS[int(low)] if low.isdigit() and int(low) < len(_LEVELS) else low


def user(value: str) -> Hashable:
    """A login, with its number behind it or without."""
    return _ID.sub("", value)


def hosts(value: str) -> Hashable:
    """The hosts of a list, however folded."""
    return values.hosts("" if value.lower() in _UNSET else value)


def gres(value: str) -> Hashable:
    """What a node has, in any order, whatever socket it is on."""
    items = () if value.lower() in _UNSET else values.gres(value)
    return frozenset((it.name.lower(), it.type, it.count) for it in items)


def tres(value: str) -> Hashable:
    """Tracked resources, those aside that Slurm adds by itself."""
    return frozenset(part.lower() for part in _parts(value)) - ALWAYS - WITH_GPU


def weights(value: str) -> Hashable:
    """Weights of resources; one of 0 is none."""
    found = {} if value.lower() in _UNSET else values.weights(value)
    return frozenset((name, round(weight, 9)) for name, weight in found.items() if weight)


def everybody(value: str) -> Hashable:
    """Who is let in; all of them where nobody is named."""
    return frozenset() if value.upper() == "ALL" else word(value)


def parts_limit(value: str) -> Hashable:
    """EnforcePartLimits, of which YES is another word for ALL."""
    return {"yes": "all"}.get(value.lower(), value.lower())


def share(value: str) -> Hashable:
    """OverSubscribe: YES and FORCE let four jobs in where no number is written (slurm.conf(5))."""
    low = value.lower()
    return f"{low}:4" if low in {"yes", "force"} else low


@lru_cache(maxsize=4096)
def same(form: Form, one: str, other: str) -> bool:
    """Whether two texts mean the same; what Slurm could not read means the same as its very own text alone."""
    if one == other:
        return True
    try:
        return form(one) == form(other)
    except ValueProblem:
        return False


def _parts(value: str) -> list[str]:
    parts = (part.strip() for part in value.split(","))
    return [part for part in parts if part.lower() not in _UNSET]
