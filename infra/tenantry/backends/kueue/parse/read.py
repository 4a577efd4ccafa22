"""Files, folders and output of `kubectl get` as :class:`Objects`."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, TypeVar

from tenantry.backends.kueue.facts import GROUP
from tenantry.backends.kueue.parse import codes
from tenantry.backends.kueue.parse.manifest import CONFIGURATION, Manifest, manifests
from tenantry.backends.kueue.parse.objects import READERS
from tenantry.backends.kueue.parse.yaml import read_documents
from tenantry.finding import Finding, Location
from tenantry.load.files import is_inside
from tenantry.load.find import STANDARD_INPUT
from tenantry.load.text import MOST_BYTES

_SUFFIXES: Final = (".yaml", ".yml", ".json")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Objects:
    """What files of manifests hold, each kind in the order read."""

    manifests: tuple[Manifest, ...] = ()
    """Every object of Kueue's, those of kinds without a normal form among them."""
    findings: tuple[Finding, ...] = ()
    """What reading found."""
    _kinds: Mapping[type, tuple[Any, ...]] = field(default_factory=dict)

    def of(self, kind: type[T]) -> tuple[T, ...]:
        """Every object of one kind."""
        return self._kinds.get(kind, ())

    @property
    def whole(self) -> bool:
        """Whether every file could be read and is filled in, so that what is not there is missing."""
        lost = {codes.UNREAD.code, codes.SYNTAX.code, codes.TEMPLATE.code}
        return not any(it.code in lost for it in self.findings)

    def kueue(self) -> Iterator[Manifest]:
        """The objects of Kueue's own group."""
        return (it for it in self.manifests if it.is_kueue)


def read_paths(paths: Iterable[Path]) -> Objects:
    """Reads files, folders with everything below them that ends in .yaml, .yml or .json, and ``-``, standard input.

    Raises OSError for a path that is not there; a file in a folder that cannot be read is a finding.
    """
    contents: dict[str, bytes] = {}
    named: set[str] = set()
    findings: list[Finding] = []
    for path in paths:
        if path.is_dir():
            _folder(path, contents, findings)
        else:
            name = shown(path)
            if path != STANDARD_INPUT:
                contents[name] = _content(path)
            elif name not in contents:  # it can be read once
                contents[name] = sys.stdin.buffer.read(MOST_BYTES + 1)
            named.add(name)
    return _objects(contents, findings, named)


def shown(path: Path) -> str:
    """The name of a file in findings."""
    return str(path) if path != STANDARD_INPUT else "<stdin>"


def read_texts(files: Mapping[str, str | bytes]) -> Objects:
    """The same from memory: file name to content."""
    contents = {name: it.encode() if isinstance(it, str) else it for name, it in files.items()}
    return _objects(contents, [], set(contents))


def _folder(folder: Path, contents: dict[str, bytes], findings: list[Finding]) -> None:
    top = folder.resolve()

    def refuse(path: Path, reason: str, hint: str) -> None:
        findings.append(codes.UNREAD.finding(reason, hint, Location(str(path), 1, 1)))

    for root, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            path = Path(root) / name
            if path.suffix not in _SUFFIXES:
                continue
            if path.is_symlink() and not is_inside(path, top):
                # A check of somebody else's folder must not tell what stands in other files of this machine.
                refuse(path, "a link out of the folder, or to nothing", "put the file itself here")
                continue
            try:
                contents[str(path)] = _content(path)
            except OSError as error:
                refuse(path, error.strerror or str(error), "make it readable")


def _content(path: Path) -> bytes:
    if not stat.S_ISREG(path.stat().st_mode):
        raise OSError("it is not a regular file")
    with path.open("rb") as file:
        return file.read(MOST_BYTES + 1)


def _objects(contents: Mapping[str, bytes], findings: list[Finding], named: set[str]) -> Objects:
    found: list[Manifest] = []
    for name, data in contents.items():
        for it in manifests(read_documents(name, data, findings), findings, only=name in named):
            found += _configurations(it) if it.kind == "ConfigMap" else [it]
    by_kind: dict[type, list[Any]] = {}
    for it in found:
        if (it.group in {"", GROUP, CONFIGURATION}) and (read := READERS.get(it.kind)):
            thing = read(it)
            by_kind.setdefault(type(thing), []).append(thing)
    return Objects(tuple(found), tuple(findings), {kind: tuple(them) for kind, them in by_kind.items()})


def _configurations(config_map: Manifest) -> list[Manifest]:
    """Kueue's configuration where a ConfigMap holds it; what stands in it has the place of its text."""
    found: list[Manifest] = []
    for _, value in config_map.said.entries("data"):
        if isinstance(value.value, str) and CONFIGURATION in value.value:
            documents = read_documents(value.at.file, value.value.encode(), [])
            found += [it for it in manifests(documents, []) if it.kind == "Configuration"]
    return found
