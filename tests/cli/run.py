"""Runs the command line in this process, as a user in some folder."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from tenantry.cli.main import main


@dataclass(frozen=True, slots=True)
class Ran:
    """What one command did."""

    code: int
    out: str
    err: str


class Runner:
    """``run("check", "small")`` in ``folder``."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self._capsys = capsys
        monkeypatch.chdir(folder)

    def __call__(self, *args: str) -> Ran:
        self._capsys.readouterr()
        code = main(list(args))
        captured = self._capsys.readouterr()
        return Ran(code, captured.out, captured.err)

    def write(self, name: str, text: str) -> Path:
        """A file in the folder."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path
