"""The standard streams: closed ones, full ones, and readers who have left."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from typing import Any

from khronos_pbem.cli.terminal.printing import lost_output, note
from khronos_pbem.errors import Exit
from khronos_pbem.messages import message
from khronos_pbem.storage.file_types import why_of


def open_streams() -> None:
    """Put the empty device in the place of streams that whoever runs this has closed.

    Else the next file that is opened, perhaps a save, would get a stream's number.
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


def is_of_output(problem: OSError) -> bool:
    """Whether an error is standard output's: what is wrong with a file names the file."""
    return problem.filename is None and problem.errno in _FULL


def printed(code: int, lost: OSError | None, *, has_written: bool) -> int:
    """The exit code of a command once all it printed has left the program; `lost` is what kept it there.

    What could not be printed is said on standard error. It does not undo what was written, so the code stays
    that of what happened; a command that had nothing but its output to give has failed. A reader who has
    seen enough and left is no failure.
    """
    problem = _emptied(sys.stdout)
    lost = lost or lost_output() or problem
    if problem is not None:
        _silence(sys.stdout)
    if lost is not None and not isinstance(lost, BrokenPipeError):
        note(message("cannot write to standard output: {why}", why=why_of(lost)))
        code = code or (int(Exit.DONE) if has_written else int(Exit.USAGE))
    if _emptied(sys.stderr) is not None:
        _silence(sys.stderr)
    return code


def _emptied(stream: Any) -> OSError | None:
    """What keeps a stream's text from leaving; None if it has left."""
    try:
        stream.flush()
    except OSError as problem:
        return problem
    except ValueError:  # closed
        return None
    return None


def _silence(stream: Any) -> None:
    """Let a stream lead nowhere, so that the interpreter does not fail on it at its end."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        empty = os.open(os.devnull, os.O_WRONLY)
        os.dup2(empty, stream.fileno())
        os.close(empty)
        stream.flush()
