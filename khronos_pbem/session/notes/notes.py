"""A player's private notes on a game, kept in the home or in its record (FORMATS 1, `note`).

They are always sealed with the identity. Notes waiting for the next own block need no mark: they are meant
for the record, but no later block contains them. So neither a crash nor `undo` loses or duplicates a note.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from khronos_pbem.engine.digests import canonical_json, decode_bytes, digest, encode_bytes
from khronos_pbem.engine.orders import forms, private_orders
from khronos_pbem.errors import UsageError
from khronos_pbem.home.game_paths import game_key, game_lock
from khronos_pbem.messages import Moment, VerbatimText, message
from khronos_pbem.record.block import Block
from khronos_pbem.record.budget import MOST_MESSAGE_BYTES, MOST_MESSAGES
from khronos_pbem.record.save import Header
from khronos_pbem.session.replay import sealed_messages as privately
from khronos_pbem.session.replay import sealed_text as sealing
from khronos_pbem.session.replay.table import Table, binding_hash
from khronos_pbem.storage.json_store import JsonStore, json_codec

if TYPE_CHECKING:
    from khronos_pbem.session.replay.draft_block import Author
    from khronos_pbem.session.replay.sealed_text import SealedPlace

MOST = 500
"""The largest number of notes kept beside one game."""
_AT_ONCE = MOST_MESSAGES // 2
_BYTES_AT_ONCE = MOST_MESSAGE_BYTES // 2
"""The most notes, and bytes of them, added to one block automatically; the rest is left for messages."""


class StoredNote(NamedTuple):
    """A note in the home: its author's public key, preceding block, time and text.

    `record` is true if it goes into the record. `sealed` is the encrypted text (base64url), bound to the
    other fields.
    """

    by: bytes
    seq: int
    at: str
    record: bool
    sealed: str

    def place(self, game: bytes) -> SealedPlace:
        """Return the place to which the text is bound by sealing; `game` is the hash of the header."""
        about = digest("note beside the game", canonical_json([self.seq, self.at, self.record]))
        return sealing.SealedPlace(game, about[:32], self.by, max(self.seq, 0))


class Note(NamedTuple):
    """A player's note.

    `seq` is the block after which it was written, or the block that contains it if `recorded`. `text` is None
    if it cannot be opened; `waits` is true if it goes into the next own block.
    """

    seq: int
    at: str
    text: str | None
    recorded: bool
    waits: bool = False

    def to_data(self) -> dict[str, object]:
        """The note as JSON-able data."""
        return self._asdict()


def add_note(home: Path, table: Table, author: Author, note: tuple[str, str], *, record: bool) -> None:
    """Encrypt and store a note, given as moment and text, beside a game.

    With `record` it also goes into the next own block. Raises UsageError if there are too many.
    """
    at, text = note
    place = StoredNote(table.seats[author.seat].identity, table.seq, at, record, "")
    sealed = sealing.seal(place.place(binding_hash(table.header)), author.secret, text)

    def added(known: list[StoredNote]) -> list[StoredNote]:
        if len(known) >= MOST:
            hint = message("write further notes elsewhere")
            raise UsageError(message("this game already has {most} notes", most=MOST), hint=hint)
        return [*known, StoredNote(place.by, place.seq, at, record, sealed)]

    _store(home, table.header).change(added)


def has_notes(home: Path, header: Header) -> bool:
    """Return whether notes are stored beside a game."""
    return bool(_store(home, header).read())


def notes_of(home: Path, table: Table, blocks: Sequence[Block], author: Author) -> list[Note]:
    """All notes of an author, in the record and beside the game, oldest first."""
    own = table.seats[author.seat].identity
    kept = [each for each in _store(home, table.header).read() if each.by == own]
    recorded = [
        Note(one.seq, one.at, privately.open_as_author(one.place, author.secret, one.sealed), recorded=True)
        for one in privately.private_orders_in(table.header, blocks)
        if not one.to and one.place.author == own
    ]
    beside = _notes_beside(table, kept, recorded, author)
    return sorted([*recorded, *beside], key=lambda note: (note.seq, note.at))


def _notes_beside(
    table: Table, kept: Sequence[StoredNote], recorded: Sequence[Note], author: Author
) -> list[Note]:
    """Return the stored notes that are not in the record yet, with those that wait for the next block."""
    left, game = list(recorded), binding_hash(table.header)
    found: list[Note] = []
    for each in kept:
        text = privately.open_as_author(each.place(game), author.secret, each.sealed)
        behind = (note for note in left if note.seq > each.seq and note.text == text)
        same = next(behind, None) if each.record else None
        if same is not None:
            left.remove(same)
        else:
            found.append(Note(each.seq, each.at, text, recorded=False, waits=each.record))
    return found


def pending_note_texts(home: Path, table: Table, blocks: Sequence[Block], author: Author) -> list[str]:
    """Return the texts of notes for the next own block, oldest first, leaving room for messages."""
    if not has_notes(home, table.header):
        return []
    notes = notes_of(home, table, blocks, author)
    texts = [note.text for note in notes if note.waits and note.text is not None][:_AT_ONCE]
    sizes = accumulate(sealing.note_size(text) for text in texts)
    return [text for text, size in zip(texts, sizes, strict=True) if size <= _BYTES_AT_ONCE]


NEWEST = 5
"""The number of notes shown in a view of a game."""


def note_lines(notes: Sequence[Note], word: str, most: int = NEWEST) -> list[str]:
    """Return the newest notes for people, one per line under a heading; empty if there are no notes.

    `word` is the game's name in a command that the heading suggests.
    """
    if not notes:
        return []
    shown = [message("  {line}", line=note_line(note)) for note in notes[-most:]]
    earlier = len(notes) - len(shown)
    head = message("Your notes:")
    if earlier > 0:
        head = message("Your newest notes (khronos note {name} shows all {n}):", n=len(notes), name=word)
    return [head, *shown]


def note_line(note: Note) -> str:
    """Return a note as a line for people: its block, its time, and the text."""
    text = message("(a note that cannot be opened)") if note.text is None else VerbatimText(note.text)
    at = Moment(note.at)
    if note.recorded:
        return message("in block {seq}, {at}: {words}", seq=note.seq, at=at, words=text)
    if note.waits:
        return message("for your next block, {at}: {words}", at=at, words=text)
    return message("after block {seq}, {at}: {words}", seq=note.seq, at=at, words=text)


# --- the file ---------------------------------------------------------------------------------------------


def _store(home: Path, header: Header) -> JsonStore[list[StoredNote]]:
    """The notes stored beside a game by any identity of the keyring, oldest first."""
    path = home / "notes" / f"{game_key(header)}.json"
    return JsonStore(path, _CODEC, [], partial(game_lock, home, header))


def _to_data(note: StoredNote) -> dict[str, Any]:
    return {**note._asdict(), "by": encode_bytes(note.by)}


def _from_data(row: dict[str, Any]) -> StoredNote:
    """Return a note from its JSON data. Raises ValueError, KeyError or TypeError for other data."""
    seq, at, record = row["seq"], row["at"], row["record"]
    if type(seq) is not int or not isinstance(at, str) or not isinstance(record, bool):
        raise ValueError("not a note")
    try:
        sealed = private_orders.parse_seal(row["sealed"])
    except forms.InvalidValue:
        raise ValueError("not a sealed text") from None
    return StoredNote(decode_bytes(row["by"], 32), seq, at, record, sealed)


_CODEC = json_codec(
    lambda data: [_from_data(row) for row in data["notes"]],
    lambda notes: {"notes": [_to_data(note) for note in notes]},
)
