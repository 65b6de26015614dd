"""What happened since somebody had his last turn: for his letters."""

from __future__ import annotations

from collections.abc import Sequence

from khronos_pbem.record.block import ASSIST, JOIN, TURN
from khronos_pbem.session.facts import passed_on
from khronos_pbem.session.history import Entry, History


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
