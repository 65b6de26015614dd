"""The position: all that RULES needs, as immutable values. "Changing" one makes a new one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum
from typing import Any, NamedTuple

from khronos_pbem.engine.cards import Handle
from khronos_pbem.engine.contract import Choice
from khronos_pbem.khronos.land import Land, bit
from khronos_pbem.khronos.pieces import CUBES_EACH, HAMLET, Board, Piece, Type


class Options(NamedTuple):
    """The edition (1 or 2) and the variants of RULES 12."""

    edition: int = 2
    holdem: bool = False
    keep: bool = False


class Phase(Enum):
    """Where a turn stands (FORMATS 3); SETUP until the first player is known."""

    SETUP = "setup"
    CHANGE = "change"
    ACT = "act"
    OVER = "over"


class Card(NamedTuple):
    """A card: its type, its slot, or both. The type is None while it is hidden from whoever looks."""

    type: Type | None
    handle: Handle | None = None


class Building(NamedTuple):
    """A building on one board. `mask` are its squares, `at` its top-left one.

    `owner` is a seat (might and faith only); `cubes` counts cubes on it by seat, for reason.
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
        """What it is worth now (RULES 1.2)."""
        return self.piece.ruin_value if self.ruin else self.piece.value


class Field(NamedTuple):
    """One board's buildings, by top-left square; printed hamlets are among them where uncovered."""

    buildings: tuple[Building, ...]
    occupied: int
    domains: tuple[int, ...]

    def on(self, mask: int) -> Building | None:
        """The building that covers a square of `mask`, if any (the first one)."""
        if not self.occupied & mask:
            return None
        return next((building for building in self.buildings if building.mask & mask), None)

    def within(self, mask: int) -> list[Building]:
        """All buildings that cover a square of `mask`."""
        return [building for building in self.buildings if building.mask & mask]

    def domain(self, mask: int) -> int:
        """The union of the domains that hold squares of `mask` (RULES 6.3)."""
        return sum(domain for domain in self.domains if domain & mask)


def empty_field(land: Land, seats: int) -> Field:
    """A board with nothing but its printed hamlets."""
    hamlets = tuple(printed_hamlet(square, seats) for square in land.hamlets)
    return Field(hamlets, land.hamlet_mask, land.components(land.hamlet_mask))


def printed_hamlet(square: int, seats: int, cubes: tuple[int, ...] = ()) -> Building:
    """The printed hamlet of a square (RULES 1.1)."""
    return Building(HAMLET, square, bit(square), None, False, cubes or (0,) * seats, True)


def with_building(field: Field, land: Land, building: Building) -> Field:
    """The board with a building on free squares, or on a printed hamlet, which it covers."""
    covered = [old for old in field.buildings if old.mask & building.mask]
    kept = [old for old in field.buildings if old not in covered] if covered else list(field.buildings)
    kept.append(building)
    kept.sort(key=_square)
    around = land.neighbours(building.mask) | building.mask
    joined = building.mask
    apart: list[int] = []
    for domain in field.domains:
        if domain & around:
            joined |= domain
        else:
            apart.append(domain)
    apart.append(joined)
    apart.sort(key=_low)
    return Field(tuple(kept), field.occupied | building.mask, tuple(apart))


def without_building(field: Field, land: Land, building: Building, seats: int) -> Field:
    """The board after a building left it: printed hamlets under it are there again (RULES 7.6)."""
    kept = [old for old in field.buildings if old is not building and old != building]
    bare = building.mask & land.hamlet_mask
    uncovered = [printed_hamlet(square, seats) for square in land.hamlets if bare & bit(square)]
    kept += uncovered
    if uncovered:
        kept.sort(key=_square)
    occupied = field.occupied & ~building.mask | bare
    domains: list[int] = []
    for domain in field.domains:
        if domain & building.mask:
            domains += land.components(domain & occupied)
        else:
            domains.append(domain)
    domains.sort(key=_low)
    return Field(tuple(kept), occupied, tuple(domains))


def replaced(field: Field, old: Building, new: Building) -> Field:
    """The board with a building on the same squares in another state (cubes, renovation)."""
    buildings = tuple(new if building == old else building for building in field.buildings)
    return field._replace(buildings=buildings)


def _square(building: Building) -> int:
    return building.at


def _low(mask: int) -> int:
    return mask & -mask


class Player(NamedTuple):
    """A seat: open ecus, where its two adventurers stand, its hand; `gone` after resigning (RULES 11)."""

    colour: str
    ecus: int
    adventurers: tuple[Board, Board]
    hand: tuple[Card, ...] = ()
    policy: str = "ask"
    gone: bool = False


class Junction(NamedTuple):
    """A civil building has linked these former domains (RULES 8.1, 8.3).

    `powers` holds, for each former domain, the power by type; all are fixed at the junction.
    """

    building: int
    domains: tuple[int, ...]
    powers: tuple[tuple[int, int, int], ...]


class Task(NamedTuple):
    """Work that is still to be done for the current order, the next first.

    `restore`: bring the hierarchy of `board` in order again (RULES 8). `ripple`: copy `building` to
    `board` (RULES 7); `squares` are those of the civil building it grew from, `cubes` what moves along.
    `leave`: the removed `building` leaves a cube on the printed hamlets among `squares` (RULES 7.8).
    """

    work: str
    board: Board
    junction: Junction | None = None
    building: Building | None = None
    squares: int = 0
    cubes: tuple[int, ...] = ()


class Pending(NamedTuple):
    """An open choice with what the rules need to go on; `choice` is what the players see.

    `building` is the building concerned (for `place` the old one, with `piece` to be placed; for `keep` the
    hamlet).
    """

    choice: Choice
    board: Board
    building: Building | None = None
    piece: Piece | None = None
    junction: Junction | None = None


class Position(NamedTuple):
    """A whole position. Players are in seat order; `active` and `opener` (the first player) are seats.

    `pile` has its next card first. `loads` (RULES 5.2) are the possible cards carried by adventurers 1 and 2;
    `spent` are the cards used per board. `tasks` and `pending` are open in the middle of an order.
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
        """Tiles of this building still in stock (RULES 1.3)."""
        used = 0
        for field in self.fields:
            for building in field.buildings:
                if building.piece is piece and not building.printed:
                    used += 1
        return piece.stock - used

    def cubes(self, seat: int) -> int:
        """Cubes this seat still has at hand (RULES 1.4)."""
        used = 0
        for building in self.buildings():
            if building.owner == seat:
                used += 1
            if building.cubes:
                used += building.cubes[seat]
        return CUBES_EACH - used

    def buildings(self) -> Iterator[Building]:
        """All buildings of the three boards."""
        for field in self.fields:
            yield from field.buildings

    def field(self, board: Board) -> Field:
        """One board."""
        return self.fields[board]

    def with_field(self, board: Board, field: Field) -> Position:
        """The position with one board changed."""
        fields = list(self.fields)
        fields[board] = field
        return self._replace(fields=(fields[0], fields[1], fields[2]))

    def with_player(self, seat: int, **changes: Any) -> Position:
        """The position with a player changed."""
        players = list(self.players)
        players[seat] = players[seat]._replace(**changes)
        return self._replace(players=tuple(players))

    def seat_of(self, colour: str) -> int | None:
        """The seat of a colour, None if nobody plays it."""
        return next((seat for seat, player in enumerate(self.players) if player.colour == colour), None)

    def seats_in_order(self) -> list[int]:
        """All seats, the first player of the round first."""
        count = len(self.players)
        return [(self.opener + step) % count for step in range(count)]


def known(hand: Iterable[Card]) -> list[Type]:
    """The types of the cards that can be read, sorted."""
    return sorted(card.type for card in hand if card.type is not None)


VALUES = (
    Position, Options, Phase, Card, Building, Field, Player, Junction, Task, Pending, Land, Board, Type
)  # fmt: skip
"""The classes that a position is made of."""
