"""Options that several commands share."""

from __future__ import annotations

import getpass
import os
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Annotated

import typer

from khronos_pbem.cli import completion
from khronos_pbem.cli.game_options import colours_help
from khronos_pbem.cli.terminal.printing import note, spoken
from khronos_pbem.engine.features.protocols import Words
from khronos_pbem.errors import UnreadableOrder, UsageError
from khronos_pbem.games.registry import offered
from khronos_pbem.home import config, sealed_orders
from khronos_pbem.home import shared_folders as shared
from khronos_pbem.library import locate_game as locating
from khronos_pbem.library import newest_copy as freshness
from khronos_pbem.messages import message
from khronos_pbem.session import identities
from khronos_pbem.storage import file_types as kinds
from khronos_pbem.storage.files import read_file
from khronos_pbem.storage.home_folder import home


def save_or_game(path: Path) -> Path:
    """A file, or, where there is no such file, the newest one of the game that is called so.

    A file that is called like a game, without `.khronos`, may be an older copy of it: the newest seen wins.
    """
    if not _may_be_name(path):
        return path
    places = locating.locator(config.read_config())
    if path.exists():
        newest = freshness.newest_of(places.library, path)
        if newest is not None:
            note(message("{path} is older than {path2}; using {path2}", path=path, path2=newest))
        return newest or path
    return places.to_read(places.called(str(path)))


def game_to_play(path: Path) -> Path:
    """The file in which a game is played that is given by its name, its id or the path of a copy.

    A person is told where that is not the file that was named. What is no save stays as it is.
    """
    if not _may_be_name(path) and _stands_alone(path):
        return path
    found = locating.locator(config.read_config()).to_play(save_or_game(path))
    if found.told is not None:
        note(found.told)
    return found.path


def _stands_alone(path: Path) -> bool:
    """Whether a file has no other that it could be a copy of: not of the library, and nothing is shared."""
    settings, at = config.read_config(), home()
    if settings.get("folders") or shared.shared_folders(at):
        return False
    return not kinds.same_file(path.parent, config.library_path(settings, at))


def _may_be_name(path: Path) -> bool:
    return not path.suffix and len(path.parts) == 1 and not path.is_dir()


def any_colour(word: str) -> str:
    """A colour in English, whatever language it is written in."""
    found = (words.colour(word) for _, words in offered(Words))
    return next((colour for colour in found if colour != word), word)


def any_board(word: str | None) -> str | None:
    """A board in English, whatever language it is written in."""
    if word is None:
        return None
    found = (words.part(word) for _, words in offered(Words))
    return next((part for part in found if part != word), word)


SaveFile = Annotated[
    Path,
    typer.Argument(
        metavar="FILE",
        callback=save_or_game,
        autocompletion=completion.saves,
        help="The save, or a game in the library.",
    ),
]
SaveOrLetter = Annotated[
    Path,
    typer.Argument(
        metavar="FILE",
        callback=game_to_play,
        autocompletion=completion.saves,
        help="The save, a letter that contains it, or a game in the library.",
    ),
]
SaveToPlay = Annotated[
    Path,
    typer.Argument(
        metavar="FILE",
        callback=game_to_play,
        autocompletion=completion.saves,
        help="The save, or a game in the library.",
    ),
]
GameFile = Annotated[
    Path,
    typer.Argument(
        metavar="FILE",
        callback=save_or_game,
        autocompletion=completion.games,
        help="A save, a text record, or a game in the library.",
    ),
]
NewFile = Annotated[
    Path | None,
    typer.Argument(
        metavar="[FILE]",
        help="The save to write, besides the one in the library; default: only the one in the library.",
    ),
]
As = Annotated[
    str | None,
    typer.Option(
        "--as",
        metavar="NAME",
        autocompletion=completion.identities,
        help="The identity that you want to use.",
    ),
]
Colour = Annotated[
    str,
    typer.Option(
        "--colour",
        "--color",
        metavar="COLOUR",
        callback=any_colour,
        autocompletion=completion.colours,
        help=colours_help(),
    ),
]
ColourOrNone = Annotated[
    str,
    typer.Option(
        "--colour",
        "--color",
        metavar="COLOUR",
        callback=any_colour,
        autocompletion=completion.colours,
        help=colours_help(),
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document instead of text.")]
Plain = Annotated[bool, typer.Option("--plain", help="Print without colour, in ASCII only.")]
Legend = Annotated[bool, typer.Option("--legend", help="Explain the signs on the boards.")]
Settings = Annotated[
    list[str] | None,
    typer.Option(
        "--config",
        metavar="KEY=VALUE",
        autocompletion=completion.settings,
        help="A setting for this run only; see khronos config.",
    ),
]
Copies = Annotated[bool, typer.Option("--copies", help="Also send a copy to all other players.")]
To = Annotated[
    list[str] | None,
    typer.Option(
        "--to",
        metavar="NAME|ADDRESS",
        autocompletion=completion.people,
        help="Send it to this player or address instead.",
    ),
]
Smtp = Annotated[bool, typer.Option("--smtp", help="Send it through your mail server.")]
Send = Annotated[
    bool,
    typer.Option(
        "--send",
        help="Send the letter at once through your mail server, or write it as an .eml file if you have "
        "set none.",
    ),
]
Hook = Annotated[
    str,
    typer.Option("--hook", metavar="COMMAND", help="Run this command with the file when it is your turn."),
]
Notify = Annotated[bool, typer.Option("--notify", help="Show a desktop notification when it is your turn.")]
Yes = Annotated[bool, typer.Option("--yes", help="Save the senders' addresses without asking.")]
Cite = Annotated[bool, typer.Option("--cite", help="Show the paragraph of the rules for each event.")]
Out = Annotated[
    Path | None, typer.Option("-o", "--out", metavar="OUT", help="Write to this file instead of FILE.")
]
Force = Annotated[bool, typer.Option("--force", help="Overwrite OUT if it exists.")]
Agreed = Annotated[
    bool, typer.Option("--yes", help="Do not ask for confirmation, even of orders with serious consequences.")
]
Rewind = Annotated[
    bool, typer.Option("--rewind", help="Accept a file that is older than the newest version you have seen.")
]
Commands = Annotated[
    list[str] | None,
    typer.Option(
        "-c",
        metavar="ORDERS",
        help="The orders; can be repeated.",
        autocompletion=completion.orders,
    ),
]
OrdersFile = Annotated[
    str | None, typer.Argument(metavar="[ORDERS]", help="A file with orders, or - for standard input.")
]


def now() -> str:
    """The moment, UTC in whole seconds, as blocks carry it."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def ask_passphrase() -> str:
    """The passphrase of an identity: from KHRONOS_PASSPHRASE, else asked for on the terminal."""
    given = os.environ.get("KHRONOS_PASSPHRASE")
    if given is not None:
        return given
    if sys.stdin is None or sys.stdin.closed or not sys.stdin.isatty():
        hint = message("set KHRONOS_PASSPHRASE, or run the command in a terminal")
        raise UsageError(message("the identity is locked with a passphrase"), rule="FORMATS 1", hint=hint)
    return getpass.getpass(spoken(message("passphrase: ")))


def asked_once() -> Callable[[], str]:
    """Asks for the passphrase when it is first wanted, and gives the same one when it is wanted again."""
    return cache(ask_passphrase)


def read_orders(
    source: str | None, commands: list[str] | None, ask: Callable[[], str] = ask_passphrase
) -> tuple[str, str | None]:
    """The text of the orders, and the name to call it by in errors; `ask` opens those that are sealed.

    Raises UsageError if there is none, InvalidFile for sealed orders that do not open.
    """
    if commands and source is not None:
        raise UsageError(
            message("you gave orders both in a file and with -c"),
            rule="FORMATS 1",
            hint=message("use only one of the two"),
        )
    if commands:
        return _at_most("\n".join(commands)), None
    if source is None:
        hint = message("give a file with orders, - for standard input, or -c 'ORDERS'")
        raise UsageError(message("no orders given"), rule="FORMATS 1", hint=hint)
    if source in ("-", "/dev/stdin"):
        return _from_standard_input(), "standard input"
    data = read_file(Path(source))
    if sealed_orders.is_draft(data):
        return _at_most(identities.opened_draft(home(), data, source, ask)), source
    try:
        return _at_most(data.decode("utf-8-sig")), source
    except UnicodeDecodeError:
        raise UsageError(message("the file is not text in UTF-8"), file=source) from None


MOST_ORDERS_TEXT = 256 * 1024
"""Characters of a text of orders with its comments; those of a block are far fewer."""


def _at_most(text: str) -> str:
    if len(text) > MOST_ORDERS_TEXT:
        what = message("the orders are too long: at most {most} characters", most=MOST_ORDERS_TEXT)
        raise UnreadableOrder(what, rule="FORMATS 2")
    return text


def _from_standard_input() -> str:
    if sys.stdin is None or sys.stdin.closed:
        raise UsageError(
            message("standard input is closed"), rule="FORMATS 1", hint=message("give a file, or -c 'ORDERS'")
        )
    try:
        data = sys.stdin.buffer.read(4 * MOST_ORDERS_TEXT + 1)
        text = data.decode("utf-8-sig", "strict" if len(data) <= 4 * MOST_ORDERS_TEXT else "replace")
    except (UnicodeDecodeError, OSError, ValueError):
        raise UsageError(message("standard input is not text in UTF-8")) from None
    return _at_most(text)
