"""The "?" banner: the headman and his three spaces (VILLAGE 7.9)."""

from __future__ import annotations

from collections.abc import Iterator

from khronos_pbem.engine.event_log import EventLog
from khronos_pbem.games.my_village.model.orders import Headman
from khronos_pbem.games.my_village.model.position import Position
from khronos_pbem.games.my_village.model.terms import HEADMAN, Branch, Step
from khronos_pbem.games.my_village.rules.banners.monk_offers import as_black, begun
from khronos_pbem.games.my_village.rules.base import events
from khronos_pbem.games.my_village.rules.base.clock import spend
from khronos_pbem.games.my_village.rules.base.effects import gain
from khronos_pbem.games.my_village.rules.base.refusals import Question, Refusal, choose
from khronos_pbem.messages import message

STEPS = {
    Step.HALL: (Step.COIN,),
    Step.COIN: (Step.HALL, Step.STORY),
    Step.STORY: (Step.COIN,),
}
"""Where the headman may go from each space."""

RULE = "VILLAGE 7.9"


def one_step(position: Position, seat: int, order: Headman) -> Refusal | None:
    """The headman goes one step along his way, or stays (VILLAGE 7.9)."""
    at = position.players[seat].headman
    if order.to is Step.STAY or order.to in STEPS[at]:
        return None
    what = message(
        "your headman cannot go from the {at} space to the {to} space", at=at.value, to=order.to.value
    )
    if order.to is at:
        what = message("your headman is already on the {at} space", at=at.value)
    return Refusal(RULE, what, choose(f"headman {step}" for step in (*STEPS[at], Step.STAY)))


GATE: tuple[Question[Headman], ...] = (as_black(HEADMAN),)
QUESTIONS: tuple[Question[Headman], ...] = (one_step,)


def apply_headman(position: Position, seat: int, order: Headman, story: EventLog) -> Position:
    """One time, then the step; a space gives something when he comes to it (VILLAGE 7.9)."""
    board = position.cards.board
    position = begun(position, HEADMAN, Branch.BLACK)
    position = spend(position, seat, board.headman_time, story)
    village = position.players[seat]
    if order.to is Step.STAY:
        story.tell(events.stays, village.colour)
        return position
    story.tell(events.headman, village.colour, order.to.value)
    position = position.with_player(seat, headman=order.to)
    if order.to is Step.HALL:
        story.tell(events.banked, village.colour, village.tree)
        return position.with_player(seat, hall=village.hall + village.tree, tree=0)
    effect = board.headman_coin if order.to is Step.COIN else board.headman_story
    return gain(position, seat, (effect,), HEADMAN, RULE, story)


def headman_orders(position: Position, seat: int) -> Iterator[Headman]:
    """Every step from where he stands, and staying."""
    for step in (*STEPS[position.players[seat].headman], Step.STAY):
        yield Headman(step)
