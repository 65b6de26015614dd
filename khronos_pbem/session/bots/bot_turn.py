"""The turn that a computer player chooses, knowing only what its seat knows.

The choice depends on the player's strength, its seed, the game and the number of the block: the same seed
gives the same turn in any process.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from random import Random
from typing import NamedTuple

from khronos_pbem.cores import WorkerPoolMap, map_in_process
from khronos_pbem.engine.contract import AnyGame, AnyOrder
from khronos_pbem.engine.digests import digest, encode_bytes
from khronos_pbem.engine.features.bots import Bots, SearchSettings, Strength
from khronos_pbem.engine.runner import step
from khronos_pbem.errors import InternalError
from khronos_pbem.games.registry import feature, installed_bot
from khronos_pbem.home.game_paths import id_key
from khronos_pbem.messages import message
from khronos_pbem.record.block import MAX_ORDERS
from khronos_pbem.session.context import Context
from khronos_pbem.session.identities import load_author
from khronos_pbem.session.replay.draft_block import Author, private_table
from khronos_pbem.session.replay.run_orders import can_go_on, pauses_for_roll
from khronos_pbem.session.replay.table import Table, with_requests
from khronos_pbem.session.turns import game_position


class BotSettings(NamedTuple):
    """How a bot plays: strength, random seed, seconds for a turn, and the function that tries orders.

    If the seed is empty, it is derived from the bot's secret key. If `seconds` is None, the default of the
    strength applies. `starmap` may work in several processes. `own` is the name of the installed bot that
    plays; it is empty for the bots of the game.
    """

    strength: Strength = Strength.STEADY
    seed: str = ""
    seconds: float | None = None
    starmap: WorkerPoolMap = map_in_process
    own: str = ""


Plan = Callable[[Table, int], Sequence[AnyOrder]]
"""A function that returns the next orders of a bot, at least one.

Its arguments are the bot's table and the number of the order in the block.
"""


def check_bot(game: AnyGame | str, own: str) -> None:
    """Raise UsageError unless the installed bot `own` can be loaded.

    If `own` is empty, raise UsageError unless the game has bots.
    """
    if own:
        installed_bot(own)
    else:
        feature(game, Bots)


def quick_orders(table: Table, context: Context, random: Random) -> list[str]:
    """The orders of a whole turn or answer for the context's player, chosen at once by a bot."""
    return quick_turn(table, load_author(context.home, table, context.name, context.ask), random)


def quick_turn(table: Table, writer: Author, random: Random) -> list[str]:
    """The orders of a whole turn or answer for a seat, in canonical text, chosen at once."""
    private, orders = private_table(table, writer), list[str]()
    bots = feature(table.game, Bots)
    while can_go_on(private, writer.seat):
        order = bots.choose(bots.seat_view(private.position, writer.seat), random)
        done = step(private.game, private.position, writer.seat, order)
        orders.append(private.game.text(done.order))
        private = with_requests(private._replace(position=done.position), done.requests)
    return orders


def choose_turn(table: Table, writer: Author, bot_settings: BotSettings) -> list[str]:
    """The orders of a whole turn or answer that the bot chooses after thinking, in canonical text.

    Raises UsageError for a game without bots, InternalError if the bot makes an error.
    """
    plan = _plan_of_installed_bot(bot_settings) if bot_settings.own else _plan_of_game(table, bot_settings)
    with wrap_bot_errors(table, writer.seat, bot_settings):
        return list(_choose_orders(private_table(table, writer), writer.seat, plan))


def _plan_of_game(table: Table, bot_settings: BotSettings) -> Plan:
    """The plan of a computer player of the game. Raises UsageError for a game without bots."""
    bots = feature(table.game, Bots)

    def plan(private: Table, number: int) -> Sequence[AnyOrder]:
        decision = private.game.decision(private.position)
        assert decision is not None
        view = bots.seat_view(private.position, decision.seat)
        thinking = _thinking(private, decision.seat, bot_settings, number)
        return bots.turns(view, decision.seat, thinking)[0].orders

    return plan


def _plan_of_installed_bot(bot_settings: BotSettings) -> Plan:
    """The plan of an installed bot: one order at a time. Raises UsageError if the bot cannot be loaded."""
    bot = installed_bot(bot_settings.own)

    def plan(private: Table, number: int) -> Sequence[AnyOrder]:
        colours = tuple(seat.colour for seat in private.seats)
        view = game_position.Position(private.game.name, colours, private.position)
        return (bot.choose(view).inner,)

    return plan


def _choose_orders(private: Table, seat: int, plan: Plan) -> Iterator[str]:
    """Yield the orders of a turn one by one; plan again if a plan ends before the turn does."""
    left: list[AnyOrder] = []
    for number in range(MAX_ORDERS):
        if not can_go_on(private, seat):
            return
        left = left or list(plan(private, number))
        done = step(private.game, private.position, seat, left.pop(0))
        private = with_requests(private._replace(position=done.position), done.requests)
        yield private.game.text(done.order)
        if pauses_for_roll(private.game, done.order) and private.asked:
            return
    raise RuntimeError("a turn without an end")


def _thinking(table: Table, seat: int, bot_settings: BotSettings, number: int) -> SearchSettings:
    """Return the strength, seed and time for the search for order number `number` of the next block."""
    parts = (bot_settings.seed, id_key(table.header), str(table.seq + 1), str(seat), str(number))
    seed = encode_bytes(digest("bot/turn", *(part.encode() for part in parts))[:16])
    seconds = bot_settings.seconds or bot_settings.strength.default_seconds
    return SearchSettings(bot_settings.strength, seed, seconds, bot_settings.starmap)


@contextmanager
def wrap_bot_errors(table: Table, seat: int, bot_settings: BotSettings) -> Iterator[None]:
    """Turn every exception of a bot in the `with` block, except MemoryError, into InternalError."""
    try:
        yield
    except MemoryError:
        raise
    except Exception as problem:
        what = message(
            "the {strength} bot for the game {game} failed on {colour}'s turn: {name}",
            strength=bot_settings.own or bot_settings.strength.value,
            game=table.game.name,
            colour=table.seats[seat].colour,
            name=type(problem).__name__,
        )
        hint = message(
            "nothing was written; please report this error (to see where it happened, set KHRONOS_DEBUG=1)"
        )
        if bot_settings.own:
            hint = message("update or remove the package that provides it")
        raise InternalError(what, hint=hint, block=table.seq + 1) from problem
