"""How the commands print: JSON or text to standard output, diagnostics to standard error."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import sys
from collections.abc import Iterable
from datetime import UTC
from typing import Any, TextIO

from khronos_pbem.characters import visible
from khronos_pbem.errors import KhronosError
from khronos_pbem.languages import speaker
from khronos_pbem.messages import Message, Speak, as_it_is

WIDE = 110


def print_json(document: Any) -> None:
    """One JSON document on standard output; what is not seen, or cannot be encoded there, is escaped."""
    text = json.dumps(document, ensure_ascii=False, indent=2, sort_keys=False)
    encoding = sys.stdout.encoding or "utf-8"
    if any(visible(line) != line for line in text.split("\n")) or not _fits(text, encoding):
        text = json.dumps(document, indent=2, sort_keys=False)
    _write(f"{text}\n")


def _fits(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


class _Voice:
    """The language in which this run of the program speaks to people."""

    language = "en"
    speak: Speak = staticmethod(as_it_is)


def set_language(wanted: str) -> None:
    """Print in this language from now on. Raises UsageError if there is none such."""
    _Voice.speak = staticmethod(speaker(wanted))
    _Voice.language = wanted


def language() -> str:
    """The language of this run: en, fr or de."""
    return _Voice.language


def spoken(text: str) -> str:
    """A sentence in the language of this run."""
    return _Voice.speak(text)


def in_letters(wanted: str) -> Speak:
    """A language for letters: they are read elsewhere, so their moments are in UTC. Raises UsageError."""
    return speaker(wanted, UTC)


def told(line: str) -> str:
    """A sentence in the language of this run; what is a plain text was said already, or typed."""
    return spoken(line) if isinstance(line, Message) else line


def print_lines(lines: Iterable[str]) -> None:
    """Text for people on standard output; what is not seen is escaped, what cannot be encoded replaced.

    So nothing in a line, be it the name of a file, makes another one or turns the letters around.
    """
    print_text("".join(f"{visible(told(line))}\n" for line in lines))


def print_text(text: str) -> None:
    """A text as it is on standard output: a letter, a save."""
    _write(_for(sys.stdout, text))


def _for(stream: TextIO, text: str) -> str:
    """A text as far as a stream can take it: a dash becomes a hyphen, anything else a question mark."""
    encoding = stream.encoding or "utf-8"
    if not _fits(text, encoding):
        text = text.replace("—", "-")
    return text.encode(encoding, "replace").decode(encoding)


class _Lost:
    """What kept standard output from taking what was printed."""

    problem: OSError | None = None


def _write(text: str) -> None:
    """Print, or remember why not: what a command does and comes to does not hang on its output."""
    try:
        sys.stdout.write(text)
    except BrokenPipeError:  # nobody reads on: no need to go on
        raise
    except OSError as problem:
        _Lost.problem = problem


def lost_output() -> OSError | None:
    """Why something could not be printed since this was last asked; None if all was."""
    problem, _Lost.problem = _Lost.problem, None
    return problem


def note(line: str) -> None:
    """A diagnostic on standard error, if anybody can read it there."""
    text = f"khronos: {' '.join(visible(told(line)).split())}\n"
    with contextlib.suppress(OSError, ValueError):
        sys.stderr.write(_for(sys.stderr, text))
        sys.stderr.flush()


def print_error(problem: KhronosError, *, as_json: bool, cite: bool = False) -> int:
    """Print an error, on standard output as JSON if asked for, else as one line; its exit code.

    With `cite` it names its paragraph, whatever it is.
    """
    if as_json:
        with contextlib.suppress(BrokenPipeError):
            print_json(problem.to_data())
    note(problem.sentence(cite=cite))
    return int(problem.exit)


def width() -> int:
    """Columns to draw in: those of the terminal, or as many as three boards need in a pipe or file."""
    if not sys.stdout.isatty():
        return WIDE
    return shutil.get_terminal_size((WIDE, 40)).columns


def on_terminal(plain: bool) -> bool:
    """Whether pictures may use all that a terminal has: on one, unless --plain says no."""
    return sys.stdout.isatty() and not plain


def wants_colour(plain: bool) -> bool:
    """Whether to use colour: on a terminal, unless NO_COLOR or --plain say no."""
    return on_terminal(plain) and not os.environ.get("NO_COLOR")
