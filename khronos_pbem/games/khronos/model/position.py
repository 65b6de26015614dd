"""The position: everything the rules need, as immutable values. Functions return changed copies."""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from typing import Any, NamedTuple

from khronos_pbem.engine.card_handles import Handle
from khronos_pbem.engine.contract import Choice
from khronos_pbem.games.khronos.model.land import Land, bit, squares
from khronos_pbem.games.khronos.model.pieces import CUBES_EACH, HAMLET, PIECES, Board, Piece, Type


class Options(NamedTuple):
    """The edition (1 or 2) and the variants of RULES 12."""

    edition: int = 2
    holdem: bool = False
    keep: bool = False


class Phase(Enum):
    """The phase of a turn (FORMATS 3). SETUP lasts until the first player is known, OVER is the end."""

    SETUP = "setup"
    CHANGE = "change"
    ACT = "act"
    OVER = "over"


class Card(NamedTuple):
    """A card: its type, its slot, or both. The type is None while the card is hidden from the viewer.

    `rank` is its secret rank among equal cards, known to its owner only. It is empty if the order of the hand
    decides.
    """

    type: Type | None
    handle: Handle | None = None
    rank: bytes = b""


class Building(NamedTuple):
    """A building on one board: `mask` has its squares, `at` is its top-left square.

    `owner` is a seat, on might and faith only. `cubes` counts the cubes on it by seat, on reason.
    """

    piece: Piece
    at: int
    mask: int
    owner: int | None = None
    ruin: bool = False
    cubes: tuple[int, ...] = ()
    printed: bool = False

    @property
    def value(self) -> int:
        """The current value of the building (RULES 1.2)."""
        return self.piece.ruin_value if self.ruin else self.piece.value


class Part(list[Building]):
    """The buildings of one domain, which do not change, and the results of functions of them."""

    __slots__ = ("cache",)

    def __init__(self) -> None:
        self.cache: dict[tuple[object, ...], Any] = {}


@dataclass(frozen=True)
class Field:
    """The buildings of one board, by top-left square, with the printed hamlets that are not covered.

    `occupied` has the squares of all buildings, `domains` those of each domain (RULES 6.3). `unsettled` has
    the squares of domains that changed since the hierarchy was last restored; only they can have a tie (8.1).
    """

    buildings: tuple[Building, ...]
    occupied: int
    domains: tuple[int, ...]
    unsettled: int = field(default=0, compare=False)

    @cached_property
    def cache(self) -> dict[tuple[Callable[..., Any], tuple[object, ...]], Any]:
        """The results of functions of this board by function and other arguments (`board_cache`)."""
        return {}

    def __getstate__(self) -> dict[str, Any]:
        """A copy computes its results itself."""
        computed = ("cache", "parts", "known_parts")
        return {key: value for key, value in self.__dict__.items() if key not in computed}

    @cached_property
    def tiles(self) -> list[int]:
        """The number of tiles of each piece on this board, by `Piece.number`."""
        count = [0] * len(PIECES)
        for building in self.buildings:
            if not building.printed:
                count[building.piece.number] += 1
        return count

    @cached_property
    def cubes(self) -> dict[int, int]:
        """The number of cubes of each seat on this board; seats without cubes are left out."""
        count: dict[int, int] = {}
        for building in self.buildings:
            if building.owner is not None:
                count[building.owner] = count.get(building.owner, 0) + 1
            for seat, number in enumerate(building.cubes):
                if number:
                    count[seat] = count.get(seat, 0) + number
        return count

    @cached_property
    def known_parts(self) -> dict[int, Part]:
        """Buildings of domains that another board had already, by the squares of the domain."""
        return {}

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """The buildings of each domain, in the order of `domains`."""
        known = self.known_parts
        found = tuple(known.get(domain) or Part() for domain in self.domains)
        pairs = [pair for pair in zip(self.domains, found, strict=True) if not pair[1]]
        if pairs:
            new = sum(domain for domain, _ in pairs)
            for building in self.buildings:
                mask = building.mask
                if mask & new:
                    next(part for domain, part in pairs if domain & mask).append(building)
        return found

    def with_parts_of(self, before: Field, changed: int) -> Field:
        """This board, which takes over what is known of the domains outside the squares `changed`.

        There, it has the same buildings as the board `before`.
        """
        known = before.known_parts
        if "parts" in before.__dict__:
            known = dict(zip(before.domains, before.parts, strict=True))
        self.__dict__["known_parts"] = {
            domain: part for domain, part in known.items() if not domain & changed
        }
        return self

    def on(self, mask: int) -> Building | None:
        """The first building that covers a square of `mask`; None if there is none."""
        if not self.occupied & mask:
            return None
        return next((building for building in self.buildings if building.mask & mask), None)

    def within(self, mask: int) -> list[Building]:
        """All buildings that cover a square of `mask`."""
        return [building for building in self.buildings if building.mask & mask]

    def domain(self, mask: int) -> int:
        """The squares of all domains that contain a square of `mask` (RULES 6.3)."""
        return sum(domain for domain in self.domains if domain & mask)

    def quiet(self) -> Field:
        """The board with its hierarchy marked as restored (RULES 8.2)."""
        if not self.unsettled:
            return self
        return Field(self.buildings, self.occupied, self.domains).with_parts_of(self, 0)


def empty_field(land: Land, seats: int) -> Field:
    """A board with only its printed hamlets, for a game with so many seats."""
    hamlets = tuple(printed_hamlet(square, seats) for square in land.hamlets)
    return Field(hamlets, land.hamlet_mask, land.components(land.hamlet_mask))


def printed_hamlet(square: int, seats: int, cubes: tuple[int, ...] = ()) -> Building:
    """The printed hamlet on a square (RULES 1.1)."""
    return Building(HAMLET, square, bit(square), None, False, cubes or (0,) * seats, True)


def with_building(board: Field, land: Land, building: Building) -> Field:
    """The board with a building on free squares, or over a printed hamlet, which it replaces."""
    kept = list(board.buildings)
    if board.occupied & building.mask:
        kept = [old for old in kept if not old.mask & building.mask]
    insort(kept, building, key=_square)
    around = land.neighbours(building.mask) | building.mask
    joined = building.mask
    apart: list[int] = []
    for domain in board.domains:
        if domain & around:
            joined |= domain
        else:
            apart.append(domain)
    insort(apart, joined, key=_lowest_bit)
    found = Field(tuple(kept), board.occupied | building.mask, tuple(apart), board.unsettled | joined)
    return found.with_parts_of(board, joined)


def without_building(board: Field, land: Land, building: Building, seats: int) -> Field:
    """The board without a building. Printed hamlets under it come back (RULES 7.6)."""
    bare = building.mask & land.hamlet_mask
    kept = [old for old in board.buildings if old.at != building.at]
    for square in squares(bare):
        insort(kept, printed_hamlet(square, seats), key=_square)
    return _with_squares_freed(board, land, tuple(kept), building.mask & ~bare)


def _with_squares_freed(board: Field, land: Land, kept: tuple[Building, ...], lost: int) -> Field:
    """The board with only the buildings `kept`, and with the squares `lost` free."""
    occupied, unsettled = board.occupied & ~lost, board.unsettled & ~lost
    domains: list[int] = []
    for domain in board.domains:
        if domain & lost:
            domains += land.components(domain & occupied)
            unsettled |= domain & occupied
        else:
            domains.append(domain)
    domains.sort(key=_lowest_bit)
    return Field(kept, occupied, tuple(domains), unsettled).with_parts_of(board, lost)


def without_hamlets(board: Field, land: Land, mask: int) -> Field:
    """The board without the printed hamlets on these squares."""
    bare = mask & land.hamlet_mask
    if not bare:
        return board
    kept = tuple(building for building in board.buildings if not building.mask & bare)
    return _with_squares_freed(board, land, kept, bare)


def with_building_changed(board: Field, old: Building, new: Building) -> Field:
    """The board with a building in another state on the same squares (cubes, renovation)."""
    buildings = tuple(new if building == old else building for building in board.buildings)
    return Field(buildings, board.occupied, board.domains, board.unsettled).with_parts_of(board, new.mask)


def _square(building: Building) -> int:
    return building.at


def _lowest_bit(mask: int) -> int:
    return mask & -mask


ASK, AUTO, BEST = "ask", "auto", "best"
"""The settings of standing orders (RULES 9.3)."""


class Player(NamedTuple):
    """A seat: its ecus, the boards of its two adventurers, its hand; `gone` after leaving (RULES 11).

    `policy` is its standing order for placements, `downsizing` the one for downsizings (RULES 9.3).
    """

    colour: str
    ecus: int
    adventurers: tuple[Board, Board]
    hand: tuple[Card, ...] = ()
    policy: str = ASK
    gone: bool = False
    downsizing: str = ASK


class Junction(NamedTuple):
    """A civil building has linked these former domains (RULES 8.1, 8.3).

    `powers` has the power of each former domain by type. All values are those at the moment of the junction.
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

    `squares` are those of the civil building that it was upgraded from, 0 if none. `cubes` are those that
    move along (7.8).
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
    """An open choice with what the rules need to continue; `choice` is what the players see.

    `building` is the building concerned: for `place` the old one, with `piece` to be placed; for `keep` the
    hamlet.
    """

    choice: Choice
    board: Board
    building: Building | None = None
    piece: Piece | None = None
    junction: Junction | None = None


class Position(NamedTuple):
    """A whole position. Players are in seat order; `active` and `opener` (the first player) are seats.

    The first card of `pile` is drawn next. `loads` are the possible pairs of cards carried by adventurers 1
    and 2 (RULES 5.2). `spent` are the cards used on each board. `tasks` and `pending` are what is left of an
    order.
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
        """The tiles of this piece that are still in stock (RULES 1.3)."""
        return piece.stock - sum(board.tiles[piece.number] for board in self.fields)

    def cubes(self, seat: int) -> int:
        """The cubes that this seat still has in stock (RULES 1.4)."""
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
        """The position with these open tasks in place of its own."""
        return self._put(_TASKS, tasks)

    def _put(self, place: int, value: object) -> Position:
        """The position with one field changed, by its index. It is a faster `_replace` for the search."""
        return Position._make((*self[:place], value, *self[place + 1 :]))

    def seat_of(self, colour: str) -> int | None:
        """The seat of a colour; None if no player has it."""
        return next((seat for seat, player in enumerate(self.players) if player.colour == colour), None)

    def seats_in_order(self) -> list[int]:
        """All seats in turn order, from the first player of the round."""
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
"""The classes that a position is made of."""
