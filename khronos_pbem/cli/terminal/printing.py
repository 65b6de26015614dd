"""Print JSON or text to standard output, and notes and errors to standard error."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import sys
from collections.abc import Iterable, Sequence
from datetime import UTC
from typing import TextIO

import typer

from khronos_pbem.characters import escape_invisible
from khronos_pbem.cli.terminal.is_terminal import is_terminal
from khronos_pbem.errors import KhronosError
from khronos_pbem.languages import translator
from khronos_pbem.messages import Message, Translate, untranslated

WIDE = 110


def print_json(document: object) -> None:
    """Print one JSON document to standard output.

    If it contains invisible characters, or characters that the encoding lacks, everything but ASCII is
    escaped.
    """
    text = json.dumps(document, ensure_ascii=False, indent=2, sort_keys=False)
    encoding = sys.stdout.encoding or "utf-8"
    if any(escape_invisible(line) != line for line in text.split("\n")) or not _fits(text, encoding):
        text = json.dumps(document, indent=2, sort_keys=False)
    _write(f"{text}\n")


def _fits(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


class _RunLanguage:
    """The language in which this run of the program prints."""

    language = "en"
    speak: Translate = staticmethod(untranslated)


def set_language(wanted: str) -> None:
    """Set the language for all further output. Raises UsageError for an unknown language."""
    _RunLanguage.speak = staticmethod(translator(wanted))
    _RunLanguage.language = wanted


def language() -> str:
    """The language of this run: en, fr or de."""
    return _RunLanguage.language


def translate(text: str) -> str:
    """Return a text in the language of this run."""
    return _RunLanguage.speak(text)


def letter_translator(wanted: str) -> Translate:
    """Return a translator for a letter in the given language, with times in UTC.

    UTC is used because the letter is read elsewhere. Raises UsageError for an unknown language.
    """
    return translator(wanted, UTC)


def translate_message(line: str) -> str:
    """Return a message in the language of this run, and a plain string as it is."""
    return translate(line) if isinstance(line, Message) else line


def print_json_or_lines(as_json: bool, document: object, lines: Iterable[str]) -> None:
    """Print the document if `as_json` is set, else the lines."""
    if as_json:
        print_json(document)
    else:
        print_lines(lines)


def print_lines(lines: Iterable[str]) -> None:
    """Print lines for people to standard output, with messages in the language of this run.

    Invisible characters are escaped, so that no file name can start a new line or reverse the text.
    Characters that the encoding lacks are replaced.
    """
    print_text("".join(f"{escape_invisible(translate_message(line))}\n" for line in lines))


def print_text(text: str) -> None:
    """Print a text, such as a letter or a save, unchanged to standard output.

    Only characters that the encoding lacks are replaced.
    """
    _write(_encodable(sys.stdout, text))


def _encodable(stream: TextIO, text: str) -> str:
    """Return a text with characters that the stream cannot encode replaced.

    A dash becomes a hyphen; other such characters become question marks.
    """
    encoding = stream.encoding or "utf-8"
    if not _fits(text, encoding):
        text = text.replace("—", "-")
    return text.encode(encoding, "replace").decode(encoding)


class _LostOutput:
    """The error that kept output from being printed."""

    problem: OSError | None = None


def _write(text: str) -> None:
    """Write to standard output, or store the error so that the command itself does not fail.

    Raises BrokenPipeError if the reader has closed the pipe.
    """
    try:
        sys.stdout.write(text)
    except BrokenPipeError:  # nobody reads on: no need to go on
        raise
    except OSError as problem:
        _LostOutput.problem = problem


def take_lost_output() -> OSError | None:
    """Return and forget the last error that kept output from being printed; None if there was none."""
    problem, _LostOutput.problem = _LostOutput.problem, None
    return problem


def note(*lines: str) -> None:
    """Print lines for people to standard error; errors of that stream are ignored."""
    for line in lines:
        text = f"khronos: {' '.join(escape_invisible(translate_message(line)).split())}\n"
        with contextlib.suppress(OSError, ValueError):
            sys.stderr.write(_encodable(sys.stderr, text))
            sys.stderr.flush()


def note_problem(problem: KhronosError | None) -> None:
    """Print an error, if there is one, to standard error."""
    if problem is not None:
        note(problem.full_message)


def exit_if_problems(problems: Sequence[KhronosError]) -> None:
    """Print errors to standard error. Raises Exit with the highest of their exit codes, if there are any."""
    note(*(problem.full_message for problem in problems))
    if problems:
        raise typer.Exit(max(int(problem.exit) for problem in problems))


def print_error(problem: KhronosError, *, as_json: bool, cite: bool = False) -> int:
    """Print an error as one line to standard error; with `as_json`, also as JSON to standard output.

    Returns the error's exit code. With `cite`, the line always names the paragraph of the rules.
    """
    if as_json:
        with contextlib.suppress(BrokenPipeError):
            print_json(problem.to_data())
    note(problem.format_message(cite=cite))
    return int(problem.exit)


def output_width() -> int:
    """Return the number of columns for drawing: the terminal's, or else enough for three boards."""
    if not is_terminal(sys.stdout):
        return WIDE
    return shutil.get_terminal_size((WIDE, 40)).columns


def on_terminal(plain: bool) -> bool:
    """Return whether pictures may use frames and colours: on a terminal, without --plain."""
    return is_terminal(sys.stdout) and not plain


def wants_colour(plain: bool) -> bool:
    """Return whether to print in colour: on a terminal, unless --plain or NO_COLOR is set."""
    return on_terminal(plain) and not os.environ.get("NO_COLOR")
