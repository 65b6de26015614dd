"""The manual page in man(7) macros, from the help of all commands and the topics of `khronos help`.

`python -m tests.make_manual` writes the page `docs/khronos.1`, which is shipped with the program.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

import typer

from khronos_pbem.cli.commands import commands_by_heading
from khronos_pbem.cli.help_texts import translated_metavar
from khronos_pbem.cli.terminal.printing import language, translate
from khronos_pbem.manual import topics
from khronos_pbem.manual.topics import Topic
from khronos_pbem.messages import message
from khronos_pbem.version import __version__

WHAT = message("board games by e-mail, without a server")
"""A short description of the program, for the line that `whatis` prints."""

EXITS = (
    (0, message("success")),
    (2, message("usage error or missing file")),
    (3, message("not a legal order")),
    (4, message("nothing for you to do now")),
    (5, message("the file is not valid")),
    (6, message("older than the newest version seen on this computer, or in conflict with it")),
    (7, message("damaged in transit")),
    (8, message("written in a newer format")),
)
"""The exit codes of FORMATS 1, each with its meaning."""


def manual_page(command: Any) -> str:
    """The text of the manual page of the whole command line, in the language of its help."""
    lines = [
        f'.TH KHRONOS 1 "" "khronos {__version__}"',
        *_section(message("NAME")),
        f"khronos \\- {_roff(translate(WHAT))}",
        *_section(message("SYNOPSIS")),
        ".B khronos",
        _roff(translated_metavar("COMMAND [OPTION]... [ARGUMENT]...")),
        *_section(message("DESCRIPTION")),
        _roff(command.help),
        *_section(message("OPTIONS")),
        *_options(command),
        *_section(message("COMMANDS")),
        *_commands(command),
        *_section(message("EXIT STATUS")),
        *(line for code, what in EXITS for line in _entry(str(code), translate(what))),
        *(line for topic in topics.topics(language()) for line in _topic(topic)),
    ]
    return "\n".join([*lines, ""])


def _section(title: str) -> list[str]:
    return [f'.SH "{_roff(translate(title))}"']


def _commands(command: Any) -> Iterator[str]:
    """The lines of all commands, below their headings, with their arguments and options."""
    for heading, names in commands_by_heading():
        yield f'.SS "{_roff(translate(heading))}"'
        for name in names:
            yield from _command(f"khronos {name}", command.commands[name])


def _command(called: str, command: Any) -> Iterator[str]:
    arguments = [_metavar(param) for param in _parameters(command) if param.param_type_name == "argument"]
    yield from (".TP", f".B {_roff(' '.join([called, *arguments]))}", _roff(command.help or ""))
    rows = list(_options(command))
    if rows:
        yield from (".RS", *rows, ".RE")
    for name, each in getattr(command, "commands", {}).items():
        yield from _command(f"{called} {name}", each)


def _parameters(command: Any) -> list[Any]:
    """Return the arguments and options of a command, except `--help`, which every command has."""
    return [each for each in command.get_params(typer.Context(command)) if "--help" not in each.opts]


def _options(command: Any) -> Iterator[str]:
    """The lines of the arguments and options of a command."""
    for param in _parameters(command):
        words = _metavar(param) if param.param_type_name == "argument" else ", ".join(param.opts)
        if param.param_type_name == "option" and not param.is_flag:
            words = f"{words} {_metavar(param)}"
        if not getattr(param, "hidden", False):
            yield from _entry(words, getattr(param, "help", None) or "")


def _metavar(param: Any) -> str:
    longest = max(param.opts, key=len).lstrip("-") if param.opts else param.name
    return str(param.metavar or longest.upper().replace("-", "_"))


def _entry(words: str, text: str) -> list[str]:
    return [".TP", f".B {_roff(words)}", _roff(text)]


def _topic(topic: Topic) -> Iterator[str]:
    """The lines of a topic, as a section with lists, code and tables."""
    title = f"{topic.title} ({topic.game})" if topic.game else topic.title
    yield from _section(title)
    inside = False
    for line in topic.text.splitlines():
        if line.startswith("```"):
            inside = not inside
            yield from (".PP", ".nf", ".RS") if inside else (".RE", ".fi")
        elif inside:
            yield _roff(line)
        else:
            yield from _line(line)


def _line(line: str) -> Iterable[str]:
    """Return the roff lines for a line of Markdown outside code blocks."""
    if not line.strip():
        return [".PP"]
    if line.startswith("* "):
        return ['.IP "\\(bu" 2', _with_bold_code(line[2:])]
    if line.startswith("|"):
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        return [] if set(line) <= set("|-: ") else _entry(cells[0], " ".join(cells[1:]))
    return [_with_bold_code(line)]


def _with_bold_code(text: str) -> str:
    """A line of roff, with the code in backticks set in bold."""
    parts = enumerate(re.split(r"`([^`]*)`", text.strip()))
    marked = (_escaped(part) if place % 2 == 0 else f"\\fB{_escaped(part)}\\fR" for place, part in parts)
    return _with_escaped_start("".join(marked))


def _roff(text: str) -> str:
    """A text as one line of roff: in ASCII, with all special characters escaped."""
    return _with_escaped_start(_escaped(text.strip()))


def _escaped(text: str) -> str:
    """Return a text escaped as part of a line of roff; blanks at its ends are kept."""
    escaped = re.sub(r"\s+", " ", text).replace("\\", "\\e").replace("-", "\\-").replace('"', "\\(dq")
    escaped = escaped.replace("'", "\\(aq").replace("`", "\\(ga").replace("^", "\\(ha").replace("~", "\\(ti")
    return "".join(each if each.isascii() else f"\\[u{ord(each):04X}]" for each in escaped)


def _with_escaped_start(line: str) -> str:
    return f"\\&{line}" if line[:1] in (".", "'") else line
