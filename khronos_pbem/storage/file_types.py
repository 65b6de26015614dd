"""What a path leads to: only regular files are read and replaced, and nothing else is ever waited for."""

from __future__ import annotations

import contextlib
import os
import re
import stat
from pathlib import Path
from typing import BinaryIO

from khronos_pbem.errors import UsageError
from khronos_pbem.messages import Message, message

_GIVEN = re.compile(r"/dev/(?:stdin|fd/\d{1,6})|/proc/self/fd/\d{1,6}", re.ASCII)


def open_to_read(path: Path) -> BinaryIO:
    """A regular file, open; also a pipe that the shell has opened for this command, as `<(…)` does.

    A pipe that nobody writes is never waited for, and a device not even opened. Raises OSError, ValueError
    for a path that holds a NUL, UsageError for what is not a file.
    """
    status = path.stat()  # before opening, which would wait at a pipe and may move a device
    piped = stat.S_ISFIFO(status.st_mode) and _GIVEN.fullmatch(os.fspath(path)) is not None
    if not piped:
        _refuse_others(path, status.st_mode)
    at_once = 0 if piped else getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0)
    descriptor = os.open(path, os.O_RDONLY | at_once | getattr(os, "O_BINARY", 0))
    try:
        if not piped:
            _refuse_others(path, os.fstat(descriptor).st_mode)  # it may have been replaced meanwhile
        return os.fdopen(descriptor, "rb")
    except BaseException:
        os.close(descriptor)
        raise


def _refuse_others(path: Path, mode: int) -> None:
    if not stat.S_ISREG(mode):
        what = message("{path} is {kind}, not a file", path=path, kind=_kind(mode))
        raise UsageError(what, rule="FORMATS 1", hint=message("give the path of a file"))


def _kind(mode: int) -> Message:
    if stat.S_ISDIR(mode):
        return message("a folder")
    if stat.S_ISFIFO(mode):
        return message("a pipe")
    if stat.S_ISSOCK(mode):
        return message("a socket")
    return message("a device")


def check_target(path: Path, *, force: bool) -> None:
    """Raise UsageError for an output that is there already, unless `force`, that cannot be a file, or that is
    a link: somebody else may have put it there, and it may lead to any file of yours."""
    try:
        mode = path.lstat().st_mode
    except FileNotFoundError:
        if not path.parent.is_dir():
            missing = message("the folder of {path} does not exist", path=path)
            raise UsageError(missing, rule="FORMATS 1", hint=message("nothing was written")) from None
        return
    except (OSError, ValueError) as problem:
        raise UsageError(message("{path}: {why}", path=path, why=why_of(problem)), rule="FORMATS 1") from None
    if stat.S_ISLNK(mode):
        hint = message("delete it, or name another file")
        raise UsageError(
            message("{path} is a link, and khronos does not write to the target of a link", path=path),
            hint=hint,
        )
    _refuse_others(path, mode)
    if not force:
        raise exists_already(path)


def exists_already(path: Path) -> UsageError:
    """That an output is there already."""
    return UsageError(
        message("{path} already exists", path=path),
        rule="FORMATS 1",
        hint=message("overwrite it with --force"),
    )


def check_replaceable(path: Path) -> None:
    """Raise UsageError for a path at which there is something else than a file: it is never replaced."""
    with contextlib.suppress(OSError):  # nothing is there, or what is wrong is told when it is written
        _refuse_others(path, path.stat().st_mode)


def real_path(path: Path) -> str:
    """Where a path leads in the end; of links that lead to themselves, and of what is no path, the text."""
    try:
        return os.path.realpath(path)
    except (OSError, ValueError):
        return os.fspath(path)


def same_file(one: Path, other: Path) -> bool:
    """Whether two paths lead to the same place."""
    return real_path(one) == real_path(other)


def why_of(problem: Exception) -> str:
    """Why a file cannot be used, in a few small words."""
    said = problem.strerror if isinstance(problem, OSError) else None
    return said.lower() if said else message("cannot be used")
