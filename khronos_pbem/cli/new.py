"""`new`: a game, and its first seat."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from khronos_pbem.cli import options as opt
from khronos_pbem.cli.blocks import print_done
from khronos_pbem.cli.desks import desk
from khronos_pbem.saying import say
from khronos_pbem.session.acting import new_game
from khronos_pbem.session.maps import map_table


def new(
    file: opt.NewFile,
    colour: opt.Colour,
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
    options: dict[str, Any] = {"edition": edition, "holdem": holdem, "keep": keep, "map": map_table(map_)}
    if days is not None:
        options["clock"] = {"days": days, "workdays": workdays}
    done = new_game(file, desk(name, force=force), title, seats, options, colour)
    print_done(done, as_json, say("wrote {file}: send it to the next player, who joins it", file=file))
