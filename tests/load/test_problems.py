"""What the suite of bad documents does not show: places and paths, and what is left unsaid."""

from __future__ import annotations

import pytest

from tenantry.finding import Finding
from tenantry.load.codes import CODES
from tenantry.load.source import load_text

HEAD = 'fleet: lab\nkueue: {release: "0.17"}\nflavors: {h100: {node: {cpus: 8, memory: 1Ti}}}\n'


def _findings(text: str) -> tuple[Finding, ...]:
    return load_text(HEAD + text, "f").findings


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("teams: {v: {quota: {h100: {nominal: x}}}}", ("teams", "v", "quota", "h100", "nominal")),
        (
            "teams: {v: {quota: {h100: {nominal: 1, split: {slurm: x}}}}}",
            ("teams", "v", "quota", "h100", "split", "slurm"),
        ),
        ("teams: {v: {quota: {h100: {nominal: 1, split: some}}}}", ("teams", "v", "quota", "h100", "split")),
        ("teams: {v: {users: [ada, 5]}}", ("teams", "v", "users", 1)),
        ("teams: {v: {on: [slurm, x]}}", ("teams", "v", "on", 1)),
        ("teams: {v: {on: x}}", ("teams", "v", "on")),
        ("teams: {V: {}}", ("teams", "V")),
        ("teams: {v: {quota: {}, sahre: 1}}", ("teams", "v", "sahre")),
        ("ownership: both", ("ownership",)),
        ("ownership: {label: [x]}", ("ownership", "label")),
        ("topologies: {t: {levels: [{name: a}]}}", ("topologies", "t", "levels", 0, "label")),
        ("slurm: {release: '24.11', settings: {A: 1.5}}", ("slurm", "settings", "A")),
        ("tiers: {a: {checkpoint: {every: 1h}}}", ("tiers", "a", "checkpoint", "write")),
    ],
)
def test_paths_are_those_of_the_document(text: str, path: tuple[str | int, ...]) -> None:
    assert [it.path for it in _findings(text)] == [path]


def test_a_key_whose_name_is_a_branch_of_the_model_keeps_its_path() -> None:
    found = _findings("teams: {Quota: {quota: {Count: x, h100: {nominal: 1, split: {word: 1}}}}}")
    assert {it.path for it in found} == {
        ("teams", "Quota"),
        ("teams", "Quota", "quota", "Count"),
        ("teams", "Quota", "quota", "h100", "split", "word"),
    }


def test_a_misspelt_required_key_is_told_once() -> None:
    assert [it.code for it in _findings("tiers: {a: {checkpoint: {every: 1h, wrte: 3m}}}")] == ["DOC201"]


def test_what_a_merge_key_may_have_brought_is_not_missing() -> None:
    assert [it.code for it in _findings("tiers: {a: {checkpoint: {<<: {write: 3m}, every: 1h}}}")] == ["DOC007"]


def test_a_list_whose_items_are_wrong_is_not_called_too_short() -> None:
    assert [it.code for it in _findings("topologies: {t: {levels: [{}]}}")] == ["DOC202", "DOC202"]


def test_an_unreadable_value_is_told_once() -> None:
    found = _findings("teams: {v: {share: 007, group: !x lab, quota: {h100: ~}, users: [~], on: !x slurm}}")
    assert sorted(it.code for it in found) == ["DOC007", "DOC007", "DOC008", "DOC009", "DOC009"]


def test_python_names_of_keys_are_no_keys() -> None:
    assert [it.text for it in _findings("fair_share: {}")] == ["unknown key 'fair_share'; did you mean fairShare?"]


def test_values_are_shown_short_and_escaped() -> None:
    found = _findings('teams: {"v\\e[31m\\n": {group: "' + "x" * 5000 + '", notes: "a\\0b", "\\a": 1}}')
    assert len(found) == 4
    for it in found:
        assert it.text.isprintable()
        assert len(it.text) < 500


def test_codes_are_unique_and_in_order() -> None:
    codes = [it.code for it in CODES]
    assert codes == sorted(set(codes))
    for it in CODES:
        assert it.title
        assert it.why.endswith(".")


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("teams: {v: {tiers: production}}", "write [production]"),
        ("teams: {v: {users: ada}}", "write [ada] or unmanaged"),
        ("tiers: {a: {maxTime: 168}}", "write 168m, 168h or 168s"),
        ("tiers: {a: {maxTime: 1w}}", "write 7d"),
        ("pools: {p: {flavor: h100, owner: slurm, hosts: [a]}}", 'write it as text, for example "gpu[001-200]"'),
    ],
)
def test_what_would_be_right_can_be_typed_as_it_stands(text: str, hint: str) -> None:
    assert [it.help for it in _findings(text)] == [hint]
