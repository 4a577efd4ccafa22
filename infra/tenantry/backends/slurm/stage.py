"""The stage of rules about Slurm's own files, and what they work on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import Final

from tenantry.backends.slurm.database import Database
from tenantry.backends.slurm.facts import ReleaseFacts, facts
from tenantry.backends.slurm.hardware import Hardware
from tenantry.backends.slurm.parse.codes import HOSTS, TEMPLATE, UNREAD
from tenantry.backends.slurm.parse.site import HostsRecord, Setting, Settings, Site
from tenantry.check.rule import Problem, Stage
from tenantry.finding import Location, Related
from tenantry.model.document import Tenancy

_DATABASES: Final = frozenset({"slurmdbd", "ctld_relay"})


_WORD: Final = 60
_ENDLESS: Final = re.compile(r"\S{300,}")
_CLUSTER: Final = ("ClusterName", "SlurmctldHost", "ControlMachine")


@dataclass(frozen=True, slots=True)
class Files:
    """A site's files and the release they are judged by."""

    site: Site
    release: str
    """One of ``facts.RELEASES``."""
    assumed: bool = False
    """Whether nobody said which release it is."""

    database: Database | None = None
    """None where nothing beside the files says what the accounting database holds."""
    document: Tenancy | None = None
    """The document that was given with the files."""
    hardware: Hardware = field(default_factory=Hardware)
    """What the nodes have, as far as anything beside the files says it."""

    @property
    def database_used(self) -> bool:
        """Whether slurm.conf says that accounting goes to slurmdbd."""
        return self.value("AccountingStorageType").lower().removeprefix("accounting_storage/") in _DATABASES

    @property
    def whole(self) -> bool:
        """Whether every file could be read and is filled in, so that what is not there is missing."""
        return not any(it.code in {UNREAD.code, TEMPLATE.code} for it in self.site.findings)

    @property
    def complete(self) -> bool:
        """Whether every file and every node line could be read, so that a node that is not there is missing."""
        part = self.is_part and not self.site.nodes
        return not part and not any(it.code in {UNREAD.code, HOSTS.code} for it in self.site.findings)

    @property
    def facts(self) -> ReleaseFacts:
        """What the release reads."""
        return facts(self.release)

    def value(self, key: str, default: str = "") -> str:
        """A setting of slurm.conf as typed."""
        return self.site.settings.value(key, default)

    def words(self, key: str) -> list[str]:
        """The parts of a comma list of slurm.conf, in lower case."""
        return [part.strip().lower() for part in self.value(key).split(",") if part.strip()]

    def place(self, key: str) -> Location:
        """Where a setting of slurm.conf has its value; the start of the file where it is not set."""
        found = self.site.settings.get(key)
        return found.value_location if found else self.start

    def place_in(self, name: str, settings: Settings) -> Location:
        """Where a file beside slurm.conf that lacks a setting is named: at its first setting, or its start."""
        first = next(iter(settings.all), None)
        return first.location if first else Location(str(PurePath(self.site.path).parent / name), 1, 1)

    @property
    def start(self) -> Location:
        """The start of slurm.conf."""
        return Location(self.site.path, 1, 1)

    @property
    def is_part(self) -> bool:
        """Whether this is a file that another one includes: of another name, and without what names the cluster."""
        return PurePath(self.site.path).name != "slurm.conf" and not any(it in self.site.settings for it in _CLUSTER)

    def gpu_nodes(self) -> Iterator[tuple[HostsRecord, Setting]]:
        """The node lines with GPUs, each with its Gres."""
        for node in self.site.nodes:
            found = node.get("Gres")
            if found and "gpu" in {part.split(":")[0].strip().lower() for part in found.value.split(",")}:
                yield node, found


FILES: Final[Stage[Files]] = Stage("slurm files", "tenantry.backends.slurm.rules", "text")
"""On a site's own Slurm files; paths of problems are places in them."""


def problem(location: Location, message: str, help_text: str = "", *related: Related) -> Problem:
    """A problem at a place in a file; words that nobody reads to their end are cut."""
    return Problem((), _legible(message), _legible(help_text), related, location)


def _legible(text: str) -> str:
    return _ENDLESS.sub(lambda match: f"{match.group()[:_WORD]}...", text)


def seen(message: str, location: Location) -> Related:
    """Another place that explains a problem."""
    return Related(message, (), location)
