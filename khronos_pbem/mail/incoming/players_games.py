"""The games of the library and of shared folders, sorted by how urgently they need the player."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from khronos_pbem.errors import KhronosError
from khronos_pbem.home.config import Config
from khronos_pbem.home.versions.game_files import noted_game_file
from khronos_pbem.home.versions.newest_seen import head_seen
from khronos_pbem.library.game_row import GameRow
from khronos_pbem.library.library import Library, row_for_file, rows_for_files, sorted_by_urgency
from khronos_pbem.library.locate_game import GameLocator, find_shared_folders
from khronos_pbem.library.newest_copy import update_inbox_rows
from khronos_pbem.library.notifications import Notifier
from khronos_pbem.library.send_shares import identity_to_act, identity_to_vote, own_identities
from khronos_pbem.library.watch_folder import FolderWatch
from khronos_pbem.mail.formats.order_blocks import read_draft
from khronos_pbem.messages import path_argument
from khronos_pbem.record.block import ACK, ASSIST, JOIN
from khronos_pbem.record.save import parse_save
from khronos_pbem.session.context import Context
from khronos_pbem.storage.file_types import real_path, same_file
from khronos_pbem.storage.files import read_file


@dataclass(frozen=True, slots=True)
class PlayersGames:
    """All games of a player: those in the library, and those in shared folders.

    The shared folders are those that are configured or were watched before.
    """

    library: Library
    config: Config
    context: Context

    @property
    def places(self) -> GameLocator:
        """The locator that finds the files of these games."""
        return GameLocator(self.library, find_shared_folders(self.config, self.context.home))

    def check_shared_folders(self) -> Iterator[str | KhronosError]:
        """Check each shared folder once, as `watch --assist` does; yield messages and problems."""
        for folder in self.places.folders:
            watch = FolderWatch(folder, self.context, pays=True, caller=Notifier(), terse=True)
            try:
                yield from watch.poll()
            except KhronosError as problem:
                yield problem
        yield from self._update_noted_files()

    def _update_noted_files(self) -> Iterator[str | KhronosError]:
        """Bring the recorded files of games in the library up to date; yield messages and problems."""
        for row in update_inbox_rows(self.library):
            if (
                not row.get("game")
                or noted_game_file(self.context.home, row["game"]) is None
                or row.get("histories")
            ):
                continue
            try:
                save = parse_save(read_file(Path(row["file"])))
                told = self.places.update_outside_file(save.header, unsent=bool(row.get("unsent")))
            except KhronosError as problem:
                yield problem
                continue
            if told is not None:
                yield told

    def rows(self) -> list[GameRow]:
        """One inbox row for each game, about the file in which the game is played.

        That is the shared file, unless it is older than the newest version seen. The most urgent rows come
        first.
        """
        found: dict[str, GameRow] = {}
        inbox = update_inbox_rows(self.library)
        for row in (*inbox, *self._outside_rows(inbox)):
            key = row.get("game", row["file"])
            old = found.get(key)
            if old is None:
                inside = self.places.is_in_library(Path(row["file"]))
                found[key] = row if inside else {**row, "name": path_argument(row["file"])}
            elif not self._is_behind(row):
                found[key] = {**row, "name": old.get("name") or Path(old["file"]).stem}
        return sorted_by_urgency(found.values())

    def row(self, path: Path) -> GameRow:
        """The inbox row of one file; for a library file, the row of the file in which the game is played."""
        rows = self.rows()
        known = next((row for row in rows if same_file(Path(row["file"]), path)), None)
        if known is not None:
            return known
        here = row_for_file(path, self.context.home)
        inside = same_file(path.parent, self.library.path)
        return next((row for row in rows if inside and row.get("game", "") == here.get("game")), here)

    def _outside_rows(self, inbox: Iterable[GameRow]) -> list[GameRow]:
        """The rows of saves in shared folders, and of recorded files outside the library for its games."""
        games = [row["game"] for row in inbox if row.get("game")]
        noted = [path for game in games if (path := noted_game_file(self.context.home, game)) is not None]
        paths = [*self.places.shared_files(), *(path for path in noted if path.is_file())]
        once = {real_path(path): path for path in reversed(paths) if not self.places.is_in_library(path)}
        rows = rows_for_files(list(once.values())[::-1], self.context.home, "outside")
        return [row for row in rows if row.get("game")]

    def _is_behind(self, row: GameRow) -> bool:
        return head_seen(self.context.home, row["game"]) not in ("", row["head"])

    def is_shared(self, path: Path) -> bool:
        """Return whether a file is in a shared folder, where the other players get it without a letter."""
        return self.places.is_shared(path)

    def name_of(self, path: Path) -> str:
        """The shortest name for a file in commands: the name of its game, else its path."""
        return self.places.name_of(path)

    def drafts(self, path: Path, seq: int) -> list[tuple[Path, list[str]]]:
        """The drafts from letters for the turn after block `seq`: their files and their orders."""
        if not same_file(path.parent, self.library.path):
            return []
        name = f"{path.stem}-{seq}"
        files = sorted((self.library.path / "drafts").glob("*.txt"))
        return [(file, read_draft(file)) for file in files if _is_draft_of(file.stem, name)]


def _is_draft_of(stem: str, name: str) -> bool:
    """Return whether a file name is this name, optionally followed by one digit."""
    number = stem.removeprefix(f"{name}-")
    return stem == name or (number != stem and number.isdecimal() and len(number) == 1)


def rows_waiting_for_me(rows: Iterable[GameRow], context: Context) -> list[GameRow]:
    """The rows of games that wait for an identity of the context.

    Turns, answers and votes come first, then shares of decks and rolls, then free seats. In each group, the
    games that have waited longest come first.
    """
    names = own_identities(context)
    ranked = [(_rank(row, names), str(row.get("since", "")), row) for row in rows]
    mine = [entry for entry in ranked if entry[0] is not None]
    return [row for _, _, row in sorted(mine, key=lambda entry: (entry[0], entry[1], entry[2]["file"]))]


def _rank(row: GameRow, names: Mapping[str, str]) -> int | None:
    if identity_to_act(row, names):
        return 1 if row.get("for") in (ASSIST, ACK) else 0
    if identity_to_vote(row, names):
        return 0
    return 2 if _is_invitation(row, names) else None


def _is_invitation(row: GameRow, names: Mapping[str, str]) -> bool:
    """Return whether a game waits for players, and none of your identities has a seat in it yet."""
    free = row.get("for") == JOIN and row.get("waiting_for") is None
    return free and bool(names) and not set(row.get("keys", ())) & set(names)
