"""Checks of file types: only regular files are read and replaced, so that no command blocks on a pipe."""

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
    """Open a regular file, or a pipe that the shell opened for this command, as with `<(…)`.

    A device is not opened, and no other pipe is waited for. Raises OSError, ValueError for a path that
    contains NUL, UsageError for anything that is not a file.
    """
    status = path.stat()  # before opening, which would wait at a pipe and may move a device
    piped = stat.S_ISFIFO(status.st_mode) and _GIVEN.fullmatch(os.fspath(path)) is not None
    if not piped:
        _check_regular_file(path, status.st_mode)
    at_once = 0 if piped else getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0)
    descriptor = os.open(path, os.O_RDONLY | at_once | getattr(os, "O_BINARY", 0))
    try:
        if not piped:
            _check_regular_file(path, os.fstat(descriptor).st_mode)  # it may have been replaced meanwhile
        return os.fdopen(descriptor, "rb")
    except BaseException:
        os.close(descriptor)
        raise


def read_at_most(file: BinaryIO, most: int) -> bytes | None:
    """Read a file to its end, or `most` bytes of it; None if there is nothing to read yet.

    Python allocates memory for all requested bytes. Therefore the size that the file reports, plus one byte,
    is read first. Pipes, system files and growing files have more than the size that they report.
    """
    size = os.fstat(file.fileno()).st_size
    data = file.read(min(size + 1, most))
    if data is None or len(data) <= size or len(data) == most:
        return data
    return data + (file.read(most - len(data)) or b"")


def _check_regular_file(path: Path, mode: int) -> None:
    """Raise UsageError unless the mode of a path is that of a regular file."""
    if not stat.S_ISREG(mode):
        what = message("{path} is {kind}, not a file", path=path, kind=_kind(mode))
        raise UsageError(what, hint=message("give the path of a file"))


def _kind(mode: int) -> Message:
    """Return the name of a mode's file type for a message: a folder, a pipe, a socket, a device."""
    if stat.S_ISDIR(mode):
        return message("a folder")
    if stat.S_ISFIFO(mode):
        return message("a pipe")
    if stat.S_ISSOCK(mode):
        return message("a socket")
    return message("a device")


def check_target(path: Path, *, force: bool) -> None:
    """Raise UsageError for an output path that exists (unless `force`), is not a file, or is a link.

    A link is refused because another user may have created it, and it may lead to any of the user's files.
    """
    try:
        mode = path.lstat().st_mode
    except FileNotFoundError:
        if not path.parent.is_dir():
            missing = message("the folder for {path} does not exist", path=path)
            raise UsageError(missing, hint=message("nothing was written")) from None
        return
    except (OSError, ValueError) as problem:
        raise UsageError(message("{path}: {why}", path=path, why=system_error_text(problem))) from None
    if stat.S_ISLNK(mode):
        what = message("{path} is a link, and khronos does not write to the target of a link", path=path)
        raise UsageError(what, hint=message("delete the link, or choose a different file"))
    _check_regular_file(path, mode)
    if not force:
        raise already_exists_error(path)


def already_exists_error(path: Path) -> UsageError:
    """The error that an output file already exists."""
    return UsageError(message("{path} already exists", path=path), hint=message("overwrite it with --force"))


def check_replaceable(path: Path) -> None:
    """Raise UsageError if a path leads to anything but a file; only files may be replaced."""
    with contextlib.suppress(OSError):  # nothing is there, or what is wrong is told when it is written
        _check_regular_file(path, path.stat().st_mode)


def real_path(path: Path) -> str:
    """Return the path with all links resolved, or as given for a loop of links or an impossible path."""
    try:
        return os.path.realpath(path)
    except (OSError, ValueError):
        return os.fspath(path)


def same_file(one: Path, other: Path) -> bool:
    """Return whether two paths lead to the same place once links are resolved."""
    return real_path(one) == real_path(other)


def system_error_text(problem: Exception) -> str:
    """Return the reason why a file could not be used, as a short lower-case text from the exception."""
    said = problem.strerror if isinstance(problem, OSError) else None
    return said.lower() if said else message("cannot be used")
