"""A generated file as a Pulumi resource: the embedded target, which needs neither a cluster nor a plugin.

State keeps the path relative to the project's root, so that a checkout may move. The provider runs in a process of
its own, which finds its code by import: nothing of it is kept in state but its name.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pulumi
from pulumi.dynamic import CreateResult, DiffResult, ReadResult, Resource, ResourceProvider, UpdateResult

from tenantry.atomic import write_text
from tenantry.header import made_by_us
from tenantry.stack.config import find_root

Props = dict[str, Any]


class FileProvider(ResourceProvider):
    """Creates, reads, updates and deletes one text file."""

    # The serialised provider is a class name, no secret.
    serialize_as_secret_always = False

    def create(self, props: Props) -> CreateResult:
        """Writes the file whole or not at all; refuses to overwrite what somebody else wrote."""
        path = _absolute(props["path"])
        if path.exists() and not made_by_us(path.read_text(encoding="utf-8", errors="replace")):
            raise FileExistsError(f"{path} was not written by tenantry, or was edited since; move it away or remove it")
        write_text(path, props["content"])
        return CreateResult(props["path"], outs=_shown(props))

    def read(self, id_: str, props: Props) -> ReadResult:
        """What stands in the file now; without a file the resource is gone."""
        try:
            content = _absolute(id_).read_text(encoding="utf-8")
        except FileNotFoundError:
            return ReadResult("", outs={}, inputs={})
        found = {"path": id_, "content": content}
        return ReadResult(id_, outs=dict(found), inputs=found)

    def diff(self, _id: str, olds: Props, news: Props) -> DiffResult:
        """A changed content is an update; a changed path another file."""
        moved = olds.get("path") != news["path"]
        return DiffResult(
            changes=moved or olds.get("content") != news["content"],
            replaces=["path"] if moved else [],
            delete_before_replace=False,
        )

    def update(self, id_: str, _olds: Props, news: Props) -> UpdateResult:
        """Writes the file whole or not at all."""
        write_text(_absolute(id_), news["content"])
        return UpdateResult(outs=_shown(news))

    def delete(self, id_: str, props: Props) -> None:
        """Removes the file, and folders of the project that this leaves empty; refuses what somebody else wrote."""
        path, root = _absolute(id_), find_root(Path())
        if path.exists() and not _known(path, props["content"]):
            raise FileExistsError(f"{path} was edited since it was applied; look at it, then run pulumi refresh")
        path.unlink(missing_ok=True)
        for folder in path.parents:
            if root not in folder.parents:
                return
            try:
                folder.rmdir()
            except FileNotFoundError:
                continue  # deletes run side by side: another one was first
            except OSError:
                return


def _absolute(path: str) -> Path:
    return find_root(Path()) / path


def _known(path: Path, content: str) -> bool:
    """Whether a file is what was applied or read last, or another version that nobody has edited."""
    text = path.read_text(encoding="utf-8", errors="replace")
    return text == content or made_by_us(text)


def _shown(props: Props) -> Props:
    return {"path": props["path"], "content": props["content"]}


class ManifestFile(Resource, module="tenantry", name="File"):
    """One generated file in the project."""

    path: pulumi.Output[str]
    content: pulumi.Output[str]

    def __init__(self, name: str, path: Path, content: str, opts: pulumi.ResourceOptions) -> None:
        super().__init__(FileProvider(), name, {"path": path.as_posix(), "content": content}, opts)
