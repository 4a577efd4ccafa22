"""CPU seconds (user and system, best of five) of the commands that people wait for most often."""

import resource
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TENANTRY = ROOT / ".venv" / "bin" / "tenantry"
COMMANDS = (("--help",), ("check", "stacks/small"), ("check", "stacks/lab"))


def cpu_seconds(command: tuple[str, ...]) -> float:
    """Run it once and return what it cost; a command that fails is an error, not a measurement."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([TENANTRY, *command], cwd=ROOT, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    for command in COMMANDS:
        best = min(cpu_seconds(command) for _ in range(5))
        sys.stdout.write(f"{best:6.3f} s  tenantry {' '.join(command)}\n")


if __name__ == "__main__":
    main()
