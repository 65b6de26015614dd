"""The command `note`: notes to yourself, private messages, and opening sealed texts after the game."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from khronos_pbem.cli import shared_options as opt
from khronos_pbem.cli.command_context import context
from khronos_pbem.cli.option_types import argument, flag, option
from khronos_pbem.cli.terminal.printing import print_json_or_lines
from khronos_pbem.errors import UsageError
from khronos_pbem.messages import VerbatimText, message
from khronos_pbem.session.commands.write_note import (
    disclose_own_texts,
    load_private_view,
    private_document,
    save_note,
    store_disclosed_lines,
)
from khronos_pbem.session.context import Context
from khronos_pbem.session.notes.disclosures import DisclosedText, disclosed_text_line
from khronos_pbem.session.notes.notes import note_line
from khronos_pbem.session.notes.player_messages import message_line, sealed_messages
from khronos_pbem.session.queries.player_view import PrivateTexts

_Text = Annotated[
    str | None,
    argument("[TEXT]", "The text of the note to save; if you leave it out, the command lists your notes."),
]
_Record = Annotated[bool, flag("--record", "Also put the sealed note into your next block.")]
_Open = Annotated[
    str | None,
    option(
        "--open",
        "SEQ|all",
        "After the game, let everybody read what you sealed in block SEQ, or in all blocks.",
    ),
]
_Take = Annotated[
    str | None,
    option(
        "--take",
        "LINES",
        "A file of sealed texts that other players have opened; - for standard input.",
    ),
]


def note(
    file: opt.SaveFile,
    text: _Text = None,
    record: _Record = False,
    opening: _Open = None,
    take: _Take = None,
    name: opt.As = None,
    rewind: opt.Rewind = False,
    as_json: opt.Json = False,
) -> None:
    if sum(each is not None for each in (text, opening, take)) > 1 or (record and text is None):
        raise UsageError(message("use only one of TEXT, --open and --take, and use --record only with TEXT"))
    at_desk = context(name, rewind=rewind)
    if text is not None:
        kept = save_note(file, at_desk, text, record=record)
        told = message("your note has been sealed and saved next to {file}", file=file)
        within = message("your next block will contain the note, so that you can read it on another computer")
        print_json_or_lines(as_json, kept.to_data(), [told, *([within] if record else [])])
    elif opening is not None:
        _print_openings(disclose_own_texts(file, at_desk, _block_number(opening)), as_json, by_me=True)
    elif take is not None:
        lines = opt.read_orders(take, None)[0].splitlines()
        _print_openings(store_disclosed_lines(file, at_desk, lines), as_json, by_me=False)
    else:
        _print_private_texts(file, at_desk, as_json)


def _block_number(word: str) -> int | None:
    """Return the number of a block from the word typed, or None for `all`.

    Raises UsageError for any other word.
    """
    if word == "all":
        return None
    if not (word.isascii() and word.isdigit() and len(word) <= 6):
        raise UsageError(message("give --open a block number or 'all'"))
    return int(word)


def _print_openings(found: Sequence[DisclosedText], as_json: bool, *, by_me: bool) -> None:
    """Print opened texts.

    With `by_me`, print the lines to give to the other players; otherwise, print the contents of the texts.
    """
    shown: list[str] = [VerbatimText(each.line) if by_me else disclosed_text_line(each) for each in found]
    print_json_or_lines(as_json, {"opened": [each.to_data() for each in found]}, shown)


def _print_private_texts(file: Path, at_desk: Context, as_json: bool) -> None:
    _, mine, others = load_private_view(file, at_desk)
    lines = _private_text_lines(mine, others) or [
        message("you have no notes or private messages in this game")
    ]
    print_json_or_lines(as_json, private_document(mine, others), lines)


def _private_text_lines(mine: PrivateTexts, others: Sequence[DisclosedText]) -> list[str]:
    """All private notes, messages and opened texts, each kind below its heading."""
    lines = list[str]()
    for head, rows in (
        (message("Your notes:"), [note_line(each) for each in mine.notes]),
        (message("To you only:"), [message_line(each) for each in sealed_messages(mine.received)]),
        (
            message("From you, to one player only:"),
            [message_line(each) for each in sealed_messages(mine.sent)],
        ),
        (
            message("Notes and messages opened by their authors:"),
            [disclosed_text_line(each) for each in others],
        ),
    ):
        lines += [head, *(message("  {line}", line=row) for row in rows)] if rows else []
    return lines
