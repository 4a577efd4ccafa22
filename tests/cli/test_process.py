"""What only a process of its own can show: imports, pipes, signals, encodings."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from tests.support.documents import STACKS

TENANTRY = [sys.executable, "-m", "tenantry"]
HEAVY = ("pydantic", "yaml", "jinja2", "cerberus", "pulumi", "lightkube", "tenantry.model", "tenantry.load")
LISTING = (
    "import sys; from tenantry.cli.main import main; code = main(sys.argv[1:]); print(*sys.modules); sys.exit(code)"
)


@pytest.mark.parametrize("args", [["--help"], ["--version"], ["check", "--help"], ["render", "--help"]])
def test_help_imports_nothing_heavy(args: list[str]) -> None:
    ran = subprocess.run([sys.executable, "-c", LISTING, *args], capture_output=True, text=True, check=True)
    modules = ran.stdout.splitlines()[-1].split()
    assert "tenantry.cli.main" in modules
    assert [name for name in modules if name.startswith(HEAVY)] == []


def test_check_imports_neither_templates_nor_clouds() -> None:
    ran = subprocess.run(
        [sys.executable, "-c", LISTING, "check", str(STACKS / "lab")], capture_output=True, text=True, check=True
    )
    modules = ran.stdout.splitlines()[-1].split()
    assert "tenantry.pipeline" in modules
    assert [name for name in modules if name.split(".")[0] in {"jinja2", "pulumi", "lightkube", "rich"}] == []


def test_a_reader_that_goes_away_ends_it_quietly() -> None:
    process = subprocess.Popen(
        [*TENANTRY, "explain", str(STACKS / "lab")], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    process.wait(timeout=60)
    assert process.stderr.read() == ""
    process.stderr.close()


def test_an_interrupt_ends_it_with_130_and_no_traceback(tmp_path: Path) -> None:
    document = tmp_path / "tenancy.yaml"
    os.mkfifo(document)
    # A shell starts what runs in its background with interrupts ignored, and that is inherited.
    process = subprocess.Popen(
        ["env", "--default-signal=INT", *TENANTRY, "check", str(document)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    writer = _when_it_is_read(document)
    # Again and again, as people do: a signal between two calls of the interpreter does not end the second one.
    for _ in range(12):
        process.send_signal(signal.SIGINT)
        with suppress(subprocess.TimeoutExpired):
            process.wait(timeout=5)
            break
    out, err = process.communicate(timeout=60)
    os.close(writer)
    assert (process.returncode, out, err.strip()) == (130, "", "")


def _when_it_is_read(fifo: Path) -> int:
    """The writing end of a pipe, as soon as somebody reads it: without a reader it cannot be opened."""
    for _ in range(1200):
        try:
            return os.open(fifo, os.O_WRONLY | os.O_NONBLOCK)
        except OSError as error:
            if error.errno != errno.ENXIO:
                raise
            time.sleep(0.05)
    pytest.fail("the command never opened its document")


def test_standard_input_is_a_document() -> None:
    text = (STACKS / "small" / "tenancy.yaml").read_bytes().replace(b"group: lab", b"group: lob", 1)
    ran = subprocess.run([*TENANTRY, "check", "-"], input=text, capture_output=True, check=False)
    assert ran.returncode == 1
    assert ran.stdout.startswith(b"<stdin>:17:19: TEN101 ")


@pytest.mark.parametrize("again", [["--kueue", "-"], ["--nodes", "-"]])
def test_standard_input_is_read_once_and_never_taken_for_nothing(again: list[str]) -> None:
    text = b"apiVersion: kueue.x-k8s.io/v1\nkind: Cohort\nmetadata: {name: lab}\n"
    command = [*TENANTRY, "check", "--kueue", "-", "--kueue-release", "0.17"]
    ran = subprocess.run([*command, *again], input=text, capture_output=True, check=False)
    wanted = [b"<stdin>:1:13: KUF101"] if again[0] == "--kueue" else [b"<stdin>:1:1: KUF007", b"<stdin>:1:13: KUF101"]
    assert [b" ".join(it.split()[:2]) for it in ran.stdout.splitlines()] == wanted


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_a_terminal_without_utf8_gets_escapes(encoding: str) -> None:
    environment = os.environ | {"PYTHONIOENCODING": encoding}
    text = 'fleet: "\u00e9\u4e2d"\nflavors: {}\n'.encode()
    ran = subprocess.run([*TENANTRY, "check", "-"], input=text, capture_output=True, check=False, env=environment)
    assert ran.returncode == 1
    assert b"Traceback" not in ran.stderr


@pytest.mark.parametrize("args", ["check - <&-", "check small >&-", "schema >&-", "check missing 2>&-", "--help >&-"])
def test_closed_streams_are_told_and_no_fault(args: str) -> None:
    line = f"exec {' '.join(TENANTRY)} {args.replace('small', str(STACKS / 'small'))}"
    ran = subprocess.run(["bash", "-c", line], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert "fault" not in ran.stderr
    assert ("2>&-" in args) == (ran.stderr == "")
