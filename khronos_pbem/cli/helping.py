"""The help of the commands, and the complaints of the command line's parser, in the player's language."""

from __future__ import annotations

import re
from typing import Any

from khronos_pbem.characters import visible
from khronos_pbem.cli.printing import spoken
from khronos_pbem.saying import recognized

HEADINGS = ("Usage", "Options", "Arguments", "Commands", "Show this message and exit.", "required", "default")
_HEADING = re.compile(
    r"^(?:Usage|Options|Arguments|Commands)(?=:)|"
    r"(?<=  )Show this message and exit\.|(?<=\[)(?:required|default)\b",
    re.MULTILINE,
)
COMPLAINTS = (
    "No such command {words}. Did you mean {near}?",
    "No such option: {words} Did you mean {near}?",
    "No such option: {words} (Possible options: {near})",
    "No such option: {words}",
    "No such command {words}",
    "Missing argument {words}",
    "Missing option {words}",
    "Invalid value for {words}: {what}",
    "Got unexpected extra argument(s) ({words})",
    "Got unexpected extra argument ({words})",
    "Got unexpected extra arguments ({words})",
    "Option {words} requires an argument",
)


def in_language(command: Any) -> Any:
    """A command with all its texts in the language of this run; its subcommands too."""
    for each in (command, *getattr(command, "commands", {}).values()):
        if each is not command:
            in_language(each)
    command.help = spoken(command.help) if command.help else command.help
    for parameter in command.params:
        if getattr(parameter, "help", None):
            parameter.help = spoken(parameter.help)
    whole = command.get_help
    command.get_help = lambda context: _HEADING.sub(lambda match: spoken(match[0]), whole(context))
    return command


def reworded(message: str) -> str:
    """What the parser complains of, as a sentence that can be said in other languages."""
    return recognized(" ".join(visible(message).split()), COMPLAINTS)
