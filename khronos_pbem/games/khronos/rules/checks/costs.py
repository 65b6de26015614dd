"""Payment with cards: their use on a board, and the cost of terrain (RULES 5.2, 5.3, 6.2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations
from operator import attrgetter

from khronos_pbem.games.khronos.model.land import Land
from khronos_pbem.games.khronos.model.pieces import Board, Type
from khronos_pbem.games.khronos.model.position import Card, Position, known_types

CARRIED = 2  # cards an adventurer may carry in a turn, edition 2 (RULES 5.2)
_rank = attrgetter("rank")
_FOREST = {2: 1, 3: 1, 4: 0, 5: 0}  # RULES 6.2, by number of players
_MOUNTAIN = {2: 2, 3: 2, 4: 1, 5: 0}


def terrain_cards(position: Position, mask: int) -> int:
    """Return how many extra cards, of any type, a new building on these squares costs (RULES 6.2)."""
    players, land = len(position.players), position.land
    forest = _FOREST[players] if mask & land.forest else 0
    mountain = _MOUNTAIN[players] if mask & land.mountain else 0
    return forest + mountain


def terrain_groups(position: Position, size: int) -> list[tuple[int, int]]:
    """Return the top-left squares for a building size, grouped by their cost in extra cards.

    Each pair is a number of extra cards and a mask of squares.
    """
    return _terrain_groups(position.land, len(position.players), size)


@lru_cache(maxsize=256)
def _terrain_groups(land: Land, players: int, size: int) -> list[tuple[int, int]]:
    forest, mountain = land.corners_reaching(land.forest, size), land.corners_reaching(land.mountain, size)
    costs: dict[int, int] = {}
    for extra, mask in (
        (0, ~forest & ~mountain),
        (_FOREST[players], forest & ~mountain),
        (_MOUNTAIN[players], mountain & ~forest),
        (_FOREST[players] + _MOUNTAIN[players], forest & mountain),
    ):
        costs[extra] = costs.get(extra, 0) | (mask & land.corners(size))
    return list(costs.items())


def loads_after(position: Position, seat: int, board: Board, cards: int) -> tuple[tuple[int, int], ...]:
    """Return the possible loads (edition 2) after using `cards` more cards on a board.

    The result is empty if the cards cannot be used there.
    """
    here = tuple(place == board for place in position.players[seat].adventurers)
    return _loads_after(position.loads, here, cards)


@lru_cache(maxsize=4096)
def _loads_after(
    loads: tuple[tuple[int, int], ...], here: tuple[bool, ...], cards: int
) -> tuple[tuple[int, int], ...]:
    after = set()
    for one, two in loads:
        for first in range(cards + 1):
            second = cards - first
            carried = (one + first, two + second)
            if (here[0] or not first) and (here[1] or not second) and max(carried) <= CARRIED:
                after.add(carried)
    return tuple(sorted(after))


def _fits_first_edition(position: Position, seat: int, board: Board, cards: int) -> bool:
    """Return whether `cards` more cards can be used on a board in edition 1 (RULES 5.2)."""
    spent = list(position.spent)
    spent[board] += cards
    boards = sum(1 for used in spent if used)
    if boards > 2 or (boards == 2 and max(spent) > 2):
        return False
    both = all(place == board for place in position.players[seat].adventurers)
    return spent[board] <= 2 or both


def cards_fit(position: Position, seat: int, board: Board, cards: int) -> bool:
    """Return whether the seat's adventurers can use `cards` more cards on a board (RULES 5.2)."""
    if board not in position.players[seat].adventurers:
        return False
    if position.options.edition == 1:
        return _fits_first_edition(position, seat, board, cards)
    return bool(loads_after(position, seat, board, cards))


def missing_cards(hand: Sequence[Type], wanted: Iterable[Type]) -> list[Type]:
    """The cards of `wanted` that are not in the hand, sorted."""
    return sorted((Counter(wanted) - Counter(hand)).elements())


def take_cards(hand: Sequence[Card], wanted: Iterable[Type]) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Split a hand into the cards that leave it, one for each of `wanted`, and those that stay.

    Among equal cards, those with the lowest ranks leave first, so open cards leave before hidden ones.
    Without ranks, the first in the hand leave (DECK 5).
    """
    left, taken = list(hand), []
    for kind in wanted:
        card = min((card for card in left if card.type is kind), key=_rank)
        left.remove(card)
        taken.append(card)
    return tuple(taken), tuple(left)


def spend_cards(position: Position, seat: int, board: Board, cards: tuple[Type, ...]) -> Position:
    """Return the position after using these cards on a board and discarding them (RULES 5.2, 3.4).

    The cards must be in the seat's hand, and the adventurers must be able to use them there.
    """
    _, left = take_cards(position.players[seat].hand, cards)
    discard = tuple(sorted((*position.discard, *cards)))
    position = position.with_player(seat, hand=left)
    if position.options.edition == 1:
        one, two, three = (used + len(cards) * (each == board) for each, used in enumerate(position.spent))
        return position._replace(discard=discard, spent=(one, two, three))
    return position._replace(discard=discard, loads=loads_after(position, seat, board, len(cards)))


def retain_cards(hand: Sequence[Card], kept: Iterable[Type]) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Split a hand into the cards that stay in it, one for each of `kept`, and those that leave.

    Among equal cards, those that `take_cards` would take last stay; without ranks, the first in the hand. If
    open cards stayed first, discarding an open card would reveal that no hidden card is equal to it.
    """
    left, staying = list(hand), []
    for kind in kept:
        card = max((card for card in left if card.type is kind), key=_rank)
        left.remove(card)
        staying.append(card)
    return tuple(staying), tuple(left)


def terrain_payments(
    hand: Sequence[Type], kind: Type, price: int, extra: int
) -> tuple[tuple[Type, ...], ...]:
    """Return the ways to pay `extra` cards for terrain in addition to the `price`.

    The result is empty if the hand cannot pay the price and the extra cards.
    """
    return _terrain_payments(tuple(hand), kind, price, extra)


@lru_cache(maxsize=4096)
def _terrain_payments(
    hand: tuple[Type, ...], kind: Type, price: int, extra: int
) -> tuple[tuple[Type, ...], ...]:
    if hand.count(kind) < price or len(hand) < price + extra:
        return ()
    rest = sorted((Counter(hand) - Counter({kind: price})).elements())
    return tuple(sorted(set(combinations(rest, extra))))


def known_hand(position: Position, seat: int) -> tuple[Type, ...]:
    """The types of a seat's cards that are not hidden, sorted."""
    return tuple(known_types(position.players[seat].hand))
