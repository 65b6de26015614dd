"""The orders of Khronos, one class each (FORMATS 2).

Squares are names like "F7"; cards are sorted types. `Message`, `Away`, `Handover` and `Resign` are the same
in all games. Orders are plain values. They can be written for any map and checked against any position.
"""

from __future__ import annotations

from dataclasses import dataclass

from khronos_pbem.engine.orders import private_orders, table_orders
from khronos_pbem.games.khronos.model.pieces import Board, Piece, Type

Message = table_orders.Message
Away = table_orders.Away
Handover = table_orders.Handover
Resign = table_orders.Resign


@dataclass(frozen=True, slots=True)
class Exchange:
    """The order to pay 2 ecus, discard these cards and draw the same number (RULES 4.1).

    `cards` are sorted.
    """

    cards: tuple[Type, ...]


@dataclass(frozen=True, slots=True)
class Swap:
    """The order to swap the cards `give` for `count` market cards of type `take` (RULES 4.2)."""

    take: Type
    count: int
    give: tuple[Type, ...]


@dataclass(frozen=True, slots=True)
class Travel:
    """The order to move adventurer 1 or 2 to another board (RULES 5.1)."""

    adventurer: int
    board: Board


@dataclass(frozen=True, slots=True)
class Build:
    """The order to build `piece` with its top-left square on `at` (RULES 5.4).

    `extra` are the cards for terrain (RULES 6.2); None if the order does not name them.
    """

    piece: Piece
    board: Board
    at: str
    extra: tuple[Type, ...] | None = None


@dataclass(frozen=True, slots=True)
class Upgrade:
    """The order to replace the building on square `old` with `piece` (RULES 5.5).

    The top-left square of `piece` is on `at`. `extra` are the cards for terrain (RULES 6.2); None if the
    order does not name them.
    """

    piece: Piece
    board: Board
    at: str
    old: str
    extra: tuple[Type, ...] | None = None


@dataclass(frozen=True, slots=True)
class Demolish:
    """The order to remove the building of size 1 on `at` (RULES 5.7)."""

    board: Board
    at: str


@dataclass(frozen=True, slots=True)
class Populate:
    """The order to put `count` cubes on the civil building on `at` (RULES 5.8)."""

    at: str
    count: int = 1


@dataclass(frozen=True, slots=True)
class Renovate:
    """The order to renovate the ruin on `at` by `count` steps (RULES 5.9)."""

    at: str
    count: int = 1


@dataclass(frozen=True, slots=True)
class Downsize:
    """The answer to a choice of RULES 8.4: downsize the building on `at`."""

    at: str


@dataclass(frozen=True, slots=True)
class Place:
    """The answer to a choice of RULES 8.5: put the downsized building on `at`, its top-left square."""

    at: str


@dataclass(frozen=True, slots=True)
class Keep:
    """The answer to a choice of RULES 7.8: this colour's cube stays on the hamlet."""

    colour: str


@dataclass(frozen=True, slots=True)
class Policy(table_orders.Policy):
    """The standing order for placements: "auto", "best" or "ask" (RULES 9.3)."""


@dataclass(frozen=True, slots=True)
class DownsizingPolicy(table_orders.Policy):
    """The standing order for the choice of the building to downsize: "best" or "ask" (RULES 9.3)."""


@dataclass(frozen=True, slots=True)
class End(table_orders.End):
    """The order to end the turn.

    With the option keep, `kept` are the cards that stay in the hand. In the record, `kept` contains only
    cards known to all players; `hidden` counts the others.
    """

    kept: tuple[Type, ...] = ()
    hidden: int = 0


Order = (
    Exchange
    | Swap
    | Travel
    | Build
    | Upgrade
    | Demolish
    | Populate
    | Renovate
    | Downsize
    | Place
    | Keep
    | Policy
    | DownsizingPolicy
    | Message
    | private_orders.Plain
    | private_orders.Sealed
    | Away
    | Handover
    | Resign
    | End
)
