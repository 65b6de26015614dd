"""Sampled worlds: positions in which hidden cards are drawn at random from the unseen ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from random import Random

from khronos_pbem.games.khronos.model.pieces import DECKS, Type
from khronos_pbem.games.khronos.model.position import Card, Position


def hidden_from(position: Position, seat: int) -> Position:
    """Return the position with the cards that a seat cannot see reduced to slots.

    Those cards are in other hands and the pile. In Hold'em, a card without a slot in another hand came
    from the market and stays known (RULES 4.2). In a position that was set up, no card has a slot, so all
    cards of other hands are hidden.
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


def unseen_cards(position: Position) -> list[Type]:
    """Return the cards of the game that are not visible in this position, sorted.

    They are in hands and in the pile.
    """
    deck = Counter({kind: DECKS[position.options.edition][kind] for kind in Type})
    seen = Counter(card.type for card in _all_cards(position) if card.type is not None)
    return sorted((deck - seen - Counter(position.discard) - Counter(position.market)).elements())


def sampled_world(view: Position, seat: int, random: Random) -> Position:
    """Return the position with cards that the seat cannot see drawn at random from the unseen ones.

    Hidden cards in the seat's own hand stay hidden. If a set-up position has more cards than the game,
    the remaining ones are drawn as if from a new deck.
    """
    cards = unseen_cards(view)
    random.shuffle(cards)
    rest = _endless_cards(cards, view.options.edition, random)
    for other, player in enumerate(view.players):
        if other != seat and any(card.type is None for card in player.hand):
            view = view.with_player(other, hand=_with_types(player.hand, rest))
    return view._replace(pile=_with_types(view.pile, rest))


def with_sampled_cards(position: Position, random: Random) -> Position:
    """Return the position with every hidden card in all hands drawn at random.

    This is done, for instance, after a new pile.
    """
    if all(card.type is not None for card in _all_cards(position)):
        return position
    return sampled_world(position, -1, random)


def _endless_cards(cards: list[Type], edition: int, random: Random) -> Iterator[Type]:
    """These cards, then random ones as from a full deck of the edition, without end."""
    yield from cards
    while True:
        yield random.choices(tuple(Type), DECKS[edition])[0]


def _with_types(cards: Iterable[Card], rest: Iterator[Type]) -> tuple[Card, ...]:
    """Return the cards, with cards of unknown type given the next types of `rest`."""
    return tuple(card if card.type is not None else card._replace(type=next(rest)) for card in cards)
