"""The school: trainees, and how they become villagers (VILLAGE 7.7, 7.8)."""

from __future__ import annotations

from collections.abc import Iterator

from khronos_pbem.engine.change import Change
from khronos_pbem.engine.orders.verbs import Check, Refusal, first_refusal
from khronos_pbem.games.my_village.model.orders import School
from khronos_pbem.games.my_village.model.position import Position
from khronos_pbem.games.my_village.model.terms import SCHOOL, Branch, Person, Side
from khronos_pbem.games.my_village.rules.banners.monk_offers import OFFERED, is_offered, with_banner_begun
from khronos_pbem.games.my_village.rules.banners.whites import white_refusal
from khronos_pbem.games.my_village.rules.base import events
from khronos_pbem.games.my_village.rules.base.board_queries import missing_professions, villagers_with
from khronos_pbem.games.my_village.rules.base.clock import spend_time
from khronos_pbem.games.my_village.rules.base.effects import gain_story_points
from khronos_pbem.games.my_village.rules.base.refusals import WHITE, choose_hint
from khronos_pbem.messages import Word, message

RULE = "VILLAGE 7.8"


def school_refusal(position: Position, seat: int, order: School) -> Refusal | None:
    """Refuse the school unless a monk offers it or its white banner may be used (VILLAGE 7.7, 8.12)."""
    if is_offered(position, SCHOOL):
        return first_refusal(OFFERED, position, seat, order)
    return first_refusal(WHITE, position, seat, order) or white_refusal(position, seat, SCHOOL)


def missing_trainee_refusal(position: Position, seat: int, order: School) -> Refusal | None:
    """Refuse to make a villager from a place without a trainee (VILLAGE 7.8)."""
    village = position.players[seat]
    there = village.left if order.side is Side.LEFT else village.right
    if order.to is None or (order.side is not Side.NONE and there):
        return None
    what = message("the {side}-hand place of your school has no trainee", side=order.side.value)
    return Refusal(RULE, what, _school_hint(position, seat))


def trainee_place_refusal(position: Position, seat: int, order: School) -> Refusal | None:
    """Refuse a new trainee, or a move to the right, that is not possible (VILLAGE 7.8).

    Both need a free place, and the move also needs a trainee.
    """
    village = position.players[seat]
    if order.to is not None or order.side is Side.NONE:
        return None
    if order.side is Side.LEFT and village.left:
        return Refusal(
            RULE, message("the left-hand place in your school is already taken"), _school_hint(position, seat)
        )
    if order.side is Side.RIGHT and not village.left:
        what = message("your school has no trainee in the left-hand place who could move to the right")
        return Refusal(RULE, what, _school_hint(position, seat))
    if order.side is Side.RIGHT and village.right:
        return Refusal(
            RULE,
            message("the right-hand place in your school is already taken"),
            _school_hint(position, seat),
        )
    return None


def duplicate_villager_refusal(position: Position, seat: int, order: School) -> Refusal | None:
    """Refuse a profession that already has a living villager (VILLAGE 7.8)."""
    if order.to is None or order.to not in position.players[seat].villagers:
        return None
    what = message("you already have {person:a}", person=Word(order.to.value))
    missing = missing_professions(position.players[seat])
    if not missing:
        return Refusal(RULE, what, message("all five of your villagers are alive"))
    return Refusal(RULE, what, choose_hint(f"school {order.side} to {person}" for person in missing))


def _school_hint(position: Position, seat: int) -> str:
    fitting = (order for order in school_orders(position, seat) if not _is_impossible(position, seat, order))
    return choose_hint(map(_order_text, fitting))


def _is_impossible(position: Position, seat: int, order: School) -> bool:
    village = position.players[seat]
    if order.to is not None:
        there = village.left if order.side is Side.LEFT else village.right
        return not there or order.to in village.villagers
    if order.side is Side.LEFT:
        return village.left
    return order.side is Side.RIGHT and (village.right or not village.left)


def _order_text(order: School) -> str:
    return f"school {order.side}" + (f" to {order.to}" if order.to else "")


PRECONDITIONS: tuple[Check[School], ...] = (school_refusal,)
CHECKS: tuple[Check[School], ...] = (
    missing_trainee_refusal,
    trainee_place_refusal,
    duplicate_villager_refusal,
)


def apply_school(position: Position, seat: int, order: School) -> Change[Position]:
    """Apply one action of the school (VILLAGE 7.8)."""
    position = with_banner_begun(position, SCHOOL, Branch.WHITE)
    if order.to is not None:
        return _apply_graduation(position, seat, order.side, order.to)
    who = position.players[seat].colour
    if order.side is Side.NONE:
        return Change(position).tell(events.idle, who)
    if order.side is Side.LEFT:
        return Change(position.with_player(seat, left=True)).tell(events.trainee, who)
    return Change(position.with_player(seat, left=False, right=True)).tell(events.moved, who)


def _apply_graduation(position: Position, seat: int, side: Side, person: Person) -> Change[Position]:
    board = position.cards.board
    change = spend_time(position, seat, board.school_time)
    village = change.position.players[seat]
    left, right = village.left and side is not Side.LEFT, village.right and side is not Side.RIGHT
    villagers = villagers_with(village, person)
    position = change.position.with_player(seat, left=left, right=right, villagers=villagers)
    change = change.at(position).tell(events.returned, village.colour, person.value)
    if side is Side.RIGHT:
        return change.then(gain_story_points, seat, board.school_story, RULE)
    return change


def school_orders(position: Position, seat: int) -> Iterator[School]:
    """An order for every action of the school."""
    village = position.players[seat]
    yield School(Side.LEFT)
    yield School(Side.RIGHT)
    for side, there in ((Side.LEFT, village.left), (Side.RIGHT, village.right)):
        if there:
            yield from (School(side, person) for person in missing_professions(village))
    yield School(Side.NONE)
