"""A new key for an old player: named as heir in every game, and whose votes are missing then (DECK 9.5).

There is no handover without the votes of all who stay, and no vote but on a block where the seat is awaited.
An heir is named by an order, which belongs to a block of one's own: it goes with the next one.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from khronos_pbem.engine.contract import Spelled
from khronos_pbem.engine.digests import encode_bytes
from khronos_pbem.engine.orders.table_orders import Handover
from khronos_pbem.errors import OrderError
from khronos_pbem.home.successors import heir_wanted
from khronos_pbem.session.replay.draft_block import Author
from khronos_pbem.session.replay.table import Table, missed, seat_of, waiting

NAMED, NEXT_BLOCK, NOT_THERE = "named", "next block", "not possible"
"""How it stands with an heir in a game: the record names him, the next own block will, or never can."""


def with_heir(table: Table, writer: Author, home: Path, orders: Sequence[Spelled[Any]]) -> list[Spelled[Any]]:
    """The orders of a block, and before them the heir whom `rekey` has noted, if the record lacks him."""
    found = list(orders)
    key = heir_wanted(home, table.seats[writer.seat].identity)
    if key is None or standing(table, writer.seat, key) != NEXT_BLOCK:
        return found
    if any(isinstance(each.order, Handover) for each in found):
        return found
    return [*_order(table, key), *found]


def _order(table: Table, key: bytes) -> list[Spelled[Any]]:
    """The order that names an heir; nothing in a game whose language lacks it."""
    try:
        return list(table.game.parse(f"handover {encode_bytes(key)}"))
    except OrderError:
        return []


def standing(table: Table, seat: int, key: bytes) -> str:
    """How it stands with this identity as the heir of a seat."""
    taken = any(key == each.identity for each in (*table.seats, *table.former))
    if table.position is None or taken or waiting(table) is None:
        return NOT_THERE
    if table.game.gone(table.position, seat) or not _order(table, key):
        return NOT_THERE
    return NAMED if table.heirs.get(seat) == key else NEXT_BLOCK


class Heir(NamedTuple):
    """How it stands in a game: the colour of the seat, the state, who would have to vote in which order, and
    whether they may now."""

    colour: str
    state: str
    voters: tuple[str, ...]
    now: bool


def heir_in(table: Table, identity: bytes, key: bytes) -> Heir | None:
    """How it stands with `key` as the heir of an identity in a game; None if that has no seat there."""
    seat = seat_of(table, identity)
    if seat is None:
        return None
    state, now = standing(table, seat, key), missed(table)
    stay = () if state == NOT_THERE else table.sitting.staying((seat,))
    voters, run = (*stay[1:], *stay[:1]), table.run
    voted = run.voters[: run.voted] if run is not None and run.successors.get(seat) == key else ()
    missing = tuple(table.seats[each].colour for each in voters if each not in voted)
    awaited = state == NAMED and now is not None and now.seat == seat
    return Heir(table.seats[seat].colour, state, missing, awaited)
