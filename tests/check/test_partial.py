"""Wrong values and wrong names are told together, and nothing that only looks missing is told."""

import pytest

from tenantry.finding import Severity
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


BOTH = FLEET.replace("owner: kueue", "owner: slurm").replace(
    'kueue: {release: "0.17"}', 'slurm: {release: "24.11", settings: {PreemptType: preempt/none}}'
)
TEAM = "teams:\n  a: {group: labb, tiers: [high], quota: {h100: 8}, namespaces: [a]}\n"


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("fleet: demo", "fleet: De mo", ["DOC205", "TEN101"]),
        ("fleet: demo\n", "", ["DOC202", "TEN101"]),
        ("fleet: demo", "fleet: demo\nnope: {a: 1}", ["DOC201", "TEN101"]),
        ("fleet: demo", "fleet: De mo\nnope: {a: 1}", ["DOC205", "DOC201", "TEN101"]),
        # Everything under a misspelt section may be what a name refers to; the group is in another section.
        ("tiers:", "teirs:", ["DOC201", "TEN101"]),
        ("groups:", "grops:", ["DOC201"]),
        ("flavors:", "flavrs:", ["DOC201", "TEN101"]),
        # A key inside an entry: the entry itself is there, and so are its other errors.
        ("cpus: 128", "cpus: 128, nope: 1", ["DOC201", "TEN101"]),
    ],
)
def test_keys_at_the_root_do_not_hide_wrong_names(old: str, new: str, expected: list[str]) -> None:
    assert codes(f"{FLEET}{TEAM}".replace(old, new, 1)) == expected


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("group: labb", "group: lab", ["SLM102"]),
        ("cpus: 128", "cpus: many", ["DOC203", "SLM102", "TEN101"]),
        ('"24.11"', '"20.11"', ["SLM101", "SLM102", "TEN101"]),
        ('"24.11"', "24.11", ["DOC203", "TEN101"]),
    ],
)
def test_what_a_release_takes_is_told_with_everything_else(old: str, new: str, expected: list[str]) -> None:
    found = examined(load_text(f"{BOTH}{TEAM}".replace(old, new, 1))).findings
    assert sorted(it.code for it in found if it.severity is Severity.ERROR) == expected
