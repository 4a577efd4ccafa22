"""Plans and what came of them, for people and for programs."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Any

from tenantry.change.apply import Failure, Outcome
from tenantry.change.change import Action, Change
from tenantry.change.difference import Difference
from tenantry.change.plan import Plan
from tenantry.change.safety import Permits, Refusal
from tenantry.change.saved import as_data
from tenantry.emit import to_json
from tenantry.finding import Finding, Location, Path
from tenantry.report.base import plural
from tenantry.report.json import as_data as findings_data

Locate = Callable[[Path], Location]
"""The place of a model path in the document."""

SIGN = {Action.CREATE: "+", Action.UPDATE: "~", Action.DELETE: "-"}


def text(plan: Plan, locate: Locate) -> str:
    """Every change with its reason's place, its fields, what it does to running work, and its command."""
    return "".join(f"{line}\n" for change in plan.changes for line in _lines(change, locate))


def title(change: Change, locate: Locate) -> str:
    """``~ account 'vision'  teams/vision.yaml:3:3``."""
    reason = str(locate(change.path)) if change.path else "not in the document"
    foreign = "  not marked as made by tenantry for this cluster" if change.foreign else ""
    return f"{SIGN[change.action]} {change.subject}  {reason}{foreign}"


def summary(plan: Plan) -> str:
    """``3 to add, 1 to change, 0 to delete in the accounting of cluster 'lab'``."""
    if not plan.changes:
        return f"nothing to do: {plan.target} is as the document says"
    counted = ((Action.CREATE, "add"), (Action.UPDATE, "change"), (Action.DELETE, "delete"))
    return f"{', '.join(f'{plan.count(action)} to {verb}' for action, verb in counted)} in {plan.target}"


def refused(refusals: Sequence[Refusal]) -> str:
    """Why a plan is not carried out, a line each."""
    return "".join(f"unsafe: {it.message}; {it.needed} permits it\n" for it in refusals)


def outcome_text(outcome: Outcome) -> str:
    """What was done, what failed and how, and what is left."""
    lines = [
        line
        for it in outcome.failed
        for line in (f"failed: {it.change.subject}: {_why(it)}", f"  {shlex.join(it.change.command)}")
    ]
    lines += [f"changed by somebody else meanwhile: {it.subject}" for it in outcome.strange]
    lines += [f"stopped: {outcome.lost}"] if outcome.lost else []
    lines += [f"not done: {it.subject}" for it in outcome.left]
    done = plural(len(outcome.done), "change")
    end = "" if outcome.complete else "; run it again to do the rest"
    return "".join(f"{line}\n" for line in [*lines, f"{done} made and read back{end}"])


def json(
    plan: Plan,
    permits: Permits,
    refusals: Sequence[Refusal],
    findings: Sequence[Finding],
    locate: Locate,
    outcome: Outcome | None = None,
) -> str:
    """The same for programs, and what ``--out`` writes."""
    data = {
        **findings_data(findings),
        **as_data(plan, permits),
        "changes": [_change(it, locate) for it in plan.changes],
        "refusals": [asdict(it) for it in refusals],
    }
    return to_json(data if outcome is None else {**data, "outcome": _outcome(outcome)})


def _lines(change: Change, locate: Locate) -> list[str]:
    fields = [_field(it) for it in change.differences if it.field]
    effects = [f"    ! {it}" for it in change.effects]
    return [title(change, locate), *fields, *effects, f"    $ {shlex.join(change.command)}"]


def _field(difference: Difference) -> str:
    return f"    {difference.field}: {difference.found or 'unset'} -> {difference.wanted or 'unset'}"


def _why(failure: Failure) -> str:
    if failure.said.startswith("exit code"):
        return failure.said
    return f"the command reported success and it is not so; it said {failure.said or 'nothing'}"


def _change(change: Change, locate: Locate) -> dict[str, Any]:
    return {
        "action": change.action.value,
        "subject": change.subject,
        "command": list(change.command),
        "differences": [{"field": it.field, "wanted": it.wanted, "found": it.found} for it in change.differences],
        "effects": list(change.effects),
        "foreign": change.foreign,
        "path": list(change.path),
        "location": asdict(locate(change.path)) if change.path else None,
    }


def _outcome(outcome: Outcome) -> dict[str, Any]:
    return {
        "complete": outcome.complete,
        "done": [list(it.command) for it in outcome.done],
        "failed": [{"command": list(it.change.command), "said": it.said} for it in outcome.failed],
        "left": [it.subject for it in outcome.left],
        "strange": [it.subject for it in outcome.strange],
        "lost": outcome.lost,
    }
