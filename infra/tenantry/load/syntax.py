"""libyaml's syntax errors in words that say what to change."""

from __future__ import annotations

import re

from yaml.error import Mark, MarkedYAMLError

from tenantry.finding import Finding, Location, Related
from tenantry.load.codes import SYNTAX, TOO_BIG
from tenantry.load.marks import location

_INDENT = "line keys of one mapping up in the same column, indented by spaces"
_HINTS = {
    "mapping values are not allowed in this context": (
        "a ':' stands where no key can be",
        "quote text that holds ': ', and look whether the line above has its own ':'",
    ),
    "did not find expected key": ("the line does not fit the mapping it is in", _INDENT),
    "did not find expected '-' indicator": ("the line does not fit the list it is in", _INDENT),
    "did not find expected ',' or '}'": ("a '{' is not closed, or a ',' is missing", "write {key: value, key: value}"),
    "did not find expected ',' or ']'": ("a '[' is not closed, or a ',' is missing", "write [item, item]"),
    "did not find expected node content": ("a value is missing", "write the value, or leave the ',' or key out"),
    "found unexpected end of stream": ("the text ends inside quotes", "close the quotes"),
    "found unexpected document indicator": ("the text ends inside quotes", "close the quotes"),
    "could not find expected ':'": ("a line is neither a key with ':' nor part of a value", "write key: value"),
    "found unknown escape character": (
        "the backslash starts no escape that YAML knows",
        "use single quotes, in which a backslash stands for itself",
    ),
    "did not find expected <document start>": (
        "text stands after the end of the document",
        "write one document a file",
    ),
    "block sequence entries are not allowed in this context": (
        "a '-' stands where no list can be",
        "start the list on its own line, indented by spaces",
    ),
}
_BARE_HOSTS = re.compile(r":\s*[A-Za-z][A-Za-z0-9_.-]*\[[0-9]")
"""A host list without quotes, whose bracket YAML takes for a list where it stands inside a mapping."""
_CANNOT_START = {
    "\t": ("a tab is used to indent", "indent by spaces"),
    "@": ("'@' cannot start a value", "quote the text"),
    "`": ("'`' cannot start a value", "quote the text"),
    "%": ("'%' cannot start a value", "quote the text"),
}


def syntax_finding(error: MarkedYAMLError, text: str, file: str) -> Finding:
    """The first place where the text is no YAML; a bracket or quote it belongs to is told as related."""
    problem = error.problem or "the text cannot be read"
    mark: Mark | None = error.problem_mark
    at = location(mark) if mark else Location(file, 1, 1)
    if problem == "exceeded maximum nesting depth":
        return TOO_BIG.finding("lists and mappings are nested too deep", "a document needs fewer than 50 levels", at)
    if problem == "found character that cannot start any token":
        message, hint = _CANNOT_START.get(_char(text, at), ("a value cannot start here", "quote the text"))
    else:
        message, hint = _HINTS.get(problem, (problem, "see yaml.org/spec/1.2.2"))
    if _BARE_HOSTS.search(_line(text, at)):
        hint = 'quote a host list: "gpu[01-08]"'
    opened: Mark | None = error.context_mark
    if not (opened and mark) or (opened.line, opened.column) == (mark.line, mark.column):
        return SYNTAX.finding(message, hint, at)
    start = location(opened)
    related = (Related(error.context or "it starts here", location=start),)
    message = f"{message} (from line {start.line}, column {start.column})"
    return SYNTAX.finding(message, hint, at, related=related)


def _line(text: str, at: Location) -> str:
    lines = text.splitlines()
    return lines[at.line - 1] if at.line <= len(lines) else ""


def _char(text: str, at: Location) -> str:
    """The character at a place; libyaml points at the line's start where a tab indents a later token."""
    return _line(text, at)[at.column - 1 : at.column]
