"""The command `help`: explain topics and commands."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from khronos_pbem.cli import shared_options as opt
from khronos_pbem.cli.commands import COMMANDS, application, commands_by_heading
from khronos_pbem.cli.help.manual import manual_page
from khronos_pbem.cli.option_types import argument, flag
from khronos_pbem.cli.terminal.printing import language, output_width, print_json, print_lines, print_text
from khronos_pbem.errors import UsageError
from khronos_pbem.manual import topics
from khronos_pbem.manual.plain_text import plain_lines
from khronos_pbem.manual.topics import Topic
from khronos_pbem.messages import listed, message

WIDEST = 88
"""The maximum text width in columns, so that lines stay readable on a wide terminal."""


def topics_and_commands(incomplete: str) -> list[str]:
    """Complete a topic or a command that begins with `incomplete`."""
    return [name for name in (*topics.names(language()), *COMMANDS) if name.startswith(incomplete)]


def help_(
    about: Annotated[
        list[str] | None,
        argument("[TOPIC]", "A topic or a command; default: a list of all topics.", topics_and_commands),
    ] = None,
    man: Annotated[bool, flag("--man", "Print the complete manual page, in roff.")] = False,
    as_json: opt.Json = False,
) -> None:
    if man:
        text = manual_page(command_line())
        print_json({"manual": text}) if as_json else print_text(text)
        return
    if not about:
        _print_contents(as_json)
        return
    called = " ".join(about)
    if about[0] in COMMANDS and not topics.is_topic(called, language()):
        _print_command(about, as_json)
        return
    _print_topics(topics.find_topics(called, language()), as_json)
    if called in COMMANDS and not as_json:
        print_lines(["", message("Options: {command} --help", command=f"khronos {called}")])


def _print_contents(as_json: bool) -> None:
    """Print the topics, one line each, and the commands."""
    found = topics.topics(topics.ORIGINAL if as_json else language())
    if as_json:
        print_json({"topics": [{"topic": t.key, "title": t.title, "game": t.game or None} for t in found]})
        return
    wide = max(len(topic.names[0]) for topic in found)
    lines: list[str] = [message("To read about a topic, type khronos help TOPIC. The topics are:"), ""]
    lines += [_topic_line(topic, wide) for topic in found]
    lines += [
        "",
        message("To see the options of a command, type khronos help COMMAND. The commands are:"),
        "",
    ]
    for heading, names in commands_by_heading():
        items = listed([message("{words}", words=name) for name in names])
        lines.append(message("  {heading}: {items}", heading=heading, items=items))
    print_lines(lines)


def _topic_line(topic: Topic, wide: int) -> str:
    title = f"{topic.title} ({topic.game})" if topic.game else topic.title
    return message("  {name}  {title}", name=f"{topic.names[0]:<{wide}}", title=title)


def _print_topics(found: list[Topic], as_json: bool) -> None:
    """Print a topic; if several games explain it, print each text with the name of its game."""
    if as_json:
        known = {(t.key, t.game): t for t in topics.topics()}
        rows = [_topic_document(known[topic.key, topic.game]) for topic in found]
        print_json(rows[0] if len(rows) == 1 else {"topic": found[0].key, "games": rows})
        return
    lines: list[str] = []
    for topic in found:
        head = f"{topic.title} ({topic.game})" if len(found) > 1 else topic.title
        lines += [*([""] if lines else []), head, "", *plain_lines(topic.text, min(output_width(), WIDEST))]
    print_lines(message("{words}", words=line) for line in lines)


def _topic_document(topic: Topic) -> dict[str, str | None]:
    """Return a topic as JSON-able data; such data is always in English (FORMATS 1)."""
    game = topic.game or None
    return {"topic": topic.key, "title": topic.title, "game": game, "text": topic.text}


def _print_command(words: list[str], as_json: bool) -> None:
    """Print the help of a command or subcommand, like `--help`. Raises UsageError if there is none."""
    text = command_help(words)
    if as_json:
        print_json({"command": " ".join(words), "text": text})
    else:
        print_text(f"{text}\n")


def command_help(words: list[str]) -> str:
    """The help text of a command or subcommand, in the language of this run.

    Raises UsageError if there is no such command.
    """
    context = command_line(words[0]).make_context("khronos", [], resilient_parsing=True)
    for word in words:
        command = getattr(context.command, "commands", {}).get(word)
        if command is None:
            hint = message("to see the options: {command} --help", command=context.command_path)
            raise UsageError(message("there is no command {words}", words=f"{' '.join(words)!r}"), hint=hint)
        context = command.make_context(word, [], parent=context, resilient_parsing=True)
    return str(context.get_help())


def command_line(first: str = "") -> Any:
    """Return the program's Click command, with one or all subcommands, in the language of this run."""
    return typer.main.get_command(application(first))
