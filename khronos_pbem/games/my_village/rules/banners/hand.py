"""The first player's hand as a black banner (VILLAGE 7.2)."""

from __future__ import annotations

from collections.abc import Iterator

from khronos_pbem.engine.event_log import EventLog
from khronos_pbem.games.my_village.model.orders import TakeHand
from khronos_pbem.games.my_village.model.position import Hand, Position
from khronos_pbem.games.my_village.model.terms import Branch
from khronos_pbem.games.my_village.rules.base import events
from khronos_pbem.games.my_village.rules.base.dice import value_refusal
from khronos_pbem.games.my_village.rules.base.refusals import BLACK, Question, Refusal
from khronos_pbem.messages import message

RULE = "VILLAGE 7.2"


def value_is_the_hands(position: Position, seat: int, order: TakeHand) -> Refusal | None:
    """The hand answers to its values (VILLAGE 7.2)."""
    return value_refusal(position, seat, position.cards.board.hand_values, "hand", RULE)


def palm_is_up(position: Position, seat: int, order: TakeHand) -> Refusal | None:
    """Once a round (VILLAGE 7.2, 11.1)."""
    if position.hand.palm:
        return None
    return Refusal(
        RULE, message("the hand has already been taken this round"), message("wait for the next round")
    )


def not_first_already(position: Position, seat: int, order: TakeHand) -> Refusal | None:
    """Whoever opened the round does not take it; with two players not in his first turn (VILLAGE 7.2)."""
    if seat != position.first or (len(position.players) == 2 and position.number > 1):
        return None
    what = message("you are already the first player of this round")
    if len(position.players) == 2:
        return Refusal(RULE, what, message("you can take the hand in your second turn of the round"))
    return Refusal(RULE, what, message("only the other players can take the hand this round"))


GATE: tuple[Question[TakeHand], ...] = (*BLACK, value_is_the_hands, palm_is_up, not_first_already)


def apply_hand(position: Position, seat: int, order: TakeHand, story: EventLog) -> Position:
    """The hand and the story points on it; it is turned to its back (VILLAGE 7.2)."""
    village, story_points = position.players[seat], position.hand.story
    story.tell(events.hand, village.colour, story_points)
    position = position._replace(branch=Branch.BLACK, hand=Hand(seat, False, 0))
    return position.with_player(seat, tree=village.tree + story_points)


def hand_orders(position: Position, seat: int) -> Iterator[TakeHand]:
    """The hand."""
    yield TakeHand()
