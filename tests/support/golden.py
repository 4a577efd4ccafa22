"""Expected files that lie beside the tests, so that a reviewer reads them as files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Golden:
    """Compares what was made with expected files, or, with ``update``, writes those."""

    update: bool

    def file(self, expected: Path, made: str) -> None:
        """One file; AssertionError where it differs or is not there."""
        if self.update:
            expected.parent.mkdir(parents=True, exist_ok=True)
            expected.write_text(made, encoding="utf-8", newline="\n")
        assert expected.is_file(), f"{expected} is missing; make it with --golden-update"
        assert made == expected.read_text(encoding="utf-8")

    def tree(self, folder: Path, made: Mapping[str, str]) -> None:
        """A folder: exactly these files, by path relative to it."""
        if self.update:
            for name in self._names(folder) - set(made):
                (folder / name).unlink()
        else:
            assert self._names(folder) == set(made)
        for name, text in made.items():
            self.file(folder / name, text)

    @staticmethod
    def _names(folder: Path) -> set[str]:
        return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
