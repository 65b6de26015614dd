"""The `khronos` command, which runs the commands of FORMATS 1; only this module prints errors."""

from __future__ import annotations

import gc
import os
import signal
import sys
import threading
from typing import Any, NoReturn

import typer

from khronos_pbem.cli.commands import COMMANDS, application, application_outline
from khronos_pbem.cli.completion import ASKED, command_to_complete
from khronos_pbem.cli.parser_errors import OptionError, option_error
from khronos_pbem.cli.terminal.printing import language, note, print_error, set_language, take_lost_output
from khronos_pbem.cli.terminal.streams import flush_output, is_output_error, open_streams
from khronos_pbem.errors import ExitCode, InternalError, KhronosError, UsageError
from khronos_pbem.games.registry import GAMES, find_installed_games
from khronos_pbem.languages import preferred_language
from khronos_pbem.messages import message
from khronos_pbem.storage.files import has_written, reset_written
from khronos_pbem.storage.json_store import take_notices

_OF_CONTACTS = ["contacts", "add"]


def run() -> NoReturn:
    """Run the command line and exit with an exit code of FORMATS 1.

    No traceback is shown unless KHRONOS_DEBUG is set.
    """
    open_streams()
    code = run_arguments(sys.argv[1:])
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # nothing is left to stop
    gc.freeze()  # nor to be looked through for garbage, which takes longer than to end
    sys.exit(code)


def run_arguments(arguments: list[str]) -> int:
    """Run the command line with these arguments, print its output and errors, and return the exit code."""
    reset_written()
    take_lost_output()
    take_notices()
    try:
        code, lost = _answer_completion() if ASKED in os.environ else _run_and_print_errors(arguments), None
    except OSError as problem:  # of standard output: every other one is told of
        code, lost = int(ExitCode.DONE), problem
    note(*take_notices().values())
    return flush_output(code, lost, has_written=has_written())


def _run_and_print_errors(arguments: list[str]) -> int:
    as_json, cite = "--json" in arguments, "--cite" in arguments
    try:
        return _run_command(arguments)
    except (Exception, KeyboardInterrupt) as problem:
        if isinstance(problem, OSError) and is_output_error(problem):
            raise
        if os.environ.get("KHRONOS_DEBUG") and _is_internal_error(problem):
            raise (problem.__cause__ or problem) from None
        return print_error(_as_khronos_error(problem), as_json=as_json, cite=cite)


def _finds_more_games() -> bool:
    """Return whether installed packages add games that were not known before."""
    before = len(GAMES)
    find_installed_games()
    return len(GAMES) > before


def _run_command(arguments: list[str]) -> int:
    """Run the command line and return the exit code. Raises any exception that ends a command."""
    arguments = _apply_language(arguments)
    if any("\0" in argument for argument in arguments):
        raise UsageError(message("an argument contains a NUL character"))
    command = _build_command(_first_word(arguments), language())
    try:
        with command.make_context("khronos", arguments) as context:
            command.invoke(context)
    except typer.Exit as stopped:
        return stopped.exit_code
    except typer.TyperException as problem:
        raise option_error(problem) from None
    except OptionError:
        if not _finds_more_games():
            raise
        return _run_command(arguments)
    except EOFError:
        sys.stderr.write("\n")  # the line of the question that was not answered
        raise typer.Abort from None
    return int(ExitCode.DONE)


def _answer_completion() -> int:
    """Answer a shell's completion request, and return the exit code; errors are not printed."""
    try:
        _apply_language([])
        _build_command(_first_word([]), language()).main([], "khronos", standalone_mode=False)
    except Exception:
        return int(ExitCode.NOTHING_TO_DO)
    return int(ExitCode.DONE)


def _first_word(arguments: list[str]) -> str | None:
    """Return the first argument if any argument is the name of a command, else None.

    While a shell asks for completion, return the command to complete, or None.
    """
    asked = command_to_complete(os.environ, COMMANDS)
    if asked is not None:
        return asked or None
    return None if COMMANDS.keys().isdisjoint(arguments) else next(iter(arguments), "")


def _build_command(first: str | None, _language: str) -> Any:
    """Return the Click command for this first word, in the language of this run.

    If `first` is None, the command only lists all commands.
    """
    app = application_outline() if first is None else application(first)
    return typer.main.get_command(app)


def _is_internal_error(problem: BaseException) -> bool:
    """Return whether an exception is caused by a bug in the program."""
    return isinstance(problem, InternalError) or not isinstance(problem, KhronosError | OSError)


def _as_khronos_error(problem: BaseException) -> KhronosError:
    """The error to print for any exception that ends a command."""
    match problem:
        case KhronosError():
            return problem
        case typer.Abort():
            return UsageError(message("cancelled"))
        case KeyboardInterrupt():
            return UsageError(message("interrupted from the keyboard"))
        case OSError():
            return _file_error(problem)
        case MemoryError():
            return UsageError(message("not enough memory"))
    what = message("internal error: {name}", name=type(problem).__name__)
    hint = message(
        "nothing was written; please report this error (to see where it happened, set KHRONOS_DEBUG=1)"
    )
    return UsageError(what, hint=hint)


def _apply_language(arguments: list[str]) -> list[str]:
    """Set the language of this run from `--lang`, and return the arguments without that option.

    `--lang` can be anywhere. After `contacts add`, it is left in place, because there it is the contact's
    language.
    """
    chosen, rest, given = preferred_language(os.environ), list[str](), iter(arguments)
    set_language(chosen)  # what is wrong with --lang is said in that of the locale
    for argument in given:
        if argument == "--" or rest == _OF_CONTACTS:
            rest += [argument, *given]
        elif argument == "--lang":
            chosen = next(given, "")
        elif argument.startswith("--lang="):
            chosen = argument.removeprefix("--lang=")
        else:
            rest.append(argument)
    set_language(chosen)
    return rest


def _file_error(problem: OSError) -> UsageError:
    why = (problem.strerror or message("cannot be used")).lower()
    if problem.filename is None:
        return UsageError(why)
    return UsageError(message("{path}: {why}", path=os.fsdecode(problem.filename), why=why))
