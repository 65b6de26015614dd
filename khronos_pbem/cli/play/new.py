"""The command `new`: start a game and take its first seat."""

from __future__ import annotations

from typing import Annotated

from khronos_pbem.cli import shared_options as opt
from khronos_pbem.cli.command_context import context
from khronos_pbem.cli.delivery.add_to_library import add_block_to_library
from khronos_pbem.cli.delivery.print_block import print_written_block
from khronos_pbem.cli.delivery.send_option import send_block, send_options
from khronos_pbem.cli.game_options import NOTHING, Chosen, Game, options_of_new_game, seats_help
from khronos_pbem.cli.next_steps import note_next_after_block
from khronos_pbem.cli.option_types import flag, option
from khronos_pbem.errors import UsageError
from khronos_pbem.games.registry import DEFAULT
from khronos_pbem.home.config import read_config
from khronos_pbem.library.library import configured_library
from khronos_pbem.messages import message
from khronos_pbem.session.commands.write_blocks import new_game

_Days = Annotated[
    int | None, option("--days", "DAYS", "The clock: the number of days that a player has for a turn.")
]


def new(
    colour: opt.Colour,
    seats: Annotated[int, option("--seats", "N", seats_help())],
    file: opt.NewFile = None,
    name: opt.As = None,
    game: Game = DEFAULT,
    chosen: Chosen = NOTHING,
    title: opt.Title = "Khronos by mail",
    days: _Days = None,
    workdays: Annotated[
        bool, flag("--workdays", "Do not count weekends towards the time for a turn.")
    ] = False,
    rolls: Annotated[
        str | None,
        option("--rolls", "all", "In a game with dice, make every player contribute a share to each roll."),
    ] = None,
    force: Annotated[bool, flag("--force", "Overwrite FILE if it exists.")] = False,
    send: opt.Send = False,
    to: opt.To = None,
    copies: opt.Copies = None,
    settings: opt.Settings = None,
    as_json: opt.Json = False,
) -> None:
    how = send_options(send, settings, to, copies=copies)
    if how is not None and not how.to:
        hint = message("add --to with the player's name or address, for example --to bob")
        raise UsageError(message("you did not say whom --send should invite"), hint=hint)
    shelf = configured_library(read_config(settings or []))
    options = options_of_new_game(game, chosen)
    if days is not None:
        options["clock"] = {"days": days, "workdays": workdays}
    if rolls is not None:
        options["rolls"] = rolls
    done = new_game(
        file or shelf.path_for_new, context(name, force=force), title, seats, options, colour, game
    )
    written = done.opened.path
    done, facts = add_block_to_library(done, written, shelf)
    letter = send_block(done, written, name, how)
    told = message("wrote {path}", path=written)
    if letter is None:
        told = message("wrote {file}; the next player needs this file to join the game", file=written)
    print_written_block(done, as_json, told, letter, facts)
    note_next_after_block(done, written, sent=as_json or letter is not None)
