"""Draws: their queue, their possible results, the rolls that serve them (VILLAGE 12)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from khronos_pbem.engine.contract import Roll
from khronos_pbem.errors import InvalidFile
from khronos_pbem.games.my_village.model.position import Draw, Position
from khronos_pbem.games.my_village.model.terms import numbers
from khronos_pbem.games.my_village.rules.base.board_queries import customers_left, monks_left, travels_left
from khronos_pbem.messages import Message, listed, message

FACES = ("1", "2", "3", "4", "5", "6")
POOL, RAT, FIRST, BOARDS, CUSTOMERS = "pool", "rat", "first", "boards", "customers"
MONK, TRAVEL = "monk ", "travel "
"""How the names of draws from piles begin."""
MARKET, PILE = "market", "pile"
"""Where a drawn customer goes, if not to the zone."""


def opened(position: Position, name: str, count: int = 1, **more: Any) -> Position:
    """The position with one more draw, at the end of the queue (VILLAGE 12.1); none for a count of 0."""
    if count < 1:
        return position
    draw = Draw(position.drawn + 1, name, count, **more)
    return position._replace(draws=(*position.draws, draw), drawn=draw.number)


def possible(position: Position, draw: Draw) -> tuple[str, ...]:
    """The possible results of a draw as they are now, in their fixed order (VILLAGE 12.1)."""
    if draw.name in (POOL, RAT):
        return FACES
    if draw.name == FIRST:
        return tuple(map(str, range(len(position.players))))
    if draw.name == BOARDS:
        return tuple(map(numbers, position.cards.board.pairs))
    if draw.name == CUSTOMERS:
        return tuple(customers_left(position))
    if draw.name.startswith(MONK):
        return tuple(monks_left(position, draw.name.removeprefix(MONK)))
    cards = travels_left(position, draw.name.removeprefix(TRAVEL))
    return tuple(card for card in cards if card != draw.without)


def bounds(position: Position, draw: Draw) -> tuple[int, ...]:
    """How many results are possible for each number of a draw (VILLAGE 12.3)."""
    size = len(possible(position, draw))
    if draw.name in (POOL, RAT):
        return (size,) * draw.size
    return tuple(size - place for place in range(draw.size))


def roll_of(position: Position, draw: Draw) -> Roll:
    """The request that serves a draw (VILLAGE 12.3)."""
    return Roll(f"{draw.number} {draw.name}", bounds(position, draw))


def open_roll(position: Position) -> Roll | None:
    """The request for the first open draw; None if none is open (VILLAGE 12.1)."""
    return roll_of(position, position.draws[0]) if position.draws else None


def open_rolls(position: Position, after: int = 0) -> tuple[Roll, ...]:
    """The requests of the open draws with a higher number than `after`, as if they were served now in turn.

    What a draw takes out of a pile, later ones of the same pile cannot get.
    """
    found, taken = [], dict[str, int]()
    for draw in position.draws:
        roll = roll_of(position, draw)
        if draw.name not in (POOL, RAT):
            gone = taken.get(draw.name, 0)
            roll = roll._replace(bounds=tuple(bound - gone for bound in roll.bounds))
            taken[draw.name] = gone + (draw.size if draw.to != PILE else 0)
        found.append((draw.number, roll))
    return tuple(roll for number, roll in found if number > after)


def picked(position: Position, values: Sequence[int]) -> tuple[str, ...]:
    """The results that numbers pick for the first open draw, from 0 (VILLAGE 12.3). Raises InvalidFile."""
    draw = position.draws[0]
    limits = bounds(position, draw)
    if len(values) != len(limits) or not all(0 <= v < bound for v, bound in zip(values, limits, strict=True)):
        what = message(
            "draw {name} cannot have the numbers {values}",
            values=list(values),
            name=f"{draw.number} {draw.name}",
        )
        raise InvalidFile(
            what,
            rule="VILLAGE 12.3",
            hint=message("each number must be below its limit: {bounds}", bounds=list(limits)),
        )
    left, found = list(possible(position, draw)), []
    for value in values:
        found.append(left[value])
        if draw.name not in (POOL, RAT):
            del left[value]
    return tuple(found)


def check_results(position: Position, draw: Draw, results: Sequence[str]) -> None:
    """Refuse results that a draw cannot have, by InvalidFile (VILLAGE 12.1)."""
    left = list(possible(position, draw))
    for result in results:
        if result not in left:
            what = message(
                "draw {name} cannot have the result {result!r}",
                result=result,
                name=f"{draw.number} {draw.name}",
            )
            raise InvalidFile(
                what, rule="VILLAGE 12.1", hint=message("possible results: {results}", results=listed(left))
            )
        if draw.name not in (POOL, RAT):
            left.remove(result)


def points_to_draw(before: Position, after: Position) -> Iterator[Message]:
    """What the travels that orders have begun to draw may be worth (VILLAGE 8.13, 12.1)."""
    for draw in after.draws:
        if not draw.name.startswith(TRAVEL) or draw in before.draws:
            continue
        points = [after.cards.card[card].prestige for card in possible(after, draw)]
        yield message(
            "draws a journey card {letter}, worth {least} to {most} PP",
            letter=draw.name.removeprefix(TRAVEL),
            least=min(points),
            most=max(points),
        )
