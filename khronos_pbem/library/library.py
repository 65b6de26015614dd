"""The game library: the newest save of every game, as files; and one line about each (the inbox)."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from khronos_pbem.engine.codec import Codec
from khronos_pbem.engine.digests import decode_bytes, encode_bytes
from khronos_pbem.errors import InvalidFile, KhronosError, UsageError
from khronos_pbem.home.config import Config, library_path
from khronos_pbem.home.game_paths import at_game, game_key
from khronos_pbem.home.keyring import kept_keys, own_keys
from khronos_pbem.home.versions.newest_seen import two_histories
from khronos_pbem.home.versions.other_versions import keep
from khronos_pbem.home.versions.unsent import unsent_heads
from khronos_pbem.home.versions.withdrawn import never_left
from khronos_pbem.library.row_cache import Made, digest_of, rows_of_files
from khronos_pbem.messages import Typed, message, path_word
from khronos_pbem.record.block import JOIN, moment_at
from khronos_pbem.record.leaving.following import takes_place
from khronos_pbem.record.leaving.votes import seats_after
from khronos_pbem.record.names import file_word
from khronos_pbem.record.save import Header, Save, parse_save
from khronos_pbem.session.notes.player_messages import last_turn, messages_in
from khronos_pbem.session.queries.deadlines import opening_vote
from khronos_pbem.session.queries.documents import seat_facts
from khronos_pbem.session.queries.vote_status import (
    acting_keys,
    awaited,
    away_until,
    ballot_words,
    bot_acts,
    next_voter,
    out_facts,
    out_of,
    votes_facts,
)
from khronos_pbem.session.replay.open_save import Opened, open_for_reading
from khronos_pbem.session.replay.table import Table, clock_of, missed
from khronos_pbem.storage.file_types import same_file
from khronos_pbem.storage.files import read_file, write_atomically, write_new
from khronos_pbem.storage.home_folder import folder
from khronos_pbem.storage.home_folder import home as home_folder

SENTENCES = Codec(())
"""How sentences are remembered in rows."""

UNSAID = frozenset(
    ("name", "acts", "said", "heard", "turns", "by", "keys", "voter", "ballot", "opener", "outs")
)
"""What is in a row of the inbox for the program alone."""


@dataclass(frozen=True, slots=True)
class Library:
    """Where the newest saves lie, and the home that goes with them."""

    path: Path
    home: Path

    def file_of(self, header: Header) -> Path:
        """The file of a game: its title for people, its id so that no two games share one."""
        title = file_word(header.title)
        path = self.path / f"{title}-{decode_bytes(header.id, 16).hex()[:8]}.khronos"
        return (
            self.path / f"{title}-{game_key(header)}.khronos" if self._is_of_another(path, header) else path
        )

    def place(self, header: Header) -> Path:
        """The file for a game that is new, its folder made. Raises UsageError if that cannot be."""
        folder(self.path, "")
        return self.file_of(header)

    @staticmethod
    def _is_of_another(path: Path, header: Header) -> bool:
        """Whether a file is of another game, whose title and id begin alike."""
        try:
            return parse_save(read_file(path)).header != header
        except KhronosError:
            return False

    def files(self) -> list[Path]:
        """The files of all games, sorted. Raises UsageError if the folder cannot be read."""
        try:
            return sorted(self.path.glob("*.khronos"))
        except OSError as problem:
            raise UsageError(f"{self.path}: {problem.strerror}", rule="FORMATS 1") from None

    def saves(self) -> Iterator[tuple[Path, Save]]:
        """The files that can be read, with their saves; a broken one is the inbox's to tell."""
        for path in self.files():
            with contextlib.suppress(KhronosError):
                yield path, parse_save(read_file(path))

    def find(self, word: str) -> Path:
        """The file of a game by the beginning of its title, or its id. Raises UsageError if not just one."""
        found = self.called(word)
        if len(found) != 1:
            what = message("no game in your library is called {word}", word=Typed(word))
            if found:
                what = message("several games in your library are called {word}", word=Typed(word))
            names = ", ".join(path.stem for path in found or self.files())
            raise UsageError(
                what,
                rule="FORMATS 1",
                hint=message("choose one of {names}", names=names)
                if names
                else message("your library is empty"),
            )
        return found[0]

    def called(self, word: str) -> list[Path]:
        """The files of the games whose title begins so, or whose id is this. Raises as `files`."""
        wanted = re.sub(r"[^a-z0-9]+", "-", word.lower()).strip("-")
        files = self.files() if wanted else []
        return [path for path in files if path.stem.startswith(wanted) or path.stem.endswith(f"-{wanted}")]

    def name_of(self, path: Path) -> str:
        """The shortest word by which a command finds a file: of this library its title, else the path."""
        if not same_file(path.parent, self.path):
            return path_word(path)
        for word in (path.stem.rpartition("-")[0], path.stem):
            if word and [each.name for each in self.called(word)] == [path.name] and not Path(word).exists():
                return word
        return path_word(path)

    @property
    def outbox(self) -> Path:
        """The folder beside the library in which letters lie that a mail program sends."""
        return self.path.parent / "outbox"

    def save_of(self, header: Header) -> Save | None:
        """What the library has of this very game, if it can be read."""
        try:
            save = parse_save(read_file(self.file_of(header)))
        except KhronosError:
            return None
        return save if save.header == header else None

    def put(self, save: Save, data: bytes) -> Path:
        """Keep a save that came in by the door as the newest of its game; its file.

        What the library has is replaced only if the save contains it; another history is kept for `settle`.
        Raises UsageError if it cannot be written, Conflict if another process keeps the game.
        """
        folder(self.path, "")
        with at_game(self.home, save.header):
            have, path = self.save_of(save.header), self.file_of(save.header)
            if have is not None and save.blocks[: len(have.blocks)] != have.blocks:
                if have.blocks[: len(save.blocks)] == save.blocks:
                    return path
                if not never_left(self.home, have, save):
                    keep(self.home, have, settled=takes_place(have, save))
            if have is None:  # what is there, if anything, is a broken save; a link may lead anywhere
                write_new(path, data, force=True)
            else:
                write_atomically(path, data)
        return path


def configured(config: Config) -> Library:
    """The configured library, else the one in the home."""
    return Library(library_path(config, home_folder()), home_folder())


# --- the inbox --------------------------------------------------------------------------------------------


def inbox(library: Library) -> list[dict[str, Any]]:
    """One row for each game: your moves first, then those who let wait longest."""
    return by_urgency(rows_in(library.files(), library.home, "inbox"))


def by_urgency(rows: Iterable[Mapping[str, Any]]) -> list[Any]:
    """Rows in the order of the inbox: your moves first, then those who let wait longest."""
    return sorted(rows, key=_urgency)


def rows_in(paths: Sequence[Path], home: Path, index: str) -> list[dict[str, Any]]:
    """A row for each file, as it would be in the library; `index` names what remembers them."""
    mine = own_keys(home)
    rows = rows_of_files(paths, home, make_row, index)
    return [_as_seen(row, path, home, mine) for path, row in zip(paths, rows, strict=True)]


def row_here(path: Path, home: Path) -> dict[str, Any]:
    """The row of the inbox for any file, as it would be in the library."""
    return _as_seen(make_row(path, home, passing=False).row, path, home, own_keys(home))


def _as_seen(row: dict[str, Any], path: Path, home: Path, mine: set[str]) -> dict[str, Any]:
    """What a file says of its game, with what this home and its identities make of it."""
    row = {**row, "yours": bool(set(row.get("acts", ())) & mine)}
    row["your_vote"] = not row["yours"] and row.get("voter") in mine
    row["opens_vote"] = not row["yours"] and row.get("opener") in mine
    row |= _news(row, mine)
    return _with_histories(home, path, _with_unsent(home, row))


def _with_histories(home: Path, path: Path, row: dict[str, Any]) -> dict[str, Any]:
    """The row of a game, which is nobody's move while there are two histories to choose from."""
    if not row.get("game") or not (home / "settle" / row["game"]).is_dir():
        return row
    try:
        others = two_histories(home, parse_save(read_file(path)).header)
    except KhronosError:
        return row
    if not others:
        return row
    return {**row, "yours": False, "your_vote": False, "histories": 1 + len(others)}


def _with_unsent(home: Path, row: dict[str, Any]) -> dict[str, Any]:
    """The row of a game, with whether its last block is one's own and has not left this machine."""
    if not row.get("game"):
        return row
    unsent = row.get("head") in unsent_heads(home, row["game"])
    return {**row, "unsent": unsent and not _is_nobody_elses(home, row)}


def _is_nobody_elses(home: Path, row: dict[str, Any]) -> bool:
    """Whether all who play are of this keyring, bots among them: there is nobody to send anything to."""
    bots = any(player["bot"] for player in row["players"])
    return bots and row.get("for") != JOIN and set(row["keys"]) <= kept_keys(home)


def _urgency(row: Mapping[str, Any]) -> tuple[int, str]:
    place = 0 if row["yours"] or row.get("your_vote") or row.get("histories") else 1
    return (3 if row.get("problem") else 2 if row.get("finished") else place, str(row.get("since", "")))


def make_row(path: Path, home: Path, *, passing: bool = True) -> Made:
    """What the inbox says about a save, or what is wrong with it; it is one of many if only `passing`."""
    try:
        opened = open_for_reading(path, home, rewind=True, passing=passing)
        if opened.problem is not None:
            return Made(_broken(path, opened.problem))
    except KhronosError as problem:
        return Made(_broken(path, problem))
    return Made(_row(opened, path), digest_of(opened.data), opened.history.heads[-1])


def _row(opened: Opened, path: Path) -> dict[str, Any]:
    table = opened.table
    blocks = opened.save.blocks
    last = moment_at(blocks, len(blocks) - 1) or opened.save.header.created
    found = awaited(opened.save, table, opened.seen)
    row = {
        "file": str(path),
        "game": game_key(table.header),
        "kind": table.header.game,
        "title": table.header.title,
        "id": decode_bytes(table.header.id, 16).hex()[:8],
        "seq": table.seq,
        "keys": [seat.identity.hex() for seat in table.seats],
        "head": encode_bytes(opened.history.heads[-1]),
        "since": last if found is None else found.since,
        "counted": last if found is None else found.counted,
        "players": [seat_facts(seat) for seat in table.seats],
        **_turn(table),
        **_said(opened.save, table),
    }
    clock, now = clock_of(table.header), missed(table)
    if clock is not None:
        row["clock"] = {"days": clock.days, "workdays": clock.workdays}
    if now is not None and now.seat is not None:
        row["away_until"] = away_until(opened.save.blocks, now.seat)
        row["due"] = found.due or None if found is not None else None
    return row | _votes(table) | {"outs": _outs(opened.save)}


def _votes(table: Table) -> dict[str, Any]:
    """The run of votes that has begun, whose vote is next, and what to type for it; in a game with a clock
    also who can begin one, and how."""
    following = next_voter(table)
    if following is not None:
        voter = table.seats[following].identity.hex()
        return {"votes": votes_facts(table), "voter": voter, "ballot": ballot_words(table)}
    opening = opening_vote(table) if clock_of(table.header) is not None else None
    if opening is None or isinstance(opening, InvalidFile):
        return {"votes": None}
    opener = table.seats[opening.seat].identity.hex()
    return {"votes": None, "opener": opener, "ballot": list(opening.words)}


def _outs(save: Save) -> dict[str, dict[str, Any] | None]:
    """Those who have lost their seats by votes, by their identities (hex), as `out_facts` says it."""
    seats = seats_after(save.blocks)
    if not seats[-1].final:
        return {}
    had = {identity for each in seats for identity in each.identities}
    found = {identity.hex(): out_facts(out_of(save.blocks, identity)) for identity in had}
    return {identity: facts for identity, facts in found.items() if facts is not None}


_REMEMBERED = 25
"""Messages of a game that its row remembers: more than this are read in `khronos log`."""


def _said(save: Save, table: Table) -> dict[str, Any]:
    """What the players have said last, who has written the last block, and when each had his last turn."""
    heard = [one.to_data() for one in messages_in(save.blocks)[-_REMEMBERED:]]
    turns = {seat.identity.hex(): last_turn(save.blocks, n) for n, seat in enumerate(table.seats)}
    by = table.seats[save.blocks[-1].seat].identity.hex() if save.blocks else ""
    return {"heard": heard, "turns": turns, "by": by}


def _news(row: dict[str, Any], mine: set[str]) -> dict[str, Any]:
    """What is new to me in a game: who plays against me, what was said, and whether it is only an update.

    An update asks nothing of me: others have gone on, and it is not my move.
    """
    players, turns = row.get("players", []), list(row.get("turns", {}).items())
    own = [n for n, (identity, _) in enumerate(turns) if identity in mine and not players[n]["bot"]]
    after = max((turns[number][1] for number in own), default=row.get("seq", 0) - len(turns))
    me = [players[number]["name"] for number in own]
    heard = [m for m in row.get("heard", ()) if m["seq"] > after and m["name"] not in me]
    moved = bool(own) and not row["yours"] and row.get("by") not in mine
    return {
        "opponents": [player["name"] for player in players if player["name"] not in me],
        "update": moved and row.get("waiting_for") is not None,
        "messages": heard,
    }


def _broken(path: Path, problem: KhronosError) -> dict[str, Any]:
    """The row of a file with what is wrong with it, as a sentence too, which can be said in any language."""
    row = {"file": str(path), "title": path.stem, "problem": str(problem), "acts": []}
    with contextlib.suppress(TypeError):  # a sentence with parts that are not kept
        row["said"] = SENTENCES.to_data(problem.said)
    return row


def _turn(table: Table) -> dict[str, Any]:
    now = missed(table)
    if now is None:
        won = [table.seats[seat].colour for seat in table.game.winners(table.position)]
        return {"finished": True, "winners": won, "waiting_for": None, "acts": []}
    rounds = 0 if table.position is None else table.game.round(table.position)
    if now.seat is None:
        return {"finished": False, "round": rounds, "waiting_for": None, "for": now.need, "acts": []}
    seat = table.seats[now.seat]
    return {
        "finished": False,
        "round": rounds,
        "waiting_for": seat_facts(seat),
        "for": now.need,
        "acts": [] if bot_acts(table, now) else [key.hex() for key in acting_keys(table, now)],
    }
