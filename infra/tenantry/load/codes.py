"""What ``load`` can find wrong: one table of codes, never used again for something else.

DOC0xx: the text and its YAML; DOC1xx: the files of a folder; DOC2xx: the document against the model.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tenantry.finding import Finding, Location, Path, Related, Severity


@dataclass(frozen=True, slots=True)
class Code:
    """One kind of problem. All of them are errors: nothing can be said of a document that is not read whole."""

    code: str
    title: str
    """One line without a full stop: what is wrong."""
    why: str
    severity: Severity = Severity.ERROR

    def finding(
        self, message: str, hint: str, location: Location, path: Path = (), related: tuple[Related, ...] = ()
    ) -> Finding:
        """A finding of this kind at a place in a file."""
        return Finding(self.code, self.severity, message, hint, path, location, related)


NOT_TEXT: Final = Code(
    "DOC001",
    "the file is not plain UTF-8 text",
    "Control characters and characters that reorder text show a reviewer something else than what is read.",
)
TOO_BIG: Final = Code(
    "DOC002",
    "the file is larger or nested deeper than any policy",
    "A bound keeps a damaged or hostile file from filling the memory of whoever checks it.",
)
SYNTAX: Final = Code("DOC003", "the file is not YAML", "Nothing after the first syntax error of a file can be trusted.")
NO_DOCUMENT: Final = Code(
    "DOC004",
    "the file holds no document, or more than one",
    "A document is one mapping; a second one in the same file would be read by some tools and not by others.",
)
DUPLICATE_KEY: Final = Code(
    "DOC005",
    "a key stands twice in one mapping",
    "Most YAML readers keep the last one without a word; a quota would change unseen.",
)
KEY_NOT_TEXT: Final = Code(
    "DOC006",
    "a key is not text",
    "A bare 2024, true or ~ as a key is a number, a truth value or nothing, and no name.",
)
YAML_FEATURE: Final = Code(
    "DOC007",
    "a YAML feature that documents do without",
    "Anchors, aliases, merge keys, tags and directives hide where a value comes from; groups, tiers and defaults say "
    "things once.",
)
AMBIGUOUS_NUMBER: Final = Code(
    "DOC008",
    "a number that YAML versions read differently",
    "0123 is 123 in YAML 1.2 and 83 in YAML 1.1, which many tools still read.",
)
EMPTY_VALUE: Final = Code(
    "DOC009",
    "a key has no value",
    "Left out, 0 and unlimited are three things; an empty value could mean any of them.",
)
IN_TWO_FILES: Final = Code(
    "DOC101",
    "an entry stands in two files of the folder",
    "Each file of a folder can have its own owner; which of two entries counts must not depend on a file's name.",
)
TIER_ORDER: Final = Code(
    "DOC102",
    "tiers in several files without an order",
    "Tiers stand highest first; across files that order would follow from the files' names.",
)
NO_FILE: Final = Code(
    "DOC103",
    "something in the folder is not read",
    "A link may lead out of the reviewed folder, or in circles; a pipe or device may never end.",
)
UNKNOWN_KEY: Final = Code(
    "DOC201", "a key is not known", "A misspelt limit that is passed over is a limit nobody enforces."
)
MISSING_KEY: Final = Code("DOC202", "a key is missing", "What has no sensible default has to be said.")
WRONG_TYPE: Final = Code(
    "DOC203",
    "a value is of the wrong kind",
    "Text is never read as a number nor a number as text: a bare 24.10 is the number 24.1.",
)
OUT_OF_RANGE: Final = Code(
    "DOC204", "a value is outside what is allowed", "The schedulers refuse it, or read it as something else."
)
BAD_VALUE: Final = Code(
    "DOC205",
    "a value cannot be read",
    "Names, times, quantities and host lists have one exact reading; what a scheduler accepts by luck is refused.",
)

CODES: Final = (
    NOT_TEXT,
    TOO_BIG,
    SYNTAX,
    NO_DOCUMENT,
    DUPLICATE_KEY,
    KEY_NOT_TEXT,
    YAML_FEATURE,
    AMBIGUOUS_NUMBER,
    EMPTY_VALUE,
    IN_TWO_FILES,
    TIER_ORDER,
    NO_FILE,
    UNKNOWN_KEY,
    MISSING_KEY,
    WRONG_TYPE,
    OUT_OF_RANGE,
    BAD_VALUE,
)
"""Every code of ``load``, in order."""
