"""Slurm's files from a resolved document."""

from __future__ import annotations

from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from tenantry.backends.base import RenderedFile
from tenantry.backends.slurm.guard import guard
from tenantry.backends.slurm.scope import Scope
from tenantry.backends.slurm.topology import yaml_topologies
from tenantry.backends.slurm.view import views
from tenantry.emit import to_yaml
from tenantry.header import with_header
from tenantry.resolve.types import Resolved

if TYPE_CHECKING:
    from jinja2 import Environment

FOLDER = PurePosixPath("slurm")


def render(resolved: Resolved, overlay: Path | None = None) -> tuple[RenderedFile, ...]:
    """Every file, sorted by path; empty where the document does not name Slurm.

    ``overlay`` is a folder of templates that a site lays over ours, file by file. Raises ValueError for a release that
    is not supported and for a value that cannot stand in a file.
    """
    if resolved.tenancy.slurm is None:
        return ()
    scope = Scope(resolved)
    environment = _environment(overlay)
    bodies: dict[str, str] = {}
    for name, view in views(scope).items():
        guard(view)
        bodies[name] = environment.get_template(f"slurm/{name}.j2").render(view)
    if scope.facts.topology_yaml and (topologies := yaml_topologies(scope)):
        bodies["topology.yaml"] = to_yaml(topologies)
    fleet = resolved.tenancy.fleet
    return tuple(RenderedFile(FOLDER / name, with_header(body, fleet)) for name, body in sorted(bodies.items()))


def setting(value: str) -> str:
    """A value as a Slurm file takes it: in quotes where it has spaces; ``guard`` has refused quotes inside."""
    return f'"{value}"' if " " in value else value


def options(line: dict[str, str]) -> str:
    """One line of ``key=value`` options."""
    return " ".join(f"{key}={setting(value)}" for key, value in line.items())


def _environment(overlay: Path | None) -> Environment:
    # Neither is needed before a file is written, and Jinja takes as long to import as the rest of the program.
    from jinja2 import Environment, StrictUndefined

    from tenantry.assets import template_loader

    environment = Environment(
        loader=template_loader(overlay),
        undefined=StrictUndefined,
        autoescape=False,  # no HTML; guard refuses what could leave its place
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters |= {"setting": setting, "options": options}
    return environment
