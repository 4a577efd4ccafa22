"""Objects come in an order in which each refers only to what came before, for arbitrary documents."""

from hypothesis import given, settings

from tenantry.backends.kueue.references import identity, references
from tenantry.backends.kueue.render import objects, render
from tenantry.model.document import Tenancy
from tenantry.resolve.resolve import resolve
from tests.strategies_tenancy import tenancies


@settings(max_examples=60, deadline=None)
@given(tenancies)
def test_references_come_before_what_refers_to_them(tenancy: Tenancy) -> None:
    resolved = resolve(tenancy)
    seen: set[tuple[str, str, str]] = set()
    all_of_them = {identity(placed.object) for placed in objects(resolved)}
    for placed in objects(resolved):
        assert identity(placed.object) not in seen
        assert all(reference in seen for reference in references(placed.object) if reference in all_of_them)
        seen.add(identity(placed.object))


@settings(max_examples=30, deadline=None)
@given(tenancies)
def test_render_is_a_function_of_the_document_with_one_file_an_object(tenancy: Tenancy) -> None:
    resolved = resolve(tenancy)
    files = render(resolved)
    assert files == render(resolve(tenancy))
    assert len({file.path for file in files}) == len(files)
    assert len([file for file in files if file.path.parts[0] == "kueue"]) == len(objects(resolved))
