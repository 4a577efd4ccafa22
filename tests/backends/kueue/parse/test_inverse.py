"""Reading what was rendered gives back what was meant, in every release's own words."""

from __future__ import annotations

import json

import pytest
from hypothesis import given

from tenantry.backends.kueue.facts import GROUP, RELEASES
from tenantry.backends.kueue.flavors import Object
from tenantry.backends.kueue.parse.kinds import (
    ClusterQueue,
    Cohort,
    LocalQueue,
    PriorityClass,
    ResourceFlavor,
    Topology,
)
from tenantry.backends.kueue.parse.read import Objects, read_texts
from tenantry.backends.kueue.references import identity
from tenantry.backends.kueue.render import objects, render
from tenantry.backends.kueue.view import KUEUE, KueueView
from tenantry.model.document import Tenancy
from tenantry.model.limit import UNLIMITED
from tenantry.resolve.resolve import resolve
from tenantry.resolve.types import Resolved
from tests.strategies_tenancy import tenancies
from tests.support.documents import EXAMPLES, resolved_stack

ON_KUEUE = [name for name in EXAMPLES if resolved_stack(name).tenancy.kueue]
KINDS = (ResourceFlavor, Topology, Cohort, ClusterQueue, LocalQueue, PriorityClass)


def read(resolved: Resolved) -> Objects:
    return read_texts({str(file.path): file.text for file in render(resolved) if file.path.suffix == ".yaml"})


def written_for(resolved: Resolved, release: str) -> Resolved:
    tenancy = resolved.tenancy
    assert tenancy.kueue is not None
    return resolve(tenancy.model_copy(update={"kueue": tenancy.kueue.model_copy(update={"release": release})}))


def of_kueue(thing: Object) -> bool:
    return str(thing["apiVersion"]).startswith(f"{GROUP}/")


def check_values(resolved: Resolved) -> None:
    found = read(resolved)
    assert found.findings == ()
    wanted = {identity(it.object): it.object for it in objects(resolved) if of_kueue(it.object)}
    assert {(it.kind, it.namespace, it.name): it.said.plain for it in found.kueue()} == wanted


def check_amounts(resolved: Resolved) -> None:
    """The normal form has the entitlements of the document, flavor by flavor."""
    view = KueueView.of(resolved)
    assert view is not None
    read_queues = {it.name: it for it in read(resolved).of(ClusterQueue)}
    for queue in view.queues():
        (group,) = read_queues[view.names.cluster_queue(queue.team.name, cpu=queue.cpu)].groups
        for row, (name, entry) in zip(group.flavors, queue.held.items(), strict=True):
            flavor = resolved.flavors[name]
            quota = next(it for it in row.quotas if it.resource == flavor.resource)
            devices = quota.nominal.milli if not flavor.is_gpu else quota.nominal.value
            assert row.flavor == view.flavor_names[name]
            assert devices == (entry.nominal if flavor.is_gpu else flavor.milli_cpu(entry.nominal))
            if queue.team.fair and flavor.is_gpu:
                assert (quota.borrow.value if quota.borrow else UNLIMITED) == entry.borrow
                assert (quota.lend.value if quota.lend else entry.nominal) == entry.lend


@pytest.mark.parametrize("name", ON_KUEUE)
def test_examples_hold_the_values_that_were_written(name: str) -> None:
    check_values(resolved_stack(name))
    check_amounts(resolved_stack(name))


@given(tenancies.filter(lambda it: it.kueue is not None))
def test_any_document_holds_the_values_that_were_written(tenancy: Tenancy) -> None:
    resolved = resolve(tenancy)
    assert KUEUE in resolved.schedulers
    check_values(resolved)
    check_amounts(resolved)


@pytest.mark.parametrize("release", RELEASES)
@pytest.mark.parametrize("name", ON_KUEUE)
def test_the_normal_form_knows_no_versions(name: str, release: str) -> None:
    newest, other = read(resolved_stack(name)), read(written_for(resolved_stack(name), release))
    for kind in KINDS if release not in {"0.9", "0.10"} else set(KINDS) - {Cohort}:  # these have no weights of cohorts
        assert newest.of(kind) == other.of(kind)


@pytest.mark.parametrize("name", ON_KUEUE)
def test_output_of_kubectl_is_read_as_the_files_are(name: str) -> None:
    """A List with what the server adds, as JSON, which is YAML too."""
    resolved = resolved_stack(name)
    items = []
    for placed in objects(resolved):
        added = {"uid": "1", "generation": 3, "managedFields": [{"manager": "kubectl"}], "finalizers": ["x/y"]}
        items.append(placed.object | {"metadata": placed.object["metadata"] | added, "status": {"conditions": []}})
    listed = read_texts({"all.json": json.dumps({"apiVersion": "v1", "kind": "List", "items": items})})
    for kind in KINDS:
        assert sorted(map(repr, listed.of(kind))) == sorted(map(repr, read(resolved).of(kind)))
