"""The `khronos` command: the commands of FORMATS 1, and the one place where errors are printed."""

from __future__ import annotations

import os
import sys
from typing import NoReturn

import typer

from khronos_pbem.cli.commands import application
from khronos_pbem.cli.helping import in_language, reworded
from khronos_pbem.cli.printing import print_error, print_lines, set_language
from khronos_pbem.cli.values import plainly
from khronos_pbem.errors import Exit, KhronosError, UsageError
from khronos_pbem.saying import say

_MRO = typer.BadParameter.__mro__
_Complaint: type[Exception] = _MRO[_MRO.index(Exception) - 1]  # its name and module depend on Typer's version


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
        app = application(next(iter(arguments), ""))
        command = plainly(in_language(typer.main.get_command(app)))
        return int(command(arguments, prog_name="khronos", standalone_mode=False) or 0)
    except KhronosError as problem:
        return print_error(problem, as_json=as_json)
    except typer.Abort:
        return print_error(UsageError("stopped"), as_json=as_json)
    except _Complaint as problem:
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
