"""The games that can be played at this table, and their features. A second one is one more line here.

This is the one place that loads games, by name and only what is asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import Any, TypeVar

from khronos_pbem.engine.contract import Game
from khronos_pbem.engine.features.protocols import MISSING, GamePlugin, Nouns
from khronos_pbem.errors import InvalidFile, OtherFormat, UsageError
from khronos_pbem.messages import listed, message

F = TypeVar("F")

DEFAULT = "khronos"
"""The game of a position or a text record that names none, and of `new` without `--game`."""

GAMES: dict[str, str] = {
    DEFAULT: "khronos_pbem.games.khronos:PLUGIN",
    "my-village": "khronos_pbem.games.my_village:PLUGIN",
}
"""Where the wing of each game is, as `module:name`, by the name that a save has for it."""


def game_named(name: str) -> Game[Any, Any]:
    """The game of this name, always the same one. Raises InvalidFile if there is none."""
    game: Game[Any, Any] = _made(_plugin(name).game)
    return game


def game_of(name: str, rules: int) -> Game[Any, Any]:
    """The game of a record by its name and revision of the rules.

    Raises InvalidFile for an unknown game, OtherFormat for rules this program does not have yet.
    """
    game = game_named(name)
    if rules > game.rules:
        hint = message(
            "your program knows only revision {rules}: install a newer version of khronos", rules=game.rules
        )
        raise OtherFormat(
            message("this game uses revision {rules} of the rules of {name}", rules=rules, name=name),
            rule="FORMATS 4",
            hint=hint,
        )
    return game


def feature(game: Game[Any, Any] | str, kind: type[F]) -> F:
    """What a game, or the game of a name, offers of this kind. Raises UsageError if that is nothing."""
    found = optional(game, kind)
    if found is None:
        name = game if isinstance(game, str) else game.name
        raise UsageError(MISSING[kind.__name__](name), rule="FORMATS 1")
    return found


def optional(game: Game[Any, Any] | str, kind: type[F]) -> F | None:
    """What a game offers of this kind; None if it offers nothing of it."""
    place = _plugin(game if isinstance(game, str) else game.name).features.get(kind.__name__)
    return None if place is None else _made(place)


def offered(kind: type[F]) -> Iterator[tuple[str, F]]:
    """What the games offer of this kind, by their names; the default game first."""
    for name in GAMES:
        found = optional(name, kind)
        if found is not None:
            yield name, found


def title_of(game: Game[Any, Any] | str) -> str:
    """What people call a game."""
    name = game if isinstance(game, str) else game.name
    return _plugin(name).title or name


def round_of(game: Game[Any, Any] | str, number: int) -> str:
    """What people call a round of a game, by its number: "round 4"."""
    return _nouns(game).round(number)


def round_head(game: Game[Any, Any] | str) -> str:
    """What people call the column of the rounds of a game."""
    return _nouns(game).round_head


class _Plain(Nouns):
    """The nouns of a game that names none of its own."""

    genders: Mapping[str, Mapping[str, int]] = {}
    aspirated: frozenset[str] = frozenset()


def _nouns(game: Game[Any, Any] | str) -> Nouns:
    return optional(game, Nouns) or _Plain()


def _plugin(name: str) -> GamePlugin:
    place = GAMES.get(name)
    if place is None:
        raise InvalidFile(
            message("there is no game called {name!r}", name=name),
            rule="FORMATS 4",
            hint=message("choose one of {games}", games=listed(GAMES)),
        )
    plugin: GamePlugin = _found(place)
    return plugin


@cache
def _made(place: str) -> Any:
    """The one instance of the class at a place."""
    return _found(place)()


def _found(place: str) -> Any:
    """What is called so in its module, which is loaded for it."""
    module, name = place.split(":")
    return getattr(import_module(module), name)
