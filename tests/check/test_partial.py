"""Wrong values and wrong names are told together, and nothing that only looks missing is told."""

import pytest

from tenantry.load.source import load_text
from tenantry.pipeline import examined

FLEET = """\
fleet: demo
kueue: {release: "0.17"}
flavors:
  h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
pools:
  main: {flavor: h100, hosts: "g[1-8]", owner: kueue}
groups:
  lab: {sharing: fair}
tiers:
  high: {maxTime: 1d}
"""


def codes(text: str) -> list[str]:
    return [finding.code for finding in examined(load_text(text)).findings]


@pytest.mark.parametrize(
    ("teams", "expected"),
    [
        # The value, and the name beside it in the same team.
        ("  a: {group: labb, quota: {h100: eight}}", ["TEN101", "DOC203"]),
        # Another team's own mistake.
        ("  a: {quota: {h100: eight}}\n  b: {group: lab, quota: {h100: {nominal: 8, lend: 9}}}", ["DOC203", "QTA106"]),
        # The whole entry cannot be read, the other team still can.
        ("  a: 7\n  b: {tiers: [high, low], quota: {h100: 8}}", ["DOC203", "TEN101"]),
    ],
)
def test_wrong_values_do_not_hide_wrong_names(teams: str, expected: list[str]) -> None:
    assert codes(f"{FLEET}teams:\n{teams}\n") == expected


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("cpus: 128", "cpus: many"),
        ("sharing: fair", "sharing: some"),
        ("maxTime: 1d", "maxTime: 1:30"),
        ('hosts: "g[1-8]"', 'hosts: "g[1-"'),
        ('kueue: {release: "0.17"}', "kueue: {release: 0.17}"),
    ],
)
def test_what_was_taken_out_does_not_look_missing(old: str, new: str) -> None:
    text = f"{FLEET}teams:\n  a: {{group: lab, tiers: [high], quota: {{h100: 8}}, namespaces: [a]}}\n"
    assert old in text
    found = codes(text.replace(old, new))
    assert len(found) == 1
    assert found[0].startswith("DOC2")
