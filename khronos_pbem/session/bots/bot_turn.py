"""The turn that a computer player chooses. It knows only what its seat knows.

Its choice depends on its strength, its seed, the game and the number of the block: the same seed gives the
same turn in any process.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any, NamedTuple

from khronos_pbem.engine.digests import digest, encode_bytes
from khronos_pbem.engine.features.bots import Bots, SearchSettings, Strength, WorkerPoolMap, map_in_process
from khronos_pbem.engine.runner import step
from khronos_pbem.errors import InternalError
from khronos_pbem.games.registry import feature
from khronos_pbem.home.game_paths import id_key
from khronos_pbem.messages import message
from khronos_pbem.record.block import MAX_ORDERS
from khronos_pbem.session.context import Context
from khronos_pbem.session.identities import load_author
from khronos_pbem.session.replay.draft_block import Author, private_table
from khronos_pbem.session.replay.run_orders import can_go_on, pauses_for_roll
from khronos_pbem.session.replay.table import Table, with_requests


class BotSettings(NamedTuple):
    """How a bot plays: strength, random seed, seconds for a turn, and the function that tries orders.

    An empty seed stands for one that is derived from the bot's secret key. `spread` may work in several
    processes.
    """

    strength: Strength = Strength.STEADY
    seed: str = ""
    seconds: float = SearchSettings().seconds
    spread: WorkerPoolMap = map_in_process


def quick_orders(table: Table, context: Context, random: Random) -> list[str]:
    """The orders of a whole turn or answer for the context's player, chosen at once by a bot."""
    return quick_turn(table, load_author(context.home, table, context.name, context.ask), random)


def quick_turn(table: Table, writer: Author, random: Random) -> list[str]:
    """The orders of a whole turn or answer for a seat, in canonical text, chosen at once."""
    private, orders = private_table(table, writer), list[str]()
    bots = feature(table.game, Bots)
    while can_go_on(private, writer.seat):
        done = step(
            private.game,
            private.position,
            writer.seat,
            bots.choose(bots.seen(private.position, writer.seat), random),
        )
        orders.append(private.game.text(done.order))
        private = with_requests(private._replace(position=done.position), done.requests)
    return orders


def choose_turn(table: Table, writer: Author, bot_settings: BotSettings) -> list[str]:
    """The orders of a whole turn or answer that the bot chooses after thinking, in canonical text.

    Raises UsageError for a game without bots, InternalError if the bot makes an error.
    """
    bots = feature(table.game, Bots)
    with wrap_bot_errors(table, writer.seat, bot_settings):
        return list(_choose_orders(private_table(table, writer), writer.seat, bots, bot_settings))


def _choose_orders(
    private: Table, seat: int, bots: Bots[Any, Any], bot_settings: BotSettings
) -> Iterator[str]:
    """Yield the orders of a turn one by one; plan again if a plan ends before the turn does."""
    plan: list[Any] = []
    for number in range(MAX_ORDERS):
        if not can_go_on(private, seat):
            return
        if not plan:
            view = bots.seen(private.position, seat)
            plan = list(bots.turns(view, seat, _thinking(private, seat, bot_settings, number))[0].orders)
        done = step(private.game, private.position, seat, plan.pop(0))
        private = with_requests(private._replace(position=done.position), done.requests)
        yield private.game.text(done.order)
        if pauses_for_roll(private.game, done.order) and private.asked:
            return
    raise RuntimeError("a turn without an end")


def _thinking(table: Table, seat: int, bot_settings: BotSettings, number: int) -> SearchSettings:
    """The strength, seed and time with which a bot chooses the order of this number in the next block."""
    parts = (bot_settings.seed, id_key(table.header), str(table.seq + 1), str(seat), str(number))
    seed = encode_bytes(digest("bot/turn", *(part.encode() for part in parts))[:16])
    return SearchSettings(bot_settings.strength, seed, bot_settings.seconds, bot_settings.spread)


@contextmanager
def wrap_bot_errors(table: Table, seat: int, bot_settings: BotSettings) -> Iterator[None]:
    """Turn every exception of a bot in the block, except MemoryError, into InternalError."""
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
        raise InternalError(what, rule="FORMATS 1", hint=hint, block=table.seq + 1) from problem
