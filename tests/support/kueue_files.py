"""The manifests in the example of a rule's page.

A line ``# nodes.yaml`` alone starts that file: the nodes of the cluster; ``# slurm.conf`` what Slurm has, ``#
tenancy.yaml`` the document, ``# kueue.yaml of 0.14`` the manifests and their release. Without any, all is kueue.yaml.
"""

from __future__ import annotations

import re

from tenantry.backends.kueue.facts import RELEASES
from tenantry.backends.kueue.files import judge_texts
from tenantry.backends.kueue.stage import SlurmHost
from tenantry.backends.slurm.in_use import hosts_in_use
from tenantry.backends.slurm.parse.read import read_files
from tenantry.finding import Finding
from tenantry.load.source import load_text

_START = re.compile(r"# (?P<name>[a-z]+\.(?:conf|yaml))(?: of (?P<release>[0-9.]+|an unknown release))?")


def example_files(example: str) -> tuple[dict[str, str], str | None]:
    """Name to text, each file with its own line numbers, and the release; None where nobody knows it."""
    files: dict[str, list[str]] = {}
    release: str | None = list(RELEASES)[-1]
    name = "kueue.yaml"
    for line in example.splitlines():
        if start := _START.fullmatch(line):
            name = start["name"]
            if start["release"]:
                release = start["release"] if start["release"] in RELEASES else None
        else:
            files.setdefault(name, []).append(line)
    return {name: "".join(f"{line}\n" for line in lines) for name, lines in files.items()}, release


def findings_of(example: str) -> list[Finding]:
    """Everything that is to say about an example."""
    files, release = example_files(example)
    document = load_text(files.get("tenancy.yaml", ""), "tenancy.yaml")
    nodes = {"nodes.yaml": files["nodes.yaml"]} if "nodes.yaml" in files else {}
    site = read_files({"slurm.conf": files.get("slurm.conf", "")})
    hosts = tuple(SlurmHost(*host) for host in hosts_in_use(site))
    found = judge_texts({"kueue.yaml": files["kueue.yaml"]}, nodes, release, document.tenancy, hosts)
    return document.locate(found)
