"""The groups of commands in `--help` and on the manual page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import typer.core

from khronos_pbem.messages import message

GROUPS: Mapping[str, tuple[str, ...]] = {
    message("Play"): (
        *("learn", "demo", "solo", "new", "join", "next", "turn", "hint", "moves"),
        *("check", "play", "undo", "assist", "bot", "try"),
    ),
    message("Look at a game"): ("show", "status", "log", "note", "replay", "verify"),
    message("Send and receive"): (
        *("inbox", "receive", "send", "resend", "remind", "watch"),
        *("armor", "dearmor", "settle"),
    ),
    message("Study and publish"): ("analyse", "puzzle", "export", "publish", "stats", "league"),
    message("Players and settings"): ("keygen", "contacts", "config", "vote", "rekey"),
    message("Help and rules"): ("help", "orders", "rules"),
}
"""The headings with their commands, in the order in which they are shown."""


def commands_in_groups(names: Iterator[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield each heading that has some of these commands, with those commands.

    Commands without a heading come last.
    """
    left = list(names)
    for heading, group in GROUPS.items():
        found = [name for name in group if name in left]
        left = [name for name in left if name not in found]
        if found:
            yield heading, found
    if left:
        yield message("Commands"), left


class FullHelpGroup(typer.core.TyperGroup):
    """A group of commands whose help shows the whole help text of each command."""

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the commands that are not hidden, below their headings."""
        shown = [name for name, command in self.commands.items() if not command.hidden]
        for heading, names in self.headings(shown):
            with formatter.section(heading):
                formatter.write_dl([(name, self.commands[name].help or "") for name in names])

    def headings(self, names: list[str]) -> Iterable[tuple[str, list[str]]]:
        """The headings, each with its commands."""
        return [(message("Commands"), names)]


class HeadedGroup(FullHelpGroup):
    """The program's own group: its commands are listed below the headings of `GROUPS`."""

    def headings(self, names: list[str]) -> Iterable[tuple[str, list[str]]]:
        """The headings of `GROUPS`, each with its commands."""
        return commands_in_groups(iter(names))
