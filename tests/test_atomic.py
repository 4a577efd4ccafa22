"""Files are written whole or not at all, and several of them together."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tenantry.atomic import is_temporary, write_text, write_texts


def test_a_failure_leaves_every_old_file_and_nothing_new(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("old")
    (tmp_path / "b").write_text("a file")
    with pytest.raises(OSError, match="b"):
        write_texts([(tmp_path / "a", "new"), (tmp_path / "x" / "y" / "c", "new"), (tmp_path / "b" / "d", "new")])
    assert {it.name: it.read_text() for it in tmp_path.iterdir()} == {"a": "old", "b": "a file"}


def test_an_error_is_about_the_file_that_was_asked_for(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(IsADirectoryError) as caught:
        write_text(tmp_path / "folder", "text")
    assert caught.value.filename == str(tmp_path / "folder")
    assert [it.name for it in tmp_path.iterdir()] == ["folder"]


def test_nothing_takes_the_place_of_a_pipe_or_a_device(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to(tmp_path / "pipe")
    for name in ("pipe", "link"):
        with pytest.raises(OSError, match="no file") as caught:
            write_text(tmp_path / name, "text")
        assert caught.value.filename == str(tmp_path / name)
    assert (tmp_path / "pipe").is_fifo()
    assert (tmp_path / "link").is_symlink()


@pytest.mark.parametrize("name", ["slurm.conf", "n" * 200])
def test_the_name_on_the_way_is_known_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    seen: list[str] = []
    monkeypatch.setattr(os, "fsync", lambda _: seen.extend(it.name for it in tmp_path.iterdir()))
    write_text(tmp_path / name, "text")
    assert [is_temporary(it) for it in seen] == [True]
    assert not is_temporary(name)


def test_a_write_removes_what_a_killed_one_of_the_same_file_left(tmp_path: Path) -> None:
    for name in (".a.0123456789abcdef.tmp", ".b.0123456789abcdef.tmp", ".a.tmp", ".a.0123.tmp"):
        (tmp_path / name).write_text("half")
    write_text(tmp_path / "a", "text")
    assert {it.name for it in tmp_path.iterdir()} == {"a", ".b.0123456789abcdef.tmp", ".a.tmp", ".a.0123.tmp"}


def test_two_writes_of_one_file_do_not_stop_each_other(tmp_path: Path) -> None:
    def files() -> Iterator[tuple[Path, str]]:
        yield tmp_path / "a", "slow"
        write_text(tmp_path / "a", "quick")
        assert [it.name for it in tmp_path.iterdir()] == ["a"]
        yield tmp_path / "b", "slow"

    write_texts(files())
    assert {it.name: it.read_text() for it in tmp_path.iterdir()} == {"a": "slow", "b": "slow"}
