"""The public API for Python programs: read games, set up positions, play orders, write bots.

Import these names from `khronos_pbem`. `docs/python.md` shows examples. Everything else in the package may
change in any version. All errors are `KhronosError` or its subclasses. Only `load` reads a file, and nothing
writes one.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import NamedTuple, Protocol

from khronos_pbem.engine.contract import Event
from khronos_pbem.engine.features.bots import Bots, SearchSettings, Strength
from khronos_pbem.engine.features.protocols import Audience
from khronos_pbem.errors import KhronosError, NothingToDo, UsageError
from khronos_pbem.games.registry import feature, installed_bot
from khronos_pbem.messages import message
from khronos_pbem.record.chain import block_hashes
from khronos_pbem.record.save import Save, parse_save
from khronos_pbem.session.replay import table as tables
from khronos_pbem.session.replay.history import Entry, History
from khronos_pbem.session.replay.open_save import with_file
from khronos_pbem.session.replay.replay import replay
from khronos_pbem.session.turns.game_position import (
    Order,
    Position,
    apply,
    legal_orders,
    new_position,
    parse,
    position_from_toml,
    render,
    score,
    seat_number,
    to_text,
)
from khronos_pbem.storage.files import read_file

__all__ = [
    "Audience",
    "Block",
    "Bot",
    "Event",
    "Game",
    "KhronosError",
    "Order",
    "Position",
    "Seat",
    "Waiting",
    "apply",
    "bot",
    "legal_orders",
    "load",
    "new_position",
    "parse",
    "position_from_toml",
    "render",
    "score",
    "to_text",
]


class Seat(NamedTuple):
    """A player of a game; `bot` is the strength of a bot, and empty for a person."""

    colour: str
    name: str
    bot: str


class Waiting(NamedTuple):
    """The player a game is waiting for, and what the game needs from that player (FORMATS 4).

    `need` is "join", "turn", "answer", "assist", "vote" or "ack". `colour` is None while the game waits for
    players to join.
    """

    colour: str | None
    need: str


class Block(NamedTuple):
    """A block of a game: its number from 0, its kind (FORMATS 4), its signer, its orders and its events.

    `at` is UTC ("2026-11-22T18:03:00Z"); it is empty in a vote or its confirmation. `orders` are in canonical
    text.
    """

    number: int
    kind: str
    colour: str
    at: str
    orders: tuple[str, ...]
    events: tuple[Event, ...]


@dataclass(frozen=True)
class Game:
    """A game as recorded in a save; `load` reads one.

    All properties except `title` and `name` verify the record first, and raise InvalidFile if it is not
    valid.
    """

    save: Save = field(repr=False)
    source: Path | None = None

    @property
    def title(self) -> str:
        """The title of the game, which its first player chose."""
        return self.save.header.title

    @property
    def name(self) -> str:
        """The name of the board game, such as "khronos"."""
        return self.save.header.game

    def verify(self) -> None:
        """Verify all signatures, proofs and rules.

        Raises InvalidFile, which names the block and the seat, if the record is not valid.
        """
        problem = self._replayed.problem
        if problem is not None:
            raise problem if self.source is None else with_file(problem, self.source)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The players who have joined, in seat order."""
        return tuple(Seat(seat.colour, str(seat.name), seat.bot) for seat in self._table.seats)

    @property
    def waiting(self) -> Waiting | None:
        """The player the game is waiting for, and what it needs; None when the game is over."""
        now = tables.waiting(self._table)
        if now is None:
            return None
        return Waiting(None if now.seat is None else self._table.seats[now.seat].colour, now.need)

    @property
    def blocks(self) -> tuple[Block, ...]:
        """All blocks, oldest first."""
        return tuple(_block(entry) for entry in self._history.entries)

    @property
    def position(self) -> Position:
        """The newest position, as visible to everyone. Raises NothingToDo before the game begins."""
        return self._position(self._table)

    def position_at(self, number: int) -> Position:
        """Return the position after the block with this number, as visible to everyone.

        Raises UsageError if there is no such block, NothingToDo before the game begins.
        """
        entries = self._history.entries
        if not 0 <= number < len(entries):
            raise UsageError(message("there is no block {seq}", seq=number))
        return self._position(entries[number].table)

    def _position(self, table: tables.Table) -> Position:
        if table.position is None:
            raise NothingToDo(message("the game has not begun, because some seats are still free"))
        return Position(self.name, table.colours, table.position)

    @property
    def _table(self) -> tables.Table:
        return self._history.table

    @property
    def _history(self) -> History:
        """The verified history. Raises InvalidFile if the record is not valid."""
        self.verify()
        return self._replayed

    @cached_property
    def _replayed(self) -> History:
        return replay(self.save, block_hashes(self.save))


def _block(entry: Entry) -> Block:
    block = entry.block
    colour = entry.table.seats[block.seat].colour
    return Block(block.seq, block.kind, colour, block.at, block.orders, entry.events)


def load(source: str | Path | bytes) -> Game:
    """Return the game in a save, given by the path or the bytes of the save.

    The game is not yet verified; `Game.verify` does that. Raises UsageError if the file cannot be read,
    UnsupportedFormat if it has another format version, InvalidFile if it is not a save or has wrong keys.

    >>> load("sample_games/five-players.khronos").title
    'Sample: five players'
    """
    if isinstance(source, bytes):
        return Game(parse_save(source))
    path = Path(source)
    try:
        return Game(parse_save(read_file(path)), path)
    except KhronosError as problem:
        raise with_file(problem, path) from None


class Bot(Protocol):
    """A computer player. A bot of your own needs only the method `choose`."""

    def choose(self, view: Position) -> Order:
        """Return the next order for the player to move; the bot sees only `view`."""


@dataclass(frozen=True, slots=True)
class _ComputerPlayer:
    """A built-in bot, which plays every game that has computer players."""

    thinking: SearchSettings

    def choose(self, view: Position) -> Order:
        """Return the first order of the best turn found. Raises NothingToDo if no player is to move."""
        colour = view.to_move
        if colour is None:
            raise NothingToDo(message("the game is over"))
        turns = feature(view.game, Bots).turns(view.inner, seat_number(view, colour), self.thinking)
        return Order(view.game, turns[0].orders[0])


def bot(strength: str = "steady", *, seconds: float | None = None, seed: str = "0") -> Bot:
    """Return a computer player: "easy", "steady", "strong", "expert" or the name of an installed bot.

    `seconds` is the thinking time per turn, on one core. By default, "expert" thinks for 30 seconds, and the
    others for up to 3. `seed` determines the random choices. An installed bot ignores both parameters. Pass
    `position.seen_by(position.to_move)` to the bot's `choose`. Raises UsageError for an unknown name.

    >>> position = new_position(seed="1")
    >>> bot("easy").choose(position.seen_by(position.to_move)) in legal_orders(position)
    True
    """
    if strength in {each.value for each in Strength}:
        wanted = Strength(strength)
        thinks = wanted.default_seconds if seconds is None else seconds
        return _ComputerPlayer(SearchSettings(wanted, seed, thinks))
    found: Bot = installed_bot(strength)
    return found
