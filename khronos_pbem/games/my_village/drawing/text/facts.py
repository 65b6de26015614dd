"""A position as facts, one a line, for screen readers (VILLAGE 16)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from khronos_pbem.games.my_village.drawing.text import abbreviations as short
from khronos_pbem.games.my_village.drawing.text.below import pending_messages, turn_messages
from khronos_pbem.games.my_village.drawing.text.graves import rat_loss_message
from khronos_pbem.games.my_village.drawing.text.market import is_pool_unrolled, pool_message, state_message
from khronos_pbem.games.my_village.drawing.text.page import Marks
from khronos_pbem.games.my_village.drawing.text.village_facts import village_facts
from khronos_pbem.games.my_village.model.boards import GRAVES, MARKET, VILLAGES
from khronos_pbem.games.my_village.model.position import Position
from khronos_pbem.games.my_village.model.terms import (
    CHAMBERS,
    FIELD,
    LETTERS,
    PILES,
    SQUARE,
    WORKSHOPS,
    Person,
    values_text,
)
from khronos_pbem.games.my_village.rules.base import board_queries
from khronos_pbem.messages import Message, Speak, Word, listed, message, plural_message

Fact = tuple[Message, tuple[str, ...]]
"""A sentence, and the places that it is about."""


def fact_lines(position: Position, marks: Marks, speak: Speak, board: str | None = None) -> list[str]:
    """The facts of a position, or of one board, as lines.

    Facts about a changed place end with "(changed)".
    """
    found = [speak(fact) for fact in _turn_facts(position)]
    if board in (None, MARKET):
        found += [_fact_line(fact, "", marks, speak) for fact in market_facts(position, speak)]
    if board in (None, GRAVES):
        found += [_fact_line(fact, "", marks, speak) for fact in _grave_facts(position)]
    if board in (None, VILLAGES):
        for seat, village in enumerate(position.players):
            for said, places in village_facts(position, seat, speak):
                whole = message("{who}: {what}", who=village.colour, what=said)
                found.append(_fact_line((whole, places), village.colour, marks, speak))
    return found


def _fact_line(fact: Fact, who: str, marks: Marks, speak: Speak) -> str:
    said, places = fact
    if any((who, place) in marks for place in places):
        return speak(message("{what} (changed)", what=said))
    return speak(said)


def _turn_facts(position: Position) -> Iterator[Message]:
    """Round and turn, what the turn has used, and who is to act."""
    yield message("My Village, {state}", state=state_message(position))
    yield message("{who} opened the round", who=position.players[position.first].colour)
    yield from turn_messages(position)
    yield from pending_messages(position)


def market_facts(position: Position, speak: Speak) -> Iterator[Fact]:
    """The facts of the main board: pool, hand, desk, and everything that can be taken or bought."""
    board, hand = position.cards.board, position.hand
    if not is_pool_unrolled(position):
        white = [str(die.face) for die in position.pool if not die.black]
        black = [str(die.face) for die in position.pool if die.black]
        yield message("white dice in the pool: {items}", items=" ".join(white) or "-"), ("pool",)
        yield message("black dice in the pool: {items}", items=" ".join(black) or "-"), ("pool",)
    yield pool_message(position), ("pool",)
    parts = {
        "values": short.values_message(board.hand_values), "n": hand.story,
        "who": position.players[hand.holder].colour,
    }  # fmt: skip
    if hand.palm:
        yield message("hand, {values}: {who} has it, palm up, with {n} SP", **parts), ("hand",)
    else:
        yield message("hand, {values}: {who} has it, back up, with {n} SP", **parts), ("hand",)
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
    for name in position.zone:
        yield customer_message(position, name, speak), (name,)
    yield message("customers in the pile: {n}", n=len(board_queries.customers_left(position))), ()
    yield (
        message(
            "school, {values}: a villager for {cost}; from the right place also {n} SP",
            values=short.values_message(board.school_values), n=board.school_story,
            cost=short.price_message(board.school_time),
        ),
        (),
    )  # fmt: skip
    yield message("headman, any value: a step for {cost}", cost=short.price_message(board.headman_time)), ()
    yield from _card_facts(position)
    yield from _pile_facts(position, speak)


def customer_message(position: Position, name: str, speak: Speak) -> Message:
    """A customer: its values, the goods it wants, and its prestige points."""
    card = position.cards.card[name]
    return message(
        "customer {card}, {values}: {n} PP for {goods}",
        card=name, values=short.values_message(card.values),
        goods=short.goods_phrase(card.pay[0], speak), n=card.prestige,
    )  # fmt: skip


def _card_facts(position: Position) -> Iterator[Fact]:
    """The workshops, churches, chambers, squares and fields of the display."""
    cards = position.cards
    for kind in WORKSHOPS:
        left = [values_text(cards.card[card].values) for card in board_queries.workshops_left(position, kind)]
        cost = short.price_message(cards.types[kind].time)
        said = message("{what} for {cost}: {items}", what=Word(kind), cost=cost, items=", ".join(left) or "-")
        yield said, cards.columns[kind]
    for name in (*cards.churches, *CHAMBERS):
        card, there = (
            cards.card[name],
            (*board_queries.churches_left(position), *board_queries.chambers_left(position)),
        )
        values, cost = short.values_message(card.values), short.price_message(card.time, card.coins)
        if name in there:
            yield message("{what}, {values}: for {cost}", what=Word(name), values=values, cost=cost), (name,)
        else:
            yield message("{what}: taken", what=Word(name)), (name,)
    for name, left_over in (
        (SQUARE, board_queries.squares_left(position)),
        (FIELD, board_queries.fields_left(position)),
    ):
        card = cards.card[name]
        values, cost = short.values_message(card.values), short.price_message(card.time, card.coins)
        yield message(
            "{what}, {values}: {n} left, for {cost} each",
            what=Word(name), values=values, cost=cost, n=left_over,
        ), (name,)  # fmt: skip


def _pile_facts(position: Position, speak: Speak) -> Iterator[Fact]:
    """The piles of monks and of journeys."""
    cards = position.cards
    for pile in PILES:
        name, alike = board_queries.open_monk(position, pile), cards.piles[pile]
        parts: dict[str, Any] = {
            "pile": Word(pile), "n": len(board_queries.monks_left(position, pile)),
            "values": short.values_message(alike.values),
            "cost": short.price_message(alike.time, alike.coins),
        }  # fmt: skip
        places = (pile, *cards.monks[pile])
        if name:
            gives = short.effects_message(cards.card[name].first)
            yield message(
                "monk {card} of the {pile} pile, {values}, for {cost}: {effect}; {n} more below",
                card=name, effect=gives, **parts,
            ), places  # fmt: skip
        else:
            yield message("monks of the {pile} pile: none left", pile=Word(pile)), places
    for letter in LETTERS:
        card = cards.letters[letter]
        parts = {
            "letter": letter, "values": short.values_message(card.values),
            "cost": short.price_message(card.time, card.coins),
            "n": len(board_queries.travels_left(position, letter)),
        }  # fmt: skip
        goods = short.payment_phrase(card, speak)
        if goods:
            said = message(
                "journey {letter}, {values}: {n} left, for {cost} and goods ({goods})", goods=goods, **parts
            )
        else:
            said = message("journey {letter}, {values}: {n} left, for {cost}", **parts)
        yield said, (f"travel {letter}",)


def _grave_facts(position: Position) -> Iterator[Fact]:
    count, board = len(position.players), position.cards.board
    for place, person in enumerate(Person):
        filled = position.chronicle[place]
        free = board.chronicle[person][filled:]
        if free:
            said = plural_message("chronicle, {who}: {n} place filled, the next gives {points} SP",
                            "chronicle, {who}: {n} places filled, the next gives {points} SP",
                            filled, who=Word(person), points=free[0])  # fmt: skip
        else:
            said = message("chronicle, {who}: no place is free", who=Word(person))
        yield said, (person,)
    yield message("graves: {n}", n=position.graves), ("graves",)
    yield message("coffins: {n} of {end}", n=position.coffins, end=board.end[count]), ("graves", *Person)
    yield (
        message("rat: {n} of {start} steps to go", n=position.rat, start=board.rat[count]),
        ("rat",),
    )
    losses = listed(rat_loss_message(village) for village in position.players)
    yield message("if the rats came, they would take: {items}", items=losses), ()
