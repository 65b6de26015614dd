"""Serving customers of the own market (VILLAGE 8.4)."""

from __future__ import annotations

from collections.abc import Iterator

from khronos_pbem.engine.event_log import EventLog
from khronos_pbem.games.my_village.model.orders import Serve
from khronos_pbem.games.my_village.model.position import Position
from khronos_pbem.games.my_village.model.terms import SQUARE, Kind, in_order
from khronos_pbem.games.my_village.rules.banners.whites import begin_white, white_refusal
from khronos_pbem.games.my_village.rules.base import events
from khronos_pbem.games.my_village.rules.base.board_queries import is_card_of
from khronos_pbem.games.my_village.rules.base.costs import goods_refusal, only_way, pay, ways_to_pay
from khronos_pbem.games.my_village.rules.base.refusals import Question, Refusal

RULE = "VILLAGE 8.4"


def customer_may(position: Position, seat: int, order: Serve) -> Refusal | None:
    """A customer of the own market, the merchant alive, the value his (VILLAGE 8.4)."""
    return white_refusal(position, seat, order.card)


def goods_are_there(position: Position, seat: int, order: Serve) -> Refusal | None:
    """All his goods (VILLAGE 8.4)."""
    return goods_refusal(position, seat, _pay(position, order), order.goods, RULE)


QUESTIONS: tuple[Question[Serve], ...] = (customer_may, goods_are_there)


def _pay(position: Position, order: Serve) -> tuple[tuple[str, ...], ...]:
    return position.cards.card[order.card].pay


def settled_serve(position: Position, seat: int, order: Serve) -> Serve:
    """With the only set of goods that can pay, where none is said (VILLAGE 14.1)."""
    if not is_card_of(position, order.card, Kind.CUSTOMER):
        return order
    if order.goods is not None:
        return Serve(order.card, in_order(order.goods))
    return Serve(order.card, only_way(position, seat, _pay(position, order), None))


def apply_serve(position: Position, seat: int, order: Serve, story: EventLog) -> Position:
    """His goods are paid, he goes to the served pile; the tile on him goes to the square (VILLAGE 8.4)."""
    card = position.cards.card[order.card]
    position = begin_white(position, seat, order.card, story)
    position = pay(position, seat, 0, 0, order.goods or (), story)
    village = position.players[seat]
    story.tell(events.served, village.colour, order.card, card.prestige)
    market = tuple(each for each in village.market if each != order.card)
    served = tuple(sorted((*village.served, order.card)))
    tile = SQUARE if village.tile == order.card else village.tile
    if tile != village.tile:
        story.tell(events.tile, village.colour, tile)
    return position.with_player(seat, market=market, served=served, tile=tile)


def serve_orders(position: Position, seat: int) -> Iterator[Serve]:
    """Every customer of the market, with every set of goods that pays him."""
    for card in position.players[seat].market:
        for goods in ways_to_pay(position, seat, position.cards.card[card].pay):
            yield Serve(card, goods or None)
