"""Which commands there are and where: the one place that loads their modules, only those that are run."""

from __future__ import annotations

from importlib import import_module

import typer

from khronos_pbem import __version__
from khronos_pbem.saying import say

MODULES = {
    "keys": ("keygen",),
    "acting": ("new", "join", "check", "play", "assist"),
    "looking": ("show", "status", "moves", "log", "verify"),
    "positions": ("try", "orders"),
    "replaying": ("replay",),
    "exporting": ("export",),
    "publishing": ("publish",),
    "counting": ("stats",),
    "mailing": ("send", "receive", "inbox", "resend", "remind"),
    "armoring": ("armor", "dearmor"),
    "settling": ("watch", "config", "contacts"),
    "choosing": ("settle",),
    "ruling": ("rules",),
    "demo": ("demo",),
}
"""The commands by their modules, which add them in `add_to`, in the order in which the help shows them."""


def application(first: str = "") -> typer.Typer:
    """The command line, with the one command that the first argument names, or with all of them."""
    app = typer.Typer(
        name="khronos",
        help="Khronos by mail: a board game passed from hand to hand as one signed file, nobody to trust.",
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
        rich_markup_mode=None,
    )
    app.callback(invoke_without_command=True)(_top)
    needed = [module for module, commands in MODULES.items() if first in commands]
    for module in needed or MODULES:
        import_module(f"khronos_pbem.cli.{module}").add_to(app)
    if needed:
        app.registered_commands = [one for one in app.registered_commands if _name(one) == first]
    return app


def _name(command: typer.models.CommandInfo) -> str:
    """What a command is called: as it was added, else as its function."""
    return str(command.name or getattr(command.callback, "__name__", ""))


def _top(
    version: bool = typer.Option(False, "--version", help="Print the version and leave."),
    lang: str = typer.Option("", "--lang", metavar="en|fr|de", help="The language, else that of the locale."),
) -> None:
    if version:
        typer.echo(say("khronos {installed}", installed=__version__))
        raise typer.Exit
