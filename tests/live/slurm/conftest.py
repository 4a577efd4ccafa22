"""What tests on real Slurm share."""

import pytest

from tests.live.slurm import install
from tests.support.real import require


@pytest.fixture(scope="session", params=list(install.RELEASES))
def suite(request: pytest.FixtureRequest) -> str:
    """Each suite of Debian that carries Slurm, where this machine can run it."""
    name: str = request.param
    reason = install.missing(name)
    require(reason is None, str(reason))
    return name
