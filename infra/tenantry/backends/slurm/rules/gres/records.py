"""Lines of gres.conf that contradict each other or themselves."""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.backends.slurm.gres import GPU, Delivered, delivered, name_of
from tenantry.backends.slurm.parse.site import GresRecord, Site
from tenantry.backends.slurm.parse.values import number
from tenantry.backends.slurm.stage import FILES, Files, problem, seen
from tenantry.check.rule import Problem, rule
from tenantry.finding import Severity
from tenantry.model.problem import ValueProblem


@rule("SLF507", Severity.ERROR, FILES)
def slurm_gpu_lines_clash(files: Files) -> Iterator[Problem]:
    """Two lines of gres.conf give the same device.

    What it does:
        Tells a device file that two lines give for the same node, and two lines about GPUs without any file.

    Why:
        slurmd ends on it: "duplicate records", or the file listed twice.

    Example:
        # gres.conf
        NodeName=n1 Name=gpu Type=a100 File=/dev/nvidia[0-2]
        NodeName=n1 Name=gpu Type=a100 File=/dev/nvidia0

    Use instead:
        # gres.conf
        NodeName=n1 Name=gpu Type=a100 File=/dev/nvidia[0-2]
        NodeName=n1 Name=gpu Type=a100 File=/dev/nvidia3

    Sources:
        gres.conf(5); src/interfaces/gres.c; tried with slurmd on 22.05, 24.11 and 26.05.
    """
    earlier: dict[str, list[Delivered]] = {}
    for line in _gpu_lines(files.site):
        for what, name in _devices(line):
            first = next((it for it in earlier.get(name, []) if _same_node(it.record, line.record)), None)
            if first:
                other = seen("the other line", first.record.location)
                yield problem(line.record.location, f"{what} stands in another line, too", "name each once", other)
                break
        for _, name in _devices(line):
            earlier.setdefault(name, []).append(line)


def _devices(line: Delivered) -> Iterator[tuple[str, str]]:
    """What two lines about the same node must not both name: each file, or all GPUs of a type without any."""
    keys = line.record.options
    if not any(key in keys for key in ("File", "Files", "MultipleFiles", "AutoDetect")):
        yield "the GPU without a file", f"type {line.type}"
    elif "MultipleFiles" not in keys:
        yield from ((name, f"file {name}") for name in line.files)


def _same_node(one: GresRecord, other: GresRecord) -> bool:
    """Whether both speak about some node; a line without NodeName speaks about the node that reads the file."""
    if one.hosts is None or other.hosts is None:
        return one.hosts is other.hosts
    return not one.hosts.isdisjoint(other.hosts)


@rule("SLF508", Severity.ERROR, FILES)
def slurm_count_against_files(files: Files) -> Iterator[Problem]:
    """Count of a line of gres.conf is not the number of its files.

    What it does:
        Compares Count with the files that File names.

    Why:
        slurmd ends on it.

    Example:
        # gres.conf
        NodeName=n1 Name=gpu Type=a100 Count=3 File=/dev/nvidia[0-3]

    Use instead:
        # gres.conf
        NodeName=n1 Name=gpu Type=a100 File=/dev/nvidia[0-3]

    Sources:
        gres.conf(5), Count; tried with slurmd on 22.05, 24.11 and 26.05: "count does not match File value".
    """
    for line in _gpu_lines(files.site):
        count = line.count
        if count is None or not line.files or line.record.get("MultipleFiles"):
            continue
        try:
            given = number(count.value)
        except ValueProblem as wrong:
            yield problem(count.value_location, wrong.message, wrong.hint)
            continue
        if getattr(given, "value", None) != len(line.files):
            message = f"Count is {count.value}, File names {len(line.files)} devices"
            yield problem(count.value_location, message, "leave Count out")


def _gpu_lines(site: Site) -> Iterator[Delivered]:
    yield from (delivered(it) for it in site.gres if name_of(it) == GPU)
