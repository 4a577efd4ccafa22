"""Which nodes a flavor selects, as kube-scheduler decides once Kueue has put the flavor's labels on a pod."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic, TypeVar

from tenantry.backends.kueue.parse.kinds import Labels, Node, ResourceFlavor, Taint, Toleration

T = TypeVar("T")

_HOSTNAME = "kubernetes.io/hostname"
_HARD = frozenset({"NoSchedule", "NoExecute"})
_PASSING = "node.kubernetes.io/"
"""Taints that Kubernetes itself puts on a node for as long as something is wrong with it."""


def untolerated(flavor: ResourceFlavor, node: Node) -> tuple[Taint, ...]:
    """The node's taints that keep off a pod which tolerates only what the flavor adds."""
    return tuple(
        taint
        for taint in node.taints
        if taint.effect in _HARD
        and not taint.key.startswith(_PASSING)
        and not any(it.tolerates(taint) for it in flavor.tolerations)
    )


class Selected:
    """The nodes of a cluster by what flavors select: a label is looked up once, not on every node for every flavor."""

    def __init__(self, nodes: tuple[Node, ...]) -> None:
        self.nodes = nodes
        self._by_label: dict[str, dict[str, list[Node]]] = {}
        self._by_labels: dict[Labels, tuple[Node, ...]] = {}
        self._tolerated: dict[tuple[Labels, tuple[Toleration, ...]], tuple[Node, ...]] = {}
        for node in nodes:
            for key, value in node.labels.items():
                self._by_label.setdefault(key, {}).setdefault(value, []).append(node)

    def values(self, key: str) -> list[str]:
        """The values that a label has on the nodes, sorted."""
        return sorted(self._by_label.get(key, ()))

    def matched(self, flavor: ResourceFlavor) -> tuple[Node, ...]:
        """The nodes with all labels of a flavor, in their order; one without labels selects all of them."""
        found = self._by_labels.get(flavor.labels)
        if found is None:
            found = self._by_labels[flavor.labels] = self._with(flavor.labels)
        return found

    def tolerated(self, flavor: ResourceFlavor) -> tuple[Node, ...]:
        """Those of them that the flavor's pods are let on by their taints, too."""
        key = flavor.labels, flavor.tolerations
        found = self._tolerated.get(key)
        if found is None:
            found = tuple(it for it in self.matched(flavor) if not untolerated(flavor, it))
            self._tolerated[key] = found
        return found

    def _with(self, labels: Labels) -> tuple[Node, ...]:
        if not labels:
            return self.nodes
        narrowest = min((self._by_label.get(key, {}).get(value, []) for key, value in labels), key=len)
        return tuple(node for node in narrowest if all(node.labels.get(key) == value for key, value in labels))


class ByName(Generic[T]):
    """Finds what belongs to a node by its host's name: equal names, or a short one that starts a full one."""

    def __init__(self, hosts: Iterable[tuple[str, T]]) -> None:
        self._hosts: dict[str, list[tuple[str, T]]] = {}
        for name, what in hosts:
            self._hosts.setdefault(_short(name), []).append((name.lower(), what))

    def of(self, node: Node) -> T | None:
        """The first that is the node's, by its own name or by its host name label."""
        names = (node.name.lower(), node.labels.get(_HOSTNAME, node.name).lower())
        near = ((name, host, what) for name in names for host, what in self._hosts.get(_short(name), ()))
        return next((what for name, host, what in near if _same(name, host)), None)


def _same(one: str, other: str) -> bool:
    return one == other or "." not in one or "." not in other


def _short(name: str) -> str:
    return name.lower().partition(".")[0]


def disagree(one: Labels, other: Labels) -> tuple[str, str, str] | None:
    """A label to which two sets give different values: its key and both values."""
    values = dict(other)
    return next(((key, value, values[key]) for key, value in one if values.get(key, value) != value), None)
