"""Serving customers in the player's market (VILLAGE 8.4)."""

from __future__ import annotations

from collections.abc import Iterator

from khronos_pbem.engine.change import Change
from khronos_pbem.engine.orders.verbs import Check, Refusal
from khronos_pbem.games.my_village.model.orders import Serve
from khronos_pbem.games.my_village.model.position import Position
from khronos_pbem.games.my_village.model.terms import SQUARE, Kind, sorted_goods
from khronos_pbem.games.my_village.rules.banners.whites import begin_white, white_refusal
from khronos_pbem.games.my_village.rules.base import events
from khronos_pbem.games.my_village.rules.base.board_queries import is_card_of
from khronos_pbem.games.my_village.rules.base.costs import (
    goods_refusal,
    only_payment,
    pay_price,
    possible_payments,
)

RULE = "VILLAGE 8.4"


def customer_refusal(position: Position, seat: int, order: Serve) -> Refusal | None:
    """Refuse a customer whose banner may not be used (VILLAGE 7.4, 8.4).

    The reason can be that it is not in the market.
    """
    return white_refusal(position, seat, order.card)


def customer_goods_refusal(position: Position, seat: int, order: Serve) -> Refusal | None:
    """Refuse goods that do not match what the customer needs (VILLAGE 8.4)."""
    return goods_refusal(position, seat, _customer_price(position, order), order.goods, RULE)


CHECKS: tuple[Check[Serve], ...] = (customer_refusal, customer_goods_refusal)


def _customer_price(position: Position, order: Serve) -> tuple[tuple[str, ...], ...]:
    return position.cards.card[order.card].pay


def normalized_serve(position: Position, seat: int, order: Serve) -> Serve:
    """Return the order with its goods sorted, or with the only set that can pay (VILLAGE 14.1)."""
    if not is_card_of(position, order.card, Kind.CUSTOMER):
        return order
    if order.goods is not None:
        return Serve(order.card, sorted_goods(order.goods))
    return Serve(order.card, only_payment(position, seat, _customer_price(position, order), None))


def apply_serve(position: Position, seat: int, order: Serve) -> Change[Position]:
    """Serve a customer: pay the goods and move the card to the served pile (VILLAGE 8.4).

    A tile on the customer goes to the square.
    """
    change = begin_white(position, seat, order.card).then(pay_price, seat, 0, 0, order.goods or ())
    village = change.position.players[seat]
    prestige = position.cards.card[order.card].prestige
    change = change.tell(events.served, village.colour, order.card, prestige)
    market = tuple(each for each in village.market if each != order.card)
    served = tuple(sorted((*village.served, order.card)))
    tile = SQUARE if village.tile == order.card else village.tile
    if tile != village.tile:
        change = change.tell(events.tile, village.colour, tile)
    return change.at(change.position.with_player(seat, market=market, served=served, tile=tile))


def serve_orders(position: Position, seat: int) -> Iterator[Serve]:
    """Return an order for every customer in the market and every set of goods that can pay."""
    for card in position.players[seat].market:
        for goods in possible_payments(position, seat, position.cards.card[card].pay):
            yield Serve(card, goods or None)
