"""The row of a game in the inbox, as it is cached and printed as JSON (FORMATS 1)."""

from __future__ import annotations

from typing import TypedDict

from khronos_pbem.session.notes.player_messages import MessageDocument
from khronos_pbem.session.queries.documents import SeatDocument
from khronos_pbem.session.queries.vote_status import DepartureDocument, VotesDocument

INTERNAL_KEYS = frozenset(
    ("name", "acts", "said", "heard", "turns", "by", "keys", "voter", "ballot", "opener", "outs")
)
"""The keys of a row that only the program uses."""


class ClockDocument(TypedDict):
    """The clock of a game: the number of days for a move, and whether weekends count."""

    days: int
    workdays: bool


_Need = TypedDict("_Need", {"for": str}, total=False)


class GameRow(_Need, total=False):
    """The data about one game for the inbox; for an unreadable file, only the `problem`.

    `acts` are the identities (hex) that the game waits for. `voter` is the next voter, `opener` is the player
    who can begin a vote, and `ballot` holds the words of that vote. `heard` are the newest messages, and
    `turns` maps each identity to the block of its last turn. `by` is the author of the last block, and `outs`
    are the players who lost their seats.

    The fields from `yours` on depend on this home and its identities. `unsent` is true if the last block has
    not left this machine, `histories` counts the versions if there are several, and `name` is the game's name
    in commands.
    """

    file: str
    title: str
    acts: list[str]
    problem: str
    said: object
    game: str
    kind: str
    id: str
    seq: int
    keys: list[str]
    head: str
    since: str
    counted: str
    players: list[SeatDocument]
    finished: bool
    winners: list[str]
    round: int
    waiting_for: SeatDocument | None
    heard: list[MessageDocument]
    turns: dict[str, int]
    by: str
    clock: ClockDocument
    away_until: str
    due: str | None
    votes: VotesDocument | None
    voter: str
    ballot: list[str]
    opener: str
    outs: dict[str, DepartureDocument]
    yours: bool
    your_vote: bool
    opens_vote: bool
    opponents: list[str]
    update: bool
    messages: list[MessageDocument]
    unsent: bool
    histories: int
    name: str


def awaited_player(row: GameRow) -> SeatDocument:
    """The player that a game waits for. The game must be waiting for one."""
    who = row["waiting_for"]
    assert who is not None
    return who
