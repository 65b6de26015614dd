"""The desk and the counter, which bring customers to the market (VILLAGE 7.3, 8.15)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from khronos_pbem.engine.change import Change
from khronos_pbem.engine.orders.verbs import Check, Refusal, first_refusal
from khronos_pbem.games.my_village.model.orders import Desk, Reveal
from khronos_pbem.games.my_village.model.position import Position
from khronos_pbem.games.my_village.model.terms import DESK, NEW, Advantage, Branch
from khronos_pbem.games.my_village.rules.banners.monk_offers import is_offered, offer_limit, with_banner_begun
from khronos_pbem.games.my_village.rules.base import events
from khronos_pbem.games.my_village.rules.base.board_queries import customers_available, has_advantage
from khronos_pbem.games.my_village.rules.base.costs import coins_refusal, pay_price
from khronos_pbem.games.my_village.rules.base.dice import value_refusal
from khronos_pbem.games.my_village.rules.base.draws import CUSTOMERS, MARKET, with_draw
from khronos_pbem.games.my_village.rules.base.refusals import AFTER_REVEAL, BLACK, after_burial_refusal
from khronos_pbem.messages import Message, listed, message, plural_message

RULE, COUNTER = "VILLAGE 7.3", "VILLAGE 8.15"


# --- checks -------------------------------------------------------------------------------------------------


def desk_refusal(position: Position, seat: int, order: object) -> Refusal | None:
    """Refuse the desk if no rule allows it now (VILLAGE 7.3, 8.12, 8.15).

    It is allowed as the black banner, as a monk's offer and after `reveal`.
    """
    if position.revealed or is_offered(position, DESK):
        return after_burial_refusal(position, seat, order)
    refused = first_refusal(BLACK, position, seat, order)
    return refused or value_refusal(position, seat, position.cards.board.desk_values, DESK, RULE)


def card_names_refusal(position: Position, seat: int, order: Desk) -> Refusal | None:
    """Refuse an order that names no card, or names a card twice (VILLAGE 7.3, 14.1)."""
    cards = [*order.cards, *([order.free] if order.free else [])]
    if not cards:
        return Refusal(RULE, message("you did not say which customers to take"), _zone_hint(position))
    twice = next((card for card in cards if cards.count(card) > 1), None)
    if twice is not None:
        return Refusal(
            "VILLAGE 14.1", message("you named {card} twice", card=twice), message("name each card only once")
        )
    return None


def card_zone_refusal(position: Position, seat: int, order: Desk) -> Refusal | None:
    """Refuse cards that are not in the zone (VILLAGE 7.3)."""
    for card in (*order.cards, *([order.free] if order.free not in ("", NEW) else [])):
        if card not in position.zone:
            what = message("{card} is not in the customer zone", card=card)
            return Refusal(RULE, what, _zone_hint(position))
    return None


def _zone_hint(position: Position) -> Message | str:
    return message("choose from {cards}", cards=listed(position.zone, " ")) if position.zone else ""


def revealed_card_refusal(position: Position, seat: int, order: Desk) -> Refusal | None:
    """Refuse payment for the revealed card, which can only be taken as the free card (VILLAGE 14.1)."""
    if not position.revealed or position.revealed not in order.cards:
        return None
    what = message("you cannot pay for {card}, because you have revealed it", card=position.revealed)
    return Refusal("VILLAGE 14.1", what, message('take the customer with "{order}"', order="desk free new"))


def card_count_refusal(position: Position, seat: int, order: Desk) -> Refusal | None:
    """Refuse more cards than the desk or the monk's offer allows (VILLAGE 7.3, 8.12)."""
    most = most_cards(position)
    if len(order.cards) <= most:
        return None
    rule = "VILLAGE 8.12" if is_offered(position, DESK) else RULE
    what = plural_message("you cannot take {n} customer", "you cannot take {n} customers", len(order.cards))
    return Refusal(rule, what, message("take at most {most}", most=most))


def most_cards(position: Position) -> int:
    """Return the maximum number of cards that can be paid for (VILLAGE 7.3, 8.12).

    Both the desk's prices and the monk's offer limit it.
    """
    most = len(position.cards.board.desk_time)
    return min(most, offer_limit(position, DESK)) if is_offered(position, DESK) else most


def desk_coins_refusal(position: Position, seat: int, order: Desk) -> Refusal | None:
    """Refuse cards that the player's coins cannot pay for (VILLAGE 7.3)."""
    return coins_refusal(position, seat, _desk_price(position, len(order.cards))[1], RULE)


def counter_refusal(position: Position, seat: int, order: object) -> Refusal | None:
    """Refuse a free card or `reveal` without both a counter and an abbot (VILLAGE 8.9, 8.15)."""
    if isinstance(order, Desk) and not order.free:
        return None
    village = position.players[seat]
    if has_advantage(village, Advantage.COUNTER):
        return None
    given = f"free {order.free}" if isinstance(order, Desk) else "reveal"
    what = message("you have no counter, so you cannot take a customer for free")
    if village.church == Advantage.COUNTER:
        what = message("you cannot use your counter without an abbot")
    return Refusal(COUNTER, what, message('leave out "{order}"', order=given))


def empty_pile_refusal(position: Position, seat: int, order: object) -> Refusal | None:
    """Refuse `reveal`, or `new` without a revealed card, if the pile of customers is empty.

    See VILLAGE 14.1.
    """
    if isinstance(order, Desk) and (order.free != NEW or position.revealed):
        return None
    if customers_available(position) > 0:
        return None
    return Refusal(
        "VILLAGE 14.1", message("the pile of customers is empty"), message("take a customer from the zone")
    )


def second_reveal_refusal(position: Position, seat: int, order: Reveal) -> Refusal | None:
    """Refuse a second `reveal` (VILLAGE 8.15)."""
    if not position.revealed:
        return None
    return Refusal(COUNTER, message("you have already revealed a customer"), AFTER_REVEAL)


PRECONDITIONS: tuple[Check[Desk], ...] = (desk_refusal,)
CHECKS: tuple[Check[Desk], ...] = (
    card_names_refusal,
    card_zone_refusal,
    revealed_card_refusal,
    card_count_refusal,
    counter_refusal,
    empty_pile_refusal,
    desk_coins_refusal,
)
REVEAL_PRECONDITIONS: tuple[Check[Reveal], ...] = (
    second_reveal_refusal,
    desk_refusal,
    counter_refusal,
    empty_pile_refusal,
)


def normalized_desk(position: Position, seat: int, order: Desk) -> Desk:
    """Return the order with its cards sorted (VILLAGE 14.1).

    If the free card is the revealed one, it becomes "new".
    """
    free = NEW if order.free and order.free == position.revealed else order.free
    return Desk(tuple(sorted(order.cards)), free)


# --- what happens -------------------------------------------------------------------------------------------


def _desk_price(position: Position, count: int) -> tuple[int, int]:
    """Return the time and coins for this number of cards (VILLAGE 7.3)."""
    board = position.cards.board
    return (board.desk_time[count - 1], board.desk_coins[count - 1]) if count else (0, 0)


def apply_reveal(position: Position, seat: int, order: Reveal) -> Change[Position]:
    """Open a draw for the next customer, which goes to the zone (VILLAGE 8.15)."""
    branch = position.branch if is_offered(position, DESK) else Branch.BLACK
    return Change(with_draw(position._replace(branch=branch, revealed=NEW), CUSTOMERS))


def apply_desk(position: Position, seat: int, order: Desk) -> Change[Position]:
    """Move the cards to the market, then refill the zone (VILLAGE 7.3, 8.15)."""
    revealed, who = position.revealed, position.players[seat].colour
    position = with_banner_begun(position, DESK, Branch.BLACK)._replace(revealed="")
    change = pay_price(position, seat, *_desk_price(position, len(order.cards)), ())
    if order.cards:
        change = change.tell(events.desk, who, order.cards)
        change = change.at(move_to_market(change.position, seat, order.cards))
    if order.free:
        change = change.then(_take_free_card, seat, order.free, revealed)
    return change.at(_refill_zone(change.position))


def move_to_market(position: Position, seat: int, cards: tuple[str, ...]) -> Position:
    """The position with customers moved from the zone to a seat's market."""
    zone = tuple(card for card in position.zone if card not in cards)
    market = tuple(sorted((*position.players[seat].market, *cards)))
    return position._replace(zone=zone).with_player(seat, market=market)


def _take_free_card(position: Position, seat: int, free: str, revealed: str) -> Change[Position]:
    """Take the free card (VILLAGE 8.15).

    The counter reveals a card first, unless `reveal` has already done so.
    """
    who = position.players[seat].colour
    if free == NEW and not revealed:
        return Change(with_draw(position, CUSTOMERS, to=MARKET))
    if free == NEW and revealed == NEW:
        draws = tuple(d._replace(to=MARKET) if d.name == CUSTOMERS else d for d in position.draws)
        return Change(position._replace(draws=draws))
    if not revealed and customers_available(position) > 0:
        position = with_draw(position, CUSTOMERS)
    card = revealed if free == NEW else free
    return Change(move_to_market(position, seat, (card,))).tell(events.free, who, card)


def _refill_zone(position: Position) -> Position:
    """Return the position with draws that refill the zone until the pile is empty (VILLAGE 7.3, 12.1)."""
    coming = sum(draw.size for draw in position.draws if draw.name == CUSTOMERS and not draw.to)
    missing = position.cards.board.zone - len(position.zone) - coming
    return with_draw(position, CUSTOMERS, min(missing, customers_available(position)))


# --- candidates ---------------------------------------------------------------------------------------------


def desk_orders(position: Position, seat: int) -> Iterator[Desk]:
    """Return an order for every affordable set of cards, with every possible free card.

    All of these orders pass `CHECKS`.
    """
    village = position.players[seat]
    free, zone = [""], [card for card in position.zone if card != position.revealed]
    if has_advantage(village, Advantage.COUNTER):
        free += [NEW, *zone] if position.revealed or customers_available(position) > 0 else zone
    for count in range(most_cards(position) + 1):
        if _desk_price(position, count)[1] > village.coins:
            continue
        for cards in combinations(zone, count):
            yield from (Desk(cards, each) for each in free if each not in cards and (cards or each))
