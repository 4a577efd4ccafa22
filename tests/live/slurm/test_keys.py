"""The tables of keys and words beside slurmctld's own parser, on every release.

gres.conf is left out: slurmctld does not read it from 24.11 on.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from tenantry.backends.slurm.parameters import words
from tenantry.backends.slurm.parameters.table import CGROUP_CONF, RECORDS, SLURM_CONF, parameters
from tests.live.slurm import site
from tests.live.slurm.install import RELEASES, missing
from tests.live.slurm.lint import Linter
from tests.support.real import require

pytestmark = pytest.mark.slurm

BASE = f"ClusterName=lab\n{site.lines(site.SLURM_CONF)}"
NODE = f"NodeName=n1 {' '.join(f'{key}={value}' for key, value in site.node_options(1).items())}"
UNKNOWN = re.compile(r"unrecognized key: (\w+)")


@pytest.fixture(scope="module", params=list(RELEASES))
def linter(request: pytest.FixtureRequest) -> Iterator[Linter]:
    suite: str = request.param
    require(missing(suite) is None, str(missing(suite)))
    with Linter(suite) as running:
        yield running


def _unknown(linter: Linter, files: dict[str, str]) -> set[str]:
    return set(UNKNOWN.findall("\n".join(linter.lint(files).lines)))


def _expected(linter: Linter, table: str) -> set[str]:
    release = RELEASES[linter.suite]
    return {it.key for it in parameters(table).values() if not it.known(release)}


def _started(table: str, record: str) -> str:
    keys = parameters(table)
    return "".join(f"{record}=x{at} {it.key}=1\n" for at, it in enumerate(keys.values()))


def test_settings(linter: Linter) -> None:
    # FrontendName ends the parser where it is known: Slurm is not built for front ends.
    asked = [it.key for it in parameters(SLURM_CONF).values() if it.key != "FrontendName"]
    keys = "".join(f"{key}=1\n" for key in asked)
    assert _unknown(linter, {"slurm.conf": f"{BASE}{keys}Nonsense=1\n"}) == {
        *(_expected(linter, SLURM_CONF) - {"FrontendName"}),
        "Nonsense",
    }


@pytest.mark.parametrize("record", list(RECORDS))
def test_records(linter: Linter, record: str) -> None:
    table = RECORDS[record]
    lines = _started(table, record) + f"{record}=y Nonsense=1\n"
    assert _unknown(linter, {"slurm.conf": BASE + lines}) == {*_expected(linter, table), "Nonsense"}


def test_cgroup(linter: Linter) -> None:
    keys = "".join(f"{it.key}=1\n" for it in parameters(CGROUP_CONF).values() if not it.refused)
    conf = f"{BASE}ProctrackType=proctrack/cgroup\n{NODE}\nPartitionName=p Nodes=ALL\n"
    expected = {*_expected(linter, CGROUP_CONF), "Nonsense"} - {"CgroupReleaseAgentDir"}
    assert _unknown(linter, {"slurm.conf": conf, "cgroup.conf": f"{keys}Nonsense=1\n"}) == expected


def _accepted(linter: Linter, line: str, refusal: str) -> bool:
    """Whether the parser takes a setting; what else it says of these few lines is not asked."""
    conf = f"{BASE}SelectType=select/cons_tres\n{NODE}\nPartitionName=p Nodes=ALL\n{line}\n"
    return not any(re.search(refusal, it, re.IGNORECASE) for it in linter.lint({"slurm.conf": conf}).lines)


WORDS = {
    "SelectTypeParameters": r"Bad SelectTypeParameter: ",
    "PrologFlags": r"Invalid PrologFlag: ",
    "EnforcePartLimits": r"Bad EnforcePartLimits: ",
    "PriorityUsageResetPeriod": r"Bad value .* for PriorityUsageResetPeriod",
    "AccountingStorageEnforce": r"Invalid parameter for AccountingStorageEnforce",
}


@pytest.mark.parametrize("key", list(WORDS))
def test_words(linter: Linter, key: str) -> None:
    known = words.SLURM_CONF[key]
    release = RELEASES[linter.suite]
    for word in {it.split(">=")[0].split("<=")[0] for it in known.words} | {"nonsense"}:
        taken = _accepted(linter, f"{key}={word}", WORDS[key])
        assert taken == words.accepts(known, release, word), word


@pytest.mark.parametrize("state", ["UNKNOWN", "FUTURE", "CLOUD", "DRAIN", "FAIL", "EXTERNAL", "IDLE", "DOWN", "UPP"])
def test_states_of_nodes(linter: Linter, state: str) -> None:
    conf = f"{BASE}{NODE} State={state}\nPartitionName=p Nodes=ALL\n"
    refused = any("invalid state" in it.lower() for it in linter.lint({"slurm.conf": conf}).lines)
    assert refused is not words.accepts(words.NODE["State"], RELEASES[linter.suite], state)
