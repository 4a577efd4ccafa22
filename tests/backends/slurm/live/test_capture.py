"""Saved answers are what was printed, and a command that was not saved is no empty answer."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tenantry.backends.slurm.live.capture import INDEX, CapturedCommands, Recorder, is_capture
from tenantry.backends.slurm.live.commands import Answer, UnreachableError
from tenantry.backends.slurm.live.local import LocalCommands

ECHO = "import sys; print(*sys.argv[1:]); sys.exit('fail' in sys.argv)"


def test_what_is_recorded_is_read_back(tmp_path: Path) -> None:
    recorder = Recorder(LocalCommands((sys.executable, "-c", ECHO)))
    commands = (("scontrol", "show", "config"), ("scontrol", "-o", "show", "node"), ("sacctmgr", "fail"))
    printed = [recorder.run(command) for command in commands]
    recorder.save(tmp_path / "saved")
    assert is_capture(tmp_path / "saved")
    captured = CapturedCommands(tmp_path / "saved")
    assert [captured.run(command) for command in commands] == printed
    assert printed[2] == Answer(1, "sacctmgr fail\n")


def test_what_was_not_saved_cannot_be_run(tmp_path: Path) -> None:
    (tmp_path / INDEX).write_text("config.txt rc=0 :: scontrol show config\n")
    captured = CapturedCommands(tmp_path)
    with pytest.raises(UnreachableError, match="has no answer to scontrol show node"):
        captured.run(["scontrol", "show", "node"])
    with pytest.raises(UnreachableError, match=r"config\.txt: no such file"):
        captured.run(["scontrol", "show", "config"])


@pytest.mark.parametrize("line", ["config.txt", "../config.txt rc=0 :: scontrol", "a/b rc=0 :: c", "a rc=x :: c", ""])
def test_an_index_that_is_none_is_refused(tmp_path: Path, line: str) -> None:
    (tmp_path / INDEX).write_text(f"{line}\n")
    with pytest.raises(ValueError, match="INDEX:1: it is not"):
        CapturedCommands(tmp_path)


def test_a_folder_of_files_is_no_capture(tmp_path: Path) -> None:
    assert not is_capture(tmp_path)
    with pytest.raises(FileNotFoundError):
        CapturedCommands(tmp_path)
