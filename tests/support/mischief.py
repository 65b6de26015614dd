"""A player who puts choices before the others (RULES 9.2), and exchanges cards early."""

from __future__ import annotations

from random import Random

from khronos_pbem.games.khronos.bots.steady import choose
from khronos_pbem.games.khronos.model.decision import decision
from khronos_pbem.games.khronos.model.orders import Build, Exchange, Order, Upgrade
from khronos_pbem.games.khronos.model.pieces import Type
from khronos_pbem.games.khronos.model.position import Phase, Position
from khronos_pbem.games.khronos.order_text.grammar import text
from khronos_pbem.games.khronos.rules.legal_orders import legal_orders
from khronos_pbem.games.khronos.rules.turn import apply
from khronos_pbem.session.bots.bot_turn import quick_orders
from khronos_pbem.session.context import Context
from khronos_pbem.session.identities import load_author
from khronos_pbem.session.replay.draft_block import private_table
from khronos_pbem.session.replay.table import Table


def troublesome(position: Position, seat: int) -> Order | None:
    """An order of this position that leaves a choice to another seat."""
    for order in legal_orders(position):
        if isinstance(order, Build | Upgrade) and order.piece.type is Type.CIVIL:
            waiting = decision(apply(position, seat, order).position)
            if waiting is not None and waiting.choice is not None and waiting.seat != seat:
                return order
    return None


def military(position: Position, seat: int, random: Random) -> Order | None:
    """A keep or monastery, so that there is something to downsize."""
    found = [
        order
        for order in legal_orders(position)
        if isinstance(order, Build) and order.piece.size == 2 and order.piece.type is not Type.CIVIL
    ]
    return random.choice(found) if found else None


def exchange_at_once(table: Table, context: Context, random: Random) -> list[str]:
    """The order to exchange some cards, if it can be given here."""
    private = private_table(table, load_author(context.home, table, context.name, context.ask))
    found = [order for order in legal_orders(private.position) if isinstance(order, Exchange)]
    return [text(random.choice(found))] if found else []


def trouble(table: Table, context: Context, random: Random) -> list[str]:
    """A turn with as much trouble as there can be, then what the bot does."""
    writer = load_author(context.home, table, context.name, context.ask)
    private = private_table(table, writer)
    position: Position = private.position
    if position.pending is not None:
        return quick_orders(table, context, random)
    if position.round == 2 and position.phase is Phase.CHANGE:
        exchange = next((o for o in legal_orders(position) if isinstance(o, Exchange)), None)
        if exchange is not None:
            return [text(exchange)]
    order = troublesome(position, writer.seat)
    if order is not None:
        return [text(order), "end"]
    order = military(position, writer.seat, random) if position.round <= 3 else None
    if order is None:
        return quick_orders(table, context, random)
    after = apply(position, writer.seat, order).position
    if after.pending is not None:
        return quick_orders(table, context, random)
    rest = private._replace(position=after)
    orders = [text(order)]
    while (waiting := decision(rest.position)) is not None and waiting.seat == writer.seat:
        following = choose(rest.position, random)
        orders.append(text(following))
        rest = rest._replace(position=apply(rest.position, writer.seat, following).position)
    return orders
