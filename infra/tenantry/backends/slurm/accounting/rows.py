"""Tables with separators, as ``sacctmgr -nP show`` prints them."""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.backends.slurm.live.commands import Commands, UnreachableError

SEPARATOR = "|"


def rows(run: Commands, command: tuple[str, ...], columns: int) -> Iterator[list[str]]:
    """The rows of what a command shows; raises UnreachableError where it fails or prints something else."""
    answer = run.run(command)
    if answer.code != 0:
        said = (answer.err or answer.out).strip().splitlines()
        raise UnreachableError(
            f"{' '.join(command)} on {run.where} ended with {answer.code}: {said[0] if said else 'no word'}"
        )
    for line in filter(None, answer.out.split("\n")):
        # The last column is the only one that people write freely.
        row = line.split(SEPARATOR, columns - 1)
        if len(row) != columns:
            raise UnreachableError(f"{' '.join(command)} on {run.where} printed a row that cannot be read: {line!r}")
        yield row
