"""The easy computer player, which beginners can beat.

It tries only a few of its possible orders and judges them by their immediate gain. It ignores later
turns and what opponents may do.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from khronos_pbem.engine.orders.table_orders import Policy
from khronos_pbem.games.khronos.bots.evaluation import journeys_to_revenue, longest_end
from khronos_pbem.games.khronos.bots.pruning import PICKS, distinct_actions
from khronos_pbem.games.khronos.model.decision import decision
from khronos_pbem.games.khronos.model.orders import Order, Travel
from khronos_pbem.games.khronos.model.pieces import REVENUE_ROUNDS
from khronos_pbem.games.khronos.model.position import Position
from khronos_pbem.games.khronos.rules.effects.revenue import income_everywhere
from khronos_pbem.games.khronos.rules.legal_orders import legal_orders
from khronos_pbem.games.khronos.rules.turn import apply_unchecked

_SEEN = 5  # orders that it looks at
_TIRED = 0.15  # how often it ends its turn with cards that it could use
_WANDERS = 0.1  # how often it travels just so
_REMEMBERS = 0.6  # how often it thinks of the revenue that its turn ends with


def choose(view: Position, random: Random) -> Order:
    """Return the order that the easy player gives for the deciding seat.

    Raises ValueError if no decision is open.
    """
    waiting = decision(view)
    if waiting is None:
        raise ValueError("nobody has to decide")
    orders = legal_orders(view)
    if waiting.choice is not None:
        return random.choice([order for order in orders if not isinstance(order, Policy)])
    return _action(view, waiting.seat, orders, random) or _ending(view, waiting.seat, orders, random)


def _action(view: Position, seat: int, orders: Sequence[Order], random: Random) -> Order | None:
    """An action of this turn, or None to end the turn."""
    journeys = [order for order in orders if isinstance(order, Travel)]
    if journeys and random.random() < _WANDERS:
        return random.choice(journeys)
    boards = sorted(set(view.players[seat].adventurers))
    found = [each.order for each in distinct_actions(view, seat, boards, random.randrange(PICKS))]
    if not found or random.random() < _TIRED:
        return None
    few = random.sample(found, min(_SEEN, len(found)))
    best = max(few, key=lambda order: evaluate(apply_unchecked(view, seat, order).position, seat))
    gained = evaluate(apply_unchecked(view, seat, best).position, seat) - evaluate(view, seat)
    return best if gained >= 0 else None


def _ending(view: Position, seat: int, orders: Sequence[Order], random: Random) -> Order:
    """The order that ends the turn, or a journey first if revenue would pay more elsewhere."""
    if view.round in REVENUE_ROUNDS and random.random() < _REMEMBERS:
        journeys = journeys_to_revenue(view, seat)
        if journeys:
            return journeys[0]
    return longest_end(orders)


def evaluate(position: Position, seat: int) -> float:
    """Return the ecus of a seat, plus half the income of all domains that it rules."""
    return position.players[seat].ecus + 0.5 * income_everywhere(position, seat)
