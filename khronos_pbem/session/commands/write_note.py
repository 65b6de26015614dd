"""The use cases of `note`: keeping a line, listing what is private to somebody, opening it after the game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from khronos_pbem.engine.orders.forms import Unfit
from khronos_pbem.engine.orders.splitting import in_quotes
from khronos_pbem.engine.orders.table_orders import unquoted
from khronos_pbem.errors import KhronosError, NothingToDo, UsageError
from khronos_pbem.home.keyring import Identity
from khronos_pbem.messages import message
from khronos_pbem.session.context import Context
from khronos_pbem.session.identities import seated, seated_name
from khronos_pbem.session.notes.disclosures import (
    Opening,
    keep_openings,
    known_openings,
    open_texts,
    opening_line,
    read_openings,
)
from khronos_pbem.session.notes.notes import Note, add_note, has_notes, kept_notes, note_line
from khronos_pbem.session.notes.player_messages import message_line, sealed_messages
from khronos_pbem.session.queries.queries import Mine, private_of
from khronos_pbem.session.replay.draft_block import Author
from khronos_pbem.session.replay.open_save import Opened, open_for_reading
from khronos_pbem.session.replay.sealed_messages import private_orders_in
from khronos_pbem.session.replay.sealed_text import MOST_BYTES
from khronos_pbem.session.replay.table import waiting


@dataclass(frozen=True, slots=True)
class Owner:
    """Whose notes they are: the game as it is, the author, and his identity."""

    opened: Opened
    author: Author
    identity: Identity


def _owner(path: Path, context: Context) -> Owner:
    opened = open_for_reading(path, context.home, rewind=context.rewind)
    if opened.problem is not None:
        raise opened.problem
    writer, identity = seated(context.home, opened.table, context.name, context.ask, opened.path)
    return Owner(opened, writer, identity)


def keep_note(path: Path, context: Context, text: str, *, record: bool) -> Note:
    """Keep a line to oneself beside a game; with `record` it goes into the next own block too.

    Raises UsageError for what is no line, NothingToDo if no own block can come.
    """
    checked = _line(text)
    owner = _owner(path, context)
    table = owner.opened.table
    over = table.position is not None and waiting(table) is None
    if record and (over or (table.position is not None and _gone(owner))):
        hint = message("leave --record out: the note then stays on this computer")
        raise NothingToDo(message("you will write no more blocks in this game"), rule="FORMATS 1", hint=hint)
    add_note(context.home, table, owner.author, (context.at, checked), record=record)
    return Note(table.seq, context.at, checked, recorded=False, waits=record)


def _gone(owner: Owner) -> bool:
    table = owner.opened.table
    return table.game.gone(table.position, owner.author.seat)


def _line(text: str) -> str:
    try:
        checked = unquoted(in_quotes(text.strip()))
        size = len(checked.encode())
    except (Unfit, UnicodeEncodeError) as problem:
        what = problem.args[0] if isinstance(problem, Unfit) else message("the text is not Unicode")
        raise UsageError(what, rule="FORMATS 1") from None
    if size > MOST_BYTES:
        raise UsageError(
            message("a sealed text can have at most {most} bytes", most=MOST_BYTES), rule="FORMATS 1"
        )
    return checked


def private_to(path: Path, context: Context) -> tuple[Opened, Mine, Sequence[Opening]]:
    """What of a game is private to its player, and what others have opened. Raises InvalidFile if the notes
    beside it cannot be read."""
    owner = _owner(path, context)
    kept_notes(context.home, owner.opened.save.header)
    mine = private_of(context.home, owner.opened, owner.opened.table, owner.author, owner.identity)
    opened = owner.opened
    return opened, mine, known_openings(context.home, opened.save.header, opened.save.blocks)


def log_private(opened: Opened, context: Context) -> tuple[Mine, Sequence[Opening]]:
    """The same for an opened record that is read as a whole; nothing of one's own where the identity has no
    seat, or is locked and nobody can be asked. Raises UsageError if an identity is named that has none."""
    header, blocks = opened.save.header, opened.save.blocks[: len(opened.history.entries)]
    others = known_openings(context.home, header, blocks)
    if not has_notes(context.home, header) and not private_orders_in(header, blocks):
        seated_name(context.home, opened.table, context.name)
        return Mine(), others
    if seated_name(context.home, opened.table, context.name) is None:
        return Mine(), others
    try:
        writer, identity = seated(context.home, opened.table, context.name, context.ask, opened.path)
    except KhronosError:
        if context.name is not None:
            raise
        return Mine(), others
    return private_of(context.home, opened, opened.table, writer, identity), others


def private_facts(mine: Mine, others: Sequence[Opening]) -> dict[str, Any]:
    """What is private to somebody, and what others have opened, as JSON-able data."""
    return {
        "notes": [each.to_data() for each in mine.notes],
        "received": [each.to_data() for each in sealed_messages(mine.received)],
        "sent": [each.to_data() for each in sealed_messages(mine.sent)],
        "opened": [each.to_data() for each in others],
    }


def private_lines(mine: Mine, others: Sequence[Opening]) -> dict[int, list[str]]:
    """The same as lines for people, by the block at which they stand."""
    found: dict[int, list[str]] = {}
    for each in sealed_messages((*mine.received, *mine.sent)):
        found.setdefault(each.seq, []).append(message_line(each))
    for note in mine.notes:
        found.setdefault(max(note.seq, 0), []).append(note_line(note))
    for opening in others:
        found.setdefault(opening.order.seq, []).append(opening_line(opening))
    return found


def open_own(path: Path, context: Context, seq: int | None) -> list[Opening]:
    """Open one's own sealed texts of a block, or all, for everybody. Raises as `open_texts`."""
    owner = _owner(path, context)
    opened = owner.opened
    found = open_texts(opened.table, opened.save.blocks, owner.identity, owner.author.secret, seq)
    keep_openings(context.home, opened.save.header, found)
    return found


def take_openings(path: Path, context: Context, lines: Iterable[str]) -> list[Opening]:
    """Check lines by which others open their texts, and keep them. Raises InvalidFile."""
    opened = open_for_reading(path, context.home, rewind=context.rewind)
    if opened.problem is not None:
        raise opened.problem
    found = read_openings(opened.save.header, opened.save.blocks, lines)
    if not found:
        hint = message("ask the author for the lines that khronos note GAME --open all prints")
        raise UsageError(message("none of the lines opens a sealed text"), rule="FORMATS 2", hint=hint)
    keep_openings(context.home, opened.save.header, found)
    return found
