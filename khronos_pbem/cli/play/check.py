"""`check`: what a turn would do, be it whole or not, and also before it is on."""

from __future__ import annotations

from pathlib import Path

from khronos_pbem.cli import shared_options as opt
from khronos_pbem.cli.delivery.print_block import print_turn
from khronos_pbem.cli.next_steps import called
from khronos_pbem.cli.people.successor_words import with_keys
from khronos_pbem.cli.table_context import context
from khronos_pbem.cli.terminal.print_pictures import Look, print_position
from khronos_pbem.cli.terminal.printing import print_json, print_lines
from khronos_pbem.engine.features.protocols import Drawing
from khronos_pbem.games.registry import optional
from khronos_pbem.messages import message, quoted
from khronos_pbem.session.queries.documents import event_lines, telling
from khronos_pbem.session.turns.branching import (
    Checked,
    checked_facts,
    difference_of,
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
    as_json: opt.Json = False,
) -> None:
    """Say what a turn would do, ended or not; out of turn, as if yours had begun. Writes nothing."""
    ask = opt.asked_once()
    text, source = opt.read_orders(orders, commands, ask)
    text = with_keys(text, home(), source)
    checked = checked_turn(file, context(name, rewind=rewind, ask=ask), text, source)
    if as_json:
        print_json(checked_facts(checked))
    elif checked.done is not None:
        words = play_words(file, checked.composition, name, rewind=rewind)
        last = message("nothing was written; to play these orders: {words}", words=words)
        print_turn(checked.done, False, plain, cite, last, used=used_lines(checked.composition))
    else:
        _print_so_far(checked, plain, cite)


def play_words(file: Path, composition: Composition, name: str | None, *, rewind: bool) -> str:
    """The command that plays the orders of a composition, with the options that `check` was given."""
    options = [*(["--as", name] if name else []), *(["--rewind"] if rewind else [])]
    orders = "; ".join(composition.texts)
    return " ".join(["khronos play", called(file), *map(quoted, options), "-c", quoted(orders)])


def _print_so_far(checked: Checked, plain: bool, cite: bool) -> None:
    """What orders would do that are no block: those of a turn that is not ended, or not on."""
    composition = checked.composition
    about = exploring_lines(composition.starting_point)
    events = composition.events
    print_lines([*about, *([""] if about else []), *event_lines(events, telling(cite)), ""])
    if optional(composition.game, Drawing) is not None:
        print_position(composition.game, composition.position, Look(plain), events, None)
    lines: list[str] = ["", *difference_of(composition), *used_lines(composition), ""]
    lines.append(stage_line(composition))
    if checked.left:
        lines += [message("These orders were not carried out:")]
        lines += [message("  {words}", words=spelled.words) for spelled in checked.left]
    print_lines([*lines, message("nothing was written")])
