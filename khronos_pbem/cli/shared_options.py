"""Options and arguments shared by several commands, and functions that parse their values."""

from __future__ import annotations

import getpass
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Annotated

from khronos_pbem.cli import completion
from khronos_pbem.cli.game_options import colours_help
from khronos_pbem.cli.option_types import argument, flag, option
from khronos_pbem.cli.terminal.is_terminal import is_terminal
from khronos_pbem.cli.terminal.printing import note, translate
from khronos_pbem.engine.features.protocols import Words
from khronos_pbem.errors import UnreadableOrder, UsageError
from khronos_pbem.games.registry import games_with_feature
from khronos_pbem.home import config, sealed_orders, secret_command
from khronos_pbem.home import shared_folders as shared
from khronos_pbem.library import locate_game as locating
from khronos_pbem.library import newest_copy as freshness
from khronos_pbem.messages import message
from khronos_pbem.record.record_fields import instant_text
from khronos_pbem.session import identities
from khronos_pbem.storage import file_types as kinds
from khronos_pbem.storage.files import read_file
from khronos_pbem.storage.home_folder import home


def file_to_read(path: Path) -> Path:
    """Return the file to read for a path or the name of a game.

    For a name, this is the newest known copy of the game. If a path without a suffix is an older copy of a
    game in the library, the newer file is returned, and a note is printed. Any other path is returned
    unchanged. Raises UsageError for an unknown name.
    """
    if not _may_be_game_name(path):
        return path
    places = locating.game_locator(config.read_config())
    if path.exists():
        newest = freshness.newer_library_copy(places.library, path)
        if newest is not None:
            note(message("{path} is older than {path2}; using {path2}", path=path, path2=newest))
        return newest or path
    return places.file_to_read(places.called(str(path)))


def file_to_play(path: Path) -> Path:
    """Return the file in which to play a game, given the game's name or id, or the path of any copy.

    If this is a different file from the one given, a note is printed. A file that is not a save is returned
    unchanged. Raises UsageError for an unknown name.
    """
    if not _may_be_game_name(path) and _has_no_other_copy(path):
        return path
    found = locating.game_locator(config.read_config()).file_to_play(file_to_read(path))
    if found.message is not None:
        note(found.message)
    return found.path


def _has_no_other_copy(path: Path) -> bool:
    """Return whether a file has no copy elsewhere: it is not in the library, and no folder is shared."""
    settings, at = config.read_config(), home()
    if settings.get("folders") or shared.shared_folders(at):
        return False
    return not kinds.same_file(path.parent, config.library_path(settings, at))


def _may_be_game_name(path: Path) -> bool:
    return not path.suffix and len(path.parts) == 1 and not path.is_dir()


def english_colour(word: str) -> str:
    """Return the English name of a colour given in any language.

    A word that is unknown or ambiguous is returned unchanged.
    """
    return _only_meaning(word, (words.colours_meant(word) for _, words in games_with_feature(Words)))


def english_board(word: str | None) -> str | None:
    """Return the English name of a board given in any language; None for None.

    A word that is unknown or ambiguous is returned unchanged.
    """
    if word is None:
        return None
    return _only_meaning(word, (words.parts_meant(word) for _, words in games_with_feature(Words)))


def _only_meaning(word: str, by_game: Iterable[Sequence[str]]) -> str:
    meanings = {meaning for meanings in by_game for meaning in meanings}
    return meanings.pop() if len(meanings) == 1 else word


SaveFile = Annotated[
    Path, argument("FILE", "The save, or a game in the library.", completion.saves, callback=file_to_read)
]
SaveOrLetter = Annotated[
    Path,
    argument(
        "FILE",
        "The save, an e-mail that contains it, or a game in the library.",
        completion.saves,
        callback=file_to_play,
    ),
]
SaveToPlay = Annotated[
    Path, argument("FILE", "The save, or a game in the library.", completion.saves, callback=file_to_play)
]
GameFile = Annotated[
    Path,
    argument(
        "FILE", "A save, a text record, or a game in the library.", completion.games, callback=file_to_read
    ),
]
NewFile = Annotated[
    Path | None,
    argument(
        "[FILE]",
        "Write the save to this file as well as to the library; default: only to the library.",
    ),
]
As = Annotated[
    str | None, option("--as", "NAME", "The identity that you want to use.", completion.identities)
]
Colour = Annotated[
    str, option("--colour --color", "COLOUR", colours_help(), completion.colours, callback=english_colour)
]
AsSeenBy = Annotated[
    str | None,
    option(
        "--as", "NAME", "Show what this player sees; default: what everyone can see.", completion.identities
    ),
]
Title = Annotated[str, option("--title", "TITLE", "The title of the game.")]
OutOrPrint = Annotated[Path | None, option("-o --out", "OUT", "Write to this file; - for standard output.")]
OutInstead = Annotated[
    Path | None, option("-o --out", "OUT", "Write to this file instead of standard output.")
]
Json = Annotated[bool, flag("--json", "Print one JSON document instead of text.")]
Plain = Annotated[bool, flag("--plain", "Print without colour, in ASCII only.")]
NoBoards = Annotated[bool, flag("--no-boards", "Print without the boards.")]
Legend = Annotated[bool, flag("--legend", "Explain the symbols on the boards.")]
Settings = Annotated[
    list[str] | None,
    option(
        "--config",
        "KEY=VALUE",
        "A setting for this run only; see khronos config.",
        completion.setting_assignments,
    ),
]
Copies = Annotated[
    bool | None,
    flag(
        "--copies/--no-copies",
        "Send a copy to all other players, or to none of them; default: see khronos config copies.",
    ),
]
To = Annotated[
    list[str] | None,
    option(
        "--to", "NAME|ADDRESS", "Send the e-mail to this player or address instead.", completion.contact_names
    ),
]
Smtp = Annotated[bool, flag("--smtp", "Send the mail through your mail server.")]
Send = Annotated[
    bool,
    flag(
        "--send",
        "Send the e-mail at once through your mail server, or write it as an .eml file if you have "
        "not set up a mail server.",
    ),
]
Hook = Annotated[
    str, option("--hook", "COMMAND", "Run this command, with the file as its argument, when it is your turn.")
]
Notify = Annotated[bool, flag("--notify", "Show a desktop notification when it is your turn.")]
Yes = Annotated[bool, flag("--yes", "Save the senders' addresses without asking.")]
Cite = Annotated[bool, flag("--cite", "For each event, show the paragraph of the rules that applies to it.")]
Out = Annotated[Path | None, option("-o --out", "OUT", "Write to this file instead of FILE.")]
Force = Annotated[bool, flag("--force", "Overwrite OUT if it exists.")]
Agreed = Annotated[
    bool, flag("--yes", "Do not ask for confirmation, even for orders with serious consequences.")
]
Rewind = Annotated[
    bool, flag("--rewind", "Accept a file that is older than the newest version you have seen.")
]
Commands = Annotated[
    list[str] | None, option("-c", "ORDERS", "The orders. You can repeat this option.", completion.orders)
]
OrdersFile = Annotated[str | None, argument("[ORDERS]", "A file with orders, or - for standard input.")]


def current_time() -> str:
    """Return the current time in the format of blocks: ISO 8601, UTC, in whole seconds."""
    return instant_text(datetime.now(UTC))


def ask_passphrase() -> str:
    """Return the passphrase of an identity.

    It comes from KHRONOS_PASSPHRASE, `passphrase_command` or the terminal, in this order. Raises UsageError
    if `passphrase_command` fails, or if there is no terminal to ask on.
    """
    given = os.environ.get("KHRONOS_PASSPHRASE")
    if given is not None:
        return given
    settings = config.read_config()
    if settings.get("passphrase_command"):
        return secret_command.run_secret_command(settings, "passphrase_command")
    if not is_terminal(sys.stdin):
        hint = message("set KHRONOS_PASSPHRASE, or run the command in a terminal")
        raise UsageError(message("the identity is locked with a passphrase"), hint=hint)
    return getpass.getpass(translate(message("passphrase: ")))


def cached_passphrase_prompt() -> Callable[[], str]:
    """Return a function that asks for the passphrase on its first call and reuses it on later calls."""
    return cache(ask_passphrase)


def read_orders(
    source: str | None, commands: list[str] | None, ask: Callable[[], str] = ask_passphrase
) -> tuple[str, str | None]:
    """Return the text of the orders from a file, standard input or `-c`, and its name in errors.

    `source` is the file (- for standard input), `commands` the texts of `-c`; `ask` asks for the passphrase
    of sealed orders. Raises UsageError if there are no orders, if both a file and `-c` are given, or if the
    text cannot be read. Raises UnreadableOrder if the text is too long, and InvalidFile for sealed orders
    that cannot be opened.
    """
    if commands and source is not None:
        what = message("you gave orders both in a file and with -c")
        raise UsageError(what, hint=message("use only one of the two"))
    if commands:
        return _checked_length("\n".join(commands)), None
    if source is None:
        hint = message("give a file with orders, - for standard input, or -c 'ORDERS'")
        raise UsageError(message("no orders given"), hint=hint)
    if source in ("-", "/dev/stdin"):
        return _read_standard_input(), "standard input"
    data = read_file(Path(source))
    if sealed_orders.is_sealed_orders(data):
        return _checked_length(identities.unseal_orders_file(home(), data, source, ask)), source
    try:
        return _checked_length(data.decode("utf-8-sig")), source
    except UnicodeDecodeError:
        raise UsageError(message("the file is not UTF-8 text"), file=source) from None


MOST_ORDERS_TEXT = 256 * 1024
"""The maximum number of characters in a text of orders, including comments.

It is far more than a block needs.
"""


def _checked_length(text: str) -> str:
    if len(text) > MOST_ORDERS_TEXT:
        what = message(
            "the orders are too long: they can have at most {most} characters", most=MOST_ORDERS_TEXT
        )
        raise UnreadableOrder(what)
    return text


def _read_standard_input() -> str:
    if sys.stdin is None or sys.stdin.closed:
        raise UsageError(message("standard input is closed"), hint=message("give a file, or -c 'ORDERS'"))
    try:
        data = sys.stdin.buffer.read(4 * MOST_ORDERS_TEXT + 1)
        text = data.decode("utf-8-sig", "strict" if len(data) <= 4 * MOST_ORDERS_TEXT else "replace")
    except (UnicodeDecodeError, OSError, ValueError):
        raise UsageError(message("standard input is not UTF-8 text")) from None
    return _checked_length(text)
