"""The manual page, made from the help of all commands and the topics of `khronos help`: man(7) macros.

`python -m tests.make_manual` writes the one that ships, `docs/khronos.1`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from khronos_pbem import __version__
from khronos_pbem.cli.groups import in_groups
from khronos_pbem.cli.help_texts import metavar_in_language
from khronos_pbem.cli.terminal.printing import language, spoken
from khronos_pbem.manual import topics
from khronos_pbem.manual.topics import Topic
from khronos_pbem.messages import message

WHAT = message("board games by e-mail, without a server")
"""What the program is, in the one line of `whatis`."""

EXITS = (
    (0, message("success")),
    (2, message("wrong usage, missing file")),
    (3, message("not a legal order")),
    (4, message("nothing for you to do now")),
    (5, message("the file is not valid")),
    (6, message("older than the newest version seen here, or in conflict with it")),
    (7, message("damaged in transit")),
    (8, message("written in a newer format")),
)
"""The exit codes of FORMATS 1, for people."""


def manual(command: Any) -> str:
    """The manual page of the whole command line, in the language that its help has by now."""
    lines = [
        f'.TH KHRONOS 1 "" "khronos {__version__}"',
        *_section(message("NAME")),
        f"khronos \\- {_roff(spoken(WHAT))}",
        *_section(message("SYNOPSIS")),
        ".B khronos",
        _roff(metavar_in_language("COMMAND [OPTION]... [ARGUMENT]...")),
        *_section(message("DESCRIPTION")),
        _roff(command.help),
        *_section(message("OPTIONS")),
        *_options(command),
        *_section(message("COMMANDS")),
        *_commands(command),
        *_section(message("EXIT STATUS")),
        *(line for code, what in EXITS for line in _entry(str(code), spoken(what))),
        *(line for topic in topics.topics(language()) for line in _topic(topic)),
    ]
    return "\n".join([*lines, ""])


def _section(title: str) -> list[str]:
    return [f'.SH "{_roff(spoken(title))}"']


def _commands(command: Any) -> Iterator[str]:
    """The commands, heading by heading, each with its arguments and options."""
    for heading, names in in_groups(iter(command.commands)):
        yield f'.SS "{_roff(spoken(heading))}"'
        for name in names:
            yield from _command(f"khronos {name}", command.commands[name])


def _command(called: str, command: Any) -> Iterator[str]:
    arguments = [_metavar(param) for param in command.params if param.param_type_name == "argument"]
    yield from (".TP", f".B {_roff(' '.join([called, *arguments]))}", _roff(command.help or ""))
    rows = list(_options(command))
    if rows:
        yield from (".RS", *rows, ".RE")
    for name, each in getattr(command, "commands", {}).items():
        yield from _command(f"{called} {name}", each)


def _options(command: Any) -> Iterator[str]:
    """The options of a command, and what its arguments are."""
    for param in command.params:
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
    """A topic as a section of its own: lists, code and tables."""
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
    """A line of Markdown outside of code."""
    if not line.strip():
        return [".PP"]
    if line.startswith("* "):
        return ['.IP "\\(bu" 2', _marked(line[2:])]
    if line.startswith("|"):
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        return [] if set(line) <= set("|-: ") else _entry(cells[0], " ".join(cells[1:]))
    return [_marked(line)]


def _marked(text: str) -> str:
    """A line with its code in bold, which is what is typed."""
    parts = re.split(r"`([^`]*)`", text)
    marked = (_roff(part) if place % 2 == 0 else f"\\fB{_roff(part)}\\fR" for place, part in enumerate(parts))
    return _kept("".join(marked))


def _roff(text: str) -> str:
    """A text on one line in which nothing is a request, and everything is ASCII."""
    escaped = " ".join(text.split()).replace("\\", "\\e").replace("-", "\\-").replace('"', "\\(dq")
    escaped = escaped.replace("'", "\\(aq").replace("`", "\\(ga").replace("^", "\\(ha").replace("~", "\\(ti")
    return _kept("".join(each if each.isascii() else f"\\[u{ord(each):04X}]" for each in escaped))


def _kept(line: str) -> str:
    return f"\\&{line}" if line[:1] in (".", "'") else line
