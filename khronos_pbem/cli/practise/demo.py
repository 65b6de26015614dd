"""The command `demo`: a short game between two players with their own keyrings, through real files."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Annotated

from khronos_pbem.cli import shared_options as opt
from khronos_pbem.cli.bots.bot_options import BotStrength, strength_named
from khronos_pbem.cli.game_options import Game, options_of_new_game
from khronos_pbem.cli.option_types import flag, option
from khronos_pbem.cli.terminal.print_pictures import PictureOptions, print_legend, print_table
from khronos_pbem.cli.terminal.printing import print_json, print_lines
from khronos_pbem.cores import WorkerPoolMap, map_in_process
from khronos_pbem.engine.contract import Event
from khronos_pbem.engine.features.bots import Strength
from khronos_pbem.games.registry import DEFAULT
from khronos_pbem.home.keyring import make_identity
from khronos_pbem.messages import listed, message, plural_message
from khronos_pbem.record.block import ASSIST
from khronos_pbem.session.bots.bot_turn import BotSettings, choose_turn, quick_orders
from khronos_pbem.session.commands.write_blocks import WriteResult, assist, join_game, new_game, play_turn
from khronos_pbem.session.context import Context
from khronos_pbem.session.identities import load_author
from khronos_pbem.session.queries.documents import event_lines
from khronos_pbem.session.queries.player_view import verify, verify_document
from khronos_pbem.session.queries.summaries import player_name, whose_move_line
from khronos_pbem.session.replay.open_save import open_for_play
from khronos_pbem.session.replay.table import Table, waiting
from khronos_pbem.session.replay.worker_pool import worker_pool

Choose = Callable[[Table, Context], list[str]]
"""A function that returns the orders of the player to move.

It is given the table and that player's context.
"""
PLAYERS = (("alice", "red"), ("bob", "blue"))


def demo(
    turns: Annotated[int, option("--turns", "N", "Number of turns to play.", min=1, max=14)] = 6,
    seed: Annotated[int, option("--seed", "N", "Random seed for the computer players.")] = 0,
    game: Game = DEFAULT,
    strength: BotStrength = None,
    keep: Annotated[bool, flag("--keep", "Keep the folder so that you can look at it.")] = False,
    plain: opt.Plain = False,
    as_json: opt.Json = False,
) -> None:
    folder = Path(tempfile.mkdtemp(prefix="khronos-demo-"))
    try:
        strong = None if strength is None else strength_named(strength)
        with worker_pool() as workers:
            Demonstration(folder, plain, as_json, game, strong, workers.starmap).play(turns, seed)
    finally:
        if not keep:
            shutil.rmtree(folder, ignore_errors=True)
    if keep:
        print_lines([message("the files are in {folder}", folder=folder)] if not as_json else [])


@dataclass(frozen=True)
class Demonstration:
    """The demonstration: a folder with two keyrings, and one save to which both players write."""

    folder: Path
    plain: bool
    as_json: bool
    game: str = DEFAULT
    strength: Strength | None = None
    starmap: WorkerPoolMap = map_in_process

    @property
    def save(self) -> Path:
        """The save that is passed between the players."""
        return self.folder / "demo.khronos"

    def play(self, turns: int, seed: int) -> None:
        """Start the game, play up to `turns` turns, let the next player resign, and verify the record."""
        told = message(
            "Two players, two keyrings, one file: nobody else is needed, and nobody has to be trusted."
        )
        self._print_wrapped(told)
        for name, _ in PLAYERS:
            self._print_command(message("khronos keygen {name}", name=name), self._keygen(name))
        name = self.save.name
        started = message("khronos new {save} --as alice --colour red --seats 2", save=name)
        self._print_command(started, self._new())
        joined = message("khronos join {save} --as bob --colour blue", save=name)
        self._print_command(joined, self._written(join_game(self.save, self._context_for("bob"), "blue")))
        choose = self._chooser(seed)
        for number in range(turns + 1):
            if self._turn(choose, last=number == turns):
                break
        self._verify()

    def _context_for(self, name: str) -> Context:
        return Context(self.folder / name, opt.ask_passphrase, opt.current_time(), name)

    def _keygen(self, name: str) -> list[str]:
        make_identity(self.folder / name, name, None)
        return [message("{name} now has an identity in the keyring {name}/", name=name)]

    def _new(self) -> list[str]:
        options = options_of_new_game(self.game, {})
        context = self._context_for("alice")
        done = new_game(self.save, context, "A demonstration", 2, options, "red", self.game)
        return self._written(done)

    def _chooser(self, seed: int) -> Choose:
        """Return the function that chooses the orders of a turn: at random, or at a bot strength."""
        if self.strength is None:
            random = Random(seed)
            return lambda table, context: quick_orders(table, context, random)
        bot_settings = BotSettings(self.strength, str(seed), starmap=self.starmap)
        return lambda table, context: choose_turn(
            table, load_author(context.home, table, context.name, context.ask), bot_settings
        )

    def _turn(self, choose: Choose, *, last: bool) -> bool:
        """Play one turn, and the shares needed before it; return whether the game is over."""
        name = self._player_to_move()
        opened = open_for_play(self.save, self.folder / name, rewind=False)
        now = waiting(opened.table)
        if now is not None and now.need == ASSIST:
            added = self._written(assist(self.save, self._context_for(name)))
            self._print_command(message("khronos assist {save}", save=self.save.name), added)
            return self._turn(choose, last=last)
        orders = ["resign"] if last else choose(opened.table, self._context_for(name))
        done = play_turn(self.save, self._context_for(name), "\n".join(orders))
        items = listed([message("{order}", order=order) for order in orders], "; ")
        typed = message("khronos play {save} -c '{items}'", save=self.save.name, items=items)
        self._print_command(typed, self._turn_lines(done))
        if not self.as_json:
            self._print_boards(done.draft.table, done.draft.events)
        return waiting(done.draft.table) is None

    def _player_to_move(self) -> str:
        table = open_for_play(self.save, self.folder / "alice", rewind=False).table
        now = waiting(table)
        assert now is not None
        assert now.seat is not None
        return table.seats[now.seat].name

    def _turn_lines(self, done: WriteResult) -> list[str]:
        lines: list[str] = [message("  {line}", line=line) for line in event_lines(done.draft.events)]
        return [*lines, *self._written(done)]

    def _print_boards(self, table: Table, events: Sequence[Event]) -> None:
        """Print the table after a turn; at the end of the game, also the meaning of the signs."""
        print_table(table, None, PictureOptions(self.plain), events)
        if waiting(table) is None:
            print_legend(table.game, table.position, self.plain, always=True)
        print_lines([""])

    def _written(self, done: WriteResult) -> list[str]:
        size = self.save.stat().st_size / 1024
        told = message(
            "{save}: {size:.0f} KiB, block {seq}. {whose_move:Name}",
            save=self.save.name,
            size=size,
            seq=done.draft.block.seq,
            whose_move=whose_move_line(done.draft.table),
        )
        return [told]

    def _verify(self) -> None:
        opened = verify(self.save, self._context_for("bob"))
        table, blocks = opened.table, len(opened.history.entries)
        if self.as_json:
            print_json(verify_document(opened))
        seats = () if table.position is None else table.game.winners(table.position)
        won = listed([player_name(table, seat) for seat in seats], " and ")
        line = message(
            "VALID: {blocks} and {proofs} are correct. {end}",
            blocks=plural_message("{n} block", "{n} blocks", blocks),
            proofs=plural_message("{n} proof", "{n} proofs", table.ledger.proofs),
            end=plural_message("Winner: {won}", "Winners: {won}", len(seats), won=won)
            if seats
            else message("Nobody has won yet."),
        )
        self._print_command(message("khronos verify {save}", save=self.save.name), [line])
        words = "khronos learn" if self.game == DEFAULT else f"khronos learn --game {self.game}"
        self._print_wrapped(message("To learn the game step by step: {words}", words=words))

    def _print_wrapped(self, line: str) -> None:
        if not self.as_json:
            print_lines([line, ""])

    def _print_command(self, command: str, lines: list[str]) -> None:
        if not self.as_json:
            print_lines([message("$ {command}", command=command), *lines, ""])
