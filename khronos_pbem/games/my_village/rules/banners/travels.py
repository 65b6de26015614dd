"""Journeys: letters in sequence, the previous card's toll, and the refuge (VILLAGE 8.13, 8.14)."""

from __future__ import annotations

from collections.abc import Iterator

from khronos_pbem.engine.change import Change
from khronos_pbem.engine.contract import Event
from khronos_pbem.engine.orders.verbs import Check, Refusal
from khronos_pbem.games.my_village.model.cards import Card
from khronos_pbem.games.my_village.model.orders import Travel
from khronos_pbem.games.my_village.model.position import Draw, Open, Position, Village
from khronos_pbem.games.my_village.model.terms import LETTERS, Advantage, Branch, Good, Kind, sorted_goods
from khronos_pbem.games.my_village.rules.banners.refuge import (
    can_refuse,
    policy_clause,
    refuse_clause_refusal,
)
from khronos_pbem.games.my_village.rules.banners.whites import zone_refusal
from khronos_pbem.games.my_village.rules.base import events
from khronos_pbem.games.my_village.rules.base.board_queries import (
    has_advantage,
    travels_available,
)
from khronos_pbem.games.my_village.rules.base.causes import cause_event, refused_by_policy_event
from khronos_pbem.games.my_village.rules.base.costs import (
    coins_refusal,
    goods_refusal,
    only_payment,
    pay_price,
    possible_payments,
)
from khronos_pbem.games.my_village.rules.base.dice import value_refusal
from khronos_pbem.games.my_village.rules.base.draws import TRAVEL, with_draw
from khronos_pbem.games.my_village.rules.base.phrases import toll_text
from khronos_pbem.games.my_village.rules.base.refusals import BLACK, choose_hint
from khronos_pbem.messages import message

RULE = "VILLAGE 8.13"


def next_letter(position: Position, village: Village) -> str:
    """The letter of the next journey; empty after the last journey or the chapel (VILLAGE 8.13)."""
    card = position.cards.card
    count = len(village.travels)
    if count == len(LETTERS) or (village.travels and card[village.travels[-1]].chapel):
        return ""
    return LETTERS[count]


# --- checks -------------------------------------------------------------------------------------------------


def travel_zone_refusal(position: Position, seat: int, order: Travel) -> Refusal | None:
    """Refuse a journey if the traveller is dead (VILLAGE 8.13)."""
    return zone_refusal(position, seat, Kind.TRAVEL)


def letter_order_refusal(position: Position, seat: int, order: Travel) -> Refusal | None:
    """Refuse every letter but the next one, and every letter after the chapel (VILLAGE 8.13)."""
    village = position.players[seat]
    following = next_letter(position, village)
    if order.letter == following:
        return None
    if not following:
        last = village.travels[-1]
        what = message("you cannot travel any further after {card}", card=last)
        if position.cards.card[last].chapel:
            what = message("you cannot travel any further after the chapel ({card})", card=last)
        return Refusal(RULE, what, message("choose another banner"))
    what = message("your next journey is {following}, not {letter}", following=following, letter=order.letter)
    return Refusal(RULE, what, choose_hint([f"travel {following}"]))


def travel_supply_refusal(position: Position, seat: int, order: Travel) -> Refusal | None:
    """Refuse a journey if the pile of its letter is empty (VILLAGE 6.4)."""
    if travels_available(position, order.letter) > 0:
        return None
    return Refusal(
        "VILLAGE 6.4",
        message("there are no {letter} journeys left", letter=order.letter),
        message("choose another banner"),
    )


def travel_value_refusal(position: Position, seat: int, order: Travel) -> Refusal | None:
    """Refuse a letter that does not match this turn's value (VILLAGE 7.1)."""
    return value_refusal(
        position, seat, position.cards.letters[order.letter].values, f"journey {order.letter}"
    )


def travel_coins_refusal(position: Position, seat: int, order: Travel) -> Refusal | None:
    """Refuse a journey if the player cannot pay its coins, including the toll (VILLAGE 8.13)."""
    refused = coins_refusal(position, seat, _travel_price(position, seat, order.letter)[1], RULE)
    if refused is None or _toll(position, seat)[0] != "coins":
        return refused
    return _with_toll_named(position, seat, refused)


def travel_goods_refusal(position: Position, seat: int, order: Travel) -> Refusal | None:
    """Refuse goods unless they pay one alternative and the previous card's toll (VILLAGE 8.13, 6.2)."""
    refused = goods_refusal(
        position, seat, _goods_alternatives(position, seat, order.letter), order.goods, RULE
    )
    if refused is None or not _toll_good(position, seat) or refused.rule != RULE:
        return refused
    return _with_toll_named(position, seat, refused)


def _with_toll_named(position: Position, seat: int, refused: Refusal) -> Refusal:
    """Return the refusal with the toll of the last card added to its message."""
    card = position.players[seat].travels[-1]
    toll = toll_text(position.cards.card[card].toll)
    return refused._replace(
        message=message(
            "{what} (including the toll of {card}: {toll})", what=refused.message, card=card, toll=toll
        )
    )


PRECONDITIONS: tuple[Check[Travel], ...] = (*BLACK, travel_zone_refusal)
CHECKS: tuple[Check[Travel], ...] = (
    letter_order_refusal,
    travel_supply_refusal,
    travel_value_refusal,
    travel_coins_refusal,
    travel_goods_refusal,
    refuse_clause_refusal,
)


# --- costs --------------------------------------------------------------------------------------------------


def _travel_price(position: Position, seat: int, letter: str) -> tuple[int, int]:
    """Return the time and coins, including the toll of the previous card (VILLAGE 8.13)."""
    card, toll = position.cards.letters[letter], _toll(position, seat)
    time = card.time + (toll[1] if toll[0] == "time" else 0)
    return time, card.coins + (toll[1] if toll[0] == "coins" else 0)


def _toll(position: Position, seat: int) -> tuple[str, int]:
    travels = position.players[seat].travels
    return position.cards.card[travels[-1]].toll if travels else ("", 0)


def _toll_good(position: Position, seat: int) -> str:
    kind = _toll(position, seat)[0]
    return kind if kind in map(str, Good) else ""


def _goods_alternatives(position: Position, seat: int, letter: str) -> tuple[tuple[str, ...], ...]:
    toll = _toll_good(position, seat)
    more = (toll,) if toll else ()
    return tuple((*goods, *more) for goods in position.cards.letters[letter].pay)


def normalized_travel(position: Position, seat: int, order: Travel) -> Travel:
    """Return the order with its goods and its `refuse` clause completed and sorted (VILLAGE 14.1).

    If it names no goods, it gets the only set that can pay. If it has no clause and the player has the policy
    `best`, it gets the clause of that policy (13.5).
    """
    refuse = tuple(sorted(order.refuse)) if order.refuse else order.refuse
    if refuse is None:
        refuse = policy_clause(position, seat, order.letter)
    if order.goods is not None:
        return Travel(order.letter, sorted_goods(order.goods), refuse)
    return Travel(
        order.letter,
        only_payment(position, seat, _goods_alternatives(position, seat, order.letter), None),
        refuse,
    )


# --- what happens -------------------------------------------------------------------------------------------


def apply_travel(position: Position, seat: int, order: Travel) -> Change[Position]:
    """Pay the price and the toll, and open a draw for the travel card (VILLAGE 8.13).

    The draw records whether the player must decide about the refuge. If so, the turn stops until the draw has
    been served (VILLAGE 12.4).
    """
    refuge = can_refuse(position, seat, order.letter)
    time, coins = _travel_price(position, seat, order.letter)
    position = position._replace(branch=Branch.BLACK)
    change = pay_price(position, seat, time, coins, order.goods or ())
    ask = refuge and order.refuse is None
    if order.refuse and order.refuse == policy_clause(position, seat, order.letter):
        change = change.tell(refused_by_policy_event, position.players[seat].colour, order.refuse)
    return change.at(with_draw(change.position, TRAVEL + order.letter, refuse=order.refuse, ask=ask))


def apply_travel_draw(position: Position, draw: Draw, card: str) -> Change[Position]:
    """Keep the drawn travel card, send it back, or open the refuge choice (VILLAGE 8.13, 8.14)."""
    seat = position.active
    if draw.ask:
        position = position._replace(choice=Open("refuge", seat, card))
        return Change(position).tell(cause_event, position)
    if draw.refuse and card in draw.refuse:
        return send_travel_back(position, seat, card)
    return keep_travel(position, seat, card)


def send_travel_back(position: Position, seat: int, card: str) -> Change[Position]:
    """Leave a refused travel card in its pile, and open a draw for another (VILLAGE 8.14)."""
    who, letter = position.players[seat].colour, position.cards.card[card].group
    return Change(with_draw(position, TRAVEL + letter, without=card)).tell(events.refused, who, card)


def keep_travel(position: Position, seat: int, card: str) -> Change[Position]:
    """Add a travel card to the seat's village (VILLAGE 8.13)."""
    village, travel = position.players[seat], position.cards.card[card]
    position = position.with_player(seat, travels=(*village.travels, card))
    return Change(position).tell(_travel_event, village.colour, travel)


def _travel_event(who: str, travel: Card) -> Event:
    toll = toll_text(travel.toll) if travel.toll.kind else ""
    return events.travelled(who, travel.id, travel.group, travel.prestige, toll)


def travel_orders(position: Position, seat: int) -> Iterator[Travel]:
    """Return orders for the next letter with every set of goods.

    With a refuge, there is also an order with `refuse none` for each set. With the policy `best`, the other
    orders have the clause of that policy.
    """
    village = position.players[seat]
    letter = next_letter(position, village)
    if not letter:
        return
    clauses = [policy_clause(position, seat, letter)]
    if has_advantage(village, Advantage.REFUGE):
        clauses.append(())
    for goods in possible_payments(position, seat, _goods_alternatives(position, seat, letter)):
        yield from (Travel(letter, goods or None, clause) for clause in clauses)
