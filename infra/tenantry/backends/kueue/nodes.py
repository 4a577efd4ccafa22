"""The marks of ownership on nodes: which node gets which, and the files that put them there.

The files stand in a folder of their own, outside of that of Kueue's objects. To apply a Node that does not exist
makes it, client-side and server-side alike (tried on Kubernetes 1.35); so whoever applies a whole folder, kubectl,
Argo CD or Flux, would make a node of paper for every host that is down or misspelt.

A label is owned key by key, so it is applied server-side under a field manager of its own. ``spec.taints`` is one
atomic list: to apply it is a conflict where anybody else has put a taint on the node, and with force it takes theirs
away. So taints are put in one by one, and no file holds a list of them.
"""

from __future__ import annotations

import re
import shlex
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any, Final

from tenantry.backends.base import RenderedFile
from tenantry.emit import to_yaml
from tenantry.header import with_header
from tenantry.model.hostlist import HostList
from tenantry.model.scheduler import Owner
from tenantry.resolve.types import Resolved

FOLDER: Final = "nodes"
FIELD_MANAGER: Final = "tenantry-nodes"
EFFECT: Final = "NoSchedule"
"""Work that runs on a node when it is marked ends there; nothing is evicted."""
_NODE = re.compile(r"[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*")


def is_node_name(host: str) -> bool:
    """Whether a node of Kubernetes can have this name: an RFC 1123 subdomain."""
    return len(host) <= 253 and _NODE.fullmatch(host) is not None


@dataclass(frozen=True, slots=True)
class NodeMarks:
    """Whose each node is, and the keys under which the nodes say so."""

    label: str | None
    taint: str | None
    owners: Mapping[Owner, HostList]
    """Owner to its hosts in natural order, each host once. Kueue's are all nodes of the cluster, the others may be."""


def node_marks(resolved: Resolved) -> NodeMarks | None:
    """The marks that a document asks for; None where it writes nothing on nodes."""
    tenancy, ownership = resolved.tenancy, resolved.tenancy.ownership
    if tenancy.kueue is None or ownership is None or (ownership.label is None and ownership.taint is None):
        return None
    owner_of: dict[str, Owner] = {}
    for pool in resolved.pools.values():
        for host in filter(is_node_name, pool.hosts):
            owner_of.setdefault(host, pool.owner)
    owners = {owner: _natural(host for host, whose in owner_of.items() if whose is owner) for owner in Owner}
    found = {owner: hosts for owner, hosts in owners.items() if hosts}
    return NodeMarks(ownership.label, ownership.taint, found) if Owner.KUEUE in found else None


def _natural(hosts: Iterable[str]) -> HostList:
    listed = HostList(hosts)
    return HostList.parse(str(listed)) if listed else listed


def node_patch(name: str, labels: Mapping[str, str]) -> dict[str, Any]:
    """What is applied to a node under our field manager."""
    return {"apiVersion": "v1", "kind": "Node", "metadata": {"name": name, "labels": dict(labels)}}


def node_files(resolved: Resolved) -> Iterator[RenderedFile]:
    """``nodes.yaml`` with the label of Kueue's nodes, and ``mark.sh``, which applies it and what no file can hold."""
    marks = node_marks(resolved)
    if marks is None:
        return
    fleet, folder = resolved.tenancy.fleet, PurePosixPath(FOLDER)
    yield RenderedFile(folder / "mark.sh", with_header("\n".join(_script(marks)) + "\n", fleet))
    if marks.label is not None:
        label = {marks.label: Owner.KUEUE.value}
        patches = "---\n".join(to_yaml(node_patch(host, label)) for host in marks.owners[Owner.KUEUE])
        yield RenderedFile(folder / "nodes.yaml", with_header(patches, fleet))


_ABOUT = """\
# Marks the nodes of the cluster with their owner: sh mark.sh, before Kueue's objects are applied. Needs kubectl.
# Makes no node, where an apply of nodes.yaml alone would make each that is missing; leaves the taints of others.
set -eu
cd "$(dirname "$0")"
"""


def _script(marks: NodeMarks) -> Iterator[str]:
    yield _ABOUT
    for owner, hosts in sorted(marks.owners.items(), key=lambda entry: entry[0] is not Owner.KUEUE):
        yield from _own(marks, hosts) if owner is Owner.KUEUE else _others(marks, owner, hosts)


def _own(marks: NodeMarks, hosts: HostList) -> Iterator[str]:
    yield f"# Nodes of {Owner.KUEUE}: all of them must exist."
    yield _arguments(hosts)
    yield 'kubectl get nodes --output name "$@" >/dev/null'
    if marks.label is not None:
        yield f"kubectl apply --server-side --field-manager {FIELD_MANAGER} --filename nodes.yaml"
    if marks.taint is not None:
        yield f'kubectl taint nodes --overwrite "$@" {_taint(marks.taint, Owner.KUEUE)}'


def _others(marks: NodeMarks, owner: Owner, hosts: HostList) -> Iterator[str]:
    yield f"\n# Nodes of {owner}: those that are in this cluster too."
    yield _arguments(hosts)
    yield "nodes=$(kubectl get nodes --ignore-not-found --output 'jsonpath={..metadata.name}' \"$@\")"
    if marks.label is not None:
        patch = f"{to_yaml(node_patch('%s', {marks.label: owner.value}))}---\n".replace("\n", "\\n")
        yield f"""[ -z "$nodes" ] || printf '{patch}' $nodes |"""
        yield f"  kubectl apply --server-side --field-manager {FIELD_MANAGER} --filename -"
    if marks.taint is not None:
        yield f'[ -z "$nodes" ] || kubectl taint nodes --overwrite $nodes {_taint(marks.taint, owner)}'


def _taint(key: str, owner: Owner) -> str:
    return shlex.quote(f"{key}={owner}:{EFFECT}")


def _arguments(hosts: HostList) -> str:
    """Makes the hosts what ``"$@"`` stands for, over as many lines as they need."""
    lines = textwrap.wrap(shlex.join(hosts), 110, break_long_words=False, break_on_hyphens=False)
    return " \\\n  ".join(("set --", *lines))
