"""Opening a game to be shown: a save, verified, or a text record, replayed by the rules."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from khronos_pbem.archive.file_kind import is_notated
from khronos_pbem.archive.records.text_record_reader import read_notation
from khronos_pbem.archive.timeline import Chronicle, of_history, seen_by
from khronos_pbem.deck.slot_labels import read
from khronos_pbem.engine.card_handles import Handle
from khronos_pbem.errors import KhronosError, UsageError
from khronos_pbem.messages import message
from khronos_pbem.session.context import Context
from khronos_pbem.session.identities import author
from khronos_pbem.session.replay.history import History
from khronos_pbem.session.replay.open_save import open_for_reading
from khronos_pbem.storage.files import read_file


class Shown(NamedTuple):
    """A game as somebody may see it; `seat` is None for the public.

    `older` is a note on an older file, `problem` what breaks a record that is shown up to there.
    """

    chronicle: Chronicle
    seat: int | None
    older: KhronosError | None = None
    problem: KhronosError | None = None


def read_game(path: Path, context: Context, *, whole: bool = True) -> Shown:
    """The game of a save or text record: as the named identity, or else the public, sees it.

    Raises UsageError for a file or identity there is not, InvalidFile for a record that does not hold; with
    `whole` false a save is read up to its break.
    """
    data = read_file(path)
    if is_notated(data):
        if context.name is not None:
            hint = message("give the save instead")
            raise UsageError(
                message("a text record shows only what everyone can see"), rule="FORMATS 1", hint=hint
            )
        return Shown(read_notation(data, path), None)
    opened = open_for_reading(path, context.home, rewind=context.rewind)
    if opened.problem is not None and whole:
        raise opened.problem
    chronicle = of_history(opened.history, path)
    if context.name is None:
        return Shown(chronicle, None, opened.older, opened.problem)
    seat, labels = _own_cards(opened.history, context)
    return Shown(seen_by(chronicle, labels), seat, opened.older, opened.problem)


def _own_cards(history: History, context: Context) -> tuple[int, Mapping[Handle, str]]:
    """A seat's cards that its own key can read: of the whole game, or since it was taken over (DECK 9.4)."""
    writer = author(context.home, history.table, context.name, context.ask)
    owner = history.table.seats[writer.seat].identity
    labels: dict[Handle, str] = {}
    for entry in history.entries:
        table = entry.table
        if table.position is not None and table.seats[writer.seat].identity == owner:
            labels |= read(table.ledger, writer.seat, writer.secret)
    return writer.seat, labels
