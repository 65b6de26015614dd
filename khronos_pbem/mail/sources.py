"""Where mail comes from: a pipe, a file, an mbox, a Maildir, a folder of saves and mails."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from khronos_pbem.errors import UsageError
from khronos_pbem.record.files import read_file

MAX_MAIL = 64 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Letter:
    """Some bytes that may hold saves or orders, and where they are from."""

    origin: str
    data: bytes


def letters_in(source: str) -> Iterator[Letter]:
    """All letters of a source: `-` is standard input. Raises UsageError if it cannot be read."""
    if source == "-":
        if sys.stdin is None or sys.stdin.closed:
            raise UsageError("standard input is closed", rule="FORMATS 1", hint="give a file or a folder")
        yield from _split("standard input", sys.stdin.buffer.read(MAX_MAIL))
        return
    path = Path(source)
    if not path.is_dir():
        yield from _split(source, _read(path))
        return
    for each in _files(path):
        yield from _split(str(each), _read(each))


def _files(path: Path) -> list[Path]:
    """The files of a folder: of a Maildir those in `new` and `cur`, else all that are not hidden."""
    try:
        if (path / "cur").is_dir() and (path / "new").is_dir():
            return sorted(
                each for part in ("cur", "new") for each in (path / part).iterdir() if each.is_file()
            )
        return sorted(each for each in path.iterdir() if each.is_file() and not each.name.startswith("."))
    except OSError as problem:
        raise UsageError(f"{path}: {problem.strerror}", rule="FORMATS 1") from None


def _read(path: Path) -> bytes:
    try:
        large = path.stat().st_size > MAX_MAIL
    except OSError:
        large = False
    if large:
        raise UsageError(f"{path} is too large", rule="FORMATS 1", hint="split the mailbox")
    return path.read_bytes() if path.is_file() and path.stat().st_size > 2**23 else read_file(path)


def _split(origin: str, data: bytes) -> Iterator[Letter]:
    """The mails of an mbox, or the bytes as they are."""
    if not data.startswith(b"From ") or b"\n\nFrom " not in data.replace(b"\r\n", b"\n"):
        yield Letter(origin, data)
        return
    parts = data.replace(b"\r\n", b"\n").split(b"\n\nFrom ")
    for number, part in enumerate(parts, 1):
        yield Letter(f"{origin}, mail {number}", part if number == 1 else b"From " + part)
