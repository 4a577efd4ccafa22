"""Commands are run without a shell and without input, bounded in time and output."""

from __future__ import annotations

import sys

import pytest

from tenantry.backends.slurm.live.commands import Answer, UnreachableError
from tenantry.backends.slurm.live.local import LocalCommands

PYTHON = (sys.executable, "-c")


def test_both_streams_and_the_code_come_back() -> None:
    program = "import sys; print(sys.argv[1]); print('no', file=sys.stderr); sys.exit(3)"
    assert LocalCommands((*PYTHON, program)).run(["name=a/b:1"]) == Answer(3, "name=a/b:1\n", "no\n")


def test_there_is_nothing_to_read() -> None:
    assert LocalCommands((*PYTHON, "import sys; print(repr(sys.stdin.read()))")).run([]).out == "''\n"


def test_what_does_not_end_is_ended() -> None:
    with pytest.raises(UnreachableError, match="did not end within"):
        LocalCommands((*PYTHON, "import time; time.sleep(60)"), seconds=0.3).run([])


def test_what_prints_without_end_is_ended() -> None:
    endless = "while True: print('Would you like to commit changes? (You have 30 seconds to decide)')"
    with pytest.raises(UnreachableError, match="printed more than 100000 bytes"):
        LocalCommands((*PYTHON, endless), most=100_000).run([])


def test_a_program_that_is_not_there_is_named() -> None:
    with pytest.raises(UnreachableError, match="no-such-program cannot be run: no such file"):
        LocalCommands(("no-such-program",)).run(["scontrol"])


@pytest.mark.parametrize("word", ["", "a b", "a;b", "$(id)", "`id`", "a\nb", "a'b", "a|b", "a>b", "~", "*"])
def test_a_word_that_a_far_shell_would_read_again_is_refused(word: str) -> None:
    with pytest.raises(ValueError, match="cannot be part of a command"):
        LocalCommands((*PYTHON, "print(1)")).run(["scontrol", word])


def test_the_place_is_the_prefix() -> None:
    assert LocalCommands().where == "this machine"
    assert LocalCommands(("ssh", "ctl")).where == "ssh ctl"
