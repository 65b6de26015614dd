"""Where mail comes from: a pipe, a file, an mbox, a Maildir, a folder of saves and mails."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from khronos_pbem.errors import UsageError
from khronos_pbem.record.files import read_file
from khronos_pbem.saying import say

MAX_MAIL = 64 * 1024 * 1024
_HEAD = 8192
_PIECE = 1024 * 1024
_NEXT_MAIL = re.compile(rb"\n\r?\nFrom ")


@dataclass(frozen=True, slots=True)
class Letter:
    """Some bytes that may hold saves or orders, and where they are from, read when they are needed."""

    origin: str
    content: bytes = b""
    path: Path | None = None
    start: int = 0
    stop: int = 0

    @property
    def data(self) -> bytes:
        """The bytes. Raises UsageError if their file cannot be read any more."""
        return self.content if self.path is None else self._read(self.start, self.stop)

    @property
    def head(self) -> bytes:
        """The first bytes, in which a mail has its headers."""
        return (
            self.content[:_HEAD]
            if self.path is None
            else self._read(self.start, min(self.stop, self.start + _HEAD))
        )

    def _read(self, start: int, stop: int) -> bytes:
        assert self.path is not None
        try:
            with self.path.open("rb") as file:
                file.seek(start)
                return file.read(stop - start)
        except OSError as problem:
            raise UsageError(f"{self.path}: {problem.strerror}", rule="FORMATS 1") from None


def letters_in(source: str) -> Iterator[Letter]:
    """All letters of a source: `-` is standard input. Raises UsageError if it cannot be read."""
    if source == "-":
        if sys.stdin is None or sys.stdin.closed:
            raise UsageError(
                say("standard input is closed"), rule="FORMATS 1", hint=say("give a file or a folder")
            )
        yield from _split("standard input", sys.stdin.buffer.read(MAX_MAIL))
        return
    path = Path(source)
    for each in _files(path) if path.is_dir() else [path]:
        yield from _in_file(each)


def _in_file(path: Path) -> Iterator[Letter]:
    """The mails of an mbox, one by one, or the file as it is."""
    try:
        with path.open("rb") as file:
            is_box = file.read(5) == b"From "
    except OSError:
        is_box = False  # reading it says what is wrong
    if not is_box:
        yield Letter(str(path), read_file(path))
        return
    for number, (start, stop) in enumerate(_places(path), 1):
        yield Letter(
            say("{path}, mail {number}", path=path, number=number), path=path, start=start, stop=stop
        )


def _places(path: Path) -> list[tuple[int, int]]:
    """Where the mails of an mbox begin and end: each at a line `From `, after an empty one."""
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


def _split(origin: str, data: bytes) -> Iterator[Letter]:
    """The mails of an mbox in a pipe, or the bytes as they are."""
    bare = data.replace(b"\r\n", b"\n")
    if not bare.startswith(b"From ") or b"\n\nFrom " not in bare:
        yield Letter(origin, data)
        return
    for number, part in enumerate(bare.split(b"\n\nFrom "), 1):
        yield Letter(
            say("{origin}, mail {number}", origin=origin, number=number),
            part if number == 1 else b"From " + part,
        )
