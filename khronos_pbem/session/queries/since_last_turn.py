"""The blocks since a player's last turn, for letters and views."""

from __future__ import annotations

from collections.abc import Sequence

from khronos_pbem.engine.contract import Event
from khronos_pbem.record.block import ASSIST, JOIN, TURN, Block
from khronos_pbem.session.queries.documents import has_ended_turn
from khronos_pbem.session.replay.history import Entry, History
from khronos_pbem.session.replay.snapshots import blocks_of


def entries_since_turn(history: History, seat: int | None) -> Sequence[Entry]:
    """Return the blocks after a seat's last turn, oldest first; for None, those of the current round.

    Joins and shares without events are left out.
    """
    found: list[Entry] = []
    for entry in reversed(history.entries):
        if _ended_turn(entry, seat) or (seat is None and not _in_last_round(history, entry)):
            break
        if entry.events or entry.block.kind not in (ASSIST, JOIN):
            found.append(entry)
    return found[::-1]


def _ended_turn(entry: Entry, seat: int | None) -> bool:
    """Return whether a seat ended its turn with a block."""
    block = entry.block
    return block.kind == TURN and block.seat == seat and has_ended_turn(entry.table, block)


def _in_last_round(history: History, entry: Entry) -> bool:
    """Return whether a block was written in the current round of the game."""
    now, then = history.table, entry.table
    if now.position is None or then.position is None:
        return now.position is then.position
    return now.game.round(now.position) == then.game.round(then.position)


def noteworthy_since_turn(entries: Sequence[Entry], seat: int) -> tuple[Entry, ...]:
    """The blocks after a seat's last turn (all if it has none), without those that only send shares."""
    own = last_turn_end(entries, seat)
    return noteworthy_entries(entries if own is None else entries[own + 1 :])


def noteworthy_entries(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """The entries without those that only send shares."""
    return tuple(entry for entry in entries if is_noteworthy(entry.block, entry.events))


def is_noteworthy(block: Block, events: Sequence[Event]) -> bool:
    """Return whether a block does more than send shares."""
    return bool(events or block.orders) or block.kind == JOIN


def last_turn_end(entries: Sequence[Entry], seat: int) -> int | None:
    """Return the number of the block that ended a seat's last turn; None if the seat has ended none."""
    own = (b for b in reversed(blocks_of(entries)) if b.seat == seat and b.kind == TURN)
    return next((block.seq for block in own if has_ended_turn(entries[-1].table, block)), None)
