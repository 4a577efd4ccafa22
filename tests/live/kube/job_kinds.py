"""The CRDs of the kinds of work that Kueue manages, from the very modules that the built Kueue is compiled against."""

import functools
import shutil
import subprocess
from pathlib import Path
from typing import Any

from tests.live.kube.manifests import read_yaml
from tests.support.real import ROOT, require

DEFINITIONS = {
    "JobSet": ("sigs.k8s.io/jobset", "config/components/crd/bases/jobset.x-k8s.io_jobsets.yaml"),
    "RayJob": ("github.com/ray-project/kuberay/ray-operator", "config/crd/bases/ray.io_rayjobs.yaml"),
    "TrainJob": ("github.com/kubeflow/trainer/v2", "manifests/base/crds/trainer.kubeflow.org_trainjobs.yaml"),
}


@functools.cache
def definition(kind: str) -> dict[str, Any]:
    """The CRD of a kind, in the version that tools/kube/server/go.mod pins."""
    module, path = DEFINITIONS[kind]
    go = shutil.which("go") or next(iter(sorted(Path.home().glob(".cache/tenantry/go-*/go/bin/go"))), None)
    require(go is not None, "no Go toolchain, with which the CRDs of JobSet, KubeRay and Trainer are fetched")
    folder = ROOT / "tools" / "kube" / "server"
    for command in (("mod", "download", module), ("list", "-m", "-f", "{{.Dir}}", module)):
        done = subprocess.run([str(go), *command], cwd=folder, capture_output=True, text=True, check=False)
        require(done.returncode == 0, f"the module {module} cannot be fetched: {done.stderr.strip()[-200:]}")
    [found] = read_yaml(Path(done.stdout.strip()) / path)
    return found
