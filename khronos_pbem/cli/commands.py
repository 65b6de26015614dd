"""The list of all commands.

Each command is in a module of the same name, which is imported only to run the command. The function of a
command has no docstring, because its help text is in this module.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from keyword import iskeyword

import typer

from khronos_pbem.cli import completion
from khronos_pbem.cli.command_classes import Command, Group
from khronos_pbem.cli.game_in_hints import with_game_in_hints
from khronos_pbem.cli.game_options import sentence_for_games, with_game_options
from khronos_pbem.messages import message
from khronos_pbem.version import __version__

HEADINGS: Mapping[str, tuple[str, ...]] = {
    message("Play"): ("practise", "bots", "play"),
    message("Look at a game"): ("look",),
    message("Send and receive"): ("mail",),
    message("Study and publish"): ("study",),
    message("Players and settings"): ("people",),
    message("Help and rules"): ("help",),
}
"""The headings of `--help`, each with the folders that contain its commands."""

FOLDERS = {
    "practise": "learn demo",
    "bots": "solo bot",
    "play": "new join next turn hint moves check play undo assist try",
    "look": "show status log note replay verify",
    "mail": "inbox receive send resend remind watch armor dearmor settle",
    "study": "analyse puzzle export publish stats league",
    "people": "keygen contacts config remote vote rekey",
    "help": "help orders rules",
}
"""The folders that contain the commands, each with the names of its commands."""

COMMANDS = {
    "learn": "Learn a game in eight short lessons, full-screen in a terminal or line by line.",
    "demo": "Let two computer players play a short game, and show every step.",
    "solo": "Play against bots: start or continue a game, and let the bots play until it is your turn.",
    "new": "Start a game and take its first seat.",
    "join": "Take the next free seat in a game, or offer to take over a seat.",
    "next": (
        "Read what has arrived, send your shares, and show the game that has been waiting for you "
        "the longest."
    ),
    "turn": "Compose a turn in full-screen mode, with the boards, the cards and the effect of each order.",
    "hint": "Show what a computer player would do in your place, and why.",
    "moves": "List the orders that are legal now, or after other orders, with the effect of each.",
    "check": "Show whether a turn is legal, what it costs and what effects it has, without playing it.",
    "play": "Play your turn or make a choice, and write the new save.",
    "undo": "Take back your newest block if it has not left this computer yet; its orders become a draft.",
    "assist": "Send your share of the deck or of a dice roll while it is another player's turn.",
    "bot": (
        "Let one of your bots play: it takes a free seat, sends its shares, plays its turns and "
        "makes its choices."
    ),
    "try": "Try out orders in a position that you set up, for analysis or puzzles.",
    "show": "Show the boards, the players and your hand.",
    "status": "Show whose turn it is, what the game is waiting for, and whether your share is missing.",
    "log": "Print the course of the game as text: who did what, and what happened.",
    "note": "Save a sealed note for yourself, list your private notes and messages, or let everybody "
    "read them after the game.",
    "replay": "Step through a game and see its boards and events, full-screen in a terminal.",
    "verify": "Check the whole game (signatures, proofs and rules), and name any player who broke a rule.",
    "inbox": "List your games, one per line; those that are waiting for you come first.",
    "receive": (
        "Add the saves in your mail to the library. Orders become drafts; nothing is played until you agree."
    ),
    "send": "Write an e-mail, with the save attached, to the player the game is waiting for.",
    "resend": "Write or send the last e-mail of a game again, exactly as it was.",
    "remind": "Remind players whose time for a turn has run out; without --smtp, only list them.",
    "watch": "Watch a shared folder or your mail, add new saves, send your shares, and report when "
    "it is your turn.",
    "armor": "Print a save as plain text that every mail program transmits intact.",
    "dearmor": (
        "Convert the output of the armor command back into a save; if damaged lines are sent again, "
        "the new copies replace them."
    ),
    "settle": "Show the two versions of a game and choose the one to continue with; the other one is kept.",
    "analyse": "Review a finished game turn by turn: what was played, and what would have been worth more.",
    "puzzle": "Find the turn that earns the most in a position; the program judges your answer.",
    "export": (
        "Export a game as a picture, a web page, an animation or text, showing only what everyone can see."
    ),
    "publish": (
        "Write a signed record for spectators that provably contains no hidden information, "
        "optionally with a delay."
    ),
    "stats": sentence_for_games(lambda options: options.counted, "Show statistics on many games: "),
    "league": "Rank the players of a season by points, places and rating, or propose the next round.",
    "keygen": "Create an identity to sign your turns with. It is stored in $KHRONOS_HOME, or in the "
    "data folder of your system.",
    "contacts": "Manage the players you know: their addresses and public keys.",
    "config": "Show your settings and where each one comes from, or change a setting.",
    "remote": "Play by mail from your phone: answer the e-mails that your computer sends you.",
    "vote": "Vote to continue without a missing player, or to give their seat to another player.",
    "rekey": ("Name a new identity to replace an old one in all your games, and show who still has to vote."),
    "help": "Explain a topic or a command, or list the topics.",
    "orders": "List the orders that a turn can contain, with their syntax and effects.",
    "rules": "Print a paragraph of the rules, or list the chapters.",
}
"""The help text of each command, in the order of `--help`."""


def commands_by_heading() -> Iterator[tuple[str, list[str]]]:
    """Yield each heading of `--help` with its commands."""
    for heading, folders in HEADINGS.items():
        below = {name for folder in folders for name in FOLDERS[folder].split()}
        yield heading, [name for name in COMMANDS if name in below]


class _Program(Group):
    """The program; its help lists the commands under several headings."""

    def headings(self) -> Iterator[tuple[str, list[str]]]:
        """Yield each heading with its commands."""
        return commands_by_heading()


def application(first: str = "") -> typer.Typer:
    """Return the Typer application with only the command named `first`.

    If no command has that name, the application has all commands.
    """
    app = _bare_application()
    for name in [first] if first in COMMANDS else COMMANDS:
        module = command_module(name)
        text, folder = COMMANDS[name], next(each for each in FOLDERS if name in FOLDERS[each].split())
        command = getattr(import_module(f"khronos_pbem.cli.{folder}.{module}"), module)
        if isinstance(command, typer.Typer):
            app.add_typer(command, name=name, help=text)
        else:
            app.command(name, cls=Command, help=text)(with_game_in_hints(with_game_options(command)))
    return app


def application_outline() -> typer.Typer:
    """Return the Typer application with the names and help texts of all commands, but not their code.

    It handles arguments that name no command, such as `--help`, without importing any command.
    """
    app = _bare_application()
    for name, text in COMMANDS.items():
        app.command(name, cls=Command, help=text)(_do_nothing)
    return app


def command_module(name: str) -> str:
    """Return the name of a command's module, which is also the name of its function.

    An underscore is added if the name is a Python keyword or `help`.
    """
    return f"{name}_" if iskeyword(name) or name == "help" else name


def _bare_application() -> typer.Typer:
    app = typer.Typer(
        name="khronos",
        cls=_Program,
        help="Khronos by mail: board games by e-mail. A game is one signed file that goes from player "
        "to player. There is no server, and you need not trust anybody.",
        epilog="khronos learn teaches you a game. khronos COMMAND --help shows the options of a command. "
        "khronos help TOPIC explains a topic.",
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
        rich_markup_mode=None,
    )
    app.callback(invoke_without_command=True)(_global_options)
    return app


def _do_nothing() -> None:
    """Stand in for the function of a command that is only listed."""


def _global_options(
    version: bool = typer.Option(False, "--version", help="Print the version and exit."),
    lang: str = typer.Option(
        "",
        "--lang",
        metavar="en|fr|de",
        autocompletion=completion.language_codes,
        help="The language (default: your system language).",
    ),
) -> None:
    if version:
        typer.echo(message("khronos {installed}", installed=__version__))
        raise typer.Exit
