"""Find the one file in which a game is played, from any name given for it (FORMATS 1).

A file outside the library has priority if `new` or `join` wrote it, or if it was played by its path. Next is
a file in a shared folder, then the file in the library. Commands that only read use the newer of that file
and the library's copy. Commands that play bring the file up to date first, and write to it.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import NamedTuple

from khronos_pbem.engine.digests import encode_bytes
from khronos_pbem.errors import KhronosError
from khronos_pbem.home.config import Config, paths_of
from khronos_pbem.home.game_paths import game_key
from khronos_pbem.home.shared_folders import shared_folders
from khronos_pbem.home.versions.game_files import note_game_file, noted_game_file
from khronos_pbem.home.versions.newest_seen import OlderVersion, head_seen, newest_seen, seen_path
from khronos_pbem.home.versions.signed_blocks import mark_sent, signed_here
from khronos_pbem.library.library import Library, configured_library
from khronos_pbem.library.newest_copy import parse_save_header, update_library_file, update_shared_file
from khronos_pbem.messages import Message, message, path_argument
from khronos_pbem.record.chain import are_linked, block_hashes
from khronos_pbem.record.save import Header, parse_save
from khronos_pbem.session.commands.write_save import save_text
from khronos_pbem.session.replay.open_save import open_for_reading
from khronos_pbem.storage.file_types import real_path, same_file
from khronos_pbem.storage.files import read_file, read_if_possible, write_output

_TOP = 256 * 1024
"""The size in bytes of the beginning of a save that contains its id, after the comments."""


class FileState(Enum):
    """The state of a file compared with the newest version seen of its game."""

    NEWEST = "newest"
    BEHIND = "behind"
    GONE = "gone"
    UNUSABLE = "unusable"


class LocatedFile(NamedTuple):
    """A file outside the library in which a game is played, and its state.

    `why` is the reason if the file cannot be used, otherwise empty.
    """

    path: Path
    state: FileState
    why: str = ""

    @property
    def holds_game(self) -> bool:
        """Whether the file exists and holds the game."""
        return self.state in (FileState.NEWEST, FileState.BEHIND)


class FileToPlay(NamedTuple):
    """The file to play in, and a message that the player should read first, if any."""

    path: Path
    message: Message | None = None


@dataclass(frozen=True, slots=True)
class GameLocator:
    """Finder for the files of games: in the library, in shared folders, and at recorded paths."""

    library: Library
    folders: tuple[Path, ...]

    @property
    def home(self) -> Path:
        """The home of the library."""
        return self.library.home

    def called(self, word: str) -> Path:
        """Find the file of a game by its name in the library or a shared folder.

        Raises the errors of `Library.find`.
        """
        if not self.library.called(word):
            begin = re.sub(r"[^a-z0-9]+", "-", word.lower()).strip("-")
            found = [path for path in self.shared_files() if begin and path.stem.lower().startswith(begin)]
            games = {header.id: path for path in found if (header := _read_header(path)) is not None}
            if len(games) == 1:
                return next(iter(games.values()))
        return self.library.find(word)

    def name_of(self, path: Path) -> str:
        """The shortest name for a file in commands: the name of its game, else its path.

        A file in the current folder keeps its own name.
        """
        if len(path.parts) == 1:
            return path_argument(path)
        header = None if self.is_in_library(path) else _read_header(path)
        if header is None:
            return self.library.name_of(path)
        kept = self.library.file_of(header)
        word = self.library.name_of(kept) if kept.exists() else path.stem
        whole = path_argument(path)
        return word if len(word) < len(whole) and self._word_finds_file(word, path, header) else whole

    def _word_finds_file(self, word: str, path: Path, header: Header) -> bool:
        """Return whether a word is a name, not a path, that finds this file in commands."""
        if Path(word).name != word or Path(word).suffix or Path(word).exists():
            return False
        with contextlib.suppress(KhronosError):
            found = self.find_outside_file(header)
            is_newest = found is not None and found.state is FileState.NEWEST and same_file(found.path, path)
            return is_newest and _read_header(self.called(word)) == header
        return False

    def shared_files(self) -> Iterator[Path]:
        """The saves in all shared folders. Unreadable folders are skipped."""
        for place in self.folders:
            with contextlib.suppress(OSError):
                yield from sorted(path for path in place.glob("*.khronos") if not path.name.startswith("."))

    def file_to_read(self, path: Path) -> Path:
        """Return the game's outside file if it is the newest version, else the given path.

        If that path is in the library, the file is first brought up to date.
        """
        header = _read_header(path)
        found = None if header is None else self.find_outside_file(header)
        if found is not None and found.state is FileState.NEWEST:
            return found.path
        if self.is_in_library(path):
            update_library_file(self.library, path)
        return path

    def file_to_play(self, path: Path) -> FileToPlay:
        """Find the file in which to play the game that a file holds, and bring it up to date.

        If the given file is not a save, its path is returned unchanged. Raises a KhronosError if the file to
        play in cannot be brought up to date.
        """
        header = _read_header(path)
        if header is None:
            return FileToPlay(path)
        found = self.find_outside_file(header)
        if found is None or same_file(found.path, path) or self._overrides_noted_file(path, header, found):
            return self._play_in(path, header)
        if found.holds_game:
            update_shared_file(self.home, found.path)
            told = message(
                "{path}: you are already playing this game with the file {path2}", path=path, path2=found.path
            )
            return FileToPlay(found.path, None if self.is_in_library(path) else told)
        if found.state is FileState.GONE and self.is_shared(found.path):
            return self._restore_missing(found.path, header)
        update_library_file(self.library, path)
        return FileToPlay(path, self._continues_in_library_message(found))

    def find_outside_file(self, header: Header) -> LocatedFile | None:
        """The file outside the library in which a game is played; None if there is none.

        A recorded file that is not in a shared folder counts only until a newer version of the game is seen
        elsewhere.
        """
        noted = noted_game_file(self.home, game_key(header))
        found = None if noted is None or self.is_in_library(noted) else self._examine(noted, header)
        shared = found is not None and self.is_shared(found.path)
        if found is not None and (
            found.state is FileState.NEWEST or (shared and found.state is FileState.BEHIND)
        ):
            return found
        for path in self.shared_files():
            if header.id.encode() not in (read_if_possible(path, _TOP) or b""):
                continue
            other = self._examine(path, header)
            if other.holds_game:
                return other
        return found if shared or (found is not None and found.state is FileState.UNUSABLE) else None

    def is_in_library(self, path: Path) -> bool:
        """Return whether a file is in the library's folder."""
        return same_file(path.parent, self.library.path)

    def is_shared(self, path: Path) -> bool:
        """Return whether a file is in a shared folder, so the other players get it without a letter."""
        return any(same_file(place, path.parent) for place in self.folders) or real_path(path.parent) in (
            shared_folders(self.home)
        )

    def _overrides_noted_file(self, path: Path, header: Header, found: LocatedFile) -> bool:
        """Return whether to play in the given file although another file is recorded for the game.

        False for a file in the library, and for an older copy of a shared file.
        """
        if self.is_in_library(path):
            return False
        return not self.is_shared(found.path) or not self._is_behind(path, header)

    def _play_in(self, path: Path, header: Header) -> FileToPlay:
        """Choose this file to play in, bring it up to date, and record it as the file of its game.

        If it lacks only a block of your own, it is left unchanged: the same orders write that block again.
        """
        if self.is_in_library(path):
            update_library_file(self.library, path)
        elif self._examine(path, header).state is FileState.NEWEST:
            note_game_file(self.home, game_key(header), path)
        elif self.is_shared(path) and not self._misses_own_block(path):
            update_shared_file(self.home, path)
        return FileToPlay(path)

    def _misses_own_block(self, path: Path) -> bool:
        """Return whether a file lacks only the newest block seen, and that block was signed here."""
        have = parse_save(read_file(path))
        newest = newest_seen(self.home, have.header)
        if newest is None or newest.blocks[:-1] != have.blocks:
            return False
        return any(one.is_in_save(newest) for one in signed_here(self.home, have.header)[-1:])

    def _restore_missing(self, path: Path, header: Header) -> FileToPlay:
        """Write a missing file of a shared folder again, with the newest version seen of its game."""
        newest = open_for_reading(seen_path(self.home, header), self.home, rewind=True)
        mark_sent(self.home, newest.save)
        write_output(path, save_text(newest.save, newest.history), force=False)
        return FileToPlay(path, message("{path} was missing and has been recreated", path=path))

    def _is_behind(self, path: Path, header: Header) -> bool:
        return self._examine(path, header).state is FileState.BEHIND

    def _examine(self, path: Path, header: Header) -> LocatedFile:
        """Read a file and compare it with the newest version seen of this game."""
        try:
            save = parse_save(read_file(path))
            heads = block_hashes(save)
            if save.header != header:
                return LocatedFile(path, FileState.UNUSABLE, message("the file belongs to another game"))
            if encode_bytes(heads[-1]) == head_seen(self.home, game_key(header)) and are_linked(
                save.blocks, heads
            ):
                return LocatedFile(path, FileState.NEWEST)
            opened = open_for_reading(path, self.home, rewind=True)
        except KhronosError as problem:
            gone = path.parent.is_dir() and not path.exists()
            return LocatedFile(path, FileState.GONE if gone else FileState.UNUSABLE, problem.message)
        if opened.problem is not None:
            return LocatedFile(path, FileState.UNUSABLE, opened.problem.message)
        return LocatedFile(
            path, FileState.BEHIND if isinstance(opened.older, OlderVersion) else FileState.NEWEST
        )

    def update_outside_file(self, header: Header, *, unsent: bool) -> Message | None:
        """Bring the file outside the library up to date; return a message, or None if nothing was written.

        A missing file of a shared folder is written again if a block of the game is still `unsent`.
        """
        found = self.find_outside_file(header)
        if found is None:
            return None
        if found.state is FileState.GONE and unsent and self.is_shared(found.path):
            return self._restore_missing(found.path, header).message
        if found.state is not FileState.BEHIND or update_shared_file(self.home, found.path) is None:
            return None
        return brought_up_to_date_message(found.path)

    def _continues_in_library_message(self, found: LocatedFile) -> Message:
        """The message that explains why the game continues in the library, and how to return to the file."""
        path, why = found.path, found.why
        what = message("{path} cannot be used: {why}. The game continues in your library", path=path, why=why)
        if not found.path.parent.is_dir():
            what = message(
                "{path} is missing at the moment. The game continues from the copy in your library", path=path
            )
            again = message(
                "{what}; khronos next will recreate the file once its folder is available again", what=what
            )
        else:
            again = message(
                "{what}. If you delete the unusable file, khronos next will write a new one", what=what
            )
        return again if self.is_shared(path) else what


def brought_up_to_date_message(path: Path) -> Message:
    """The message that a file was older than the newest version seen, and is now up to date."""
    return message("{path} was older than the newest version you have seen; now it is up to date", path=path)


def _read_header(path: Path) -> Header | None:
    """The header of the save in a file; None if the file is not a save."""
    try:
        return parse_save_header(read_file(path))
    except KhronosError:
        return None


def find_shared_folders(config: Config, home: Path) -> tuple[Path, ...]:
    """The shared folders without duplicates: the configured ones, and the watched ones that exist."""
    watched = (Path(path) for path in shared_folders(home))
    found = [*paths_of(config, "folders"), *(path for path in watched if path.is_dir())]
    return tuple({real_path(path): path for path in reversed(found)}.values())[::-1]


def game_locator(config: Config) -> GameLocator:
    """The locator for the library and the shared folders of these settings."""
    library = configured_library(config)
    return GameLocator(library, find_shared_folders(config, library.home))
