"""Which letters of a mailbox were read before and ask for nothing more, so that `next` leaves them out.

It only saves time: what is not known to be so is read again. A letter counts as read when all that came of it
is in the library; one with orders, with damage, with an address to be asked for is looked at each time.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from hashlib import blake2b, sha256
from pathlib import Path
from typing import Any, NamedTuple

from khronos_pbem.errors import KhronosError
from khronos_pbem.home.cache import sealed, unsealed
from khronos_pbem.library.library import Library
from khronos_pbem.mail.formats.mail_sources import Letter, files_in, letters_of, mail_in
from khronos_pbem.storage.file_types import real_path
from khronos_pbem.storage.files import read_if_possible, write_aside
from khronos_pbem.storage.home_folder import folder

_PURPOSE = b"mailbox/1"
_PIECE = 1024 * 1024

Entry = list[Any]
"""A file that was read: its stamp, the letters in it to be looked at again (number, start, stop), where its
last letter begins, and the digest of its bytes (empty for a file of one letter)."""


class _Shown(NamedTuple):
    """Letters of a file that were given out: the stamp it had, and its entry, as far as that still holds."""

    stamp: list[int]
    letters: list[Letter]
    entry: Entry | None


@dataclass
class ReadBefore:
    """A mailbox as it was when it was last read: what is new in it, and what was left open."""

    library: Library
    source: Path
    known: dict[str, Entry] = field(default_factory=dict)
    kept: dict[str, Entry] = field(default_factory=dict)
    games: frozenset[str] = frozenset()
    shown: dict[str, _Shown] = field(default_factory=dict)

    def letters(self) -> Iterator[Letter]:
        """The letters that were not read before, and those that were left open.

        Raises UsageError if the mailbox cannot be read.
        """
        self._load()
        for path in self._files():
            stamp = _stamp(path)
            entry = _holding(path, stamp, self.known.get(path))
            if entry is not None and entry[0] == stamp and not entry[1]:
                self.kept[path] = entry
                continue
            try:
                letters = list(_open_letters(Path(path), stamp, entry))
            except KhronosError as problem:
                if not self.source.is_dir():
                    raise
                letters, stamp = [Letter(path, problem=problem)], []
            self.shown[path] = _Shown(stamp, letters, entry)
            yield from letters

    def note(self, still_open: Collection[str], games: Iterable[Path]) -> None:
        """Remember what was read, but for the letters whose origins are `still_open`; all that came of them
        stands in the files of these games."""
        for path, shown in self.shown.items():
            entry = _entry(path, shown, still_open)
            if entry is not None:
                self.kept[path] = entry
        found = self.games | {str(path) for path in games}
        if self.kept != self.known or found != self.games:
            self._save(found)

    def _files(self) -> list[str]:
        return files_in(self.source) if self.source.is_dir() else [str(self.source)]

    def _load(self) -> None:
        """What was remembered, unless a game that came of it is not in the library any more."""
        content = unsealed(self.library.home, self._purpose(), read_if_possible(self._path()))
        if content is None:
            return
        found = json.loads(content)
        if all(os.path.exists(path) for path in found["games"]):  # noqa: PTH110 - very many
            self.known, self.games = found["files"], frozenset(found["games"])

    def _save(self, games: Iterable[str]) -> None:
        content = json.dumps({"games": sorted(games), "files": self.kept}).encode()
        with contextlib.suppress(KhronosError):
            folder(self.library.home, "cache")
            write_aside(self._path(), sealed(self.library.home, self._purpose(), content))

    def _purpose(self) -> bytes:
        return _PURPOSE + os.fsencode(real_path(self.library.path))

    def _path(self) -> Path:
        name = sha256(os.fsencode(real_path(self.source))).hexdigest()[:16]
        return self.library.home / "cache" / f"mailbox-{name}"


def _stamp(path: str) -> list[int]:
    """When a file was changed, and its size; nothing if that cannot be told."""
    try:
        status = os.stat(path)  # noqa: PTH116 - a path would have to be made for each of very many
    except (OSError, ValueError):
        return []
    return [status.st_mtime_ns, status.st_size]


def _holding(path: str, stamp: list[int], entry: Entry | None) -> Entry | None:
    """An entry, if the file is as it was then, or has only grown."""
    if entry is None or not stamp or entry[0] == stamp:
        return entry
    has_grown = stamp[1] > entry[0][1] and entry[2] > 0 and _digest(path, entry[0][1]) == entry[3]
    return entry if has_grown else None


def _open_letters(path: Path, stamp: list[int], entry: Entry | None) -> Iterator[Letter]:
    """The letters of a file that are to be looked at: all, or what is left open and what has come since, with
    the one that was the last, which may have been on its way."""
    if entry is None:
        yield from letters_of(path)
    elif entry[0] == stamp:
        yield from (mail_in(path, *place) for place in entry[1])
    else:
        left = {start for _, start, _ in entry[1]}
        yield from (each for each in letters_of(path) if each.start >= entry[2] or each.start in left)


def _entry(path: str, shown: _Shown, still_open: Collection[str]) -> Entry | None:
    """What is to be remembered of a file; None for nothing."""
    letters, before = shown.letters, shown.entry
    left = [[each.number, each.start, each.stop] for each in letters if each.origin in still_open]
    last = max([0 if before is None else before[2], *(each.start for each in letters)])
    if not shown.stamp or (left and not last):
        return None
    if not last:
        return [shown.stamp, [], 0, ""]
    is_same = before is not None and before[0] == shown.stamp
    digest = before[3] if before is not None and is_same else _digest(path, shown.stamp[1])
    return None if digest is None else [shown.stamp, left, last, digest]


def _digest(path: str, size: int) -> str | None:
    """The digest of so many first bytes of a file; None if there are fewer, or it cannot be read."""
    found, left = blake2b(digest_size=16), size
    with contextlib.suppress(OSError), Path(path).open("rb") as file:
        while left and (piece := file.read(min(left, _PIECE))):
            found.update(piece)
            left -= len(piece)
    return None if left else found.hexdigest()
