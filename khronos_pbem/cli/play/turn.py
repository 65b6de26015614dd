"""`turn`: compose a turn on the screen; it is signed by the code of `play`, and only if asked."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from khronos_pbem.cli import shared_options as opt
from khronos_pbem.cli.delivery.send_option import Posting
from khronos_pbem.cli.look.open_file import POSITION, SaveOrPositionToPlay, kind_of
from khronos_pbem.cli.play.play import Way, played
from khronos_pbem.cli.table_context import context
from khronos_pbem.cli.terminal.confirm import ask_about
from khronos_pbem.cli.terminal.fullscreen import why_no_screen
from khronos_pbem.cli.terminal.printing import language, print_lines, print_text, spoken
from khronos_pbem.composer import app, pages
from khronos_pbem.composer import composer_context as benches
from khronos_pbem.composer import turn_sources as sources
from khronos_pbem.errors import UsageError
from khronos_pbem.messages import message, operand

if TYPE_CHECKING:
    from khronos_pbem.session.identities import Ask

At = Annotated[
    int | None,
    typer.Option(
        "--at", metavar="N", min=0, help="Try out a turn in an earlier position: the one after block N."
    ),
]


def turn(
    file: SaveOrPositionToPlay,
    name: opt.As = None,
    at: At = None,
    out: opt.Out = None,
    force: opt.Force = False,
    rewind: opt.Rewind = False,
    to: opt.To = None,
    copies: opt.Copies = False,
    settings: opt.Settings = None,
    cite: opt.Cite = False,
    plain: opt.Plain = False,
) -> None:
    """Compose a turn full-screen, with boards, cards and the effect of each order."""
    missing = why_no_screen()
    if missing is not None:
        raise missing
    ask = opt.asked_once()
    source = _source(file, name, at, rewind, ask)
    bench, state = benches.bench_of(source)
    encoding = sys.stdout.encoding or "ascii"
    outcome = app.Composer(bench, state, spoken, language(), encoding).run()
    if outcome is None:
        _tell_kept(bench, file)
        return
    if outcome.do is pages.Do.PRINT:
        print_text(outcome.text)
        return
    posting = None
    if outcome.do is pages.Do.SEND:
        posting = Posting(tuple(settings or ()), tuple(to or ()), copies)
    way = Way(name, out, force, rewind, posting, cite, plain, ask=ask)
    agree = sources.unchanged_since(outcome.head, ask_about)
    played(file, outcome.text, None, way, agree, after=lambda: benches.signed(bench, outcome.text))


def _source(file: Path, name: str | None, at: int | None, rewind: bool, ask: Ask) -> sources.Source:
    """On what the turn is composed."""
    if kind_of(file) == POSITION:
        if at is not None:
            raise UsageError(
                message("a position has no blocks"), rule="FORMATS 1", hint=message("leave out --at")
            )
        return sources.of_position(file)
    where = context(name, rewind=rewind, ask=ask)
    return sources.SavedGame(file, where) if at is None else sources.at_block(file, where, at)


def _tell_kept(bench: benches.Bench, file: Path) -> None:
    """What was left, and how it is taken up again."""
    if bench.source.signs or bench.kept:
        lines = [message("nothing was signed")]
        if bench.kept:
            lines = [
                message(
                    "nothing was signed, but your turn is saved; to continue it: khronos turn {path}",
                    path=operand(file),
                )
            ]
        print_lines(lines)
