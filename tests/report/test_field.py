"""What ``explain FIELD`` says of a key."""

from __future__ import annotations

import pytest

from tenantry.backends.base import Concept
from tenantry.backends.registry import BACKENDS
from tenantry.report.field import CONCEPTS, explain_field, fields, matching
from tests.support.documents import resolved_text

LIMITS = {backend.name.value: backend.limits for backend in BACKENDS}


def test_every_key_is_there_once_and_says_what_it_means() -> None:
    paths = [field.path for field in fields()]
    assert len(paths) == len(set(paths))
    assert {"fleet", "teams", "teams.*.quota.*.lend", "slurm.borrowing", "pools.*.hosts"} <= set(paths)
    assert all(field.text or field.takes for field in fields())


def test_every_concept_is_asked_for_by_a_key() -> None:
    assert CONCEPTS.keys() <= {field.path for field in fields()}
    assert {concept for concepts in CONCEPTS.values() for concept in concepts} == set(Concept)


@pytest.mark.parametrize(
    ("topic", "found"),
    [
        ("lend", ["teams.*.quota.*.lend"]),
        ("quota.*.lend", ["teams.*.quota.*.lend"]),
        ("teams.vision.quota.h100.lend", ["teams.*.quota.*.lend"]),
        ("share", ["departments.*.share", "teams.*.share"]),
        ("groups.vision.share", []),
        ("*", []),
        ("vision", []),
        ("", []),
    ],
)
def test_a_key_by_the_end_of_its_path(topic: str, found: list[str]) -> None:
    assert sorted(field.path for field in matching(topic)) == found


def test_a_page_has_meaning_values_default_and_each_scheduler() -> None:
    (lend,), (borrowing,) = matching("lend"), matching("borrowing")
    text = explain_field(lend, LIMITS)
    assert text.startswith("teams.*.quota.*.lend\n  Nominal devices that others may use while idle.")
    assert "\n  takes a whole number, unlimited, such as 8 or 0\n" in text
    assert "\n  lend\n    slurm: approximate - " in text
    assert "\n    kueue: exact - lendingLimit" in text
    assert explain_field(borrowing, LIMITS).endswith("  takes at-submit, at-start\n  left out: at-submit\n")


def test_what_a_document_chooses_counts() -> None:
    (slurm,) = (backend for backend in BACKENDS if backend.name.value == "slurm")
    document = 'fleet: demo\nslurm: {{release: "24.11"{}}}\nflavors: {{}}\n'
    said = {
        it: slurm.limits_of(resolved_text(document.format(it)))
        for it in ("", ", jobSubmit: true", ", borrowing: at-start")
    }
    assert said[""] == slurm.limits
    changed = {it: {concept for concept in Concept if of[concept] != slurm.limits[concept]} for it, of in said.items()}
    assert changed[", jobSubmit: true"] == {Concept.DEFAULT_TIME}
    assert {Concept.NOMINAL, Concept.BORROW, Concept.PER_USER, Concept.JOB_COUNT} <= changed[", borrowing: at-start"]
    assert Concept.DEFAULT_TIME not in changed[", borrowing: at-start"]
