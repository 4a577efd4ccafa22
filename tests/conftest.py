"""What every test may ask for."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

from tests.support.golden import Golden

# How long an example takes says something about the machine, not about the product.
settings.register_profile("tenantry", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("tenantry")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--golden-update", action="store_true", help="write expected files anew instead of comparing; look at the diff"
    )


@pytest.fixture(scope="session")
def golden(pytestconfig: pytest.Config) -> Golden:
    """Compares with expected files beside the tests, or writes them under ``--golden-update``."""
    update = bool(pytestconfig.getoption("--golden-update"))
    if update and os.environ.get("CI") == "true":
        pytest.fail("--golden-update would make every comparison pass; CI compares")
    return Golden(update)
