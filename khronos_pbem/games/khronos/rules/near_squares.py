"""Squares misread by a column: what an order refused for where it is would have to say (FORMATS 2)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from khronos_pbem.games.khronos.model import orders as o
from khronos_pbem.games.khronos.model.land import Land, bit
from khronos_pbem.games.khronos.model.pieces import Board
from khronos_pbem.games.khronos.model.position import Position
from khronos_pbem.games.khronos.rules.checks.site_refusals import Refusal
from khronos_pbem.games.khronos.rules.verbs import BY_ORDER, refused
from khronos_pbem.messages import Typed, listed, message

_PLACED = (o.Build, o.Upgrade, o.Demolish, o.Populate, o.Renovate, o.Downsize, o.Place)
_OF_MEANS = frozenset(("4.1", "4.2", "5.2", "5.3", "6.2"))
"""Paragraphs about cards and their carriers: such an order is where it is meant to be."""


def with_near_squares(position: Position, seat: int, order: Any, problem: Refusal) -> Refusal:
    """The refusal, with the squares one column beside that the order may have meant, if it is legal there."""
    if not isinstance(order, _PLACED) or problem.rule in _OF_MEANS:
        return problem
    verb = BY_ORDER[type(order)]
    found = [named for moved, named in _beside(position, order) if not refused(verb, position, seat, moved)]
    if not found:
        return problem
    near = message("did you mean {near}?", near=listed(dict.fromkeys(found), " or "))
    hint = message("{hint}; {near}", hint=problem.hint, near=near) if problem.hint else near
    return problem._replace(hint=hint)


def _beside(position: Position, order: Any) -> Iterator[tuple[Any, str]]:
    """The order with its squares one column to the left and to the right, settled, and how it is named."""
    land = position.land
    for step in (-1, _width(position, order)):
        at = _moved(land, order.at, step)
        if not isinstance(order, o.Upgrade):
            if at:
                yield _settled(position, replace(order, at=at)), Typed(at)
            continue
        old = _moved(land, order.old, step)
        if old:
            yield _settled(position, replace(order, old=old)), message("from {near}", near=Typed(old))
        if at:
            yield _settled(position, replace(order, at=at)), Typed(at)
        if at and old:
            both = message("{square} from {near}", square=Typed(at), near=Typed(old))
            yield _settled(position, replace(order, at=at, old=old)), both


def _width(position: Position, order: Any) -> int:
    """How many columns to the right the next one is: on reason an order names the corner of what is there."""
    at = position.land.square(order.at)
    if at is None or not isinstance(order, o.Populate | o.Renovate):
        return 1
    building = position.field(Board.REASON).on(bit(at))
    return 1 if building is None else building.piece.size


def _settled(position: Position, order: Any) -> Any:
    settle: Callable[[Position, int, Any], Any] = BY_ORDER[type(order)].settled
    return settle(position, position.active, order)


def _moved(land: Land, name: str, step: int) -> str:
    """The square so many columns to the right; "" beyond the map."""
    at = land.square(name)
    if at is None or not 0 <= at % land.width + step < land.width:
        return ""
    return land.names[at + step]
