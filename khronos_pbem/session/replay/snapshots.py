"""Snapshots: the last table of a verified record is stored, and earlier ones are replayed when needed.

They only save time. The stored data are public, are found by the hash of the last block, and carry a MAC made
with this machine's key. Every block of the file must still link to the one before it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import overload

from khronos_pbem.deck.crypto.shuffle import Slots
from khronos_pbem.deck.ledger import DealtSlot, Deck, Ledger
from khronos_pbem.deck.rolls import OpenRoll, Rolls
from khronos_pbem.engine.card_handles import Handle
from khronos_pbem.engine.codec import Codec
from khronos_pbem.engine.contract import Choice, Event, RollRequest
from khronos_pbem.engine.digests import digest
from khronos_pbem.home.cache import load_table, save_table
from khronos_pbem.record.block import Block
from khronos_pbem.record.leaving.votes import Run, Seats
from khronos_pbem.record.offers import Offer
from khronos_pbem.record.save import Save
from khronos_pbem.session.replay.history import Entry, History
from khronos_pbem.session.replay.table import PendingOutcome, Seat, Table, new_table

WORTH = 8
"""The fewest blocks for which a table is stored; a shorter history is quick to replay."""

_LAPS = 3
"""The number of blocks per seat, counted back from the last block, for which events are stored."""

_TABLES = (Table, Seat, PendingOutcome, Seats, Run, Offer)
_CLASSES = (*_TABLES, Ledger, Deck, Slots, DealtSlot, Handle, Rolls, OpenRoll, RollRequest, Choice, Event)


class LazyEntries(Sequence[Entry]):
    """The entries of a history of which only the last are stored; access to any other replays them all.

    Stored entries have their block, events and table, but may have no stages. Code that needs the stages
    iterates over all entries.
    """

    def __init__(
        self,
        known: tuple[Entry, ...],
        blocks: tuple[Block, ...],
        replayed: Callable[[], tuple[Entry, ...]],
        recent: tuple[tuple[Event, ...], ...] = (),
    ) -> None:
        self.blocks, self.recent = blocks, recent
        self._known, self._count_bytes, self._replayed = known, len(blocks), replayed
        self._whole: tuple[Entry, ...] | None = None

    def __len__(self) -> int:
        return self._count_bytes

    @overload
    def __getitem__(self, place: int) -> Entry: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Entry]: ...
    def __getitem__(self, place: int | slice) -> Entry | Sequence[Entry]:
        """Return one entry, or a slice of the entries."""
        if isinstance(place, int) and self._whole is None:
            from_end = place - self._count_bytes if place >= 0 else place
            if -len(self._known) <= from_end < 0:
                return self._known[from_end]
        if isinstance(place, slice) and place.indices(self._count_bytes) == (0, self._count_bytes, 1):
            return self
        return self._all()[place]

    def __iter__(self) -> Iterator[Entry]:
        """Iterate over all entries from the first; they all have their stages, which are not stored."""
        return iter(self._all())

    def followed_by(self, entry: Entry) -> LazyEntries:
        """Return these entries and one more, without replaying any."""
        recent = (*self.recent, entry.events)
        return LazyEntries((*self._known, entry), (*self.blocks, entry.block), lambda: (*self, entry), recent)

    def _all(self) -> tuple[Entry, ...]:
        if self._whole is None:
            self._whole = self._replayed()
        return self._whole


def load_history(
    home: Path, save: Save, heads: Sequence[bytes], replay: Callable[[], History]
) -> History | None:
    """Return the history of a completely verified record from its stored table; None if none is stored.

    `heads` are the hashes of blocks that link to each other. `replay` replays the entries before the last
    when they are needed.
    """
    if len(save.blocks) < WORTH:
        return None
    start = new_table(save.header)
    codec = _codec(start)
    data = load_table(home, heads[-1], _shape(codec))
    if data is None:
        return None
    try:
        table, recent = codec.from_data(json.loads(data))
        last = Entry(save.blocks[-1], recent[-1], table)
    except (ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError):
        return None
    entries = LazyEntries((last,), tuple(save.blocks), lambda: tuple(replay().entries), recent)
    return History(start, entries, tuple(heads))


def blocks_of(entries: Sequence[Entry]) -> Sequence[Block]:
    """The blocks of a history, without replaying any."""
    return entries.blocks if isinstance(entries, LazyEntries) else [entry.block for entry in entries]


def newest_first(entries: Sequence[Entry]) -> Iterator[tuple[Block, tuple[Event, ...]]]:
    """Yield each block with its events, from the last to the first.

    Events that are not stored are replayed when needed.
    """
    blocks = blocks_of(entries)
    kept = entries.recent if isinstance(entries, LazyEntries) else ()
    for back in range(1, len(blocks) + 1):
        yield blocks[-back], kept[-back] if back <= len(kept) else entries[-back].events


def with_entry(entries: Sequence[Entry], entry: Entry) -> Sequence[Entry]:
    """The entries of a history and one more, without replaying any."""
    return entries.followed_by(entry) if isinstance(entries, LazyEntries) else (*entries, entry)


def save_last_table(home: Path, history: History) -> None:
    """Store the last table of a valid history, and the events of its last blocks."""
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
    save_table(home, history.heads[-1], _shape(codec), data.encode(errors="surrogatepass"))


def _shape(codec: Codec) -> bytes:
    """Return the digest (32 bytes) of the storage format; data in any other format are not read."""
    return digest("resuming/laps", codec.shape)[:32]


def _codec(start: Table) -> Codec:
    """Return the codec for tables of this game; it omits the game, its header and its shared values."""
    game, header = start.game, start.header
    return Codec((*_CLASSES, *game.value_classes), (game, header, *game.single_values(header.options)))
