"""`note`: lines to oneself, what is sealed to oneself, and opening one's own after the game."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from khronos_pbem.cli import shared_options as opt
from khronos_pbem.cli.table_context import context
from khronos_pbem.cli.terminal.printing import print_json, print_lines
from khronos_pbem.errors import UsageError
from khronos_pbem.messages import Typed, message
from khronos_pbem.session.commands.write_note import (
    keep_note,
    open_own,
    private_facts,
    private_to,
    take_openings,
)
from khronos_pbem.session.context import Context
from khronos_pbem.session.notes.disclosures import Opening, opening_line
from khronos_pbem.session.notes.notes import note_line
from khronos_pbem.session.notes.player_messages import message_line, sealed_messages
from khronos_pbem.session.queries.queries import Mine

_Text = Annotated[
    str | None, typer.Argument(metavar="[TEXT]", help="The note to save; default: list your notes.")
]
_Record = Annotated[bool, typer.Option("--record", help="Also put the sealed note into your next block.")]
_Open = Annotated[
    str | None,
    typer.Option(
        "--open",
        metavar="SEQ|all",
        help="After the game, let everybody read what you sealed in block SEQ, or in all blocks.",
    ),
]
_Take = Annotated[
    str | None,
    typer.Option(
        "--take",
        metavar="LINES",
        help="Read in the sealed texts that other players have opened: a file with their lines, or - "
        "for standard input.",
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
    """Keep a line to yourself, list what is private to you, or open it after the game."""
    if sum(each is not None for each in (text, opening, take)) > 1 or (record and text is None):
        what = message("use only one of TEXT, --open and --take, and --record only with a TEXT")
        raise UsageError(what, rule="FORMATS 1")
    at_desk = context(name, rewind=rewind)
    if text is not None:
        kept = keep_note(file, at_desk, text, record=record)
        told = message("your note is sealed and saved beside {file}", file=file)
        _print(as_json, kept.to_data(), [told, *([_promise()] if record else [])])
    elif opening is not None:
        _print_openings(open_own(file, at_desk, _block(opening)), as_json, by_me=True)
    elif take is not None:
        lines = opt.read_orders(take, None)[0].splitlines()
        _print_openings(take_openings(file, at_desk, lines), as_json, by_me=False)
    else:
        _list(file, at_desk, as_json)


def _promise() -> str:
    return message("your next block will contain it, so that you can read it on another computer")


def _block(word: str) -> int | None:
    """The number of a block; None for all. Raises UsageError."""
    if word == "all":
        return None
    if not (word.isascii() and word.isdigit() and len(word) <= 6):
        raise UsageError(message("--open needs the number of a block, or all"), rule="FORMATS 1")
    return int(word)


def _print(as_json: bool, document: dict[str, Any], lines: Sequence[str]) -> None:
    if as_json:
        print_json(document)
    else:
        print_lines(lines)


def _print_openings(found: Sequence[Opening], as_json: bool, *, by_me: bool) -> None:
    """The lines themselves for the others, or what they say."""
    shown: list[str] = [Typed(each.line) if by_me else opening_line(each) for each in found]
    _print(as_json, {"opened": [each.to_data() for each in found]}, shown)


def _list(file: Path, at_desk: Context, as_json: bool) -> None:
    _, mine, others = private_to(file, at_desk)
    lines = _listed(mine, others) or [message("you have no notes or private messages in this game")]
    _print(as_json, private_facts(mine, others), lines)


def _listed(mine: Mine, others: Sequence[Opening]) -> list[str]:
    """Everything, under a heading for each sort."""
    lines = list[str]()
    for head, rows in (
        (message("Your notes:"), [note_line(each) for each in mine.notes]),
        (message("To you only:"), [message_line(each) for each in sealed_messages(mine.received)]),
        (
            message("From you, to one player only:"),
            [message_line(each) for each in sealed_messages(mine.sent)],
        ),
        (message("Opened by their authors:"), [opening_line(each) for each in others]),
    ):
        lines += [head, *(message("  {line}", line=row) for row in rows)] if rows else []
    return lines
