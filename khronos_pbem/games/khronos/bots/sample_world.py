"""Worlds that fit what a seat knows: hidden cards drawn from those that nobody has seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from random import Random

from khronos_pbem.games.khronos.model.pieces import DECKS, Type
from khronos_pbem.games.khronos.model.position import Card, Position


def hidden_from(position: Position, seat: int) -> Position:
    """The position with the hidden cards of others, and of the pile, as slots.

    A card of another hand without a slot came from the market: everybody knows it (RULES 4.2). In a position
    that was set up no card has a slot; there none of another hand is known.
    """
    slots = any(card.handle is not None for card in _all_cards(position))
    open_ones = position.options.holdem and slots
    for other, player in enumerate(position.players):
        if other != seat:
            hand = tuple(card if open_ones and card.handle is None else _hidden(card) for card in player.hand)
            position = position.with_player(other, hand=hand)
    return position._replace(pile=tuple(_hidden(card) for card in position.pile))


def _hidden(card: Card) -> Card:
    return Card(None, card.handle)


def _all_cards(position: Position) -> Iterator[Card]:
    for player in position.players:
        yield from player.hand
    yield from position.pile


def unseen(position: Position) -> list[Type]:
    """The cards of the game that are nowhere to be seen, sorted: they lie in hands and in the pile."""
    deck = Counter({kind: DECKS[position.options.edition][kind] for kind in Type})
    seen = Counter(card.type for card in _all_cards(position) if card.type is not None)
    return sorted((deck - seen - Counter(position.discard) - Counter(position.market)).elements())


def world(view: Position, seat: int, random: Random) -> Position:
    """The position with every card known that the seat cannot see: any is as likely as any other.

    What is hidden in the seat's own hand stays so. Where a set-up position has more cards than the game, the
    rest is as in a new deck.
    """
    cards = unseen(view)
    random.shuffle(cards)
    rest = _drawn(cards, view.options.edition, random)
    for other, player in enumerate(view.players):
        if other != seat and any(card.type is None for card in player.hand):
            view = view.with_player(other, hand=_filled(player.hand, rest))
    return view._replace(pile=_filled(view.pile, rest))


def shuffled(position: Position, random: Random) -> Position:
    """The position with every hidden card known, as `world`, in all hands: after a pile was made anew."""
    if all(card.type is not None for card in _all_cards(position)):
        return position
    return world(position, -1, random)


def _drawn(cards: list[Type], edition: int, random: Random) -> Iterator[Type]:
    yield from cards
    while True:
        yield random.choices(tuple(Type), DECKS[edition])[0]


def _filled(cards: Iterable[Card], rest: Iterator[Type]) -> tuple[Card, ...]:
    return tuple(card if card.type is not None else card._replace(type=next(rest)) for card in cards)
