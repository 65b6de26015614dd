"""The rules of building once more, deliberately naive: plain sets of (row, column) (RULES 5, 6).

It exists only to be compared with the real thing.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations
from typing import NamedTuple

from khronos_pbem.games.khronos.model.pieces import PIECES, Board, Piece, Type
from khronos_pbem.games.khronos.model.position import Position, known_types

Square = tuple[int, int]
Squares = frozenset[Square]


class Thing(NamedTuple):
    """A building as the naive rules see it."""

    type: Type
    size: int
    value: int
    squares: Squares
    owner: int | None
    printed: bool


def things(position: Position, board: Board) -> list[Thing]:
    width = position.land.width
    return [
        Thing(
            b.piece.type,
            b.piece.size,
            b.piece.value,
            square_of(b.at // width, b.at % width, b.piece.size),
            b.owner,
            b.printed,
        )
        for b in position.field(board).buildings
    ]


@cache
def square_of(row: int, column: int, size: int) -> Squares:
    return frozenset((row + down, column + right) for down in range(size) for right in range(size))


@cache
def beside(squares: Squares) -> Squares:
    moves = ((1, 0), (-1, 0), (0, 1), (0, -1))
    return frozenset((r + dr, c + dc) for r, c in squares for dr, dc in moves) - squares


def domains(on_board: list[Thing]) -> list[list[Thing]]:
    """Groups of things that hang together, grown one by one (RULES 6.3)."""
    groups: list[list[Thing]] = []
    for thing in on_board:
        touching = [group for group in groups if any(beside(thing.squares) & t.squares for t in group)]
        groups = [group for group in groups if group not in touching]
        groups.append([thing, *(member for group in touching for member in group)])
    return groups


def may_stand(position: Position, before: list[Thing], piece: Piece, new: Squares, old: Thing | None) -> bool:
    land = position.land
    if any(not (0 <= r < land.height and 0 <= c < land.width) for r, c in new):
        return False
    remaining = [thing for thing in before if thing != old]
    if any(new & thing.squares for thing in remaining):
        return False
    if piece.type is Type.CIVIL:
        return piece.size > 1 or not any(land.terrain[r][c] == "~" for r, c in new)
    if any(land.terrain[r][c] == "~" for r, c in new):
        return False
    former = [group for group in domains(before) if any(t != old and beside(new) & t.squares for t in group)]
    if len(former) > 1:
        return False
    joined = domains([*remaining, Thing(piece.type, piece.size, piece.value, new, None, False)])
    mine = next(group for group in joined if any(t.squares == new for t in group))
    values = [t.value for t in mine if t.type is piece.type and t.squares != new]
    return piece.value not in values or max(values) > piece.value


def extra_cards(position: Position, new: Squares) -> int:
    players = len(position.players)
    kinds = {position.land.terrain[r][c] for r, c in new}
    forest = 1 if "f" in kinds and players <= 3 else 0
    mountain = {2: 2, 3: 2, 4: 1, 5: 0}[players] if "^" in kinds else 0
    return forest + mountain


def can_carry(position: Position, seat: int, board: Board, cards: int) -> bool:
    here = [place is board for place in position.players[seat].adventurers]
    if not any(here):
        return False
    if position.options.edition == 1:
        spent = list(position.spent)
        spent[board] += cards
        most = {1: 4, 2: 2}.get(sum(1 for used in spent if used), 0)
        return max(spent) <= most and (spent[board] <= 2 or all(here))
    return any(
        one + first <= 2
        and two + cards - first <= 2
        and (here[0] or not first)
        and (here[1] or first == cards)
        for one, two in position.loads
        for first in range(cards + 1)
    )


def ways(position: Position, seat: int, kind: Type, price: int, extra: int) -> set[tuple[Type, ...]]:
    hand = known_types(position.players[seat].hand)
    if hand.count(kind) < price:
        return set()
    left = sorted((Counter(hand) - Counter([kind] * price)).elements())
    return set(combinations(left, extra)) if len(left) >= extra else set()


def builds(position: Position, seat: int) -> set[str]:
    """All builds, each as words that `words_of` makes of an order too."""
    land, found = position.land, set()
    for board in (Board.MIGHT, Board.FAITH):
        before = things(position, board)
        for piece in PIECES:
            cube = piece.type is Type.CIVIL or position.cubes(seat) > 0
            if not cube or position.stock(piece) < 1:
                continue
            for row in range(land.height):
                for column in range(land.width):
                    new = square_of(row, column, piece.size)
                    found |= _paid(position, before, seat, board, piece, new, None, piece.value)
    return found


def upgrades(position: Position, seat: int) -> set[str]:
    land, found = position.land, set()
    for board in (Board.MIGHT, Board.FAITH):
        before = things(position, board)
        for old in before:
            if old.type is not Type.CIVIL and old.owner != seat:
                continue
            for piece in PIECES:
                if piece.type is not old.type or piece.size <= old.size or position.stock(piece) < 1:
                    continue
                for row in range(land.height):
                    for column in range(land.width):
                        new = square_of(row, column, piece.size)
                        if old.squares <= new:
                            price = piece.value - old.value
                            found |= _paid(position, before, seat, board, piece, new, old, price)
    return found


def _paid(
    position: Position,
    before: list[Thing],
    seat: int,
    board: Board,
    piece: Piece,
    new: Squares,
    old: Thing | None,
    price: int,
) -> set[str]:
    if not ways(position, seat, piece.type, price, 0) or not may_stand(position, before, piece, new, old):
        return set()
    extra = extra_cards(position, new)
    if not can_carry(position, seat, board, price + extra):
        return set()
    start = None if old is None else min(old.squares)
    return {
        words_of(board, piece, min(new), start, cards)
        for cards in ways(position, seat, piece.type, price, extra)
    }


def words_of(board: Board, piece: Piece, at: Square, old: Square | None, cards: tuple[Type, ...]) -> str:
    return f"{piece.name} {board.word} {at} from {old} with {[card.word for card in cards]}"


def demolitions(position: Position, seat: int) -> set[str]:
    hand, found = known_types(position.players[seat].hand), set()
    for board in (Board.MIGHT, Board.FAITH):
        for thing in things(position, board):
            payable = thing.type in hand and position.players[seat].ecus > 0
            if thing.size == 1 and not thing.printed and payable and can_carry(position, seat, board, 1):
                found.add(f"{board.word} {min(thing.squares)}")
    return found
