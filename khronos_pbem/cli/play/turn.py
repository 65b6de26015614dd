"""The command `turn`: compose a turn full-screen, and sign it on request with the code of `play`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from khronos_pbem.cli import shared_options as opt
from khronos_pbem.cli.command_context import context
from khronos_pbem.cli.delivery.send_option import SendOptions
from khronos_pbem.cli.look.open_file import POSITION, SaveOrPositionToPlay, kind_of_file
from khronos_pbem.cli.option_types import option
from khronos_pbem.cli.play.play import PlayOptions, play_and_print
from khronos_pbem.cli.terminal.confirm import confirm_orders
from khronos_pbem.cli.terminal.fullscreen import screen_problem
from khronos_pbem.cli.terminal.print_pictures import PictureOptions
from khronos_pbem.cli.terminal.printing import language, print_lines, print_text, translate
from khronos_pbem.composer import app, pages
from khronos_pbem.composer import composer_context as benches
from khronos_pbem.composer import turn_sources as sources
from khronos_pbem.errors import UsageError
from khronos_pbem.messages import message, shell_operand

if TYPE_CHECKING:
    from khronos_pbem.session.identities import PassphrasePrompt

At = Annotated[
    int | None,
    option("--at", "N", "Try out a turn in an earlier position: the position after block N.", min=0),
]


def turn(
    file: SaveOrPositionToPlay,
    name: opt.As = None,
    at: At = None,
    out: opt.Out = None,
    force: opt.Force = False,
    rewind: opt.Rewind = False,
    to: opt.To = None,
    copies: opt.Copies = None,
    settings: opt.Settings = None,
    cite: opt.Cite = False,
    plain: opt.Plain = False,
) -> None:
    missing = screen_problem()
    if missing is not None:
        raise missing
    ask = opt.cached_passphrase_prompt()
    source = _source(file, name, at, rewind, ask)
    bench, state = benches.composer_context_of(source)
    encoding = sys.stdout.encoding or "ascii"
    outcome = app.Composer(bench, state, translate, language(), encoding).run()
    if outcome is None:
        _print_kept(bench, file)
        return
    if outcome.do is pages.PageAction.PRINT:
        print_text(outcome.text)
        return
    letter = None
    if outcome.do is pages.PageAction.SEND:
        letter = SendOptions(tuple(settings or ()), tuple(to or ()), copies)
    way = PlayOptions(name, out, force, rewind, letter, cite, PictureOptions(plain), ask=ask)
    agree = sources.agree_if_unchanged(outcome.head, confirm_orders)
    play_and_print(
        file, outcome.text, None, way, agree, after=lambda: benches.forget_signed_turn(bench, outcome.text)
    )


def _source(
    file: Path, name: str | None, at: int | None, rewind: bool, ask: PassphrasePrompt
) -> sources.Source:
    """The source of the turn: a save, a position file, or the position after block `at`."""
    if kind_of_file(file) == POSITION:
        if at is not None:
            raise UsageError(message("position files contain no blocks"), hint=message("leave out --at"))
        return sources.source_of_position(file)
    where = context(name, rewind=rewind, ask=ask)
    return sources.SaveSource(file, where) if at is None else sources.source_after_block(file, where, at)


def _print_kept(bench: benches.ComposerContext, file: Path) -> None:
    """Print that nothing was signed, and how to continue the turn if it was saved."""
    if bench.source.signs or bench.saved_plans:
        lines = [message("nothing was signed")]
        if bench.saved_plans:
            lines = [
                message(
                    "nothing was signed, but your turn is saved; to continue it: khronos turn {path}",
                    path=shell_operand(file),
                )
            ]
        print_lines(lines)
