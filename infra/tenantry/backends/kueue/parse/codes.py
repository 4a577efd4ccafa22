"""What reading Kueue manifests can find wrong: one table of codes, never used again for something else."""

from __future__ import annotations

from typing import Final

from tenantry.load.codes import Code

UNREAD: Final = Code(
    "KUF001",
    "a file of manifests cannot be read",
    "Nothing can be said about what stands in it, and what other files name may stand there.",
)
SYNTAX: Final = Code("KUF002", "a file of manifests is not YAML", "kubectl refuses the file.")
TEMPLATE: Final = Code(
    "KUF003",
    "a manifest is a template",
    "What it will say is not known before it is filled in; nothing is guessed, and nothing else is told of it.",
)
KEY_TWICE: Final = Code(
    "KUF004",
    "a key stands twice in one mapping of a manifest",
    "kubectl takes the last one without a word: the other is lost.",
)
NO_OBJECT: Final = Code(
    "KUF005",
    "a document of a manifest is no object",
    "Every object has an apiVersion, a kind and a metadata.name; kubectl refuses what has not.",
)

CODES: Final = (UNREAD, SYNTAX, TEMPLATE, KEY_TWICE, NO_OBJECT)
"""In the order of their numbers."""
