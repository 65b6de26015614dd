"""Subclasses of Typer's commands and parameters with this program's help texts, errors and values.

They override public methods of Typer's public classes, whose version is pinned in `pyproject.toml`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import typer.core

from khronos_pbem.cli.help_texts import (
    NO_BREAK,
    translated_heading,
    translated_metavar,
    translated_paragraph,
    with_no_break_spaces,
)
from khronos_pbem.cli.option_types import convert
from khronos_pbem.cli.parser_errors import (
    extra_arguments_error,
    missing_value_error,
    option_error,
    unknown_command_error,
)
from khronos_pbem.cli.terminal.printing import print_lines, translate
from khronos_pbem.errors import ExitCode
from khronos_pbem.games.registry import find_installed_bots, find_installed_games
from khronos_pbem.messages import listed, message

_BRACKETED = re.compile(r"(?<=\[)(?:required\b|default:)")
"""A pattern for the words that Typer adds to the help of an option or argument."""


def _process_value(parameter: Any, ctx: Any, value: Any) -> Any:
    """Return the value of a parameter after its callback has run.

    Raises UsageError for a wrong or missing value.
    """
    value = convert(parameter, value, ctx)
    if parameter.required and parameter.value_is_missing(value):
        raise missing_value_error(parameter, ctx)
    return value if parameter.callback is None else parameter.callback(ctx, parameter, value)


def _translated_record(found: tuple[str, str] | None) -> tuple[str, str] | None:
    """Return the two columns of a parameter in a help text, with Typer's own words translated."""
    if found is None:
        return None
    text = _BRACKETED.sub(lambda match: translated_heading(match[0]), found[1])
    return found[0], with_no_break_spaces(text)


def _installed_names(command: str | None, option: str | None) -> list[str]:
    """Return a sentence listing the games or bots that installed packages add to an option.

    The list is empty if there are none.
    """
    if option == "game":
        found = find_installed_games()
    elif option == "strength" and command in ("solo", "bot"):
        found = find_installed_bots()
    else:
        return []
    names = listed([f"{name} ({each.package})" for name, each in found.items()])
    return [translate(message("Installed packages also provide: {names}.", names=names))] if found else []


class _Option(typer.core.TyperOption):
    """An option."""

    process_value = _process_value

    def get_help_record(self, ctx: Any) -> tuple[str, str] | None:
        """Return the two columns of the option in a help text; None if it is hidden."""
        own = self.help
        self.help = " ".join([own or "", *_installed_names(ctx.command.name, self.name)])
        record = super().get_help_record(ctx)
        self.help = own
        return _translated_record(record)


class _Argument(typer.core.TyperArgument):
    """An argument; help texts show only its metavar."""

    process_value = _process_value

    def get_help_record(self, ctx: Any) -> tuple[str, str] | None:
        """Return the two columns of the argument in a help text; None if it is hidden."""
        return _translated_record(super().get_help_record(ctx))

    def get_usage_pieces(self, ctx: Any) -> list[str]:
        """Return the metavar, which has brackets if the argument is optional."""
        return [self.metavar or self.name]

    def display_type_rich(self, ctx: Any) -> str:
        """Return an empty text, so that Typer does not add the type to the metavar, as in `FILE <path>`."""
        return ""


def _adopt(parameter: Any) -> None:
    """Turn a parameter created by Typer into an `_Option` or `_Argument`, and translate its texts.

    Typer has no setting for the class of a parameter.
    """
    is_option = isinstance(parameter, typer.core.TyperOption)
    parameter.__class__ = _Option if is_option else _Argument
    parameter.help = translated_paragraph(parameter.help)
    if parameter.metavar is not None:
        parameter.metavar = translated_metavar(parameter.metavar)


def _translate_texts(command: Any) -> None:
    """Translate the texts of a command into the language of this run."""
    command.help, command.epilog = translated_paragraph(command.help), translated_paragraph(command.epilog)
    command.options_metavar = translated_metavar(command.options_metavar)


class _Command:
    """The methods shared by commands and groups; the other base class is one of Typer's."""

    allow_extra_args = True
    """A setting that makes Typer accept extra arguments, so that `parse_args` can report them itself."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Return the parameters as `_Option` and `_Argument` objects, with `--help` last."""
        found: list[Any] = super().get_params(ctx)  # type: ignore[misc]
        for parameter in found:
            if not isinstance(parameter, _Option | _Argument):
                _adopt(parameter)
        return found

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the words of the command, and return the rest. Raises UsageError for a wrong option."""
        try:
            rest: list[str] = super().parse_args(ctx, args)  # type: ignore[misc]
        except typer.TyperException as problem:
            raise option_error(problem, ctx) from None
        return rest

    def get_help(self, ctx: Any) -> str:
        """Return the help text."""
        text: str = super().get_help(ctx)  # type: ignore[misc]
        return text.replace(NO_BREAK, " ")

    def format_usage(self: Any, ctx: Any, formatter: Any) -> None:
        """Write the line that shows how to type the command."""
        pieces = " ".join(self.collect_usage_pieces(ctx))
        formatter.write_usage(ctx.command_path, pieces, f"{translated_heading('Usage:')} ")

    def format_options(self: Any, ctx: Any, formatter: Any) -> None:
        """Write the arguments and then the options, each below their heading."""
        for heading, kind in (("Arguments", _Argument), ("Options", _Option)):
            records = [each.get_help_record(ctx) for each in self.get_params(ctx) if isinstance(each, kind)]
            _write_section(formatter, heading, [record for record in records if record is not None])


def _write_section(formatter: Any, heading: str, rows: list[tuple[str, str]]) -> None:
    """Write rows of two columns below a heading; write nothing if there are no rows."""
    if rows:
        with formatter.section(translated_heading(f"{heading}:").removesuffix(":")):
            formatter.write_dl(rows)


class Command(_Command, typer.core.TyperCommand):
    """A command."""

    def __init__(self, *given: Any, **named: Any) -> None:
        """Create the command as Typer does, with its texts in the language of this run."""
        super().__init__(*given, **named)
        _translate_texts(self)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the words of the command. Raises UsageError for wrong options or too many arguments."""
        rest = super().parse_args(ctx, args)
        if rest and not ctx.resilient_parsing:
            raise extra_arguments_error(rest, ctx)
        return rest


class Group(_Command, typer.core.TyperGroup):
    """A command with subcommands; its help shows the whole help text of each."""

    def __init__(self, **named: Any) -> None:
        """Create the group as Typer does, with its texts in the language of this run."""
        super().__init__(**named)
        _translate_texts(self)
        self.subcommand_metavar = translated_metavar(self.subcommand_metavar)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the words before the subcommand. If there are none, print the help and raise Exit."""
        if args or ctx.resilient_parsing:
            return super().parse_args(ctx, args)
        print_lines(self.get_help(ctx).splitlines())
        raise typer.Exit(int(ExitCode.USAGE))

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Return the subcommand's name, the subcommand, and its words.

        Raises UsageError if there is no such subcommand.
        """
        if args[0] not in self.commands and not ctx.resilient_parsing:
            self.parse_args(ctx, args[:])  # an option that does not exist, after `--`
            raise unknown_command_error(args[0], self.commands, ctx)
        return super().resolve_command(ctx, args)

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the options, then the subcommands below their headings."""
        super().format_options(ctx, formatter)
        for heading, names in self.headings():
            _write_section(formatter, heading, [(name, self.commands[name].help or "") for name in names])

    def headings(self) -> Iterator[tuple[str, list[str]]]:
        """Yield each heading with the subcommands below it."""
        yield message("Commands"), list(self.commands)
