"""The control planes that the tests of agreement share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.live.kube.conftest import RELEASES
from tests.live.kube.control_plane import ControlPlane


@pytest.fixture(scope="session", params=RELEASES)
def plane(request: pytest.FixtureRequest) -> Iterator[ControlPlane]:
    """A control plane with each release of Kueue."""
    with ControlPlane(request.param) as running:
        yield running
