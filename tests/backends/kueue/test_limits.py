"""What is said of Kueue where a document or its release decides it."""

import pytest

from tenantry.backends.base import Concept, Fidelity
from tenantry.backends.kueue.limits import LIMITS, limits_of
from tests.backends.kueue.documents import FLEET
from tests.support.documents import resolved_text


def said(kueue: str, concept: Concept) -> tuple[Fidelity, str]:
    head = FLEET.replace('kueue: {release: "0.17"}', f"kueue: {{{kueue}}}")
    statement = limits_of(resolved_text(f"{head}\nteams: {{a: {{quota: {{h100: 8}}}}}}"))[concept]
    return statement.fidelity, statement.why


def test_shares_count_as_the_switch_says() -> None:
    default = LIMITS[Concept.SHARE]
    assert said('release: "0.17"', Concept.SHARE) == (default.fidelity, default.why)
    assert "where fair sharing is on" in default.why
    on = said('release: "0.17", fairSharing: true', Concept.SHARE)
    assert on[0] is Fidelity.APPROXIMATE
    assert "where fair sharing is on" not in on[1]
    for off in ("fairSharing: false", "configuration: {}"):
        assert said(f'release: "0.17", {off}', Concept.SHARE)[0] is Fidelity.ABSENT


def test_admission_fair_sharing_lets_past_use_fade_and_comes_before_tiers() -> None:
    assert said('release: "0.17"', Concept.HALF_LIFE)[0] is Fidelity.ABSENT
    assert said('release: "0.17", admissionFairSharing: true', Concept.HALF_LIFE)[0] is Fidelity.APPROXIMATE
    assert "past use" in said('release: "0.17", admissionFairSharing: true', Concept.TIER_ORDER)[1]


@pytest.mark.parametrize(
    ("kueue", "told"),
    [('release: "0.13"', True), ('release: "0.13", configuration: {}', False), ('release: "0.14"', False)],
)
def test_a_topology_that_waits_for_a_feature_gate_is_told(kueue: str, told: bool) -> None:
    assert ("TopologyAwareScheduling" in said(kueue, Concept.TOPOLOGY)[1]) is told
