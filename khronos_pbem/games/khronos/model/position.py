"""The position: everything that the rules need, as immutable values.

Functions return changed copies.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum
from typing import Any, NamedTuple

from khronos_pbem.engine.card_handles import Handle
from khronos_pbem.engine.contract import Choice
from khronos_pbem.games.khronos.model.field import Building, Field
from khronos_pbem.games.khronos.model.land import Land
from khronos_pbem.games.khronos.model.pieces import CUBES_EACH, Board, Piece, Type


class Options(NamedTuple):
    """The edition (1 or 2) and the variants of RULES 12."""

    edition: int = 2
    holdem: bool = False
    keep: bool = False


class Phase(Enum):
    """The phase of a turn (FORMATS 3).

    SETUP lasts until the first player is known. OVER is the state after the end of the game.
    """

    SETUP = "setup"
    CHANGE = "change"
    ACT = "act"
    OVER = "over"


class Card(NamedTuple):
    """A card: its type, its slot, or both. The type is None while the card is hidden from the viewer.

    `rank` is its secret rank among equal cards, known only to its owner. If it is empty, the card's place in
    the hand decides.
    """

    type: Type | None
    handle: Handle | None = None
    rank: bytes = b""


ASK, AUTO, BEST = "ask", "auto", "best"
"""The settings of standing orders (RULES 9.3)."""


class Player(NamedTuple):
    """A seat: its ecus, the boards of its two adventurers, and its hand.

    `gone` is true after the player has left (RULES 11). `policy` is the standing order for placements, and
    `downsizing` the one for downsizings (RULES 9.3).
    """

    colour: str
    ecus: int
    adventurers: tuple[Board, Board]
    hand: tuple[Card, ...] = ()
    policy: str = ASK
    gone: bool = False
    downsizing: str = ASK


class Junction(NamedTuple):
    """The former domains that a civil building has linked (RULES 8.1, 8.3).

    `powers` contains the power of each former domain by type. All values are from the moment of the junction.
    """

    building: int
    domains: tuple[int, ...]
    powers: tuple[tuple[int, int, int], ...]


class Restore(NamedTuple):
    """A task: restore the hierarchy of a board (RULES 8)."""

    board: Board
    junction: Junction | None = None


class Ripple(NamedTuple):
    """A task: copy `building` to `board` (RULES 7).

    `squares` are those of the civil building from which `building` was upgraded; 0 if there is none. `cubes`
    are the cubes that move with `building` (RULES 7.8).
    """

    board: Board
    building: Building
    squares: int = 0
    cubes: tuple[int, ...] = ()


class Leave(NamedTuple):
    """A task: the removed `building` leaves a cube on the printed hamlet under it (RULES 7.8)."""

    building: Building


Task = Restore | Ripple | Leave


class Pending(NamedTuple):
    """An open choice with the data that the rules need to continue.

    `choice` is the part that players see. `building` is the building concerned. For `place` it is the old
    one, and `piece` is the piece to place. For `keep` it is the hamlet.
    """

    choice: Choice
    board: Board
    building: Building | None = None
    piece: Piece | None = None
    junction: Junction | None = None


class Position(NamedTuple):
    """A whole position. Players are in seat order; `active` and `opener` (the first player) are seats.

    The first card of `pile` is drawn next. `loads` are the possible pairs of numbers of cards carried by
    adventurers 1 and 2 (RULES 5.2). `spent` are the numbers of cards used on each board. `tasks` and
    `pending` are the unfinished parts of an order.
    """

    options: Options
    land: Land
    players: tuple[Player, ...]
    fields: tuple[Field, Field, Field]
    round: int = 1
    opener: int = 0
    active: int = 0
    phase: Phase = Phase.CHANGE
    market: tuple[Type, ...] = ()
    pile: tuple[Card, ...] = ()
    discard: tuple[Type, ...] = ()
    shuffles: int = 0
    exchanged: bool = False
    swapped: bool = False
    loads: tuple[tuple[int, int], ...] = ((0, 0),)
    spent: tuple[int, int, int] = (0, 0, 0)
    tasks: tuple[Task, ...] = ()
    pending: Pending | None = None

    def stock(self, piece: Piece) -> int:
        """Return the number of tiles of this piece still in stock (RULES 1.3)."""
        return piece.stock - sum(board.tiles[piece.number] for board in self.fields)

    def cubes(self, seat: int) -> int:
        """Return the number of cubes that this seat still has in stock (RULES 1.4)."""
        return CUBES_EACH - sum(board.cubes.get(seat, 0) for board in self.fields)

    def buildings(self) -> Iterator[Building]:
        """All buildings of the three boards."""
        for board in self.fields:
            yield from board.buildings

    def field(self, board: Board) -> Field:
        """The buildings of one board."""
        return self.fields[board]

    def with_field(self, board: Board, field: Field) -> Position:
        """The position with one board changed."""
        fields = (*self.fields[:board], field, *self.fields[board + 1 :])
        return self._put(_FIELDS, fields)

    def with_player(self, seat: int, **changes: Any) -> Position:
        """The position with these fields of a player changed."""
        player = self.players[seat]._replace(**changes)
        return self._put(_PLAYERS, (*self.players[:seat], player, *self.players[seat + 1 :]))

    def with_tasks(self, tasks: tuple[Task, ...]) -> Position:
        """Return the position with its open tasks replaced by these."""
        return self._put(_TASKS, tasks)

    def _put(self, place: int, value: object) -> Position:
        """Return the position with the field at an index changed: a faster `_replace` for the search."""
        return Position._make((*self[:place], value, *self[place + 1 :]))

    def seat_of(self, colour: str) -> int | None:
        """Return the seat with this colour; None if no player has it."""
        return next((seat for seat, player in enumerate(self.players) if player.colour == colour), None)

    def seats_in_order(self) -> list[int]:
        """Return all seats in turn order, beginning with the first player of the round."""
        count = len(self.players)
        return [(self.opener + step) % count for step in range(count)]


_PLAYERS, _FIELDS, _TASKS = (Position._fields.index(name) for name in ("players", "fields", "tasks"))


def known_types(hand: Iterable[Card]) -> list[Type]:
    """The types of the cards that are not hidden, sorted."""
    return sorted(card.type for card in hand if card.type is not None)


VALUES = (
    Position, Options, Phase, Card, Building, Field, Player, Junction, Restore, Ripple, Leave, Pending, Land,
    Board, Type,
)  # fmt: skip
"""The classes of the values in a position."""
