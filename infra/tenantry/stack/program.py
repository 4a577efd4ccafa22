"""What ``pulumi up`` and ``pulumi preview`` run."""

from __future__ import annotations

import os

import pulumi

from tenantry.finding import Severity
from tenantry.load.find import Unreadable
from tenantry.pipeline import examine
from tenantry.report.text import line
from tenantry.stack.component import TenancyStack
from tenantry.stack.config import StackConfig, Target


def run() -> None:
    """Checks the stack's document, then registers its resources; an invalid document registers nothing."""
    config = StackConfig.read()
    # Pulumi starts the program in infra/; from the project's root the messages are the same as those of `check`.
    os.chdir(config.root)
    try:
        examined = examine(config.document)
    except Unreadable as error:
        raise pulumi.RunError(f"tenantry:document of stack {pulumi.get_stack()}: {error}") from error
    if examined.resolved is None or not examined.valid:
        errors = [line(found) for found in examined.findings if found.severity is Severity.ERROR]
        raise pulumi.RunError("\n".join(["the tenancy document is not valid; nothing is applied", *errors]))
    for found in examined.findings:
        if found.severity is Severity.WARNING:
            pulumi.log.warn(line(found))
    made = TenancyStack(examined.resolved, config)
    pulumi.export("fleet", examined.resolved.tenancy.fleet)
    pulumi.export("target", config.target.value)
    pulumi.export("resources", made.size)
    if config.target is Target.MANIFESTS:
        pulumi.export("folder", config.output.as_posix())
