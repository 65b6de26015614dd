"""The game library: the newest save of every game as a file, and the rows of the inbox."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from khronos_pbem.engine.codec import Codec
from khronos_pbem.engine.digests import decode_bytes, encode_bytes
from khronos_pbem.errors import InvalidFile, KhronosError, UsageError
from khronos_pbem.home.config import Config, library_path
from khronos_pbem.home.game_paths import game_key, game_lock
from khronos_pbem.home.keyring import all_own_keys, own_keys
from khronos_pbem.home.versions.newest_seen import undecided_versions
from khronos_pbem.home.versions.other_versions import store_other_version
from khronos_pbem.home.versions.signed_blocks import unsent_heads
from khronos_pbem.home.versions.withdrawn_blocks import differs_by_unsent
from khronos_pbem.library.game_row import GameRow
from khronos_pbem.library.row_cache import MadeRow, content_digest, load_or_make_rows
from khronos_pbem.messages import VerbatimText, message, path_argument
from khronos_pbem.record.block import JOIN, block_moment
from khronos_pbem.record.leaving.differences import has_precedence
from khronos_pbem.record.leaving.votes import seats_after
from khronos_pbem.record.names import title_slug
from khronos_pbem.record.save import Header, Save, parse_save
from khronos_pbem.session.notes.player_messages import last_turn_block, messages_in
from khronos_pbem.session.queries.deadlines import find_opening_vote
from khronos_pbem.session.queries.documents import seat_document
from khronos_pbem.session.queries.vote_status import (
    DepartureDocument,
    acting_keys,
    away_until,
    ballot_words,
    departure_document,
    find_awaited,
    find_departure,
    is_bot_awaited,
    next_voter,
    votes_document,
)
from khronos_pbem.session.replay.open_save import Opened, open_for_reading
from khronos_pbem.session.replay.table import Table, clock_of, waiting_without_votes
from khronos_pbem.storage.file_types import same_file
from khronos_pbem.storage.files import read_file, write_atomically, write_output
from khronos_pbem.storage.home_folder import ensure_folder
from khronos_pbem.storage.home_folder import home as home_folder

SENTENCES = Codec(())
"""The codec that stores sentences in rows."""


@dataclass(frozen=True, slots=True)
class Library:
    """The folder with the newest save of each game, and the home that belongs to it."""

    path: Path
    home: Path

    def file_of(self, header: Header) -> Path:
        """The path of a game's file in the library; its name has the title and the beginning of the id.

        A longer name is used if that file holds another game.
        """
        title = title_slug(header.title)
        path = self.path / f"{title}-{decode_bytes(header.id, 16).hex()[:8]}.khronos"
        is_taken = self._holds_other_game(path, header)
        return self.path / f"{title}-{game_key(header)}.khronos" if is_taken else path

    def path_for_new(self, header: Header) -> Path:
        """Create the library's folder if it is missing, and return the path for a new game.

        Raises UsageError if the folder cannot be created.
        """
        ensure_folder(self.path, "")
        return self.file_of(header)

    @staticmethod
    def _holds_other_game(path: Path, header: Header) -> bool:
        """Return whether a file holds a save with another header."""
        try:
            return parse_save(read_file(path)).header != header
        except KhronosError:
            return False

    def files(self) -> list[Path]:
        """The files of all games, sorted. Raises UsageError if the folder cannot be read."""
        try:
            return sorted(self.path.glob("*.khronos"))
        except OSError as problem:
            raise UsageError(f"{self.path}: {problem.strerror}") from None

    def saves(self) -> Iterator[tuple[Path, Save]]:
        """Each file of the library with its parsed save. Unreadable files are left out."""
        for path in self.files():
            with contextlib.suppress(KhronosError):
                yield path, parse_save(read_file(path))

    def find(self, word: str) -> Path:
        """Find the file of a game by the beginning of its title, or by its id.

        Raises UsageError if there is no such game, if there is more than one, or as `files` does.
        """
        found = self.called(word)
        if len(found) != 1:
            what = message("no game in your library is called {word}", word=VerbatimText(word))
            if found:
                what = message("several games in your library are called {word}", word=VerbatimText(word))
            names = ", ".join(path.stem for path in found or self.files())
            one = message("choose one of {names}", names=names)
            raise UsageError(what, hint=one if names else message("your library is empty"))
        return found[0]

    def called(self, word: str) -> list[Path]:
        """The files of all games whose title begins with this word, or whose id in the file name it is.

        Raises the errors of `files`.
        """
        wanted = re.sub(r"[^a-z0-9]+", "-", word.lower()).strip("-")
        files = self.files() if wanted else []
        return [path for path in files if path.stem.startswith(wanted) or path.stem.endswith(f"-{wanted}")]

    def name_of(self, path: Path) -> str:
        """The shortest name for a file in commands: its title or file name in the library, else its path.

        A name is used only if it is unambiguous.
        """
        if not same_file(path.parent, self.path):
            return path_argument(path)
        for word in (path.stem.rpartition("-")[0], path.stem):
            if word and [each.name for each in self.called(word)] == [path.name] and not Path(word).exists():
                return word
        return path_argument(path)

    @property
    def outbox(self) -> Path:
        """The folder beside the library for letters to be sent by a mail program."""
        return self.path.parent / "outbox"

    def load_save(self, header: Header) -> Save | None:
        """Load the library's save of this game; None if it is missing or unreadable."""
        try:
            save = parse_save(read_file(self.file_of(header)))
        except KhronosError:
            return None
        return save if save.header == header else None

    def write_newest(self, save: Save, data: bytes) -> Path:
        """Write a verified save as the newest of its game; return its file.

        `data` is the same save as bytes. If the library's save is longer and contains it, nothing is written.
        If neither contains the other, the old one is kept for `settle`. Raises UsageError if the file cannot
        be written, Conflict if another process is using the game.
        """
        ensure_folder(self.path, "")
        with game_lock(self.home, save.header):
            have, path = self.load_save(save.header), self.file_of(save.header)
            if have is not None and save.blocks[: len(have.blocks)] != have.blocks:
                if have.blocks[: len(save.blocks)] == save.blocks:
                    return path
                if not differs_by_unsent(self.home, have, save):
                    store_other_version(self.home, have, settled=has_precedence(have, save))
            if have is None:  # what is there, if anything, is a broken save; a link may lead anywhere
                write_output(path, data, force=True)
            else:
                write_atomically(path, data)
        return path


def configured_library(config: Config) -> Library:
    """The library named in the settings, or the one in the home."""
    return Library(library_path(config, home_folder()), home_folder())


# --- the inbox --------------------------------------------------------------------------------------------


def read_inbox_rows(library: Library) -> list[GameRow]:
    """The inbox rows of all games of a library, sorted as by `sorted_by_urgency`."""
    return sorted_by_urgency(rows_for_files(library.files(), library.home, "inbox"))


def sorted_by_urgency(rows: Iterable[GameRow]) -> list[GameRow]:
    """Rows in the order of the inbox: your moves first, then the games that have waited longest."""
    return sorted(rows, key=_urgency_sort_key)


def rows_for_files(paths: Sequence[Path], home: Path, index: str) -> list[GameRow]:
    """The inbox row of each file; `index` names the cache file to use (`row_cache`)."""
    if not paths:
        return []
    mine = own_keys(home)
    rows = load_or_make_rows(paths, home, make_row, index)
    return [_with_own_view(row, path, home, mine) for path, row in zip(paths, rows, strict=True)]


def row_for_file(path: Path, home: Path) -> GameRow:
    """The inbox row of any save, inside or outside the library, without the cache."""
    return _with_own_view(make_row(path, home, passing=False).row, path, home, own_keys(home))


def _with_own_view(row: GameRow, path: Path, home: Path, mine: set[str]) -> GameRow:
    """The row of a file, completed with data specific to this home and its identities."""
    row = {**row, "yours": bool(set(row.get("acts", ())) & mine)}
    row["your_vote"] = not row["yours"] and row.get("voter") in mine
    row["opens_vote"] = not row["yours"] and row.get("opener") in mine
    row |= _news_fields(row, mine)
    return _with_versions(home, path, _with_unsent(home, row))


def _with_versions(home: Path, path: Path, row: GameRow) -> GameRow:
    """The row of a game; if the game has two versions, the row marks it as nobody's move."""
    if not row.get("game") or not (home / "settle" / row["game"]).is_dir():
        return row
    try:
        others = undecided_versions(home, parse_save(read_file(path)).header)
    except KhronosError:
        return row
    if not others:
        return row
    return {**row, "yours": False, "your_vote": False, "histories": 1 + len(others)}


def _with_unsent(home: Path, row: GameRow) -> GameRow:
    """The row of a game with `unsent`: whether its last block is yours and has not left this machine."""
    if not row.get("game"):
        return row
    unsent = row.get("head") in unsent_heads(home, row["game"])
    return {**row, "unsent": unsent and not _are_all_seats_own(home, row)}


def _are_all_seats_own(home: Path, row: GameRow) -> bool:
    """Return whether all players, including bots, are in this keyring, so nothing has to be sent."""
    bots = any(player["bot"] for player in row["players"])
    return bots and row.get("for") != JOIN and set(row["keys"]) <= all_own_keys(home)


def _urgency_sort_key(row: GameRow) -> tuple[int, str]:
    place = 0 if row["yours"] or row.get("your_vote") or row.get("histories") else 1
    return (3 if row.get("problem") else 2 if row.get("finished") else place, str(row.get("since", "")))


def make_row(path: Path, home: Path, *, passing: bool = True) -> MadeRow:
    """Make the inbox row of a save, or a row with its problem.

    `passing` is true if the save is one of many (see `open_for_reading`).
    """
    try:
        opened = open_for_reading(path, home, rewind=True, passing=passing)
        if opened.problem is not None:
            return MadeRow(_problem_row(path, opened.problem))
    except KhronosError as problem:
        return MadeRow(_problem_row(path, problem))
    return MadeRow(_row(opened, path), content_digest(opened.data), opened.history.heads[-1])


def _row(opened: Opened, path: Path) -> GameRow:
    table = opened.table
    blocks = opened.save.blocks
    last = block_moment(blocks, len(blocks) - 1) or opened.save.header.created
    found = find_awaited(opened.save, table, opened.seen)
    row: GameRow = {
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
        "players": [seat_document(seat) for seat in table.seats],
        **_turn_fields(table),
        **_message_fields(opened.save, table),
    }
    clock, now = clock_of(table.header), waiting_without_votes(table)
    if clock is not None:
        row["clock"] = {"days": clock.days, "workdays": clock.workdays}
    if now is not None and now.seat is not None:
        row["away_until"] = away_until(opened.save.blocks, now.seat)
        row["due"] = found.due or None if found is not None else None
    return {**row, **_vote_fields(table), "outs": _removed_players(opened.save)}


def _vote_fields(table: Table) -> GameRow:
    """The fields about votes: the votes cast, the next voter, and the command words for that vote.

    In a game with a clock, they also include the player who can begin a series of votes.
    """
    following = next_voter(table)
    if following is not None:
        voter = table.seats[following].identity.hex()
        return {"votes": votes_document(table), "voter": voter, "ballot": ballot_words(table)}
    opening = find_opening_vote(table) if clock_of(table.header) is not None else None
    if opening is None or isinstance(opening, InvalidFile):
        return {"votes": None}
    opener = table.seats[opening.seat].identity.hex()
    return {"votes": None, "opener": opener, "ballot": list(opening.words)}


def _removed_players(save: Save) -> dict[str, DepartureDocument]:
    """The departures of the players who have lost their seats by votes, by identity (hex)."""
    seats = seats_after(save.blocks)
    if not seats[-1].final:
        return {}
    had = {identity for each in seats for identity in each.identities}
    found = {identity.hex(): departure_document(find_departure(save.blocks, identity)) for identity in had}
    return {identity: facts for identity, facts in found.items() if facts is not None}


_REMEMBERED = 25
"""The number of messages that a row stores; `khronos log` shows older ones."""


def _message_fields(save: Save, table: Table) -> GameRow:
    """The fields about messages: the newest ones, each player's last turn, the author of the last block."""
    heard = [one.to_data() for one in messages_in(save.blocks)[-_REMEMBERED:]]
    turns = {seat.identity.hex(): last_turn_block(save.blocks, n) for n, seat in enumerate(table.seats)}
    by = table.seats[save.blocks[-1].seat].identity.hex() if save.blocks else ""
    return {"heard": heard, "turns": turns, "by": by}


def _news_fields(row: GameRow, mine: set[str]) -> GameRow:
    """The fields about news: the opponents, new messages, and whether the save is only an update.

    An update requires no action from you: others have played, and it is not your move.
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


def _problem_row(path: Path, problem: KhronosError) -> GameRow:
    """The row of a file that cannot be read, with the problem, in translatable form if possible."""
    row: GameRow = {"file": str(path), "title": path.stem, "problem": str(problem), "acts": []}
    with contextlib.suppress(TypeError):  # a sentence with parts that are not kept
        row["said"] = SENTENCES.to_data(problem.full_message)
    return row


def _turn_fields(table: Table) -> GameRow:
    now = waiting_without_votes(table)
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
        "waiting_for": seat_document(seat),
        "for": now.need,
        "acts": [] if is_bot_awaited(table, now) else [key.hex() for key in acting_keys(table, now)],
    }
