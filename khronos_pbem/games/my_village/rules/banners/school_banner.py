"""The school: trainees and those who become villagers (VILLAGE 7.7, 7.8)."""

from __future__ import annotations

from collections.abc import Iterator

from khronos_pbem.engine.event_log import EventLog
from khronos_pbem.games.my_village.model.orders import School
from khronos_pbem.games.my_village.model.position import Position
from khronos_pbem.games.my_village.model.terms import SCHOOL, Branch, Side
from khronos_pbem.games.my_village.rules.banners.monk_offers import OFFERED, begun, offered
from khronos_pbem.games.my_village.rules.banners.whites import white_refusal
from khronos_pbem.games.my_village.rules.base import events
from khronos_pbem.games.my_village.rules.base.board_queries import missing_people, with_person
from khronos_pbem.games.my_village.rules.base.clock import spend
from khronos_pbem.games.my_village.rules.base.effects import gain_story
from khronos_pbem.games.my_village.rules.base.refusals import (
    WHITE,
    Question,
    Refusal,
    choose,
    first_refusal,
)
from khronos_pbem.messages import Word, message

RULE = "VILLAGE 7.8"


def school_may(position: Position, seat: int, order: School) -> Refusal | None:
    """As a white banner, or as a monk offers it: then it needs no value (VILLAGE 7.7, 8.12)."""
    if offered(position, SCHOOL):
        return first_refusal(OFFERED, position, seat, order)
    return first_refusal(WHITE, position, seat, order) or white_refusal(position, seat, SCHOOL)


def trainee_is_there(position: Position, seat: int, order: School) -> Refusal | None:
    """A trainee becomes a villager from the place where he is (VILLAGE 7.8)."""
    village = position.players[seat]
    there = village.left if order.side is Side.LEFT else village.right
    if order.to is None or (order.side is not Side.NONE and there):
        return None
    what = message("the {side} place of your school has no trainee", side=order.side.value)
    return Refusal(RULE, what, _choices(position, seat))


def left_goes_first(position: Position, seat: int, order: School) -> Refusal | None:
    """New ones come to the left, and move from left to right, where there is room (VILLAGE 7.8)."""
    village = position.players[seat]
    if order.to is not None or order.side is Side.NONE:
        return None
    if order.side is Side.LEFT and village.left:
        return Refusal(RULE, message("the left place of your school is taken"), _choices(position, seat))
    if order.side is Side.RIGHT and not village.left:
        what = message("the left place of your school has no trainee who could move to the right")
        return Refusal(RULE, what, _choices(position, seat))
    if order.side is Side.RIGHT and village.right:
        return Refusal(RULE, message("the right place of your school is taken"), _choices(position, seat))
    return None


def place_is_empty(position: Position, seat: int, order: School) -> Refusal | None:
    """A villager goes to an empty villager place (VILLAGE 7.8)."""
    if order.to is None or order.to not in position.players[seat].villagers:
        return None
    what = message("you already have {person:a}", person=Word(order.to.value))
    missing = missing_people(position.players[seat])
    if not missing:
        return Refusal(RULE, what, message("all five of your villagers are alive"))
    return Refusal(RULE, what, choose(f"school {order.side} to {person}" for person in missing))


def _choices(position: Position, seat: int) -> str:
    fitting = (order for order in school_orders(position, seat) if not _state_refusal(position, seat, order))
    return choose(map(_text, fitting))


def _state_refusal(position: Position, seat: int, order: School) -> bool:
    village = position.players[seat]
    if order.to is not None:
        there = village.left if order.side is Side.LEFT else village.right
        return not there or order.to in village.villagers
    if order.side is Side.LEFT:
        return village.left
    return order.side is Side.RIGHT and (village.right or not village.left)


def _text(order: School) -> str:
    return f"school {order.side}" + (f" to {order.to}" if order.to else "")


GATE: tuple[Question[School], ...] = (school_may,)
QUESTIONS: tuple[Question[School], ...] = (trainee_is_there, left_goes_first, place_is_empty)


def apply_school(position: Position, seat: int, order: School, story: EventLog) -> Position:
    """One action of the school (VILLAGE 7.8)."""
    position = begun(position, SCHOOL, Branch.WHITE)
    if order.to is not None:
        return _become(position, seat, order, story)
    who = position.players[seat].colour
    if order.side is Side.NONE:
        story.tell(events.idle, who)
        return position
    if order.side is Side.LEFT:
        story.tell(events.trainee, who)
        return position.with_player(seat, left=True)
    story.tell(events.moved, who)
    return position.with_player(seat, left=False, right=True)


def _become(position: Position, seat: int, order: School, story: EventLog) -> Position:
    board = position.cards.board
    position = spend(position, seat, board.school_time, story)
    village = position.players[seat]
    assert order.to is not None
    story.tell(events.returned, village.colour, order.to.value)
    left, right = village.left and order.side is not Side.LEFT, village.right and order.side is not Side.RIGHT
    position = position.with_player(seat, left=left, right=right, villagers=with_person(village, order.to))
    if order.side is Side.RIGHT:
        return gain_story(position, seat, board.school_story, RULE, story)
    return position


def school_orders(position: Position, seat: int) -> Iterator[School]:
    """Every action of the school."""
    village = position.players[seat]
    yield School(Side.LEFT)
    yield School(Side.RIGHT)
    for side, there in ((Side.LEFT, village.left), (Side.RIGHT, village.right)):
        if there:
            yield from (School(side, person) for person in missing_people(village))
    yield School(Side.NONE)
