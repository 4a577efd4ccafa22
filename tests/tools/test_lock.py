"""requirements.lock: hashed, complete for pyproject.toml, silent about where packages come from."""

import re
import tomllib
from typing import Any

from tests.support.real import ROOT

LOCK = (ROOT / "requirements.lock").read_text(encoding="utf-8")
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def normal(requirement: str) -> str:
    """The package's name as PEP 503 compares it."""
    name = re.match(r"[A-Za-z0-9._-]+", requirement)
    assert name is not None
    return re.sub(r"[-_.]+", "-", name.group()).lower()


def test_names_no_place_to_download_from() -> None:
    assert "://" not in LOCK
    assert not re.search(r"^\s*--(index-url|extra-index-url|find-links|trusted-host)", LOCK, re.MULTILINE)


def test_every_package_has_hashes() -> None:
    entries = re.split(r"^(?=[a-z0-9])", LOCK, flags=re.MULTILINE)[1:]
    assert len(entries) > 50
    assert [entry.splitlines()[0] for entry in entries if "--hash=sha256:" not in entry] == []


def test_holds_everything_the_project_asks_for() -> None:
    project = PROJECT["project"]
    groups = [entry for group in PROJECT["dependency-groups"].values() for entry in group if isinstance(entry, str)]
    extras = [entry for extra in project["optional-dependencies"].values() for entry in extra]
    locked = {normal(line) for line in LOCK.splitlines() if re.match(r"[a-z0-9]", line)}
    asked = {normal(requirement) for requirement in [*project["dependencies"], *extras, *groups]}
    assert asked - locked == set()
