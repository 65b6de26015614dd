"""Draws: their queue, their possible results, and the rolls that serve them (VILLAGE 12)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from khronos_pbem.engine.contract import RollRequest
from khronos_pbem.errors import InvalidFile
from khronos_pbem.games.my_village.model.position import Draw, Position
from khronos_pbem.games.my_village.model.terms import values_text
from khronos_pbem.games.my_village.rules.base.board_queries import customers_left, monks_left, travels_left
from khronos_pbem.messages import Message, listed, message

FACES = ("1", "2", "3", "4", "5", "6")
POOL, RAT, FIRST, BOARDS, CUSTOMERS = "pool", "rat", "first", "boards", "customers"
MONK, TRAVEL = "monk ", "travel "
"""The prefixes of the names of draws from piles."""
MARKET, PILE = "market", "pile"
"""The destinations of a drawn customer other than the zone."""


def with_draw(position: Position, name: str, count: int = 1, **more: Any) -> Position:
    """Return the position with a draw added at the end of the queue (VILLAGE 12.1).

    The position is unchanged if `count` is 0. `more` contains further fields of `Draw`.
    """
    if count < 1:
        return position
    draw = Draw(position.drawn + 1, name, count, **more)
    return position._replace(draws=(*position.draws, draw), drawn=draw.number)


def possible_results(position: Position, draw: Draw) -> tuple[str, ...]:
    """Return the results that a draw can have now, in their fixed order (VILLAGE 12.1)."""
    if draw.name in (POOL, RAT):
        return FACES
    if draw.name == FIRST:
        return tuple(map(str, range(len(position.players))))
    if draw.name == BOARDS:
        return tuple(map(values_text, position.cards.board.pairs))
    if draw.name == CUSTOMERS:
        return tuple(customers_left(position))
    if draw.name.startswith(MONK):
        return tuple(monks_left(position, draw.name.removeprefix(MONK)))
    cards = travels_left(position, draw.name.removeprefix(TRAVEL))
    return tuple(card for card in cards if card != draw.without)


def draw_bounds(position: Position, draw: Draw) -> tuple[int, ...]:
    """For each number that serves a draw, the number of results it can select (VILLAGE 12.3)."""
    size = len(possible_results(position, draw))
    if draw.name in (POOL, RAT):
        return (size,) * draw.size
    return tuple(size - place for place in range(draw.size))


def draw_roll(position: Position, draw: Draw) -> RollRequest:
    """Return the request for a roll that serves a draw (VILLAGE 12.3)."""
    return RollRequest(f"{draw.number} {draw.name}", draw_bounds(position, draw))


def open_roll(position: Position) -> RollRequest | None:
    """The request for the first open draw; None if none is open (VILLAGE 12.1)."""
    return draw_roll(position, position.draws[0]) if position.draws else None


def open_rolls(position: Position, after: int = 0) -> tuple[RollRequest, ...]:
    """Return the requests for the open draws numbered above `after`, as if served one after another.

    Cards that an earlier draw takes from a pile do not count for later draws from that pile.
    """
    found, taken = [], dict[str, int]()
    for draw in position.draws:
        roll = draw_roll(position, draw)
        if draw.name not in (POOL, RAT):
            gone = taken.get(draw.name, 0)
            roll = roll._replace(bounds=tuple(bound - gone for bound in roll.bounds))
            taken[draw.name] = gone + (draw.size if draw.to != PILE else 0)
        found.append((draw.number, roll))
    return tuple(roll for number, roll in found if number > after)


def results_of_numbers(position: Position, values: Sequence[int]) -> tuple[str, ...]:
    """Return the results that these numbers select for the first open draw (VILLAGE 12.3).

    The numbers count from 0. Raises InvalidFile if their count is wrong or a number is outside its bound.
    """
    draw = position.draws[0]
    limits = draw_bounds(position, draw)
    if len(values) != len(limits) or not all(0 <= v < bound for v, bound in zip(values, limits, strict=True)):
        what = message(
            "the draw ({name}) cannot contain the numbers {values}",
            values=list(values),
            name=f"{draw.number} {draw.name}",
        )
        raise InvalidFile(
            what,
            rule="VILLAGE 12.3",
            hint=message("each number must be below its limit: {bounds}", bounds=list(limits)),
        )
    left, found = list(possible_results(position, draw)), []
    for value in values:
        found.append(left[value])
        if draw.name not in (POOL, RAT):
            del left[value]
    return tuple(found)


def check_results(position: Position, draw: Draw, results: Sequence[str]) -> None:
    """Raise InvalidFile for results that a draw cannot have (VILLAGE 12.1)."""
    left = list(possible_results(position, draw))
    for result in results:
        if result not in left:
            what = message(
                "the draw ({name}) cannot have the result {result!r}",
                result=result,
                name=f"{draw.number} {draw.name}",
            )
            raise InvalidFile(
                what, rule="VILLAGE 12.1", hint=message("possible results: {results}", results=listed(left))
            )
        if draw.name not in (POOL, RAT):
            left.remove(result)


def travel_points_messages(before: Position, after: Position) -> Iterator[Message]:
    """Yield the range of prestige points for each travel card draw that was opened after `before`.

    See VILLAGE 8.13 and 12.1.
    """
    for draw in after.draws:
        if not draw.name.startswith(TRAVEL) or draw in before.draws:
            continue
        points = [after.cards.card[card].prestige for card in possible_results(after, draw)]
        yield message(
            "draws a journey card of type {letter}, worth {least} to {most} PP",
            letter=draw.name.removeprefix(TRAVEL),
            least=min(points),
            most=max(points),
        )
