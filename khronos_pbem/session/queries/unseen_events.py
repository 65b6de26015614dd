"""The news of a game for a player: blocks since the last view, and the result of a roll."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from khronos_pbem.engine.contract import Event
from khronos_pbem.home.versions.last_views import LastView, load_last_view, save_last_view
from khronos_pbem.messages import message
from khronos_pbem.record.chain import block_hash
from khronos_pbem.session.queries.documents import event_lines
from khronos_pbem.session.queries.since_last_turn import last_turn_end
from khronos_pbem.session.queries.summaries import block_lines_from

if TYPE_CHECKING:
    from khronos_pbem.session.queries.player_view import PlayerView
    from khronos_pbem.session.replay.draft_block import Draft
    from khronos_pbem.session.replay.open_save import Opened


class Unseen(NamedTuple):
    """The news for a player: lines about the blocks, and the events of a roll.

    Only the player's own share of that roll is missing.
    """

    lines: Sequence[str] = ()
    rolled: tuple[Event, ...] = ()


def find_unseen(home: Path, seen: PlayerView) -> Unseen:
    """Return the news of a game for the player of a view.

    There is none for spectators, for an earlier block, or in a record that is invalid or not the newest. A
    player who has never viewed the game on this machine gets the events since their own last turn.
    """
    if not _is_of_now(seen):
        return Unseen()
    assert seen.seat is not None
    history = seen.opened.history
    look = load_last_view(home, seen.opened.save.header, seen.seat)
    place = _blocks_seen(seen.opened, look)
    if place is None:
        own = last_turn_end(history.entries, seen.seat)
        return Unseen(block_lines_from(history, 0 if own is None else own + 1), seen.rolled)
    known = look is not None and look.rolled and place == len(seen.opened.save.blocks)
    return Unseen(block_lines_from(history, place), () if known else seen.rolled)


def _is_of_now(seen: PlayerView) -> bool:
    """Return whether a player's view is of the last block, in a valid record that is the newest."""
    opened = seen.opened
    whole = opened.problem is None and opened.older is None
    return whole and seen.seat is not None and seen.table.seq == opened.table.seq


def find_unseen_before(home: Path, opened: Opened, draft: Draft) -> tuple[Unseen, tuple[Event, ...]]:
    """Return the news that the author of a drafted block had not seen, and the block's events.

    A roll at the beginning of the block is left out if the author saw it before.
    """
    look = load_last_view(home, opened.save.header, draft.block.seat)
    place = _blocks_seen(opened, look)
    if look is None or place is None:
        return Unseen(), draft.events
    known = len(draft.rolled) if look.rolled and place == len(opened.save.blocks) else 0
    return Unseen(block_lines_from(opened.history, place)), draft.events[known:]


def _blocks_seen(opened: Opened, look: LastView | None) -> int | None:
    """Return the number of blocks seen; None if unknown, or if another record was seen."""
    heads = [head.hex() for head in opened.history.heads]
    return heads.index(look.head) if look is not None and look.head in heads else None


def note_view_seen(home: Path, seen: PlayerView) -> None:
    """Note that a player has seen the present state of a game; views of other states are not noted."""
    if _is_of_now(seen):
        assert seen.seat is not None
        look = LastView(seen.opened.history.heads[-1].hex(), bool(seen.rolled))
        save_last_view(home, seen.opened.save.header, seen.seat, look)


def note_block_seen(home: Path, opened: Opened, draft: Draft) -> None:
    """Note that the author of a block has seen its events."""
    save_last_view(home, opened.save.header, draft.block.seat, LastView(block_hash(draft.block).hex()))


# --- what is said -----------------------------------------------------------------------------------------


def unseen_lines(unseen: Unseen) -> list[str]:
    """Return the news as lines for people; empty if there is none."""
    head = [message("What has changed since you last looked:")] if unseen.lines else []
    return [*head, *unseen.lines, *rolled_lines(unseen.rolled)]


def rolled_lines(events: Sequence[Event]) -> list[str]:
    """Return the result of a roll as lines for people, if only the player's own share is missing.

    Empty without events.
    """
    if not events:
        return []
    head = message("Your share completes a dice roll:")
    return [head, *(message("   {line}", line=line) for line in event_lines(events))]
