"""Declare options and arguments; convert the words typed to texts, numbers, paths and lists of them.

Typer's own conversion loads pydantic, which takes a quarter of the time of a short command.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, get_args, get_origin

import typer

from khronos_pbem.cli.parser_errors import wrong_value_error
from khronos_pbem.messages import Number, message

Complete = Callable[..., Iterable[str]] | None
"""A function that returns a shell's completions for what was typed, or None."""


def argument(metavar: str, text: str, complete: Complete = None, **more: Any) -> Any:
    """Return an argument of a command, with its placeholder, help text and completions."""
    return typer.Argument(metavar=metavar, help=text, autocompletion=complete, **more)


def option(names: str, metavar: str, text: str, complete: Complete = None, **more: Any) -> Any:
    """Return an option with a value.

    Its names are separated by blanks; the other parameters are those of `argument`.
    """
    return typer.Option(*names.split(), metavar=metavar, help=text, autocompletion=complete, **more)


def flag(names: str, text: str) -> Any:
    """Return an option without a value; its names are separated by blanks."""
    return typer.Option(*names.split(), help=text)


_WHOLE = re.compile(r"[+-]?[0-9]{1,18}", re.ASCII)


def _parse_int(text: str) -> int:
    if not _WHOLE.fullmatch(text):
        raise ValueError
    return int(text)


def _parse_bool(text: str) -> bool:
    return ("false", "true").index(text.lower()) == 1


_KINDS: Mapping[Any, tuple[Callable[[str], Any], str]] = {
    str: (str, ""),
    bool: (_parse_bool, message("true or false")),
    Path: (Path, ""),
    int: (_parse_int, message("a whole number")),
    float: (float, message("a number")),
}
"""For each type, the function that converts a text to it, and its name in error messages."""


def convert(parameter: Any, value: Any, context: Any) -> Any:
    """Return the value of a parameter from the word typed, or from its default.

    Raises UsageError for a wrong value.
    """
    kind = parameter.type_descriptor.annotation
    if get_origin(kind) is list:
        return [_convert_one(parameter, get_args(kind)[0], each, context) for each in value or ()]
    return _convert_one(parameter, kind, value, context)


def _convert_one(parameter: Any, kind: Any, value: Any, context: Any) -> Any:
    if not isinstance(value, str):
        return value
    make, called = _KINDS[kind]
    try:
        made = make(value)
    except ValueError:
        what = message("expected {kind}, not {words!r}", words=value, kind=called)
        raise wrong_value_error(what, parameter, context) from None
    low, high = parameter.min, parameter.max
    if low is not None and not made >= low:
        raise wrong_value_error(message("expected at least {low}", low=Number(low)), parameter, context)
    if high is not None and not made <= high:
        raise wrong_value_error(message("expected at most {high}", high=Number(high)), parameter, context)
    return made
