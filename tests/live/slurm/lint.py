"""slurmctld's own verdict on a configuration, without nodes."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from tests.live.slurm.cluster import Cluster, DaemonEndedError
from tests.live.slurm.install import RELEASES
from tests.live.slurm.messages import faults, plain
from tests.live.slurm.sandbox import SandboxError


@dataclass(frozen=True, slots=True)
class Verdict:
    """What slurmctld makes of a configuration."""

    runs: bool
    """It serves: it answered before the time was over."""
    faults: tuple[str, ...]
    """What it logs as a fault; much is accepted with only such a line."""
    lines: tuple[str, ...]
    """Everything it printed."""

    @property
    def clean(self) -> bool:
        """Serves, and complains of nothing."""
        return self.runs and not self.faults


class Linter(Cluster):
    """A sandbox kept for many verdicts, each on a controller that starts from nothing.

    With `database`, slurmdbd runs beside it, as any configuration that names it needs (22.05 ends without, the later
    releases wait for ever); what one configuration registers there (cluster, TRES) the next one finds.
    """

    def __init__(self, suite: str, *, database: bool = False) -> None:
        super().__init__(suite)
        self._database = database

    def __enter__(self) -> Self:
        super().__enter__()
        if self._database:
            try:
                self.start_database()
            except BaseException:
                self.close()
                raise
        return self

    def lint(self, files: Mapping[str, str | bytes], seconds: float = 8) -> Verdict:
        """Start slurmctld on these files and stop it as soon as it answers.

        A missing Include or File= is retried by Slurm for up to a minute: more than `seconds` counts as refused.
        """
        self.write(files)
        (self.outputs / "slurmctld.log").unlink(missing_ok=True)
        runs = True
        try:
            self.start_controller(seconds)
        except (DaemonEndedError, SandboxError):
            runs = False
        lines = self.log("slurmctld")
        self.stop_controller(forget=True)
        return Verdict(runs, tuple(faults("slurmctld", lines, RELEASES[self.suite])), tuple(map(plain, lines)))


def lint(suite: str, files: Mapping[str, str | bytes], *, database: bool = False) -> Verdict:
    """One verdict in a sandbox of its own."""
    with Linter(suite, database=database) as linter:
        return linter.lint(files)
