"""The checks of a set-up position's turn and hand (VILLAGE 15.1, 18.7, 18.8)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from khronos_pbem.engine.features.setup_faults import Fault
from khronos_pbem.games.my_village.model.position import Position
from khronos_pbem.games.my_village.model.terms import NEW, PERSONAL, SCHOOL, SQUARE, Branch, Phase, wording
from khronos_pbem.games.my_village.rules.base.board_queries import banner_card
from khronos_pbem.messages import message


def turn_faults(position: Position) -> Iterator[Fault]:
    """Yield the errors in a position's turn and hand (VILLAGE 15.1, 18.7, 18.8)."""
    acting = position.phase is Phase.ACT
    used = position.branch is not Branch.NONE or position.used or position.offers or position.revealed
    if not acting and (used or position.reaper or position.buried):
        yield Fault(
            "VILLAGE 15.1",
            message("turn: an action is recorded, but the dice have not been taken yet"),
            message('write phase = "act"'),
        )
    if (position.branch is Branch.WHITE) != bool(position.used):
        yield Fault(
            "VILLAGE 15.1",
            message('turn: the keys "used" and "branch" contradict each other'),
            message('write branch = "white" if "used" is not empty, and only then'),
        )
    if position.branch is not Branch.BLACK and (position.offers or position.revealed):
        yield Fault(
            "VILLAGE 15.1",
            message('turn: the keys "offers" and "revealed" are allowed only with a black banner'),
            message('write branch = "black"'),
        )
    yield from _used_banner_faults(position)
    if position.revealed not in ("", NEW, *position.zone):
        yield Fault(
            "VILLAGE 15.1",
            message("turn: the revealed customer {card} is not in the customer zone", card=position.revealed),
            message("add the card to the zone"),
        )
    if position.buried and position.offers:
        yield Fault(
            "VILLAGE 14.1",
            message("turn: a monk's offer is still open after the burial"),
            message("write offers = []"),
        )
    if position.reaper and position.buried:
        yield Fault(
            "VILLAGE 9.1",
            message("turn: the reaper is still on the time marker after the burial"),
            message("write reaper = false"),
        )
    yield from _hand_faults(position)
    yield from _active_player_faults(position)


def _active_player_faults(position: Position) -> Iterator[Fault]:
    """Check that the active player is still in the game (VILLAGE 13.4).

    Also check that the round is not later than the agreed last one (VILLAGE 10.1).
    """
    if position.players[position.active].gone and not position.ended and position.phase in _TURN:
        what = message(
            "it is {who}'s turn, but {who} has left the game", who=position.players[position.active].colour
        )
        yield Fault("VILLAGE 13.4", what, message("pass the turn to the next player"))
    if position.rounds and position.round > position.rounds:
        yield Fault(
            "VILLAGE 10.1",
            message("round {n} comes after the agreed last round", n=position.round),
            message("write rounds = 0 if no end has been agreed"),
        )


_TURN = (Phase.TAKE, Phase.ACT)


def _hand_faults(position: Position) -> Iterator[Fault]:
    """Check the hand's story points, and that its holder opened the round (VILLAGE 3.1, 18.7).

    With its palm up, the hand must have at least one story point; otherwise, it must have none. The check of
    the holder applies only with the palm up.
    """
    hand = position.hand
    if not hand.palm:
        if hand.story:
            yield Fault(
                "VILLAGE 18.7",
                message("the hand shows its back, but there are story points on it"),
                message("write story = 0"),
            )
        return
    if position.phase is Phase.SETUP:
        return
    if not hand.story:
        what = message("the hand shows its palm, but there is no story point on it")
        yield Fault("VILLAGE 18.7", what, message("set story to 1 or more; each round adds one"))
    if hand.holder != position.first:
        what = message(
            "{who} has the hand with its palm up, but did not begin the round",
            who=position.players[hand.holder].colour,
        )
        hint = message(
            "give the hand to {first}, who began the round, or turn it over so that its back is showing",
            first=position.players[position.first].colour,
        )
        yield Fault("VILLAGE 18.7", what, hint)


def _used_banner_faults(position: Position) -> Iterator[Fault]:
    village = position.players[position.active]
    for banner, count in Counter(position.used).items():
        if count > 1:
            yield Fault(
                "VILLAGE 18.8",
                message("turn: {banner:the} was used twice", banner=wording(banner)),
                message("list the entry only once"),
            )
        own = banner in (PERSONAL, SCHOOL) or banner in village.served
        if not own and banner_card(position, village, banner) is None:
            yield Fault(
                "VILLAGE 3.4",
                message("turn: {banner:the} is not in the village", banner=wording(banner)),
                message('remove it from the list "used"'),
            )
    if SQUARE in position.used[:-1]:
        what = message("turn: a banner was used after the square")
        yield Fault("VILLAGE 7.4", what, message('move the square to the end of the "used" list'))
