"""Phase III: who dies, and who comes in his place (VILLAGE 9.1 to 9.5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from khronos_pbem.engine.event_log import EventLog
from khronos_pbem.games.my_village.model.orders import Bury, Hire
from khronos_pbem.games.my_village.model.position import Position
from khronos_pbem.games.my_village.model.terms import Branch, Person
from khronos_pbem.games.my_village.rules.base import events
from khronos_pbem.games.my_village.rules.base.board_queries import ORDER_OF_PEOPLE
from khronos_pbem.games.my_village.rules.base.effects import gain_story
from khronos_pbem.games.my_village.rules.base.phrases import row
from khronos_pbem.games.my_village.rules.base.refusals import (
    Question,
    Refusal,
    choose,
    dice_are_taken,
    nothing_is_revealed,
)
from khronos_pbem.messages import Message, Word, message


def death_is_due(position: Position, seat: int, order: Bury) -> Refusal | None:
    """Somebody dies if the reaper is out, once (VILLAGE 9.1, 14.1)."""
    if position.buried:
        what = message("you have already buried your {person} this turn", person=position.buried)
        return Refusal("VILLAGE 5.2", what, message("end your turn"))
    if position.reaper:
        return None
    what = message("nobody dies this turn, because your clock has not passed the bridge")
    return Refusal("VILLAGE 9.1", what, message('leave out "{order}"', order="bury"))


def a_banner_was_used(position: Position, seat: int, order: object) -> Refusal | None:
    """Phase II comes before, and nobody may pass (VILLAGE 3.4)."""
    if position.branch is not Branch.NONE:
        return None
    return Refusal(
        "VILLAGE 3.4",
        message("you have not used a banner yet"),
        message('use at least one; "{order}" is always possible', order="headman stay"),
    )


def villager_lives(position: Position, seat: int, order: Bury) -> Refusal | None:
    """One of the living (VILLAGE 9.2)."""
    living = position.players[seat].villagers
    if order.person in living:
        return None
    what = message("you have no living {person}", person=order.person.value)
    return Refusal("VILLAGE 9.2", what, choose(f"bury {person}" for person in living))


BURY_GATE: tuple[Question[Bury], ...] = (
    dice_are_taken,
    nothing_is_revealed,
    death_is_due,
    a_banner_was_used,
)
BURY_QUESTIONS: tuple[Question[Bury], ...] = (villager_lives,)


def labourer_is_due(position: Position, seat: int, order: Hire) -> Refusal | None:
    """A labourer comes when the last villager died, else not (VILLAGE 9.5, 14.1)."""
    living = position.players[seat].villagers
    if not living:
        return None
    return Refusal(
        "VILLAGE 9.5",
        message("you still have {people}, so no labourer comes", people=_people(living)),
        message('leave out "{order}"', order="hire"),
    )


def _people(living: Iterable[Person]) -> Message:
    return row(message("{person:a}", person=Word(person)) for person in living)


HIRE_GATE: tuple[Question[Hire], ...] = (labourer_is_due,)


def apply_bury(position: Position, seat: int, order: Bury, story: EventLog) -> Position:
    """The reaper goes back; chronicle with its story points, or a grave (VILLAGE 9.1, 9.2); the offers of a
    monk end (VILLAGE 14.1)."""
    village, person = position.players[seat], order.person
    villagers = tuple(each for each in village.villagers if each is not person)
    position = position._replace(reaper=False, buried=person.value, offers=())
    position = position.with_player(seat, villagers=villagers)
    story.tell(events.died, village.colour, person.value)
    place = ORDER_OF_PEOPLE[person]
    filled, points = position.chronicle[place], position.cards.board.chronicle[person]
    if filled >= len(points):
        story.tell(events.grave, village.colour, person.value, position.graves + 1)
        return position._replace(graves=position.graves + 1)
    story.tell(events.chronicle, village.colour, person.value, points[filled])
    chronicle = (*position.chronicle[:place], filled + 1, *position.chronicle[place + 1 :])
    return gain_story(position._replace(chronicle=chronicle), seat, points[filled], "VILLAGE 9.2", story)


def apply_hire(position: Position, seat: int, order: Hire, story: EventLog) -> Position:
    """A labourer tile, and a new villager (VILLAGE 9.5)."""
    village = position.players[seat]
    story.tell(events.labourer, village.colour, order.person.value)
    return position.with_player(seat, villagers=(order.person,), labourers=village.labourers + 1)


def bury_orders(position: Position, seat: int) -> Iterator[Bury]:
    """Everybody who lives."""
    return (Bury(person) for person in position.players[seat].villagers)


def hire_orders(position: Position, seat: int) -> Iterator[Hire]:
    """Every profession."""
    return (Hire(person) for person in Person)
