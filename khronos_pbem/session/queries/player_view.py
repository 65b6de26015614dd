"""A game as one player sees it, and the queries behind `status`, `show`, `log` and `verify`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from khronos_pbem.engine.contract import Event
from khronos_pbem.engine.features.protocols import Columns
from khronos_pbem.errors import KhronosError, UsageError
from khronos_pbem.games.registry import feature_or_none
from khronos_pbem.home.keyring import Identity, list_names, load_identity, own_keys_of, public_key_of
from khronos_pbem.messages import message, path_argument, shell_quoted
from khronos_pbem.session.context import Context
from khronos_pbem.session.identities import find_own_seat
from khronos_pbem.session.notes.notes import Note, has_notes, notes_of
from khronos_pbem.session.notes.player_messages import PlayerMessage, sealed_messages
from khronos_pbem.session.queries.compare_versions import vote_run_documents
from khronos_pbem.session.queries.deadlines import deadline_lines, vote_lines
from khronos_pbem.session.queries.documents import BlockDocument, seat_document, status_document
from khronos_pbem.session.queries.since_last_turn import last_turn_end
from khronos_pbem.session.queries.vote_status import (
    Departure,
    awaited_document,
    departure_document,
    departure_lines,
    find_departure,
    votes_document,
)
from khronos_pbem.session.replay import draft_block as draft
from khronos_pbem.session.replay import sealed_messages as privately
from khronos_pbem.session.replay.history import Entry
from khronos_pbem.session.replay.open_save import Opened, open_for_play, open_for_reading
from khronos_pbem.session.replay.roll_requests import waiting_as_known
from khronos_pbem.session.replay.snapshots import newest_first
from khronos_pbem.session.replay.table import Table, Waiting, clock_of, seat_of, waiting

if TYPE_CHECKING:
    from khronos_pbem.session.replay.draft_block import Author
    from khronos_pbem.session.replay.sealed_messages import OpenedOrder


class PlayerView(NamedTuple):
    """A table as one player sees it, including their own cards; `seat` is None for the public.

    `now` is the player for whom the table waits, as far as this player knows. `sealed` are opened messages to
    the seat alone, and `notes` are its own notes. `rolled` are the events of a roll for which only its share
    is missing.
    """

    opened: Opened
    table: Table
    seat: int | None
    hand: list[str] | None
    now: Waiting | None
    sealed: tuple[PlayerMessage, ...] = ()
    notes: tuple[Note, ...] = ()
    rolled: tuple[Event, ...] = ()


def load_view(path: Path, context: Context, *, whole: bool = True) -> PlayerView:
    """Open a save as the context's identity sees it, or as the public if there is no seat for it.

    An identity that is locked also sees the public view, unless it is named: then its error is raised. With
    `whole`, the record must be valid and the newest; otherwise it is read up to its first error.
    """
    read = partial(open_for_play, looking=True) if whole else open_for_reading
    opened = read(path, context.home, rewind=context.rewind)
    return view_of(opened, opened.table, context)


def view_of(opened: Opened, table: Table, context: Context) -> PlayerView:
    """A table of an opened save as the context's identity sees it."""
    name, seat = _own_seat_at(context, opened, table) or ("", None)
    public = PlayerView(opened, table, seat, None, waiting(table))
    if seat is None or (table.position is None and not has_notes(context.home, table.header)):
        return public
    try:
        identity = load_identity(context.home, name, context.ask)
    except KhronosError:
        if context.name is not None:
            raise
        return public
    writer = draft.Author(seat, identity, draft.game_secret(identity.seed, table))
    mine = private_texts_of(context.home, opened, table, writer, identity)
    if table.position is None:
        return public._replace(notes=mine.notes)
    private = draft.private_table(table, writer)
    columns, now = feature_or_none(private.game, Columns), waiting_as_known(table, private, seat)
    hand = columns.hand(private.position, seat) if columns else None
    rolled, sealed = draft.foreseen_roll_events(table, writer), tuple(sealed_messages(mine.received))
    return PlayerView(opened, private, seat, hand, now, sealed, mine.notes, rolled)


def _own_seat_at(context: Context, opened: Opened, table: Table) -> tuple[str, int] | None:
    """The name and seat of the context's identity at an earlier table; None if it had no seat then.

    Raises UsageError if an identity is named that has never played here.
    """
    if context.name is None or table is opened.table:
        return find_own_seat(context.home, table, context.name)
    find_own_seat(context.home, opened.table, context.name)
    seat = seat_of(table, public_key_of(context.home, context.name))
    return None if seat is None else (context.name, seat)


class PrivateTexts(NamedTuple):
    """The private texts of one player: sealed messages received and sent, and notes."""

    received: tuple[OpenedOrder, ...] = ()
    sent: tuple[OpenedOrder, ...] = ()
    notes: tuple[Note, ...] = ()


def private_texts_of(
    home: Path, opened: Opened, table: Table, writer: Author, identity: Identity
) -> PrivateTexts:
    """The private texts of a player up to the last block of a table."""
    blocks = opened.save.blocks[: table.seq + 1]
    orders = [each for each in privately.private_orders_in(table.header, blocks) if each.to]
    found = list(privately.open_private_orders(orders, identity, writer.secret))
    notes = tuple(each for each in notes_of(home, table, blocks, writer) if each.seq <= table.seq)
    received = tuple(each for each in found if each.order.place.reader == identity.public)
    sent = tuple(each for each in found if each.order.place.author == identity.public)
    return PrivateTexts(received, sent, notes)


def view_document(seen: PlayerView, context: Context) -> dict[str, object]:
    """The document of `status` (FORMATS 1)."""
    facts = status_document(seen.opened.history, seen.seat, seen.hand, seen.now, seen.sealed)
    notes = [note.to_data() for note in seen.notes]
    return {**facts, **leaving_document(seen, context), "notes": notes}


def leaving_document(seen: PlayerView, context: Context) -> dict[str, object]:
    """Return the awaited player, the votes, and the reader's own departure, as JSON-able data."""
    save, table = seen.opened.save, seen.table
    return {
        "awaited": awaited_document(save, table, seen.opened.seen),
        "votes": votes_document(table),
        "out": departure_document(find_own_departure(seen, context)),
    }


def find_own_departure(seen: PlayerView, context: Context) -> Departure | None:
    """Return how the reader lost their seat up to this table; None if they kept it or never played."""
    blocks = seen.opened.save.blocks[: seen.table.seq + 1]
    if not seen.table.record_seats.final:
        return None
    names = list_names(context.home) if context.name is None else [context.name]
    found = (find_departure(blocks, bytes.fromhex(key)) for key in own_keys_of(context.home, names))
    return next((each for each in found if each is not None), None)


def leaving_lines(seen: PlayerView, context: Context, name: str | None = None) -> list[str]:
    """Return lines about the deadline, votes to cast, and the reader's own departure, if any.

    `name` is the game's name in commands (None: its path). Empty if the view is of a block before the last.
    """
    save, table, first = seen.opened.save, seen.table, seen.opened.seen
    if table.seq < seen.opened.table.seq:
        return []
    name = shell_quoted(path_argument(seen.opened.path)) if name is None else name
    lines = deadline_lines(save, table, first, context.at)
    gone = find_own_departure(seen, context)
    if gone is not None:
        return [*departure_lines(gone, name), *lines]
    return [*lines, *vote_lines(save, table, first, seen.seat, context.at, name)]


def urgent_lines(
    seen: PlayerView, context: Context, name: str | None = None, *, voting: bool = True
) -> list[str]:
    """Return `leaving_lines` if a vote is open, the reader is out, or the game has a clock.

    Otherwise the result is empty. If `voting` is false, only the lines about the deadline are returned.
    """
    table = seen.table
    if not voting:
        return deadline_lines(seen.opened.save, table, seen.opened.seen, context.at)
    urgent = table.run is not None or clock_of(table.header) is not None
    if urgent or find_own_departure(seen, context) is not None:
        return leaving_lines(seen, context, name)
    return []


def at_block(opened: Opened, seq: int | None) -> Table:
    """The table after block `seq` (None: the last one). Raises UsageError for a block that does not exist."""
    if seq is None:
        return opened.table
    if not 0 <= seq < len(opened.history.entries):
        last = len(opened.history.entries) - 1
        what = message("there is no block {seq}", seq=seq)
        raise UsageError(what, hint=message("choose a block from 0 to {last}", last=last))
    return opened.history.entries[seq].table


def log(path: Path, context: Context) -> tuple[Opened, Sequence[Entry]]:
    """Open a record and return it with its entries, up to the first error if there is one."""
    opened = open_for_reading(path, context.home, rewind=context.rewind)
    return opened, opened.history.entries


def verify(path: Path, context: Context) -> Opened:
    """Open a record and check everything in it.

    An error in the record is stored in the field `problem` of the result. Raises UsageError if the file
    cannot be read, InvalidFile if not even its header can be, and Conflict if it conflicts with the newest
    seen.
    """
    return open_for_reading(path, context.home, rewind=context.rewind, whole_file=True)


class MarkedChanges(NamedTuple):
    """The changes that a picture marks: a sentence that names their starting point, and the events."""

    said: str
    events: tuple[Event, ...]


def changes_to_mark(opened: Opened, seat: int | None, at: int | None, since: int | None) -> MarkedChanges:
    """Return the changes up to block `at` (None: the last one), after block `since` if that is given.

    Without `since`, a seat gets the changes since its last turn. If nothing has changed since then, and for
    spectators, they are those of block `at` or, without it, of the last block that changed anything. Raises
    UsageError for a block that does not exist.
    """
    at_block(opened, at)
    at_block(opened, since)
    entries = opened.history.entries if at is None else opened.history.entries[: at + 1]
    if since is not None:
        said = message("marked: what has changed since block {seq}", seq=since)
        return MarkedChanges(said, _events(entries, since))
    own = None if seat is None else last_turn_end(entries, seat)
    events = () if own is None else _events(entries, own)
    if any(event.squares for event in events):
        said = message("marked: what has changed since your last turn (block {seq})", seq=own)
        return MarkedChanges(said, events)
    if not entries:
        return MarkedChanges(message("nothing is marked, because no block is valid"), ())
    changed = ((block, events) for block, events in newest_first(entries) if events or at is not None)
    block, last = next(changed, (entries[-1].block, ()))
    return MarkedChanges(message("marked: what changed in block {seq}", seq=block.seq), last)


def _events(entries: Sequence[Entry], seq: int) -> tuple[Event, ...]:
    """The events after a block."""
    after = [events for _, events in takewhile(lambda each: each[0].seq > seq, newest_first(entries))]
    return tuple(event for events in reversed(after) for event in events)


def log_documents(entries: Sequence[Entry]) -> list[BlockDocument]:
    """The blocks with their orders and events, as JSON-able data."""
    return [
        {
            "seq": entry.block.seq,
            **seat_document(entry.table.seats[entry.block.seat]),
            "kind": entry.block.kind,
            "at": entry.block.at or None,
            "orders": list(entry.block.orders),
            "auto": list(entry.block.auto),
            "events": [event.to_data() for event in entry.events],
        }
        for entry in entries
    ]


def invalid_document(problem: KhronosError) -> dict[str, object]:
    """Return the document of `verify` for an invalid save, even if only part can be read (FORMATS 1)."""
    return {
        "valid": False,
        "block": problem.block,
        "seat": problem.seat,
        "reason": problem.message,
        "rule": problem.rule,
    }


def verify_document(opened: Opened) -> dict[str, object]:
    """The document of `verify` (FORMATS 1)."""
    table = opened.table
    if opened.problem is not None:
        return invalid_document(opened.problem)
    won = [] if table.position is None else table.game.winners(table.position)
    return {
        "valid": True,
        "blocks": len(opened.history.entries),
        "proofs": table.ledger.proofs,
        "finished": waiting(table) is None,
        "winners": [table.seats[seat].colour for seat in won],
        "seats": [seat_document(seat) for seat in table.seats],
        "runs": vote_run_documents(opened.history),
    }
