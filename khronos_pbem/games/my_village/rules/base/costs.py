"""The prices of banners, and the goods that can pay them (VILLAGE 6)."""

from __future__ import annotations

from functools import lru_cache

from khronos_pbem.engine.change import Change
from khronos_pbem.engine.orders.verbs import Refusal
from khronos_pbem.games.my_village.model.cards import Cards
from khronos_pbem.games.my_village.model.position import Position, Village
from khronos_pbem.games.my_village.model.terms import (
    ANY,
    FIELD,
    GUILD,
    Good,
    field_name,
    field_number,
    good_sort_key,
    sorted_goods,
)
from khronos_pbem.games.my_village.rules.base import events
from khronos_pbem.games.my_village.rules.base.clock import spend_time
from khronos_pbem.games.my_village.rules.base.phrases import goods_texts
from khronos_pbem.games.my_village.rules.base.refusals import choose_hint
from khronos_pbem.messages import Message, and_list, message, or_list, plural_message

Goods = tuple[str, ...]
"""Goods used as payment, in canonical order.

"horse" comes from the player's workshop, "guild" from the guild, and "field 2" means the plough on that
field.
"""


def available_goods(village: Village, cards: Cards) -> tuple[tuple[str, int], ...]:
    """The goods that can pay now, each with its quantity (VILLAGE 6.2)."""
    found = [(cards.types[shop.type].good, shop.goods) for shop in village.workshops if shop.goods]
    if village.guild:
        found.append((GUILD, village.guild))
    found += [(field_name(number), 1) for number, plough in enumerate(village.fields, 1) if plough]
    return tuple(sorted(found, key=lambda pair: good_sort_key(pair[0])))


@lru_cache(maxsize=4096)
def payments(at_hand: tuple[tuple[str, int], ...], needs: tuple[str, ...]) -> tuple[Goods, ...]:
    """Return the sets of goods that pay these needs, one good for each need, sorted (VILLAGE 6.2)."""
    stock, found = dict(at_hand), {Goods()}
    for need in needs:
        fitting = [good for good in stock if _pays(good, need)]
        found = {
            sorted_goods((*goods, good))
            for goods in found
            for good in fitting
            if goods.count(good) < stock[good]
        }
    return tuple(sorted(found, key=lambda goods: [good_sort_key(good) for good in goods]))


def _pays(good: str, need: str) -> bool:
    if need in (ANY, good) or good == GUILD:
        return True
    return need == Good.PLOUGH and good.startswith(FIELD)


def possible_payments(
    position: Position, seat: int, alternatives: tuple[tuple[str, ...], ...]
) -> tuple[Goods, ...]:
    """Return the sets of goods with which a seat can pay one alternative in full (VILLAGE 6.2).

    The result is ((),) if no goods are needed, and empty if the seat cannot pay.
    """
    if alternatives == ((),):
        return ((),)
    at_hand = available_goods(position.players[seat], position.cards)
    if len(alternatives) == 1:
        return payments(at_hand, alternatives[0])
    found = {goods for needs in alternatives for goods in payments(at_hand, needs)}
    return tuple(sorted(found, key=lambda goods: [good_sort_key(good) for good in goods]))


def goods_refusal(
    position: Position, seat: int, alternatives: tuple[tuple[str, ...], ...], goods: Goods | None, rule: str
) -> Refusal | None:
    """Refuse goods that do not pay one of the alternatives (VILLAGE 6.2).

    Also refuse missing goods if there are several ways to pay (VILLAGE 14.1).
    """
    ways = possible_payments(position, seat, alternatives)
    if not ways:
        return Refusal(
            rule, message("you cannot pay {needs}", needs=_alternatives_message(alternatives)), _HELP
        )
    if goods is None:
        if len(ways) == 1:
            return None
        return Refusal("VILLAGE 14.1", message("you can pay in several ways"), lambda: _payment_hint(ways))
    if goods in ways or (not goods and ways == ((),)):
        return None
    if ways == ((),):
        return Refusal(
            rule, message("this costs no goods"), message('leave out "{order}"', order=_with_clause(goods))
        )
    what = message("you cannot pay for this with {goods}", goods=and_list(goods_texts(goods)))
    return Refusal(rule, what, lambda: _payment_hint(ways))


_HELP = message("pay with goods from your workshops or your guild, or with ploughs from your fields")


def _payment_hint(ways: tuple[Goods, ...]) -> Message:
    return choose_hint(map(_with_clause, ways))


def _with_clause(goods: Goods) -> str:
    """Return the goods as the final words of an order, like `with horse beer`."""
    return " ".join(("with", *goods))


def _alternatives_message(alternatives: tuple[tuple[str, ...], ...]) -> Message:
    return or_list([and_list(goods_texts(needs)) for needs in alternatives])


def coins_refusal(position: Position, seat: int, coins: int, rule: str) -> Refusal | None:
    """Refuse a price in coins that the seat cannot pay (VILLAGE 6.1)."""
    have = position.players[seat].coins
    if have >= coins:
        return None
    what = plural_message(
        "this costs {n} coin, but you have {have}",
        "this costs {n} coins, but you have {have}",
        coins,
        have=have,
    )
    return Refusal(rule, what, message("get more coins first"))


def only_payment(
    position: Position, seat: int, alternatives: tuple[tuple[str, ...], ...], goods: Goods | None
) -> Goods | None:
    """Return the goods that an order names, or the only set that can pay.

    Return None if no goods are needed. Also return None if the order names no goods and the seat cannot pay
    or can pay in several ways.
    """
    ways = possible_payments(position, seat, alternatives)
    if goods is None and len(ways) == 1:
        goods = ways[0]
    return goods or None


def pay_price(position: Position, seat: int, time: int, coins: int, goods: Goods) -> Change[Position]:
    """Pay a price: time, then coins, then goods (VILLAGE 6.1).

    The function does not check that the village has the coins and goods.
    """
    change = spend_time(position, seat, time)
    if not coins and not goods:
        return change
    village = change.position.players[seat]
    village = village._replace(coins=village.coins - coins)
    for good in goods:
        village = _without_good(village, good, position.cards)
    position = change.position.with_village(seat, village)
    return change.at(position).tell(events.paid, village.colour, coins, goods)


def _without_good(village: Village, good: str, cards: Cards) -> Village:
    if good == GUILD:
        return village._replace(guild=village.guild - 1)
    number = field_number(good)
    if number:
        fields = (*village.fields[: number - 1], False, *village.fields[number:])
        return village._replace(fields=fields)
    workshops = tuple(
        shop._replace(goods=shop.goods - 1) if cards.types[shop.type].good == good else shop
        for shop in village.workshops
    )
    return village._replace(workshops=workshops)
