"""Open a save or a text record to look at its game. Saves are verified, text records replayed."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from khronos_pbem.archive.file_kind import is_text_record
from khronos_pbem.archive.records.text_record_reader import read_text_record
from khronos_pbem.archive.timeline import Chronicle, chronicle_from_history, with_known_cards
from khronos_pbem.deck.decrypt_cards import read
from khronos_pbem.engine.card_handles import Handle
from khronos_pbem.errors import KhronosError, UsageError
from khronos_pbem.messages import message
from khronos_pbem.record.save import Save
from khronos_pbem.session.context import Context
from khronos_pbem.session.identities import load_author
from khronos_pbem.session.replay.history import History
from khronos_pbem.session.replay.open_save import open_for_reading
from khronos_pbem.storage.files import read_file


class ViewedGame(NamedTuple):
    """A game as one player or the public may see it; `seat` is None for the public.

    `older` is a note that the file contains an older version. `problem` is the error in the first invalid
    block, if any; the chronicle and `save` end before that block. `save` is None for a text record.
    """

    chronicle: Chronicle
    seat: int | None
    older: KhronosError | None = None
    problem: KhronosError | None = None
    save: Save | None = None


def read_game(path: Path, context: Context, *, whole: bool = True) -> ViewedGame:
    """Read the game of a save or text record, as the identity of `context` or the public sees it.

    If `whole` is false, a damaged save is read up to its first bad block. Raises UsageError if the file or
    the identity does not exist, or if an identity is given for a text record. Raises InvalidFile if the
    record is not valid.
    """
    data = read_file(path)
    if is_text_record(data):
        if context.name is not None:
            hint = message("use the save instead")
            raise UsageError(message("a text record shows only what everyone can see"), hint=hint)
        return ViewedGame(read_text_record(data, path), None)
    opened = open_for_reading(path, context.home, rewind=context.rewind)
    if opened.problem is not None and whole:
        raise opened.problem
    chronicle = chronicle_from_history(opened.history, path)
    save = Save(opened.history.start.header, tuple(entry.block for entry in opened.history.entries))
    if context.name is None:
        return ViewedGame(chronicle, None, opened.older, opened.problem, save)
    seat, labels = _own_cards(opened.history, context)
    return ViewedGame(with_known_cards(chronicle, labels), seat, opened.older, opened.problem, save)


def _own_cards(history: History, context: Context) -> tuple[int, Mapping[Handle, str]]:
    """The seat of the context's identity, and the cards that its key can read.

    These are the cards of the whole game, or those since the seat was taken over (DECK 9.4).
    """
    writer = load_author(context.home, history.table, context.name, context.ask)
    owner = history.table.seats[writer.seat].identity
    labels: dict[Handle, str] = {}
    for entry in history.entries:
        table = entry.table
        if table.position is not None and table.seats[writer.seat].identity == owner:
            labels |= read(table.ledger, writer.seat, writer.secret)
    return writer.seat, labels
