"""Which commands there are: each in the module that is called like it, loaded only to run it."""

from __future__ import annotations

from importlib import import_module
from keyword import iskeyword

import typer

from khronos_pbem import __version__
from khronos_pbem.cli import completing
from khronos_pbem.cli.declared import of_each_game, with_declared
from khronos_pbem.cli.grouping import Grouped
from khronos_pbem.saying import say

COMMANDS = {
    "keygen": "Make an identity in the keyring ($KHRONOS_HOME, else the platform's data folder).",
    "solo": "Play against bots: start a game, or go on with one, until it is your turn.",
    "new": "Start a game and take its first seat.",
    "join": "Take the next seat of a game.",
    "check": "Say what a turn would do; writes nothing.",
    "turn": "Compose a turn on the full screen: boards, cards, what each order would do.",
    "play": "Play one turn, or one answer to a choice, and write the new save.",
    "assist": "Pay what is owed for the deck when it is somebody else's turn.",
    "bot": "Let a bot of yours play a seat: take a free one, pay what it owes, play its turn or its answer.",
    "vote": "Vote to go on without a player who does not come, or give the seat to somebody else.",
    "rekey": "Name a new identity as the heir of an old one in all games, and say whose votes are missing.",
    "show": "Show the game as it stands, the players, and your own hand.",
    "status": "Say whose move it is, what for, and what you owe.",
    "hint": "Say what a player of the program's own would do in your place, and why.",
    "moves": "List the legal orders here, or behind other orders, and what each would come to.",
    "log": "Print the record as text: who did what, and what happened.",
    "note": "Keep a line to yourself, sealed; list what is private to you; open it after the game.",
    "verify": "Replay and check everything; say what holds, or who broke what.",
    "try": "Play orders on a set-up position: analysis, puzzles, tests.",
    "puzzle": "Find the turn that earns most in a position; your orders are judged by the rules.",
    "orders": "List the orders of a turn: their form and what they do.",
    "replay": "Go through a game step by step, with pictures and what happened: full screen on a terminal.",
    "export": "Write a game as a picture, a page, a moving picture or text; as the public may see it.",
    "analyse": "Go through a finished game turn by turn: what was played, what would have been worth more.",
    "publish": "Write the record as spectators may see it: some time behind, signed, proven to hold "
    "nothing hidden.",
    "stats": of_each_game(lambda options: options.counted, "Count over many games: ") + ".",
    "league": "Count a season of finished games: points, places, a rating; propose its next round.",
    "send": "Write the letter that takes the game to the player who must act.",
    "next": "Take in what came, pay what is owed, and show the game that waits for you longest.",
    "receive": "Take the saves in some mail into the game library; orders become drafts, nothing is "
    "played unasked.",
    "inbox": "All games of the library, one line each: your moves first.",
    "resend": "Write the last letter of a game again, exactly as it was, or send it again.",
    "remind": "Remind players whom others wait for longer than the game's clock; without --smtp it only "
    "says whom.",
    "armor": "Print a save as text that survives any mail.",
    "dearmor": "Find the armored save in some texts and write it; lines sent again mend a damaged one.",
    "watch": "Watch a shared folder of saves: merge copies, pay debts, say when it is your move.",
    "config": "Show your settings and where each is from, or change one.",
    "undo": "Take back your newest block, as long as it has not left this machine; its orders become a "
    "draft.",
    "settle": "Show the two histories of a game, and let you choose the one to go on with; the other one "
    "is kept.",
    "help": "Explain a topic or a command, or list the topics.",
    "rules": "Print a paragraph of the law that errors cite, or what there is.",
    "learn": "Learn a game in eight short lessons: full screen on a terminal, else line by line.",
    "demo": "Play a short game between two players of its own, showing every step.",
    "contacts": "Players you know: addresses, and keys in words.",
}
"""The commands in the order in which the help shows them, and what it says of each."""


def application(first: str = "") -> typer.Typer:
    """The command line, with the one command that the first argument names, or with all of them."""
    app = _empty()
    for name in [first] if first in COMMANDS else COMMANDS:
        command = getattr(import_module(f"khronos_pbem.cli.{module_of(name)}"), module_of(name))
        if isinstance(command, typer.Typer):
            app.add_typer(command, name=name)
        else:
            app.command(name, help=COMMANDS[name])(with_declared(command))
    return app


def contents() -> typer.Typer:
    """The command line for arguments that name no command: what there is, with nothing loaded."""
    app = _empty()
    for name, text in COMMANDS.items():
        app.command(name, help=text)(_nothing)
    return app


def module_of(name: str) -> str:
    """The module of a command, and the function in it that does it, are called so."""
    return f"{name}_" if iskeyword(name) or name == "help" else name


def _empty() -> typer.Typer:
    app = typer.Typer(
        name="khronos",
        cls=Grouped,
        help="Khronos by mail: a board game passed from hand to hand as one signed file, nobody to trust.",
        epilog="khronos learn teaches the game. khronos COMMAND --help shows the options of a command; "
        "khronos help explains topics.",
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
        rich_markup_mode=None,
    )
    app.callback(invoke_without_command=True)(_top)
    return app


def _nothing() -> None:
    """What a command does that is only listed."""


def _top(
    version: bool = typer.Option(False, "--version", help="Print the version and leave."),
    lang: str = typer.Option(
        "",
        "--lang",
        metavar="en|fr|de",
        autocompletion=completing.spoken_languages,
        help="The language, else that of the locale.",
    ),
) -> None:
    if version:
        typer.echo(say("khronos {installed}", installed=__version__))
        raise typer.Exit
