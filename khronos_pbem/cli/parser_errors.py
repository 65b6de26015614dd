"""Errors of the command line in the program's own words, based on what was typed."""

from __future__ import annotations

import shlex
from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path
from typing import TypeAlias

import typer

from khronos_pbem.characters import escape_invisible
from khronos_pbem.cli.terminal.printing import language
from khronos_pbem.errors import UsageError
from khronos_pbem.manual import topics
from khronos_pbem.messages import VerbatimText, message

Parameter: TypeAlias = "typer.core.TyperArgument | typer.core.TyperOption"


def help_hint(context: typer.Context | None) -> str:
    """Return the hint after a parser error: how to see the help of the command that was typed."""
    if context is None or context.parent is None:
        return message("to list the commands: khronos --help")
    return message("to see the options: {command} --help", command=VerbatimText(context.command_path))


def unknown_command_error(word: str, commands: Iterable[str], context: typer.Context) -> UsageError:
    """Return the error for a command that does not exist.

    It suggests similar commands, or the topic or file that has this name.
    """
    near = get_close_matches(word, list(commands))
    typed = _one_line(repr(word))
    if near:
        names = VerbatimText(", ".join(map(repr, near)))
        what = message("there is no command {words}; did you mean {near}?", words=typed, near=names)
        return UsageError(what, hint=help_hint(context))
    hint = help_hint(context)
    if topics.is_topic(word, language()):
        hint = message("to read about this topic: {words}", words=f"khronos help {word}")
    elif Path(word).suffix and Path(word).exists():
        hint = message("to see this file: {words}", words=shlex.join(["khronos", "show", word]))
    return UsageError(message("there is no command {words}", words=typed), hint=hint)


class OptionError(UsageError):
    """An option of the command line that the parser does not accept."""


def option_error(problem: typer.TyperException, context: typer.Context | None = None) -> OptionError:
    """Return the error for an option that is unknown, lacks its value, or takes no value but has one.

    If the problem names no option, Typer's wording is kept.
    """
    hint, name = help_hint(getattr(problem, "ctx", None)), getattr(problem, "option_name", None)
    if name is None:
        return OptionError(_one_line(problem.format_message().rstrip(".")), hint=hint)
    params = [] if context is None else context.command.params
    option = next((each for each in params if name in (*each.opts, *each.secondary_opts)), None)
    if option is not None:
        words = _one_line(repr(name))
        what = message("the option {words} needs a value", words=words)
        if isinstance(option, typer.core.TyperOption) and option.is_flag:
            what = message("the option {words} takes no value", words=words)
        return OptionError(what, hint=hint)
    words, near = _one_line(name), getattr(problem, "possibilities", None)
    if near:
        similar = VerbatimText(", ".join(sorted(near)))
        what = message("there is no option {words}; similar options: {near}", words=words, near=similar)
        return OptionError(what, hint=hint)
    return OptionError(message("there is no option {words}", words=words), hint=hint)


def missing_value_error(parameter: Parameter, context: typer.Context) -> UsageError:
    """Return the error for a missing option or argument."""
    words = VerbatimText(parameter.get_error_hint())
    what = message("the option {words} is missing", words=words)
    if isinstance(parameter, typer.core.TyperArgument):
        what = message("the argument {words} is missing", words=words)
    return UsageError(what, hint=help_hint(context))


def wrong_value_error(what: str, parameter: Parameter, context: typer.Context) -> UsageError:
    """Return the error for a wrong value of an option or argument; `what` is the explanation."""
    words = " / ".join(f"'{each}'" for each in parameter.opts)
    problem = message("invalid value for {words}: {what}", words=words, what=what)
    return UsageError(problem, hint=help_hint(context))


def extra_arguments_error(extra: Iterable[str], context: typer.Context) -> UsageError:
    """Return the error for more arguments than the command takes."""
    words = _one_line(" ".join(extra))
    return UsageError(message("too many arguments: {words}", words=words), hint=help_hint(context))


def _one_line(text: str) -> VerbatimText:
    return VerbatimText(" ".join(escape_invisible(text).split()))
