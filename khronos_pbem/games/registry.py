"""The registry of the games and their features. A new game needs one more line here.

This is the only module that loads games. It loads each one by name, and only when it is needed. Installed
packages add games and bots through entry points. These are read only when a name is unknown, or to list all
games or bots.
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
"""The game of a position or text record that does not name one, and of `new` without `--game`."""

GAMES: dict[str, str] = {
    DEFAULT: "khronos_pbem.games.khronos:PLUGIN",
    "my-village": "khronos_pbem.games.my_village:PLUGIN",
}
"""The location of each game as `module:name`, by its name in saves.

`find_installed_games` adds the games of installed packages.
"""

_NAME = re.compile(r"[a-z][a-z0-9_-]{0,39}")


class Installed(NamedTuple):
    """A game or bot from an installed package: its location (`module:name`) and the package's name."""

    place: str
    package: str


@cache
def find_installed_games() -> Mapping[str, Installed]:
    """Add the games of installed packages to `GAMES`, and return them by name.

    Their entry points are in the group `khronos_pbem.games`. They cannot replace a game of this program.
    """
    found = {name: game for name, game in _entry_points("games").items() if name not in GAMES}
    GAMES.update({name: game.place for name, game in found.items()})
    return found


@cache
def find_installed_bots() -> Mapping[str, Installed]:
    """Return the bots of installed packages by name.

    Their entry points are in the group `khronos_pbem.bots`. They cannot replace one of this program's bot
    strengths.
    """
    own = {strength.value for strength in Strength}
    return {name: bot for name, bot in _entry_points("bots").items() if name not in own}


def _entry_points(group: str) -> dict[str, Installed]:
    """Return the entry points of a group by name; the first one if several have the same name.

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
    """Yield the names of all games.

    Those of installed packages come last, and are read only when the iteration reaches them.
    """
    known = [*GAMES]
    yield from known
    yield from (name for name in find_installed_games() if name not in known)


def installed_bot(name: str) -> Any:
    """Return the bot with this name from an installed package, always the same instance.

    Raises UsageError if there is none.
    """
    found = find_installed_bots().get(name)
    if found is None:
        raise UsageError(message("there is no bot called {name!r}", name=name))
    return _instance(found.place)


def game_by_name(name: str) -> AnyGame:
    """Return the game with this name, always the same instance. Raises InvalidFile if there is none."""
    game: AnyGame = _instance(_plugin(name).game)
    return game


def game_for_rules(name: str, rules: int) -> AnyGame:
    """Return the game of a record, by its name and its revision of the rules.

    Raises InvalidFile for an unknown game, and UnsupportedFormat for a revision that this program does not
    know yet.
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
    """Return the feature of a game (or of a game's name) that implements the protocol `kind`.

    Raises UsageError if the game has no such feature.
    """
    found = feature_or_none(game, kind)
    if found is None:
        name = game if isinstance(game, str) else game.name
        raise UsageError(MISSING[kind.__name__](name))
    return found


def feature_or_none(game: AnyGame | str, kind: type[F]) -> F | None:
    """The feature of a game that implements the protocol `kind`; None if the game lacks it."""
    place = _plugin(game if isinstance(game, str) else game.name).features.get(kind.__name__)
    return None if place is None else _instance(place)


def games_with_feature(kind: type[F]) -> Iterator[tuple[str, F]]:
    """Yield the name and the feature of each game that implements `kind`; the default game first.

    Games of installed packages are included once they have been read, unless they are broken.
    """
    for name in [*GAMES]:
        with suppress(UsageError):
            found = feature_or_none(name, kind)
            if found is not None:
                yield name, found


def game_title(game: AnyGame | str) -> str:
    """Return the title of a game as shown to players, such as "Khronos"."""
    name = game if isinstance(game, str) else game.name
    return _plugin(name).title or name


def round_text(game: AnyGame | str, number: int) -> str:
    """Return the text for a round of a game by its number, such as "round 4"."""
    return _nouns(game).round(number)


def round_heading(game: AnyGame | str) -> str:
    """The heading of the column of rounds of a game."""
    return _nouns(game).round_head


class _DefaultNouns(Nouns):
    """The nouns of a game that does not have the feature `Nouns`."""

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
    """Return the only instance of the class at `module:name`. Raises UsageError for a broken package."""
    made = _loaded(place)
    try:
        return made()
    except (Exception, SystemExit) as problem:
        raise _loading_error(place, problem) from problem


def _loaded(place: str) -> Any:
    """Return the object at `module:name`, and import its module if needed.

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
    """Return the error for a game or bot of an installed package that cannot be loaded, in one line."""
    what = message(
        "{words} cannot be loaded ({name}: {problem})",
        words=place,
        name=type(problem).__name__,
        problem=" ".join(str(problem).split()),
    )
    return UsageError(what, hint=message("update or remove the package that provides it"))
