"""A fault of the program is told in two lines, and whole when asked for."""

from __future__ import annotations

import pytest

from tests.cli.run import Runner
from tests.cli.test_exit_codes import GOOD


def _break(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_document: str | None) -> None:
        raise RuntimeError("first line\nsecond line")

    monkeypatch.setattr("tenantry.cli.check.examine", fail)


def test_a_fault_is_told_without_a_traceback(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    run.write("tenancy.yaml", GOOD)
    _break(monkeypatch)
    ran = run("check")
    assert ran.code == 2
    assert ran.err.startswith("tenantry: this is a fault of tenantry ")
    assert "RuntimeError: first line\n" in ran.err
    assert len(ran.err.splitlines()) == 2


def test_a_fault_is_raised_where_somebody_debugs(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    run.write("tenancy.yaml", GOOD)
    _break(monkeypatch)
    monkeypatch.setenv("TENANTRY_DEBUG", "1")
    with pytest.raises(RuntimeError, match="first line"):
        run("check")
