"""Handle standard streams that are closed or full, and readers that have closed a pipe."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from typing import TextIO

from khronos_pbem.cli.terminal.printing import note, take_lost_output
from khronos_pbem.errors import ExitCode
from khronos_pbem.messages import message
from khronos_pbem.storage.file_types import system_error_text


def open_streams() -> None:
    """Open the null device in place of standard streams that were closed before the program started.

    Otherwise the next file that is opened, perhaps a save, would get the number of a stream.
    """
    for number in (0, 1, 2):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # the lowest number that is free, which is this one
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115, PTH123


_FULL = frozenset(
    {errno.EPIPE, errno.ENOSPC, errno.EIO, errno.EBADF, errno.EFBIG, errno.EAGAIN, errno.EDQUOT}
)


def is_output_error(problem: OSError) -> bool:
    """Return whether an error concerns a standard stream.

    Such an error names no file and has an error number that output can cause.
    """
    return problem.filename is None and problem.errno in _FULL


def flush_output(code: int, lost: OSError | None, *, has_written: bool) -> int:
    """Flush the output of a command, and return its exit code.

    `lost` is an earlier output error. Any error is printed to standard error, except for a pipe closed by its
    reader. After such a printed error, an exit code of 0 becomes that of a usage error, unless the command
    has written a file.
    """
    problem = _flush(sys.stdout)
    lost = lost or take_lost_output() or problem
    if problem is not None:
        _redirect_to_null(sys.stdout)
    if lost is not None and not isinstance(lost, BrokenPipeError):
        note(message("cannot write to standard output: {why}", why=system_error_text(lost)))
        code = code or (int(ExitCode.DONE) if has_written else int(ExitCode.USAGE))
    if _flush(sys.stderr) is not None:
        _redirect_to_null(sys.stderr)
    return code


def _flush(stream: TextIO) -> OSError | None:
    """Flush a stream, and return the error if it cannot be flushed."""
    try:
        stream.flush()
    except OSError as problem:
        return problem
    except ValueError:  # closed
        return None
    return None


def _redirect_to_null(stream: TextIO) -> None:
    """Redirect a stream to the null device, so that the interpreter does not fail on it at exit."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        empty = os.open(os.devnull, os.O_WRONLY)
        os.dup2(empty, stream.fileno())
        os.close(empty)
        stream.flush()
