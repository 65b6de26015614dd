"""A player for beginners to beat: it sees a few of its orders, likes what brings something at once, and
thinks neither of what comes later nor of what the others may do."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from khronos_pbem.engine.event_log import NullEventLog
from khronos_pbem.games.khronos.bots.evaluation import best_places
from khronos_pbem.games.khronos.bots.pruning import actions
from khronos_pbem.games.khronos.model.decision import decision
from khronos_pbem.games.khronos.model.orders import End, Order, Policy, Travel
from khronos_pbem.games.khronos.model.pieces import REVENUE_ROUNDS, Board
from khronos_pbem.games.khronos.model.position import Position
from khronos_pbem.games.khronos.rules.effects.revenue import domain_incomes
from khronos_pbem.games.khronos.rules.legal_orders import legal_orders
from khronos_pbem.games.khronos.rules.turn import follow

_SEEN = 5  # orders that it looks at
_TIRED = 0.15  # how often it ends its turn with cards that it could use
_WANDERS = 0.1  # how often it travels just so
_REMEMBERS = 0.6  # how often it thinks of the revenue that its turn ends with


def choose(view: Position, random: Random) -> Order:
    """The order that the deciding seat gives here. Raises ValueError if nobody has to decide."""
    waiting = decision(view)
    if waiting is None:
        raise ValueError("nobody has to decide")
    orders = legal_orders(view)
    if waiting.choice is not None:
        return random.choice([order for order in orders if not isinstance(order, Policy)])
    return _action(view, waiting.seat, orders, random) or _ending(view, waiting.seat, orders, random)


def _action(view: Position, seat: int, orders: Sequence[Order], random: Random) -> Order | None:
    journeys = [order for order in orders if isinstance(order, Travel)]
    if journeys and random.random() < _WANDERS:
        return random.choice(journeys)
    found = [each.order for each in actions(view, seat, orders, random)]
    if not found or random.random() < _TIRED:
        return None
    few = random.sample(found, min(_SEEN, len(found)))
    best = max(few, key=lambda order: owned(follow(view, seat, order, NullEventLog()), seat))
    gained = owned(follow(view, seat, best, NullEventLog()), seat) - owned(view, seat)
    return best if gained >= 0 else None


def _ending(view: Position, seat: int, orders: Sequence[Order], random: Random) -> Order:
    if view.round in REVENUE_ROUNDS and random.random() < _REMEMBERS:
        _, places = best_places(view, seat)
        for number, (here, there) in enumerate(zip(view.players[seat].adventurers, places, strict=True), 1):
            if here != there:
                return Travel(number, there)
    ends = [order for order in orders if isinstance(order, End)]
    return max(ends, key=lambda end: len(end.kept))


def owned(position: Position, seat: int) -> float:
    """The ecus of a seat, and half of all that its domains would pay."""
    pays = sum(
        income.amount
        for board in Board
        for income in domain_incomes(position, board)
        if seat in income.rulers
    )
    return position.players[seat].ecus + 0.5 * pays
