"""How the commands print: JSON or text to standard output, diagnostics to standard error."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Iterable
from typing import Any

from khronos_pbem.errors import KhronosError
from khronos_pbem.saying import Speak, as_it_is

WIDE = 110


def print_json(document: Any) -> None:
    """One JSON document on standard output."""
    sys.stdout.write(json.dumps(document, ensure_ascii=False, indent=2, sort_keys=False) + "\n")


class _Voice:
    """The language in which this run of the program speaks to people."""

    language = "en"
    speak: Speak = staticmethod(as_it_is)


def set_language(wanted: str) -> None:
    """Print in this language from now on. Raises UsageError if there is none such."""
    from khronos_pbem.languages import speaker

    _Voice.speak = staticmethod(speaker(wanted))
    _Voice.language = wanted


def language() -> str:
    """The language of this run: en, fr or de."""
    return _Voice.language


def spoken(text: str) -> str:
    """A sentence in the language of this run."""
    return _Voice.speak(text)


def print_lines(lines: Iterable[str]) -> None:
    """Text for people on standard output; what the terminal's encoding lacks is replaced."""
    text = "".join(f"{spoken(line)}\n" for line in lines)
    encoding = sys.stdout.encoding or "utf-8"
    sys.stdout.write(text.encode(encoding, "replace").decode(encoding))


def note(line: str) -> None:
    """A diagnostic on standard error."""
    sys.stderr.write(f"khronos: {' '.join(spoken(line).split())}\n")


def print_error(problem: KhronosError, *, as_json: bool) -> int:
    """Print an error, on standard output as JSON if asked for, else as one line; its exit code."""
    if as_json:
        print_json(problem.as_json())
    line = " ".join(spoken(problem.said).split())
    sys.stderr.write(
        f"khronos: {line}\n".encode(sys.stderr.encoding or "utf-8", "replace").decode(errors="replace")
    )
    return int(problem.exit)


def width() -> int:
    """Columns to draw in: those of the terminal, or as many as three boards need in a pipe or file."""
    if not sys.stdout.isatty():
        return WIDE
    return shutil.get_terminal_size((WIDE, 40)).columns


def wants_colour(plain: bool) -> bool:
    """Whether to use colour: on a terminal, unless NO_COLOR or --plain say no."""
    return sys.stdout.isatty() and not plain and not os.environ.get("NO_COLOR")
