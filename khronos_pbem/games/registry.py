"""The registry of the games and their features. A new game needs one more line here.

This is the only place that loads games. It loads them by name, and only what is asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import Any, TypeVar

from khronos_pbem.engine.contract import Game
from khronos_pbem.engine.features.protocols import MISSING, GamePlugin, Nouns
from khronos_pbem.errors import InvalidFile, UnsupportedFormat, UsageError
from khronos_pbem.messages import listed, message

F = TypeVar("F")

DEFAULT = "khronos"
"""The game of a position or a text record that names none, and of `new` without `--game`."""

GAMES: dict[str, str] = {
    DEFAULT: "khronos_pbem.games.khronos:PLUGIN",
    "my-village": "khronos_pbem.games.my_village:PLUGIN",
}
"""Where the wing of each game is, as `module:name`, by the name that a save has for it."""


def game_by_name(name: str) -> Game[Any, Any]:
    """The game of this name, always the same instance. Raises InvalidFile if there is none."""
    game: Game[Any, Any] = _instance(_plugin(name).game)
    return game


def game_for_rules(name: str, rules: int) -> Game[Any, Any]:
    """The game of a record, by its name and its revision of the rules.

    Raises InvalidFile for an unknown game, OtherFormat for a revision newer than this program.
    """
    game = game_by_name(name)
    if rules > game.rules:
        hint = message(
            "your program knows only revision {rules}: install a newer version of khronos", rules=game.rules
        )
        raise UnsupportedFormat(
            message("this game uses revision {rules} of the rules of {name}", rules=rules, name=name),
            rule="FORMATS 4",
            hint=hint,
        )
    return game


def feature(game: Game[Any, Any] | str, kind: type[F]) -> F:
    """The feature of a game that implements the protocol `kind`. Raises UsageError if it has none.

    The game is given itself or by its name.
    """
    found = feature_or_none(game, kind)
    if found is None:
        name = game if isinstance(game, str) else game.name
        raise UsageError(MISSING[kind.__name__](name), rule="FORMATS 1")
    return found


def feature_or_none(game: Game[Any, Any] | str, kind: type[F]) -> F | None:
    """The feature of a game that implements the protocol `kind`; None if it has none."""
    place = _plugin(game if isinstance(game, str) else game.name).features.get(kind.__name__)
    return None if place is None else _instance(place)


def games_with_feature(kind: type[F]) -> Iterator[tuple[str, F]]:
    """The name and the feature of each game that implements the protocol `kind`; the default game first."""
    for name in GAMES:
        found = feature_or_none(name, kind)
        if found is not None:
            yield name, found


def game_title(game: Game[Any, Any] | str) -> str:
    """The title of a game for people, such as "Khronos"."""
    name = game if isinstance(game, str) else game.name
    return _plugin(name).title or name


def round_text(game: Game[Any, Any] | str, number: int) -> str:
    """A round of a game by its number, as text: "round 4"."""
    return _nouns(game).round(number)


def round_heading(game: Game[Any, Any] | str) -> str:
    """The heading of the column of rounds of a game."""
    return _nouns(game).round_head


class _DefaultNouns(Nouns):
    """The nouns of a game without this feature."""

    genders: Mapping[str, Mapping[str, int]] = {}
    aspirated: frozenset[str] = frozenset()


def _nouns(game: Game[Any, Any] | str) -> Nouns:
    return feature_or_none(game, Nouns) or _DefaultNouns()


def _plugin(name: str) -> GamePlugin:
    place = GAMES.get(name)
    if place is None:
        raise InvalidFile(
            message("there is no game called {name!r}", name=name),
            rule="FORMATS 4",
            hint=message("choose one of {games}", games=listed(GAMES)),
        )
    plugin: GamePlugin = _loaded(place)
    return plugin


@cache
def _instance(place: str) -> Any:
    """The only instance of the class at a `module:name`."""
    return _loaded(place)()


def _loaded(place: str) -> Any:
    """The object at a `module:name`; its module is imported if needed."""
    module, name = place.split(":")
    return getattr(import_module(module), name)
