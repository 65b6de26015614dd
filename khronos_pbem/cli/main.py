"""The `khronos` command: the commands of FORMATS 1, and the one place where errors are printed."""

from __future__ import annotations

import gc
import os
import signal
import sys
import threading
from typing import Any, NoReturn

import typer

from khronos_pbem.cli.commands import COMMANDS, application, contents
from khronos_pbem.cli.completion import ASKED, command_asked_for
from khronos_pbem.cli.help_texts import advice, in_language, reworded
from khronos_pbem.cli.option_types import plainly
from khronos_pbem.cli.terminal.printing import language, lost_output, print_error, print_lines, set_language
from khronos_pbem.cli.terminal.streams import is_of_output, open_streams, printed
from khronos_pbem.errors import Exit, KhronosError, Mistake, UsageError
from khronos_pbem.languages import preferred
from khronos_pbem.messages import message
from khronos_pbem.storage.files import forget_deeds, has_written

_MRO = typer.BadParameter.__mro__
_Complaint: type[Exception] = _MRO[_MRO.index(Exception) - 1]  # its name and module depend on Typer's version
_OF_CONTACTS = ["contacts", "add"]
_KEYBOARD = 130  # how Typer says that it was stopped by the keyboard; no command of ours ends so


def run() -> NoReturn:
    """Run the command line and leave with an exit code of FORMATS 1; no traceback is ever shown."""
    open_streams()
    code = outcome(sys.argv[1:])
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # nothing is left to stop
    gc.freeze()  # nor to be looked through for garbage, which takes longer than to end
    sys.exit(code)


def outcome(arguments: list[str]) -> int:
    """Run the command line with these arguments; the exit code, everything else is printed."""
    forget_deeds()
    lost_output()
    try:
        code, lost = _completed() if ASKED in os.environ else _outcome(arguments), None
    except OSError as problem:  # of standard output: every other one is told of
        code, lost = int(Exit.DONE), problem
    return printed(code, lost, has_written=has_written())


def _outcome(arguments: list[str]) -> int:
    as_json, cite = "--json" in arguments, "--cite" in arguments
    try:
        return _done(arguments)
    except _Complaint as problem:
        if type(problem).__name__ == "NoArgsIsHelpError":  # a group without a command: its help
            print_lines(str(problem).splitlines())
            return int(Exit.USAGE)
        return print_error(_usage(problem), as_json=as_json, cite=cite)
    except SystemExit:
        if type(sys.stdout).__name__ != "PacifyFlushWrapper":  # how Typer says that a pipe was closed
            raise
        return int(Exit.DONE)
    except (Exception, KeyboardInterrupt) as problem:
        if isinstance(problem, OSError) and is_of_output(problem):
            raise
        if os.environ.get("KHRONOS_DEBUG") and _is_mistake(problem):
            raise (problem.__cause__ or problem) from None
        return print_error(_told(problem), as_json=as_json, cite=cite)


def _done(arguments: list[str]) -> int:
    """Run the command line; the exit code. Raises whatever ends a command."""
    arguments = _language_taken(arguments)
    if any("\0" in argument for argument in arguments):
        raise UsageError(message("an argument contains a NUL character"), rule="FORMATS 1")
    command = _built(_wanted(arguments), language())
    code = int(command(arguments, prog_name="khronos", standalone_mode=False) or 0)
    if code == _KEYBOARD:
        raise KeyboardInterrupt
    return code


def _completed() -> int:
    """Answer a shell that completes a word; whatever goes wrong, nobody reads what would be said of it."""
    try:
        return _done([])
    except Exception:
        return int(Exit.NOTHING_TO_DO)


def _wanted(arguments: list[str]) -> str | None:
    """The first word of a command line, or of the one that a shell asks to complete, if it may need more than
    what there is; else None."""
    asked = command_asked_for(os.environ, COMMANDS)
    if asked is not None:
        return asked or None
    return None if COMMANDS.keys().isdisjoint(arguments) else next(iter(arguments), "")


def _built(first: str | None, _language: str) -> Any:
    """The command line for this first word, or the contents, in the language of this run."""
    app = contents() if first is None else application(first)
    return plainly(in_language(typer.main.get_command(app)))


def _is_mistake(problem: BaseException) -> bool:
    """Whether the program itself is wrong."""
    return isinstance(problem, Mistake) or not isinstance(problem, KhronosError | OSError)


def _told(problem: BaseException) -> KhronosError:
    """Anything that ends a command, as the error that is printed."""
    match problem:
        case KhronosError():
            return problem
        case typer.Abort():
            return UsageError(message("cancelled"))
        case KeyboardInterrupt():
            return UsageError(message("interrupted from the keyboard"))
        case OSError():
            return _unusable(problem)
        case MemoryError():
            return UsageError(message("not enough memory"))
    what = message("an internal error of the program: {name}", name=type(problem).__name__)
    hint = message("nothing was written. Please report it; KHRONOS_DEBUG=1 shows where it happened")
    return UsageError(what, hint=hint)


def _language_taken(arguments: list[str]) -> list[str]:
    """The arguments without `--lang`, which may stand anywhere; it is obeyed at once.

    Behind `contacts add` it is the language of the contact.
    """
    chosen, rest, given = preferred(os.environ), list[str](), iter(arguments)
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


def _unusable(problem: OSError) -> UsageError:
    why = (problem.strerror or message("cannot be used")).lower()
    if problem.filename is None:
        return UsageError(why)
    return UsageError(message("{path}: {why}", path=os.fsdecode(problem.filename), why=why))


def _usage(problem: Exception) -> UsageError:
    complaint = problem.format_message() if hasattr(problem, "format_message") else str(problem)
    return UsageError(reworded(complaint.rstrip(".")), hint=advice(complaint, getattr(problem, "ctx", None)))
