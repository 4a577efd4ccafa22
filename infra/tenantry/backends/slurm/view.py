"""What each template gets: flat, in the order of the file, strings only, so that a template reads like its file."""

from __future__ import annotations

from collections.abc import Mapping

from tenantry.backends.slurm.commands import account_commands, partition_commands, qos_commands, user_commands
from tenantry.backends.slurm.devices import Line
from tenantry.backends.slurm.job_submit import SCRIPT, script
from tenantry.backends.slurm.nodes import gres_lines, node_lines
from tenantry.backends.slurm.partitions import partition_lines
from tenantry.backends.slurm.policy import Settings, sections, site
from tenantry.backends.slurm.scope import Scope
from tenantry.backends.slurm.topology import conf_lines

View = Mapping[str, object]

FENCES: Settings = {"ConstrainCores": "yes", "ConstrainDevices": "yes", "ConstrainRAMSpace": "yes"}
"""A job sees only the devices, cores and memory it was given (cgroup.conf(5)); a quota means nothing otherwise."""


def views(scope: Scope) -> dict[str, View]:
    """File name to its view, for the files made from a template; a file that would say nothing is left out.

    A site that keeps its own slurm.conf keeps its cgroup.conf too, which has no Include: none is written then.
    """
    found: dict[str, View] = {scope.target.file: _conf(scope)}
    if scope.gpu_flavors and scope.pools:
        found["gres.conf"] = {"lines": _lines(gres_lines(scope))}
    if scope.whole:
        found["cgroup.conf"] = {"fences": dict(FENCES), "site": _site_cgroup(scope)}
    if not scope.facts.topology_yaml and (lines := conf_lines(scope)):
        found["topology.conf"] = {"lines": _lines(lines)}
    if scope.target.containers is not None:
        found["plugstack.conf"] = {"plugin": scope.target.containers.pyxis}
    if scope.target.job_submit:
        found[SCRIPT] = script(scope)
    found["qos.sacctmgr"] = {"commands": list(qos_commands(scope))}
    found["accounts.sacctmgr"] = {
        "partitions": list(partition_commands(scope)),
        "accounts": list(account_commands(scope)),
        "users": list(user_commands(scope)),
    }
    return found


def _conf(scope: Scope) -> View:
    settings = {subject: dict(keys) for subject, keys in sections(scope).items()}
    return {
        **settings,
        "site": dict(site(scope)),
        "nodes": _lines(node_lines(scope)),
        "partitions": _lines(partition_lines(scope)),
    }


def _site_cgroup(scope: Scope) -> dict[str, str]:
    return {key: str(value) for key, value in sorted(scope.target.cgroup.items())}


def _lines(lines: tuple[Line, ...]) -> list[dict[str, str]]:
    return [dict(line) for line in lines]
