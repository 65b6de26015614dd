"""Run bots automatically: those named with `--bot`, and those in your own solo games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from khronos_pbem.cli import completion
from khronos_pbem.cli.bots.bot_options import strength_named
from khronos_pbem.cli.bots.bot_replies import BotReplies, is_worth_printing, run_solo_bots
from khronos_pbem.cli.delivery.send_option import (
    LetterResult,
    SendOptions,
    exit_code_of,
    letter_data,
    send_block,
    sent_lines,
    unsent_lines,
)
from khronos_pbem.cli.option_types import option
from khronos_pbem.cores import WorkerPoolMap
from khronos_pbem.engine.features.bots import Strength
from khronos_pbem.errors import NothingToDo, UsageError
from khronos_pbem.home.keyring import public_key_of
from khronos_pbem.library.game_row import GameRow
from khronos_pbem.messages import VerbatimText, message, shell_operand
from khronos_pbem.session.bots.bot_seats import play_bot
from khronos_pbem.session.bots.solo import find_solo_game, has_person_left
from khronos_pbem.session.context import Context
from khronos_pbem.session.queries.summaries import entry_lines
from khronos_pbem.session.replay.open_save import open_to_act
from khronos_pbem.session.replay.worker_pool import worker_pool
from khronos_pbem.storage.home_folder import home

Bots = Annotated[
    list[str] | None,
    option(
        "--bot",
        "NAME=STRENGTH",
        "Let your bot with this name take a free seat and play. You can repeat this option.",
        completion.bots_with_strength,
    ),
]


def parse_bots(words: Sequence[str] | None) -> dict[str, Strength]:
    """Return the strength of each bot given as `--bot NAME=STRENGTH`, by the bot's name.

    Raises UsageError for a malformed word, a bot named twice, or an unknown identity or strength.
    """
    found: dict[str, Strength] = {}
    for word in words or ():
        name, mark, strength = word.partition("=")
        if not mark or name in found:
            hint = message("write it like this: --bot marvin=steady, and list each bot only once")
            raise UsageError(message("--bot does not accept {words!r}", words=word), hint=hint)
        public_key_of(home(), name)
        found[name] = strength_named(strength)
    return found


@dataclass(frozen=True, slots=True)
class BotActivity:
    """The moves of bots in one game, and the letter that was sent with them."""

    path: Path
    title: str
    found: BotReplies
    letter: LetterResult | None = None

    def lines(self) -> list[str]:
        """Return the lines for standard output: the bots' blocks, and the letter if it was sent."""
        entries = filter(is_worth_printing, self.found.entries)
        lines = [line for each in entries for line in entry_lines(each)]
        if lines:
            lines = [message("{title}: bot activity", title=VerbatimText(self.title)), *lines]
        return [*lines, *sent_lines(self.letter)]

    def notes(self) -> list[str]:
        """Return the lines for standard error: warnings, the problem, and the letter if it was not sent."""
        problem, title, lines = self.found.problem, VerbatimText(self.title), list(self.found.warnings)
        if problem is not None:
            lines.append(message("{title}: {problem}", title=title, problem=problem.full_message))
        return [*lines, *unsent_lines(self.letter)]

    def to_data(self) -> dict[str, object]:
        """Return the bots' blocks and the letter as JSON-able data."""
        facts = {"file": str(self.path), "title": self.title, **self.found.to_data()}
        return {**facts, **letter_data(self.letter)}

    def code(self) -> int:
        """Return the exit code for the bots' problem, else for the letter's; 0 if there is none."""
        return exit_code_of(self.found.problem, self.letter)


def run_bots_in_games(
    rows: Sequence[GameRow], bots: Mapping[str, Strength], where: Context, how: SendOptions | None
) -> list[BotActivity]:
    """Let bots play in the games of these rows, send their letters, and return what they did.

    In a solo game, its own bots play; in any other game, the bots in `bots` play. Games that are over, broken
    or in two versions are skipped.
    """
    acted: list[BotActivity] = []
    with worker_pool() as workers:
        for row in rows:
            if not (row.get("problem") or row.get("histories") or row.get("finished", True)):
                acted += _run_bots_in_game(row, bots, where, how, workers.starmap)
    return acted


def _run_bots_in_game(
    row: GameRow,
    bots: Mapping[str, Strength],
    where: Context,
    how: SendOptions | None,
    starmap: WorkerPoolMap,
) -> Iterator[BotActivity]:
    """Let bots play in one game, and yield what they did.

    The file is not opened if the game is not waiting for a bot and no bot is named.
    """
    path, title = Path(row["file"]), str(row["title"])
    who = row.get("waiting_for")
    if who is not None and who["bot"]:
        table = open_to_act(path, where.home, rewind=False).table
        solo = find_solo_game(where.home, table)
        if solo is not None and not has_person_left(table, solo):
            yield BotActivity(path, title, run_solo_bots(path, where, table, solo, None))
            return
    for name, strength in bots.items():
        table = open_to_act(path, where.home, rewind=False).table
        found, context = BotReplies(table), where._replace(name=name)
        again = message("to continue: khronos bot {name}", name=shell_operand(path))
        found.collect(play_bot(path, context, starmap, strength), again)
        if found.entries or not isinstance(found.problem, NothingToDo | None):
            letter = send_block(found.last, path, name, how) if found.last and not found.problem else None
            yield BotActivity(path, title, found, letter)
