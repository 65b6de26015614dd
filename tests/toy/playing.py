"""Runners for tests: each has a home of its own, and one file goes from hand to hand, as by mail."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from khronos_pbem.engine.digests import encode_bytes
from khronos_pbem.engine.runner import step
from khronos_pbem.record.save import Header
from khronos_pbem.session.commands.write_blocks import WriteResult, join_game, new_game
from khronos_pbem.session.context import Context
from khronos_pbem.session.identities import load_author
from khronos_pbem.session.replay.draft_block import private_table
from khronos_pbem.session.replay.run_orders import can_go_on
from khronos_pbem.session.replay.table import Table, with_requests
from tests.session.memory import AT, Memory
from tests.support.chance import without_chance
from tests.support.playing import COLOURS, NAMES, Chooser, Group
from tests.toy.race import Order


class Runners(Group):
    """Some players of the race, and their file."""

    def start(self, title: str = "A race", **options: Any) -> None:
        """Start a game and let everybody join it."""
        with without_chance(f"{title} {self.seed}"):
            new_game(self.save, self.context(NAMES[0]), title, self.seats, options, COLOURS[0], "race")
        for name, colour in list(zip(NAMES, COLOURS, strict=True))[1 : self.seats]:
            join_game(self.save, self.context(name), colour)

    def step(self, choose: Chooser | None = None) -> WriteResult | None:
        """The block of whoever has to act; None when the game is over."""
        return super().step(choose or orders_of)

    def play(self, most: int = 1000, choose: Chooser | None = None) -> int:
        """Play so many blocks, or to the end; the number of blocks played."""
        return super().play(most, choose or orders_of)

    def finish(self, choose: Chooser | None = None) -> None:
        """Play to the end; the file is written when the race is over."""
        super().finish(choose or orders_of)


def orders_of(table: Table, context: Context, random: Random) -> list[str]:
    """The orders of a whole turn, or of an answer, by what this player sees; none if he has none."""
    writer = load_author(context.home, table, context.name, context.ask)
    private, orders = private_table(table, writer), list[str]()
    while can_go_on(private, writer.seat):
        order = _chosen(private.game.legal_orders(private.position), random)
        done = step(private.game, private.position, writer.seat, order)
        private = with_requests(private._replace(position=done.position), done.requests)
        orders.append(done.text)
        if done.text == "look":
            break
    return orders


def _chosen(orders: Sequence[Order], random: Random) -> Order:
    """One of the orders but `resign`, each verb as likely as any other."""
    verb = random.choice(sorted({order.verb for order in orders} - {"resign"}))
    return random.choice([order for order in orders if order.verb == verb])


def header(seats: int, **options: Any) -> Header:
    """The header of a race, with the same id every time."""
    name = encode_bytes(b"an id for a race")
    return Header(id=name, title="Race", game="race", seats=seats, created=AT, rules=1, options=options)


def race(seats: int, **options: Any) -> Memory:
    """A race without files, in which everybody has joined and the first wind is known."""
    return Memory(header(seats, **options)).start()
