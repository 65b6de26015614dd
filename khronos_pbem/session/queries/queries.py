"""The use cases that only look at a save: status, show, moves, log, verify."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from functools import partial
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from khronos_pbem.engine.contract import Event
from khronos_pbem.engine.features.protocols import Columns
from khronos_pbem.errors import InvalidFile, KhronosError, UsageError
from khronos_pbem.games.registry import optional
from khronos_pbem.home.keyring import (
    Identity,
    list_names,
    load_identity,
    own_keys_of,
    public_key_of,
)
from khronos_pbem.messages import message, path_word, quoted
from khronos_pbem.session.context import Context
from khronos_pbem.session.identities import seated_name
from khronos_pbem.session.notes.notes import Note, has_notes, notes_of
from khronos_pbem.session.notes.player_messages import Message, sealed_messages
from khronos_pbem.session.queries.compare_versions import runs_facts
from khronos_pbem.session.queries.deadlines import time_line, vote_lines
from khronos_pbem.session.queries.documents import seat_facts, status_facts
from khronos_pbem.session.queries.since_last_turn import last_turn_in
from khronos_pbem.session.queries.vote_status import (
    Out,
    awaited_facts,
    out_facts,
    out_lines,
    out_of,
    votes_facts,
)
from khronos_pbem.session.replay import draft_block as draft
from khronos_pbem.session.replay import sealed_messages as privately
from khronos_pbem.session.replay.history import Entry
from khronos_pbem.session.replay.open_save import Opened, open_for_play, open_for_reading
from khronos_pbem.session.replay.roll_requests import awaited
from khronos_pbem.session.replay.snapshots import newest_first
from khronos_pbem.session.replay.table import Table, Waiting, clock_of, seat_of, waiting

if TYPE_CHECKING:
    from khronos_pbem.session.replay.draft_block import Author
    from khronos_pbem.session.replay.sealed_messages import Disclosed


class Seen(NamedTuple):
    """A table as somebody sees it: `table` with the own cards known, `seat` None for the public; `now` is
    whom it waits for, as far as that is known there. `sealed` are messages to the seat alone, opened, and
    `notes` its lines to itself, `rolled` what a roll brings that only its share completes."""

    opened: Opened
    table: Table
    seat: int | None
    hand: list[str] | None
    now: Waiting | None
    sealed: tuple[Message, ...] = ()
    notes: tuple[Note, ...] = ()
    rolled: tuple[Event, ...] = ()


def look(path: Path, context: Context, *, whole: bool = True) -> Seen:
    """A save as the context's identity sees it; as the public, where it cannot be unlocked or does not play.

    With `whole` the record has to hold and to be the newest; else it is read up to a break.
    """
    read = partial(open_for_play, looking=True) if whole else open_for_reading
    opened = read(path, context.home, rewind=context.rewind)
    return seen_by(opened, opened.table, context)


def seen_by(opened: Opened, table: Table, context: Context) -> Seen:
    """A table of an opened save as the context's identity sees it."""
    found = _seated_then(context, opened, table)
    if found is None:
        return Seen(opened, table, None, None, waiting(table))
    name, seat = found
    if table.position is None and not has_notes(context.home, table.header):
        return Seen(opened, table, seat, None, waiting(table))
    try:
        identity = load_identity(context.home, name, context.ask)
    except KhronosError:
        if context.name is not None:
            raise
        return Seen(opened, table, seat, None, waiting(table))
    writer = draft.Author(seat, identity, draft.game_secret(identity.seed, table))
    mine = private_of(context.home, opened, table, writer, identity)
    if table.position is None:
        return Seen(opened, table, seat, None, waiting(table), notes=mine.notes)
    private = draft.private_table(table, writer)
    columns, now = optional(private.game, Columns), awaited(table, private, seat)
    hand = columns.hand(private.position, seat) if columns else None
    rolled = draft.rolled_for(table, writer)
    return Seen(opened, private, seat, hand, now, tuple(sealed_messages(mine.received)), mine.notes, rolled)


def _seated_then(context: Context, opened: Opened, table: Table) -> tuple[str, int] | None:
    """The desk's identity and its seat at a table then: none where it had not joined yet, or had lost it.

    Raises UsageError if one is named that has never played here.
    """
    if context.name is None or table is opened.table:
        return seated_name(context.home, table, context.name)
    seated_name(context.home, opened.table, context.name)
    seat = seat_of(table, public_key_of(context.home, context.name))
    return None if seat is None else (context.name, seat)


class Mine(NamedTuple):
    """What of a game is private to one player: sealed messages to him and by him, and his notes."""

    received: tuple[Disclosed, ...] = ()
    sent: tuple[Disclosed, ...] = ()
    notes: tuple[Note, ...] = ()


def private_of(home: Path, opened: Opened, table: Table, writer: Author, identity: Identity) -> Mine:
    """What is private to a player up to the block of a table; notes that cannot be read are left out."""
    blocks = opened.save.blocks[: table.seq + 1]
    orders = [each for each in privately.private_orders_in(table.header, blocks) if each.to]
    found = list(privately.opened_for(orders, identity, writer.secret))
    notes: list[Note] = []
    with contextlib.suppress(InvalidFile):
        notes = [each for each in notes_of(home, table, blocks, writer) if each.seq <= table.seq]
    mine = identity.public
    return Mine(
        tuple(each for each in found if each.order.place.reader == mine),
        tuple(each for each in found if each.order.place.author == mine),
        tuple(notes),
    )


def status(path: Path, context: Context) -> tuple[Seen, dict[str, Any]]:
    """Whose move it is, and the document of FORMATS 1."""
    seen = look(path, context)
    facts = status_facts(seen.opened.history, seen.seat, seen.hand, seen.now, seen.sealed)
    return seen, {**facts, **leaving_facts(seen, context), "notes": [note.to_data() for note in seen.notes]}


def leaving_facts(seen: Seen, context: Context) -> dict[str, Any]:
    """Since when a seat is awaited, who has voted and acked, whether one is out."""
    save, table = seen.opened.save, seen.table
    return {
        "awaited": awaited_facts(save, table, seen.opened.seen),
        "votes": votes_facts(table),
        "out": out_facts(out(seen, context)),
    }


def out(seen: Seen, context: Context) -> Out | None:
    """Whether the reader is out of the game, as far as it is shown; None if he is not, or never played."""
    blocks = seen.opened.save.blocks[: seen.table.seq + 1]
    if not seen.table.sitting.final:
        return None
    names = list_names(context.home) if context.name is None else [context.name]
    found = (out_of(blocks, bytes.fromhex(key)) for key in own_keys_of(context.home, names))
    return next((each for each in found if each is not None), None)


def leaving_lines(seen: Seen, context: Context, name: str | None = None) -> list[str]:
    """The same for people: until when somebody has time, what is to be typed, whether one is out.

    `name` is how a command finds the game; its path, if it is left out. Nothing is said of a moment that is
    past.
    """
    save, table, gone, first = seen.opened.save, seen.table, out(seen, context), seen.opened.seen
    if table.seq < seen.opened.table.seq:
        return []
    name = quoted(path_word(seen.opened.path)) if name is None else name
    lines = time_line(save, table, first, context.at)
    if gone is not None:
        return [*out_lines(gone, name), *lines]
    return [*lines, *vote_lines(save, table, first, seen.seat, context.at, name)]


def urgent_lines(seen: Seen, context: Context, name: str | None = None, *, voting: bool = True) -> list[str]:
    """What `leaving_lines` says where others vote, somebody is out, or the game has a clock; else nothing.

    Without `voting` what a voter may type is left out.
    """
    table = seen.table
    urgent = table.run is not None or clock_of(table.header) is not None
    if not voting:
        return time_line(seen.opened.save, table, seen.opened.seen, context.at)
    return leaving_lines(seen, context, name) if urgent or out(seen, context) is not None else []


def at_block(opened: Opened, seq: int | None) -> Table:
    """The table after block `seq` (None: the last one). Raises UsageError for a block there is not."""
    if seq is None:
        return opened.table
    if not 0 <= seq < len(opened.history.entries):
        last = len(opened.history.entries) - 1
        raise UsageError(
            message("there is no block {seq}", seq=seq),
            rule="FORMATS 1",
            hint=message("choose a block from 0 to {last}", last=last),
        )
    return opened.history.entries[seq].table


def log(path: Path, context: Context) -> tuple[Opened, Sequence[Entry]]:
    """The record, block by block, up to its break if it has one."""
    opened = open_for_reading(path, context.home, rewind=context.rewind)
    return opened, opened.history.entries


def verify(path: Path, context: Context) -> Opened:
    """A record with everything in it checked; what is wrong with it is its `problem`.

    Raises UsageError if the file cannot be read, Conflict for another history than the one seen here.
    """
    return open_for_reading(path, context.home, rewind=context.rewind, whole_file=True)


class Marked(NamedTuple):
    """What a picture marks as changed: since when, as a sentence, and the events."""

    said: str
    events: tuple[Event, ...]


def marked(opened: Opened, seat: int | None, at: int | None, since: int | None) -> Marked:
    """What has changed up to block `at` (None: the last one), after block `since` if that is given.

    Else a seat sees what has changed since its own last turn. Where nothing has, and for spectators, it is
    the last block that changed anything, or block `at`. Raises UsageError for a block there is not.
    """
    at_block(opened, at)
    at_block(opened, since)
    entries = opened.history.entries if at is None else opened.history.entries[: at + 1]
    if since is not None:
        return Marked(message("marked: what changed after block {seq}", seq=since), _events(entries, since))
    own = None if seat is None else last_turn_in(entries, seat)
    events = () if own is None else _events(entries, own)
    if any(event.squares for event in events):
        return Marked(message("marked: what changed since your last turn, block {seq}", seq=own), events)
    if not entries:
        return Marked(message("marked: nothing, because no block is valid"), ())
    changed = ((block, events) for block, events in newest_first(entries) if events or at is not None)
    block, last = next(changed, (entries[-1].block, ()))
    return Marked(message("marked: what block {seq} changed", seq=block.seq), last)


def _events(entries: Sequence[Entry], seq: int) -> tuple[Event, ...]:
    """What happened after a block."""
    after = [events for _, events in takewhile(lambda each: each[0].seq > seq, newest_first(entries))]
    return tuple(event for events in reversed(after) for event in events)


def log_facts(entries: Sequence[Entry]) -> list[dict[str, Any]]:
    """The blocks with their orders and events, as JSON-able data."""
    return [
        {
            "seq": entry.block.seq,
            **seat_facts(entry.table.seats[entry.block.seat]),
            "kind": entry.block.kind,
            "at": entry.block.at or None,
            "orders": list(entry.block.orders),
            "auto": list(entry.block.auto),
            "events": [event.to_data() for event in entry.events],
        }
        for entry in entries
    ]


def broken_facts(problem: KhronosError) -> dict[str, Any]:
    """The document of `verify` for a save that does not hold, however much of it can be read (FORMATS 1)."""
    return {
        "valid": False,
        "block": problem.block,
        "seat": problem.seat,
        "reason": problem.message,
        "rule": problem.rule,
    }


def verify_facts(opened: Opened) -> dict[str, Any]:
    """The document of `verify` (FORMATS 1)."""
    table = opened.table
    if opened.problem is not None:
        return broken_facts(opened.problem)
    won = [] if table.position is None else table.game.winners(table.position)
    return {
        "valid": True,
        "blocks": len(opened.history.entries),
        "proofs": table.ledger.proofs,
        "finished": waiting(table) is None,
        "winners": [table.seats[seat].colour for seat in won],
        "seats": [seat_facts(seat) for seat in table.seats],
        "runs": runs_facts(opened.history),
    }
