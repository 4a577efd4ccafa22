from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from tenantry.finding import Location
from tenantry.load import yaml as reader
from tenantry.load.marks import Marks
from tenantry.load.yaml import BROKEN, MOST_FINDINGS, MOST_LEVELS, Parsed, parse

DOCUMENT = """\
# comment
a: 1
b:
  - x
  - {c: "two words", d: [1, 2]}
"ünï": |
  text
e: 12:00:00
"""


def _marks(parsed: Parsed) -> Marks:
    return Marks(parsed.start, parsed.marks)


def _codes(text: str) -> list[tuple[str, int, int]]:
    found = parse(text.encode(), "f").findings
    return [(it.code, it.location.line, it.location.column) for it in found if it.location]


def test_data_and_places() -> None:
    parsed = parse(DOCUMENT.encode(), "f.yaml")
    assert parsed.findings == ()
    assert parsed.whole
    assert parsed.data == {"a": 1, "b": ["x", {"c": "two words", "d": [1, 2]}], "ünï": "text\n", "e": "12:00:00"}
    marks = _marks(parsed)
    assert marks.key(("b", 1, "c")) == Location("f.yaml", 5, 6)
    assert marks.value(("b", 1, "c")) == Location("f.yaml", 5, 9)
    assert marks.value(("b", 1, "d", 1)) == Location("f.yaml", 5, 29)
    assert marks.value(("ünï",)) == Location("f.yaml", 6, 8)
    assert marks.value(()) == Location("f.yaml", 2, 1)


def test_a_place_that_is_not_there_is_that_of_its_parent() -> None:
    marks = _marks(parse(DOCUMENT.encode(), "f"))
    assert marks.value(("b", 1, "nothing", "at", 0)) == marks.key(("b", 1))
    assert marks.value(("b", 9)) == marks.key(("b",))
    assert marks.value(("a", "inside")) == marks.key(("a",))
    assert marks.value(("nowhere",)) == Location("f", 2, 1)


def test_the_best_place_is_the_value_of_a_scalar_and_the_key_of_a_collection() -> None:
    marks = _marks(parse(DOCUMENT.encode(), "f"))
    assert marks.best(("a",)) == Location("f", 2, 4)
    assert marks.best(("b",)) == Location("f", 3, 1)


def test_places_do_not_depend_on_line_ends_or_a_byte_order_mark() -> None:
    plain, windows = (
        parse(DOCUMENT.encode(), "f"),
        parse(b"\xef\xbb\xbf" + DOCUMENT.replace("\n", "\r\n").encode(), "f"),
    )
    assert plain.data == windows.data
    for path in [("a",), ("b", 1, "d", 0), ("ünï",)]:
        assert _marks(plain).value(path) == _marks(windows).value(path)


def test_columns_count_characters() -> None:
    assert _codes('x: {"日本": 1, "日本": 2}') == [("DOC005", 1, 14)]


def test_the_first_of_two_equal_keys_stays_at_every_depth() -> None:
    parsed = parse(b"a: {b: [{c: 1, c: 2}]}\na: 3\n", "f")
    assert parsed.data == {"a": {"b": [{"c": 1}]}}
    assert [it.path for it in parsed.findings] == [("a", "b", 0, "c"), ("a",)]
    first = parsed.findings[0].related[0]
    assert first.location == Location("f", 1, 10)


def test_what_stands_under_a_refused_key_is_still_read() -> None:
    assert _codes("1: {a: 1, a: 2}\n") == [("DOC006", 1, 1), ("DOC005", 1, 11)]


def test_an_alias_is_never_expanded() -> None:
    bombs = "\n".join(f"k{n}: &k{n} [{', '.join([f'*k{n - 1}'] * 9)}]" for n in range(1, 30))
    parsed = parse(f"k0: &k0 x\n{bombs}\n".encode(), "f")
    assert {it.code for it in parsed.findings} == {"DOC007"}
    assert parsed.data["k29"] == [BROKEN] * 9


def test_quoted_text_is_never_converted() -> None:
    parsed = parse(b"""a: "1"\nb: 'true'\nc: "~"\nd: |-\n  0123\n"<<": x\n""", "f")
    assert parsed.findings == ()
    assert parsed.data == {"a": "1", "b": "true", "c": "~", "d": "0123", "<<": "x"}


def test_depth_is_bounded_at_its_limit_exactly() -> None:
    def nested(levels: int) -> str:
        return "a: " + "[" * (levels - 1) + "]" * (levels - 1)

    assert _codes(nested(MOST_LEVELS)) == []
    assert _codes(nested(MOST_LEVELS + 1)) == [("DOC002", 1, 3 + MOST_LEVELS)]


def test_depth_beyond_what_libyaml_and_the_interpreter_allow() -> None:
    for text in (
        "[" * 200_000,
        "{a: " * 50_000,
        "- " * 100_000,
        "? " * 100_000,
        "a:\n" + "".join(" " * n + "a:\n" for n in range(1, 200)),
    ):
        assert [code for code, _, _ in _codes(text)] == ["DOC002"]


def test_a_flood_of_problems_stops() -> None:
    found = parse(b"a: [" + b"0123, " * 5000 + b"]\n", "f").findings
    assert len(found) == MOST_FINDINGS + 1
    assert found[-1].code == "DOC002"


def test_nothing_is_said_about_a_value_with_a_tag() -> None:
    parsed = parse(b'a: !!int "8"\nb: !x {c: 1}\nd: !y [1]\n', "f")
    assert [it.code for it in parsed.findings] == ["DOC007"] * 3
    assert parsed.data == {"a": BROKEN, "b": BROKEN, "d": BROKEN}


def test_directives() -> None:
    assert _codes("%YAML 1.2\n---\na: 1\n") == []
    assert _codes("%YAML 1.1\n---\na: 1\n") == [("DOC007", 1, 1)]
    assert _codes("%TAG ! tag:x,2000:\n---\na: 1\n") == [("DOC007", 1, 1)]


def test_a_file_that_is_too_large_is_not_parsed() -> None:
    assert _codes("# " + "x" * 16 * 1024 * 1024) == [("DOC002", 1, 1)]


def test_one_document_may_be_marked_as_such() -> None:
    assert parse(b"---\na: 1\n...\n", "f").findings == ()


ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("folder", ["stacks", "tests/bad"])
def test_the_parser_without_libyaml_reads_the_same(folder: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The words of a syntax error are its own; the data, the codes and the lines are the same."""
    paths = sorted((ROOT / folder).rglob("*.yaml"))
    assert paths
    fast = [parse(path.read_bytes(), path.name) for path in paths]
    monkeypatch.setattr(reader, "_Parser", yaml.SafeLoader)
    for one, path in zip(fast, paths, strict=True):
        other = parse(path.read_bytes(), path.name)
        assert other.data == one.data
        told = [[(it.code, it.location.line) for it in both.findings if it.location] for both in (one, other)]
        assert told[0] == told[1]
