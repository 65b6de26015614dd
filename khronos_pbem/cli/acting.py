"""The commands that make a block: `new`, `join`, `check`, `play`, `assist`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from khronos_pbem.cli import options as opt
from khronos_pbem.cli.printing import note, print_json, print_lines
from khronos_pbem.saying import say

if TYPE_CHECKING:
    from khronos_pbem.session.acting import Desk, Done

Colour = Annotated[
    str,
    typer.Option("--colour", "--color", callback=opt.any_colour, help="red, blue, green, white or black."),
]


def add_to(app: typer.Typer) -> None:
    """Add the commands of this module."""
    for command in (new, join, check, play, assist):
        app.command()(command)


def desk(name: str | None, *, out: Path | None = None, force: bool = False, rewind: bool = False) -> Desk:
    """Where and as whom a command works."""
    from khronos_pbem.record.home import home
    from khronos_pbem.session.acting import Desk

    return Desk(home(), opt.ask_passphrase, opt.now(), name, out, force, rewind)


def new(
    file: opt.NewFile,
    colour: Colour,
    seats: Annotated[int, typer.Option("--seats", help="How many players, 2 to 5.")],
    name: opt.As = None,
    edition: Annotated[int, typer.Option("--edition", help="1 or 2: cards and their use differ.")] = 2,
    holdem: Annotated[bool, typer.Option("--holdem", help="With an open market of three cards.")] = False,
    keep: Annotated[bool, typer.Option("--keep", help="Cards may be kept at the end of a turn.")] = False,
    map_: Annotated[
        str, typer.Option("--map", metavar="NAME|PATH", help="A map by name, or a map file.")
    ] = "valley",
    title: Annotated[str, typer.Option("--title", help="What the game is called.")] = "Khronos by mail",
    days: Annotated[
        int | None, typer.Option("--days", help="The clock: days for a turn, for reminders.")
    ] = None,
    workdays: Annotated[bool, typer.Option("--workdays", help="The clock leaves out weekends.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Overwrite an existing FILE.")] = False,
    as_json: opt.Json = False,
) -> None:
    """Start a game and take its first seat."""
    from khronos_pbem.session.acting import new_game
    from khronos_pbem.session.maps import map_table

    options: dict[str, Any] = {"edition": edition, "holdem": holdem, "keep": keep, "map": map_table(map_)}
    if days is not None:
        options["clock"] = {"days": days, "workdays": workdays}
    done = new_game(file, desk(name, force=force), title, seats, options, colour)
    _print_done(done, as_json, say("wrote {file}: send it to the next player, who joins it", file=file))


def join(
    file: opt.SaveFile,
    colour: Colour,
    name: opt.As = None,
    out: opt.Out = None,
    force: opt.Force = False,
    rewind: opt.Rewind = False,
    as_json: opt.Json = False,
) -> None:
    """Take the next seat of a game."""
    from khronos_pbem.session.acting import join_game

    done = join_game(file, desk(name, out=out, force=force, rewind=rewind), colour)
    _print_done(done, as_json, say("wrote {path}", path=out or file))


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
    """Say what a turn would do; writes nothing."""
    from khronos_pbem.session.acting import check_turn

    text, source = opt.read_orders(orders, commands)
    done = check_turn(file, desk(name, rewind=rewind), text, source)
    _print_turn(done, as_json, plain, cite, say("nothing was written; khronos play does it"))


def play(
    file: opt.SaveFile,
    orders: opt.OrdersFile = None,
    commands: opt.Commands = None,
    name: opt.As = None,
    out: opt.Out = None,
    force: opt.Force = False,
    rewind: opt.Rewind = False,
    cite: opt.Cite = False,
    plain: opt.Plain = False,
    as_json: opt.Json = False,
) -> None:
    """Play one turn, or one answer to a choice, and write the new save."""
    from khronos_pbem.session.acting import play_turn

    text, source = opt.read_orders(orders, commands)
    done = play_turn(file, desk(name, out=out, force=force, rewind=rewind), text, source)
    _print_turn(done, as_json, plain, cite, say("wrote {path}", path=out or file))


def assist(
    file: opt.SaveFile,
    name: opt.As = None,
    out: opt.Out = None,
    force: opt.Force = False,
    rewind: opt.Rewind = False,
    as_json: opt.Json = False,
) -> None:
    """Pay what is owed for the deck when it is somebody else's turn."""
    from khronos_pbem.session.acting import assist as pay

    done = pay(file, desk(name, out=out, force=force, rewind=rewind))
    _print_done(done, as_json, say("paid your shares and wrote {path}", path=out or file))


def _warn(done: Done) -> None:
    for line in done.warnings:
        note(line)


def _print_done(done: Done, as_json: bool, first: str) -> None:
    from khronos_pbem.session.facts import turn_facts
    from khronos_pbem.session.saving import whose_move

    if as_json:
        print_json(turn_facts(done.draft))
    else:
        print_lines([first, whose_move(done.draft.table)])
    _warn(done)


def _print_turn(done: Done, as_json: bool, plain: bool, cite: bool, last: str) -> None:
    from khronos_pbem.cli.pictures import print_table
    from khronos_pbem.session.facts import (
        difference_facts,
        difference_lines,
        event_lines,
        telling,
        turn_facts,
    )
    from khronos_pbem.session.saving import whose_move

    draft, before = done.draft, done.opened.table
    facts: dict[str, Any] = turn_facts(draft)
    if as_json:
        print_json({**facts, "difference": difference_facts(before, draft.table)})
        _warn(done)
        return
    print_lines([*event_lines(draft.events, telling(cite)), ""])
    print_table(draft.table, None, plain, draft.events)
    lines: list[str] = ["", *difference_lines(before, draft.table), "", whose_move(draft.table)]
    if facts["left"]:
        lines += [say("The turn pauses. These orders were not applied, give them again when it goes on:")]
        lines += [say("  {words}", words=order) for order in facts["left"]]
    print_lines([*lines, last])
    _warn(done)
