"""Slurm's files from a resolved document."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from tenantry.backends.base import RenderedFile
from tenantry.backends.slurm.guard import guard
from tenantry.backends.slurm.overlay import overlay
from tenantry.backends.slurm.scope import Scope
from tenantry.backends.slurm.topology import yaml_topologies
from tenantry.backends.slurm.view import View, views
from tenantry.emit import to_yaml
from tenantry.header import with_header
from tenantry.resolve.types import Resolved

if TYPE_CHECKING:
    from jinja2 import Environment

FOLDER = PurePosixPath("slurm")


def render(resolved: Resolved) -> tuple[RenderedFile, ...]:
    """Every file, sorted by path; empty where the document does not name Slurm.

    Raises ValueError for a release that is not supported and for a value that cannot stand in a file.
    """
    if resolved.tenancy.slurm is None:
        return ()
    bodies = filled(resolved, prepared(resolved))
    scope = Scope(resolved)
    if scope.facts.topology_yaml and (topologies := yaml_topologies(scope)):
        bodies["topology.yaml"] = to_yaml(topologies)
    fleet = resolved.tenancy.fleet
    texts = {name: with_header(body, fleet, lua=name.endswith(".lua")) for name, body in bodies.items()}
    return tuple(RenderedFile(FOLDER / name, text) for name, text in sorted(texts.items()))


def prepared(resolved: Resolved) -> dict[str, View]:
    """What the template of each file gets."""
    found = views(Scope(resolved))
    for view in found.values():
        guard(view)
    return found


def filled(resolved: Resolved, of_files: Mapping[str, View]) -> dict[str, str]:
    """The text of each file, by the site's template where it has one; raises what Jinja and its expressions raise."""
    environment = _environment(overlay(resolved))
    return {name: environment.get_template(f"slurm/{name}.j2").render(view) for name, view in of_files.items()}


def setting(value: str) -> str:
    """A value as a Slurm file takes it: in quotes where it has spaces; ``guard`` has refused quotes inside."""
    return f'"{value}"' if " " in value else value


def options(line: dict[str, str]) -> str:
    """One line of ``key=value`` options."""
    return " ".join(f"{key}={setting(value)}" for key, value in line.items())


def _environment(overlay: Path | None) -> Environment:
    # Neither is needed before a file is written, and Jinja takes as long to import as the rest of the program.
    from jinja2 import StrictUndefined
    from jinja2.sandbox import ImmutableSandboxedEnvironment

    from tenantry.assets import template_loader

    environment = ImmutableSandboxedEnvironment(
        loader=template_loader(overlay),
        undefined=StrictUndefined,
        autoescape=False,  # no HTML; guard refuses what could leave its place
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters |= {"setting": setting, "options": options}
    return environment
