"""Run bots after a turn: print their blocks as they come, then the game when a person has to act."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from khronos_pbem.cli.bots.waiting_game import open_waiting_game
from khronos_pbem.cli.terminal.is_terminal import is_read_by_person
from khronos_pbem.cli.terminal.print_pictures import PictureOptions
from khronos_pbem.cli.terminal.printing import exit_if_problems, note, print_lines, translate
from khronos_pbem.engine.contract import AnyParsedOrder
from khronos_pbem.errors import KhronosError, UsageError
from khronos_pbem.home.config import read_config
from khronos_pbem.library.library import configured_library, row_for_file
from khronos_pbem.mail.incoming.players_games import PlayersGames
from khronos_pbem.messages import message, shell_operand
from khronos_pbem.record.block import ASSIST
from khronos_pbem.session.bots.solo import SoloGame, has_person_left, play_bots, with_cached_passphrase
from khronos_pbem.session.commands.write_blocks import WriteResult
from khronos_pbem.session.context import Context
from khronos_pbem.session.queries.documents import (
    EventFormatter,
    difference_document,
    difference_lines,
    event_lines,
    event_text,
    game_turn_lines,
    turn_document,
    waiting_document,
)
from khronos_pbem.session.queries.player_view import log_documents
from khronos_pbem.session.queries.summaries import entry_lines, whose_move_line
from khronos_pbem.session.queries.unseen_events import find_unseen_before, unseen_lines
from khronos_pbem.session.replay.history import Entry
from khronos_pbem.session.replay.table import Table, waiting
from khronos_pbem.session.replay.worker_pool import worker_pool

_CLEAR = "\r\x1b[K"


@dataclass
class BotReplies:
    """The results of running bots in a game: their blocks, warnings, and the problem that stopped them.

    `table` is the game after the newest block, `last` the newest block that was written.
    """

    table: Table
    entries: list[Entry] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    problem: KhronosError | None = None
    last: WriteResult | None = None

    def take(self, done: WriteResult) -> Entry:
        """Add a block that was written, and return its entry."""
        self.last = done
        self.table = done.draft.table
        self.warnings += done.warnings
        self.entries.append(Entry(done.draft.block, done.draft.events, done.draft.table))
        return self.entries[-1]

    def collect(self, blocks: Iterator[WriteResult], again: str, tell: EventFormatter | None = None) -> None:
        """Add each block as it is written, and print it with `tell` unless that is None.

        A KhronosError or Ctrl-C that stops the bots is stored in `problem`. `again` is the hint after Ctrl-C
        on how to continue.
        """
        try:
            while (done := _next_block(blocks, self.table, quiet=tell is None)) is not None:
                entry = self.take(done)
                if tell is not None and is_worth_printing(entry):
                    print_lines(entry_lines(entry, tell))
                    sys.stdout.flush()
        except KhronosError as problem:
            self.problem = problem
        except KeyboardInterrupt:
            what = message("interrupted from the keyboard; everything written so far has been kept")
            self.problem = UsageError(what, hint=again)

    def to_data(self) -> dict[str, object]:
        """The blocks, the player to move now and the problem, as JSON-able data."""
        game = self.table.game
        won = () if self.table.position is None else game.winners(self.table.position)
        now = {
            "seq": self.table.seq,
            "finished": waiting(self.table) is None,
            "winners": [self.table.seats[seat].colour for seat in won],
            "waiting_for": waiting_document(self.table, waiting(self.table)),
        }
        problem = {} if self.problem is None else {"problem": self.problem.to_data()}
        return {"answers": log_documents(self.entries), "now": now, **problem}

    def leave(self) -> None:
        """Print the warnings and the problem to standard error.

        Raises Exit with the exit code of the problem, if there is one.
        """
        note(*self.warnings)
        exit_if_problems([self.problem] if self.problem is not None else [])


def is_worth_printing(entry: Entry) -> bool:
    """Return whether a block has events or contains more than shares of decks and rolls."""
    return bool(entry.events) or entry.block.kind != ASSIST


def run_solo_bots(
    path: Path, where: Context, table: Table, solo: SoloGame, tell: EventFormatter | None = event_text
) -> BotReplies:
    """Let the bots of a solo game play until its person has to decide, and return what they did.

    Each block is printed with `tell`; with None, nothing is printed. A problem that stops the bots is
    returned, not raised: the blocks written before it are kept.
    """
    found = BotReplies(table)
    context = with_cached_passphrase(where._replace(name=None, out=None, force=False, rewind=False))
    with worker_pool() as workers:
        again = message("to continue: khronos solo {name}", name=library_game_argument(path, where))
        found.collect(play_bots(path, context, solo, workers.starmap), again, tell)
    return found


def _next_block(blocks: Iterator[WriteResult], table: Table, *, quiet: bool) -> WriteResult | None:
    """Return the next block, or None.

    While a bot is thinking, a line on the terminal says so, unless `quiet` is set.
    """
    now = waiting(table)
    shows = not quiet and is_read_by_person() and os.environ.get("TERM", "dumb") != "dumb"
    shows = shows and now is not None and now.seat is not None and bool(table.seats[now.seat].bot)
    if shows and now is not None and now.seat is not None:
        line = translate(message("{who} is thinking…", who=table.seats[now.seat].called))
        sys.stderr.write(f"{line}{_CLEAR[:1]}")
        sys.stderr.flush()
    try:
        return next(blocks, None)
    finally:
        if shows:
            sys.stderr.write(_CLEAR)
            sys.stderr.flush()


def library_game_argument(path: Path, where: Context) -> str:
    """The shortest argument that names a game in a command: its title in the library, else its path.

    It is quoted for a shell.
    """
    config = read_config()
    return shell_operand(PlayersGames(configured_library(config), config, where).name_of(path))


def print_next_turn(
    path: Path, where: Context, found: BotReplies, look: PictureOptions, *, whole: bool = False
) -> None:
    """Print a solo game as its person sees it now, and the command to type.

    With `whole`, also print what has happened since that person's last turn. If the game is over or a problem
    stopped the bots, only print whose move it is.
    """
    print_lines([""] if found.entries else [])
    if waiting(found.table) is None or found.problem is not None:
        print_lines([whose_move_line(found.table)])
        return
    config = read_config()
    games = PlayersGames(configured_library(config), config, where)
    waits = open_waiting_game(games, row_for_file(path, where.home))
    waits.print(look, since=whole)


def run_bots_and_print(
    done: WriteResult, path: Path, where: Context, solo: SoloGame, look: PictureOptions, tell: EventFormatter
) -> None:
    """Print a turn of a solo game, run the bots, and print the game when its person has to act again.

    Raises Exit with the exit code of a problem that stops the bots.
    """
    draft, before = done.draft, done.opened.table
    own = game_turn_lines(draft.table.game, draft.table.position, before.position, draft.block.seat)
    unseen, events = find_unseen_before(where.home, done.opened, draft)
    print_lines(
        [*unseen_lines(unseen), *event_lines(events, tell), *difference_lines(before, draft.table), *own, ""]
    )
    found = BotReplies(draft.table, warnings=list(done.warnings))
    if has_person_left(draft.table, solo):
        print_lines([whose_move_line(draft.table), *_finish_command_lines(draft.table, path, where)])
    else:
        found = run_solo_bots(path, where, draft.table, solo, tell)
        print_next_turn(path, where, found, look)
    print_lines(_skipped_order_lines(draft.left))
    found.leave()


def _skipped_order_lines(left: Sequence[AnyParsedOrder]) -> list[str]:
    """Lines about the orders that were not carried out because the turn was interrupted."""
    if not left:
        return []
    head = message(
        "Your turn was interrupted. These orders were not carried out. Give them again if you "
        "still want to play them:"
    )
    return [head, *(message("  {words}", words=each.words) for each in left)]


def run_bots_for_document(
    done: WriteResult, path: Path, where: Context, solo: SoloGame
) -> tuple[dict[str, object], BotReplies]:
    """Run the bots after a turn of a solo game, and print nothing.

    Returns the turn and the bots' blocks as JSON-able data, and what the bots did.
    """
    draft, before = done.draft, done.opened.table
    found = BotReplies(draft.table)
    if not has_person_left(draft.table, solo):
        found = run_solo_bots(path, where, draft.table, solo, None)
    found.warnings[:0] = done.warnings
    facts = {**turn_document(draft, before), "difference": difference_document(before, draft.table)}
    return {**facts, **found.to_data()}, found


def _finish_command_lines(table: Table, path: Path, where: Context) -> list[str]:
    """The command that lets the bots finish a game that its person has left; empty if it is over."""
    if waiting(table) is None:
        return []
    told = message(
        "to let the bots finish the game: khronos solo {name}", name=library_game_argument(path, where)
    )
    return [told]
