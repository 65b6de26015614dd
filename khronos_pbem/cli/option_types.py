"""What is typed behind an option, as the value a command takes: texts, numbers, paths, and lists of them.

Typer 0.29 checks such values by pydantic, and loading that takes longer than most commands. Where a
parameter has a place for its converter, the converters of this page stand there before Typer looks; a kind
that they do not know is left to Typer, and so are all in the versions that have no such place.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple, get_args, get_origin

from khronos_pbem.cli.help_texts import where_help_is
from khronos_pbem.errors import UsageError
from khronos_pbem.messages import Number, message

_PLACE = "_runtime_param"
_WHOLE = re.compile(r"[+-]?[0-9]{1,18}", re.ASCII)


def _whole(text: str) -> int:
    if not _WHOLE.fullmatch(text):
        raise ValueError
    return int(text)


def _truth(text: str) -> bool:
    return ("false", "true").index(text.lower()) == 1


_KINDS: Mapping[Any, tuple[Callable[[str], Any], str]] = {
    str: (str, ""),
    bool: (_truth, message("true or false")),
    Path: (Path, ""),
    int: (_whole, message("a whole number")),
    float: (float, message("a number")),
}
"""How each kind is made of a text, and what it is called where the text is none."""


class Converter(NamedTuple):
    """What Typer asks to convert the value of one parameter."""

    kind: Any
    many: bool
    low: float | None
    high: float | None

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        """The value of a parameter by what was typed or is its default. Raises UsageError."""
        if value is None or self.many:
            return [self._one(each, param, ctx) for each in value or ()] if self.many else None
        return self._one(value, param, ctx)

    def _one(self, value: Any, param: Any, context: Any) -> Any:
        if not isinstance(value, str):
            return value
        make, called = _KINDS[self.kind]
        try:
            made = make(value)
        except ValueError:
            what = message("expected {kind}, not {words!r}", words=value, kind=called)
            raise _wrong(what, param, context) from None
        if self.low is not None and not made >= self.low:
            raise _wrong(message("expected at least {low}", low=Number(self.low)), param, context)
        if self.high is not None and not made <= self.high:
            raise _wrong(message("expected at most {high}", high=Number(self.high)), param, context)
        return made


def _wrong(what: str, param: Any, context: Any) -> UsageError:
    words = " / ".join(f"'{each}'" for each in param.opts)
    problem = message("invalid value for {words}: {what}", words=words, what=what)
    return UsageError(problem, hint=where_help_is(context))


def plainly(command: Any) -> Any:
    """The command with the converters of this page, where Typer has a place for them; its subcommands too."""
    for each in getattr(command, "commands", {}).values():
        plainly(each)
    params_of = command.get_params  # with the option --help, which it makes when it is asked
    command.get_params = lambda context: [_with_converter(param) for param in params_of(context)]
    return command


def _with_converter(param: Any) -> Any:
    if getattr(param, _PLACE, param) is not None:  # a Typer that has no such place, or it is filled
        return param
    described = param.type_descriptor
    kind, many = described.annotation, False
    if get_origin(kind) is list:
        (kind,), many = get_args(kind), True
    if kind in _KINDS and described.parameter_info.parser is None:
        low, high = described.parameter_info.min, described.parameter_info.max
        setattr(param, _PLACE, Converter(kind, many, low, high))
    return param
