"""`new`: a game, and its first seat."""

from __future__ import annotations

from typing import Annotated

import typer

from khronos_pbem.cli import options as opt
from khronos_pbem.cli.blocks import print_done
from khronos_pbem.cli.declared import NOTHING, Chosen, Game, data_files_of, options_of, seats_help
from khronos_pbem.cli.desks import desk
from khronos_pbem.games.registry import DEFAULT
from khronos_pbem.saying import say
from khronos_pbem.session.acting import new_game
from khronos_pbem.session.data_files import carried


def new(
    file: opt.NewFile,
    colour: opt.Colour,
    seats: Annotated[int, typer.Option("--seats", help=seats_help())],
    name: opt.As = None,
    game: Game = DEFAULT,
    chosen: Chosen = NOTHING,
    title: Annotated[str, typer.Option("--title", help="What the game is called.")] = "Khronos by mail",
    days: Annotated[
        int | None, typer.Option("--days", help="The clock: days for a turn, for reminders.")
    ] = None,
    workdays: Annotated[bool, typer.Option("--workdays", help="The clock leaves out weekends.")] = False,
    rolls: Annotated[
        str | None,
        typer.Option("--rolls", metavar="all", help="In a game with rolls, all players make each."),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite an existing FILE.")] = False,
    as_json: opt.Json = False,
) -> None:
    """Start a game and take its first seat."""
    options, files = options_of(game, "new", chosen), data_files_of(game)
    options = {key: carried(game, value) if key in files else value for key, value in options.items()}
    if days is not None:
        options["clock"] = {"days": days, "workdays": workdays}
    if rolls is not None:
        options["rolls"] = rolls
    done = new_game(file, desk(name, force=force), title, seats, options, colour, game)
    print_done(done, as_json, say("wrote {file}: send it to the next player, who joins it", file=file))
