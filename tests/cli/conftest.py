from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.run import Runner


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Runner:
    """The command line in an empty folder."""
    return Runner(tmp_path, capsys, monkeypatch)
