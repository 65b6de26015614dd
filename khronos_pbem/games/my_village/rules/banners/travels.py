"""Travels: letters in order, the toll of the card before, the refuge (VILLAGE 8.13, 8.14)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from khronos_pbem.engine.event_log import EventLog
from khronos_pbem.games.my_village.model.orders import Travel
from khronos_pbem.games.my_village.model.position import Draw, Open, Position, Village
from khronos_pbem.games.my_village.model.terms import LETTERS, Advantage, Branch, Good, Kind, in_order
from khronos_pbem.games.my_village.rules.banners.whites import zone_refusal
from khronos_pbem.games.my_village.rules.base import events
from khronos_pbem.games.my_village.rules.base.board_queries import enjoys, travels_free, travels_left
from khronos_pbem.games.my_village.rules.base.causes import asked
from khronos_pbem.games.my_village.rules.base.costs import (
    coins_refusal,
    goods_refusal,
    only_way,
    pay,
    ways_to_pay,
)
from khronos_pbem.games.my_village.rules.base.dice import value_refusal
from khronos_pbem.games.my_village.rules.base.draws import TRAVEL, opened
from khronos_pbem.games.my_village.rules.base.phrases import toll_said
from khronos_pbem.games.my_village.rules.base.refusals import BLACK, Question, Refusal, choose
from khronos_pbem.messages import Message, listed, message

RULE, REFUGE = "VILLAGE 8.13", "VILLAGE 8.14"


def next_letter(position: Position, village: Village) -> str:
    """The letter that may be bought next; empty at the end of the way (VILLAGE 8.13)."""
    card = position.cards.card
    count = len(village.travels)
    if count == len(LETTERS) or (village.travels and card[village.travels[-1]].chapel):
        return ""
    return LETTERS[count]


# --- questions ----------------------------------------------------------------------------------------------


def travel_zone(position: Position, seat: int, order: Travel) -> Refusal | None:
    """The traveller lives (VILLAGE 8.13)."""
    return zone_refusal(position, seat, Kind.TRAVEL)


def letters_in_order(position: Position, seat: int, order: Travel) -> Refusal | None:
    """A, B, C, D, E, one of each, nothing after the chapel (VILLAGE 8.13)."""
    village = position.players[seat]
    following = next_letter(position, village)
    if order.letter == following:
        return None
    if not following:
        last = village.travels[-1]
        what = message("your journeys end with {card}", card=last)
        if position.cards.card[last].chapel:
            what = message("your journeys end with the chapel, {card}", card=last)
        return Refusal(RULE, what, message("choose another banner"))
    what = message("your next journey is {following}, not {letter}", following=following, letter=order.letter)
    return Refusal(RULE, what, choose([f"travel {following}"]))


def travel_is_left(position: Position, seat: int, order: Travel) -> Refusal | None:
    """The pile has a card (VILLAGE 6.4)."""
    if travels_free(position, order.letter) > 0:
        return None
    return Refusal(
        "VILLAGE 6.4",
        message("there is no journey {letter} left", letter=order.letter),
        message("choose another banner"),
    )


def travel_answers(position: Position, seat: int, order: Travel) -> Refusal | None:
    """It shows the value of this turn (VILLAGE 7.1)."""
    return value_refusal(
        position, seat, position.cards.letters[order.letter].values, f"journey {order.letter}"
    )


def coins_are_there(position: Position, seat: int, order: Travel) -> Refusal | None:
    """Coins, those of the toll too (VILLAGE 8.13)."""
    refused = coins_refusal(position, seat, _price(position, seat, order.letter)[1], RULE)
    if refused is None or _toll(position, seat)[0] != "coins":
        return refused
    return _with_toll(position, seat, refused)


def goods_are_there(position: Position, seat: int, order: Travel) -> Refusal | None:
    """The goods of one alternative, and the toll of the card before (VILLAGE 8.13, 6.2)."""
    refused = goods_refusal(position, seat, _alternatives(position, seat, order.letter), order.goods, RULE)
    if refused is None or not _toll_good(position, seat) or refused.rule != RULE:
        return refused
    return _with_toll(position, seat, refused)


def _with_toll(position: Position, seat: int, refused: Refusal) -> Refusal:
    """The refusal of a price that the toll of the last card is a part of, saying so."""
    card = position.players[seat].travels[-1]
    toll = toll_said(position.cards.card[card].toll)
    return refused._replace(
        message=message(
            "{what} (with the toll of {card}: {toll})", what=refused.message, card=card, toll=toll
        )
    )


def clause_fits(position: Position, seat: int, order: Travel) -> Refusal | None:
    """What goes back is a card of the pile, said by whoever has a refuge that works (VILLAGE 8.14, 14.1)."""
    if order.refuse is None:
        return None
    if not enjoys(position.players[seat], Advantage.REFUGE):
        return Refusal(
            REFUGE, message("you need a refuge and an abbot to send a card back"), _without_clause(order)
        )
    left = travels_left(position, order.letter)
    if len(left) < 2:
        what = message("the pile of journeys {letter} has only one card", letter=order.letter)
        return Refusal(REFUGE, what, _without_clause(order))
    other = next((card for card in order.refuse if card not in left), None)
    if other is not None:
        return Refusal("VILLAGE 14.1", message("{card} is not in the pile", card=other), _choice(left))
    twice = next((card for card in order.refuse if order.refuse.count(card) > 1), None)
    if twice is not None:
        return Refusal(
            "VILLAGE 14.1", message("you named {card} twice", card=twice), message("name each card once")
        )
    return None


def _choice(cards: Iterable[str]) -> Message:
    return message("choose from {cards}", cards=listed(cards, " "))


def _without_clause(order: Travel) -> Message:
    return message('leave out "{order}"', order=" ".join(("refuse", *(order.refuse or ("none",)))))


GATE: tuple[Question[Travel], ...] = (*BLACK, travel_zone)
QUESTIONS: tuple[Question[Travel], ...] = (
    letters_in_order,
    travel_is_left,
    travel_answers,
    coins_are_there,
    goods_are_there,
    clause_fits,
)


# --- costs --------------------------------------------------------------------------------------------------


def _price(position: Position, seat: int, letter: str) -> tuple[int, int]:
    """Time and coins, with the toll of the card that came before (VILLAGE 8.13)."""
    card, toll = position.cards.letters[letter], _toll(position, seat)
    time = card.time + (toll[1] if toll[0] == "time" else 0)
    return time, card.coins + (toll[1] if toll[0] == "coins" else 0)


def _toll(position: Position, seat: int) -> tuple[str, int]:
    travels = position.players[seat].travels
    return position.cards.card[travels[-1]].toll if travels else ("", 0)


def _toll_good(position: Position, seat: int) -> str:
    kind = _toll(position, seat)[0]
    return kind if kind in map(str, Good) else ""


def _alternatives(position: Position, seat: int, letter: str) -> tuple[tuple[str, ...], ...]:
    toll = _toll_good(position, seat)
    more = (toll,) if toll else ()
    return tuple((*goods, *more) for goods in position.cards.letters[letter].pay)


def settled_travel(position: Position, seat: int, order: Travel) -> Travel:
    """With the only set of goods that can pay, cards to refuse ascending (VILLAGE 14.1)."""
    refuse = tuple(sorted(order.refuse)) if order.refuse else order.refuse
    if order.goods is not None:
        return Travel(order.letter, in_order(order.goods), refuse)
    return Travel(
        order.letter, only_way(position, seat, _alternatives(position, seat, order.letter), None), refuse
    )


# --- what happens -------------------------------------------------------------------------------------------


def apply_travel(position: Position, seat: int, order: Travel, story: EventLog) -> Position:
    """The cost with the toll; the light side is drawn (VILLAGE 8.13).

    Whether the refuge has to be asked is certain now: the turn stops until it is known (VILLAGE 12.4).
    """
    time, coins = _price(position, seat, order.letter)
    refuge = enjoys(position.players[seat], Advantage.REFUGE) and travels_free(position, order.letter) > 1
    position = position._replace(branch=Branch.BLACK)
    position = pay(position, seat, time, coins, order.goods or (), story)
    ask = refuge and order.refuse is None
    return opened(position, TRAVEL + order.letter, refuse=order.refuse, ask=ask)


def travel_drawn(position: Position, draw: Draw, card: str, story: EventLog) -> Position:
    """The light side is known: it stays, goes back, or the refuge is asked (VILLAGE 8.13, 8.14)."""
    seat = position.active
    if draw.ask:
        position = position._replace(choice=Open("refuge", seat, card))
        story.tell(asked, position)
        return position
    if draw.refuse and card in draw.refuse:
        return send_back(position, seat, card, story)
    return keep(position, seat, card, story)


def send_back(position: Position, seat: int, card: str, story: EventLog) -> Position:
    """The refused card stays in the pile, another one is drawn (VILLAGE 8.14)."""
    story.tell(events.refused, position.players[seat].colour, card)
    return opened(position, TRAVEL + position.cards.card[card].group, without=card)


def keep(position: Position, seat: int, card: str, story: EventLog) -> Position:
    """The card joins the village (VILLAGE 8.13)."""
    village, travel = position.players[seat], position.cards.card[card]
    toll = toll_said(travel.toll) if travel.toll.kind else ""
    story.tell(events.travelled, village.colour, card, travel.group, travel.prestige, toll)
    return position.with_player(seat, travels=(*village.travels, card))


def travel_orders(position: Position, seat: int) -> Iterator[Travel]:
    """The next letter with every set of goods; with a refuge also without asking."""
    village = position.players[seat]
    letter = next_letter(position, village)
    if not letter:
        return
    clauses: tuple[tuple[str, ...] | None, ...] = (None,)
    if enjoys(village, Advantage.REFUGE):
        clauses = (None, ())
    for goods in ways_to_pay(position, seat, _alternatives(position, seat, letter)):
        yield from (Travel(letter, goods or None, clause) for clause in clauses)
