"""What holds for any document: rules never fail, and what passes them can be resolved and rendered."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tenantry.backends.registry import BACKENDS
from tenantry.emit import to_yaml
from tenantry.finding import Severity
from tenantry.load.source import load_text
from tenantry.pipeline import Examined, examined, rendered
from tests.strategies_tenancy import Document, documents

SLOW = settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)


def _examined(document: Document) -> Examined:
    return examined(load_text(to_yaml(document), "tenancy.yaml"))


@given(documents())
@SLOW
def test_a_sound_document_has_no_errors_and_renders(document: Document) -> None:
    result = _examined(document)
    assert [it for it in result.findings if it.severity is Severity.ERROR] == []
    assert result.resolved is not None
    named = [backend for backend in BACKENDS if backend.name in result.resolved.schedulers]
    folders = {folder for backend in named for folder in backend.folders}
    assert {file.path.parts[0] for file in rendered(result.resolved)} <= folders


@given(documents())
@SLOW
def test_every_finding_has_a_place_and_printable_words(document: Document) -> None:
    for finding in _examined(document).findings:
        assert finding.location is not None
        assert finding.text.isprintable()
        assert all(it.location for it in finding.related)


@given(documents())
@SLOW
def test_leave_to_oversubscribe_is_all_that_keeps_guarantees_within_capacity(document: Document) -> None:
    findings = _examined(document | {"oversubscribe": {}}).findings
    resolved = _examined(document).resolved
    assert resolved is not None
    short = {
        flavor
        for (flavor, scheduler), capacity in (resolved.capacity or {}).items()
        if sum(team.on(scheduler)[flavor].nominal for team in resolved.teams.values() if flavor in team.on(scheduler))
        > capacity
    }
    told = {it.path[3] for it in findings if it.code == "QTA201"}
    assert told == short


def _places(node: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    entries = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for key, value in entries:
        yield (*path, key)
        yield from _places(value, (*path, key))


@given(documents(), st.data())
@SLOW
def test_rules_find_words_for_any_document_and_never_fail(document: Document, data: st.DataObject) -> None:
    broken: Any = deepcopy(document)
    for _ in range(data.draw(st.integers(1, 4))):
        *above, last = data.draw(st.sampled_from(list(_places(broken)) or [("fleet",)]))
        node = broken
        for step in above:
            node = node[step]
        other = data.draw(st.sampled_from(["gone", "flavor0", "slurm", "unlimited", 0, 7, 10**6, True, [], {}]))
        if last in node or isinstance(node, list):
            node[last] = other
    result = _examined(broken)
    assert all(it.location and it.text.isprintable() for it in result.findings)
    if result.valid:
        assert result.resolved is not None
        rendered(result.resolved)
