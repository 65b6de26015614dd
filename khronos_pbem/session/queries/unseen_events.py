"""What a player has not seen yet of a game: blocks since the last look, and what a roll has brought."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from khronos_pbem.engine.contract import Event
from khronos_pbem.home.versions.last_looks import Look, last_look, note_look
from khronos_pbem.messages import message
from khronos_pbem.record.chain import block_hash
from khronos_pbem.session.queries.documents import event_lines
from khronos_pbem.session.queries.since_last_turn import last_turn_in
from khronos_pbem.session.queries.summaries import lines_from

if TYPE_CHECKING:
    from khronos_pbem.session.queries.queries import Seen
    from khronos_pbem.session.replay.draft_block import Draft
    from khronos_pbem.session.replay.open_save import Opened


class Unseen(NamedTuple):
    """What is new to a player: what blocks of others did, as lines, and what a roll has brought that the own
    share completes."""

    lines: Sequence[str] = ()
    rolled: tuple[Event, ...] = ()


def unseen_in(home: Path, seen: Seen) -> Unseen:
    """What is new in a game to whoever sees it so; nothing to spectators.

    Who has never looked on this machine is told what happened since the own last turn.
    """
    if not _is_of_now(seen):
        return Unseen()
    assert seen.seat is not None
    history = seen.opened.history
    look = last_look(home, seen.opened.save.header, seen.seat)
    place = _place(seen.opened, look)
    if place is None:
        own = last_turn_in(history.entries, seen.seat)
        return Unseen(lines_from(history, 0 if own is None else own + 1), seen.rolled)
    known = look is not None and look.rolled and place == len(seen.opened.save.blocks)
    return Unseen(lines_from(history, place), () if known else seen.rolled)


def _is_of_now(seen: Seen) -> bool:
    """Whether a player sees a game at its end, of a record that holds and is the newest."""
    opened = seen.opened
    whole = opened.problem is None and opened.older is None
    return whole and seen.seat is not None and seen.table.seq == opened.table.seq


def unseen_before(home: Path, opened: Opened, draft: Draft) -> tuple[Unseen, tuple[Event, ...]]:
    """For the author of a block that was made on a save: what was new there, and what the block did, without
    the roll with which it begins where that was seen before."""
    look = last_look(home, opened.save.header, draft.block.seat)
    place = _place(opened, look)
    if look is None or place is None:
        return Unseen(), draft.events
    known = len(draft.rolled) if look.rolled and place == len(opened.save.blocks) else 0
    return Unseen(lines_from(opened.history, place)), draft.events[known:]


def _place(opened: Opened, look: Look | None) -> int | None:
    """How many blocks were seen; None if the look is unknown, or was at another record."""
    heads = [head.hex() for head in opened.history.heads]
    return heads.index(look.head) if look is not None and look.head in heads else None


def note_seen(home: Path, seen: Seen) -> None:
    """Note that a player has seen a game as it is now."""
    if _is_of_now(seen):
        assert seen.seat is not None
        look = Look(seen.opened.history.heads[-1].hex(), bool(seen.rolled))
        note_look(home, seen.opened.save.header, seen.seat, look)


def note_done(home: Path, opened: Opened, draft: Draft) -> None:
    """Note that the author of a block has seen what it did."""
    note_look(home, opened.save.header, draft.block.seat, Look(block_hash(draft.block).hex()))


# --- what is said -----------------------------------------------------------------------------------------


def unseen_lines(unseen: Unseen) -> list[str]:
    """What is new, for people; nothing where nothing is."""
    head = [message("What has changed since you last looked:")] if unseen.lines else []
    return [*head, *unseen.lines, *rolled_lines(unseen.rolled)]


def rolled_lines(events: Sequence[Event]) -> list[str]:
    """What a roll has brought that the player's own share completes; nothing where none has."""
    if not events:
        return []
    head = message("Your share completes a dice roll:")
    return [head, *(message("   {line}", line=line) for line in event_lines(events))]
