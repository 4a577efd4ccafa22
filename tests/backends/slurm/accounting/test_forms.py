"""Each attribute is written and read back as what it was."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenantry.backends.slurm.accounting import forms
from tenantry.backends.slurm.accounting.attributes import ATTRIBUTES, Attribute, assignments, limits, read
from tenantry.backends.slurm.accounting.types import Entity, Value

counts = st.integers(0, 2**31 - 2)
names = st.from_regex(r"[a-z][a-z0-9_-]{0,12}", fullmatch=True)
lists = st.lists(names, min_size=1, unique=True).map(lambda it: tuple(sorted(it)))
tres = st.dictionaries(st.sampled_from(["cpu", "mem", "gres/gpu", "gres/gpu:h100"]), st.integers(0, 2**62), min_size=1)

VALUES: dict[int, st.SearchStrategy[Value]] = {
    id(forms.COUNT): counts,
    id(forms.WEIGHT): counts.filter(bool),
    id(forms.FAIRSHARE): counts | st.just(forms.PARENT),
    id(forms.SECONDS): st.integers(1, 10**7),
    id(forms.MINUTES): st.integers(1, 10**6),
    id(forms.MODE): st.sampled_from(["cancel", "requeue", "gang,suspend"]),
    id(forms.NAME): names,
    id(forms.PLACE): names,
    id(forms.NAMES): lists,
    id(forms.INHERITED): lists,
    id(forms.WORDS): st.lists(st.sampled_from(["DenyOnLimit", "NoReserve"]), min_size=1, unique=True).map(
        lambda it: tuple(sorted(it))
    ),
    id(forms.TRES): tres.map(lambda it: tuple(sorted(it.items()))),
}

EVERY = [(entity, it) for entity, attributes in ATTRIBUTES.items() for it in attributes]


def values(attribute: Attribute) -> st.SearchStrategy[Value]:
    return VALUES[id(attribute.form)]


def clock(seconds: int) -> str:
    """As Slurm prints a time."""
    minutes, second = divmod(seconds, 60)
    hours, minute = divmod(minutes, 60)
    days, hour = divmod(hours, 24)
    return (f"{days}-" if days else "") + f"{hour:02d}:{minute:02d}:{second:02d}"


def printed(attribute: Attribute, value: Value) -> str:
    """As sacctmgr shows what was set."""
    if attribute.form is forms.MINUTES and isinstance(value, int):
        return clock(value * 60)
    if attribute.form is forms.SECONDS and isinstance(value, int):
        return clock(value)
    return attribute.form.write(value)


@pytest.mark.parametrize(("entity", "attribute"), EVERY, ids=[f"{entity} {it.name}" for entity, it in EVERY])
@given(data=st.data())
def test_written_or_printed_it_is_read_as_what_it_was(
    entity: Entity, attribute: Attribute, data: st.DataObject
) -> None:
    value = data.draw(values(attribute))
    assert read(entity, {attribute.name: attribute.form.write(value)}) == {attribute.name: value}
    assert read(entity, {attribute.name: printed(attribute, value)}) == {attribute.name: value}


def obey(entity: Entity, seen: dict[str, Value], words: list[str]) -> dict[str, Value]:
    """What ``sacctmgr modify`` makes of some values: TRES are merged, what is empty or -1 is taken back."""
    found = dict(seen)
    for word in words:
        name, _, text = word.partition("=")
        key = name.rstrip("-")
        form = next(it.form for it in ATTRIBUTES[entity] if it.name == key)
        new = form.read(text)
        if form is forms.TRES:
            unset = {item.removesuffix("=-1") for item in text.split(",") if item.endswith("=-1")}
            merged = {it: amount for it, amount in (limits(seen.get(key)) | limits(new)).items() if it not in unset}
            new = tuple(sorted(merged.items())) or None
        elif name.endswith("-"):
            new = None
        found.pop(key, None)
        if new is not None:
            found[key] = new
    return found


def contents(entity: Entity) -> st.SearchStrategy[dict[str, Value]]:
    held = {it.name: values(it) for it in ATTRIBUTES[entity]}
    always = {it.name: values(it) for it in ATTRIBUTES[entity] if it.form in {forms.PLACE, forms.FAIRSHARE}}
    return st.fixed_dictionaries(always, optional={name: it for name, it in held.items() if name not in always})


@given(data=st.data())
def test_assignments_make_of_one_the_other_and_are_safe_words(data: st.DataObject) -> None:
    entity = data.draw(st.sampled_from(list(Entity)))
    wanted, seen = data.draw(contents(entity)), data.draw(contents(entity))
    words = assignments(entity, wanted, seen)
    assert obey(entity, seen, words) == wanted
    assert assignments(entity, wanted, wanted) == []
    assert not any(char.isspace() or char in "'\"`$&;|<>*?()[]{}\\~!#" for word in words for char in word)


@pytest.mark.parametrize(
    ("form", "text", "value"),
    [
        (forms.TRES, "mem=1T,cpu=1", (("cpu", 1), ("mem", 2**20))),
        (forms.TRES, "mem=1.5G", (("mem", 1536),)),
        (forms.TRES, "GRES/GPU:H100=2,cpu=-1", (("gres/gpu:h100", 2),)),
        (forms.TRES, "gres/gpu=0", (("gres/gpu", 0),)),
        (forms.SECONDS, "00:00:00", None),
        (forms.MINUTES, "1:30", 2),
        (forms.MODE, "cluster", None),
        (forms.NAMES, "B,a,,a", ("a", "b")),
        (forms.INHERITED, "+low", ("+low",)),
        (forms.FAIRSHARE, "parent", forms.PARENT),
    ],
)
def test_forms_that_mean_the_same_are_read_alike(form: forms.Form, text: str, value: Value | None) -> None:
    assert form.read(text) == value


@pytest.mark.parametrize(
    ("form", "text"), [(forms.TRES, "cpu"), (forms.TRES, "cpu=x"), (forms.COUNT, "many"), (forms.MINUTES, "soon")]
)
def test_what_means_nothing_is_refused(form: forms.Form, text: str) -> None:
    with pytest.raises(ValueError, match=r".+"):
        form.read(text)
