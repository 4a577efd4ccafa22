"""Which nodes a flavor selects, as kube-scheduler decides once Kueue has put the flavor's labels on a pod."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic, TypeVar

from tenantry.backends.kueue.parse.kinds import Labels, Node, ResourceFlavor, Taint

T = TypeVar("T")

_HOSTNAME = "kubernetes.io/hostname"
_HARD = frozenset({"NoSchedule", "NoExecute"})
_PASSING = "node.kubernetes.io/"
"""Taints that Kubernetes itself puts on a node for as long as something is wrong with it."""


def matched(flavor: ResourceFlavor, nodes: Iterable[Node]) -> tuple[Node, ...]:
    """The nodes with all labels of a flavor; one without labels selects all of them."""
    wanted = flavor.labels
    return tuple(node for node in nodes if all(node.labels.get(key) == value for key, value in wanted))


def untolerated(flavor: ResourceFlavor, node: Node) -> tuple[Taint, ...]:
    """The node's taints that keep off a pod which tolerates only what the flavor adds."""
    return tuple(
        taint
        for taint in node.taints
        if taint.effect in _HARD
        and not taint.key.startswith(_PASSING)
        and not any(it.tolerates(taint) for it in flavor.tolerations)
    )


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
