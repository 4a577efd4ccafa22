"""Apportionment: sums are exact, parts are whole units around the real share, rooms are kept."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from tenantry.resolve.apportion import Claim, apportion, spread

BOTH = ("slurm", "kueue")
UNITS = st.integers(1, 9)
AMOUNTS = st.dictionaries(st.text("abcdef", min_size=1, max_size=3), st.integers(0, 90), max_size=7)


def split(amounts: dict[str, int], room: dict[str, int], unit: int) -> dict[str, dict[str, int]]:
    claims = {name: Claim(amount, tuple(room)) for name, amount in amounts.items()}
    return apportion(claims, room, room, unit)


def shares(amount: int, room: dict[str, int]) -> dict[str, Fraction]:
    whole = sum(room.values())
    return {place: Fraction(amount * (devices or not whole), whole or len(room)) for place, devices in room.items()}


@st.composite
def rooms_that_fit(draw: st.DrawFn, total: int, places: tuple[str, ...]) -> dict[str, int]:
    """Rooms that hold the total, often exactly."""
    cuts = sorted(draw(st.lists(st.integers(0, total), min_size=len(places) - 1, max_size=len(places) - 1)))
    tight = [right - left for left, right in zip([0, *cuts], [*cuts, total], strict=True)]
    return {place: devices + draw(st.sampled_from([0, 0, 1, 8])) for place, devices in zip(places, tight, strict=True)}


@given(st.integers(0, 500), st.lists(st.integers(0, 40), min_size=1, max_size=4), UNITS)
def test_spread_sums_up_and_stays_within_a_unit_of_the_real_share(total: int, weights: list[int], unit: int) -> None:
    whole = sum(weights)
    parts = spread(total, dict(enumerate(weights)), unit)
    assert sum(parts.values()) == total
    assert sum(part % unit for part in parts.values()) == total % unit
    for place, part in parts.items():
        real = Fraction(total * weights[place], whole) if whole else Fraction(total, len(weights))
        assert part == real or real - unit - total % unit < part < real + unit


@given(st.lists(st.integers(0, 60), min_size=1, max_size=4), st.integers(0, 300))
def test_spread_by_what_is_held_never_exceeds_it(held: list[int], total: int) -> None:
    total = min(total, sum(held))
    parts = spread(total, dict(enumerate(held)))
    assert all(parts[place] <= devices for place, devices in enumerate(held))


def test_spread_worked_by_hand() -> None:
    # 256 by 1568:392 are 204.8 and 51.2; in nodes of 8, 25.6 and 6.4.
    assert spread(256, {"slurm": 1568, "kueue": 392}) == {"slurm": 205, "kueue": 51}
    assert spread(256, {"slurm": 1568, "kueue": 392}, 8) == {"slurm": 208, "kueue": 48}
    # 20 by 1:1 are two nodes, one each, and 4 in one piece; a tie goes to the first.
    assert spread(20, {"slurm": 1, "kueue": 1}, 8) == {"slurm": 12, "kueue": 8}
    assert spread(7, {"slurm": 0, "kueue": 0}) == {"slurm": 4, "kueue": 3}
    assert spread(0, {}) == {}


@given(AMOUNTS, st.fixed_dictionaries({place: st.integers(0, 300) for place in BOTH}), UNITS)
def test_two_places_for_any_rooms(amounts: dict[str, int], room: dict[str, int], unit: int) -> None:
    result = split(amounts, room, unit)
    cut = 0
    for name, amount in amounts.items():
        assert sum(result[name].values()) == amount
        real = shares(amount, room)
        for place in BOTH:
            below = real[place] // unit * unit
            above = below if real[place] == below else below + unit
            assert below <= result[name][place] <= above
            if real[place] % unit in {0, amount % unit}:
                assert result[name][place] == real[place]
        cut += sum(part % unit for part in result[name].values()) > amount % unit
    assert cut <= 1
    for place in BOTH:
        real_sum = sum((shares(amount, room)[place] for amount in amounts.values()), Fraction(0))
        assert abs(sum(parts[place] for parts in result.values()) - real_sum) < unit


@given(st.data(), AMOUNTS, UNITS)
def test_two_places_never_exceed_rooms_that_fit(data: st.DataObject, amounts: dict[str, int], unit: int) -> None:
    room = data.draw(rooms_that_fit(sum(amounts.values()), BOTH))
    result = split(amounts, room, unit)
    assert {name: sum(parts.values()) for name, parts in result.items()} == amounts
    for place in BOTH:
        assert sum(parts[place] for parts in result.values()) <= room[place]


@given(AMOUNTS, st.fixed_dictionaries({place: st.integers(0, 40) for place in BOTH}), UNITS)
def test_whole_units_in_rooms_of_whole_units_stay_whole(
    amounts: dict[str, int], room: dict[str, int], unit: int
) -> None:
    amounts = {name: amount * unit for name, amount in amounts.items()}
    room = {place: devices * unit for place, devices in room.items()}
    result = split(amounts, room, unit)
    assert all(part % unit == 0 for parts in result.values() for part in parts.values())
    for place in BOTH:
        real = sum((shares(amount, room)[place] for amount in amounts.values()), Fraction(0)) / unit
        assert sum(parts[place] for parts in result.values()) // unit in {real.__floor__(), real.__ceil__()}


@given(st.data(), st.lists(st.integers(0, 5), min_size=1, max_size=5), st.integers(2, 5))
def test_a_claim_is_cut_inside_a_unit_only_where_no_whole_cut_fits(
    data: st.DataObject, counts: list[int], unit: int
) -> None:
    amounts = {f"t{at}": count * unit for at, count in enumerate(counts)}
    room = data.draw(rooms_that_fit(sum(amounts.values()), BOTH))
    ways = product(*(range(count + 1) for count in counts))
    possible = any(
        sum(way) * unit <= room["slurm"] and (sum(counts) - sum(way)) * unit <= room["kueue"] for way in ways
    )
    result = split(amounts, room, unit)
    assert all(part % unit == 0 for parts in result.values() for part in parts.values()) == possible


@given(st.data(), AMOUNTS, UNITS)
def test_three_places_keep_sums_and_rooms(data: st.DataObject, amounts: dict[str, int], unit: int) -> None:
    room = data.draw(rooms_that_fit(sum(amounts.values()), ("slurm", "kueue", "third")))
    result = split(amounts, room, unit)
    assert {name: sum(parts.values()) for name, parts in result.items()} == amounts
    assert all(part >= 0 for parts in result.values() for part in parts.values())
    for place in room:
        assert sum(parts[place] for parts in result.values()) <= room[place]


@given(st.data(), AMOUNTS, UNITS)
def test_claims_on_some_of_three_places_go_nowhere_else(
    data: st.DataObject, amounts: dict[str, int], unit: int
) -> None:
    places = ("slurm", "kueue", "third")
    room = {place: data.draw(st.integers(0, 100)) for place in places}
    some = st.lists(st.sampled_from(places), min_size=1, unique=True).map(tuple)
    claims = {name: Claim(amount, data.draw(some)) for name, amount in amounts.items()}
    result = apportion(claims, room, room, unit)
    for name, claim in claims.items():
        assert sum(result[name].values()) == claim.amount
        assert set(result[name]) == set(claim.places)


@given(st.data(), AMOUNTS, UNITS)
def test_order_of_claims_does_not_matter(data: st.DataObject, amounts: dict[str, int], unit: int) -> None:
    room = {place: data.draw(st.integers(0, 100)) for place in BOTH}
    shuffled = dict(data.draw(st.permutations(list(amounts.items()))))
    assert split(amounts, room, unit) == split(shuffled, room, unit)


def test_two_places_worked_by_hand() -> None:
    # Three teams of one node over equal halves: 1.5 nodes a side, ties by name, the sum stays at the floor.
    assert split({"c": 8, "a": 8, "b": 8}, {"slurm": 80, "kueue": 80}, 8) == {
        "a": {"slurm": 8, "kueue": 0},
        "b": {"slurm": 0, "kueue": 8},
        "c": {"slurm": 0, "kueue": 8},
    }
    # 12 over equal halves are 6 and 6: one node here, the remainder of 4 whole on the other side.
    assert split({"a": 12}, {"slurm": 80, "kueue": 80}, 8) == {"a": {"slurm": 4, "kueue": 8}}
    # Two nodes into rooms of 12 and 4: one team has to be cut, the guarantee comes first.
    assert split({"a": 8, "b": 8}, {"slurm": 12, "kueue": 4}, 8) == {
        "a": {"slurm": 8, "kueue": 0},
        "b": {"slurm": 4, "kueue": 4},
    }


def test_rooms_count_what_can_go_nowhere_else() -> None:
    room = {"a": 24, "b": 4, "c": 4}
    bound_here = apportion({"y": Claim(24, ("a",)), "z": Claim(8, ("a", "b", "c"))}, room, room, 8)
    assert bound_here == {"y": {"a": 24}, "z": {"a": 0, "b": 4, "c": 4}}
    room = {"a": 8, "b": 16, "c": 16}
    bound_later = apportion({"x": Claim(32, ("b", "c")), "z": Claim(8, ("a", "b", "c"))}, room, room, 8)
    assert bound_later == {"x": {"b": 16, "c": 16}, "z": {"a": 8, "b": 0, "c": 0}}
