"""Bots that play by themselves: those that `--bot` names, and those of one's own solo games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from khronos_pbem.cli import completion
from khronos_pbem.cli.bots.bot_options import strength_named
from khronos_pbem.cli.bots.bot_replies import Answered, answered, follow, is_worth_telling
from khronos_pbem.cli.delivery.send_option import Posted, Posting, posted
from khronos_pbem.cli.terminal.printing import note
from khronos_pbem.engine.features.bots import Strength, WorkerPoolMap
from khronos_pbem.errors import NothingToDo, UsageError
from khronos_pbem.home.keyring import public_key_of
from khronos_pbem.mail.incoming.todo import Row
from khronos_pbem.messages import Typed, message, operand
from khronos_pbem.session.bots.bot_seats import played_by
from khronos_pbem.session.bots.solo import is_out, solo_in
from khronos_pbem.session.context import Context
from khronos_pbem.session.queries.summaries import entry_lines
from khronos_pbem.session.replay.open_save import open_to_act
from khronos_pbem.session.replay.worker_pool import worker_pool
from khronos_pbem.storage.home_folder import home

Bots = Annotated[
    list[str] | None,
    typer.Option(
        "--bot",
        metavar="NAME=STRENGTH",
        autocompletion=completion.kept_bots,
        help="Let your bot of this name take a free seat and play; can be repeated.",
    ),
]


def bots_named(words: Sequence[str] | None) -> dict[str, Strength]:
    """The bots that are named, each with its strength. Raises UsageError for one that cannot be."""
    found: dict[str, Strength] = {}
    for word in words or ():
        name, mark, strength = word.partition("=")
        if not mark or name in found:
            hint = message("write it like --bot marvin=steady, and name each bot only once")
            raise UsageError(
                message("--bot does not accept {words!r}", words=word), rule="FORMATS 1", hint=hint
            )
        public_key_of(home(), name)
        found[name] = strength_named(strength)
    return found


@dataclass(frozen=True, slots=True)
class Acted:
    """What bots did in a game, and the letter that left with it."""

    path: Path
    title: str
    found: Answered
    letter: Posted | None = None

    def lines(self) -> list[str]:
        """What is told of it on standard output."""
        entries = filter(is_worth_telling, self.found.entries)
        lines = [line for each in entries for line in entry_lines(each)]
        if lines:
            lines = [message("{title}: bots have played.", title=Typed(self.title)), *lines]
        return [*lines, *(self.letter.lines if self.letter and not self.letter.problem else ())]

    def notes(self) -> list[str]:
        """What is told of it on standard error."""
        problem, lines = self.found.problem, list(self.found.warnings)
        if problem is not None:
            lines.append(message("{title}: {problem}", title=Typed(self.title), problem=problem.said))
        return [*lines, *(self.letter.lines if self.letter and self.letter.problem else ())]

    def to_data(self) -> dict[str, Any]:
        """The same in a JSON document."""
        data = {"file": str(self.path), "title": self.title, **self.found.to_data()}
        return data if self.letter is None else {**data, "letter": self.letter.to_data()}

    def code(self) -> int:
        """The exit code that it stands for."""
        problem = self.found.problem or (self.letter and self.letter.problem)
        return int(problem.exit) if problem else 0


def bots_act(
    rows: Sequence[Row], bots: Mapping[str, Strength], where: Context, how: Posting | None
) -> list[Acted]:
    """Let bots play in the games of these rows: in solo games, and elsewhere those that are named."""
    acted: list[Acted] = []
    with worker_pool() as workers:
        for row in rows:
            if not (row.get("problem") or row.get("histories") or row.get("finished", True)):
                acted += _in_game(row, bots, where, how, workers.spread)
    return acted


def note_bots(acted: Sequence[Acted]) -> None:
    """Tell what went wrong with bots and their letters."""
    for each in acted:
        for line in each.notes():
            note(line)


def _in_game(
    row: Row, bots: Mapping[str, Strength], where: Context, how: Posting | None, spread: WorkerPoolMap
) -> Iterator[Acted]:
    """What bots do in one game; nothing is opened for it where none can have anything to do."""
    path, title = Path(row["file"]), str(row["title"])
    if (row.get("waiting_for") or {}).get("bot"):
        table = open_to_act(path, where.home, rewind=False).table
        solo = solo_in(where.home, table)
        if solo is not None and not is_out(table, solo):
            yield Acted(path, title, answered(path, where, table, solo, None))
            return
    for name, strength in bots.items():
        table = open_to_act(path, where.home, rewind=False).table
        found, context = Answered(table), where._replace(name=name)
        again = message("to continue: khronos bot {name}", name=operand(path))
        follow(found, played_by(path, context, spread, strength), again, None)
        if found.entries or not isinstance(found.problem, NothingToDo | None):
            letter = posted(found.last, path, name, how) if found.last and not found.problem else None
            yield Acted(path, title, found, letter)
