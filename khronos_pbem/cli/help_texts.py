"""The help of the commands and the errors of the command-line parser, in the player's language."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

from khronos_pbem.characters import escape_invisible
from khronos_pbem.cli.terminal.printing import language, translate
from khronos_pbem.games.registry import find_installed_bots, find_installed_games
from khronos_pbem.manual import topics as guide
from khronos_pbem.messages import VerbatimText, listed, message, third_party_message

HEADINGS = ("Usage", "Options", "Arguments", "Commands", "Show this message and exit.", "required", "default")
_HEADING = re.compile(r"^\S[^:\n]*:|(?<=  )Show this message and exit\.", re.MULTILINE)
"""The words of the parser in the help of a command; a heading begins its line."""
METAVARS = (
    *(
        "ADDRESS",
        "ARGS",
        "ARGUMENT",
        "BOARD",
        "COLOUR",
        "COMMAND",
        "DAYS",
        "DIR",
        "FILE",
        "FOLDER",
        "GAME",
        "KEY",
    ),
    *(
        "LANGUAGE",
        "LESSON",
        "LINES",
        "NAME",
        "NEW",
        "OFFER",
        "OLD",
        "ONE",
        "OPTION",
        "OPTIONS",
        "ORDERS",
        "OUT",
    ),
    *("PARAGRAPH", "PATH", "PLACE", "POSITION", "SAVE", "SECONDS", "SEQ", "STRENGTH", "TEXT", "TITLE"),
    *("TOPIC", "TWO", "UNIT", "VALUE", "WORD"),
)
"""The words in capitals that stand in the help and in its topics for what is to be filled in."""
_METAVAR = re.compile(r"[A-Z]{2,}")
_BRACKETED = re.compile(r"(?<=\[)(?:required\b|default:)")
"""The words that it adds to the help of an option or argument."""
_SIGN = re.compile(r" (?=[:;!?])")
"""A space at which no line may end: French has one before these signs."""
_NO_BREAK = "\N{NO-BREAK SPACE}"
_NO_OPTION_NEAR = "there is no option {words}; similar options: {near}"
_TOO_MANY = "too many arguments: {words}"
COMPLAINTS = {
    "No such command {words}. Did you mean {near}?": "there is no command {words}; did you mean {near}?",
    "No such command {words}": "there is no command {words}",
    "No such option: {words} Did you mean {near}?": "there is no option {words}; did you mean {near}?",
    "No such option: {words} (Possible options: {near})": _NO_OPTION_NEAR,
    "No such option: {words}": "there is no option {words}",
    "Missing argument {words}": "the argument {words} is missing",
    "Missing option {words}": "the option {words} is missing",
    "Invalid value for {words}: {what}": "invalid value for {words}: {what}",
    "Invalid value: {what}": "invalid value: {what}",
    "Got unexpected extra argument(s) ({words})": _TOO_MANY,
    "Got unexpected extra argument ({words})": _TOO_MANY,
    "Got unexpected extra arguments ({words})": _TOO_MANY,
    "Option {words} requires an argument": "the option {words} needs a value",
    "Option {words} does not take a value": "the option {words} takes no value",
}
"""Our words for what the parser complains of."""

_UNKNOWN = re.compile(r"No such command '(.+?)'")


def translate_command(command: Any) -> Any:
    """Translate all texts of a command and its subcommands into the language of this run, in place.

    Returns the same command.
    """
    for each in (command, *getattr(command, "commands", {}).values()):
        if each is not command:
            translate_command(each)
    command.help = _translated_paragraph(command.help) if command.help else command.help
    command.epilog = _translated_paragraph(command.epilog) if command.epilog else command.epilog
    for part in ("options_metavar", "subcommand_metavar"):
        if getattr(command, part, None):
            setattr(command, part, translated_metavar(getattr(command, part)))
    for parameter in command.params:
        if getattr(parameter, "help", None):
            parameter.help = _translated_paragraph(parameter.help)
        if parameter.metavar:
            parameter.metavar = translated_metavar(parameter.metavar)
        _translate_brackets(parameter)
        if parameter.param_type_name == "argument" and parameter.metavar:
            _show_only_metavar(parameter)
    whole = command.get_help
    command.get_help = lambda context: _HEADING.sub(_translated_heading, whole(context)).replace(
        _NO_BREAK, " "
    )
    return command


def translated_metavar(metavar: str) -> str:
    """A placeholder such as `[COLOUR=]OFFER` in the language of this run."""
    return _METAVAR.sub(lambda match: translate(match[0]) if match[0] in METAVARS else match[0], metavar)


def _translated_paragraph(text: str) -> str:
    """A text in the language of this run, with no-break spaces before punctuation."""
    return _with_no_break_spaces(translate(text))


def _with_no_break_spaces(text: str) -> str:
    return _SIGN.sub(_NO_BREAK, text)


def _translate_brackets(parameter: Any) -> None:
    whole, text = parameter.get_help_record, getattr(parameter, "help", None)

    def record(context: Any) -> tuple[str, str] | None:
        if text:
            parameter.help = " ".join([text, *_installed_names(context.command.name, parameter.name)])
        found = whole(context)
        return found and (found[0], _with_no_break_spaces(_BRACKETED.sub(_translated_heading, found[1])))

    parameter.get_help_record = record


def _installed_names(command: str, option: str) -> list[str]:
    """A sentence with the games or bots that installed packages add to an option, if there are any."""
    if option == "game":
        found = find_installed_games()
    elif option == "strength" and command in ("solo", "bot"):
        found = find_installed_bots()
    else:
        return []
    names = listed([f"{name} ({each.package})" for name, each in found.items()])
    return [translate(message("Installed packages add: {names}.", names=names))] if found else []


def _show_only_metavar(argument: Any) -> None:
    """Make the help show an argument by its metavar alone, in any version of Typer: not `{FILE} <path>`."""
    argument.get_usage_pieces = lambda context: [argument.metavar]
    argument.display_type_rich = lambda ctx: ""


def _translated_heading(match: re.Match[str]) -> str:
    """A heading with its colon, or a word in brackets, in the language of this run."""
    words = translate(match[0].removesuffix(":"))
    return translate(message("{heading}:", heading=words)) if match[0].endswith(":") else words


def help_hint(context: Any) -> str:
    """The hint after an error of the parser: how to see the help of the command that was typed."""
    if context is None or context.parent is None:
        return message("to list the commands: khronos --help")
    return message("to see the options: {command} --help", command=VerbatimText(context.command_path))


def complaint_hint(complaint: str, context: Any) -> str:
    """The hint after an error of the parser: how to read the topic or show the file that was typed.

    Any other error gets `help_hint`.
    """
    unknown = _UNKNOWN.match(complaint)
    if unknown is None or "?" in complaint:
        return help_hint(context)
    word = unknown[1]
    if guide.is_topic(word, language()):
        return message("to read about it: {words}", words=f"khronos help {word}")
    if Path(word).suffix and Path(word).exists():
        return message("to see this file: {words}", words=shlex.join(["khronos", "show", word]))
    return help_hint(context)


def translatable_complaint(complaint: str) -> str:
    """An error text of the parser in the program's own words, as a message that can be translated.

    A text that is not in `COMPLAINTS` is returned as it is, with invisible characters escaped.
    """
    said = " ".join(escape_invisible(complaint).split())
    return third_party_message(said, COMPLAINTS) or said
