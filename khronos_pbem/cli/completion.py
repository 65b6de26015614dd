"""Shell completion, which is fast and ignores all errors.

Only words that need no quotes in a shell are offered. Names with blanks, quotes or invisible characters are
left to the shell's own completion of files.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import wraps
from pathlib import Path
from typing import ParamSpec, TypeVar

import typer

from khronos_pbem.engine.features import bots
from khronos_pbem.engine.features import puzzles as engine_puzzles
from khronos_pbem.engine.features.protocols import DataFiles, Options, Words
from khronos_pbem.errors import UsageError
from khronos_pbem.games.registry import GAMES, feature_or_none, find_installed_bots, games_with_feature
from khronos_pbem.games.registry import game_names as all_game_names
from khronos_pbem.home import config, keyring
from khronos_pbem.languages import LANGUAGES, preferred_language
from khronos_pbem.lessons import course
from khronos_pbem.library import contact_list as contacts
from khronos_pbem.library import library
from khronos_pbem.messages import message
from khronos_pbem.record import save
from khronos_pbem.session import context
from khronos_pbem.session.turns import branching as whatif
from khronos_pbem.storage import files
from khronos_pbem.storage import home_folder as home

ASKED = "_KHRONOS_COMPLETE"
"""The environment variable that a shell's script sets to request completion."""

SAVES, RECORDS, POSITIONS = ".khronos", ".krec", ".toml"
_PLAIN = re.compile(r"[\w./~@%+=,-][\w./~@%+=,-]*")
_MOST = 400
"""The maximum number of entries read from a folder; more are left to the shell's own completion."""

Args = ParamSpec("Args")
Found = TypeVar("Found")


def quietly(find: Callable[Args, Iterable[Found]]) -> Callable[Args, list[Found]]:
    """Return a function that lists what `find` finds, in order and without duplicates.

    On any error, the list is empty.
    """

    @wraps(find)
    def found(*args: Args.args, **kwargs: Args.kwargs) -> list[Found]:
        try:
            return list(dict.fromkeys(find(*args, **kwargs)))
        except Exception:
            return []

    return found


def command_to_complete(environment: Mapping[str, str], names: Iterable[str]) -> str | None:
    """Return the command whose arguments a shell asks this program to complete.

    The result is empty while the command's own name is being typed, and None if no shell asks for completion.
    """
    if ASKED not in environment:
        return None
    known = set(names)
    return next((word for word in _words_before_cursor(environment) if word in known), "")


def _words_before_cursor(environment: Mapping[str, str]) -> list[str]:
    """Return the complete words on the command line before the one being typed.

    The program's name is left out.
    """
    line = environment.get("COMP_WORDS") or environment.get("_TYPER_COMPLETE_ARGS", "")
    typed = line.split()
    if typed and not line[-1:].isspace():
        typed.pop()
    return typed[1:]


# --- files and games --------------------------------------------------------------------------------------


def _matching_words(words: Iterable[str], incomplete: str) -> Iterator[str]:
    """Return the words that begin with `incomplete` and need no quotes in a shell."""
    return (word for word in words if word.startswith(incomplete) and _PLAIN.fullmatch(word))


def _matching_files(incomplete: str, endings: tuple[str, ...]) -> Iterator[str]:
    """Return the files with these endings that begin with `incomplete`, which may include a folder."""
    before, slash, _ = incomplete.rpartition("/")
    with os.scandir(Path(before).expanduser() if before else f"{slash or '.'}") as entries:
        names = sorted(entry.name for _, entry in zip(range(_MOST), entries, strict=False))
    return _matching_words(
        (f"{before}{slash}{name}" for name in names if name.endswith(endings) and name[0] not in "-."),
        incomplete,
    )


def _matching_games(incomplete: str) -> Iterator[str]:
    found = library.configured_library(config.read_config()).files()
    return _matching_words((path.stem for path in found), incomplete)


def _games_and_files(*endings: str) -> Callable[[str], list[str]]:
    def complete(incomplete: str) -> list[str]:
        in_library, here = quietly(_matching_games)(incomplete), quietly(_matching_files)(incomplete, endings)
        return [*in_library, *here]

    return complete


saves = _games_and_files(SAVES)
"""Complete a game in the library, or a save."""
games = _games_and_files(SAVES, RECORDS)
"""Complete a game in the library, a save or a text record."""
games_and_positions = _games_and_files(SAVES, RECORDS, POSITIONS)
"""Complete a game in the library, a save, a text record or a position."""


@quietly
def positions(incomplete: str) -> Iterable[str]:
    """Complete a position file."""
    return _matching_files(incomplete, (POSITIONS,))


# --- people and settings ----------------------------------------------------------------------------------


def _one_of(words: Callable[[], Iterable[str]]) -> Callable[[str], list[str]]:
    """Return a completer that offers the words that begin with what was typed."""

    def complete(incomplete: str) -> Iterator[str]:
        return _matching_words(words(), incomplete)

    return quietly(complete)


def _names_of_bots() -> Sequence[str]:
    return keyring.list_names(home.home(), keyring.BOTS)


identities = _one_of(lambda: keyring.list_names(home.home()))
"""Complete an identity in the keyring."""
bot_names = _one_of(lambda: (*_names_of_bots(), *keyring.list_names(home.home())))
"""Complete an identity in the keyring, bots first."""


@quietly
def bots_with_strength(incomplete: str) -> Iterable[str]:
    """Complete NAME=STRENGTH: each bot in the keyring with every strength."""
    name, mark, _ = incomplete.partition("=")
    names = [name] if mark else _names_of_bots()
    return _matching_words(
        (f"{each}={strength.value}" for each in names for strength in bots.Strength), incomplete
    )


contact_names = _one_of(lambda: (contact.name for contact in contacts.read_contacts(home.home())))
"""Complete the name of a contact."""
setting_assignments = _one_of(lambda: (f"{key}=" for key in config.KEYS))
"""Complete the key of a setting as `KEY=`; the value follows it."""
setting_keys = _one_of(lambda: config.KEYS)
"""Complete the key of a setting."""


@quietly
def setting_values(context: typer.Context, incomplete: str) -> Iterable[str]:
    """Complete the value of the setting just typed: its possible values, else its current value."""
    key = str(context.params.get("key") or "")
    return _matching_words(config.CHOICES.get(key) or [config.read_config().get(key)], incomplete)


language_codes = _one_of(lambda: LANGUAGES)
"""Complete a language of the program: en, fr or de."""
strengths = _one_of(lambda: (strength.value for strength in bots.Strength))
"""Complete the strength of a computer player."""
bot_strengths = _one_of(lambda: (*(strength.value for strength in bots.Strength), *find_installed_bots()))
"""Complete the strength of a bot, or the name of an installed bot."""
game_names = _one_of(all_game_names)
"""Complete the name of a game that can be played, such as khronos."""


@quietly
def puzzles(incomplete: str) -> Iterable[str]:
    """Complete the number of a puzzle, or the word `list`."""
    count = max(len(found.puzzles()) for _, found in games_with_feature(engine_puzzles.Puzzles))
    return _matching_words(("list", *map(str, range(1, count + 1))), incomplete)


# --- what games have --------------------------------------------------------------------------------------


@quietly
def lessons(context: typer.Context, incomplete: str) -> Iterable[str]:
    """Complete the number or name of a lesson of the given game, or of all games if none is given."""
    return _matching_words(
        course.all_lesson_names(preferred_language(os.environ), context.params.get("game") or ""), incomplete
    )


@quietly
def colours(context: typer.Context, incomplete: str) -> Iterable[str]:
    """Complete a colour of the game; if a file is given, only colours that are free in it."""
    name, taken = _game_of(context)
    found = [options for game, options in games_with_feature(Options) if name in (None, game)]
    return _matching_words((c for options in found for c in options.colours if c not in taken), incomplete)


@quietly
def parts(context: typer.Context, incomplete: str) -> Iterable[str]:
    """Complete a part of a game's picture: one of its boards."""
    name, _ = _game_of(context)
    found = [options for game, options in games_with_feature(Options) if name in (None, game)]
    return _matching_words((part for options in found for part in options.parts), incomplete)


def _game_of(context: typer.Context) -> tuple[str | None, set[str]]:
    """Return the game's name from `--game` or the file given, and the colours taken in that file.

    The name is None if neither is given.
    """
    path = _file_of(context)
    if path is not None:
        found = save.parse_save(files.read_file(path))
        return found.header.game, {block.colour for block in found.blocks if block.colour}
    return context.params.get("game") if len(GAMES) > 1 else None, set()


def _file_of(context: typer.Context) -> Path | None:
    """Return the file that the command line names, or None.

    If the parser stopped at an option without a value, the file comes from the first word that names a save
    or a game in the library.
    """
    path = context.params.get("file")
    if isinstance(path, Path):
        return path if path.is_file() else None
    return next(
        (file for word in _words_before_cursor(os.environ)[1:] for file in quietly(_saves_named)(word)), None
    )


def _saves_named(word: str) -> Iterator[Path]:
    path = Path(word).expanduser()
    if path.suffix == SAVES and path.is_file():
        yield path
    elif not path.suffix and word[:1] not in "-'\"" and len(path.parts) == 1:
        yield library.configured_library(config.read_config()).find(word)


def option_value_completer(name: str, choices: Iterable[object]) -> Callable[[str], list[str]]:
    """Return the completer of an option declared by games.

    It offers the choices of the option, or the names of the data files that it accepts.
    """

    def values(incomplete: str) -> Iterator[str]:
        named = [str(choice) for choice in choices]
        for game, options in games_with_feature(Options):
            data = feature_or_none(game, DataFiles)
            if data is not None and any(o.name == name and o.data_file for o in options.declared):
                named += data.names()
        return _matching_words(named, incomplete)

    return quietly(values)


# --- orders -----------------------------------------------------------------------------------------------


@quietly
def orders(context: typer.Context, incomplete: str) -> Iterable[str]:
    """Complete the order being typed by one word of the order language or of the legal orders.

    The legal orders are those that can follow the orders already typed.
    """
    begun = re.sub(r"[^\s;]*$", "", incomplete)
    language = preferred_language(os.environ)
    words = [word for _, known in games_with_feature(Words) for word in known.complete(incomplete, language)]
    spelled = [f"{begun}{word}" for word in words]
    order = incomplete.rpartition(";")[2].lstrip()
    before = incomplete[: len(incomplete) - len(order)]
    legal = [
        f"{before}{each}" for each in quietly(_completed_by_one_word)(_legal_orders(context, before), order)
    ]
    return [*legal, *spelled] if begun == before or not legal else legal


@quietly
def moves(context: typer.Context, incomplete: str) -> Iterable[str]:
    """Complete the next word of the legal orders that begin with the words typed so far."""
    before = "".join(f"{word} " for word in context.params.get("words") or ())
    return (
        order[len(before) :] for order in _completed_by_one_word(_legal_orders(context), before + incomplete)
    )


def _completed_by_one_word(legal: Iterable[str], begun: str) -> Iterator[str]:
    """Yield the orders that begin with `begun`, each cut off at the end of the word being typed."""
    for order in legal:
        if order.casefold().startswith(begun.casefold()):
            yield begun + re.match(r"\S*", order[len(begun) :])[0]  # type: ignore[index]


def _legal_orders(context: typer.Context, before: str = "") -> list[str]:
    """Return the legal orders in the game on the command line, after those in `-c` and `before`.

    The list is empty if it is not the player's turn, or if the orders before are not legal.
    """
    path = _file_of(context)
    given = "\n".join((*(context.params.get("commands") or ()), before))
    return [] if path is None else quietly(_legal_orders_in)(path, context.params.get("name"), given)


def _legal_orders_in(path: Path, name: str | None, given: str) -> list[str]:
    return whatif.legal_orders_after(
        path, context.Context(home.home(), _passphrase_without_asking, "", name), given
    )


def _passphrase_without_asking() -> str:
    """Return the passphrase in KHRONOS_PASSPHRASE. Raises UsageError if the variable is not set."""
    given = os.environ.get("KHRONOS_PASSPHRASE")
    if given is None:
        raise UsageError(message("the identity is locked with a passphrase"))
    return given
