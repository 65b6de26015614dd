"""The command `check`: show what a turn would do, even if it is incomplete or has not begun."""

from __future__ import annotations

from pathlib import Path

from khronos_pbem.cli import shared_options as opt
from khronos_pbem.cli.command_context import context
from khronos_pbem.cli.delivery.print_block import print_turn
from khronos_pbem.cli.next_steps import game_argument
from khronos_pbem.cli.people.successor_words import with_successor_keys
from khronos_pbem.cli.terminal.print_pictures import PictureOptions, print_position
from khronos_pbem.cli.terminal.printing import print_json, print_lines
from khronos_pbem.engine.features.protocols import Drawing
from khronos_pbem.games.registry import feature_or_none
from khronos_pbem.messages import message, shell_quoted
from khronos_pbem.session.queries.documents import event_formatter, event_lines
from khronos_pbem.session.turns.branching import (
    CheckResult,
    check_document,
    composition_difference_lines,
    exploring_lines,
    stage_line,
    used_lines,
)
from khronos_pbem.session.turns.branching import check as checked_turn
from khronos_pbem.session.turns.turn_draft import Composition
from khronos_pbem.storage.home_folder import home


def check(
    file: opt.SaveFile,
    orders: opt.OrdersFile = None,
    commands: opt.Commands = None,
    name: opt.As = None,
    rewind: opt.Rewind = False,
    cite: opt.Cite = False,
    plain: opt.Plain = False,
    no_boards: opt.NoBoards = False,
    as_json: opt.Json = False,
) -> None:
    ask, look = opt.cached_passphrase_prompt(), PictureOptions(plain, boards=not no_boards)
    text, source = opt.read_orders(orders, commands, ask)
    text = with_successor_keys(text, home(), source)
    checked = checked_turn(file, context(name, rewind=rewind, ask=ask), text, source)
    if as_json:
        print_json(check_document(checked))
    elif checked.done is not None:
        words = play_command(file, checked.composition, name, rewind=rewind)
        last = message("nothing was written; to play these orders: {words}", words=words)
        print_turn(checked.done, False, look, cite, last, used=used_lines(checked.composition))
    else:
        _print_so_far(checked, look, cite)


def play_command(file: Path, composition: Composition, name: str | None, *, rewind: bool) -> str:
    """Return the command that plays the orders of a composition, with the options given to `check`."""
    options = [*(["--as", name] if name else []), *(["--rewind"] if rewind else [])]
    orders = "; ".join(composition.texts)
    return " ".join(
        ["khronos play", game_argument(file), *map(shell_quoted, options), "-c", shell_quoted(orders)]
    )


def _print_so_far(checked: CheckResult, look: PictureOptions, cite: bool) -> None:
    """Print the effect of orders that form no block: the turn is incomplete or has not begun."""
    composition = checked.composition
    about = exploring_lines(composition.starting_point)
    events = composition.events
    print_lines([*about, *([""] if about else []), *event_lines(events, event_formatter(cite)), ""])
    if feature_or_none(composition.game, Drawing) is not None:
        print_position(composition.game, composition.position, look, events, None)
    lines: list[str] = ["", *composition_difference_lines(composition), *used_lines(composition), ""]
    lines.append(stage_line(composition))
    if checked.left:
        lines += [message("These orders were not carried out:")]
        lines += [message("  {words}", words=spelled.words) for spelled in checked.left]
    print_lines([*lines, message("nothing was written")])
