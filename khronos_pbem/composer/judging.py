"""Plans looked at again: what each comes to on the position now, and what the next player could do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, NamedTuple

from khronos_pbem.engine.features.protocols import Columns
from khronos_pbem.engine.features.turn_screen import Composing
from khronos_pbem.engine.runner import step
from khronos_pbem.errors import OrderError
from khronos_pbem.games.registry import feature, optional
from khronos_pbem.home.turn_plans import Plan
from khronos_pbem.messages import message
from khronos_pbem.session.turns.turn_draft import Composition, StartingPoint

_TRIED = 1500
"""Orders of the next player that are tried for one plan."""


class Threat(NamedTuple):
    """The order of the next player that costs most: whose it is, its text, and what it changes of what is
    compared, each with its head."""

    colour: str
    order: str
    changes: tuple[tuple[str, int], ...]

    @property
    def loss(self) -> int:
        """How much it costs in all."""
        return -sum(by for _, by in self.changes)


@dataclass(frozen=True, slots=True)
class Judged:
    """A plan on a ground: as far as its orders go, and what stops them (empty: nothing does); `older` if the
    position was another when it was made."""

    plan: Plan
    composition: Composition
    problem: str = ""
    older: bool = False


def judge(starting_point: StartingPoint, plan: Plan, head: str) -> Judged:
    """The orders of a plan given on a ground, as far as they go."""
    composition, older = Composition(starting_point), bool(plan.head) and plan.head != head
    try:
        for text in plan.orders:
            composed = composition.read(text)
            composition = composed.composition
            if composed.left:
                return Judged(plan, composition, message("not played yet: {order}", order=text), older)
    except OrderError as problem:
        problem.line = problem.column = None
        return Judged(plan, composition, problem.said, older)
    return Judged(plan, composition, "", older)


def threat(composition: Composition) -> Threat | None:
    """What the next player could do to whoever composes; None if nothing that is known costs him anything.

    A hand that is not known is taken for any that the game thinks worth trying.
    """
    game, decision = composition.game, composition.decision
    columns, screen = optional(game, Columns), feature(game, Composing)
    mine = _own_seat(composition)
    if columns is None or decision is None or mine is None or decision.seat == mine:
        return None
    worst: Threat | None = None
    colours, compared = composition.starting_point.colours, screen.compared
    for position in screen.foreseen(composition.position, decision.seat):
        now = columns.standings(position)[mine]
        for order in islice(game.legal(position), _TRIED):
            then = _after(game, position, decision.seat, order)
            if then is None:
                continue
            changes = _changes(now, columns.standings(then)[mine], compared)
            found = Threat(colours[decision.seat], game.text(order), changes)
            if found.loss > (0 if worst is None else worst.loss):
                worst = found
    return worst


def _own_seat(composition: Composition) -> int | None:
    if composition.starting_point.seat is not None:
        return composition.starting_point.seat
    return composition.given[0].seat if composition.given else None


def _after(game: Any, position: Any, seat: int, order: Any) -> Any:
    """The position after an order; None if it may not be given after all."""
    try:
        return step(game, position, seat, order).position
    except OrderError:
        return None


def _changes(
    before: Mapping[str, Any], after: Mapping[str, Any], compared: Sequence[tuple[str, str]]
) -> tuple[tuple[str, int], ...]:
    """By how much a seat's row changes in what is compared; what stays the same is left out."""
    found = ((head, (after.get(key) or 0) - (before.get(key) or 0)) for key, head in compared)
    return tuple((head, by) for head, by in found if by)
