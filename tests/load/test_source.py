from __future__ import annotations

import io
import os
import socket
import sys
from pathlib import Path

import pytest

from tenantry.finding import Finding, Location, Related, Severity
from tenantry.load.find import Unreadable
from tenantry.load.source import Loaded, load, load_text

STACKS = Path(__file__).parents[2] / "stacks"
EXAMPLES = sorted(it.name for it in STACKS.iterdir() if it.is_dir())
FLEET = 'fleet: lab\nkueue: {release: "0.17"}\nflavors: {h100: {node: {cpus: 8, memory: 1Ti}}}\n'
TEAM = "teams: {vision: {quota: {h100: 8}}}\n"


def _write(folder: Path, **files: str) -> Path:
    for name, text in files.items():
        (folder / f"{name}.yaml").write_text(text)
    return folder


def _lines(loaded: Loaded) -> list[str]:
    return [f"{it.location}: {it.code}" for it in loaded.findings]


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_examples_are_valid(name: str) -> None:
    loaded = load(STACKS / name)
    assert loaded.findings == ()
    assert loaded.tenancy


def test_a_folder_is_the_same_document_as_one_file(tmp_path: Path) -> None:
    teams = "teams: {vision: {quota: {h100: 8}}, speech: {quota: {h100: 4}}}\n"
    together = load_text(f"{FLEET}{teams}users: {{ada: {{defaultTeam: vision}}}}\n")
    folder = _write(
        tmp_path, a=FLEET, b=TEAM, c="teams: {speech: {quota: {h100: 4}}}\nusers: {ada: {defaultTeam: vision}}\n"
    )
    apart = load(folder)
    assert apart.findings == ()
    assert apart.tenancy == together.tenancy
    assert apart.marks.key(("teams", "speech")) == Location(str(folder / "c.yaml"), 1, 9)
    assert [it.name for it in apart.files] == [str(folder / f"{name}.yaml") for name in "abc"]


def test_joining_does_not_depend_on_the_order_in_which_files_were_made(tmp_path: Path) -> None:
    for order in ("abc", "cba"):
        folder = tmp_path / order
        folder.mkdir()
        parts = {"a": FLEET, "b": TEAM, "c": "teams: {speech: {quota: {h100: 4}}}\n"}
        _write(folder, **{name: parts[name] for name in order})
    loaded = [load(tmp_path / order).tenancy for order in ("abc", "cba")]
    assert loaded[0] == loaded[1]
    assert loaded[0]
    assert list(loaded[0].teams) == ["vision", "speech"]


def test_what_is_no_part_of_a_document_is_left_out(tmp_path: Path) -> None:
    _write(tmp_path, tenancy=FLEET + TEAM)
    broken = "a: [\n"
    (tmp_path / "rendered/kueue").mkdir(parents=True)
    (tmp_path / ".git").mkdir()
    for name in (
        "Pulumi.yaml",
        "Pulumi.lab.yaml",
        ".hidden.yaml",
        "notes.txt",
        "x.json",
        "rendered/kueue/q.yaml",
        ".git/a.yaml",
    ):
        (tmp_path / name).write_text(broken)
    loaded = load(tmp_path)
    assert loaded.findings == ()
    assert len(loaded.files) == 1


def test_links(tmp_path: Path) -> None:
    document, elsewhere = tmp_path / "document", tmp_path / "elsewhere"
    for folder in (document, elsewhere):
        folder.mkdir()
    _write(document, fleet=FLEET + TEAM)
    _write(elsewhere, stranger="groups: {}\n")
    (document / "link.yaml").symlink_to(elsewhere / "stranger.yaml")
    (document / "broken.yaml").symlink_to("nowhere.yaml")
    (document / "loop.yaml").symlink_to("loop.yaml")
    (document / "folder").symlink_to(elsewhere)
    (document / "self").symlink_to(document)
    assert _lines(load(document)) == [
        f"{document / name}:1:1: DOC103" for name in ("broken.yaml", "folder", "link.yaml", "loop.yaml", "self")
    ]


def test_links_within_the_folder_are_followed_as_a_mounted_config_map_needs(tmp_path: Path) -> None:
    (tmp_path / "..data").mkdir()
    _write(tmp_path / "..data", tenancy=FLEET + TEAM)
    (tmp_path / "tenancy.yaml").symlink_to("..data/tenancy.yaml")
    assert load(tmp_path).tenancy


def test_a_file_that_cannot_be_parsed_does_not_make_its_keys_missing(tmp_path: Path) -> None:
    folder = _write(
        tmp_path, a=FLEET.replace("fleet: lab\n", ""), b="fleet: [\n", c="teams: {v: {quota: {h100: -1}}}\n"
    )
    assert _lines(load(folder)) == [f"{folder / 'b.yaml'}:2:1: DOC003", f"{folder / 'c.yaml'}:1:27: DOC204"]


def test_tiers_in_several_files_need_an_order(tmp_path: Path) -> None:
    folder = _write(tmp_path, a=FLEET + "tiers: {low: {order: 2}}\n", b="tiers: {high: {order: 1}}\n")
    assert load(folder).findings == ()
    _write(tmp_path, b="tiers: {high: {}}\n")
    assert _lines(load(folder)) == [f"{folder / 'b.yaml'}:1:1: DOC102"]


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(f"{FLEET}team: 1\n".encode())))
    assert _lines(load(Path("-"))) == ["<stdin>:4:1: DOC201"]


@pytest.mark.parametrize("make", ["nothing", "empty folder", "folder without parts"])
def test_nothing_to_read(tmp_path: Path, make: str) -> None:
    path = tmp_path / "doc"
    if make != "nothing":
        path.mkdir()
    if make == "folder without parts":
        (path / "README.md").touch()
    with pytest.raises(Unreadable, match="doc"):
        load(path)


def test_what_is_no_file_is_not_opened_in_a_folder(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.yaml")  # opening it would wait forever
    assert _lines(load(tmp_path)) == [f"{tmp_path / 'pipe.yaml'}:1:1: DOC103"]


def test_what_cannot_be_read(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(tmp_path / "a.sock"))
        with pytest.raises(Unreadable, match=r"a\.sock: no such device"):
            load(tmp_path / "a.sock")


def test_names_of_files_reach_no_terminal_unescaped(tmp_path: Path) -> None:
    (tmp_path / "a\x1b[31m\n.yaml").write_text("1: 2\n")
    loaded = load(tmp_path)
    assert loaded.findings
    assert all(str(it.location).isprintable() and it.text.isprintable() for it in loaded.findings)


def test_findings_of_later_stages_get_their_places() -> None:
    loaded = load_text(FLEET + TEAM, "t.yaml")
    related = (Related("here", ("flavors", "h100")), Related("there", location=Location("x", 1, 1)))
    finding = Finding("QTA001", Severity.ERROR, "m", path=("teams", "vision", "quota", "h100"), related=related)
    located = loaded.locate([finding])[0]
    assert located.location == Location("t.yaml", 4, 32)
    assert [it.location for it in located.related] == [Location("t.yaml", 3, 11), Location("x", 1, 1)]
