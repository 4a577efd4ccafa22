"""Puts the marks of ownership on the nodes of a running cluster, reads them back and takes them away.

No node is ever made: each patch names the uid that was read before. The label is applied server-side under a field
manager of its own, so that somebody else's label is a conflict. ``spec.taints`` is one atomic list for the server, so
one taint is put into the list that was read, and the server refuses it where the node has changed since.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from tenantry.backends.kueue.marks import owner_of
from tenantry.backends.kueue.nodes import EFFECT, FIELD_MANAGER, NodeMarks, node_patch
from tenantry.model.hostlist import HostList
from tenantry.model.scheduler import Owner

if TYPE_CHECKING:
    from lightkube.core.client import Client

Node = dict[str, Any]
OURS = frozenset(owner.value for owner in Owner)
"""Values of the label and of the taint that we write; others are somebody else's."""
_ATTEMPTS = 8
"""A kubelet's report changes a node every few seconds, so that a patch of what was read may have to be made again."""


def nodes_of(client: Client) -> dict[str, Node]:
    """Every node of the cluster by name. Raises lightkube's ApiError or httpx's errors."""
    from lightkube.resources.core_v1 import Node as Resource

    found = (node.to_dict() for node in client.list(Resource))
    return {node["metadata"]["name"]: node for node in found}


def problems(marks: NodeMarks, nodes: Mapping[str, Node]) -> Iterator[str]:
    """Why the nodes cannot be marked so: nodes that are missing, that other software has, that carry others' marks."""
    own = marks.owners.get(Owner.KUEUE, HostList())
    missing = HostList(host for host in own if host not in nodes)
    if missing:
        yield f"no such node in the cluster: {missing}"
    for host in own:
        mark = owner_of(nodes.get(host, {}))
        if mark is not None:
            yield f"{host} is Slurm's: it carries the {mark}"
    for owner, hosts in marks.owners.items():
        for host in hosts:
            yield from (f"{host} has {said}" for said in _foreign(marks, owner, nodes.get(host, {})))


def marked(marks: NodeMarks, nodes: Mapping[str, Node]) -> dict[Owner, HostList]:
    """Of each owner's hosts those that are as they should be: marked, or if they are not Kueue's, no node here."""
    found = {
        owner: HostList(host for host in hosts if _right(marks, owner, nodes.get(host)))
        for owner, hosts in marks.owners.items()
    }
    return {owner: hosts for owner, hosts in found.items() if hosts}


def mark(client: Client, marks: NodeMarks) -> None:
    """Marks the nodes. Raises ValueError with every problem before anything is written, lightkube's ApiError
    for what the server refuses."""
    nodes = nodes_of(client)
    if found := list(problems(marks, nodes)):
        raise ValueError("\n".join(found))
    for owner, hosts in marks.owners.items():
        for node in (nodes[host] for host in hosts if host in nodes):
            if marks.label is not None:
                node = _apply_labels(client, node, {marks.label: owner.value})
            if marks.taint is not None:
                _change(client, node, _tainting(marks.taint, owner.value))


def unmark(client: Client, marks: NodeMarks) -> None:
    """Takes away the taint, and gives up every label, of the nodes that are still there; what others hold stays."""
    nodes = nodes_of(client)
    for node in (nodes[host] for host in _all(marks) if host in nodes):
        if marks.label is not None:
            node = _apply_labels(client, node, {})
        _change(client, node, lambda found: _untainted(marks.taint, found))


def _all(marks: NodeMarks) -> Iterable[str]:
    return (host for hosts in marks.owners.values() for host in hosts)


def _taints(node: Node) -> list[dict[str, Any]]:
    return (node.get("spec") or {}).get("taints") or []


def _is_ours(taint: Mapping[str, Any], key: str | None) -> bool:
    """The server tells taints apart by key and effect."""
    return (taint["key"], taint["effect"]) == (key, EFFECT)


def _carried(marks: NodeMarks, node: Node) -> Iterator[tuple[str, str, str]]:
    labels = node.get("metadata", {}).get("labels") or {}
    if marks.label in labels:
        yield "label", str(marks.label), labels[marks.label]
    for taint in _taints(node):
        if _is_ours(taint, marks.taint):
            yield "taint", taint["key"], taint.get("value", "")


def _foreign(marks: NodeMarks, owner: Owner, node: Node) -> Iterator[str]:
    """What stands under our keys and is not ours to change."""
    for what, key, value in _carried(marks, node):
        holders = [it for it in _holders(node, key) if it != (FIELD_MANAGER, "Apply")] if what == "label" else []
        if value not in OURS:
            yield f"the {what} {key} with the value {value!r}, which is not ours to change"
        elif value != owner and holders:
            yield f"the label {key} with the value {value!r} by {holders[0][0]!r}; remove it there first"


def _holders(node: Node, label: str) -> list[tuple[str, str]]:
    """Field managers that hold a label, with how they wrote it."""
    fields = node["metadata"].get("managedFields") or []
    labels = [(it, it.get("fieldsV1", {}).get("f:metadata", {}).get("f:labels", {})) for it in fields]
    return [(it.get("manager", ""), it["operation"]) for it, held in labels if f"f:{label}" in held]


def _right(marks: NodeMarks, owner: Owner, node: Node | None) -> bool:
    if node is None:
        return owner is not Owner.KUEUE
    wanted = {what for what, key in (("label", marks.label), ("taint", marks.taint)) if key is not None}
    return {what for what, _, value in _carried(marks, node) if value == owner.value} == wanted


def _apply_labels(client: Client, node: Node, labels: Mapping[str, str]) -> Node:
    """Makes these the labels that we hold: one that we held before goes, unless somebody else holds it too."""
    from lightkube.resources.core_v1 import Node as Resource
    from lightkube.types import PatchType

    name = node["metadata"]["name"]
    patch = node_patch(name, labels)
    patch["metadata"]["uid"] = node["metadata"]["uid"]
    return client.patch(Resource, name, patch, patch_type=PatchType.APPLY, field_manager=FIELD_MANAGER).to_dict()


def _tainting(key: str, value: str) -> Callable[[Node], dict[str, Any]]:
    wanted = {"key": key, "value": value, "effect": EFFECT}

    def change(node: Node) -> dict[str, Any]:
        taints = _taints(node)
        if wanted in taints:
            return {}
        return {"spec": {"taints": [*(it for it in taints if not _is_ours(it, key)), wanted]}}

    return change


def _untainted(key: str | None, node: Node) -> dict[str, Any]:
    kept = [it for it in _taints(node) if not (_is_ours(it, key) and it.get("value") in OURS)]
    return {} if kept == _taints(node) else {"spec": {"taints": kept}}


def _change(client: Client, node: Node, change: Callable[[Node], dict[str, Any]]) -> None:
    """Merges a change into the node as it was read; where it has changed since, reads it again."""
    from lightkube.core.exceptions import ApiError
    from lightkube.resources.core_v1 import Node as Resource
    from lightkube.types import PatchType

    name = node["metadata"]["name"]
    for left in reversed(range(_ATTEMPTS)):
        patch = change(node)
        if not patch:
            return
        seen = {key: node["metadata"][key] for key in ("uid", "resourceVersion")}
        patch = {**patch, "metadata": {**patch.get("metadata", {}), **seen}}
        try:
            client.patch(Resource, name, patch, patch_type=PatchType.MERGE, field_manager=FIELD_MANAGER)
        except ApiError as error:
            if error.status.code != 409 or not left:
                raise
            node = client.get(Resource, name).to_dict()
        else:
            return
