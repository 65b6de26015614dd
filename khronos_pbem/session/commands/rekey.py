"""A new key for a player: named as successor in every game, and the votes that are missing (DECK 9.5).

A handover needs the votes of all who stay, and a vote is possible only while the game waits for the seat. A
successor is named by an order in the player's next own block.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from khronos_pbem.engine.contract import AnyParsedOrder
from khronos_pbem.engine.digests import encode_bytes
from khronos_pbem.engine.orders.table_orders import Handover
from khronos_pbem.errors import OrderError
from khronos_pbem.home.successors import wanted_successor
from khronos_pbem.session.replay.draft_block import Author
from khronos_pbem.session.replay.table import Table, seat_of, waiting, waiting_without_votes

NAMED, NEXT_BLOCK, NOT_THERE = "named", "next block", "not possible"
"""How it stands with an heir in a game: the record names him, the next own block will, or never can."""


def with_handover(
    table: Table, writer: Author, home: Path, orders: Sequence[AnyParsedOrder]
) -> list[AnyParsedOrder]:
    """The orders of a block, after the order that names the successor noted by `rekey`, if it is due."""
    found = list(orders)
    key = wanted_successor(home, table.seats[writer.seat].identity)
    if key is None or successor_state(table, writer.seat, key) != NEXT_BLOCK:
        return found
    if any(isinstance(each.order, Handover) for each in found):
        return found
    return [*_order(table, key), *found]


def _order(table: Table, key: bytes) -> list[AnyParsedOrder]:
    """The order that names a successor; empty in a game without such an order."""
    try:
        return list(table.game.parse(f"handover {encode_bytes(key)}"))
    except OrderError:
        return []


def successor_state(table: Table, seat: int, key: bytes) -> str:
    """Whether this identity is named as the successor of a seat: NAMED, NEXT_BLOCK or NOT_THERE."""
    taken = any(key == each.identity for each in (*table.seats, *table.former))
    if table.position is None or taken or waiting(table) is None:
        return NOT_THERE
    if table.game.has_left(table.position, seat) or not _order(table, key):
        return NOT_THERE
    return NAMED if table.named_successors.get(seat) == key else NEXT_BLOCK


class SuccessorStatus(NamedTuple):
    """The state of a handover in one game.

    `colour` is that of the seat, `state` as of `successor_state`, `voters` the colours whose votes are
    missing, in their order; `now` is whether they can vote now.
    """

    colour: str
    state: str
    voters: tuple[str, ...]
    now: bool


def successor_status(table: Table, identity: bytes, key: bytes) -> SuccessorStatus | None:
    """The state of `key` as the successor of an identity in a game; None if that has no seat there."""
    seat = seat_of(table, identity)
    if seat is None:
        return None
    state, now = successor_state(table, seat, key), waiting_without_votes(table)
    stay = () if state == NOT_THERE else table.record_seats.staying((seat,))
    voters, run = (*stay[1:], *stay[:1]), table.run
    voted = run.voters[: run.voted] if run is not None and run.successors.get(seat) == key else ()
    missing = tuple(table.seats[each].colour for each in voters if each not in voted)
    awaited = state == NAMED and now is not None and now.seat == seat
    return SuccessorStatus(table.seats[seat].colour, state, missing, awaited)
