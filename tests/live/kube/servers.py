"""The command lines of the servers of a control plane."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.live.kube.components import Components
from tests.live.kube.manifests import read_yaml
from tests.live.kube.pki import Pki

LOOPBACK = "127.0.0.1"
PORTS = ("etcd", "peer", "api", "scheduler", "webhook", "health")
NAMESPACE = "kueue-system"

Command = list[str | Path]


def etcd(components: Components, ports: Mapping[str, int], folder: Path) -> Command:
    client, peer = (f"http://{LOOPBACK}:{ports[name]}" for name in ("etcd", "peer"))
    return [
        components.server / "bin" / "etcd",
        f"--data-dir={folder / 'etcd'}",
        f"--listen-client-urls={client}",
        f"--advertise-client-urls={client}",
        f"--listen-peer-urls={peer}",
        f"--initial-advertise-peer-urls={peer}",
        f"--initial-cluster=default={peer}",
        "--unsafe-no-fsync",  # the data is thrown away with the folder
        "--log-level=warn",
    ]


def api_server(components: Components, ports: Mapping[str, int], folder: Path, pki: Pki) -> Command:
    return [
        components.server / "bin" / "kube-apiserver",
        f"--etcd-servers=http://{LOOPBACK}:{ports['etcd']}",
        f"--bind-address={LOOPBACK}",
        f"--advertise-address={LOOPBACK}",
        "--endpoint-reconciler-type=none",  # a loopback address is refused as an endpoint
        f"--secure-port={ports['api']}",
        "--service-cluster-ip-range=10.0.0.0/24",
        "--authorization-mode=RBAC",
        f"--client-ca-file={pki.authority.certificate}",
        f"--tls-cert-file={pki.server.certificate}",
        f"--tls-private-key-file={pki.server.key}",
        "--service-account-issuer=https://kubernetes.default.svc",
        f"--service-account-key-file={pki.accounts}",
        f"--service-account-signing-key-file={pki.accounts}",
        # Nothing makes service accounts here; and no node controller would ever take the not-ready taint off a node.
        "--disable-admission-plugins=ServiceAccount,TaintNodesByCondition",
        f"--cert-dir={folder / 'api-certificates'}",
        "--profiling=false",
    ]


def controllers(components: Components, kubeconfig: Path) -> Command:
    return [components.server / "bin" / "controllers", f"--kubeconfig={kubeconfig}"]


def scheduler(folder: Path, ports: Mapping[str, int], kubeconfig: Path, state: Path) -> Command:
    return [
        folder / "bin" / "kube-scheduler",
        f"--kubeconfig={kubeconfig}",
        f"--authentication-kubeconfig={kubeconfig}",
        f"--authorization-kubeconfig={kubeconfig}",
        f"--bind-address={LOOPBACK}",
        f"--secure-port={ports['scheduler']}",
        f"--cert-dir={state / 'scheduler-certificates'}",
        "--leader-elect=false",
    ]


def kueue(components: Components, configuration: Path, kubeconfig: Path) -> Command:
    return [
        components.kueue / "bin" / "kueue",
        f"--config={configuration}",
        f"--kubeconfig={kubeconfig}",
        "--zap-log-level=2",
    ]


def kueue_configuration(
    components: Components, ports: Mapping[str, int], certificates: Path, wanted: Mapping[str, Any]
) -> dict[str, Any]:
    """Kueue's ``Configuration`` in the version that the release's own manifest uses, with what is wanted laid over."""
    shipped = read_yaml(components.kueue / "config" / "manager" / "controller_manager_config.yaml")[0]
    base = {
        "apiVersion": shipped["apiVersion"],
        "kind": "Configuration",
        "namespace": NAMESPACE,
        "health": {"healthProbeBindAddress": f"{LOOPBACK}:{ports['health']}"},
        "metrics": {"bindAddress": "0"},
        "webhook": {"host": LOOPBACK, "port": ports["webhook"], "certDir": str(certificates)},
        "leaderElection": {"leaderElect": False},
        "internalCertManagement": {"enable": False},
        "clientConnection": {"qps": 200, "burst": 400},
        "integrations": {"frameworks": ["batch/job"]},
        # Its aggregated API server would listen on every interface, with a certificate from a fixed path.
        "featureGates": {"VisibilityOnDemand": False},
    }
    return _laid_over(base, wanted)


def kubeconfig(port: int, pki: Pki, *, user: str | None = None) -> str:
    """JSON, which every reader of a kubeconfig takes; refers to the certificate files.

    With ``user`` the administrator's rights in that name, which is what admission policies see.
    """
    cluster = {"server": f"https://{LOOPBACK}:{port}", "certificate-authority": str(pki.authority.certificate)}
    keys: dict[str, Any] = {"client-certificate": str(pki.admin.certificate), "client-key": str(pki.admin.key)}
    if user is not None:
        keys |= {"as": user, "as-groups": ["system:masters"]}
    return json.dumps(
        {
            "apiVersion": "v1",
            "kind": "Config",
            "current-context": "tenantry-test",
            "clusters": [{"name": "tenantry-test", "cluster": cluster}],
            "users": [{"name": "admin", "user": keys}],
            "contexts": [{"name": "tenantry-test", "context": {"cluster": "tenantry-test", "user": "admin"}}],
        },
        indent=2,
    )


def _laid_over(base: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    merged = dict(base)
    for key, value in over.items():
        below = merged.get(key)
        merged[key] = _laid_over(below, value) if isinstance(below, dict) and isinstance(value, Mapping) else value
    return merged
