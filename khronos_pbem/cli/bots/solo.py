"""`solo`: a game against bots, begun or gone on with, until it is one's turn."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from khronos_pbem.cli import completion
from khronos_pbem.cli import shared_options as opt
from khronos_pbem.cli.bots.bot_options import BotSeed, BotStrength, BotThink, seconds_of, strength_named
from khronos_pbem.cli.bots.bot_replies import Answered, answered, print_turn_to_come, word_for
from khronos_pbem.cli.delivery.shelve import put_on_shelf
from khronos_pbem.cli.game_options import NOTHING, Chosen, Game, data_files_of, options_of
from khronos_pbem.cli.table_context import context
from khronos_pbem.cli.terminal.print_pictures import Look
from khronos_pbem.cli.terminal.printing import print_json, print_lines
from khronos_pbem.engine.features.bots import Strength
from khronos_pbem.errors import NothingToDo, UsageError
from khronos_pbem.games.registry import DEFAULT
from khronos_pbem.home.config import read_config
from khronos_pbem.home.keyring import public_key_of
from khronos_pbem.library.library import Library, configured
from khronos_pbem.messages import listed, message
from khronos_pbem.session.bots.bot_seats import check_is_bot
from khronos_pbem.session.bots.solo import Solo, Wanted, begin, fill, once_asked, save_bot_settings, solo_in
from khronos_pbem.session.commands.data_files import carried
from khronos_pbem.session.context import Context
from khronos_pbem.session.queries.documents import told
from khronos_pbem.session.queries.queries import status
from khronos_pbem.session.queries.summaries import player_name, whose_move
from khronos_pbem.session.replay.open_save import open_to_act
from khronos_pbem.session.replay.table import game_options, waiting

File = Annotated[
    Path | None,
    typer.Argument(
        metavar="[FILE]",
        autocompletion=completion.saves,
        help="The solo game to continue, or the save for a new one.",
    ),
]
Opponents = Annotated[
    int | None,
    typer.Option(
        "--opponents", metavar="N", min=1, max=9, help="Number of bots that play against you; default: 2."
    ),
]


def solo(
    file: File = None,
    game: Game = DEFAULT,
    chosen: Chosen = NOTHING,
    opponents: Opponents = None,
    strength: BotStrength = None,
    think: BotThink = None,
    seed: BotSeed = None,
    colour: opt.ColourOrNone = "",
    name: opt.As = None,
    title: Annotated[str, typer.Option("--title", metavar="TITLE", help="The title of the game.")] = "Solo",
    plain: opt.Plain = False,
    as_json: opt.Json = False,
) -> None:
    """Play against bots: start a game or continue one, until it is your turn."""
    strong = None if strength is None else strength_named(strength)
    thinking = None if think is None else seconds_of(think), None if seed is None else str(seed)
    where, shelf = once_asked(context(name)), configured(read_config())
    path = _there(file, shelf)
    if path is None:
        options, files = options_of(game, "new", chosen), data_files_of(game)
        options = {key: carried(game, value) if key in files else value for key, value in options.items()}
        wanted = Wanted(title, game, options, colour, opponents or 2, strong or Strength.STRONG, *thinking)
        path = begin(file or shelf.place, where, wanted)
        kept, warning = put_on_shelf(path, shelf)
        _print_begun(path, where, as_json=as_json)
    else:
        _check_nothing_new(path, where, wanted=bool(chosen or opponents or colour))
        kept, warning = None, ""
        _go_on(path, where, strong, thinking)
    found = _answered(path, where, as_json=as_json)
    if as_json:
        facts = status(path, where._replace(name=_solo(path, where).name))[1]
        print_json({"file": str(path), "library": kept, **facts, **found.to_data()})
    else:
        print_turn_to_come(path, where, found, Look(plain), whole=not found.entries)
    found.warnings += [warning] if warning else []
    found.leave()


def _there(file: Path | None, shelf: Library) -> Path | None:
    """The game that is there already; None for one to be started. Raises UsageError for several."""
    if file is None:
        return None
    if file.exists():
        return opt.game_to_play(file)
    is_word = not file.suffix and len(file.parts) == 1
    return opt.game_to_play(file) if is_word and shelf.called(str(file)) else None


def _check_nothing_new(path: Path, where: Context, *, wanted: bool) -> None:
    """Raise UsageError if somebody wants of a game that is there what only `begin` can give it."""
    if wanted:
        what = message("{path} is already a game", path=path)
        word = word_for(path, where)
        hint = message(
            "to start a new game, leave out FILE; to continue this one: khronos solo {name}", name=word
        )
        raise UsageError(what, rule="FORMATS 1", hint=hint)


def _go_on(
    path: Path, where: Context, strength: Strength | None, thinking: tuple[float | None, str | None]
) -> None:
    """Take a game up again: bots take its free seats, and think as is said now."""
    table = open_to_act(path, where.home, rewind=False).table
    if len(table.seats) < table.header.seats:
        fill(path, where, strength or Strength.STRONG)
    elif waiting(table) is None:
        raise NothingToDo(
            whose_move(table), rule="FORMATS 1", hint=message("to start another game: khronos solo")
        )
    elif strength is not None:
        for seat in (number for number, each in enumerate(table.seats) if each.bot):
            check_is_bot(table, seat, strength, path)
    _solo(path, where)
    save_bot_settings(path, where, *thinking)


def _solo(path: Path, where: Context) -> Solo:
    """The solo game in a file. Raises UsageError for any other game."""
    table = open_to_act(path, where.home, rewind=False).table
    found = solo_in(where.home, table)
    if found is None:
        players = listed([player_name(table, seat) for seat in range(len(table.seats))])
        what = message("this is not a solo game against bots from your keyring: {players}", players=players)
        hint = message("to let one of your bots play in it: khronos bot {name}", name=word_for(path, where))
        raise UsageError(what, rule="FORMATS 1", hint=hint, file=str(path))
    if where.name is not None and where.name != found.name:
        public_key_of(where.home, where.name)
        hint = message("use --as {name}, or leave out --as", name=found.name)
        raise UsageError(
            message("{name} does not play in this game", name=where.name), rule="FORMATS 1", hint=hint
        )
    return found


def _answered(path: Path, where: Context, *, as_json: bool) -> Answered:
    table = open_to_act(path, where.home, rewind=False).table
    return answered(path, where, table, _solo(path, where), None if as_json else told)


def _print_begun(path: Path, where: Context, *, as_json: bool) -> None:
    """Who plays against whom, and what is to be known of bots of one's own."""
    if as_json:
        return
    table = open_to_act(path, where.home, rewind=False).table
    me, word = _solo(path, where).seat, word_for(path, where)
    others = listed([player_name(table, seat) for seat in range(len(table.seats)) if seat != me], " and ")
    lines: list[str] = [
        message("You play {colour} against {others}.", colour=table.seats[me].colour, others=others)
    ]
    if table.game.first_decks(game_options(table.header), table.header.seats):
        lines.append(
            message(
                "The bots' hands are in your keyring, where you could read them. Each bot sees only its own."
            )
        )
    print_lines(
        [
            *lines,
            message(
                "The game is saved in {path}. To continue it later: khronos solo {name}", path=path, name=word
            ),
            "",
        ]
    )
