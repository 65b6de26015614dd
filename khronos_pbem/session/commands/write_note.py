"""The command `note`: save a note, list private texts, or disclose them after the game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from khronos_pbem.engine.orders.forms import InvalidValue
from khronos_pbem.engine.orders.splitting import quote_text
from khronos_pbem.engine.orders.table_orders import unquote_message
from khronos_pbem.errors import KhronosError, NothingToDo, UsageError
from khronos_pbem.home.keyring import Identity
from khronos_pbem.messages import message
from khronos_pbem.session.context import Context
from khronos_pbem.session.identities import find_own_seat, load_author_and_identity
from khronos_pbem.session.notes.disclosures import (
    DisclosedText,
    disclose_texts,
    disclosed_text_line,
    load_disclosures,
    parse_disclosures,
    save_disclosures,
)
from khronos_pbem.session.notes.notes import Note, add_note, has_notes, note_line
from khronos_pbem.session.notes.player_messages import message_line, sealed_messages
from khronos_pbem.session.queries.player_view import PrivateTexts, private_texts_of
from khronos_pbem.session.replay.draft_block import Author
from khronos_pbem.session.replay.open_save import Opened, open_for_reading
from khronos_pbem.session.replay.sealed_messages import private_orders_in
from khronos_pbem.session.replay.sealed_text import MOST_BYTES
from khronos_pbem.session.replay.table import waiting


@dataclass(frozen=True, slots=True)
class NoteOwner:
    """The owner of notes: the opened game, the author, and the author's identity."""

    opened: Opened
    author: Author
    identity: Identity


def _owner(path: Path, context: Context) -> NoteOwner:
    opened = open_for_reading(path, context.home, rewind=context.rewind)
    if opened.problem is not None:
        raise opened.problem
    return _owner_of(opened, context)


def _owner_of(opened: Opened, context: Context) -> NoteOwner:
    table, path = opened.table, opened.path
    return NoteOwner(opened, *load_author_and_identity(context.home, table, context.name, context.ask, path))


def save_note(path: Path, context: Context, text: str, *, record: bool) -> Note:
    """Save a private note beside a game; with `record` it also goes into the next own block.

    Raises UsageError for an unusable text or too many notes, NothingToDo if `record` is set but the player
    cannot write another block.
    """
    checked = _line(text)
    owner = _owner(path, context)
    table = owner.opened.table
    begun = table.position is not None
    if (
        record
        and begun
        and (waiting(table) is None or table.game.has_left(table.position, owner.author.seat))
    ):
        hint = message("leave out --record to keep the note on this computer only")
        raise NothingToDo(message("you can no longer add a note to this game"), hint=hint)
    add_note(context.home, table, owner.author, (context.at, checked), record=record)
    return Note(table.seq, context.at, checked, recorded=False, waits=record)


def _line(text: str) -> str:
    """The text of a note, without quotes. Raises UsageError if it is not one line or too long."""
    try:
        checked = unquote_message(quote_text(text.strip()))
        size = len(checked.encode())
    except (InvalidValue, UnicodeEncodeError) as problem:
        what = (
            problem.args[0] if isinstance(problem, InvalidValue) else message("the text is not valid Unicode")
        )
        raise UsageError(what) from None
    if size > MOST_BYTES:
        raise UsageError(message("a sealed text can be at most {most} bytes long", most=MOST_BYTES))
    return checked


def load_private_view(path: Path, context: Context) -> tuple[Opened, PrivateTexts, Sequence[DisclosedText]]:
    """Return the opened game, its player's private texts, and the texts that others disclosed."""
    owner = _owner(path, context)
    mine = private_texts_of(context.home, owner.opened, owner.opened.table, owner.author, owner.identity)
    opened = owner.opened
    return opened, mine, load_disclosures(context.home, opened.save.header, opened.save.blocks)


def load_private_log(opened: Opened, context: Context) -> tuple[PrivateTexts, Sequence[DisclosedText]]:
    """Return the private texts of the context's player, and the texts that others disclosed.

    `opened` is the opened record. The player's own texts are left out if the identity has no seat or cannot
    be unlocked. If the identity is named, the error is raised when it cannot be unlocked or never had a seat.
    """
    header, blocks = opened.save.header, opened.save.blocks[: len(opened.history.entries)]
    others = load_disclosures(context.home, header, blocks)
    seat = find_own_seat(context.home, opened.table, context.name)
    if seat is None or not (has_notes(context.home, header) or private_orders_in(header, blocks)):
        return PrivateTexts(), others
    try:
        owner = _owner_of(opened, context)
    except KhronosError:
        if context.name is not None:
            raise
        return PrivateTexts(), others
    return private_texts_of(context.home, opened, opened.table, owner.author, owner.identity), others


def private_document(mine: PrivateTexts, others: Sequence[DisclosedText]) -> dict[str, object]:
    """Private and disclosed texts as JSON-able data."""
    return {
        "notes": [each.to_data() for each in mine.notes],
        "received": [each.to_data() for each in sealed_messages(mine.received)],
        "sent": [each.to_data() for each in sealed_messages(mine.sent)],
        "opened": [each.to_data() for each in others],
    }


def private_lines(mine: PrivateTexts, others: Sequence[DisclosedText]) -> dict[int, list[str]]:
    """Private and disclosed texts as lines for people, by the number of their block."""
    found: dict[int, list[str]] = {}
    for each in sealed_messages((*mine.received, *mine.sent)):
        found.setdefault(each.seq, []).append(message_line(each))
    for note in mine.notes:
        found.setdefault(max(note.seq, 0), []).append(note_line(note))
    for opening in others:
        found.setdefault(opening.order.seq, []).append(disclosed_text_line(opening))
    return found


def disclose_own_texts(path: Path, context: Context, seq: int | None) -> list[DisclosedText]:
    """Disclose the player's own sealed texts in a block, or in all blocks if `seq` is None.

    Raises the errors of `disclose_texts` and of opening the save.
    """
    owner = _owner(path, context)
    opened = owner.opened
    found = disclose_texts(opened.table, opened.save.blocks, owner.identity, owner.author.secret, seq)
    save_disclosures(context.home, opened.save.header, found)
    return found


def store_disclosed_lines(path: Path, context: Context, lines: Iterable[str]) -> list[DisclosedText]:
    """Check and store lines in which other players disclose their texts.

    Raises InvalidFile for a line that is not valid, UsageError if no line discloses a text, and the errors of
    opening.
    """
    opened = open_for_reading(path, context.home, rewind=context.rewind)
    if opened.problem is not None:
        raise opened.problem
    found = parse_disclosures(opened.save.header, opened.save.blocks, lines)
    if not found:
        hint = message("ask the author for the lines printed by khronos note GAME --open all")
        raise UsageError(
            message("none of the lines can be used to open a sealed text"), rule="FORMATS 2", hint=hint
        )
    save_disclosures(context.home, opened.save.header, found)
    return found
