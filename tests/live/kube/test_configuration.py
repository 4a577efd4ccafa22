"""The controller's Configuration as it is written, read by the real controller of each release."""

from typing import Any

import pytest
import yaml

from tenantry.backends.kueue.configuration import KEY
from tests.backends.kueue.documents import FLEET, made
from tests.live.kube.components import find_components
from tests.live.kube.conftest import RELEASES
from tests.live.kube.control_plane import SITE, ControlPlane
from tests.live.kube.manifests import read_yaml
from tests.live.kube.processes import StartError
from tests.live.kube.test_harness import job
from tests.live.kube.test_render import namespaces
from tests.live.kube.test_switches import workload

pytestmark = pytest.mark.kube

TEAMS = """
  a: {group: lab, share: 3, quota: {h100: {nominal: 8, borrow: 0}}, namespaces: [a, idle]}
  b: {group: lab, quota: {h100: 8}, namespaces: [b], stop: hold}
"""


@pytest.mark.parametrize("release", RELEASES)
def test_the_controller_runs_with_it_and_does_what_it_says(release: str) -> None:
    switches = "fairSharing: true, admissionFairSharing: true, fungibility: {whenCanPreempt: preempt}"
    fleet = FLEET.replace('release: "0.17"', f'release: "{release}", configuration: {{}}, {switches}')
    things = list(made(TEAMS, fleet).values())
    written: dict[str, Any] = next(
        yaml.safe_load(thing["data"][KEY]) for thing in things if thing["kind"] == "ConfigMap"
    )
    over = {key: value for key, value in written.items() if key not in SITE}
    with ControlPlane(release, configuration=over) as running:
        running.apply(namespaces(things))
        assert [verdict.message for verdict in running.apply(things)] == [""] * len(things)
        running.wait_condition("ClusterQueue", "a")
        running.wait_for(lambda: shares(running, "a"), "share of a queue")
        stopped = running.wait_condition("ClusterQueue", "b", status="False")
        assert stopped["reason"] == "Stopped"
        namespace_that_used_nothing_comes_first(running)


def namespace_that_used_nothing_comes_first(running: ControlPlane) -> None:
    """Although the other one's work has waited for longer."""
    for space, name in (("a", "first"), ("a", "second"), ("idle", "third")):
        running.apply([job(name, space, "a", 8)])
        made_for = workload(running, name, space)["metadata"]["name"]
        if name == "first":
            running.wait_condition("Workload", made_for, space, condition="Admitted")
        else:
            running.wait_condition("Workload", made_for, space, condition="QuotaReserved", status="False")
    running.delete("Job", "first", "a")
    admitted = workload(running, "third", "idle")["metadata"]["name"]
    running.wait_condition("Workload", admitted, "idle", condition="Admitted")


def shares(cluster: ControlPlane, queue: str) -> object:
    """What the controller says of a queue's share; it says nothing where fair sharing is off."""
    found = cluster.get("ClusterQueue", queue) or {}
    return found.get("status", {}).get("fairSharing")


@pytest.mark.parametrize("release", RELEASES)
def test_it_says_what_the_release_itself_is_installed_with(release: str) -> None:
    fleet = FLEET.replace('release: "0.17"', f'release: "{release}", configuration: {{}}')
    written = yaml.safe_load(made(TEAMS, fleet)["ConfigMap", "kueue-system", "kueue-manager-config"]["data"][KEY])
    shipped = find_components(release).kueue / "config" / "manager" / "controller_manager_config.yaml"
    assert written == read_yaml(shipped)[0]


def test_the_controller_does_not_start_with_a_section_that_is_misspelt() -> None:
    """What KUF117 rests on: the configuration is read strictly, capitals included."""
    with pytest.raises(StartError, match="unknown field"), ControlPlane("0.17", configuration={"fairsharing": {}}):
        pytest.fail("it started")
