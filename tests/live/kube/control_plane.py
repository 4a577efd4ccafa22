"""A real Kubernetes API server with Kueue's controllers and webhooks, on loopback, for as long as a test needs it."""

import base64
import http.client
import json
import shutil
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from tests.live.kube import servers
from tests.live.kube.client import Client
from tests.live.kube.cluster import Cluster
from tests.live.kube.components import find_components
from tests.live.kube.manifests import KueueManifests
from tests.live.kube.pki import make_pki
from tests.live.kube.processes import Process, StartError, free_ports, listens

SITE = ("health", "metrics", "webhook", "leaderElection")
"""What of Kueue's ``Configuration`` the servers beside it decide: those of these tests, as those of a site."""


class ControlPlane(Cluster):
    """etcd, kube-apiserver, controllers for namespaces, garbage and Jobs, and Kueue; used as a context manager.

    `kueue` is a release that tools/kube/install.sh knows, `configuration` is laid over Kueue's ``Configuration``
    (for example ``{"fairSharing": {"enable": True}}``), `scheduler` starts kube-scheduler too, `flags` are given to
    kube-apiserver besides. Everything listens on ports of its own, so that several can run at once. Leaving the context
    stops every process and removes its files.
    """

    def __init__(
        self,
        kueue: str = "0.17",
        *,
        configuration: Mapping[str, Any] | None = None,
        scheduler: bool = False,
        flags: Sequence[str] = (),
    ) -> None:
        super().__init__()
        self.kueue = kueue
        self.folder = Path()
        self.processes: dict[str, Process] = {}
        self._configuration = configuration or {}
        self._flags = flags
        self._components = find_components(kueue, scheduler=scheduler)

    @property
    def kubeconfig(self) -> Path:
        """File with which kubectl, Pulumi and others reach the server as its administrator."""
        return self.folder / "kubeconfig"

    def client_of(self, user: str, *groups: str) -> Client:
        """A client in the name of a user in these groups; the caller closes it."""
        return Client(self._ports["api"], self._pki, user=user, groups=(*groups, "system:authenticated"))

    def __enter__(self) -> Self:
        self.folder = Path(tempfile.mkdtemp(prefix="tenantry-kube-"))
        try:
            self._start()
        except BaseException:
            self._stop()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop()

    def _start(self) -> None:
        self._ports = free_ports(servers.PORTS)
        self._pki = make_pki(self.folder / "pki")
        self.kubeconfig.write_text(servers.kubeconfig(self._ports["api"], self._pki))
        self._run("etcd", servers.etcd(self._components, self._ports, self.folder))
        api_server = self._run(
            "kube-apiserver",
            [*servers.api_server(self._components, self._ports, self.folder, self._pki), *self._flags],
        )
        self.client = Client(self._ports["api"], self._pki)
        manifests = KueueManifests(
            self._components.kueue / "config",
            f"https://{servers.LOOPBACK}:{self._ports['webhook']}",
            base64.b64encode(self._pki.authority.certificate.read_bytes()).decode(),
        )
        definitions = manifests.definitions()  # a second of parsing that the server starts in
        api_server.wait_until(self._api_ready, "readiness")
        own = self.folder / "controllers.kubeconfig"
        own.write_text(servers.kubeconfig(self._ports["api"], self._pki, user="system:kube-controller-manager"))
        self._run("controllers", servers.controllers(self._components, own))
        if self._components.scheduler:
            self._run(
                "kube-scheduler",
                servers.scheduler(self._components.scheduler, self._ports, self.kubeconfig, self.folder),
            )
        self._create({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": servers.NAMESPACE}})
        for definition in definitions:
            self._create(definition)
        api_server.wait_until(lambda: self.serves(definitions), "Kueue's kinds")
        self._start_kueue(manifests)

    def configure(self, configuration: Mapping[str, Any]) -> None:
        """Have Kueue start anew where it is to be configured otherwise than it is."""
        if configuration != self._configuration:
            self.processes["kueue"].stop()
            self._configuration = dict(configuration)
            self._run_kueue()

    def _start_kueue(self, manifests: KueueManifests) -> None:
        # Kueue reads the certificate of its metrics from below its working folder: see tools/kube/build.sh.
        certificates = self.folder / "metrics-certs"
        certificates.mkdir()
        shutil.copy(self._pki.server.certificate, certificates / "tls.crt")
        shutil.copy(self._pki.server.key, certificates / "tls.key")
        for webhooks in manifests.webhooks(self._run_kueue()["integrations"]["frameworks"]):
            self._create(webhooks)
        self.processes["kueue"].wait_until(self._webhooks_answer, "answers of the webhooks")

    def _run_kueue(self) -> dict[str, Any]:
        """The Configuration that it runs with, once it is ready."""
        certificates = self.folder / "metrics-certs"
        configuration = servers.kueue_configuration(self._components, self._ports, certificates, self._configuration)
        file = self.folder / "kueue.json"
        file.write_text(json.dumps(configuration, indent=2))
        manager = self._run("kueue", servers.kueue(self._components, file, self.kubeconfig))
        manager.wait_until(lambda: listens(self._ports["webhook"]) and self._kueue_ready(), "readiness")
        return configuration

    def _run(self, name: str, command: servers.Command) -> Process:
        log = self.folder / f"{name}.log"
        self.processes[name] = Process(name, command, log, cwd=self.folder)
        return self.processes[name]

    def _stop(self) -> None:
        for process in reversed(self.processes.values()):
            process.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _create(self, manifest: Mapping[str, Any]) -> None:
        answer = self.client.create(manifest)
        if not answer.ok:
            raise StartError(f"{manifest['kind']} {manifest['metadata']['name']} refused: {answer.message}")

    def serves(self, definitions: Iterable[Mapping[str, Any]]) -> bool:
        """Whether every version of every defined kind is there."""
        try:
            for spec in (definition["spec"] for definition in definitions):
                for version in (version["name"] for version in spec["versions"] if version["served"]):
                    self.client.resource(spec["names"]["kind"], f"{spec['group']}/{version}")
        except LookupError:
            return False
        return True

    def _api_ready(self) -> bool:
        try:
            return self.client.request("GET", "/readyz").ok
        except ConnectionError:
            return False

    def _kueue_ready(self) -> bool:
        probe = http.client.HTTPConnection(servers.LOOPBACK, self._ports["health"], timeout=5)
        try:
            probe.request("GET", "/readyz")
            return probe.getresponse().status == 200
        except OSError:
            return False
        finally:
            probe.close()

    def _webhooks_answer(self) -> bool:
        """The server learns of a webhook a moment after it is made: each kind of webhook must have had its effect."""
        version = self.client.resource("ResourceFlavor").api_version
        flavor = {"apiVersion": version, "kind": "ResourceFlavor", "metadata": {"name": "probe"}, "spec": {}}
        mutated = self.client.create(flavor, dry_run=True)
        wrong = {"apiVersion": version, "kind": "ResourceFlavor", "metadata": {"name": "probe"}}
        wrong["spec"] = {"nodeLabels": {"not a key": "value"}}
        validated = self.client.create(wrong, dry_run=True)
        return "finalizers" in mutated.body.get("metadata", {}) and "denied the request" in validated.message
