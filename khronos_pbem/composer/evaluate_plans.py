"""Evaluate plans: the effects of each in the current position, and the next player's threat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from khronos_pbem.engine.contract import AnyGame, AnyOrder, AnyPosition
from khronos_pbem.engine.features.protocols import Columns, SeatValues
from khronos_pbem.engine.features.turn_screen import Composing
from khronos_pbem.engine.runner import step
from khronos_pbem.errors import OrderError
from khronos_pbem.games.registry import feature, feature_or_none
from khronos_pbem.home.turn_plans import Plan
from khronos_pbem.messages import message
from khronos_pbem.session.turns.turn_draft import Composition, StartingPoint

_TRIED = 1500
"""The maximum number of orders tried for the next player in each possible position."""


class Threat(NamedTuple):
    """The order of the next player that would cost the composing player most, and its effect.

    `colour` is the next player's. `changes` pairs the heading of each compared value with the change in the
    composing player's value.
    """

    colour: str
    order: str
    changes: tuple[tuple[str, int], ...]

    @property
    def loss(self) -> int:
        """The composing player's net loss, over all compared values."""
        return -sum(by for _, by in self.changes)


@dataclass(frozen=True, slots=True)
class EvaluatedPlan:
    """A plan applied to a position: the composition with its playable orders, and any problem.

    `problem` is empty if all orders can be played. `older` is True if the plan was made in another position.
    """

    plan: Plan
    composition: Composition
    problem: str = ""
    older: bool = False


def evaluate_plan(starting_point: StartingPoint, plan: Plan, head: str) -> EvaluatedPlan:
    """Apply the orders of a plan to a starting point, up to the first that cannot be played.

    `head` is the hash of the record's newest block.
    """
    composition, older = Composition(starting_point), bool(plan.head) and plan.head != head
    try:
        for text in plan.orders:
            composed = composition.read(text)
            composition = composed.composition
            if composed.left:
                return EvaluatedPlan(plan, composition, message("not played yet: {order}", order=text), older)
    except OrderError as problem:
        return EvaluatedPlan(plan, composition, problem.without_place().full_message, older)
    return EvaluatedPlan(plan, composition, "", older)


def greatest_threat(composition: Composition) -> Threat | None:
    """Return the next player's order that costs the composing player most; None if none is found.

    If the next player's hand is unknown, every hand that the game proposes is tried.
    """
    game, decision = composition.game, composition.decision
    columns, screen = feature_or_none(game, Columns), feature(game, Composing)
    mine = _own_seat(composition)
    if columns is None or decision is None or mine is None or decision.seat == mine:
        return None
    worst: Threat | None = None
    colours, compared = composition.starting_point.colours, screen.compared
    for position in screen.possible_positions(composition.position, decision.seat):
        now = columns.standings(position)[mine]
        for order in islice(game.legal_orders(position), _TRIED):
            then = _position_after(game, position, decision.seat, order)
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


def _position_after(game: AnyGame, position: AnyPosition, seat: int, order: AnyOrder) -> AnyPosition:
    """Return the position after an order; None if the order is not legal."""
    try:
        return step(game, position, seat, order).position
    except OrderError:
        return None


def _changes(
    before: SeatValues, after: SeatValues, compared: Sequence[tuple[str, str]]
) -> tuple[tuple[str, int], ...]:
    """Return the compared values of a seat that change, as pairs of heading and difference."""
    found = ((head, (after.get(key) or 0) - (before.get(key) or 0)) for key, head in compared)
    return tuple((head, by) for head, by in found if by)
