"""Hints for squares that are wrong by one column: legal squares next to them (FORMATS 2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TypeAlias

from khronos_pbem.engine.contract import AnyOrder
from khronos_pbem.engine.orders.verbs import Refusal
from khronos_pbem.games.khronos.model import orders as o
from khronos_pbem.games.khronos.model.land import Land, bit
from khronos_pbem.games.khronos.model.pieces import Board
from khronos_pbem.games.khronos.model.position import Position
from khronos_pbem.games.khronos.rules.verbs import VERBS_BY_ORDER
from khronos_pbem.messages import VerbatimText, listed, message

_Placed: TypeAlias = o.Build | o.Upgrade | o.Demolish | o.Populate | o.Renovate | o.Downsize | o.Place
"""An order that names a square."""

_OF_MEANS = frozenset(("4.1", "4.2", "5.2", "5.3", "6.2"))
"""Paragraphs about cards and adventurers; if they forbid an order, its square is not the problem."""


def with_near_squares(position: Position, seat: int, order: o.Order, problem: Refusal) -> Refusal:
    """The refusal, with a hint if the same order is legal one column to the left or right."""
    if not isinstance(order, _Placed) or problem.rule in _OF_MEANS:
        return problem
    verb = VERBS_BY_ORDER[type(order)]
    found = [
        named for moved, named in _shifted_orders(position, order) if not verb.refusal(position, seat, moved)
    ]
    if not found:
        return problem
    near = message("did you mean {near}?", near=listed(dict.fromkeys(found), " or "))
    hint = message("{hint}; {near}", hint=problem.hint, near=near) if problem.hint else near
    return problem._replace(hint=hint)


def _shifted_orders(position: Position, order: _Placed) -> Iterator[tuple[AnyOrder, str]]:
    """Yield the normalized order shifted left and right, each with its new squares as text."""
    land = position.land
    for step in (-1, _step_right(position, order)):
        at = _shifted_square(land, order.at, step)
        if not isinstance(order, o.Upgrade):
            if at:
                yield _normalized(position, replace(order, at=at)), VerbatimText(at)
            continue
        old = _shifted_square(land, order.old, step)
        if old:
            yield (
                _normalized(position, replace(order, old=old)),
                message("from {near}", near=VerbatimText(old)),
            )
        if at:
            yield _normalized(position, replace(order, at=at)), VerbatimText(at)
        if at and old:
            both = message("{square} from {near}", square=VerbatimText(at), near=VerbatimText(old))
            yield _normalized(position, replace(order, at=at, old=old)), both


def _step_right(position: Position, order: _Placed) -> int:
    """Return the number of columns to the next building or square on the right.

    An order on reason names the corner of a building, so the step is the width of that building.
    """
    at = position.land.square(order.at)
    if at is None or not isinstance(order, o.Populate | o.Renovate):
        return 1
    building = position.field(Board.REASON).on(bit(at))
    return 1 if building is None else building.piece.size


def _normalized(position: Position, order: _Placed) -> AnyOrder:
    return VERBS_BY_ORDER[type(order)].normalize(position, position.active, order)


def _shifted_square(land: Land, name: str, step: int) -> str:
    """Return the name of the square `step` columns to the right; "" if it is not on the map."""
    at = land.square(name)
    if at is None or not 0 <= at % land.width + step < land.width:
        return ""
    return land.names[at + step]
