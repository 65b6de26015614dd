"""What bots do in answer: their blocks as they come, and the game again when it waits for its person."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import typer

from khronos_pbem.cli.bots.waiting_game import waits_for
from khronos_pbem.cli.next_steps import at_terminal
from khronos_pbem.cli.terminal.print_pictures import Look
from khronos_pbem.cli.terminal.printing import note, print_lines, spoken
from khronos_pbem.engine.contract import Spelled
from khronos_pbem.errors import KhronosError, UsageError
from khronos_pbem.home.config import read_config
from khronos_pbem.library.library import configured, row_here
from khronos_pbem.mail.incoming.todo import Games
from khronos_pbem.messages import message, operand
from khronos_pbem.record.block import ASSIST
from khronos_pbem.session.bots.solo import Solo, answers, is_out, once_asked
from khronos_pbem.session.commands.write_blocks import Done
from khronos_pbem.session.context import Context
from khronos_pbem.session.queries.documents import (
    Tell,
    difference_facts,
    difference_lines,
    event_lines,
    own_lines,
    told,
    turn_facts,
    waiting_facts,
)
from khronos_pbem.session.queries.queries import log_facts
from khronos_pbem.session.queries.summaries import entry_lines, whose_move
from khronos_pbem.session.queries.unseen_events import unseen_before, unseen_lines
from khronos_pbem.session.replay.history import Entry
from khronos_pbem.session.replay.table import Table, waiting
from khronos_pbem.session.replay.worker_pool import worker_pool

_CLEAR = "\r\x1b[K"


@dataclass
class Answered:
    """What bots have done in a game so far, and what stopped them, if anything did; `table` as it is now."""

    table: Table
    entries: list[Entry] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    problem: KhronosError | None = None
    last: Done | None = None

    def take(self, done: Done) -> Entry:
        """Take a block in that was written."""
        self.last = done
        self.table = done.draft.table
        self.warnings += done.warnings
        self.entries.append(Entry(done.draft.block, done.draft.events, done.draft.table))
        return self.entries[-1]

    def to_data(self) -> dict[str, Any]:
        """The blocks, and whom the game waits for now, in a JSON document."""
        game = self.table.game
        won = () if self.table.position is None else game.winners(self.table.position)
        now = {
            "seq": self.table.seq,
            "finished": waiting(self.table) is None,
            "winners": [self.table.seats[seat].colour for seat in won],
            "waiting_for": waiting_facts(self.table, waiting(self.table)),
        }
        problem = {} if self.problem is None else {"problem": self.problem.to_data()}
        return {"answers": log_facts(self.entries), "now": now, **problem}

    def leave(self) -> None:
        """Note what is to be noted; leave with the exit code of what stopped the bots, if anything did."""
        for line in self.warnings:
            note(line)
        if self.problem is not None:
            note(self.problem.said)
            raise typer.Exit(int(self.problem.exit))


def is_worth_telling(entry: Entry) -> bool:
    """Whether a block is more than shares for the deck."""
    return bool(entry.events) or entry.block.kind != ASSIST


def answered(path: Path, where: Context, table: Table, solo: Solo, tell: Tell | None = told) -> Answered:
    """Let the bots of a solo game play until its person is to decide; each block is printed by `tell`, if it
    is there. What stops them is kept: what is written stands."""
    found = Answered(table)
    context = once_asked(where._replace(name=None, out=None, force=False, rewind=False))
    with worker_pool() as workers:
        again = message("to continue: khronos solo {name}", name=word_for(path, where))
        follow(found, answers(path, context, solo, workers.spread), again, tell)
    return found


def follow(found: Answered, blocks: Iterator[Done], again: str, tell: Tell | None) -> None:
    """Take blocks in as they come, and print them by `tell`; what stops them is kept, a Ctrl-C too, of which
    `again` says how to go on."""
    try:
        while (done := _next_of(blocks, found.table, quiet=tell is None)) is not None:
            entry = found.take(done)
            if tell is not None and is_worth_telling(entry):
                print_lines(entry_lines(entry, tell))
                sys.stdout.flush()
    except KhronosError as problem:
        found.problem = problem
    except KeyboardInterrupt:
        what = message("interrupted from the keyboard; everything written so far is kept")
        found.problem = UsageError(what, rule="FORMATS 1", hint=again)


def _next_of(blocks: Iterator[Done], table: Table, *, quiet: bool) -> Done | None:
    """The next block; while a bot thinks, a terminal says so."""
    now = waiting(table)
    shows = not quiet and at_terminal() and os.environ.get("TERM", "dumb") != "dumb"
    shows = shows and now is not None and now.seat is not None and bool(table.seats[now.seat].bot)
    if shows and now is not None and now.seat is not None:
        line = spoken(message("{who} is thinking …", who=table.seats[now.seat].called))
        sys.stderr.write(f"{line}{_CLEAR[:1]}")
        sys.stderr.flush()
    try:
        return next(blocks, None)
    finally:
        if shows:
            sys.stderr.write(_CLEAR)
            sys.stderr.flush()


def word_for(path: Path, where: Context) -> str:
    """The shortest word that names a game in a command: its title in the library, else its path."""
    config = read_config()
    return operand(Games(configured(config), config, where).name_of(path))


def print_turn_to_come(
    path: Path, where: Context, found: Answered, look: Look, *, whole: bool = False
) -> None:
    """The game as its person sees it now, and what he types; what happened before if it is the `whole`."""
    print_lines([""] if found.entries else [])
    if waiting(found.table) is None or found.problem is not None:
        print_lines([whose_move(found.table)])
        return
    config = read_config()
    games = Games(configured(config), config, where)
    waits = waits_for(games, row_here(path, where.home))
    waits.print(look, since=whole)


def print_solo_turn(done: Done, path: Path, where: Context, solo: Solo, look: Look, tell: Tell) -> None:
    """Print what a turn of a solo game did, what the bots answer, and the game when it is his turn again."""
    draft, before = done.draft, done.opened.table
    own = own_lines(draft.table.game, draft.table.position, before.position, draft.block.seat)
    unseen, events = unseen_before(where.home, done.opened, draft)
    print_lines(
        [*unseen_lines(unseen), *event_lines(events, tell), *difference_lines(before, draft.table), *own, ""]
    )
    found = Answered(draft.table, warnings=list(done.warnings))
    if is_out(draft.table, solo):
        print_lines([whose_move(draft.table), *_about_end(draft.table, path, where)])
    else:
        found = answered(path, where, draft.table, solo, tell)
        print_turn_to_come(path, where, found, look)
    print_lines(_left(draft.left))
    found.leave()


def _left(left: Sequence[Spelled[Any]]) -> list[str]:
    """The orders behind a pause, which were not applied."""
    if not left:
        return []
    head = message(
        "Your turn was interrupted. These orders were not carried out. Give them again if you "
        "still want them:"
    )
    return [head, *(message("  {words}", words=each.words) for each in left)]


def solo_turn_facts(done: Done, path: Path, where: Context, solo: Solo) -> tuple[dict[str, Any], Answered]:
    """The same as a JSON document, and what is to be left with."""
    draft, before = done.draft, done.opened.table
    found = Answered(draft.table)
    if not is_out(draft.table, solo):
        found = answered(path, where, draft.table, solo, None)
    found.warnings[:0] = done.warnings
    facts = {**turn_facts(draft, before), "difference": difference_facts(before, draft.table)}
    return {**facts, **found.to_data()}, found


def _about_end(table: Table, path: Path, where: Context) -> list[str]:
    """That the bots can play a game to its end that their person has left."""
    if waiting(table) is None:
        return []
    return [message("to let the bots finish the game: khronos solo {name}", name=word_for(path, where))]
