"""The `khronos` command: the commands of FORMATS 1, and the one place where errors are printed."""

from __future__ import annotations

import os
import sys
from typing import NoReturn

import typer

from khronos_pbem.cli import (
    acting,
    counting,
    demo,
    exporting,
    keys,
    looking,
    mailing,
    positions,
    publishing,
    replaying,
    ruling,
    settling,
)
from khronos_pbem.cli.helping import in_language, reworded
from khronos_pbem.cli.printing import print_error, print_lines, set_language
from khronos_pbem.errors import Exit, KhronosError, UsageError
from khronos_pbem.saying import say

app = typer.Typer(
    name="khronos",
    help="Khronos by mail: a board game passed from hand to hand as one signed file, nobody to trust.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    rich_markup_mode=None,
)
_COMMANDS = (
    keys, acting, looking, positions, replaying, exporting, publishing, counting, mailing, settling, ruling,
    demo
)  # fmt: skip
for module in _COMMANDS:
    module.add_to(app)


@app.callback(invoke_without_command=True)
def _top(
    version: bool = typer.Option(False, "--version", help="Print the version and leave."),
    lang: str = typer.Option("", "--lang", metavar="en|fr|de", help="The language, else that of the locale."),
) -> None:
    if version:
        from importlib.metadata import version as installed

        typer.echo(say("khronos {installed}", installed=installed("khronos-pbem")))
        raise typer.Exit


def run() -> NoReturn:
    """Run the command line and leave with an exit code of FORMATS 1; no traceback is ever shown."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed by whoever runs it: nobody wants to read
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115, PTH123
    sys.exit(outcome(sys.argv[1:]))


def outcome(arguments: list[str]) -> int:
    """Run the command line with these arguments; the exit code, everything else is printed."""
    as_json = "--json" in arguments
    try:
        arguments = _language_taken(arguments)
        command = in_language(typer.main.get_command(app))
        return int(command(arguments, prog_name="khronos", standalone_mode=False) or 0)
    except KhronosError as problem:
        return print_error(problem, as_json=as_json)
    except typer.Abort:
        return print_error(UsageError("stopped"), as_json=as_json)
    except typer.TyperException as problem:
        if type(problem).__name__ == "NoArgsIsHelpError":  # a group without a command: its help
            print_lines(str(problem).splitlines())
            return int(Exit.USAGE)
        return print_error(_usage(problem), as_json=as_json)
    except KeyboardInterrupt:
        return print_error(UsageError(say("stopped by the keyboard")), as_json=as_json)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return int(Exit.DONE)
    except SystemExit:
        if type(sys.stdout).__name__ != "PacifyFlushWrapper":  # how Typer says that a pipe was closed
            raise
        return int(Exit.DONE)
    except OSError as problem:
        where = f": {problem.filename}" if problem.filename else ""
        return print_error(
            UsageError(f"{problem.strerror or 'a file cannot be used'}{where}"), as_json=as_json
        )
    except Exception as problem:
        if os.environ.get("KHRONOS_DEBUG"):
            raise
        what = say("a mistake in the program itself: {name}", name=type(problem).__name__)
        hint = say("nothing was written; KHRONOS_DEBUG=1 shows where, please report it")
        return print_error(UsageError(what, hint=hint), as_json=as_json)


def _language_taken(arguments: list[str]) -> list[str]:
    """The arguments without `--lang`, which may stand anywhere; it is obeyed at once."""
    from khronos_pbem.languages import preferred

    language, rest, given = preferred(os.environ), list[str](), iter(arguments)
    set_language(language)  # what is wrong with --lang is said in that of the locale
    for argument in given:
        if argument == "--":
            rest += [argument, *given]
        elif argument == "--lang":
            language = next(given, "")
        elif argument.startswith("--lang="):
            language = argument.removeprefix("--lang=")
        else:
            rest.append(argument)
    set_language(language)
    return rest


def _usage(problem: Exception) -> UsageError:
    message = problem.format_message() if hasattr(problem, "format_message") else str(problem)
    return UsageError(reworded(message.rstrip(".")), hint=say("khronos --help lists the commands"))
