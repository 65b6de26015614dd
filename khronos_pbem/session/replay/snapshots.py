"""Going on from where a verified history was left: its last table is kept, the rest is replayed when asked.

It only saves time. What is kept is public, is found by the hash of the head, and carries a mark by this
machine's own key; every block of the file still has to link to the one before it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import overload

from khronos_pbem.deck.crypto.shuffle import Slots
from khronos_pbem.deck.ledger import Deck, Holding, Ledger
from khronos_pbem.deck.rolls import OpenRoll, Rolls
from khronos_pbem.engine.card_handles import Handle
from khronos_pbem.engine.codec import Codec
from khronos_pbem.engine.contract import Choice, Event, Roll
from khronos_pbem.engine.digests import digest
from khronos_pbem.home.cache import keep_table, kept_table
from khronos_pbem.record.block import Block
from khronos_pbem.record.leaving.votes import Run, Seats
from khronos_pbem.record.offers import Offer
from khronos_pbem.record.save import Save
from khronos_pbem.session.replay.history import Entry, History
from khronos_pbem.session.replay.table import Pending, Seat, Table, new_table

WORTH = 8
"""From how many blocks on a table is kept: a shorter history is replayed in no time."""

_LAPS = 3
"""How often all seats can have written a block since a player's last turn, for what happened to be kept."""

_TABLES = (Table, Seat, Pending, Seats, Run, Offer)
_CLASSES = (*_TABLES, Ledger, Deck, Slots, Holding, Handle, Rolls, OpenRoll, Roll, Choice, Event)


class Entries(Sequence[Entry]):
    """The entries of a history of which the last ones are known; all are replayed once another is asked for.

    Until then those that are known have their block, their events and their table, but perhaps no stages: who
    tells a turn step by step goes through all entries.
    """

    def __init__(
        self,
        known: tuple[Entry, ...],
        blocks: tuple[Block, ...],
        replayed: Callable[[], tuple[Entry, ...]],
        recent: tuple[tuple[Event, ...], ...] = (),
    ) -> None:
        self.blocks, self.recent = blocks, recent
        self._known, self._count, self._replayed = known, len(blocks), replayed
        self._whole: tuple[Entry, ...] | None = None

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, place: int) -> Entry: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Entry]: ...
    def __getitem__(self, place: int | slice) -> Entry | Sequence[Entry]:
        """One entry, or some."""
        if isinstance(place, int) and self._whole is None:
            from_end = place - self._count if place >= 0 else place
            if -len(self._known) <= from_end < 0:
                return self._known[from_end]
        if isinstance(place, slice) and place.indices(self._count) == (0, self._count, 1):
            return self
        return self._all()[place]

    def __iter__(self) -> Iterator[Entry]:
        """All entries, the first one first; the last one with its stages, which are not kept."""
        return iter(self._all())

    def followed_by(self, entry: Entry) -> Entries:
        """These entries and one more; none is replayed for it."""
        recent = (*self.recent, entry.events)
        return Entries((*self._known, entry), (*self.blocks, entry.block), lambda: (*self, entry), recent)

    def _all(self) -> tuple[Entry, ...]:
        if self._whole is None:
            self._whole = self._replayed()
        return self._whole


def resumed(home: Path, save: Save, heads: Sequence[bytes], replay: Callable[[], History]) -> History | None:
    """The history of a save that was verified whole, by its kept table; None if none is kept.

    `heads` are its hashes, of blocks that link to each other; `replay` gives the entries before the last.
    """
    if len(save.blocks) < WORTH:
        return None
    start = new_table(save.header)
    codec = _codec(start)
    data = kept_table(home, heads[-1], _shape(codec))
    if data is None:
        return None
    try:
        table, recent = codec.from_data(json.loads(data))
        last = Entry(save.blocks[-1], recent[-1], table)
    except (ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError):
        return None
    entries = Entries((last,), tuple(save.blocks), lambda: tuple(replay().entries), recent)
    return History(start, entries, tuple(heads))


def blocks_of(entries: Sequence[Entry]) -> Sequence[Block]:
    """The blocks of a history; none of it is replayed for them."""
    return entries.blocks if isinstance(entries, Entries) else [entry.block for entry in entries]


def newest_first(entries: Sequence[Entry]) -> Iterator[tuple[Block, tuple[Event, ...]]]:
    """Each block with what happened in it, the last one first; what is not kept is replayed once it is asked
    for."""
    blocks = blocks_of(entries)
    kept = entries.recent if isinstance(entries, Entries) else ()
    for back in range(1, len(blocks) + 1):
        yield blocks[-back], kept[-back] if back <= len(kept) else entries[-back].events


def one_more(entries: Sequence[Entry], entry: Entry) -> Sequence[Entry]:
    """The entries of a history, and one that follows them; what was not replayed yet is not for this."""
    return entries.followed_by(entry) if isinstance(entries, Entries) else (*entries, entry)


def keep_last(home: Path, history: History) -> None:
    """Keep the last table of a history that holds whole, and what happened in its last blocks."""
    if len(history.entries) < WORTH or history.problem is not None:
        return
    laps = _LAPS * history.start.header.seats
    recent = tuple(entry.events for entry in history.entries[-laps:])
    codec = _codec(history.start)
    try:
        kept = codec.to_data((history.table, recent))
        data = json.dumps(kept, separators=(",", ":"), ensure_ascii=False)
    except TypeError:  # something that nobody else has to know: it is replayed next time
        return
    keep_table(home, history.heads[-1], _shape(codec), data.encode(errors="surrogatepass"))


def _shape(codec: Codec) -> bytes:
    """What was kept when this is another is not read (32 bytes)."""
    return digest("resuming/laps", codec.shape)[:32]


def _codec(start: Table) -> Codec:
    """What tables of this game are made of; the game, its header and its pieces are not written."""
    game, header = start.game, start.header
    return Codec((*_CLASSES, *game.value_classes), (game, header, *game.single_values(header.options)))
