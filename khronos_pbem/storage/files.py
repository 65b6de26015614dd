"""Reading and writing files: limits, atomic writes, one writer at a time (FORMATS 1, 4)."""

from __future__ import annotations

import contextlib
import hashlib
import os
import stat
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import filelock

from khronos_pbem.errors import Conflict, InvalidFile, KhronosError, UsageError
from khronos_pbem.messages import message, shell_operand
from khronos_pbem.storage.file_types import (
    already_exists_error,
    check_replaceable,
    check_target,
    open_to_read,
    read_at_most,
    real_path,
    system_error_text,
)
from khronos_pbem.storage.home_folder import ensure_folder
from khronos_pbem.storage.temporary import remove_stale, temporary_beside

if sys.platform != "win32":
    import fcntl

MAX_BYTES = 16 * 1024 * 1024
SMALL_BYTES = 1024 * 1024
"""The size limit in bytes for a file that people write: a position, a map, orders, an identity."""

LOCK_SECONDS = 5.0


def read_file(path: Path, most: int = MAX_BYTES) -> bytes:
    """Return the bytes of a file.

    Raises UsageError if it cannot be read, InvalidFile if it has more than `most` bytes.
    """
    try:
        with open_to_read(path) as file:
            data = read_at_most(file, most + 1)
        if data is None:  # a file of the system that has nothing to say yet
            raise BlockingIOError
    except KhronosError:
        raise
    except FileNotFoundError:
        hint = message("give the path of a file")
        raise UsageError(message("{path} does not exist", path=path), hint=hint) from None
    except (OSError, ValueError) as problem:
        raise UsageError(message("{path}: {why}", path=path, why=system_error_text(problem))) from None
    if len(data) > most:
        hint = message("the file must not be larger than {part} KiB", part=most // 1024)
        raise InvalidFile(message("{path} is too large", path=path), hint=hint)
    return data


def read_if_possible(path: Path, most: int = MAX_BYTES) -> bytes | None:
    """Return at most `most` bytes of a file; None if it does not exist or cannot be read.

    This is for files that the program can do without, such as caches.
    """
    try:
        with open_to_read(path) as file:
            return read_at_most(file, most)
    except (OSError, ValueError):  # KhronosError too
        return None


class _WriteState:
    """The record of whether this run of the program has written a file that the user asked for."""

    written = False


def has_written() -> bool:
    """Return whether a file was written or removed since `reset_written`, except by `write_state_file`."""
    return _WriteState.written


def reset_written() -> None:
    """Reset `has_written` to False."""
    _WriteState.written = False


def write_state_file(path: Path, data: bytes) -> None:
    """Write a file of the program's own state, readable only by its owner.

    `has_written` does not count it. Raises the errors of `write_atomically`.
    """
    before = _WriteState.written
    write_atomically(path, data, mode=0o600)
    _WriteState.written = before


def write_output(path: Path, data: str | bytes, *, force: bool, mode: int | None = None) -> None:
    """Write an output file, never through a link; it must not exist yet unless `force` is set.

    Raises UsageError like `check_target` and `write_atomically`.
    """
    raw = data.encode() if isinstance(data, str) else data
    with staged_write(path, raw, mode, new=True, force=force) as put:
        put()


def write_atomically(path: Path, data: bytes, mode: int | None = None) -> None:
    """Replace a file in one step: a reader sees either the whole old file or the whole new one.

    This is for files that were read before or belong to the program; a link is followed to its file. Without
    `mode` the mode of the old file is kept. Raises UsageError (folder missing or read-only, disk full) and
    leaves the old file untouched.
    """
    with staged_write(path, data, mode) as put:
        put()


@contextlib.contextmanager
def staged_write(
    path: Path, data: bytes, mode: int | None = None, *, new: bool = False, force: bool = False
) -> Iterator[Callable[[], None]]:
    """Write a temporary file beside its final path; call the yielded function to move it there.

    Leaving the block without the call removes the temporary file. Errors for lack of space or rights
    therefore occur before the caller does anything else. With `new` it writes like `write_output`, otherwise
    like `write_atomically`. Raises UsageError, here or in the call; the old file is then untouched.
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
        _WriteState.written = True
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
    """Move a temporary file to its path.

    Unless `replaces` is set, raise UsageError if anything exists there, even if it appeared after the last
    check.
    """
    if replaces:
        temporary.replace(path)
        return
    try:
        path.hardlink_to(temporary)  # which fails where there is anything, and follows no link
    except FileExistsError:
        raise already_exists_error(path) from None
    except OSError:  # a file system without hard links
        check_target(path, force=False)
        temporary.replace(path)


def remove_state_file(path: Path) -> None:
    """Remove a file of the program's own state if it exists. Raises UsageError."""
    with _as_usage(path):
        path.unlink(missing_ok=True)


def move_state_file(path: Path, to: Path) -> None:
    """Rename a file of the program's own state. Raises UsageError."""
    with _as_usage(path):
        path.replace(to)


def remove_file(path: Path) -> None:
    """Remove a file if it exists. Raises UsageError."""
    with _as_usage(path):
        path.unlink(missing_ok=True)
    _WriteState.written = True
    _sync_folder(path.parent)


@contextlib.contextmanager
def _as_usage(path: Path) -> Iterator[None]:
    """Turn an OSError in the block into a UsageError that says the path cannot be written."""
    try:
        yield
    except TimeoutError:
        raise
    except OSError as problem:
        what = message("{path} cannot be written: {why}", path=path, why=system_error_text(problem))
        raise UsageError(what, hint=message("nothing was written")) from None


def _umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


def _write_through(path: Path, data: bytes, mode: int) -> None:
    """Create a file with these bytes and this mode, flushed to the disk. Raises FileExistsError, OSError."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    path.chmod(mode)


def _sync_folder(path: Path) -> None:
    """Flush a folder, so that a rename in it survives a power cut, if the file system can do that."""
    if os.name != "posix":
        return
    with contextlib.suppress(OSError):
        descriptor = os.open(path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


@contextlib.contextmanager
def file_lock(path: Path, home: Path) -> Iterator[None]:
    """Hold the lock of a file during the block; the lock itself is in the home.

    Raises the errors of `named_lock`.
    """
    name = hashlib.sha256(os.fsencode(os.path.realpath(path))).hexdigest()[:32]
    with named_lock(name, home, message("another khronos process is using {path}", path=path)):
        yield


@contextlib.contextmanager
def named_lock(name: str, home: Path, busy: str) -> Iterator[None]:
    """Hold a lock of the home, given by its name, during the block.

    Raises Conflict with the message `busy` if another process holds it for 5 seconds, UsageError if the home
    cannot be written.
    """
    path = ensure_folder(home, "locks") / f"{name}.lock"
    lock = filelock.FileLock(path, timeout=LOCK_SECONDS)
    try:
        with _as_usage(path):
            lock.acquire()
    except filelock.Timeout:
        raise Conflict(busy, hint=message("try again when it has finished")) from None
    try:
        yield
    finally:
        lock.release()


@contextlib.contextmanager
def inherited_lock(name: str, home: Path, busy: str) -> Iterator[tuple[int, ...]]:
    """Hold a lock of the home during the block, like `named_lock`; yield descriptors that keep it held.

    A process that inherits them also holds the lock until it ends, even if this process is killed. Raises the
    errors of `named_lock`, but without waiting. Systems that do not support this have no descriptors.
    """
    if sys.platform == "win32":
        with named_lock(name, home, busy):
            yield ()
        return
    path = ensure_folder(home, "locks") / f"{name}.lock"
    with _as_usage(path):
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        with _as_usage(path), _as_conflict(busy):
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield (descriptor,)
    finally:
        os.close(descriptor)


@contextlib.contextmanager
def _as_conflict(busy: str) -> Iterator[None]:
    """Turn the error of a lock that another process holds into a Conflict with the message `busy`."""
    try:
        yield
    except BlockingIOError:
        raise Conflict(busy, hint=message("try again when it has finished")) from None


def check_unchanged(path: Path, expected: bytes) -> None:
    """Raise Conflict unless a file still has these bytes."""
    try:
        now = read_file(path)
    except KhronosError:
        now = b""
    if now != expected:
        what = message("{path} has been changed by another program in the meantime", path=path)
        hint = message("look at the game with khronos show {path}, then try again", path=shell_operand(path))
        raise Conflict(what, hint=hint)


def replace_if_unchanged(path: Path, expected: bytes, text: str, *, home: Path) -> None:
    """Replace a file with a new text if it still has the expected bytes.

    Raises Conflict if it has other bytes or is locked, UsageError if it cannot be written.
    """
    with file_lock(path, home):
        check_unchanged(path, expected)
        write_atomically(path, text.encode())
