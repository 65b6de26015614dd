"""The easy computer player: tries a few random orders and gives the one with the highest value.

It tries some banner values and some orders (`VALUES`, `ORDERS`) and does not plan ahead.
"""

from __future__ import annotations

from random import Random

from khronos_pbem.games.my_village.model.orders import End, Look, Order, Plough, Reveal, School
from khronos_pbem.games.my_village.model.position import Position
from khronos_pbem.games.my_village.model.terms import Person, Phase, Side
from khronos_pbem.games.my_village.rules.base.board_queries import goods_count, travels_left
from khronos_pbem.games.my_village.rules.base.dice import takes_by_value
from khronos_pbem.games.my_village.rules.base.draws import TRAVEL
from khronos_pbem.games.my_village.rules.phases.score import score
from khronos_pbem.games.my_village.rules.turn import apply_unchecked, decision, legal_orders

VALUES, ORDERS = 3, 6
"""The number of dice values and the number of orders to try."""
TREE, COIN, GOOD, TIME, MARKER = 0.5, 0.35, 0.6, 0.1, 0.3
DEATH = 0.6
"""The cost of a death besides the loss of the villager; counted while the reaper is out."""
WORKSHOP, FIELD, CUSTOMER, LEFT, RIGHT, HAND = 1.2, 0.7, 0.5, 0.9, 1.3, 0.5
WORTH_OF = {
    Person.ABBOT: 1.4,
    Person.COUNCILLOR: 1.3,
    Person.TRAVELLER: 1.5,
    Person.CRAFTSMAN: 2.0,
    Person.MERCHANT: 2.0,
}
MANY_CUSTOMERS, MANY_COINS = 4, 5
PATIENCE = 12
"""The number of rounds after which time costs only half as much, so that games come to an end."""
_ASIDE = (Look, Plough, Reveal)


def choose(position: Position, random: Random) -> Order:
    """Choose a legal order for the deciding seat.

    `random` decides which orders are tried. A turn made of such orders always reaches its `end`. Asserts that
    a seat has to decide.
    """
    waiting = decision(position)
    assert waiting is not None
    orders = legal_orders(position)
    if position.choice is not None:
        return random.choice(orders)
    if position.phase is Phase.TAKE:
        return _choose_take(position, waiting.seat, random)
    found = [each for each in orders if not isinstance(each, _ASIDE) and each != School(Side.NONE)]
    found = random.sample(found, min(ORDERS, len(found)))
    return max(found, key=lambda order: _value_after(position, waiting.seat, order))


def _value_after(position: Position, seat: int, order: Order) -> float:
    """The value of the seat's village after an order, with a small bonus for `end`."""
    gain = evaluate(apply_unchecked(position, seat, order).position, seat)
    return gain + 0.3 * isinstance(order, End)


def _choose_take(position: Position, seat: int, random: Random) -> Order:
    """Choose the take with the highest value among the cheapest takes for some random values."""
    ways = [found[0] for found in takes_by_value(position, seat).values()]
    return max(random.sample(ways, min(VALUES, len(ways))), key=lambda way: _value_after(position, seat, way))


def evaluate(position: Position, seat: int) -> float:
    """Evaluate the village of a seat in prestige points: its score, its holdings and its draws."""
    village = position.players[seat]
    points = float(score(position, seat).total)
    points += TREE * village.tree + COIN * min(village.coins, MANY_COINS) + GOOD * goods_count(village)
    points += WORKSHOP * len(village.workshops) + FIELD * len(village.fields)
    points += CUSTOMER * min(len(village.market), MANY_CUSTOMERS) + MARKER * max(village.square, 0)
    points += sum(WORTH_OF[person] for person in village.villagers)
    points += LEFT * village.left + RIGHT * village.right
    points += HAND * (position.hand.holder == seat and not position.hand.palm)
    if seat == position.active:
        time = village.cloud + (position.cards.board.clouds if position.reaper else 0)
        points -= (TIME * time + DEATH * position.reaper) * PATIENCE / (PATIENCE + position.round)
    return points + _pending_points(position, seat)


def _pending_points(position: Position, seat: int) -> float:
    """The points expected from open draws and monk offers of the active seat."""
    if seat != position.active:
        return 0.0
    points = 0.3 * len(position.offers)
    for draw in position.draws:
        if draw.name.startswith(TRAVEL):
            cards = travels_left(position, draw.name.removeprefix(TRAVEL))
            points += sum(position.cards.card[card].prestige for card in cards) / len(cards)
        elif draw.to == "market":
            points += CUSTOMER
    return points
