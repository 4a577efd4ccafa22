"""What a test asks of a cluster: apply with a verdict for each object, read back, wait, clean up."""

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from tests.live.kube.client import APPLY, Client, Object, Resource

FIELD_MANAGER = "tenantry-test"
POLL = 0.1

Found = TypeVar("Found")


@dataclass(frozen=True, slots=True)
class Verdict:
    """The server's word on one applied object.

    `status` is HTTP's, `message` the reason of a refusal, `warnings` what it remarked although it accepted,
    `object` what it stored, or with a dry run would store.
    """

    kind: str
    name: str
    accepted: bool
    status: int
    message: str
    warnings: tuple[str, ...]
    object: dict[str, Any]


class Cluster:
    """One API server; its client is set as soon as there is a server to speak to."""

    client: Client

    def __init__(self) -> None:
        self._applied: list[tuple[Resource, str | None, str]] = []

    def apply(self, objects: Iterable[Object], *, strict: bool = True, dry_run: bool = False) -> list[Verdict]:
        """Server-side apply, in the given order; a refusal is a verdict, not an exception.

        `strict` refuses unknown and duplicate fields, otherwise the server only warns of them.
        """
        return [self._apply(obj, strict, dry_run) for obj in objects]

    def _apply(self, obj: Object, strict: bool, dry_run: bool) -> Verdict:
        name, namespace = obj["metadata"]["name"], obj["metadata"].get("namespace")
        resource = self.client.resource(obj["kind"], obj["apiVersion"])
        query = {"fieldManager": FIELD_MANAGER, "fieldValidation": "Strict" if strict else "Warn"}
        if dry_run:
            query["dryRun"] = "All"
        path = resource.path(namespace, name)
        answer = self.client.request("PATCH", path, obj, content=APPLY, **query)
        if answer.ok and not dry_run:
            self._applied.append((resource, namespace, name))
        body = answer.body if answer.ok else {}
        return Verdict(obj["kind"], name, answer.ok, answer.status, answer.message, answer.warnings, body)

    def get(
        self, kind: str, name: str, namespace: str | None = None, *, api_version: str | None = None
    ) -> dict[str, Any] | None:
        """The object in the given or the preferred version; None when there is none."""
        answer = self.client.request("GET", self.client.resource(kind, api_version).path(namespace, name))
        if answer.status == 404:
            return None
        if not answer.ok:
            raise RuntimeError(f"get {kind} {name}: {answer.message}")
        return answer.body

    def objects(self, kind: str, namespace: str | None = None) -> list[dict[str, Any]]:
        """All objects of a kind, of one namespace or of all."""
        answer = self.client.request("GET", self.client.resource(kind).path(namespace))
        if not answer.ok:
            raise RuntimeError(f"objects of {kind}: {answer.message}")
        return list(answer.body["items"])

    def delete(self, kind: str, name: str, namespace: str | None = None, *, timeout: float = 30.0) -> None:
        """Deletes and waits until the object is gone, finalizers included; one that is not there is fine."""
        path = self.client.resource(kind).path(namespace, name)
        self.remove(path)
        self._wait_gone([path], timeout)

    def remove(self, path: str) -> None:
        """Asks for the end of an object, or of all in a collection, and of what they made; waits for nothing."""
        answer = self.client.request("DELETE", path, propagationPolicy="Background", gracePeriodSeconds="0")
        if not answer.ok and answer.status != 404:
            raise RuntimeError(f"delete {path}: {answer.message}")

    def _wait_gone(self, paths: Iterable[str], timeout: float) -> None:
        deadline = time.monotonic() + timeout
        left = list(paths)
        while left := [path for path in left if self.client.request("GET", path).status != 404]:
            if time.monotonic() > deadline:
                raise AssertionError(f"not gone after {timeout:.0f} s: {', '.join(left)}")
            time.sleep(POLL)

    def clean(self, *, timeout: float = 60.0) -> None:
        """Takes away what apply() and nodes() have made, last made first, and returns when it is gone."""
        made = list(reversed(self._applied))
        self._applied.clear()
        spaces = [name for resource, _, name in made if resource.kind == "Namespace"]
        paths = [resource.path(*place) for resource, *place in made if resource.kind != "Namespace"]
        for path in paths:
            self.remove(path)
        self._wait_gone(paths, timeout)
        for space in spaces:
            self._remove_namespace(space, timeout)

    def _remove_namespace(self, name: str, timeout: float) -> None:
        """Finishes the namespace here: the server's own controller waits five seconds before it begins."""

        def empty() -> bool | None:
            # No kubelet ends a pod on a node of paper; without a grace period the server does.
            self.client.request("DELETE", self.client.resource("Pod").path(name), gracePeriodSeconds="0")
            return None if any(self.objects(kind, name) for kind in ("Workload", "Pod")) else True

        self.wait_for(empty, f"end of the workloads and pods of {name}", timeout=timeout)
        path = self.client.resource("Namespace").path(None, name)
        self.remove(path)
        rest = {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": name}, "spec": {"finalizers": []}}
        self.client.request("PUT", f"{path}/finalize", rest)
        self._wait_gone([path], timeout)

    def wait_for(
        self, found: Callable[[], Found | None], what: str, *, timeout: float = 20.0, poll: float = POLL
    ) -> Found:
        """Asks again until there is an answer other than None, and returns it."""
        deadline = time.monotonic() + timeout
        while (answer := found()) is None:
            if time.monotonic() > deadline:
                raise AssertionError(f"no {what} after {timeout:.0f} s")
            time.sleep(poll)
        return answer

    def wait_condition(
        self,
        kind: str,
        name: str,
        namespace: str | None = None,
        *,
        condition: str = "Active",
        status: str = "True",
        timeout: float = 20.0,
    ) -> dict[str, Any]:
        """Waits until the object's status has the condition, and returns it; AssertionError tells what was there."""
        deadline = time.monotonic() + timeout
        while True:
            found = self.get(kind, name, namespace)
            conditions = (found or {}).get("status", {}).get("conditions", [])
            for entry in conditions:
                if (entry["type"], entry["status"]) == (condition, status):
                    return dict(entry)
            if time.monotonic() > deadline:
                state = conditions if found else "no such object"
                raise AssertionError(f"{kind} {name}: no {condition}={status} after {timeout:.0f} s: {state}")
            time.sleep(POLL)

    def nodes(
        self,
        names: Iterable[str],
        *,
        resources: Mapping[str, str],
        labels: Mapping[str, str] | None = None,
        ready: bool = True,
    ) -> None:
        """Makes nodes that exist on paper only, with these allocatable resources (quantities) and labels."""
        resource = self.client.resource("Node")
        amounts = {"pods": "110", **resources}
        for name in names:
            metadata = {"name": name, "labels": {"kubernetes.io/hostname": name, **(labels or {})}}
            condition = {"type": "Ready", "status": str(ready), "reason": "OnPaper", "message": ""}
            status = {"capacity": amounts, "allocatable": amounts, "conditions": [condition]}
            node = {"apiVersion": "v1", "kind": "Node", "metadata": metadata, "status": status}
            answer = self.client.create(node)
            if not answer.ok:
                raise RuntimeError(f"node {name}: {answer.message}")
            self._applied.append((resource, None, name))


def stored(cluster: Cluster, obj: Object) -> dict[str, Any]:
    """The object as the server stores it, in obj's own version, without what only the server writes.

    Left of the metadata are name, namespace, labels and annotations; the status is left out. Where a webhook or a
    default has changed or added something in the rest, it shows. AssertionError when there is no such object.
    """
    metadata = obj["metadata"]
    found = cluster.get(obj["kind"], metadata["name"], metadata.get("namespace"), api_version=obj["apiVersion"])
    assert found is not None, f"{obj['kind']} {metadata['name']} is not stored"
    kept = {
        key: found["metadata"][key]
        for key in ("name", "namespace", "labels", "annotations")
        if key in found["metadata"]
    }
    rest = {key: value for key, value in found.items() if key not in ("metadata", "status")}
    if obj["kind"] == "Namespace":
        del rest["spec"]  # a finalizer of the server's own
    return {**rest, "metadata": kept}
