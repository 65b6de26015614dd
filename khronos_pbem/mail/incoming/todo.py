"""What waits for a player: the games of the library and of shared folders, in the order to take them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from khronos_pbem.errors import KhronosError
from khronos_pbem.home.config import Config
from khronos_pbem.home.versions.game_files import noted_place
from khronos_pbem.home.versions.newest_seen import head_seen
from khronos_pbem.library.library import Library, by_urgency, row_here, rows_in
from khronos_pbem.library.locate_game import Locator, shared_folders_of
from khronos_pbem.library.newest_copy import rows_of
from khronos_pbem.library.notifications import Caller
from khronos_pbem.library.send_shares import acts_for, own_names, votes_for
from khronos_pbem.library.watch_folder import Watch
from khronos_pbem.mail.formats.order_blocks import orders_in
from khronos_pbem.messages import path_word
from khronos_pbem.record.block import ACK, ASSIST, JOIN
from khronos_pbem.record.save import parse_save
from khronos_pbem.session.context import Context
from khronos_pbem.storage.file_types import real_path, same_file
from khronos_pbem.storage.files import read_file

Row = Mapping[str, Any]
"""A row of the inbox."""


@dataclass(frozen=True, slots=True)
class Games:
    """Where somebody plays: his library, and the shared folders that are configured or were watched."""

    library: Library
    config: Config
    context: Context

    @property
    def places(self) -> Locator:
        """What finds the files of his games."""
        return Locator(self.library, shared_folders_of(self.config, self.context.home))

    def look_into_folders(self) -> Iterator[str | KhronosError]:
        """Look once into each shared folder, as `watch --assist` does; what is told, and what is wrong."""
        for folder in self.places.folders:
            watch = Watch(folder, self.context, pays=True, caller=Caller(), terse=True)
            try:
                yield from watch.look()
            except KhronosError as problem:
                yield problem
        yield from self._deliver()

    def _deliver(self) -> Iterator[str | KhronosError]:
        """Bring up the noted files of games that went on in the library; what is told, or is wrong."""
        for row in rows_of(self.library):
            if (
                not row.get("game")
                or noted_place(self.context.home, row["game"]) is None
                or row.get("histories")
            ):
                continue
            try:
                save = parse_save(read_file(Path(row["file"])))
                told = self.places.deliver(save.header, unsent=bool(row.get("unsent")))
            except KhronosError as problem:
                yield problem
                continue
            if told is not None:
                yield told

    def rows(self) -> list[Row]:
        """All games, each in the file to go on with: where others share it, unless that is behind."""
        found: dict[str, Row] = {}
        for row in (*rows_of(self.library), *self._outside()):
            key = row.get("game", row["file"])
            old = found.get(key)
            if old is None:
                inside = self.places.is_of_library(Path(row["file"]))
                found[key] = row if inside else {**row, "name": path_word(row["file"])}
            elif not self._is_behind(row):
                found[key] = {**row, "name": old.get("name") or Path(old["file"]).stem}
        return by_urgency(found.values())

    def row(self, path: Path) -> Row:
        """The row of one file; of a game of the library that of the file in which it goes on."""
        rows = self.rows()
        known = next((row for row in rows if same_file(Path(row["file"]), path)), None)
        if known is not None:
            return known
        here = row_here(path, self.context.home)
        inside = same_file(path.parent, self.library.path)
        return next((row for row in rows if inside and row.get("game", "") == here.get("game")), here)

    def _outside(self) -> list[Row]:
        """The rows of the saves in shared folders, and where games were noted; what is none is left out."""
        games = [row["game"] for row in rows_of(self.library) if row.get("game")]
        noted = [path for game in games if (path := noted_place(self.context.home, game)) is not None]
        paths = [*self.places.shared_files(), *(path for path in noted if path.is_file())]
        once = {real_path(path): path for path in reversed(paths) if not self.places.is_of_library(path)}
        rows = rows_in(list(once.values())[::-1], self.context.home, "outside")
        return [row for row in rows if row.get("game")]

    def _is_behind(self, row: Row) -> bool:
        return head_seen(self.context.home, row["game"]) not in ("", row["head"])

    def is_shared(self, path: Path) -> bool:
        """Whether a file lies in a shared folder, so that others have it by itself."""
        return self.places.is_shared(path)

    def name_of(self, path: Path) -> str:
        """The shortest word by which a command finds a file: the name of its game, else the path."""
        return self.places.name_of(path)

    def drafts(self, path: Path, seq: int) -> list[tuple[Path, list[str]]]:
        """The orders for the turn after block `seq` that have come in letters: their files, and the lines."""
        if not same_file(path.parent, self.library.path):
            return []
        name = f"{path.stem}-{seq}"
        files = sorted((self.library.path / "drafts").glob("*.txt"))
        return [(file, orders_in(file)) for file in files if _is_draft_of(file.stem, name)]


def _is_draft_of(stem: str, name: str) -> bool:
    """Whether a draft is called like this, or like this with a number behind."""
    number = stem.removeprefix(f"{name}-")
    return stem == name or (number != stem and number.isdecimal() and len(number) == 1)


def waiting_for_me(rows: Iterable[Row], context: Context) -> list[Row]:
    """The games that wait for an identity of the context: turns and answers, debts, then seats to take.

    In each of the three those that wait longest come first.
    """
    names = own_names(context)
    ranked = [(_rank(row, names), str(row.get("since", "")), row) for row in rows]
    mine = [entry for entry in ranked if entry[0] is not None]
    return [row for _, _, row in sorted(mine, key=lambda entry: (entry[0], entry[1], entry[2]["file"]))]


def _rank(row: Row, names: Mapping[str, str]) -> int | None:
    if acts_for(row, names):
        return 1 if row.get("for") in (ASSIST, ACK) else 0
    if votes_for(row, names):
        return 0
    return 2 if _is_invitation(row, names) else None


def _is_invitation(row: Row, names: Mapping[str, str]) -> bool:
    """Whether a game waits for players, and nobody of the keyring sits there yet."""
    free = row.get("for") == JOIN and row.get("waiting_for") is None
    return free and bool(names) and not set(row.get("keys", ())) & set(names)
