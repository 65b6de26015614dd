"""A position as facts, one per line, for screen readers (VILLAGE 16)."""

from __future__ import annotations

from collections.abc import Iterator

from khronos_pbem.games.my_village.drawing.text import abbreviations as short
from khronos_pbem.games.my_village.drawing.text.below import pending_messages, turn_messages
from khronos_pbem.games.my_village.drawing.text.graves import rat_loss_message
from khronos_pbem.games.my_village.drawing.text.market import pool_message, state_message
from khronos_pbem.games.my_village.drawing.text.page import Marks
from khronos_pbem.games.my_village.drawing.text.village_facts import customer_message, village_facts
from khronos_pbem.games.my_village.model.boards import GRAVES, MARKET, VILLAGES
from khronos_pbem.games.my_village.model.terms import Person, values_text
from khronos_pbem.games.my_village.view import MarketView, TurnView, View
from khronos_pbem.messages import Message, Translate, Word, listed, message, plural_message

Fact = tuple[Message, tuple[str, ...]]
"""A sentence, and the places that it describes."""


def fact_lines(view: View, marks: Marks, speak: Translate, board: str | None = None) -> list[str]:
    """The facts of a position, or of one board, as lines.

    Facts about a changed place end with "(changed)".
    """
    found = [speak(fact) for fact in _turn_facts(view.turn)]
    if board in (None, MARKET):
        found += [_fact_line(fact, "", marks, speak) for fact in market_facts(view)]
    if board in (None, GRAVES):
        found += [_fact_line(fact, "", marks, speak) for fact in _grave_facts(view)]
    if board in (None, VILLAGES):
        for village in view.villages:
            for said, places in village_facts(village, view.board):
                whole = message("{who}: {what}", who=village.colour, what=said)
                found.append(_fact_line((whole, places), village.colour, marks, speak))
    return found


def _fact_line(fact: Fact, who: str, marks: Marks, speak: Translate) -> str:
    said, places = fact
    if any((who, place) in marks for place in places):
        return speak(message("{what} (changed)", what=said))
    return speak(said)


def _turn_facts(turn: TurnView) -> Iterator[Message]:
    """The round and turn, the dice and banners used, and the player to act."""
    yield message("My Village, {state}", state=state_message(turn))
    yield message("{who} opened the round", who=turn.first)
    yield from turn_messages(turn)
    yield from pending_messages(turn)


def market_facts(view: View) -> Iterator[Fact]:
    """The facts of the main board: pool, hand, desk, and everything that players can take or buy."""
    board, market, hand = view.board, view.market, view.market.hand
    if market.rolled:
        white = [str(die.face) for die in market.pool if not die.black]
        black = [str(die.face) for die in market.pool if die.black]
        yield message("white dice in the pool: {items}", items=" ".join(white) or "-"), ("pool",)
        yield message("black dice in the pool: {items}", items=" ".join(black) or "-"), ("pool",)
    yield pool_message(market), ("pool",)
    parts = {
        "values": short.values_message(board.hand_values), "n": hand.story, "who": hand.holder,
    }  # fmt: skip
    if hand.palm:
        yield (
            message("the first player's hand, {values}: held by {who}, palm up, with {n} SP on it", **parts),
            ("hand",),
        )
    else:
        yield (
            message(
                "the first player's hand, {values}: held by {who}, back side up, with {n} SP on it", **parts
            ),
            ("hand",),
        )
    for count, price in enumerate(zip(board.desk_time, board.desk_coins, strict=True), 1):
        cost, values = short.price_message(*price), short.values_message(board.desk_values)
        yield (
            plural_message(
                "desk, {values}: {n} customer for {cost}",
                "desk, {values}: {n} customers for {cost}",
                count, cost=cost, values=values,
            ),
            (),
        )  # fmt: skip
    for card in market.zone:
        yield customer_message(card), (card.id,)
    yield message("customers in the pile: {n}", n=market.customers_left), ()
    yield (
        message(
            "school, {values}: a villager for {cost}; also {n} SP if the trainee was on the right",
            values=short.values_message(board.school_values), n=board.school_story,
            cost=short.price_message(board.school_time),
        ),
        (),
    )  # fmt: skip
    yield message("headman, any value: a step for {cost}", cost=short.price_message(board.headman_time)), ()
    yield from _card_facts(market)
    yield from _pile_facts(market)


def _card_facts(market: MarketView) -> Iterator[Fact]:
    """The workshops, churches, chambers, squares and fields of the display."""
    for kind, card, offers in market.workshops:
        left = [values_text(offer.card.values) for offer in offers if offer.left]
        cost = short.price_message(card.time)
        said = message("{what} for {cost}: {items}", what=Word(kind), cost=cost, items=", ".join(left) or "-")
        yield said, tuple(offer.name for offer in offers)
    for name, card, there in (*market.churches, *market.chambers):
        values, cost = short.values_message(card.values), short.price_message(card.time, card.coins)
        if there:
            yield (
                message("{what}, {values}: available for {cost}", what=Word(name), values=values, cost=cost),
                (name,),
            )
        else:
            yield message("{what}: taken", what=Word(name)), (name,)
    for name, card, left_over in (market.squares, market.fields):
        values, cost = short.values_message(card.values), short.price_message(card.time, card.coins)
        yield message(
            "{what}, {values}: {n} left, for {cost} each",
            what=Word(name), values=values, cost=cost, n=left_over,
        ), (name,)  # fmt: skip


def _pile_facts(market: MarketView) -> Iterator[Fact]:
    """The piles of monks and of journeys."""
    for pile, card, top, effects, left, members in market.monks:
        parts: dict[str, object] = {
            "pile": Word(pile), "n": left, "values": short.values_message(card.values),
            "cost": short.price_message(card.time, card.coins),
        }  # fmt: skip
        places = (pile, *members)
        if top:
            gives = short.effects_message(effects)
            yield message(
                "monk {card} of the {pile} pile, {values}, for {cost}: {effect}; {n} more below it",
                card=top, effect=gives, **parts,
            ), places  # fmt: skip
        else:
            yield message("no monks left in the {pile} pile", pile=Word(pile)), places
    for letter, card, left in market.journeys:
        parts = {
            "letter": letter, "values": short.values_message(card.values),
            "cost": short.price_message(card.time, card.coins),
            "n": left,
        }  # fmt: skip
        if any(card.pay):
            said = message(
                "journey {letter}, {values}: {n} left; each costs {cost} and goods ({goods})",
                goods=short.payment_message(card),
                **parts,
            )
        else:
            said = message("journey {letter}, {values}: {n} left, for {cost} each", **parts)
        yield said, (f"travel {letter}",)


def _grave_facts(view: View) -> Iterator[Fact]:
    board = view.graves
    for person, points, filled in board.chronicle:
        free = points[filled:]
        if free:
            said = plural_message("chronicle, {who}: {n} place filled; the next one gives {points} SP",
                            "chronicle, {who}: {n} places filled; the next one gives {points} SP",
                            filled, who=Word(person), points=free[0])  # fmt: skip
        else:
            said = message("chronicle, {who}: all places filled", who=Word(person))
        yield said, (person,)
    yield message("graves: {n}", n=board.graves), ("graves",)
    yield message("coffins: {n} of {end}", n=board.coffins, end=board.end), ("graves", *Person)
    yield (message("rat: {n} of {start} steps to go", n=board.rat, start=board.start), ("rat",))
    losses = listed(rat_loss_message(village) for village in view.villages)
    yield message("if the rats came, they would take: {items}", items=losses), ()
