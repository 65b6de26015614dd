"""Read letters from a pipe, a file, an mbox, a Maildir, or a folder of saves and e-mails."""

from __future__ import annotations

import os
import re
import stat
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from khronos_pbem.errors import InvalidFile, KhronosError, UsageError
from khronos_pbem.messages import message
from khronos_pbem.storage.files import MAX_BYTES, read_file

MAX_MAIL = MAX_BYTES
"""The maximum size in bytes of one letter from any source."""

MAX_PIPE = 4 * MAX_MAIL
"""The maximum size in bytes of all input from a pipe; an mbox file may be of any size."""

_HEAD = 32 * 1024
"""The number of bytes in which to look for a letter's headers; mail servers add many of their own."""
_PIECE = 1024 * 1024
_NEXT_MAIL = re.compile(rb"\n\r?\nFrom ")


@dataclass(frozen=True, slots=True)
class Letter:
    """A letter or file that may hold saves or orders; its bytes are read only when they are needed.

    `origin` names it in messages. `number` counts the letters of an mbox from 1. `problem` is the error if
    the letter could not be fetched.
    """

    origin: str
    content: bytes = b""
    path: Path | None = None
    start: int = 0
    stop: int = 0
    number: int = 0
    problem: KhronosError | None = None

    @property
    def data(self) -> bytes:
        """The bytes of the letter.

        Raises UsageError if they cannot be read, InvalidFile if they are too large.
        """
        size = len(self.content) if self.path is None else self.stop - self.start
        if size > MAX_MAIL:
            raise too_large_error()
        return self._read(self.stop)

    @property
    def head(self) -> bytes:
        """The first bytes of the letter, with its mail headers. Raises UsageError if they cannot be read."""
        return self._read(min(self.stop, self.start + _HEAD))[:_HEAD]

    def _read(self, stop: int) -> bytes:
        if self.problem is not None:
            raise self.problem
        if self.path is None:
            return self.content
        try:
            with self.path.open("rb") as file:
                file.seek(self.start)
                return file.read(stop - self.start)
        except OSError as problem:
            raise _unreadable_error(self.path, problem) from None


def too_large_error() -> InvalidFile:
    """The error for a letter that is larger than allowed."""
    hint = message(
        "khronos reads e-mails of up to {part} MiB; ask the sender for the save as a file",
        part=MAX_MAIL // 1024 // 1024,
    )
    return InvalidFile(message("the e-mail is too large"), rule="FORMATS 1", hint=hint)


def _unreadable_error(path: Path, problem: OSError) -> UsageError:
    why = (problem.strerror or message("cannot be used")).lower()
    return UsageError(message("{path}: {why}", path=path, why=why))


def letters_in_source(source: str) -> Iterator[Letter]:
    """All letters of a source: a path, or `-` for standard input.

    Raises UsageError if the source cannot be read. An unreadable file in a folder becomes a letter with that
    `problem`.
    """
    if source == "-":
        yield from _split_mbox("standard input", _read_standard_input())
        return
    path = Path(source)
    if not path.is_dir():
        yield from letters_in_file(path)
        return
    for each in letter_files_in(path):
        try:
            yield from letters_in_file(Path(each))
        except KhronosError as problem:
            yield Letter(each, problem=problem)


def _read_standard_input() -> bytes:
    if sys.stdin is None or sys.stdin.closed:
        hint = message("give a file or a folder")
        raise UsageError(message("standard input is closed"), hint=hint)
    try:
        data = sys.stdin.buffer.read(MAX_PIPE + 1)
    except (OSError, ValueError):
        hint = message("save the e-mail to a file, and give the name of that file")
        raise UsageError(message("standard input cannot be read"), hint=hint) from None
    if len(data) > MAX_PIPE:
        hint = message("save the mailbox to a file, and give the name of that file")
        raise UsageError(message("there is too much data on standard input"), hint=hint)
    return data


def letters_in_file(path: Path) -> Iterator[Letter]:
    """The letters of an mbox file; any other file is one letter.

    Raises UsageError if the file cannot be read.
    """
    try:
        status = path.stat()
        is_box = False
        if stat.S_ISREG(status.st_mode):
            with path.open("rb") as file:
                is_box = file.read(5) == b"From "
        elif not stat.S_ISDIR(status.st_mode):
            hint = message("to read from a pipe: khronos receive -")
            raise UsageError(message("{path} is not a file", path=path), hint=hint)
        if is_box:
            places = _mbox_offsets(path)
    except FileNotFoundError:
        read_file(path)  # says so
        raise
    except (OSError, ValueError) as problem:
        if isinstance(problem, KhronosError):
            raise
        raise _unreadable_error(path, problem if isinstance(problem, OSError) else OSError()) from None
    if not is_box:
        yield Letter(str(path), path=path, stop=status.st_size)
        return
    for number, (start, stop) in enumerate(places, 1):
        yield mbox_letter(path, number, start, stop)


def mbox_letter(path: Path, number: int, start: int, stop: int) -> Letter:
    """The letter of an mbox with this number, between the byte offsets `start` and `stop`."""
    origin = message("{path}, e-mail {number}", path=path, number=number)
    return Letter(origin, path=path, start=start, stop=stop, number=number)


def _mbox_offsets(path: Path) -> list[tuple[int, int]]:
    """The byte offsets of the mails of an mbox. Each begins with a line `From ` after an empty line."""
    starts, read, rest = [0], 0, b""
    with path.open("rb") as file:
        while piece := file.read(_PIECE):
            text = rest + piece
            begin = read - len(rest)
            found = (begin + match.end() - 5 for match in _NEXT_MAIL.finditer(text))
            starts += [start for start in found if start > starts[-1]]
            read += len(piece)
            rest = text[-7:]
    return list(zip(starts, [*starts[1:], read], strict=True))


def letter_files_in(path: Path) -> list[str]:
    """The files of a folder; in a Maildir those in `new` and `cur`, otherwise all non-hidden files.

    Raises UsageError if the folder cannot be read.
    """
    try:
        if (path / "cur").is_dir() and (path / "new").is_dir():
            return [each for part in ("cur", "new") for each in sorted(_file_names(path / part))]
        return sorted(each for each in _file_names(path) if not os.path.basename(each).startswith("."))  # noqa: PTH119
    except OSError as problem:
        raise _unreadable_error(path, problem) from None


def _file_names(path: Path) -> Iterator[str]:
    with os.scandir(path) as entries:
        yield from (entry.path for entry in entries if entry.is_file())


def _split_mbox(origin: str, data: bytes) -> Iterator[Letter]:
    """The letters of an mbox from a pipe, or the bytes as one letter if they are not an mbox."""
    bare = data.replace(b"\r\n", b"\n")
    if not bare.startswith(b"From ") or b"\n\nFrom " not in bare:
        yield Letter(origin, data)
        return
    for number, part in enumerate(bare.split(b"\n\nFrom "), 1):
        yield Letter(
            message("{origin}, e-mail {number}", origin=origin, number=number),
            part if number == 1 else b"From " + part,
        )
