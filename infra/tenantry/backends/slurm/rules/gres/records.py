"""Lines of gres.conf that contradict each other or themselves."""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.backends.slurm.gres import GPU, Delivered, delivered, name_of, speak_of_one_node
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


@rule("SLF512", Severity.ERROR, FILES)
def slurm_gpu_lines_half_typed(files: Files) -> Iterator[Problem]:
    """Lines of gres.conf about the same GPUs have a Type, and others have none.

    What it does:
        Compares the lines about GPUs that speak about the same node.

    Why:
        slurmd ends on it.

    Example:
        # gres.conf
        NodeName=n1 Name=gpu Type=a100 File=/dev/nvidia[0-1]
        NodeName=n1 Name=gpu File=/dev/nvidia[2-3]

    Use instead:
        # gres.conf
        NodeName=n1 Name=gpu Type=a100 File=/dev/nvidia[0-1]
        NodeName=n1 Name=gpu Type=a100 File=/dev/nvidia[2-3]

    Sources:
        src/interfaces/gres.c; tried with slurmd on 22.05, 24.11 and 26.05: "some records have "Type=" specification
        while others do not".
    """
    lines = [it for it in _gpu_lines(files.site) if "AutoDetect" not in it.record.options]
    typed = [it for it in lines if it.type]
    for line in lines:
        other = next((it for it in typed if speak_of_one_node(it.record, line.record)), None)
        if not line.type and other:
            first = seen("a line with a type", other.record.location)
            message = "the line has no Type, and another one about the same node has one"
            yield problem(line.record.location, message, "give every line its Type", first)


@rule("SLF514", Severity.WARNING, FILES)
def slurm_gres_line_without_type(files: Files) -> Iterator[Problem]:
    """A line of gres.conf is about devices that GresTypes does not name.

    What it does:
        Looks up the Name of every line of gres.conf in GresTypes, where slurm.conf sets it.

    Why:
        Slurm passes over the line, with an error in the log of every node.

    Example:
        # slurm.conf
        GresTypes=gpu
        NodeName=n1 CPUs=8 Gres=gpu:2
        PartitionName=batch Nodes=ALL
        # gres.conf
        Name=gpu File=/dev/nvidia[0-1]
        Name=fpga Count=2

    Use instead:
        # slurm.conf
        GresTypes=gpu,fpga
        NodeName=n1 CPUs=8 Gres=gpu:2,fpga:2
        PartitionName=batch Nodes=ALL
        # gres.conf
        Name=gpu File=/dev/nvidia[0-1]
        Name=fpga Count=2

    Sources:
        gres.conf(5), Name; tried with slurmd on 22.05, 24.11 and 26.05: "Ignoring gres.conf record, invalid name".
    """
    types = files.words("GresTypes")
    for record in files.site.gres if types and files.whole else ():
        name = name_of(record)
        if name and name.lower() not in types:
            message = f"'{name}' is not in GresTypes, so this line counts for nothing"
            known = seen("GresTypes is set here", files.place("GresTypes"))
            yield problem(record.location, message, "leave the line out, or add it to GresTypes", known)


@rule("SLF515", Severity.WARNING, FILES)
def slurm_detection_for_no_node(files: Files) -> Iterator[Problem]:
    """AutoDetect stands on a line of gres.conf that names no node.

    What it does:
        Tells AutoDetect behind Name on lines without NodeName.

    Why:
        It counts for nothing: slurmd wants NodeName at the start of the line, or AutoDetect alone on one for all nodes.

    Example:
        # gres.conf
        Name=gpu AutoDetect=nvml

    Use instead:
        # gres.conf
        AutoDetect=nvml

    Sources:
        gres.conf(5), AutoDetect; tried with slurmd on 22.05, 24.11 and 26.05: "In-line AutoDetect requires NodeName to
        take effect".
    """
    for record in files.site.gres:
        setting = record.own.get("AutoDetect")
        if setting and record.hosts is None:
            help_text = "write it alone on a line, or start the line with NodeName"
            yield problem(setting.location, "AutoDetect counts for nothing on a line without NodeName", help_text)


def _gpu_lines(site: Site) -> Iterator[Delivered]:
    yield from (delivered(it) for it in site.gres if name_of(it) == GPU)
