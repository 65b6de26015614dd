"""Small files of the home that cannot be recreated: reading them, changing them, and damage.

* A file is read without a lock, because its writers replace it in one step.
* A file is changed under a lock, which is held from reading it to writing it.
* A damaged file is moved aside, to a free name, and counts as empty.
* A file that cannot be read, for example for lack of rights, counts as empty. It stays in place and is not
  overwritten.

Damaged and unreadable files are noted; the program shows the notices when a command ends (`take_notices`).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

from khronos_pbem.errors import InvalidFile, KhronosError, UnsupportedFormat, UsageError
from khronos_pbem.messages import Message, message
from khronos_pbem.storage import file_types, files, home_folder

T = TypeVar("T")

_DAMAGE = (ValueError, TypeError, LookupError, ArithmeticError, AttributeError, RecursionError)
"""The exceptions that decoding a damaged file may raise."""


class FileCodec(NamedTuple, Generic[T]):
    """The conversion between a value and the bytes of its file.

    `decode` raises any error of `_DAMAGE` for damaged bytes, and UnsupportedFormat for the file of a newer
    program. `encode` returns None if no file is needed for the value.
    """

    decode: Callable[[bytes], T]
    encode: Callable[[T], bytes | None]


def json_codec(
    parse: Callable[[Any], T], to_data: Callable[[T], object] = lambda value: value
) -> FileCodec[T]:
    """The codec of a JSON file, from functions between a value and its JSON data."""
    return FileCodec(lambda data: parse(json.loads(data)), lambda value: json.dumps(to_data(value)).encode())


def text_list(data: object) -> list[str]:
    """Return JSON data as a list of strings. Raises TypeError for any other data."""
    if not isinstance(data, list) or not all(isinstance(each, str) for each in data):
        raise TypeError
    return data


def text_table(data: object) -> dict[str, str]:
    """Return JSON data as an object whose values are strings. Raises TypeError for any other data."""
    if not isinstance(data, dict) or not all(isinstance(each, str) for each in data.values()):
        raise TypeError
    return data


class _DamagedFileError(Exception):
    """The bytes of a file cannot be decoded to a value."""

    def __init__(self, data: bytes) -> None:
        super().__init__()
        self.data = data


@dataclass(frozen=True, slots=True)
class JsonStore(Generic[T]):
    """A file that contains a value; without a file the value is `empty`.

    `lock` holds the lock for changes; it is not taken again while it is held, so it need not be reentrant.
    `most` is the largest size of the file in bytes.
    """

    path: Path
    codec: FileCodec[T]
    empty: T
    lock: Callable[[], AbstractContextManager[None]]
    most: int = files.MAX_BYTES

    def read(self) -> T:
        """Read the value; a damaged or unreadable file is noted and counts as empty.

        Raises UnsupportedFormat for the file of a newer program.
        """
        value = self._value_if_whole()
        return self.empty if value is None else value

    def read_if_whole(self) -> T | None:
        """Read the value like `read`; None if it is not known.

        It is not known if the file is damaged or unreadable, or while a file that was moved aside still
        exists.
        """
        value = self._value_if_whole()
        unknown = value is None or self.path.with_suffix(".damaged").exists()
        return None if unknown else value

    def change(self, change: Callable[[T], T]) -> T:
        """Change the value under the lock, write it if it is different, and return it.

        Raises UsageError if the file cannot be read or written, Conflict if another process holds the lock.
        Raises InvalidFile if the value is too large, UnsupportedFormat like `read`. The file is then
        unchanged, unless it was damaged and moved aside.
        """
        with self.lock():
            try:
                before = self._value()
            except _DamagedFileError:
                self._move_aside()
                before = self.empty
            after = change(before)
            if after != before:
                self._write(after)
            return after

    def _value_if_whole(self) -> T | None:
        """The value; None for a damaged or unreadable file, which is noted. Raises UnsupportedFormat."""
        try:
            return self._value()
        except _DamagedFileError as damaged:
            self._move_aside_if_same(damaged.data)
        except UsageError as problem:
            _note_unreadable(self.path, problem.message)
        return None

    def _value(self) -> T:
        """The value in the file. Raises _DamagedFileError, UnsupportedFormat, UsageError if unreadable."""
        try:
            with file_types.open_to_read(self.path) as file:
                data = file_types.read_at_most(file, self.most + 1) or b""
        except (FileNotFoundError, NotADirectoryError):
            return self.empty
        except OSError as problem:
            why = file_types.system_error_text(problem)
            raise UsageError(message("{path}: {why}", path=self.path, why=why)) from None
        try:
            if len(data) > self.most:
                raise ValueError
            return self.codec.decode(data)
        except UnsupportedFormat:
            raise
        except _DAMAGE:
            raise _DamagedFileError(data) from None

    def _write(self, value: T) -> None:
        data = self.codec.encode(value)
        if data is None:
            files.remove_state_file(self.path)
            return
        if len(data) > self.most:
            what, hint = message("{path} is too large", path=self.path), message("nothing was written")
            raise InvalidFile(what, hint=hint)
        home_folder.ensure_folder(self.path.parent, "")
        files.write_state_file(self.path, data)

    def _move_aside_if_same(self, damaged: bytes) -> None:
        """Move the file aside under the lock unless it was replaced; add a notice if this fails."""
        try:
            with self.lock():
                if files.read_if_possible(self.path, self.most + 1) == damaged:
                    self._move_aside()
        except KhronosError:
            _note_unreadable(self.path, message("{path} is damaged", path=self.path))

    def _move_aside(self) -> None:
        """Move the damaged file to a free name, and note it. Raises UsageError."""
        aside = next(self._free_names())
        files.move_state_file(self.path, aside)
        _Notices.found[self.path] = message(
            "{path} is damaged and will not be used; it has been moved to {aside}",
            path=self.path,
            aside=aside,
        )

    def _free_names(self) -> Iterator[Path]:
        """Return the free names to which the damaged file can be moved."""
        names = (self.path.with_suffix(f".damaged{number or ''}") for number in count())
        return (name for name in names if not name.exists())


class _Notices:
    """The notices of this process that have not been taken yet."""

    found: dict[Path, Message] = {}  # noqa: RUF012


def _note_unreadable(path: Path, what: str) -> None:
    _Notices.found[path] = message("{problem}; the program continues without this file", problem=what)


def take_notices() -> dict[Path, Message]:
    """Return and forget the notices about damaged and unreadable files, by path; each is a sentence."""
    found, _Notices.found = _Notices.found, {}
    return found


def add_notices(found: Mapping[Path, Message]) -> None:
    """Add notices that another process has taken."""
    _Notices.found.update(found)
