"""Players for tests and samples: each has a home of its own; their orders come from the program's bot."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from khronos_pbem.cli.game_options import data_file_options, game_option_values
from khronos_pbem.games.khronos.model.maps import standard_map
from khronos_pbem.games.registry import DEFAULT, game_by_name
from khronos_pbem.home.keyring import make_identity
from khronos_pbem.record.block import ACK, ASSIST
from khronos_pbem.record.chain import head_hash
from khronos_pbem.record.save import Save, parse_save, write_save
from khronos_pbem.session.bots.bot_turn import quick_orders
from khronos_pbem.session.commands.data_files import load_data
from khronos_pbem.session.commands.write_blocks import (
    WriteResult,
    assist,
    join_game,
    make_offer,
    new_game,
    play_turn,
    vote,
)
from khronos_pbem.session.context import Context
from khronos_pbem.session.identities import load_author
from khronos_pbem.session.replay.draft_block import draft_assist, draft_turn, verify_draft
from khronos_pbem.session.replay.open_save import open_for_play
from khronos_pbem.session.replay.table import Table, Waiting, waiting
from tests.support.chance import without_chance

NAMES = ("alice", "bob", "carol", "dave", "erin")
COLOURS = ("red", "blue", "green", "white", "black")

Chooser = Callable[[Table, Context, Random], list[str]]


def no_passphrase() -> str:
    """Nobody is asked in tests."""
    raise AssertionError("no identity of the tests is locked")


def options(**changes: Any) -> dict[str, Any]:
    """The options of a game, those of edition 2 on the standard map but for `changes`."""
    return {"edition": 2, "holdem": False, "keep": False, "map": standard_map().to_data(), **changes}


def options_for(game: str, **changes: Any) -> dict[str, Any]:
    """The options of a game as `new` has them by default, but for `changes`."""
    found, files = game_option_values(game, "new", {}), data_file_options(game)
    return {
        name: load_data(game, value) if name in files else value for name, value in found.items()
    } | changes


@dataclass
class Group:
    """Some players in a folder, with one file that goes from hand to hand.

    The same game, seats, seed, title and options are the same in every run, card by card and roll by roll.
    """

    folder: Path
    seats: int
    seed: int = 0
    events: Counter[str] = field(default_factory=Counter)
    minutes: int = 0
    game: str = DEFAULT
    given: dict[int, str] = field(default_factory=dict)
    """Who has a seat that was another's before."""
    known: tuple[bytes, Table] | None = field(default=None, repr=False)
    """What the last step wrote, and the table that it came to."""

    def __post_init__(self) -> None:
        self.random = Random(self.seed)
        for name in NAMES[: self.seats]:
            if not (self.home(name) / "keys").exists():
                with without_chance(f"{name} {self.seed}"):
                    make_identity(self.home(name), name, None)

    @property
    def colours(self) -> tuple[str, ...]:
        """The colours that the players take."""
        return COLOURS if self.game == DEFAULT else game_by_name(self.game).colours

    @property
    def save(self) -> Path:
        """The file."""
        return self.folder / "game.khronos"

    def home(self, name: str) -> Path:
        """The home of a player."""
        return self.folder / "homes" / name

    def context(self, name: str) -> Context:
        """Where a player works; every block is written an hour and a bit after the one before."""
        self.minutes += 71
        day, minute = divmod(9 * 60 + self.minutes, 24 * 60)
        at = f"2026-11-{1 + day:02}T{minute // 60:02}:{minute % 60:02}:00Z"
        return Context(self.home(name), no_passphrase, at, name)

    def start(self, title: str = "A test", **changes: Any) -> None:
        """Start a game and let everybody join it."""
        with without_chance(f"{title} {self.seed}"):
            chosen = options_for(self.game, **changes)
            new_game(self.save, self.context(NAMES[0]), title, self.seats, chosen, self.colours[0], self.game)
        for name, colour in zip(NAMES[1 : self.seats], self.colours[1:], strict=False):
            join_game(self.save, self.context(name), colour)

    def table(self) -> Table:
        """The table as the file has it."""
        return open_for_play(self.save, self.home(NAMES[0]), rewind=False).table

    def step(self, choose: Chooser = quick_orders) -> WriteResult | None:
        """The block of whoever has to act; None when the game is over."""
        known = self.known
        table = known[1] if known is not None and known[0] == self.save.read_bytes() else self.table()
        now = waiting(table)
        if now is None:
            return None
        done = self._block(table, now, choose)
        self.known = self.save.read_bytes(), done.draft.table
        self.events.update(event.event for event in done.draft.events)
        return done

    def _block(self, table: Table, now: Waiting, choose: Chooser) -> WriteResult:
        assert now.seat is not None
        context = self.context(self.name_of(now.seat))
        orders = [] if now.need in (ASSIST, ACK) else choose(table, context, self.random)
        return play_turn(self.save, context, "\n".join(orders)) if orders else assist(self.save, context)

    def until_a_turn(self, title: str, **changes: Any) -> Group:
        """Begin, and go on until somebody has to take the first turn; the group itself."""
        self.start(title, **changes)
        while (now := waiting(self.table())) is not None and now.need == ASSIST:
            self.step()
        return self

    def name_of(self, seat: int) -> str:
        """Who plays a seat now."""
        return self.given.get(seat, NAMES[seat])

    def go_on_without(self, seat: int, successor: str = "") -> None:
        """All others vote and ack to go on without a seat that is awaited, or with a successor in it."""
        colour, offers = self.colours[seat], list[str]()
        if successor:
            with without_chance(f"{successor} {self.seed}"):
                make_identity(self.home(successor), successor, None)
            offer = self.folder / f"{successor}.offer"
            offer.write_text(make_offer(self.save, self.context(successor), colour).text, encoding="utf-8")
            offers, self.given[seat] = [f"{colour}={offer}"], successor
        while True:
            table = self.table()
            if table.seq >= 0 and table.run is not None and table.run.is_finished:
                break
            now = table.run.next_voter if table.run is not None else self._first_voter(table, seat)
            assert now is not None
            done = vote(self.save, self.context(self.name_of(now)), [colour], offers)
            self.events.update(event.event for event in done.draft.events)
            if done.draft.table.run is None:
                return
        while (run := self.table().run) is not None:
            assert run.next_acker is not None
            done = assist(self.save, self.context(self.name_of(run.next_acker)))
            self.events.update(event.event for event in done.draft.events)

    @staticmethod
    def _first_voter(table: Table, seat: int) -> int:
        stay = table.record_seats.staying((seat,))
        return stay[1] if len(stay) > 1 else stay[0]

    def mover(self) -> str:
        """Who is waited for now."""
        now = waiting(self.table())
        assert now is not None
        assert now.seat is not None
        return self.name_of(now.seat)

    def play(self, most: int = 1000, choose: Chooser = quick_orders) -> int:
        """Play so many blocks, or to the end; the number of blocks played."""
        return next((number for number in range(most) if self.step(choose) is None), most)

    def finish(self, choose: Chooser = quick_orders) -> None:
        """Play to the end, every block made, proven and kept; the file is written when the game is over."""
        save, events = played_on(
            self.table(),
            parse_save(self.save.read_bytes()),
            lambda seat: self.context(NAMES[seat]),
            lambda table, context: choose(table, context, self.random),
        )
        self.events.update(events)
        self.save.write_text(write_save(save, []), encoding="utf-8")


def played_on(
    table: Table,
    save: Save,
    context_of: Callable[[int], Context],
    choose: Callable[[Table, Context], list[str]],
    until: Callable[[Table], bool] = lambda _: False,
) -> tuple[Save, Counter[str]]:
    """A game played on in memory, every block made and proven, and the events of its blocks by their kinds.

    It is over then, or `until` holds of the table.
    """
    events = Counter[str]()
    while (now := waiting(table)) is not None and not until(table):
        assert now.seat is not None
        context = context_of(now.seat)
        orders = [] if now.need in (ASSIST, ACK) else choose(table, context)
        writer = load_author(context.home, table, context.name, context.ask)
        state = (head_hash(save), context.at)
        if orders:
            draft = draft_turn(table, writer, list(table.game.parse("\n".join(orders))), *state)
        else:
            draft = draft_assist(table, writer, *state)
        table, save = verify_draft(draft, table), save._replace(blocks=(*save.blocks, draft.block))
        events.update(event.event for event in draft.events)
    return save, events
