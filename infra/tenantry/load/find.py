"""Which document a command is about."""

from __future__ import annotations

import os
from pathlib import Path

from tenantry.load.text import MOST_BYTES

STANDARD_INPUT = Path("-")


class Unreadable(Exception):  # noqa: N818 - it is the user's file that is unreadable
    """A document that is missing or cannot be read: the command could not run (exit code 2)."""


def find(doc: str | None = None, cwd: Path = Path()) -> Path:
    """The file or folder that ``doc`` names: a path, the name of a stack, or ``-`` (standard input).

    Stacks are those of the project around the working folder: the nearest folder upwards with a Pulumi.yaml.
    Without ``doc``: ``tenancy.yaml`` in the working folder, the only document under ``stacks/`` or that of the selected
    stack, or the working folder itself when it holds YAML files. Raises Unreadable, with the choices where several are
    left.
    """
    try:
        return _only(cwd) if doc is None else _named(doc, cwd)
    except OSError as error:
        raise Unreadable(f"{error.filename}: {(error.strerror or str(error)).lower()}") from error


def _named(doc: str, cwd: Path) -> Path:
    if doc == "-":
        return STANDARD_INPUT
    path = cwd / doc
    if os.path.lexists(path):
        return path
    project = _project(cwd)
    stacks = project / "stacks"
    if "/" not in doc and (found := _of_stack(doc, project)):
        return found
    known = f"; there are the stacks {', '.join(it.stem for it in _documents(stacks))}" if stacks.is_dir() else ""
    raise Unreadable(f"there is no document {doc!r}{known}")


def _of_stack(stack: str, cwd: Path) -> Path | None:
    """The document that a stack's configuration names, else the one under ``stacks/`` with the stack's name."""
    from tenantry.load.stack import document_of  # most commands name a path, and need neither YAML nor Pulumi here

    named = document_of(stack, cwd)
    candidates = [named] if named else [f"stacks/{stack}", f"stacks/{stack}.yaml"]
    return next((cwd / it for it in candidates if os.path.lexists(cwd / it)), None)


def _only(cwd: Path) -> Path:
    document = cwd / "tenancy.yaml"
    if document.is_file():
        return document
    project = _project(cwd)
    if project != cwd and _holds_a_fleet(cwd):
        return cwd
    found = _documents(project / "stacks") if (project / "stacks").is_dir() else []
    if len(found) == 1:
        return found[0]
    if found:
        from tenantry.load.stack import selected

        stack = selected(project)
        if stack and (of_stack := _of_stack(stack, project)):
            return of_stack
        raise Unreadable(f"there are several documents; name one of {', '.join(it.stem for it in found)}")
    if _holds_a_fleet(cwd):
        return cwd
    raise Unreadable("there is no document here; name one, or start one with `tenantry init`")


def _project(cwd: Path) -> Path:
    """The nearest folder at or above ``cwd`` that holds Pulumi.yaml, as one would type it; ``cwd`` where none does."""
    here = cwd.resolve()
    for folder in (here, *here.parents):
        if (folder / "Pulumi.yaml").is_file():
            return cwd / os.path.relpath(folder, here)
    return cwd


def _holds_a_fleet(folder: Path) -> bool:
    return any(_names_a_fleet(it) for it in folder.iterdir())


def _names_a_fleet(file: Path) -> bool:
    """Whether a file is the beginning of a document; a working folder may hold YAML of every other kind."""
    return is_part(file.name) and file.is_file() and b"\nfleet:" in b"\n" + file.read_bytes()[:MOST_BYTES]


def _documents(stacks: Path) -> list[Path]:
    """The documents under ``stacks/``: its YAML files, and its folders that hold any."""
    found = [it for it in stacks.iterdir() if (is_part(it.name) if it.is_file() else _holds_parts(it))]
    return sorted(found)


def _holds_parts(folder: Path) -> bool:
    return folder.is_dir() and not is_left_out(folder.name) and any(is_part(it.name) for it in folder.rglob("*"))


def is_part(name: str) -> bool:
    """Whether a file of this name is part of a document: ``*.yaml`` or ``*.yml``, not hidden, no Pulumi stack file."""
    return name.endswith((".yaml", ".yml")) and not name.startswith((".", "Pulumi"))


def is_left_out(name: str) -> bool:
    """Whether a folder of this name is passed over: hidden, or what was rendered."""
    return name.startswith(".") or name == "rendered"
