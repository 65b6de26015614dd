"""Where a game lives: each has one file in which it is played, whatever it is called by (FORMATS 1).

That is the file outside the library that `new` or `join` wrote, or that was played by its path; or the one in
a shared folder; else the library's. Commands that look read the newest of that file and the library's copy;
commands that play bring the file up to what was seen, and write there.
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
from khronos_pbem.home.versions.game_files import note_place, noted_place
from khronos_pbem.home.versions.newest_seen import Behind, head_seen, newest_seen, seen_path
from khronos_pbem.home.versions.unsent import has_left, signed_here
from khronos_pbem.library.library import Library, configured
from khronos_pbem.library.newest_copy import bring_outside_up, bring_up, header_in
from khronos_pbem.messages import Message, message, path_word
from khronos_pbem.record.chain import hang_together, heads_of
from khronos_pbem.record.save import Header, parse_save
from khronos_pbem.session.commands.write_save import save_text
from khronos_pbem.session.replay.open_save import open_for_reading
from khronos_pbem.storage.file_types import real_path, same_file
from khronos_pbem.storage.files import read_file, read_if_possible, write_new

_TOP = 256 * 1024
"""Bytes at the beginning of a save in which its id stands, behind the comments for people."""


class State(Enum):
    """How a file stands to what was seen of a game: as new, older, gone from its folder, or of no use."""

    NEWEST = "newest"
    BEHIND = "behind"
    GONE = "gone"
    UNUSABLE = "unusable"


class Located(NamedTuple):
    """A file outside the library in which a game is played, how it stands, and why it is of no use."""

    path: Path
    state: State
    why: str = ""

    @property
    def is_there(self) -> bool:
        """Whether the file holds the game."""
        return self.state in (State.NEWEST, State.BEHIND)


class ToPlay(NamedTuple):
    """The file to play in, and what a person has to know about it first."""

    path: Path
    told: Message | None = None


@dataclass(frozen=True, slots=True)
class Locator:
    """Finds the files of games: in the library, in shared folders, and where they were noted."""

    library: Library
    folders: tuple[Path, ...]

    @property
    def home(self) -> Path:
        """The home."""
        return self.library.home

    def called(self, word: str) -> Path:
        """The file of a game by its name, of the library or a shared folder. Raises as `Library.find`."""
        if not self.library.called(word):
            begin = re.sub(r"[^a-z0-9]+", "-", word.lower()).strip("-")
            found = [path for path in self.shared_files() if begin and path.stem.lower().startswith(begin)]
            games = {header.id: path for path in found if (header := _header_of(path)) is not None}
            if len(games) == 1:
                return next(iter(games.values()))
        return self.library.find(word)

    def name_of(self, path: Path) -> str:
        """The shortest word by which a command finds a file: the name of its game, else the path.

        A file of the current folder is called by its own name.
        """
        if len(path.parts) == 1:
            return path_word(path)
        header = None if self.is_of_library(path) else _header_of(path)
        if header is None:
            return self.library.name_of(path)
        kept = self.library.file_of(header)
        word = self.library.name_of(kept) if kept.exists() else path.stem
        whole = path_word(path)
        return word if len(word) < len(whole) and self._leads_to(word, path, header) else whole

    def _leads_to(self, word: str, path: Path, header: Header) -> bool:
        """Whether a word without a folder or an ending is a name by which commands find this file."""
        if Path(word).name != word or Path(word).suffix or Path(word).exists():
            return False
        with contextlib.suppress(KhronosError):
            found = self.outside(header)
            is_newest = found is not None and found.state is State.NEWEST and same_file(found.path, path)
            return is_newest and _header_of(self.called(word)) == header
        return False

    def shared_files(self) -> Iterator[Path]:
        """The saves in shared folders; a folder that is not there has none."""
        for place in self.folders:
            with contextlib.suppress(OSError):
                yield from sorted(path for path in place.glob("*.khronos") if not path.name.startswith("."))

    def to_read(self, path: Path) -> Path:
        """The newest file of the game that a file is of."""
        header = _header_of(path)
        found = None if header is None else self.outside(header)
        if found is not None and found.state is State.NEWEST:
            return found.path
        if self.is_of_library(path):
            bring_up(self.library, path)
        return path

    def to_play(self, path: Path) -> ToPlay:
        """The file in which the game of a file is played, brought up to what was seen of it.

        What is no save is left to the command. Raises what keeps the file from being brought up.
        """
        header = _header_of(path)
        if header is None:
            return ToPlay(path)
        found = self.outside(header)
        if found is None or same_file(found.path, path) or self._is_meant(path, header, found):
            return self._here(path, header)
        if found.is_there:
            bring_outside_up(self.home, found.path)
            told = message("{path}: this game is played in {path2}", path=path, path2=found.path)
            return ToPlay(found.path, None if self.is_of_library(path) else told)
        if found.state is State.GONE and self.is_shared(found.path):
            return self._written_anew(found.path, header)
        bring_up(self.library, path)
        return ToPlay(path, self._why_library(found))

    def outside(self, header: Header) -> Located | None:
        """The file outside the library in which a game is played; None if there is none.

        One that was noted and lies in no shared folder counts until something newer was seen.
        """
        noted = noted_place(self.home, game_key(header))
        found = None if noted is None or self.is_of_library(noted) else self._located(noted, header)
        shared = found is not None and self.is_shared(found.path)
        if found is not None and (found.state is State.NEWEST or (shared and found.state is State.BEHIND)):
            return found
        for path in self.shared_files():
            if header.id.encode() not in (read_if_possible(path, _TOP) or b""):
                continue
            other = self._located(path, header)
            if other.is_there:
                return other
        return found if shared or (found is not None and found.state is State.UNUSABLE) else None

    def is_of_library(self, path: Path) -> bool:
        """Whether a file lies in the library."""
        return same_file(path.parent, self.library.path)

    def is_shared(self, path: Path) -> bool:
        """Whether a file lies in a shared folder, so that others have it by itself."""
        return any(same_file(place, path.parent) for place in self.folders) or real_path(path.parent) in (
            shared_folders(self.home)
        )

    def _is_meant(self, path: Path, header: Header, found: Located) -> bool:
        """Whether a file is played although the game has another one: it is no older copy of a shared one."""
        if self.is_of_library(path):
            return False
        return not self.is_shared(found.path) or not self._is_behind(path, header)

    def _here(self, path: Path, header: Header) -> ToPlay:
        """Play in this very file, which is where the game lives from now on.

        If all that it misses is an own block, the same orders write that again.
        """
        if self.is_of_library(path):
            bring_up(self.library, path)
        elif self._located(path, header).state is State.NEWEST:
            note_place(self.home, game_key(header), path)
        elif self.is_shared(path) and not self._misses_own_block(path):
            bring_outside_up(self.home, path)
        return ToPlay(path)

    def _misses_own_block(self, path: Path) -> bool:
        """Whether a file misses just one block of what was seen, which was signed here."""
        have = parse_save(read_file(path))
        newest = newest_seen(self.home, have.header)
        if newest is None or newest.blocks[:-1] != have.blocks:
            return False
        return any(one.stands_in(newest) for one in signed_here(self.home, have.header)[-1:])

    def _written_anew(self, path: Path, header: Header) -> ToPlay:
        """The file of a shared folder that is gone, with what was seen of its game."""
        newest = open_for_reading(seen_path(self.home, header), self.home, rewind=True)
        has_left(self.home, newest.save)
        write_new(path, save_text(newest.save, newest.history), force=False)
        return ToPlay(path, message("{path} was missing and has been written again", path=path))

    def _is_behind(self, path: Path, header: Header) -> bool:
        return self._located(path, header).state is State.BEHIND

    def _located(self, path: Path, header: Header) -> Located:
        """A file as one of a game."""
        try:
            save = parse_save(read_file(path))
            heads = heads_of(save)
            if save.header != header:
                return Located(path, State.UNUSABLE, message("it belongs to another game"))
            if encode_bytes(heads[-1]) == head_seen(self.home, game_key(header)) and hang_together(
                save.blocks, heads
            ):
                return Located(path, State.NEWEST)
            opened = open_for_reading(path, self.home, rewind=True)
        except KhronosError as problem:
            gone = path.parent.is_dir() and not path.exists()
            return Located(path, State.GONE if gone else State.UNUSABLE, problem.message)
        if opened.problem is not None:
            return Located(path, State.UNUSABLE, opened.problem.message)
        return Located(path, State.BEHIND if isinstance(opened.older, Behind) else State.NEWEST)

    def deliver(self, header: Header, *, unsent: bool) -> Message | None:
        """Bring the file outside the library up to what was seen, and say so; None if it is as new.

        A file of a shared folder that is gone is written anew if a block in it is still `unsent`.
        """
        found = self.outside(header)
        if found is None:
            return None
        if found.state is State.GONE and unsent and self.is_shared(found.path):
            return self._written_anew(found.path, header).told
        if found.state is not State.BEHIND or bring_outside_up(self.home, found.path) is None:
            return None
        return about_bringing_up(found.path)

    def _why_library(self, found: Located) -> Message:
        """Why a game goes on in the library, and what brings it back."""
        path, why = found.path, found.why
        what = message("{path} cannot be used: {why}. The game continues in your library", path=path, why=why)
        if not found.path.parent.is_dir():
            what = message("{path} is missing at the moment. The game continues in your library", path=path)
            again = message("{what}. khronos next writes the file again once its folder is back", what=what)
        else:
            again = message("{what}. Delete that file, and khronos next writes a new one", what=what)
        return again if self.is_shared(path) else what


def about_bringing_up(path: Path) -> Message:
    """That a file has got what was missing in it."""
    return message("{path} was older than the newest version you have seen; now it is up to date", path=path)


def _header_of(path: Path) -> Header | None:
    """The header of a save; None for what is none."""
    try:
        return header_in(read_file(path))
    except KhronosError:
        return None


def shared_folders_of(config: Config, home: Path) -> tuple[Path, ...]:
    """The shared folders, each once: those that are configured, or were watched and are there."""
    watched = (Path(path) for path in shared_folders(home))
    found = [*paths_of(config, "folders"), *(path for path in watched if path.is_dir())]
    return tuple({real_path(path): path for path in reversed(found)}.values())[::-1]


def locator(config: Config) -> Locator:
    """What finds games with these settings."""
    library = configured(config)
    return Locator(library, shared_folders_of(config, library.home))
