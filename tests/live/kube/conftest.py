"""One control plane for all tests of a run, and a view of it that each test leaves as it was."""

from collections.abc import Iterator

import pytest

from tests.live.kube.control_plane import ControlPlane


@pytest.fixture(scope="session")
def control_plane() -> Iterator[ControlPlane]:
    """The default release of Kueue, as it is configured without any wish."""
    with ControlPlane() as running:
        yield running


@pytest.fixture
def cluster(control_plane: ControlPlane) -> Iterator[ControlPlane]:
    """The shared control plane; what a test applies is taken away after it."""
    yield control_plane
    control_plane.clean()
