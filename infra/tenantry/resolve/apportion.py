"""Integer apportionment: whole devices for everybody, exact sums, the same answer on every machine.

Only integers and fractions, never floats. The order of the names decides ties, not the order in the document.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import floor
from typing import Generic, TypeVar

P = TypeVar("P", bound=Hashable)


def spread(total: int, weights: Mapping[P, int], unit: int = 1) -> dict[P, int]:
    """``total`` devices over places by weight, in whole units, largest remainder first (Hamilton's method).

    What is left of ``total`` after whole units stays in one piece, where most is missing. Ties go to the place that
    stands first. Without any weight everybody gets the same. Needs a place when ``total`` is above zero.
    """
    weights = weights if any(weights.values()) else dict.fromkeys(weights, 1)
    whole = sum(weights.values())
    units, rest = divmod(total, unit)
    given = {place: units * weight // whole for place, weight in weights.items()}
    for place in sorted(weights, key=lambda place: -(units * weights[place] % whole))[: units - sum(given.values())]:
        given[place] += 1
    given = {place: count * unit for place, count in given.items()}
    if rest:
        given[max(given, key=lambda place: total * weights[place] - given[place] * whole)] += rest
    return given


@dataclass(frozen=True, slots=True)
class Claim(Generic[P]):
    """Devices of one team that are to be split in proportion over some places."""

    amount: int
    places: tuple[P, ...]


def apportion(
    claims: Mapping[str, Claim[P]], weights: Mapping[P, int], room: Mapping[P, int], unit: int
) -> dict[str, dict[P, int]]:
    """Splits every claim over its places by weight, in whole units, so that each place holds no more than its room.

    With two places, for every claim: the parts sum to its amount; each lies between floor and ceiling, in units, of
    its real share; what is no multiple of the unit stays in one piece. A place's sum is less than a unit from its
    real share, so its floor or ceiling where the amounts are multiples of the unit, and never above its room as long
    as the amounts together fit. Where rooms are no multiples of a unit, one claim may have to be cut inside a unit
    for that. With more places they are settled one after another, each against all that follow: the parts still sum
    up, and rooms are kept where every claim may go everywhere; a floor or ceiling may be missed by a unit.
    """
    result: dict[str, dict[P, int]] = {name: {} for name in claims}
    left = {name: claim.amount for name, claim in claims.items()}
    order = list(room)
    for at, place in enumerate(order):
        later = order[at + 1 :]
        room_here, room_later = room[place], sum(room[other] for other in later)
        cuts: list[_Cut] = []
        for name, amount in left.items():
            places = claims[name].places
            elsewhere = [other for other in later if other in places]
            if place not in places:
                room_later -= amount
            elif not elsewhere:
                result[name][place] = amount
                left[name] = 0
                room_here -= amount
            else:
                cuts.append(_cut(name, amount, _share(amount, weights, place, elsewhere), unit))
        for name, part in _choose(cuts, room_here, room_later).items():
            result[name][place] = part
            left[name] -= part
    return result


def _share(amount: int, weights: Mapping[P, int], place: P, elsewhere: list[P]) -> Fraction:
    here, there = weights[place], sum(weights[other] for other in elsewhere)
    return Fraction(amount * here, here + there) if here + there else Fraction(amount, 1 + len(elsewhere))


@dataclass(frozen=True, slots=True)
class _Cut:
    """The two whole-unit ways to cut one claim around its real share."""

    name: str
    amount: int
    share: Fraction
    low: int
    high: int

    @property
    def sort_key(self) -> tuple[Fraction, str]:
        return ((self.low - self.share) / (self.high - self.low), self.name)


def _cut(name: str, amount: int, share: Fraction, unit: int) -> _Cut:
    """Both parts are whole units but for the claim's own remainder, which stands on one side.

    A share that can be given exactly is. Else the remainder stands on the side that keeps both parts between floor
    and ceiling: only the larger part holds it where less than it is missing here, both hold it where more is.
    """
    base, rest = share // unit * unit, amount % unit
    missing = share - base
    if missing in (0, rest):
        low = high = int(share)
    elif missing < rest:
        low, high = base, base + rest
    else:
        low, high = base + rest, base + unit
    return _Cut(name, amount, share, low, high)


def _choose(cuts: list[_Cut], room_here: int, room_later: int) -> dict[str, int]:
    """The part of every claim that goes here: the sum as near to the real one as the rooms allow.

    The sums that whole units can reach step over the real sum by at most a unit; where neither neighbour fits the
    rooms, one claim is cut inside a unit.
    """
    parts = {cut.name: cut.low for cut in cuts}
    reached = sum(parts.values())
    target = sum((cut.share for cut in cuts), Fraction(0))
    least, most = _bounds(sum(cut.amount for cut in cuts), room_here, room_later)
    target = min(max(target, Fraction(least)), Fraction(most))
    for cut in _by_need(cuts):
        above = reached + cut.high - cut.low
        if above <= target:
            parts[cut.name], reached = cut.high, above
            continue
        if above <= most and (reached < least or above - target < target - reached):
            parts[cut.name] = cut.high
        elif reached < least:
            parts[cut.name] += floor(target) - reached
        break
    return parts


def _bounds(total: int, room_here: int, room_later: int) -> tuple[int, int]:
    """Least and most that may go here; anything where the rooms together are too small."""
    least, most = max(0, total - room_later), min(total, room_here)
    return (least, most) if least <= most else (0, total)


def _by_need(cuts: Iterable[_Cut]) -> list[_Cut]:
    return sorted((cut for cut in cuts if cut.high > cut.low), key=lambda cut: cut.sort_key)
