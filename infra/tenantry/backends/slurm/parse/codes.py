"""What reading Slurm's files can find wrong: one table of codes, never used again for something else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tenantry.finding import Finding, Location, Related, Severity


@dataclass(frozen=True, slots=True)
class Code:
    """One kind of problem."""

    code: str
    severity: Severity
    title: str
    """One line without a full stop: what is wrong."""
    why: str

    def at(self, location: Location, message: str, hint: str, related: tuple[Related, ...] = ()) -> Finding:
        """A finding of this kind at a place in a file."""
        return Finding(self.code, self.severity, message, hint, (), location, related)


UNREAD: Final = Code(
    "SLF001",
    Severity.WARNING,
    "a file that belongs to the configuration cannot be read",
    "Nothing can be said about what stands in it: no finding about the whole is certain until it can be read.",
)
SYNTAX: Final = Code(
    "SLF002",
    Severity.ERROR,
    "a line that Slurm cannot read",
    "Slurm's daemons end on it (parse_config.c, s_p_parse_file).",
)
INCLUDE_LOOP: Final = Code(
    "SLF003", Severity.ERROR, "a file includes itself", "Slurm goes round until it runs out of memory or open files."
)
INCLUDE_PATTERN: Final = Code(
    "SLF004",
    Severity.ERROR,
    "an Include with a pattern",
    "Slurm has no patterns for file names: it refuses the line or passes over it, by release.",
)
CUT: Final = Code(
    "SLF005",
    Severity.ERROR,
    "a '#' inside quotes cuts the line",
    "Slurm ends a line at '#' even inside quotes, without a word: every option after it is lost.",
)
QUOTE: Final = Code(
    "SLF006",
    Severity.WARNING,
    "a quote that is never closed, or stands inside a value",
    "Slurm takes it as part of the value.",
)
TWICE: Final = Code("SLF007", Severity.WARNING, "an option stands twice on one line", "Slurm takes the last one.")
OPEN_END: Final = Code(
    "SLF008",
    Severity.WARNING,
    "a backslash at the end of the file",
    "It joins a line with the next one; here there is none, so something was probably left out.",
)
OPERATOR: Final = Code(
    "SLF009", Severity.WARNING, "an operator before '='", "Slurm reads 'Key+=value' as 'Key=value', adding nothing."
)
HOSTS: Final = Code(
    "SLF010", Severity.ERROR, "a host list that cannot be read", "Nothing can be said about hosts that are not known."
)
NUL: Final = Code(
    "SLF011", Severity.ERROR, "a NUL character", "Slurm reads a line up to it and loses the rest, without a word."
)
YAML: Final = Code(
    "SLF012", Severity.ERROR, "topology.yaml is not YAML", "slurmctld does not start on it from 25.05 on."
)
TEMPLATE: Final = Code(
    "SLF013",
    Severity.ERROR,
    "the file is a template",
    "What it will say is not known before it is filled in; nothing is guessed, and nothing else is told of the file.",
)
COPY: Final = Code(
    "SLF014",
    Severity.INFO,
    "a file is read from beside slurm.conf, not from the path that is named",
    "A copy of a site's files is judged where the files themselves are not there; on the site the path counts.",
)
ADDED: Final = Code(
    "SLF015",
    Severity.ERROR,
    "an account or QOS is added twice",
    "sacctmgr keeps names in lower case and never updates with add: what the second one says is lost.",
)
EMPTY: Final = Code(
    "SLF016",
    Severity.WARNING,
    "there is nothing to judge",
    "That nothing is wrong with it says nothing. slurmctld does not start on a slurm.conf without a setting.",
)

CODES: Final = (
    UNREAD,
    SYNTAX,
    INCLUDE_LOOP,
    INCLUDE_PATTERN,
    CUT,
    QUOTE,
    TWICE,
    OPEN_END,
    OPERATOR,
    HOSTS,
    NUL,
    YAML,
    TEMPLATE,
    COPY,
    ADDED,
    EMPTY,
)
"""In the order of their numbers."""
