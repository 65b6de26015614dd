"""A position as facts, one a line: for people who have the screen read to them (VILLAGE 16)."""

from __future__ import annotations

from collections.abc import Iterator

from khronos_pbem.games.my_village.drawing import short
from khronos_pbem.games.my_village.drawing.below import awaited, turn_so_far
from khronos_pbem.games.my_village.drawing.graves import risk
from khronos_pbem.games.my_village.drawing.market import dice_told, state, unrolled
from khronos_pbem.games.my_village.drawing.page import Marks
from khronos_pbem.games.my_village.drawing.village_facts import village_facts
from khronos_pbem.games.my_village.model.boards import GRAVES, MARKET, VILLAGES
from khronos_pbem.games.my_village.model.position import Position
from khronos_pbem.games.my_village.model.words import (
    CHAMBERS,
    FIELD,
    LETTERS,
    PILES,
    SQUARE,
    WORKSHOPS,
    Person,
    numbers,
)
from khronos_pbem.games.my_village.rules import facts
from khronos_pbem.saying import Said, Speak, Word, listed, say, say_many

Fact = tuple[Said, tuple[str, ...]]
"""A sentence, and the places that it is about."""


def facts_of(position: Position, marks: Marks, speak: Speak, board: str | None = None) -> list[str]:
    """All facts of a position, or those of one board; what changed is said so."""
    found = [speak(fact) for fact in _table(position)]
    if board in (None, MARKET):
        found += [_told(fact, "", marks, speak) for fact in market_facts(position, speak)]
    if board in (None, GRAVES):
        found += [_told(fact, "", marks, speak) for fact in _graves(position)]
    if board in (None, VILLAGES):
        for seat, village in enumerate(position.players):
            for said, places in village_facts(position, seat, speak):
                whole = say("{who}: {what}", who=village.colour, what=said)
                found.append(_told((whole, places), village.colour, marks, speak))
    return found


def _told(fact: Fact, who: str, marks: Marks, speak: Speak) -> str:
    said, places = fact
    if any((who, place) in marks for place in places):
        return speak(say("{what} (changed)", what=said))
    return speak(said)


def _table(position: Position) -> Iterator[Said]:
    """Round and turn, what the turn has done, who is awaited."""
    yield say("My Village, {state}", state=state(position))
    yield say("{who} opened the round", who=position.players[position.first].colour)
    yield from turn_so_far(position)
    yield from awaited(position)


def market_facts(position: Position, speak: Speak) -> Iterator[Fact]:
    """The pool, the hand, the desk, and all that can be taken or bought."""
    board, hand = position.cards.board, position.hand
    if not unrolled(position):
        white = [str(die.face) for die in position.pool if not die.black]
        black = [str(die.face) for die in position.pool if die.black]
        yield say("white dice in the pool: {items}", items=" ".join(white) or "-"), ("pool",)
        yield say("black dice in the pool: {items}", items=" ".join(black) or "-"), ("pool",)
    yield dice_told(position), ("pool",)
    parts = {
        "values": numbers(board.hand_values), "who": position.players[hand.holder].colour, "n": hand.story,
    }  # fmt: skip
    if hand.palm:
        yield say("hand, values {values}: {who}'s, palm up, {n} SP", **parts), ("hand",)
    else:
        yield say("hand, values {values}: {who}'s, back up, {n} SP", **parts), ("hand",)
    for count, price in enumerate(zip(board.desk_time, board.desk_coins, strict=True), 1):
        cost, values = short.price(*price), numbers(board.desk_values)
        yield (
            say_many(
                "desk, values {values}: {n} card for {cost}",
                "desk, values {values}: {n} cards for {cost}",
                count, cost=cost, values=values,
            ),
            (),
        )  # fmt: skip
    for name in position.zone:
        yield customer(position, name, speak), (name,)
    yield say("customers in the pile: {n}", n=len(facts.customers_left(position))), ()
    yield (
        say(
            "school, values {values}: a villager for {cost}, {n} SP more from the right",
            values=numbers(board.school_values), cost=short.price(board.school_time), n=board.school_story,
        ),
        (),
    )  # fmt: skip
    yield say("headman, any value: a step for {cost}", cost=short.price(board.headman_time)), ()
    yield from _cards(position)
    yield from _piles(position, speak)


def customer(position: Position, name: str, speak: Speak) -> Said:
    """A customer: what he answers to and wants, what he is worth."""
    card = position.cards.card[name]
    wanted = short.goods(card.pay[0], speak)
    values = numbers(card.values)
    if not card.values:
        return say(
            "customer {card}: any value, wants {goods}, {n} PP", card=name, goods=wanted, n=card.prestige
        )
    return say(
        "customer {card}: values {values}, wants {goods}, {n} PP",
        card=name, values=values, goods=wanted, n=card.prestige,
    )  # fmt: skip


def _cards(position: Position) -> Iterator[Fact]:
    """Workshops, churches, chambers, squares and fields that can be bought."""
    cards = position.cards
    for kind in WORKSHOPS:
        left = [numbers(cards.card[card].values) for card in facts.column(position, kind)]
        cost = short.price(cards.types[kind].time)
        said = say("{what} for {cost}: {items}", what=Word(kind), cost=cost, items=", ".join(left) or "-")
        yield said, cards.columns[kind]
    for name in (*cards.churches, *CHAMBERS):
        card, there = cards.card[name], (*facts.churches_left(position), *facts.chambers_left(position))
        values, cost = numbers(card.values), short.price(card.time, card.coins)
        if name in there:
            yield (
                say(
                    "{what}, values {values}, {cost}: to be bought", what=Word(name), values=values, cost=cost
                ),
                (name,),
            )
        else:
            yield say("{what}: gone", what=Word(name)), (name,)
    for name, left_over in ((SQUARE, facts.squares_left(position)), (FIELD, facts.fields_left(position))):
        card = cards.card[name]
        values, cost = numbers(card.values), short.price(card.time, card.coins)
        yield say(
            "{what}, values {values}, {cost}: {n} left",
            what=Word(name), values=values, cost=cost, n=left_over,
        ), (name,)  # fmt: skip


def _piles(position: Position, speak: Speak) -> Iterator[Fact]:
    """Monks and travels."""
    cards = position.cards
    for pile in PILES:
        name, alike = facts.open_monk(position, pile), cards.piles[pile]
        values, cost = numbers(alike.values), short.price(alike.time, alike.coins)
        effect = short.effects(cards.card[name].first, speak) if name else "-"
        yield say(
            "monk of the {pile}, values {values}, {cost}: {card}, {effect}; {n} more",
            pile=Word(pile), values=values, cost=cost, card=name or "-", effect=effect,
            n=len(facts.monks_left(position, pile)),
        ), (pile, *cards.monks[pile])  # fmt: skip
    for letter in LETTERS:
        card = cards.letters[letter]
        values, cost = numbers(card.values), short.price(card.time, card.coins)
        pay = short.alternatives(card, speak) or say("none")
        yield say(
            "travel {letter}, value {values}, {cost}, goods {goods}: {n} left",
            letter=letter, values=values, cost=cost, goods=pay, n=len(facts.travels_left(position, letter)),
        ), (f"travel {letter}",)  # fmt: skip


def _graves(position: Position) -> Iterator[Fact]:
    count, board = len(position.players), position.cards.board
    for place, person in enumerate(Person):
        filled = position.chronicle[place]
        free = board.chronicle[person][filled:]
        if free:
            said = say("chronicle, {who}: {n} filled, the next is worth {points} SP",
                       who=Word(person), n=filled, points=free[0])  # fmt: skip
        else:
            said = say("chronicle, {who}: {n} filled, no place is free", who=Word(person), n=filled)
        yield said, (person,)
    yield say("graves: {n}", n=position.graves), ("graves",)
    yield say("coffins: {n} of {end}", n=position.coffins, end=board.end[count]), ("graves", *Person)
    yield (
        say("rat: {n} of {start} steps to go", n=position.rat, start=board.rat[count]),
        ("rat",),
    )
    losses = listed(risk(village) for village in position.players)
    yield say("if the rats came, SP lost: {items}", items=losses), ()
