"""Options that games declare for a command; the command's parameter `chosen` gets their values."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Annotated, Any

import typer

from khronos_pbem.cli import completion
from khronos_pbem.cli.option_types import option
from khronos_pbem.engine.features.protocols import Drawing, Option, Options
from khronos_pbem.errors import UsageError
from khronos_pbem.games.registry import GAMES, feature_or_none, game_names, game_title, games_with_feature
from khronos_pbem.messages import listed, message
from khronos_pbem.session.commands import data_files

CHOSEN, GAME = "chosen", "game"
_AS = {"solo": "new"}
"""Commands that take the options that games declare for another command."""
Chosen = Mapping[str, Any]
"""The values typed for options that games declare, by option name."""
NOTHING: Chosen = MappingProxyType({})


def checked_game_name(name: str) -> str:
    """Return the name of a game that can be played. Raises UsageError for any other name."""
    if name not in game_names():
        what = message("there is no game called {name!r}", name=name)
        raise UsageError(what, hint=message("choose one of {games}", games=listed([*game_names()])))
    return name


Game = Annotated[
    str,
    option("--game", "NAME", message("The game to use."), completion.game_names, callback=checked_game_name),
]
"""The option `--game`, which exists only if there is more than one game."""


def with_game_options(run: Callable[..., None]) -> Callable[..., None]:
    """The command with the options that games declare for it, in place of its parameter `chosen`.

    Its parameter `game` is left out if there is only one game.
    """
    if not {CHOSEN, GAME} & set(run.__annotations__):
        return run
    before = inspect.signature(run, eval_str=True).parameters
    declared = _declared_options(_AS.get(run.__name__, run.__name__)) if CHOSEN in before else {}
    shown: list[inspect.Parameter] = []
    for param in before.values():
        if param.name == CHOSEN:
            shown += map(_parameter, declared.values())
        elif param.name != GAME or len(GAMES) > 1:
            shown.append(param)

    def command(context: typer.Context, **given: Any) -> None:
        chosen = {name: given[name] for name in declared if _was_typed(context, name)}
        own = {name: value for name, value in given.items() if name not in declared}
        run(**own, **({CHOSEN: chosen} if declared else {}))

    first = inspect.Parameter("context", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=typer.Context)
    command.__name__ = run.__name__
    command.__signature__ = inspect.Signature([first, *shown])  # type: ignore[attr-defined]
    command.__annotations__ = {param.name: param.annotation for param in (first, *shown)}
    return command


def _declared_options(command: str) -> dict[str, Option]:
    """Return the options that all games declare for a command, by name.

    If two options have the same name, the first one is used.
    """
    found: dict[str, Option] = {}
    for _, options in games_with_feature(Options):
        for each in options.declared:
            if each.command == command:
                found.setdefault(each.name, each)
    return found


def _parameter(declared: Option) -> inspect.Parameter:
    name, kind, metavar = declared.name, declared.kind, declared.metavar or None
    values = None if kind is bool else completion.option_value_completer(name, declared.choices)
    described = typer.Option(declared.flag, metavar=metavar, autocompletion=values, help=declared.help)
    annotation, place = Annotated[kind, described], inspect.Parameter.POSITIONAL_OR_KEYWORD
    return inspect.Parameter(name, place, default=declared.default, annotation=annotation)


def _was_typed(context: typer.Context, name: str) -> bool:
    """Return whether the option was given, rather than taking its default."""
    source = context.get_parameter_source(name)
    return source is not None and source.name != "DEFAULT"


def game_option_values(game: str, command: str, chosen: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of the options that a game declares for a command.

    An option that was not chosen has its default, and is left out if it has none. Raises UsageError for an
    option that the game does not have, or a value that is not one of the option's choices.
    """
    options = feature_or_none(game, Options)
    mine = {} if options is None else {o.name: o for o in options.declared if o.command == command}
    for name, value in chosen.items():
        if name not in mine:
            flag = _declared_options(command)[name].flag
            raise UsageError(message("the game {name} has no option {words}", name=game, words=flag))
        if mine[name].choices and value not in mine[name].choices:
            hint = message("choose from {items}", items=listed(map(str, mine[name].choices)))
            what = message("{words} does not accept {value!r}", words=mine[name].flag, value=value)
            raise UsageError(what, hint=hint)
    values = {name: chosen.get(name, each.default) for name, each in mine.items()}
    return {name: value for name, value in values.items() if value is not None}


def data_file_options(game: str) -> frozenset[str]:
    """Return the names of a game's options whose value is a data file stored whole in the save."""
    options = feature_or_none(game, Options)
    return frozenset(o.name for o in options.declared if o.data_file) if options is not None else frozenset()


def options_of_new_game(game: str, chosen: Chosen) -> dict[str, object]:
    """Return the options of a new game: the chosen values, else the defaults. Data files are read.

    Raises UsageError for an option or value that the game does not have, and the errors of reading data
    files.
    """
    found, files = game_option_values(game, "new", chosen), data_file_options(game)
    return {name: data_files.load_data(game, each) if name in files else each for name, each in found.items()}


def parts_help() -> str:
    """Return the help of `--board`: for each game, the boards that can be shown alone."""
    return sentence_for_games(lambda options: _joined_with_or(options.parts), "Show only one part: ")


def sentence_for_games(told: Callable[[Options], str], begin: str) -> str:
    """Return a sentence about all games.

    It consists of `begin` and the text that `told` returns for the options of each game. If the texts differ,
    each is followed by the title of its game.
    """
    games = games_with_feature(Options)
    found = {game_title(name): text for name, options in games if (text := told(options))}
    if len(set(found.values())) < 2:
        return f"{begin}{next(iter(found.values()), '')}."
    return f"{begin}{'; '.join(f'{text} ({title})' for title, text in found.items())}."


def seats_help() -> str:
    """Return the help of `--seats`: the number of players in each game."""
    return sentence_for_games(lambda options: "{} to {}".format(*options.seats), "The number of players: ")


def colours_help() -> str:
    """Return the help of `--colour`: the colours of the players in each game."""
    return sentence_for_games(lambda options: _joined_with_or(options.colours), "The colour of the seat: ")


def _joined_with_or(words: Sequence[str]) -> str:
    *most, last = words or ("",)
    return f"{', '.join(most)} or {last}" if most else last


def check_part(word: str | None) -> None:
    """Raise UsageError for a part of a picture (a board) that no game has; None is allowed."""
    if word is None:
        return
    drawings = [drawing for _, drawing in games_with_feature(Drawing)]
    if drawings and not any(word in each.parts for each in drawings):
        drawings[0].check_part(word)
