"""What is wrong with the turn of a set-up position: what it has used, and the hand (VILLAGE 15.1, 18.7)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from khronos_pbem.games.my_village.model.position import Position
from khronos_pbem.games.my_village.model.words import NEW, PERSONAL, SCHOOL, SQUARE, Branch, Phase, named
from khronos_pbem.games.my_village.positions.fault import Fault
from khronos_pbem.games.my_village.rules.facts import card_of
from khronos_pbem.saying import say


def turn_faults(position: Position) -> Iterator[Fault]:
    """What the turn has used fits together (VILLAGE 15.1, 18.7, 18.8)."""
    acting = position.phase is Phase.ACT
    used = position.branch is not Branch.NONE or position.used or position.offers or position.revealed
    if not acting and (used or position.reaper or position.buried):
        yield Fault(
            "VILLAGE 15.1", say("turn: something is used before the dice"), say('write phase = "act"')
        )
    if (position.branch is Branch.WHITE) != bool(position.used):
        yield Fault(
            "VILLAGE 15.1", say("turn: used and branch do not fit"), say('branch = "white" with some used')
        )
    if position.branch is not Branch.BLACK and (position.offers or position.revealed):
        yield Fault(
            "VILLAGE 15.1", say("turn: offers and revealed come from a black banner"), say('branch = "black"')
        )
    yield from _used(position)
    if position.revealed not in ("", NEW, *position.zone):
        yield Fault(
            "VILLAGE 15.1",
            say("turn: {card} is not in the zone", card=position.revealed),
            say("it lies there"),
        )
    if position.buried and position.offers:
        yield Fault("VILLAGE 14.1", say("turn: a monk offers something after the burial"), say("offers = []"))
    if position.reaper and position.buried:
        yield Fault("VILLAGE 9.1", say("turn: the reaper is out after the burial"), say("he went back"))
    yield from _hand(position)
    if position.players[position.active].gone and not position.ended and position.phase in _TURN:
        what = say("it is the turn of {who}, who is gone", who=position.players[position.active].colour)
        yield Fault("VILLAGE 13.4", what, say("the turn of the next player"))
    if position.rounds and position.round > position.rounds:
        yield Fault(
            "VILLAGE 10.1", say("round {n} comes after the last", n=position.round), say("rounds = 0: no end")
        )


_TURN = (Phase.TAKE, Phase.ACT)


def _hand(position: Position) -> Iterator[Fault]:
    """Palm up it lies at whoever opened the round, with a story point at least (VILLAGE 3.1, 18.7)."""
    hand = position.hand
    if not hand.palm:
        if hand.story:
            yield Fault("VILLAGE 18.7", say("story points lie on the back of the hand"), say("story = 0"))
        return
    if position.phase is Phase.SETUP:
        return
    if not hand.story:
        what = say("no story point lies on the palm of the hand")
        yield Fault("VILLAGE 18.7", what, say("1 at least: each round puts one there"))
    if hand.holder != position.first:
        what = say("{who} has the hand, palm up", who=position.players[hand.holder].colour)
        hint = say(
            "{first} opened the round: the hand is there, or shows its back",
            first=position.players[position.first].colour,
        )
        yield Fault("VILLAGE 18.7", what, hint)


def _used(position: Position) -> Iterator[Fault]:
    village = position.players[position.active]
    for banner, count in Counter(position.used).items():
        if count > 1:
            yield Fault(
                "VILLAGE 18.8", say("turn: {banner} is used twice", banner=named(banner)), say("once")
            )
        own = banner in (PERSONAL, SCHOOL) or banner in village.served
        if not own and card_of(position, village, banner) is None:
            yield Fault("VILLAGE 3.4", say("turn: {banner} is not in the village", banner=named(banner)))
    if SQUARE in position.used[:-1]:
        yield Fault("VILLAGE 7.4", say("turn: the square is the last banner"))
