"""What a shell is offered when it asks to complete a word: quick, and silent about whatever goes wrong.

What is found is offered only if a shell can take it as it is: a name with blanks, quotes or characters that
are not seen is left to the shell's own completion of files, which knows how it quotes.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import wraps
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

import typer

from khronos_pbem.engine.features import bots
from khronos_pbem.engine.features import puzzles as engine_puzzles
from khronos_pbem.engine.features.protocols import DataFiles, Options, Words
from khronos_pbem.errors import UsageError
from khronos_pbem.games.registry import GAMES, offered, optional
from khronos_pbem.home import config, keyring
from khronos_pbem.languages import LANGUAGES, preferred
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
"""The variable by which a shell's script asks for completion."""

SAVES, RECORDS, POSITIONS = ".khronos", ".krec", ".toml"
_PLAIN = re.compile(r"[\w./~@%+=,-][\w./~@%+=,-]*")
_MOST = 400
"""Entries of a folder that are looked at; in a fuller one the shell completes."""

Args = ParamSpec("Args")
Found = TypeVar("Found")


def quietly(find: Callable[Args, Iterable[Found]]) -> Callable[Args, list[Found]]:
    """What is found, each once and in its order; nothing if anything goes wrong, and nothing is said."""

    @wraps(find)
    def found(*args: Args.args, **kwargs: Args.kwargs) -> list[Found]:
        try:
            return list(dict.fromkeys(find(*args, **kwargs)))
        except Exception:
            return []

    return found


def command_asked_for(environment: Mapping[str, str], names: Iterable[str]) -> str | None:
    """The command whose words are to be completed; empty while its own name is being typed.

    None if no shell asks for completion.
    """
    if ASKED not in environment:
        return None
    known = set(names)
    return next((word for word in _typed(environment) if word in known), "")


def _typed(environment: Mapping[str, str]) -> list[str]:
    """The words of the command line before the one that is being typed, without the program's name."""
    line = environment.get("COMP_WORDS") or environment.get("_TYPER_COMPLETE_ARGS", "")
    typed = line.split()
    if typed and not line[-1:].isspace():
        typed.pop()
    return typed[1:]


# --- files and games --------------------------------------------------------------------------------------


def _offered(words: Iterable[str], incomplete: str) -> Iterator[str]:
    return (word for word in words if word.startswith(incomplete) and _PLAIN.fullmatch(word))


def _files(incomplete: str, endings: tuple[str, ...]) -> Iterator[str]:
    """The files that begin so, in the folder that is typed before them."""
    before, slash, _ = incomplete.rpartition("/")
    with os.scandir(Path(before).expanduser() if before else f"{slash or '.'}") as entries:
        names = sorted(entry.name for _, entry in zip(range(_MOST), entries, strict=False))
    return _offered(
        (f"{before}{slash}{name}" for name in names if name.endswith(endings) and name[0] not in "-."),
        incomplete,
    )


def _games(incomplete: str) -> Iterator[str]:
    found = library.configured(config.read_config()).files()
    return _offered((path.stem for path in found), incomplete)


def _games_and(incomplete: str, *endings: str) -> list[str]:
    in_library, here = quietly(_games)(incomplete), quietly(_files)(incomplete, endings)
    return [*in_library, *here]


def saves(incomplete: str) -> list[str]:
    """Games of the library, and saves."""
    return _games_and(incomplete, SAVES)


def games(incomplete: str) -> list[str]:
    """Games of the library, saves and text records."""
    return _games_and(incomplete, SAVES, RECORDS)


def tables(incomplete: str) -> list[str]:
    """Games of the library, saves, text records and positions."""
    return _games_and(incomplete, SAVES, RECORDS, POSITIONS)


@quietly
def positions(incomplete: str) -> Iterable[str]:
    """Files of positions."""
    return _files(incomplete, (POSITIONS,))


# --- people and settings ----------------------------------------------------------------------------------


@quietly
def identities(incomplete: str) -> Iterable[str]:
    """The identities of the keyring."""
    return _offered(keyring.list_names(home.home()), incomplete)


@quietly
def bot_names(incomplete: str) -> Iterable[str]:
    """The identities of the keyring, those of bots first."""
    found = (*keyring.list_names(home.home(), keyring.BOTS), *keyring.list_names(home.home()))
    return _offered(found, incomplete)


@quietly
def kept_bots(incomplete: str) -> Iterable[str]:
    """The bots of the keyring, each with every strength."""
    name, mark, _ = incomplete.partition("=")
    names = [name] if mark else keyring.list_names(home.home(), keyring.BOTS)
    return _offered((f"{each}={strength.value}" for each in names for strength in bots.Strength), incomplete)


@quietly
def people(incomplete: str) -> Iterable[str]:
    """The contacts."""
    return _offered((contact.name for contact in contacts.read_contacts(home.home())), incomplete)


@quietly
def settings(incomplete: str) -> Iterable[str]:
    """The keys of the configuration, to be given a value."""
    return _offered((f"{key}=" for key in config.KEYS), incomplete)


@quietly
def setting_keys(incomplete: str) -> Iterable[str]:
    """The keys of the configuration."""
    return _offered(config.KEYS, incomplete)


@quietly
def setting_values(context: typer.Context, incomplete: str) -> Iterable[str]:
    """What the key before may be set to, where there are but a few values; else what it is."""
    key = str(context.params.get("key") or "")
    values = config.SECURITY if key.endswith("_security") else [config.read_config().get(key)]
    return _offered(values, incomplete)


@quietly
def spoken_languages(incomplete: str) -> Iterable[str]:
    """The languages of the program."""
    return _offered(LANGUAGES, incomplete)


@quietly
def strengths(incomplete: str) -> Iterable[str]:
    """How strong the program's players are."""
    return _offered((strength.value for strength in bots.Strength), incomplete)


@quietly
def puzzles(incomplete: str) -> Iterable[str]:
    """The numbers of the puzzles, and the word for all of them."""
    count = max(len(found.puzzles()) for _, found in offered(engine_puzzles.Puzzles))
    return _offered(("list", *map(str, range(1, count + 1))), incomplete)


# --- what games have --------------------------------------------------------------------------------------


@quietly
def game_names(incomplete: str) -> Iterable[str]:
    """The games that can be played."""
    return _offered(GAMES, incomplete)


@quietly
def lessons(context: typer.Context, incomplete: str) -> Iterable[str]:
    """The lessons by their numbers and names: of the game that is named, else of all."""
    return _offered(course.all_names(preferred(os.environ), context.params.get("game") or ""), incomplete)


@quietly
def colours(context: typer.Context, incomplete: str) -> Iterable[str]:
    """The colours of the game; where a file is named those that are free in it."""
    name, taken = _game_of(context)
    found = [options for game, options in offered(Options) if name in (None, game)]
    return _offered((c for options in found for c in options.colours if c not in taken), incomplete)


@quietly
def parts(context: typer.Context, incomplete: str) -> Iterable[str]:
    """The parts of the picture of a game: its boards."""
    name, _ = _game_of(context)
    found = [options for game, options in offered(Options) if name in (None, game)]
    return _offered((part for options in found for part in options.parts), incomplete)


def _game_of(context: typer.Context) -> tuple[str | None, set[str]]:
    """The game that is named or whose file is named, None if neither is known; the colours taken in it."""
    path = _file_of(context)
    if path is not None:
        found = save.parse_save(files.read_file(path))
        return found.header.game, {block.colour for block in found.blocks if block.colour}
    return context.params.get("game") if len(GAMES) > 1 else None, set()


def _file_of(context: typer.Context) -> Path | None:
    """The file that the command line names: what the parser has of it, or, behind an option without its
    value, where it gives up, the first word that is a save or a game of the library."""
    path = context.params.get("file")
    if isinstance(path, Path):
        return path if path.is_file() else None
    return next((file for word in _typed(os.environ)[1:] for file in quietly(_saves_called)(word)), None)


def _saves_called(word: str) -> Iterator[Path]:
    path = Path(word).expanduser()
    if path.suffix == SAVES and path.is_file():
        yield path
    elif not path.suffix and word[:1] not in "-'\"" and len(path.parts) == 1:
        yield library.configured(config.read_config()).find(word)


def values_of(name: str, choices: Iterable[Any]) -> Callable[[str], list[str]]:
    """What completes an option that games declare: its choices, or the names of the data it may carry."""

    def values(incomplete: str) -> Iterator[str]:
        named = [str(choice) for choice in choices]
        for game, options in offered(Options):
            data = optional(game, DataFiles)
            if data is not None and any(o.name == name and o.data_file for o in options.declared):
                named += data.names()
        return _offered(named, incomplete)

    return quietly(values)


# --- orders -----------------------------------------------------------------------------------------------


@quietly
def orders(context: typer.Context, incomplete: str) -> Iterable[str]:
    """The orders that begin so, one word further: of a game's own move those that are legal in it, behind the
    orders that are typed before them."""
    begun = re.sub(r"[^\s;]*$", "", incomplete)
    language = preferred(os.environ)
    words = [word for _, known in offered(Words) for word in known.complete(incomplete, language)]
    spelled = [f"{begun}{word}" for word in words]
    order = incomplete.rpartition(";")[2].lstrip()
    before = incomplete[: len(incomplete) - len(order)]
    legal = [f"{before}{each}" for each in quietly(_further)(_legal(context, before), order)]
    return [*legal, *spelled] if begun == before or not legal else legal


@quietly
def moves(context: typer.Context, incomplete: str) -> Iterable[str]:
    """The next word of the legal orders that begin with the words typed so far."""
    before = "".join(f"{word} " for word in context.params.get("words") or ())
    return (order[len(before) :] for order in _further(_legal(context), before + incomplete))


def _further(legal: Iterable[str], begun: str) -> Iterator[str]:
    """These orders up to the end of the word that `begun` is in the middle of."""
    for order in legal:
        if order.casefold().startswith(begun.casefold()):
            yield begun + re.match(r"\S*", order[len(begun) :])[0]  # type: ignore[index]


def _legal(context: typer.Context, before: str = "") -> list[str]:
    """The legal orders of the game that the command line names, behind those of its `-c` and `before`.

    None if it is not my move, or these cannot be given.
    """
    path = _file_of(context)
    given = "\n".join((*(context.params.get("commands") or ()), before))
    return [] if path is None else quietly(_moves_of)(path, context.params.get("name"), given)


def _moves_of(path: Path, name: str | None, given: str) -> list[str]:
    return whatif.legal_behind(path, context.Context(home.home(), _never_asked, "", name), given)


def _never_asked() -> str:
    """The passphrase of a locked identity, as far as it can be had without asking. Raises UsageError."""
    given = os.environ.get("KHRONOS_PASSPHRASE")
    if given is None:
        raise UsageError(message("the identity is locked with a passphrase"), rule="FORMATS 1")
    return given
