"""What happened since a player's last turn: for letters, and for whoever looks."""

from __future__ import annotations

from collections.abc import Sequence

from khronos_pbem.engine.contract import Event
from khronos_pbem.record.block import ASSIST, JOIN, TURN, Block
from khronos_pbem.session.queries.documents import passed_on
from khronos_pbem.session.replay.history import Entry, History
from khronos_pbem.session.replay.snapshots import blocks_of


def since_turn_of(history: History, seat: int | None) -> Sequence[Entry]:
    """The blocks after the last turn of a seat, oldest first; None: those of the last round.

    What only serves the deck, and tells people nothing, is left out.
    """
    found: list[Entry] = []
    for entry in reversed(history.entries):
        if _ended_turn(entry, seat) or (seat is None and not _in_last_round(history, entry)):
            break
        if entry.events or entry.block.kind not in (ASSIST, JOIN):
            found.append(entry)
    return found[::-1]


def _ended_turn(entry: Entry, seat: int | None) -> bool:
    """Whether a seat ended its turn by a block."""
    block = entry.block
    return block.kind == TURN and block.seat == seat and passed_on(entry.table, block)


def _in_last_round(history: History, entry: Entry) -> bool:
    """Whether a block has come to the round in which the game is now."""
    now, then = history.table, entry.table
    if now.position is None or then.position is None:
        return now.position is then.position
    return now.game.round(now.position) == then.game.round(then.position)


def since_last_turn(entries: Sequence[Entry], seat: int) -> tuple[Entry, ...]:
    """The blocks after a seat's last turn, all if it has ended none; those that only pay are left out."""
    own = last_turn_in(entries, seat)
    return worth_telling(entries if own is None else entries[own + 1 :])


def worth_telling(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """The entries without those that only pay."""
    return tuple(entry for entry in entries if is_worth_telling(entry.block, entry.events))


def is_worth_telling(block: Block, events: Sequence[Event]) -> bool:
    """Whether a block does more than pay."""
    return bool(events or block.orders) or block.kind == JOIN


def last_turn_in(entries: Sequence[Entry], seat: int) -> int | None:
    """The block that ended a seat's last turn; None if it has not ended one yet."""
    own = (b for b in reversed(blocks_of(entries)) if b.seat == seat and b.kind == TURN)
    return next((block.seq for block in own if passed_on(entries[-1].table, block)), None)
