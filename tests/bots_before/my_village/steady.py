"""The steady computer player: takes the order with the highest value by a simple count.

It looks one banner ahead and ignores what draws may bring.
"""

from __future__ import annotations

from random import Random

from khronos_pbem.games.my_village.model.orders import (
    End,
    Look,
    Order,
    Plough,
    Refuge,
    Reveal,
    Sanatorium,
    School,
    Take,
)
from khronos_pbem.games.my_village.model.position import Position
from khronos_pbem.games.my_village.model.terms import Branch, Person, Phase, Side
from khronos_pbem.games.my_village.rules.banners.refuge import worst_travels
from khronos_pbem.games.my_village.rules.base.board_queries import goods_count, travels_left
from khronos_pbem.games.my_village.rules.base.dice import takes_by_value
from khronos_pbem.games.my_village.rules.base.draws import TRAVEL
from khronos_pbem.games.my_village.rules.phases.score import score
from khronos_pbem.games.my_village.rules.turn import apply_unchecked, decision, legal_orders

TREE, COIN, GOOD, TIME, MARKER = 0.5, 0.35, 0.6, 0.1, 0.3
DEATH = 0.6
"""What a death costs besides the villager, once the reaper is out."""
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
"""Rounds after which time is worth half as much: games have to end."""
_ASIDE = (End, Look, Plough, Reveal)


def choose(position: Position, random: Random) -> Order:
    """Choose a legal order for the deciding seat; `random` decides between equals.

    A turn of such orders always reaches its `end`. Asserts that a seat has to decide.
    """
    waiting = decision(position)
    assert waiting is not None
    seat = waiting.seat
    if position.choice is not None:
        return _choose_answer(position)
    if position.phase is Phase.TAKE:
        return _choose_take(position, seat, random)
    best, gain = _best_order(position, seat, legal_orders(position), random)
    if best is not None and (gain > 0 or _must_continue(position, seat)):
        return best
    return End()


def _must_continue(position: Position, seat: int) -> bool:
    """Whether the turn may not end yet."""
    unfinished = position.branch is Branch.NONE or bool(position.revealed) or position.reaper
    return unfinished or not position.players[seat].villagers


def _choose_answer(position: Position) -> Order:
    """Answer an open choice.

    Both answers are those of the policy `best`: always use the sanatorium, and put back a travel card worth
    no more than the mean of its pile (VILLAGE 13.5).
    """
    choice = position.choice
    assert choice is not None
    if choice.kind == "sanatorium":
        return Sanatorium(True)
    return Refuge(choice.card in worst_travels(position, position.cards.card[choice.card].group))


def _choose_take(position: Position, seat: int, random: Random) -> Order:
    """Choose the cheapest take of the value whose best banner has the highest value."""
    best: Take | None = None
    most = 0.0
    for ways in takes_by_value(position, seat).values():
        after = apply_unchecked(position, seat, ways[0]).position
        _, gain = _best_order(after, seat, legal_orders(after), random)
        gain += evaluate(after, seat)
        if best is None or gain > most:
            best, most = ways[0], gain
    assert best is not None
    return best


def _best_order(
    position: Position, seat: int, orders: list[Order], random: Random
) -> tuple[Order | None, float]:
    """The order with the highest value, and its gain over the position; (None, 0) without one."""
    here, found = evaluate(position, seat), []
    for order in orders:
        if isinstance(order, _ASIDE) or order == School(Side.NONE):
            continue
        after = apply_unchecked(position, seat, order).position
        found.append((evaluate(after, seat) - here, random.random(), order))
    if not found:
        return None, 0.0
    gain, _, order = max(found, key=lambda each: each[:2])
    return order, gain


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
