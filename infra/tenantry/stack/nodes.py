"""The owner's marks on the nodes of a cluster, as one Pulumi resource for all of them.

One resource and not one a node, so that a node that moves from one owner to the other is one change. Neither the
provider's Node nor its NodePatch would do: both own the list of taints whole, and a taint is put in by itself.
The cluster is that of the stack's configuration, so that the resource itself holds no credentials.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pulumi
from pulumi.dynamic import (
    CheckFailure,
    CheckResult,
    ConfigureRequest,
    CreateResult,
    DiffResult,
    ReadResult,
    Resource,
    ResourceProvider,
    UpdateResult,
)

from tenantry.backends.kueue.marking import mark, marked, nodes_of, problems, unmark
from tenantry.backends.kueue.nodes import NodeMarks
from tenantry.model.hostlist import HostList
from tenantry.model.scheduler import Owner

if TYPE_CHECKING:
    from lightkube.core.client import Client

Props = dict[str, Any]
_ID = "nodes"


class NodesProvider(ResourceProvider):
    """Puts the marks on the nodes, reads them, changes them and takes them away."""

    # The serialised provider is a class name, no secret.
    serialize_as_secret_always = False

    def configure(self, req: ConfigureRequest) -> None:
        """Where the cluster is: the stack's ``kubeconfig`` and ``context``."""
        self._kubeconfig: str | None = req.config.get("kubeconfig")
        self._context: str | None = req.config.get("context")

    def check(self, _olds: Props, news: Props) -> CheckResult:
        """In a preview too: nodes that are missing, or that somebody else has."""
        try:
            with self._client() as client:
                found = list(problems(_marks(news), nodes_of(client)))
        except Exception as error:  # configuration, transport and API have no class of errors in common
            found = [f"the cluster's nodes cannot be read ({error}); see tenantry:kubeconfig and tenantry:context"]
        return CheckResult(news, [CheckFailure("owners", problem) for problem in found])

    def create(self, props: Props) -> CreateResult:
        """Marks every node, or none where there is a problem with one."""
        with self._client() as client:
            mark(client, _marks(props))
        return CreateResult(_ID, outs=_shown(props))

    def read(self, id_: str, props: Props) -> ReadResult:
        """The hosts of each owner that are as they should be."""
        marks = _marks(props)
        with self._client() as client:
            found = {**_shown(props), "owners": _texts(marked(marks, nodes_of(client)))}
        return ReadResult(id_, outs=dict(found), inputs=found)

    def diff(self, _id: str, olds: Props, news: Props) -> DiffResult:
        """Every change is an update."""
        return DiffResult(changes=_shown(olds) != _shown(news), replaces=[], delete_before_replace=False)

    def update(self, _id: str, olds: Props, news: Props) -> UpdateResult:
        """Marks every node again; then those that left the document, or their old keys, lose theirs."""
        before, after = _marks(olds), _marks(news)
        with self._client() as client:
            mark(client, after)
            for left in _left(before, after):
                unmark(client, left)
        return UpdateResult(outs=_shown(news))

    def delete(self, _id: str, props: Props) -> None:
        """Takes the marks away."""
        with self._client() as client:
            unmark(client, _marks(props))

    @contextmanager
    def _client(self) -> Iterator[Client]:
        from lightkube.core.client import Client

        with Client(_kubeconfig(self._kubeconfig).get(self._context)) as client:
            yield client


def _kubeconfig(given: str | None) -> Any:
    """A kubeconfig from contents, from a path, or from where kubectl looks."""
    import yaml
    from lightkube.config.kubeconfig import KubeConfig

    if given is None:
        return KubeConfig.from_env()
    contents = yaml.safe_load(given)
    return KubeConfig.from_dict(contents) if isinstance(contents, dict) else KubeConfig.from_file(given)


def _left(before: NodeMarks, after: NodeMarks) -> Iterator[NodeMarks]:
    """What to take away: every mark of the nodes that nobody has now, and from all the keys that are not used now."""
    kept = HostList(host for hosts in after.owners.values() for host in hosts)
    gone = {owner: hosts - kept for owner, hosts in before.owners.items()}
    yield NodeMarks(before.label, before.taint, gone)
    label = before.label if after.label is None else None  # to mark with another key gives the old one up
    taint = before.taint if before.taint != after.taint else None
    yield NodeMarks(label, taint, before.owners)


def _marks(props: Props) -> NodeMarks:
    owners = {Owner(owner): HostList.parse(hosts) for owner, hosts in props["owners"].items()}
    return NodeMarks(props.get("label"), props.get("taint"), owners)


def _texts(owners: Mapping[Owner, HostList]) -> dict[str, str]:
    return {owner.value: str(hosts) for owner, hosts in owners.items()}


def _shown(props: Props) -> Props:
    return {key: props[key] for key in ("label", "taint", "owners") if props.get(key) is not None}


class Nodes(Resource, module="tenantry", name="Nodes"):
    """The marks of ownership on a cluster's nodes."""

    label: pulumi.Output[str | None]
    taint: pulumi.Output[str | None]
    owners: pulumi.Output[dict[str, str]]

    def __init__(self, marks: NodeMarks, opts: pulumi.ResourceOptions) -> None:
        props = {"label": marks.label, "taint": marks.taint, "owners": _texts(marks.owners)}
        super().__init__(NodesProvider(), "nodes", props, opts)
