"""The "?" banner: the headman and its three spaces (VILLAGE 7.9)."""

from __future__ import annotations

from collections.abc import Iterator

from khronos_pbem.engine.change import Change
from khronos_pbem.engine.orders.verbs import Check, Refusal
from khronos_pbem.games.my_village.model.orders import Headman
from khronos_pbem.games.my_village.model.position import Position
from khronos_pbem.games.my_village.model.terms import HEADMAN, Branch, Step
from khronos_pbem.games.my_village.rules.banners.monk_offers import black_or_offered, with_banner_begun
from khronos_pbem.games.my_village.rules.base import events
from khronos_pbem.games.my_village.rules.base.clock import spend_time
from khronos_pbem.games.my_village.rules.base.effects import apply_effects
from khronos_pbem.games.my_village.rules.base.refusals import choose_hint
from khronos_pbem.messages import message

STEPS = {Step.HALL: (Step.COIN,), Step.COIN: (Step.HALL, Step.STORY), Step.STORY: (Step.COIN,)}
"""The spaces that the headman can move to from each space."""

RULE = "VILLAGE 7.9"


def headman_step_refusal(position: Position, seat: int, order: Headman) -> Refusal | None:
    """Refuse a headman order other than moving one step or staying (VILLAGE 7.9)."""
    at = position.players[seat].headman
    if order.to is Step.STAY or order.to in STEPS[at]:
        return None
    what = message(
        "your headman cannot go from the {at} space to the {to} space", at=at.value, to=order.to.value
    )
    if order.to is at:
        what = message("your headman is already on the {at} space", at=at.value)
    return Refusal(RULE, what, choose_hint(f"headman {step}" for step in (*STEPS[at], Step.STAY)))


PRECONDITIONS: tuple[Check[Headman], ...] = (black_or_offered(HEADMAN),)
CHECKS: tuple[Check[Headman], ...] = (headman_step_refusal,)


def apply_headman(position: Position, seat: int, order: Headman) -> Change[Position]:
    """Spend the time, move the headman, and apply the effect of the new space (VILLAGE 7.9)."""
    board = position.cards.board
    position = with_banner_begun(position, HEADMAN, Branch.BLACK)
    change = spend_time(position, seat, board.headman_time)
    village = change.position.players[seat]
    if order.to is Step.STAY:
        return change.tell(events.stays, village.colour)
    change = change.tell(events.headman, village.colour, order.to.value)
    change = change.at(change.position.with_player(seat, headman=order.to))
    if order.to is Step.HALL:
        change = change.tell(events.banked, village.colour, village.tree)
        return change.at(change.position.with_player(seat, hall=village.hall + village.tree, tree=0))
    effect = board.headman_coin if order.to is Step.COIN else board.headman_story
    return change.then(apply_effects, seat, (effect,), HEADMAN, RULE)


def headman_orders(position: Position, seat: int) -> Iterator[Headman]:
    """Return an order for every possible step of the headman, and for staying."""
    for step in (*STEPS[position.players[seat].headman], Step.STAY):
        yield Headman(step)
