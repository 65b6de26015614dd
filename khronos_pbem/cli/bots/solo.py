"""The command `solo`: start or continue a game against bots, until it is your turn."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from khronos_pbem.cli import completion
from khronos_pbem.cli import shared_options as opt
from khronos_pbem.cli.bots.bot_options import BotSeed, BotStrength, BotThink, bot_named, checked_seconds
from khronos_pbem.cli.bots.bot_replies import (
    BotReplies,
    library_game_argument,
    print_next_turn,
    run_solo_bots,
)
from khronos_pbem.cli.command_context import context
from khronos_pbem.cli.delivery.add_to_library import add_to_library
from khronos_pbem.cli.game_options import NOTHING, Chosen, Game, options_of_new_game
from khronos_pbem.cli.option_types import argument, option
from khronos_pbem.cli.terminal.print_pictures import PictureOptions
from khronos_pbem.cli.terminal.printing import print_json, print_lines
from khronos_pbem.engine.features.bots import Strength
from khronos_pbem.errors import NothingToDo, UsageError
from khronos_pbem.games.registry import DEFAULT
from khronos_pbem.home.config import read_config
from khronos_pbem.home.keyring import public_key_of
from khronos_pbem.library.library import Library, configured_library
from khronos_pbem.messages import listed, message
from khronos_pbem.session.bots.bot_seats import check_is_bot
from khronos_pbem.session.bots.solo import (
    SoloGame,
    SoloOptions,
    fill_with_bots,
    find_solo_game,
    save_all_bot_settings,
    start_solo_game,
    with_cached_passphrase,
)
from khronos_pbem.session.context import Context
from khronos_pbem.session.queries.documents import event_text
from khronos_pbem.session.queries.player_view import load_view, view_document
from khronos_pbem.session.queries.summaries import player_name, whose_move_line
from khronos_pbem.session.replay.open_save import open_to_act
from khronos_pbem.session.replay.table import game_options, waiting

File = Annotated[
    Path | None,
    argument("[FILE]", "The solo game to continue, or the save to create for a new one.", completion.saves),
]
Opponents = Annotated[
    int | None,
    option("--opponents", "N", "The number of bots that play against you; default: 2.", min=1, max=9),
]


def solo(
    file: File = None,
    game: Game = DEFAULT,
    chosen: Chosen = NOTHING,
    opponents: Opponents = None,
    strength: BotStrength = None,
    think: BotThink = None,
    seed: BotSeed = None,
    colour: opt.Colour = "",
    name: opt.As = None,
    title: opt.Title = "Solo",
    plain: opt.Plain = False,
    as_json: opt.Json = False,
) -> None:
    strong, own = (None, None) if strength is None else bot_named(strength)
    thinking = None if think is None else checked_seconds(think), None if seed is None else str(seed)
    where, shelf = with_cached_passphrase(context(name)), configured_library(read_config())
    path = _existing_game(file, shelf)
    if path is None:
        options = options_of_new_game(game, chosen)
        wanted = SoloOptions(
            title, game, options, colour, opponents or 2, strong or Strength.STRONG, *thinking, own or ""
        )
        path = start_solo_game(file or shelf.path_for_new, where, wanted)
        kept, warning = add_to_library(path, shelf)
        _print_new_game(path, where, as_json=as_json)
    else:
        _check_no_new_game_options(path, where, wanted=bool(chosen or opponents or colour))
        kept, warning = None, ""
        _resume_game(path, where, strong, (*thinking, own))
    found = _run_bots(path, where, as_json=as_json)
    if as_json:
        reader = where._replace(name=_solo_game_in(path, where).name)
        facts = view_document(load_view(path, reader), reader)
        print_json({"file": str(path), "library": kept, **facts, **found.to_data()})
    else:
        print_next_turn(path, where, found, PictureOptions(plain), whole=not found.entries)
    found.warnings += [warning] if warning else []
    found.leave()


def _existing_game(file: Path | None, shelf: Library) -> Path | None:
    """Return the path of the game to continue, or None to start a new game."""
    if file is None:
        return None
    if file.exists():
        return opt.file_to_play(file)
    is_word = not file.suffix and len(file.parts) == 1
    return opt.file_to_play(file) if is_word and shelf.called(str(file)) else None


def _check_no_new_game_options(path: Path, where: Context, *, wanted: bool) -> None:
    """Raise UsageError if options for a new game are `wanted` but the game already exists."""
    if wanted:
        what = message("{path} already contains a game", path=path)
        word = library_game_argument(path, where)
        hint = message(
            "to start a new game, leave out FILE; to continue the existing game, type khronos solo {name}",
            name=word,
        )
        raise UsageError(what, hint=hint)


def _resume_game(
    path: Path,
    where: Context,
    strength: Strength | None,
    thinking: tuple[float | None, str | None, str | None],
) -> None:
    """Continue a game: let bots take its free seats, and save the thinking options given now.

    Raises NothingToDo if the game is over, and UsageError if it is not a solo game.
    """
    table = open_to_act(path, where.home, rewind=False).table
    if len(table.seats) < table.header.seats:
        fill_with_bots(path, where, strength or Strength.STRONG, thinking[-1] or "")
    elif waiting(table) is None:
        raise NothingToDo(whose_move_line(table), hint=message("to start another game: khronos solo"))
    elif strength is not None:
        for seat in (number for number, each in enumerate(table.seats) if each.bot):
            check_is_bot(table, seat, strength, path)
    _solo_game_in(path, where)
    save_all_bot_settings(path, where, *thinking)


def _solo_game_in(path: Path, where: Context) -> SoloGame:
    """Return the solo game in a file.

    Raises UsageError for any other game, or if `--as` names an identity other than the game's human player.
    """
    table = open_to_act(path, where.home, rewind=False).table
    found = find_solo_game(where.home, table)
    if found is None:
        players = listed([player_name(table, seat) for seat in range(len(table.seats))])
        what = message(
            "this is not a solo game against bots from your keyring; its players are {players}",
            players=players,
        )
        hint = message(
            "to let one of your bots play in this game: khronos bot {name}",
            name=library_game_argument(path, where),
        )
        raise UsageError(what, hint=hint, file=str(path))
    if where.name is not None and where.name != found.name:
        public_key_of(where.home, where.name)
        hint = message("use --as {name}, or leave out --as", name=found.name)
        raise UsageError(message("{name} is not a player in this game", name=where.name), hint=hint)
    return found


def _run_bots(path: Path, where: Context, *, as_json: bool) -> BotReplies:
    """Let the bots play until it is the person's turn; unless `as_json`, print each block."""
    table = open_to_act(path, where.home, rewind=False).table
    return run_solo_bots(path, where, table, _solo_game_in(path, where), None if as_json else event_text)


def _print_new_game(path: Path, where: Context, *, as_json: bool) -> None:
    """Print who plays against whom, where the game is saved, and that your keyring holds the bots' hands."""
    if as_json:
        return
    table = open_to_act(path, where.home, rewind=False).table
    me, word = _solo_game_in(path, where).seat, library_game_argument(path, where)
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
    told = message(
        "The game has been saved in {path}. To continue it later: khronos solo {name}", path=path, name=word
    )
    print_lines([*lines, told, ""])
