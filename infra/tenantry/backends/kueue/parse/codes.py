"""What reading Kueue manifests can find wrong: one table of codes, never used again for something else."""

from __future__ import annotations

from typing import Final

from tenantry.finding import Severity
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
GROUP: Final = Code(
    "KUF006",
    "an object of a kind of Kueue's is in another group",
    "The API server answers 404: the kind is known in the group kueue.x-k8s.io alone, whatever stands in the object.",
)
NO_NODE: Final = Code(
    "KUF007",
    "a file given as nodes holds no node",
    "Nothing is compared with the nodes then; it would look as if all were well.",
)
NOTHING: Final = Code(
    "KUF008",
    "there is nothing to judge",
    "That nothing is wrong with manifests of which none is Kueue's says nothing.",
    Severity.WARNING,
)

CODES: Final = (UNREAD, SYNTAX, TEMPLATE, KEY_TWICE, NO_OBJECT, GROUP, NO_NODE, NOTHING)
"""In the order of their numbers."""
