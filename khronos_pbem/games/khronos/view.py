"""The view of a position: the parts that an audience may see, as plain data for all drawings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from khronos_pbem.engine.choice_text import open_choice_message
from khronos_pbem.engine.contract import Event
from khronos_pbem.engine.features.protocols import Audience, PositionToDraw
from khronos_pbem.games.khronos.model.field import Building
from khronos_pbem.games.khronos.model.land import first_square, squares
from khronos_pbem.games.khronos.model.pieces import PIECES, Board, Type, card_words
from khronos_pbem.games.khronos.model.position import Options, Phase, Player, Position, known_types
from khronos_pbem.games.khronos.rules.effects.revenue import domain_incomes, revenue_now


class BuildingView(NamedTuple):
    """A building on a board.

    `at` is its top-left square as (row, column) from 0; `cubes` are (colour, count) pairs.
    """

    name: str
    type: str
    size: int
    value: int
    at: tuple[int, int]
    owner: str
    ruin: bool
    printed: bool
    cubes: tuple[tuple[str, int], ...]

    @property
    def squares(self) -> list[tuple[int, int]]:
        """The squares of the building as (row, column), row by row."""
        top, left = self.at
        return [(top + down, left + right) for down in range(self.size) for right in range(self.size)]


class DomainView(NamedTuple):
    """A domain: its first square, its size, its rulers, the ecus for each ruler, and its squares.

    The squares are (row, column) pairs. `idle` are the rulers without an adventurer on the board, who would
    get nothing (RULES 10).
    """

    at: str
    size: int
    rulers: tuple[str, ...]
    amount: int
    idle: tuple[str, ...]
    squares: frozenset[tuple[int, int]]

    @property
    def pays(self) -> bool:
        """Whether the domain has a ruler and gives revenue."""
        return bool(self.rulers and self.amount)

    def revenue_text(self, ruler: str) -> str:
        """Return a ruler's revenue from the domain: `+4`, or `(4)` without an adventurer on the board."""
        return f"({self.amount})" if ruler in self.idle else f"+{self.amount}"


class BoardView(NamedTuple):
    """One board; `marked` are the changed squares as (row, column)."""

    name: str
    buildings: tuple[BuildingView, ...]
    domains: tuple[DomainView, ...]
    marked: frozenset[tuple[int, int]]


class PlayerView(NamedTuple):
    """A player. `hand` is None if the audience may not see it.

    `income` is the revenue that the player would receive now.
    """

    colour: str
    ecus: int
    cards: int
    hand: tuple[str, ...] | None
    cubes: int
    adventurers: tuple[str, str]
    income: int
    policy: str
    downsizing: str
    gone: bool

    def adventurers_on(self, board: str) -> list[str]:
        """The numbers of the player's adventurers on a board; empty once the player has left."""
        return [str(n) for n, place in enumerate(self.adventurers, 1) if place == board and not self.gone]


class TurnView(NamedTuple):
    """The state of the turn.

    `spent` has a pair (board, cards used there) for each board where cards were used. `loads` are the
    possible pairs of cards that adventurers 1 and 2 have carried (RULES 5.2).
    """

    phase: Phase
    exchanged: bool
    swapped: bool
    spent: tuple[tuple[str, int], ...]
    loads: tuple[tuple[int, int], ...]


class View(NamedTuple):
    """A position as an audience may see it.

    `choice` describes the open choice in a sentence; it is empty if there is none.
    """

    terrain: tuple[str, ...]
    boards: tuple[BoardView, ...]
    players: tuple[PlayerView, ...]
    mine: str
    round: int
    active: str
    over: bool
    choice: str
    market: tuple[str, ...]
    pile: int
    discard: tuple[tuple[str, int], ...]
    stock: tuple[tuple[str, int], ...]
    options: Options
    turn: TurnView


def shown_view(shown: PositionToDraw[Position]) -> View:
    """Return the view for a picture: its position as its audience may see it, with changes marked."""
    return view(shown.position, shown.audience, changed_squares(shown.events))


def view(position: Position, audience: int | Audience | None, marked: Iterable[tuple[str, str]] = ()) -> View:
    """The position as `audience` may see it: a seat, the public (also None), or EVERYTHING.

    `marked` are the changed squares as (board, square name), for instance from `changed_squares`.
    """
    marks = frozenset(marked)
    mine = position.players[audience].colour if isinstance(audience, int) else ""
    return View(
        position.land.terrain,
        tuple(_board(position, board, marks) for board in Board),
        tuple(_player(position, seat, audience) for seat in position.seats_in_order()),
        mine,
        position.round,
        "" if position.phase is Phase.SETUP else position.players[position.active].colour,
        position.phase is Phase.OVER,
        _choice(position),
        tuple(card_words(position.market)),
        len(position.pile),
        tuple(sorted(Counter(card_words(position.discard)).items())),
        tuple((piece.name, position.stock(piece)) for piece in PIECES),
        position.options,
        _turn(position),
    )


def changed_squares(events: Iterable[Event]) -> frozenset[tuple[str, str]]:
    """The squares that these events changed, as (board, square name)."""
    return frozenset((event.board, square) for event in events for square in event.squares)


def _turn(position: Position) -> TurnView:
    spent = tuple((board.word, position.spent[board]) for board in Board if position.spent[board])
    return TurnView(position.phase, position.exchanged, position.swapped, spent, position.loads)


def _board(position: Position, board: Board, marks: frozenset[tuple[str, str]]) -> BoardView:
    land = position.land
    marked = frozenset(
        divmod(square, land.width)
        for word, name in marks
        if word == board.word and (square := land.square(name)) is not None
    )
    buildings = tuple(_building(position, building) for building in position.field(board).buildings)
    return BoardView(board.word, buildings, domain_views(position, board), marked)


def _building(position: Position, building: Building) -> BuildingView:
    colours = [player.colour for player in position.players]
    counts = zip(colours, building.cubes, strict=False)
    return BuildingView(
        building.piece.name,
        building.piece.type.word,
        building.piece.size,
        building.value,
        divmod(building.at, position.land.width),
        "" if building.owner is None else colours[building.owner],
        building.ruin,
        building.printed,
        tuple((colour, count) for colour, count in counts if count),
    )


def domain_views(position: Position, board: Board) -> tuple[DomainView, ...]:
    """The domains of a board, sorted by first square."""
    land, found = position.land, []
    for income in domain_incomes(position, board):
        rulers = [position.players[seat] for seat in income.rulers]
        idle = tuple(player.colour for player in rulers if board not in player.adventurers)
        colours = tuple(player.colour for player in rulers)
        places = frozenset(divmod(square, land.width) for square in squares(income.squares))
        name = land.names[first_square(income.squares)]
        found.append(DomainView(name, len(places), colours, income.amount, idle, places))
    return tuple(found)


def _player(position: Position, seat: int, audience: int | Audience | None) -> PlayerView:
    player = position.players[seat]
    one, two = player.adventurers
    return PlayerView(
        player.colour,
        player.ecus,
        len(player.hand),
        _hand(player) if audience in (seat, Audience.EVERYTHING) else None,
        position.cubes(seat),
        (one.word, two.word),
        revenue_now(position, seat),
        player.policy,
        player.downsizing,
        player.gone,
    )


def _hand(player: Player) -> tuple[str, ...]:
    cards: list[Type] = known_types(player.hand)
    return (*card_words(cards), *["?"] * (len(player.hand) - len(cards)))


def _choice(position: Position) -> str:
    if position.pending is None:
        return ""
    choice = position.pending.choice
    return open_choice_message(position.players[choice.seat].colour, choice)
