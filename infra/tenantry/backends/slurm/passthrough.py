"""What the site sets itself and the release of the document does not read."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches

from tenantry.backends.slurm.keys import VOIDING
from tenantry.backends.slurm.parameters import words
from tenantry.backends.slurm.parameters.table import CGROUP_CONF, RECORDS, SLURM_CONF, Parameter, parameters
from tenantry.backends.slurm.parameters.words import accepts
from tenantry.backends.slurm.policy import containers, submission
from tenantry.backends.slurm.scope import Scope
from tenantry.check.target import Refusal
from tenantry.finding import Path
from tenantry.model.targets import Settings

_WORDS = {SLURM_CONF: words.SLURM_CONF, RECORDS["NodeName"]: words.NODE, RECORDS["PartitionName"]: words.PARTITION}


def passthrough(scope: Scope) -> Iterator[Refusal]:
    """Settings of ``slurm.settings``, ``cgroup``, ``nodes`` and ``partitions`` that Slurm ends on or passes over."""
    target = scope.target
    yield from _keys(scope, SLURM_CONF, target.settings, ("slurm", "settings"))
    yield from _keys(scope, CGROUP_CONF, target.cgroup, ("slurm", "cgroup"))
    for pool, options in target.nodes.items():
        yield from _keys(scope, RECORDS["NodeName"], options, ("slurm", "nodes", pool))
    for flavor, options in target.partitions.items():
        yield from _keys(scope, RECORDS["PartitionName"], options, ("slurm", "partitions", flavor))
    yield from _voiding(target.settings, "settings", ("slurm", "settings"))
    for pool, options in target.nodes.items():
        yield from _voiding(options, "nodes", ("slurm", "nodes", pool))
    programs = {key.lower() for key in containers(scope)}
    for key in (key for key in target.settings if key.lower() in programs):
        message = f"{key} is set here and by slurm.containers"
        yield Refusal(("slurm", "settings", key), message, "call one program from the other")
    plugins = {key.lower() for key in submission(scope)}
    for key in (key for key in target.settings if key.lower() in plugins):
        message = f"{key} is set here and by slurm.jobSubmit"
        yield Refusal(("slurm", "settings", key), message, "leave one of them out")


def _keys(scope: Scope, table: str, settings: Settings, path: Path) -> Iterator[Refusal]:
    known = parameters(table)
    for key, value in settings.items():
        found = known.get(key.lower())
        if found is None:
            close = get_close_matches(key.lower(), known, n=1)
            help_text = f"did you mean {known[close[0]].key}?" if close else "see its man page"
            yield Refusal((*path, key), f"{_place(table)} has no {key}", help_text)
        elif fault := _fault(found, scope.target.release, value) or _word(table, key, scope.target.release, value):
            yield Refusal((*path, key), *fault)


def _voiding(settings: Settings, kind: str, path: Path) -> Iterator[Refusal]:
    for key, value in settings.items():
        stated = {word.partition("=")[0].strip().lower(): word for word in str(value).split(",")}
        for word in sorted(VOIDING[kind].get(key.lower(), frozenset()) & stated.keys()):
            message = f"{stated[word]} of {key} would void what follows from the policy"
            yield Refusal((*path, key), message, "leave it out; other values are the site's to choose")


def _fault(it: Parameter, release: str, value: str) -> tuple[str, str] | None:
    """Why a release does not take a key, and what would be right."""
    instead = f"use {it.instead} instead" if it.instead else "leave it out"
    if it.since > release:
        return f"Slurm {release} has no {it.key} yet", f"it came with {it.since}"
    if not it.known(release):
        return f"Slurm {release} has no {it.key} any more: {it.last} was the last release with it", instead
    if it.is_refused(release, value):
        return f"{it.key} was removed: Slurm {release} ends on it", instead
    if it.is_ignored(release, value):
        return f"{it.key} does nothing in Slurm {release}, which complains of it", instead
    return None


def _word(table: str, key: str, release: str, value: str) -> tuple[str, str] | None:
    """Why a release does not take a value that is one of a list, and what would be right."""
    known = next((it for name, it in _WORDS.get(table, {}).items() if name.lower() == key.lower()), None)
    if known is None:
        return None
    for word in filter(None, value.split(",") if known.many else [value]):
        if not accepts(known, release, word):
            help_text = f"use one of {', '.join(it.rstrip('*') for it in known.of(release))}"
            return f"{key} has no {word} in Slurm {release}", help_text
    return None


def _place(table: str) -> str:
    lines = {name: record for record, name in RECORDS.items()}
    return f"a {lines[table]} line of slurm.conf" if table in lines else table
