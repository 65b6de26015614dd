"""The first player's hand as a black banner (VILLAGE 7.2)."""

from __future__ import annotations

from khronos_pbem.engine.change import Change
from khronos_pbem.engine.orders.verbs import Check, Refusal
from khronos_pbem.games.my_village.model.orders import TakeHand
from khronos_pbem.games.my_village.model.position import Hand, Position
from khronos_pbem.games.my_village.model.terms import Branch
from khronos_pbem.games.my_village.rules.base import events
from khronos_pbem.games.my_village.rules.base.dice import value_refusal
from khronos_pbem.games.my_village.rules.base.refusals import BLACK
from khronos_pbem.messages import message

RULE = "VILLAGE 7.2"


def hand_value_refusal(position: Position, seat: int, order: TakeHand) -> Refusal | None:
    """Refuse the hand if it does not match this turn's value (VILLAGE 7.2)."""
    return value_refusal(position, seat, position.cards.board.hand_values, "hand", RULE)


def taken_hand_refusal(position: Position, seat: int, order: TakeHand) -> Refusal | None:
    """Refuse the hand if it was already taken this round (VILLAGE 7.2, 11.1)."""
    if position.hand.palm:
        return None
    return Refusal(
        RULE, message("the hand has already been taken this round"), message("wait for the next round")
    )


def first_player_refusal(position: Position, seat: int, order: TakeHand) -> Refusal | None:
    """Refuse the hand to the player who opened the round (VILLAGE 7.2).

    With two players, this applies only to that player's first turn of the round.
    """
    if seat != position.first or (len(position.players) == 2 and position.number > 1):
        return None
    what = message("you are already the first player of this round")
    if len(position.players) == 2:
        return Refusal(RULE, what, message("you can take the hand on your second turn of the round"))
    return Refusal(RULE, what, message("only the other players can take the hand this round"))


PRECONDITIONS: tuple[Check[TakeHand], ...] = (
    *BLACK,
    hand_value_refusal,
    taken_hand_refusal,
    first_player_refusal,
)


def apply_hand(position: Position, seat: int, order: TakeHand) -> Change[Position]:
    """Take the hand and its story points, and turn it to show its back (VILLAGE 7.2)."""
    village, story_points = position.players[seat], position.hand.story
    position = position._replace(branch=Branch.BLACK, hand=Hand(seat, False, 0))
    position = position.with_player(seat, tree=village.tree + story_points)
    return Change(position).tell(events.hand, village.colour, story_points)
