"""One control plane for all tests of a run, and a view of it that each test leaves as it was."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

import pytest

from tests.live.kube.control_plane import ControlPlane

DEFAULT, RELEASES = "0.17", ("0.14", "0.17", "0.19")


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


Planes = Callable[[str], ControlPlane]
"""Release of Kueue to a control plane with it."""


@contextmanager
def planes(*, scheduler: bool = False) -> Iterator[Planes]:
    """Each control plane is started when it is first asked for."""
    with ExitStack() as stack:
        running: dict[str, ControlPlane] = {}

        def plane(release: str) -> ControlPlane:
            if release not in running:
                running[release] = stack.enter_context(ControlPlane(release, scheduler=scheduler))
            return running[release]

        yield plane


@pytest.fixture(scope="session")
def others() -> Iterator[Planes]:
    """Further releases of Kueue."""
    with planes() as made:
        yield made


@pytest.fixture(scope="session")
def scheduled() -> Iterator[Planes]:
    """Every release of Kueue, with kube-scheduler too."""
    with planes(scheduler=True) as made:
        yield made


@pytest.fixture(params=RELEASES)
def release(request: pytest.FixtureRequest, others: Planes) -> Iterator[ControlPlane]:
    """Each release in turn; what a test applies is taken away after it."""
    default = request.param == DEFAULT
    plane: ControlPlane = request.getfixturevalue("control_plane") if default else others(request.param)
    yield plane
    plane.clean()
