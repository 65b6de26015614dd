"""Reading and writing files: limits, atomic writes, one writer at a time (FORMATS 1, 4)."""

from __future__ import annotations

import contextlib
import hashlib
import os
import stat
from collections.abc import Callable, Iterator
from pathlib import Path

import filelock

from khronos_pbem.errors import Conflict, InvalidFile, KhronosError, UsageError
from khronos_pbem.messages import message, operand
from khronos_pbem.storage.file_types import (
    check_replaceable,
    check_target,
    exists_already,
    open_to_read,
    real_path,
    why_of,
)
from khronos_pbem.storage.home_folder import folder
from khronos_pbem.storage.temporary import remove_stale, temporary_beside

MAX_BYTES = 16 * 1024 * 1024
SMALL_BYTES = 1024 * 1024
"""Bytes of a file that people write: a position, a map, orders, an identity."""

LOCK_SECONDS = 5.0


def read_file(path: Path, most: int = MAX_BYTES) -> bytes:
    """The bytes of a file. Raises UsageError if it cannot be read, InvalidFile for more than `most` bytes."""
    try:
        with open_to_read(path) as file:
            data = file.read(most + 1)
        if data is None:  # a file of the system that has nothing to say yet
            raise BlockingIOError
    except KhronosError:
        raise
    except FileNotFoundError:
        raise UsageError(
            message("{path} does not exist", path=path),
            rule="FORMATS 1",
            hint=message("give the path of a file"),
        ) from None
    except (OSError, ValueError) as problem:
        raise UsageError(message("{path}: {why}", path=path, why=why_of(problem)), rule="FORMATS 1") from None
    if len(data) > most:
        hint = message("it must not be larger than {part} KiB", part=most // 1024)
        raise InvalidFile(message("{path} is too large", path=path), rule="FORMATS 4", hint=hint)
    return data


def read_if_possible(path: Path, most: int = MAX_BYTES) -> bytes | None:
    """The first bytes of a file that only saves time; None if it is not there or cannot be read."""
    try:
        with open_to_read(path) as file:
            return file.read(most)
    except (OSError, ValueError):  # KhronosError too
        return None


class _Deeds:
    """Whether this run of the program has written anything that somebody asked for."""

    written = False


def has_written() -> bool:
    """Whether a file was put in its place since `forget_deeds`, other than by `write_aside`."""
    return _Deeds.written


def forget_deeds() -> None:
    """Begin anew: nothing is written yet."""
    _Deeds.written = False


def write_aside(path: Path, data: bytes) -> None:
    """Write what the program remembers for itself, for its owner alone. Raises as `write_atomically`."""
    before = _Deeds.written
    write_atomically(path, data, mode=0o600)
    _Deeds.written = before


def write_new(path: Path, data: str | bytes, *, force: bool, mode: int | None = None) -> None:
    """Write an output: a file that must not be there yet, unless `force`, and never through a link.

    Raises UsageError as `check_target` and `write_atomically`.
    """
    raw = data.encode() if isinstance(data, str) else data
    with staged(path, raw, mode, new=True, force=force) as put:
        put()


def write_atomically(path: Path, data: bytes, mode: int | None = None) -> None:
    """Put a file in its place in one step: whoever reads it sees the old or the new one, whole.

    It is for what was read before, or is the program's own: a link is followed to its file. It keeps the old
    file's mode if `mode` is not given. Raises UsageError (folder missing or read-only, disk full); the old
    file is untouched then.
    """
    with staged(path, data, mode) as put:
        put()


@contextlib.contextmanager
def staged(
    path: Path, data: bytes, mode: int | None = None, *, new: bool = False, force: bool = False
) -> Iterator[Callable[[], None]]:
    """A file written beside its place; calling what this gives puts it there, leaving without removes it.

    So everything that can fail for want of room or rights has happened before something else is decided.
    A `new` one is written as by `write_new`, others as by `write_atomically`. Raises UsageError, here or in
    the call; the old file is untouched then.
    """
    if new:
        check_target(path, force=force)
    else:
        check_replaceable(path)
        path = Path(real_path(path))
    temporary = temporary_beside(path)
    remove_stale(path.parent)

    def put() -> None:
        with _as_usage(path):
            _put_in_place(temporary, path, replaces=force or not new)
        _Deeds.written = True
        _sync_folder(path.parent)

    try:
        with _as_usage(path):
            if mode is None:
                mode = stat.S_IMODE(path.stat().st_mode) if path.exists() else 0o666 & ~_umask()
            _write_through(temporary, data, mode)
        yield put
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)


def _put_in_place(temporary: Path, path: Path, *, replaces: bool) -> None:
    """Give a file its name; unless it `replaces` what is there, raise UsageError if something is, even since
    this was last looked at."""
    if replaces:
        temporary.replace(path)
        return
    try:
        path.hardlink_to(temporary)  # which fails where there is anything, and follows no link
    except FileExistsError:
        raise exists_already(path) from None
    except OSError:  # a file system without hard links
        check_target(path, force=False)
        temporary.replace(path)


def remove_file(path: Path) -> None:
    """Remove a file, if it is there. Raises UsageError."""
    with _as_usage(path):
        path.unlink(missing_ok=True)
    _Deeds.written = True
    _sync_folder(path.parent)


@contextlib.contextmanager
def _as_usage(path: Path) -> Iterator[None]:
    try:
        yield
    except TimeoutError:
        raise
    except OSError as problem:
        raise UsageError(
            message("{path} cannot be written: {why}", path=path, why=why_of(problem)),
            rule="FORMATS 1",
            hint=message("nothing was written"),
        ) from None


def _umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


def _write_through(path: Path, data: bytes, mode: int) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    path.chmod(mode)


def _sync_folder(path: Path) -> None:
    """Make a rename last through a power cut, where the file system can: the file is in its place already."""
    if os.name != "posix":
        return
    with contextlib.suppress(OSError):
        descriptor = os.open(path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


@contextlib.contextmanager
def locked(path: Path, home: Path) -> Iterator[None]:
    """Hold the lock of a file, which lies in the home. Raises as `holding`."""
    name = hashlib.sha256(os.fsencode(os.path.realpath(path))).hexdigest()[:32]
    with holding(name, home, message("another khronos process is using {path}", path=path)):
        yield


@contextlib.contextmanager
def holding(name: str, home: Path, busy: str) -> Iterator[None]:
    """Hold a lock of the home by its name.

    Raises Conflict, saying `busy`, if another process keeps it, UsageError if the home cannot be written.
    """
    path = folder(home, "locks") / f"{name}.lock"
    lock = filelock.FileLock(path, timeout=LOCK_SECONDS)
    try:
        with _as_usage(path):
            lock.acquire()
    except filelock.Timeout:
        raise Conflict(busy, rule="FORMATS 4", hint=message("try again when it has finished")) from None
    try:
        yield
    finally:
        lock.release()


def check_unchanged(path: Path, expected: bytes) -> None:
    """Raise Conflict unless a file still is what was read."""
    try:
        now = read_file(path)
    except KhronosError:
        now = b""
    if now != expected:
        what = message("{path} has been changed by another program in the meantime", path=path)
        hint = message("look at it with khronos show {path}, then try again", path=operand(path))
        raise Conflict(what, rule="FORMATS 4", hint=hint)


def replace_if_unchanged(path: Path, expected: bytes, text: str, *, home: Path) -> None:
    """Put a new text in a file's place if the file still is what was read. Raises Conflict, UsageError."""
    with locked(path, home):
        check_unchanged(path, expected)
        write_atomically(path, text.encode())
