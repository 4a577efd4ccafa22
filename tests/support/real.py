"""What a test does when the real component that it needs is not on this machine."""

import os
import shutil
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
"""The checkout."""


def require(condition: object, reason: str) -> None:
    """Go on only when ``condition`` is true: otherwise skip with the reason, or fail with it under ``CI=true``.

    ``reason`` says what is missing and which command brings it.
    """
    if condition:
        return
    if os.environ.get("CI") == "true":
        pytest.fail(f"CI=true and a real component is missing: {reason}", pytrace=False)
    pytest.skip(reason)


def pulumi_cli() -> str:
    """Return the Pulumi CLI that `make up` set up, as an absolute path; skip or fail where there is none."""
    wrapper = ROOT / ".venv" / "bin" / "pulumi"
    found = str(wrapper) if wrapper.is_file() else shutil.which("pulumi")
    require(found, "no Pulumi CLI (make pulumi)")
    assert found is not None
    return found
