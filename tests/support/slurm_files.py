"""The Slurm files in the example of a rule's page.

A line ``# gres.conf`` alone starts that file; ``# slurm.conf of 22.05`` says for which release all of them are.
``# tenancy.yaml`` starts the document that is given with them.
"""

from __future__ import annotations

import re

from tenantry.backends.slurm.facts import RELEASES
from tenantry.backends.slurm.files import judge_files
from tenantry.finding import Finding
from tenantry.load.source import load_text

_START = re.compile(
    r"# (?P<name>[a-z]+\.(?:conf|yaml|sacctmgr|cfg|hardware))(?: of (?P<release>[0-9.]+|an unknown release))?"
)


def example_files(example: str) -> tuple[dict[str, str], str | None]:
    """Name to text, each file with its own line numbers, and the release; None where nobody knows it."""
    files: dict[str, list[str]] = {}
    release: str | None = list(RELEASES)[-1]
    current: list[str] | None = None
    for line in example.splitlines():
        if start := _START.fullmatch(line):
            current = files.setdefault(start["name"], [])
            if start["release"]:
                release = start["release"] if start["release"] in RELEASES else None
        else:
            assert current is not None, "an example starts with the name of its first file"
            current.append(line)
    return {name: "".join(f"{line}\n" for line in lines) for name, lines in files.items()}, release


def findings_of(example: str) -> list[Finding]:
    """Everything that is to say about an example."""
    files, release = example_files(example)
    document = load_text(files.pop("tenancy.yaml", ""), "tenancy.yaml")
    return document.locate(judge_files(files, release, document.tenancy))
