"""The command ``tenantry``: verbs are looked up when they are asked for, so that ``--help`` imports nothing heavy."""

from __future__ import annotations

import atexit
import gc
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from io import StringIO

import click

from tenantry import __version__
from tenantry.cli.verbs import Verbs

VERBS = {
    "init": "Write a starter document.",
    "check": "Tell everything that is wrong with a document.",
    "render": "Write the policy of both schedulers as files.",
    "drift": "Tell where a running Slurm, its files or the rendered ones differ from a document.",
    "slurm": "Plan and apply accounts, QOS and limits.",
    "explain": "Say what a team may use, what a rule is about, or what a key means.",
    "schema": "Print the document's JSON Schema for editors.",
}
INTERRUPTED = 130
COULD_NOT_RUN = 2
ALLOCATIONS = 100_000
"""Between two searches for garbage: Python's 700 makes hundreds while modules load, which leave none."""


@click.group(
    cls=Verbs,
    verbs=VERBS,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 120},
    epilog="Exit codes: 0 the answer is yes; 1 it is no (findings, stale files, drift); 2 it could not run.",
)
@click.version_option(__version__, message="%(prog)s %(version)s")
def cli() -> None:
    """One tenancy policy for a GPU fleet under Slurm and Kueue.

    DOC is a document, a folder of them, or the name of a stack; left out, it is the only one there is.
    """


def main(args: Sequence[str] | None = None) -> int:
    """Runs the command line and returns its exit code; never a traceback, unless TENANTRY_DEBUG is set."""
    gc.set_threshold(ALLOCATIONS)
    atexit.register(gc.freeze)  # the process ends: nothing is left to search for garbage
    sys.stderr = sys.stderr or StringIO()  # closed: nobody is told
    if sys.stdout is None:
        _tell("standard output is closed; send it to /dev/null where nobody reads it")
        return COULD_NOT_RUN
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        result = cli.main(args, prog_name="tenantry", standalone_mode=False)
        sys.stdout.flush()
        return result if isinstance(result, int) else 0
    except (click.exceptions.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except click.exceptions.NoArgsIsHelpError as error:
        with suppress(OSError):
            click.echo(error.format_message(), err=True)
        return COULD_NOT_RUN
    except click.ClickException as error:
        if isinstance(error, click.UsageError) and error.ctx is not None:
            _usage(error.ctx)
        _tell(error.format_message())
        return COULD_NOT_RUN
    except BrokenPipeError:
        return _closed()
    except OSError as error:
        _tell(f"{error.filename or 'input or output'}: {(error.strerror or str(error)).lower()}")
        return COULD_NOT_RUN
    except Exception as error:
        if os.environ.get("TENANTRY_DEBUG"):
            raise
        kind = type(error).__name__
        _tell(f"this is a fault of tenantry {__version__}: {kind}: {error}".splitlines()[0])
        _tell("please report it with the document and the output of the same command under TENANTRY_DEBUG=1")
        return COULD_NOT_RUN


def _tell(message: str) -> None:
    with suppress(OSError):
        click.echo(f"tenantry: {message}", err=True)


def _usage(ctx: click.Context) -> None:
    with suppress(OSError):
        click.echo(f"{ctx.get_usage()}\nTry '{ctx.command_path} --help' for help.\n", err=True)


def _closed() -> int:
    """The reader of our output went away, which is its right; nothing more may be written."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0
