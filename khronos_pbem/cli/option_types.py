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
"""What a shell offers, from what was typed."""


def argument(metavar: str, text: str, complete: Complete = None, **more: Any) -> Any:
    """An argument of a command: its placeholder, its help text, and what a shell offers for it."""
    return typer.Argument(metavar=metavar, help=text, autocompletion=complete, **more)


def option(names: str, metavar: str, text: str, complete: Complete = None, **more: Any) -> Any:
    """An option with a value: its names, separated by blanks, and as `argument`."""
    return typer.Option(*names.split(), metavar=metavar, help=text, autocompletion=complete, **more)


def flag(names: str, text: str) -> Any:
    """An option without a value: its names, separated by blanks, and its help text."""
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
"""How each kind is made of a text, and what it is called where the text is none."""


def convert(parameter: Any, value: Any, context: Any) -> Any:
    """The value of a parameter from the word typed, or from its default. Raises UsageError."""
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
