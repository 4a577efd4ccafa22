"""Shares decide over what is borrowed where fair sharing is on, and over nothing where it is off, on every release."""

from __future__ import annotations

import pytest

from tests.live.kube.agreement.driver import Fleet
from tests.live.kube.agreement.scenarios import h100, jobs
from tests.live.kube.agreement.tenancies import SHARES
from tests.live.kube.control_plane import ControlPlane
from tests.support.documents import resolved_text

pytestmark = [pytest.mark.kube, pytest.mark.agreement]

AFTERWARDS = {"true": {"few": 2, "many": 4}, "false": {"few": 5, "many": 1}}
"""With three times the share, many borrows three of the four and evicts for it; without, who came first keeps all."""


@pytest.mark.parametrize("sharing", AFTERWARDS)
def test_shares(plane: ControlPlane, sharing: str) -> None:
    with Fleet(plane, resolved_text(SHARES.format(sharing=sharing)).tenancy) as fleet:
        fleet.submit(jobs("few", 7))
        fleet.settle(h100(few=6))
        fleet.submit(jobs("many", 6))
        fleet.settle(h100(**AFTERWARDS[sharing]), looks=1)
        fleet.submit(jobs("quiet", 2))
        fleet.settle({**h100(**AFTERWARDS[sharing]), **h100(quiet=2)}, looks=1)
