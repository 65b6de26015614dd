"""The desk and the counter: customers come to the market (VILLAGE 7.3, 8.15)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from khronos_pbem.engine.event_log import EventLog
from khronos_pbem.games.my_village.model.orders import Desk, Reveal
from khronos_pbem.games.my_village.model.position import Position
from khronos_pbem.games.my_village.model.terms import DESK, NEW, Advantage, Branch
from khronos_pbem.games.my_village.rules.banners.monk_offers import begun, most_offered, offered
from khronos_pbem.games.my_village.rules.base import events
from khronos_pbem.games.my_village.rules.base.board_queries import customers_free, enjoys
from khronos_pbem.games.my_village.rules.base.costs import coins_refusal, pay
from khronos_pbem.games.my_village.rules.base.dice import value_refusal
from khronos_pbem.games.my_village.rules.base.draws import CUSTOMERS, MARKET, opened
from khronos_pbem.games.my_village.rules.base.refusals import (
    AFTER_REVEAL,
    BLACK,
    Question,
    Refusal,
    first_refusal,
    nobody_is_buried,
)
from khronos_pbem.messages import Message, listed, message, plural_message

RULE, COUNTER = "VILLAGE 7.3", "VILLAGE 8.15"


# --- questions ----------------------------------------------------------------------------------------------


def desk_may(position: Position, seat: int, order: object) -> Refusal | None:
    """As the black banner, as a monk offers it, or after `reveal` (VILLAGE 7.3, 8.12, 8.15)."""
    if position.revealed or offered(position, DESK):
        return nobody_is_buried(position, seat, order)
    refused = first_refusal(BLACK, position, seat, order)
    return refused or value_refusal(position, seat, position.cards.board.desk_values, DESK, RULE)


def some_card_is_taken(position: Position, seat: int, order: Desk) -> Refusal | None:
    """At least one card, and none twice (VILLAGE 7.3, 14.1)."""
    cards = [*order.cards, *([order.free] if order.free else [])]
    if not cards:
        return Refusal(RULE, message("you did not say which customers you take"), _choice(position))
    twice = next((card for card in cards if cards.count(card) > 1), None)
    if twice is not None:
        return Refusal(
            "VILLAGE 14.1", message("you named {card} twice", card=twice), message("name each card once")
        )
    return None


def cards_are_in_the_zone(position: Position, seat: int, order: Desk) -> Refusal | None:
    """Cards are taken out of the zone (VILLAGE 7.3)."""
    for card in (*order.cards, *([order.free] if order.free not in ("", NEW) else [])):
        if card not in position.zone:
            what = message("{card} is not in the customer zone", card=card)
            return Refusal(RULE, what, _choice(position))
    return None


def _choice(position: Position) -> Message | str:
    return message("choose from {cards}", cards=listed(position.zone, " ")) if position.zone else ""


def open_card_is_not_paid(position: Position, seat: int, order: Desk) -> Refusal | None:
    """The card that the counter lays open may be the free one, never a paid one (VILLAGE 14.1)."""
    if not position.revealed or position.revealed not in order.cards:
        return None
    what = message("you cannot pay for {card}, because you have revealed it", card=position.revealed)
    return Refusal("VILLAGE 14.1", what, message('take it with "{order}"', order="desk free new"))


def not_too_many(position: Position, seat: int, order: Desk) -> Refusal | None:
    """As many as the desk has prices for, or as the monk offers (VILLAGE 7.3, 8.12)."""
    most = most_cards(position)
    if len(order.cards) <= most:
        return None
    rule = "VILLAGE 8.12" if offered(position, DESK) else RULE
    what = plural_message("you cannot take {n} customer", "you cannot take {n} customers", len(order.cards))
    return Refusal(rule, what, message("take at most {most}", most=most))


def most_cards(position: Position) -> int:
    """How many cards may be paid for: those that the desk has prices for, or fewer by a monk (VILLAGE 7.3,
    8.12)."""
    most = len(position.cards.board.desk_time)
    return min(most, most_offered(position, DESK)) if offered(position, DESK) else most


def coins_are_there(position: Position, seat: int, order: Desk) -> Refusal | None:
    """The coins that so many cards cost (VILLAGE 7.3)."""
    return coins_refusal(position, seat, _price(position, len(order.cards))[1], RULE)


def counter_is_open(position: Position, seat: int, order: object) -> Refusal | None:
    """The counter works while the abbot lives (VILLAGE 8.9, 8.15)."""
    if isinstance(order, Desk) and not order.free:
        return None
    village = position.players[seat]
    if enjoys(village, Advantage.COUNTER):
        return None
    given = f"free {order.free}" if isinstance(order, Desk) else "reveal"
    what = message("you have no counter, so no customer is free")
    if village.church == Advantage.COUNTER:
        what = message("your counter does not work without an abbot")
    return Refusal(COUNTER, what, message('leave out "{order}"', order=given))


def a_new_one_is_there(position: Position, seat: int, order: object) -> Refusal | None:
    """`reveal` and `new` need a card in the pile (VILLAGE 14.1)."""
    if isinstance(order, Desk) and (order.free != NEW or position.revealed):
        return None
    if customers_free(position) > 0:
        return None
    return Refusal(
        "VILLAGE 14.1", message("the pile of customers is empty"), message("take a customer from the zone")
    )


def not_yet_revealed(position: Position, seat: int, order: Reveal) -> Refusal | None:
    """Laid open once (VILLAGE 8.15)."""
    if not position.revealed:
        return None
    return Refusal(COUNTER, message("you have already revealed a customer"), AFTER_REVEAL)


GATE: tuple[Question[Desk], ...] = (desk_may,)
QUESTIONS: tuple[Question[Desk], ...] = (
    some_card_is_taken,
    cards_are_in_the_zone,
    open_card_is_not_paid,
    not_too_many,
    counter_is_open,
    a_new_one_is_there,
    coins_are_there,
)
REVEAL_GATE: tuple[Question[Reveal], ...] = (not_yet_revealed, desk_may, counter_is_open, a_new_one_is_there)


def settled_desk(position: Position, seat: int, order: Desk) -> Desk:
    """Cards ascending; the open card that is free is "new" (VILLAGE 14.1)."""
    free = NEW if order.free and order.free == position.revealed else order.free
    return Desk(tuple(sorted(order.cards)), free)


# --- what happens -------------------------------------------------------------------------------------------


def _price(position: Position, count: int) -> tuple[int, int]:
    """Time and coins for so many cards (VILLAGE 7.3)."""
    board = position.cards.board
    return (board.desk_time[count - 1], board.desk_coins[count - 1]) if count else (0, 0)


def apply_reveal(position: Position, seat: int, order: Reveal, story: EventLog) -> Position:
    """The next customer is laid into the zone, as soon as it is drawn (VILLAGE 8.15)."""
    branch = position.branch if offered(position, DESK) else Branch.BLACK
    return opened(position._replace(branch=branch, revealed=NEW), CUSTOMERS)


def apply_desk(position: Position, seat: int, order: Desk, story: EventLog) -> Position:
    """The cards go to the market, then the zone is filled up (VILLAGE 7.3, 8.15)."""
    revealed = position.revealed
    position = begun(position, DESK, Branch.BLACK)._replace(revealed="")
    time, coins = _price(position, len(order.cards))
    position = pay(position, seat, time, coins, (), story)
    if order.cards:
        story.tell(events.desk, position.players[seat].colour, order.cards)
        position = to_market(position, seat, order.cards)
    if order.free:
        position = _free(position, seat, order.free, revealed, story)
    return _filled(position)


def to_market(position: Position, seat: int, cards: tuple[str, ...]) -> Position:
    """The position with customers moved from the zone to a market."""
    zone = tuple(card for card in position.zone if card not in cards)
    market = tuple(sorted((*position.players[seat].market, *cards)))
    return position._replace(zone=zone).with_player(seat, market=market)


def _free(position: Position, seat: int, free: str, revealed: str, story: EventLog) -> Position:
    """The free card; the counter lays one open first, if `reveal` did not (VILLAGE 8.15)."""
    who = position.players[seat].colour
    if free == NEW and not revealed:
        return opened(position, CUSTOMERS, to=MARKET)
    if free == NEW and revealed == NEW:
        draws = tuple(d._replace(to=MARKET) if d.name == CUSTOMERS else d for d in position.draws)
        return position._replace(draws=draws)
    if not revealed and customers_free(position) > 0:
        position = opened(position, CUSTOMERS)
    card = revealed if free == NEW else free
    story.tell(events.free, who, card)
    return to_market(position, seat, (card,))


def _filled(position: Position) -> Position:
    """The zone filled up from the pile, as far as it goes (VILLAGE 7.3, 12.1)."""
    coming = sum(draw.size for draw in position.draws if draw.name == CUSTOMERS and not draw.to)
    missing = position.cards.board.zone - len(position.zone) - coming
    return opened(position, CUSTOMERS, min(missing, customers_free(position)))


# --- candidates ---------------------------------------------------------------------------------------------


def desk_orders(position: Position, seat: int) -> Iterator[Desk]:
    """Every set of cards that can be paid, with every card that may be free: what QUESTIONS let pass."""
    village = position.players[seat]
    free, zone = [""], [card for card in position.zone if card != position.revealed]
    if enjoys(village, Advantage.COUNTER):
        free += [NEW, *zone] if position.revealed or customers_free(position) > 0 else zone
    for count in range(most_cards(position) + 1):
        if _price(position, count)[1] > village.coins:
            continue
        for cards in combinations(zone, count):
            yield from (Desk(cards, each) for each in free if each not in cards and (cards or each))


def reveal_orders(position: Position, seat: int) -> Iterator[Reveal]:
    """Laying open."""
    yield Reveal()
