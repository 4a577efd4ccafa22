"""The Pulumi program: configuration, document, checks, resources."""

from tenantry.stack.program import run

run()
