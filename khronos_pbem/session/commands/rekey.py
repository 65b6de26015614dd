"""A new key for a player: naming it as successor in every game, and the missing votes (DECK 9.5).

A handover needs the votes of all players who stay, and a vote is possible only while the game waits for the
seat. A successor is named by an order in the player's next own block.
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
"""The states of a successor: named in the record, to be named in the next own block, or impossible."""


def with_handover(
    table: Table, writer: Author, home: Path, orders: Sequence[AnyParsedOrder]
) -> list[AnyParsedOrder]:
    """Return the orders of a block, preceded by the order that names the successor if it is due.

    The successor is the one noted by `rekey`.
    """
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
    """Return the state of this key as the successor of a seat: NAMED, NEXT_BLOCK or NOT_THERE."""
    taken = any(key == each.identity for each in (*table.seats, *table.former))
    if table.position is None or taken or waiting(table) is None:
        return NOT_THERE
    if table.game.has_left(table.position, seat) or not _order(table, key):
        return NOT_THERE
    return NAMED if table.named_successors.get(seat) == key else NEXT_BLOCK


class SuccessorStatus(NamedTuple):
    """The state of a handover in one game.

    `colour` is the colour of the seat, and `state` the result of `successor_state`. `voters` are the colours
    whose votes are missing, in their order; `now` is whether they can vote now.
    """

    colour: str
    state: str
    voters: tuple[str, ...]
    now: bool


def successor_status(table: Table, identity: bytes, key: bytes) -> SuccessorStatus | None:
    """Return the state of `key` as the successor of an identity in a game.

    None if the identity has no seat there.
    """
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
