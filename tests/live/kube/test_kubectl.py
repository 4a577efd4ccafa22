"""What kubectl makes of the folder of Kueue's objects: it applies it at once, and then finds no difference."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tenantry.backends.kueue.flavors import Object
from tenantry.backends.kueue.render import objects, render
from tests.live.kube.control_plane import ControlPlane
from tests.live.kube.test_render import CAPPED, namespaces
from tests.support.documents import resolved_stack, resolved_text
from tests.support.real import require

pytestmark = pytest.mark.kube

PATH = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
"""The kubectl of the environment first."""


def kubectl(cluster: ControlPlane, *arguments: str) -> subprocess.CompletedProcess[str]:
    found = shutil.which("kubectl", path=PATH)
    require(found is not None, "no kubectl: run make venv")
    assert found is not None
    command = [found, f"--kubeconfig={cluster.kubeconfig}", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


@pytest.mark.parametrize("way", ["--server-side", "--server-side=false"])
@pytest.mark.parametrize("name", ["lab", "capped"])
def test_applied_by_kubectl_nothing_differs(cluster: ControlPlane, tmp_path: Path, name: str, way: str) -> None:
    resolved = resolved_text(CAPPED) if name == "capped" else resolved_stack(name)
    things = [placed.object for placed in objects(resolved)]
    cluster.apply(namespaces(things))
    for file in render(resolved):
        path = tmp_path / file.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(file.text)
    folder = ["-R", "-f", str(tmp_path / "kueue"), way]
    try:
        applied = kubectl(cluster, "apply", *folder)
        assert applied.returncode == 0, applied.stderr
        settled(cluster, things)
        differs = kubectl(cluster, "diff", *folder)
        assert (differs.returncode, differs.stdout) == (0, "")
    finally:
        kubectl(cluster, "delete", "-R", "-f", str(tmp_path / "kueue"), "--wait=false")


def settled(cluster: ControlPlane, things: list[Object]) -> None:
    """Until the controller has written the status of the queues: a difference in it is none of the files."""
    for thing in things:
        if thing["kind"] in {"ClusterQueue", "LocalQueue"}:
            cluster.wait_condition(thing["kind"], thing["metadata"]["name"], thing["metadata"].get("namespace"))
