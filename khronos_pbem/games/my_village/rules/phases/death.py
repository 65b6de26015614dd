"""Phase III: burials, and hiring a labourer after the last villager dies (VILLAGE 9.1 to 9.5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from khronos_pbem.engine.change import Change
from khronos_pbem.engine.orders.verbs import Check, Refusal
from khronos_pbem.games.my_village.model.orders import Bury, Hire
from khronos_pbem.games.my_village.model.position import Position
from khronos_pbem.games.my_village.model.terms import Branch, Person
from khronos_pbem.games.my_village.rules.base import events
from khronos_pbem.games.my_village.rules.base.board_queries import ORDER_OF_PEOPLE
from khronos_pbem.games.my_village.rules.base.effects import gain_story_points
from khronos_pbem.games.my_village.rules.base.refusals import (
    after_reveal_refusal,
    choose_hint,
    dice_not_taken_refusal,
)
from khronos_pbem.messages import Message, Word, and_list, message


def burial_refusal(position: Position, seat: int, order: Bury) -> Refusal | None:
    """Refuse a second burial, or a burial while the reaper is not out (VILLAGE 9.1, 14.1)."""
    if position.buried:
        what = message("you have already buried your {person} this turn", person=position.buried)
        return Refusal("VILLAGE 5.2", what, message("end your turn"))
    if position.reaper:
        return None
    what = message("nobody dies this turn, because your clock has not passed the bridge")
    return Refusal("VILLAGE 9.1", what, message('leave out "{order}"', order="bury"))


def no_banner_used_refusal(position: Position, seat: int, order: object) -> Refusal | None:
    """Refuse an order that leaves phase II before a banner has been used (VILLAGE 3.4)."""
    if position.branch is not Branch.NONE:
        return None
    return Refusal(
        "VILLAGE 3.4",
        message("you have not used a banner yet"),
        message('use at least one; "{order}" is always possible', order="headman stay"),
    )


def dead_villager_refusal(position: Position, seat: int, order: Bury) -> Refusal | None:
    """Refuse the burial of a villager if none of that profession is alive (VILLAGE 9.2)."""
    living = position.players[seat].villagers
    if order.person in living:
        return None
    what = message("you have no living {person}", person=order.person.value)
    return Refusal("VILLAGE 9.2", what, choose_hint(f"bury {person}" for person in living))


BURY_PRECONDITIONS: tuple[Check[Bury], ...] = (
    dice_not_taken_refusal,
    after_reveal_refusal,
    burial_refusal,
    no_banner_used_refusal,
)
BURY_CHECKS: tuple[Check[Bury], ...] = (dead_villager_refusal,)


def labourer_refusal(position: Position, seat: int, order: Hire) -> Refusal | None:
    """Refuse the hiring of a labourer while any villager is alive (VILLAGE 9.5, 14.1)."""
    living = position.players[seat].villagers
    if not living:
        return None
    return Refusal(
        "VILLAGE 9.5",
        message("you still have {people}, so you cannot hire a labourer", people=_people_message(living)),
        message('leave out "{order}"', order="hire"),
    )


def _people_message(living: Iterable[Person]) -> Message:
    return and_list(message("{person:a}", person=Word(person)) for person in living)


HIRE_PRECONDITIONS: tuple[Check[Hire], ...] = (labourer_refusal,)


def apply_bury(position: Position, seat: int, order: Bury) -> Change[Position]:
    """Bury a villager: in the chronicle, which gives story points, or in a grave (VILLAGE 9.1, 9.2).

    The reaper goes back, and a monk's open offers end (VILLAGE 14.1).
    """
    village, person = position.players[seat], order.person
    villagers = tuple(each for each in village.villagers if each is not person)
    position = position._replace(reaper=False, buried=person.value, offers=())
    position = position.with_player(seat, villagers=villagers)
    change = Change(position).tell(events.died, village.colour, person.value)
    place = ORDER_OF_PEOPLE[person]
    filled, points = position.chronicle[place], position.cards.board.chronicle[person]
    if filled >= len(points):
        graves = position.graves + 1
        change = change.tell(events.grave, village.colour, person.value, graves)
        return change.at(position._replace(graves=graves))
    chronicle = (*position.chronicle[:place], filled + 1, *position.chronicle[place + 1 :])
    change = change.tell(events.chronicle, village.colour, person.value, points[filled])
    change = change.at(position._replace(chronicle=chronicle))
    return change.then(gain_story_points, seat, points[filled], "VILLAGE 9.2")


def apply_hire(position: Position, seat: int, order: Hire) -> Change[Position]:
    """Hire a labourer: add a labourer tile and a new villager (VILLAGE 9.5)."""
    village = position.players[seat]
    position = position.with_player(seat, villagers=(order.person,), labourers=village.labourers + 1)
    return Change(position).tell(events.labourer, village.colour, order.person.value)


def bury_orders(position: Position, seat: int) -> Iterator[Bury]:
    """Yield a burial order for every living villager."""
    return (Bury(person) for person in position.players[seat].villagers)


def hire_orders(position: Position, seat: int) -> Iterator[Hire]:
    """Yield a hiring order for every profession."""
    return (Hire(person) for person in Person)
