"""Remember which letters of a mailbox have been fully processed, so that `next` skips them.

This only saves time: every other letter is read again. A letter counts as read when everything in it has
reached the library. A letter with orders, damage, or an address to be confirmed is read each time.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from hashlib import blake2b, sha256
from pathlib import Path
from typing import NamedTuple

from khronos_pbem.errors import KhronosError
from khronos_pbem.home.cache import load_cached, store_cached
from khronos_pbem.library.library import Library
from khronos_pbem.mail.formats.mail_sources import Letter, letter_files_in, letters_in_file, mbox_letter
from khronos_pbem.storage.file_types import real_path

_PURPOSE = b"mailbox/1"
_PIECE = 1024 * 1024


class Entry(NamedTuple):
    """A file that was read: its stamp, its open letters (number, start, stop), and the last offset.

    `last` is the offset where the last letter begins. `digest` is the digest of the file's bytes; it is empty
    for a file of one letter.
    """

    stamp: list[int]
    left: list[list[int]]
    last: int
    digest: str


class _YieldedLetters(NamedTuple):
    """The yielded letters of a file, the file's stamp at that time, and its old entry if still valid."""

    stamp: list[int]
    letters: list[Letter]
    entry: Entry | None


@dataclass
class MailboxReadState:
    """The state of a mailbox when it was last read: which letters are new, and which were left open."""

    library: Library
    source: Path
    known: dict[str, Entry] = field(default_factory=dict)
    kept: dict[str, Entry] = field(default_factory=dict)
    games: frozenset[str] = frozenset()
    shown: dict[str, _YieldedLetters] = field(default_factory=dict)

    def letters(self) -> Iterator[Letter]:
        """Yield the letters that were not read before, and those that were left open.

        Raises UsageError if the mailbox cannot be read. In a folder, a file that cannot be read becomes a
        letter with a `problem`.
        """
        self._load()
        for path in self._files():
            stamp = _stamp(path)
            entry = _entry_if_valid(path, stamp, self.known.get(path))
            if entry is not None and entry.stamp == stamp and not entry.left:
                self.kept[path] = entry
                continue
            try:
                letters = list(_open_letters(Path(path), stamp, entry))
            except KhronosError as problem:
                if not self.source.is_dir():
                    raise
                letters, stamp = [Letter(path, problem=problem)], []
            self.shown[path] = _YieldedLetters(stamp, letters, entry)
            yield from letters

    def note(self, still_open: Collection[str], games: Iterable[Path]) -> None:
        """Record the yielded letters as read, except those whose origins are in `still_open`.

        `games` are the library files of the games found in the letters.
        """
        for path, shown in self.shown.items():
            entry = _new_entry(path, shown, still_open)
            if entry is not None:
                self.kept[path] = entry
        found = self.games | {str(path) for path in games}
        if self.kept != self.known or found != self.games:
            self._save(found)

    def _files(self) -> list[str]:
        return letter_files_in(self.source) if self.source.is_dir() else [str(self.source)]

    def _load(self) -> None:
        """Load the stored state, unless the file of one of its games is now missing."""
        found = load_cached(self.library.home, self._path(), self._purpose())
        if found is not None and all(os.path.exists(path) for path in found["games"]):  # noqa: PTH110 - very many
            self.known = {path: Entry(*row) for path, row in found["files"].items()}
            self.games = frozenset(found["games"])

    def _save(self, games: Iterable[str]) -> None:
        found = {"games": sorted(games), "files": self.kept}
        store_cached(self.library.home, self._path(), self._purpose(), found)

    def _purpose(self) -> bytes:
        return _PURPOSE + os.fsencode(real_path(self.library.path))

    def _path(self) -> Path:
        name = sha256(os.fsencode(real_path(self.source))).hexdigest()[:16]
        return self.library.home / "cache" / f"mailbox-{name}"


def _stamp(path: str) -> list[int]:
    """The modification time and the size of a file; empty if it cannot be read."""
    try:
        status = os.stat(path)  # noqa: PTH116 - a path would have to be made for each of very many
    except (OSError, ValueError):
        return []
    return [status.st_mtime_ns, status.st_size]


def _entry_if_valid(path: str, stamp: list[int], entry: Entry | None) -> Entry | None:
    """The entry, if the file is unchanged or has only grown since; else None."""
    if entry is None or not stamp or entry.stamp == stamp:
        return entry
    size = entry.stamp[1]
    has_grown = stamp[1] > size and entry.last > 0 and _prefix_digest(path, size) == entry.digest
    return entry if has_grown else None


def _open_letters(path: Path, stamp: list[int], entry: Entry | None) -> Iterator[Letter]:
    """The letters of a file that are to be read.

    For a new file, these are all letters. Otherwise they are the letters left open, those added since, and
    the former last one, which may have been incomplete.
    """
    if entry is None:
        yield from letters_in_file(path)
    elif entry.stamp == stamp:
        yield from (mbox_letter(path, *place) for place in entry.left)
    else:
        left = {start for _, start, _ in entry.left}
        yield from (each for each in letters_in_file(path) if each.start >= entry.last or each.start in left)


def _new_entry(path: str, shown: _YieldedLetters, still_open: Collection[str]) -> Entry | None:
    """The entry to store for a file; None if nothing is to be stored."""
    letters, before = shown.letters, shown.entry
    left = [[each.number, each.start, each.stop] for each in letters if each.origin in still_open]
    last = max([0 if before is None else before.last, *(each.start for each in letters)])
    if not shown.stamp or (left and not last):
        return None
    if not last:
        return Entry(shown.stamp, [], 0, "")
    is_same = before is not None and before.stamp == shown.stamp
    digest = before.digest if before is not None and is_same else _prefix_digest(path, shown.stamp[1])
    return None if digest is None else Entry(shown.stamp, left, last, digest)


def _prefix_digest(path: str, size: int) -> str | None:
    """The digest of the first `size` bytes of a file; None if it is shorter or cannot be read."""
    found, left = blake2b(digest_size=16), size
    with contextlib.suppress(OSError), Path(path).open("rb") as file:
        while left and (piece := file.read(min(left, _PIECE))):
            found.update(piece)
            left -= len(piece)
    return None if left else found.hexdigest()
