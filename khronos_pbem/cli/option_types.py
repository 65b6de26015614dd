"""Convert the words of the command line to texts, numbers, paths and lists of them.

Typer 0.29 converts such values with pydantic, which takes longer to load than most commands run. If a
parameter has a slot for a converter, this module fills it before Typer does. Other kinds of values, and
versions of Typer without that slot, are left to Typer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple, get_args, get_origin

from khronos_pbem.cli.help_texts import help_hint
from khronos_pbem.errors import UsageError
from khronos_pbem.messages import Number, message

_PLACE = "_runtime_param"
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


class Converter(NamedTuple):
    """Converts the value of one parameter; Typer calls its `coerce`.

    `many` is for a list of values; `low` and `high` are limits, which are allowed values themselves.
    """

    kind: Any
    many: bool
    low: float | None
    high: float | None

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        """The value of a parameter from the word typed, or from its default. Raises UsageError."""
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
            raise _invalid_value(what, param, context) from None
        if self.low is not None and not made >= self.low:
            raise _invalid_value(message("expected at least {low}", low=Number(self.low)), param, context)
        if self.high is not None and not made <= self.high:
            raise _invalid_value(message("expected at most {high}", high=Number(self.high)), param, context)
        return made


def _invalid_value(what: str, param: Any, context: Any) -> UsageError:
    words = " / ".join(f"'{each}'" for each in param.opts)
    problem = message("invalid value for {words}: {what}", words=words, what=what)
    return UsageError(problem, hint=help_hint(context))


def use_own_converters(command: Any) -> Any:
    """Make a command and its subcommands use `Converter` where Typer has a slot for it, in place.

    Returns the same command.
    """
    for each in getattr(command, "commands", {}).values():
        use_own_converters(each)
    params_of = command.get_params  # with the option --help, which it makes when it is asked
    command.get_params = lambda context: [_set_converter(param) for param in params_of(context)]
    return command


def _set_converter(param: Any) -> Any:
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
