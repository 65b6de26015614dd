"""The registry of the games and their features. A new game needs one more line here.

This is the only place that loads games. It loads them by name, and only what is asked for. Installed packages
add games and bots by their entry points, which are read only when a name is unknown, or for a list of all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cache
from importlib import import_module, metadata
from typing import Any, NamedTuple, TypeVar

from khronos_pbem.characters import escape_invisible
from khronos_pbem.engine.contract import AnyGame
from khronos_pbem.engine.features.bots import Strength
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
"""Where each game is, as `module:name`, by the name that a save has for it (see `find_installed_games`)."""

_NAME = re.compile(r"[a-z][a-z0-9_-]{0,39}")


class Installed(NamedTuple):
    """What an installed package adds: where it is, as `module:name`, and the name of the package."""

    place: str
    package: str


@cache
def find_installed_games() -> Mapping[str, Installed]:
    """Add the games of installed packages to `GAMES`, and return them by name.

    Their entry points are in the group `khronos_pbem.games`. A game of this program keeps its name.
    """
    found = {name: game for name, game in _entry_points("games").items() if name not in GAMES}
    GAMES.update({name: game.place for name, game in found.items()})
    return found


@cache
def find_installed_bots() -> Mapping[str, Installed]:
    """The bots of installed packages by name; their entry points are in the group `khronos_pbem.bots`.

    The strengths of this program keep their names.
    """
    own = {strength.value for strength in Strength}
    return {name: bot for name, bot in _entry_points("bots").items() if name not in own}


def _entry_points(group: str) -> dict[str, Installed]:
    """The entry points of a group, by name; of two with the same name, the first one.

    Packages whose files cannot be read are left out.
    """
    found: dict[str, Installed] = {}
    for package in metadata.distributions():
        with suppress(Exception):
            entries = package.entry_points.select(group=f"khronos_pbem.{group}")
            name = escape_invisible(package.name or "") if entries else ""
            for entry in entries:
                if _NAME.fullmatch(entry.name):
                    found.setdefault(entry.name, Installed(entry.value, name))
    return found


def game_names() -> Iterator[str]:
    """The names of all games, those of installed packages last: they are only read if they are asked for."""
    known = [*GAMES]
    yield from known
    yield from (name for name in find_installed_games() if name not in known)


def installed_bot(name: str) -> Any:
    """The bot of this name that an installed package adds, always the same instance.

    Raises UsageError if there is none.
    """
    found = find_installed_bots().get(name)
    if found is None:
        raise UsageError(message("there is no bot called {name!r}", name=name))
    return _instance(found.place)


def game_by_name(name: str) -> AnyGame:
    """The game of this name, always the same instance. Raises InvalidFile if there is none."""
    game: AnyGame = _instance(_plugin(name).game)
    return game


def game_for_rules(name: str, rules: int) -> AnyGame:
    """The game of a record, by its name and its revision of the rules.

    Raises InvalidFile for an unknown game, UnsupportedFormat for a revision newer than this program.
    """
    game = game_by_name(name)
    if rules > game.rules:
        hint = message(
            "your program knows the rules only up to revision {rules}: install a newer version of khronos",
            rules=game.rules,
        )
        raise UnsupportedFormat(
            message("this game uses revision {rules} of the rules of {name}", rules=rules, name=name),
            hint=hint,
        )
    return game


def feature(game: AnyGame | str, kind: type[F]) -> F:
    """The feature of a game that implements the protocol `kind`. Raises UsageError if it has none.

    The game is given itself or by its name.
    """
    found = feature_or_none(game, kind)
    if found is None:
        name = game if isinstance(game, str) else game.name
        raise UsageError(MISSING[kind.__name__](name))
    return found


def feature_or_none(game: AnyGame | str, kind: type[F]) -> F | None:
    """The feature of a game that implements the protocol `kind`; None if it has none."""
    place = _plugin(game if isinstance(game, str) else game.name).features.get(kind.__name__)
    return None if place is None else _instance(place)


def games_with_feature(kind: type[F]) -> Iterator[tuple[str, F]]:
    """The name and the feature of each game that implements the protocol `kind`; the default game first.

    Games of installed packages are among them once something has asked for them, unless they are broken.
    """
    for name in [*GAMES]:
        with suppress(UsageError):
            found = feature_or_none(name, kind)
            if found is not None:
                yield name, found


def game_title(game: AnyGame | str) -> str:
    """The title of a game for people, such as "Khronos"."""
    name = game if isinstance(game, str) else game.name
    return _plugin(name).title or name


def round_text(game: AnyGame | str, number: int) -> str:
    """A round of a game by its number, as text: "round 4"."""
    return _nouns(game).round(number)


def round_heading(game: AnyGame | str) -> str:
    """The heading of the column of rounds of a game."""
    return _nouns(game).round_head


class _DefaultNouns(Nouns):
    """The nouns of a game without this feature."""

    genders: Mapping[str, Mapping[str, int]] = {}
    aspirated: frozenset[str] = frozenset()


def _nouns(game: AnyGame | str) -> Nouns:
    return feature_or_none(game, Nouns) or _DefaultNouns()


def _plugin(name: str) -> GamePlugin:
    if name not in GAMES:
        find_installed_games()
    place = GAMES.get(name)
    if place is None:
        raise InvalidFile(
            message("there is no game called {name!r}", name=name),
            hint=message("choose one of {games}", games=listed(GAMES)),
        )
    plugin = _loaded(place)
    if not isinstance(plugin, GamePlugin):
        raise _loading_error(place, TypeError("not a GamePlugin"))
    return plugin


@cache
def _instance(place: str) -> Any:
    """The only instance of the class at a `module:name`. Raises UsageError for a broken package."""
    made = _loaded(place)
    try:
        return made()
    except (Exception, SystemExit) as problem:
        raise _loading_error(place, problem) from problem


def _loaded(place: str) -> Any:
    """The object at a `module:name`; its module is imported if needed.

    Raises UsageError for a broken package.
    """
    try:
        module, name = place.split(":")
        return getattr(import_module(module), name)
    except (Exception, SystemExit) as problem:
        if place.startswith("khronos_pbem."):
            raise
        raise _loading_error(place, problem) from problem


def _loading_error(place: str, problem: BaseException) -> UsageError:
    """The error that what an installed package adds cannot be loaded, in one line."""
    what = message(
        "{words} cannot be loaded ({name}: {problem})",
        words=place,
        name=type(problem).__name__,
        problem=" ".join(str(problem).split()),
    )
    return UsageError(what, hint=message("update or remove the package that provides it"))
