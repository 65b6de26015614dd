"""A turn chosen by the program: what a bot that plays a seat does there. It knows what its seat knows.

What it does is decided by its strength, its seed, the game and the number of the block: the same seed gives
the same turn in any process.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any, NamedTuple

from khronos_pbem.engine.digests import digest, encode_bytes
from khronos_pbem.engine.features.bots import Bots, Strength, Thinking, WorkerPoolMap, one_by_one
from khronos_pbem.engine.runner import step
from khronos_pbem.errors import Mistake
from khronos_pbem.games.registry import feature
from khronos_pbem.home.game_paths import id_key
from khronos_pbem.messages import message
from khronos_pbem.record.block import MAX_ORDERS
from khronos_pbem.session.context import Context
from khronos_pbem.session.identities import author
from khronos_pbem.session.replay.draft_block import Author, private_table
from khronos_pbem.session.replay.run_orders import may_go_on, pauses
from khronos_pbem.session.replay.table import Table, with_requests


class BotSettings(NamedTuple):
    """How a bot thinks in a game: how strong it is, what decides its chance (empty: a secret of its own), how
    many seconds a turn, and where it has orders tried."""

    strength: Strength = Strength.STEADY
    seed: str = ""
    seconds: float = Thinking().seconds
    spread: WorkerPoolMap = one_by_one


def orders_for(table: Table, context: Context, random: Random) -> list[str]:
    """The orders of a whole turn, or of an answer, for the context's player, who decides at once."""
    return turn_of(table, author(context.home, table, context.name, context.ask), random)


def turn_of(table: Table, writer: Author, random: Random) -> list[str]:
    """The orders of a whole turn, or of an answer, for a player who decides at once, in canonical text."""
    private, orders = private_table(table, writer), list[str]()
    bots = feature(table.game, Bots)
    while may_go_on(private, writer.seat):
        done = step(
            private.game,
            private.position,
            writer.seat,
            bots.choose(bots.seen(private.position, writer.seat), random),
        )
        orders.append(private.game.text(done.order))
        private = with_requests(private._replace(position=done.position), done.requests)
    return orders


def considered(table: Table, writer: Author, bot_settings: BotSettings) -> list[str]:
    """The orders of a whole turn, or of an answer, for this player, who thinks about it, in canonical text.

    Raises UsageError for a game without bots, Mistake if the bot itself is wrong.
    """
    bots = feature(table.game, Bots)
    with bugs_told(table, writer.seat, bot_settings):
        return list(_chosen(private_table(table, writer), writer.seat, bots, bot_settings))


def _chosen(private: Table, seat: int, bots: Bots[Any, Any], bot_settings: BotSettings) -> Iterator[str]:
    """The orders one after another; planned again where a plan ends before the turn does."""
    plan: list[Any] = []
    for number in range(MAX_ORDERS):
        if not may_go_on(private, seat):
            return
        if not plan:
            view = bots.seen(private.position, seat)
            plan = list(bots.turns(view, seat, _thinking(private, seat, bot_settings, number))[0].orders)
        done = step(private.game, private.position, seat, plan.pop(0))
        private = with_requests(private._replace(position=done.position), done.requests)
        yield private.game.text(done.order)
        if pauses(private.game, done.order) and private.asked:
            return
    raise RuntimeError("a turn without an end")


def _thinking(table: Table, seat: int, bot_settings: BotSettings, number: int) -> Thinking:
    """How the bot of a seat thinks about the order of this number in the next block."""
    parts = (bot_settings.seed, id_key(table.header), str(table.seq + 1), str(seat), str(number))
    seed = encode_bytes(digest("bot/turn", *(part.encode() for part in parts))[:16])
    return Thinking(bot_settings.strength, seed, bot_settings.seconds, bot_settings.spread)


@contextmanager
def bugs_told(table: Table, seat: int, bot_settings: BotSettings) -> Iterator[None]:
    """Whatever a bot does wrong is a mistake of the program: it is told as one, whatever it is."""
    try:
        yield
    except MemoryError:
        raise
    except Exception as problem:
        what = message(
            "the {strength} bot of {game} has failed on {colour}'s turn: {name}",
            strength=bot_settings.strength.value,
            game=table.game.name,
            colour=table.seats[seat].colour,
            name=type(problem).__name__,
        )
        hint = message("nothing was written. Please report it; KHRONOS_DEBUG=1 shows where it happened")
        raise Mistake(what, rule="FORMATS 1", hint=hint, block=table.seq + 1) from problem
