"""Site settings that a release does not read, and how far the order of tiers can be kept."""

from __future__ import annotations

import pytest

from tenantry.backends.slurm.refusals import refusals
from tenantry.finding import path_text
from tests.backends.slurm.documents import HARDWARE, scope
from tests.live.slurm.install import RELEASES
from tests.live.slurm.site import SLURM_CONF, cgroup_conf, node_options


def _told(slurm: str, fleet: str = HARDWARE) -> list[str]:
    return [path_text(it.path) for it in refusals(scope("  t: {quota: {h100: 8}}", fleet, slurm).resolved)]


@pytest.mark.parametrize(
    ("release", "settings", "told"),
    [
        ("22.05", "settings: {hashplugin: hash/k12}", ["slurm.settings.hashplugin"]),
        ("24.05", "settings: {hashplugin: hash/k12}", []),
        ("22.05", "settings: {SlurmctldPlugstack: x}", []),
        ("24.11", "settings: {SlurmctldPlugstack: x}", ["slurm.settings.SlurmctldPlugstack"]),
        ("22.05", "settings: {JobCredentialPrivateKey: /k}", []),
        ("24.11", "settings: {JobCredentialPrivateKey: /k}", ["slurm.settings.JobCredentialPrivateKey"]),
        ("24.11", "settings: {SlurmctldTimout: 120}", ["slurm.settings.SlurmctldTimout"]),
        ("23.02", "cgroup: {ConstrainKmemSpace: 'no'}", []),
        ("23.11", "cgroup: {ConstrainKmemSpace: 'no'}", ["slurm.cgroup.ConstrainKmemSpace"]),
        ("22.05", "nodes: {train: {RestrictedCoresPerGPU: 2}}", ["slurm.nodes.train.RestrictedCoresPerGPU"]),
        ("24.11", "nodes: {train: {RestrictedCoresPerGPU: 2}}", []),
        ("25.11", "partitions: {h100: {Exclusive: NODE}}", ["slurm.partitions.h100.Exclusive"]),
        ("26.05", "partitions: {h100: {Exclusive: NODE}}", []),
        ("24.11", "settings: {PrologFlags: 'Alloc,Contain,nonsense'}", ["slurm.settings.PrologFlags"]),
        ("24.11", "settings: {prologflags: 'alloc,Contain'}", []),
        ("24.11", "partitions: {h100: {OverSubscribe: 'MAYBE'}}", ["slurm.partitions.h100.OverSubscribe"]),
        ("24.11", "partitions: {h100: {OverSubscribe: 'FORCE:4'}}", []),
        ("24.11", "nodes: {train: {State: CLOUD}}", []),
    ],
)
def test_a_key_stands_only_where_the_release_reads_it(release: str, settings: str, told: list[str]) -> None:
    assert _told(f'{{release: "{release}", {settings}}}') == told


def test_the_words_say_when_a_key_came_and_what_was_meant() -> None:
    slurm = '{release: "22.05", settings: {TLSType: tls/s2n, SchedulerParametrs: x}}'
    found = {path_text(it.path): it for it in refusals(scope("  t: {quota: {h100: 8}}", slurm=slurm).resolved)}
    tls, misspelt = found["slurm.settings.TLSType"], found["slurm.settings.SchedulerParametrs"]
    assert (tls.message, tls.help) == ("Slurm 22.05 has no TLSType yet", "it came with 24.05")
    assert misspelt.help == "did you mean SchedulerParameters?"


@pytest.mark.parametrize("suite", RELEASES)
def test_what_real_daemons_take_is_not_refused(suite: str) -> None:
    """The settings that the tests on real Slurm run with."""
    settings = ", ".join(f"{key}: {value!r}" for key, value in SLURM_CONF.items())
    nodes = ", ".join(f"{key}: {value!r}" for key, value in node_options(10).items())
    cgroup = ", ".join(f"{key}: {value!r}" for key, value in cgroup_conf(suite).items())
    slurm = (
        f'release: "{RELEASES[suite]}", settings: {{{settings}}}, nodes: {{train: {{{nodes}}}}}, cgroup: {{{cgroup}}}'
    )
    assert _told(f"{{{slurm}}}") == []


def test_a_program_is_set_once() -> None:
    slurm = '{{release: "24.11", containers: {{prolog: /p}}, settings: {{{key}: /q}}}}'
    assert _told(slurm.format(key="prolog")) == ["slurm.settings.prolog"]
    assert _told(slurm.format(key="Epilog")) == []


@pytest.mark.parametrize(("count", "told"), [(200, []), (500, ["tiers"])])
def test_more_tiers_than_a_weight_can_keep_apart_are_refused(count: int, told: list[str]) -> None:
    tiers = ", ".join(f"t{at}: {{maxTime: 1h}}" for at in range(count))
    fleet = f"{HARDWARE}groups: {{lab: {{sharing: fair}}}}\ntiers: {{{tiers}}}\n"
    slurm = scope("  t: {group: lab, quota: {h100: 8}}", fleet).resolved
    assert [path_text(it.path) for it in refusals(slurm)] == told


@pytest.mark.parametrize(("release", "told"), [("22.05", ["flavors.cut.gpu.mig"]), ("23.02", [])])
def test_instances_beside_shards_are_refused_where_they_are_taken_apart(release: str, told: list[str]) -> None:
    node = "node: {cpus: 8, memory: 64Gi}"
    gpu = "product: NVIDIA-A100, perNode: 1"
    fleet = f"""\
flavors:
  h100: {{gpu: {{{gpu}, shards: 4}}, {node}}}
  cut: {{gpu: {{{gpu}, mig: {{profile: 1g.10gb, perGpu: 7}}, autoDetect: nvml}}, {node}}}
pools: {{p: {{flavor: cut, hosts: n1, owner: slurm}}}}
"""
    assert _told(f'{{release: "{release}"}}', fleet) == told
