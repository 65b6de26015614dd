"""How a player is expected to stand at the end: what he has, and what may come of it in the turns to come."""

from __future__ import annotations

from math import exp
from operator import mul
from typing import NamedTuple

from khronos_pbem.games.my_village.bots.value_features import NAMES, features, mean_prestige
from khronos_pbem.games.my_village.bots.weights import WEIGHTS
from khronos_pbem.games.my_village.model.position import Hand, Position
from khronos_pbem.games.my_village.model.terms import Phase
from khronos_pbem.games.my_village.rules.base.draws import MARKET, TRAVEL, possible
from khronos_pbem.games.my_village.rules.phases.rounds import is_last_round
from khronos_pbem.games.my_village.rules.phases.score import score

SOON = tuple(WEIGHTS[name].soon for name in NAMES)
LASTING = tuple(WEIGHTS[name].lasting for name in NAMES)
PACE, PACE_TURNS = 1.9, 20
"""The time that a turn takes in the mean, and how many turns of a game that guess is worth."""
HABIT = 1.5
"""Turns in which most of what can be had once is had."""
LONG = 14
"""Turns of a long game, by which what lasts is counted."""
UNSEEN_CUSTOMER, OFFER, REAPER, CHOOSE = 1.0, 0.5, 2.0, 0.7
"""What a customer drawn unseen, and a monk's offer not yet taken, are worth; what a death costs that is due;
what it is worth to choose between two journeys."""


class Prospects(NamedTuple):
    """What a player has and is sure to get, in prestige points, and what the rest may be worth (`Weight`)."""

    points: float
    once: float
    lasting: float

    def after(self, turns: float) -> float:
        """The prestige points at the end that are expected with so many turns to come."""
        if not turns:
            return self.points
        return float(self.points + (1 - exp(-turns / HABIT)) * self.once + turns / LONG * self.lasting)


def standing(position: Position, seat: int) -> float:
    """The prestige points that a player is expected to have more than the others at the end: than the mean of
    their mean and the best of them. Whoever is gone has nothing to expect."""
    return Judge(seat)(position)


class Judge:
    """Judges positions of one turn of a seat by its standing: others' villages do not change in it."""

    def __init__(self, seat: int) -> None:
        self._seat = seat
        self._others: dict[tuple[int, Hand], Prospects] = {}

    def __call__(self, position: Position) -> float:
        turns = turns_left(position)
        gone = position.players[self._seat].gone
        mine = 0.0 if gone else prospects(position, self._seat).after(turns[self._seat])
        others = [
            self._other(position, seat).after(turns[seat])
            for seat, village in enumerate(position.players)
            if seat != self._seat and not village.gone
        ]
        return mine - (sum(others) / max(len(others), 1) + max(others, default=0.0)) / 2

    def _other(self, position: Position, seat: int) -> Prospects:
        key = (seat, position.hand)
        if key not in self._others:
            self._others[key] = prospects(position, seat)
        return self._others[key]


def prospects(position: Position, seat: int) -> Prospects:
    """What a player has, and what may come of it."""
    found = features(position, seat)
    points = score(position, seat).total + _coming(position, seat)
    return Prospects(points, sum(map(mul, SOON, found)), sum(map(mul, LASTING, found)))


def _coming(position: Position, seat: int) -> float:
    """What is being drawn for the player whose turn it is, and what his turn still owes or offers."""
    if seat != position.active:
        return 0.0
    points = OFFER * len(position.offers) - REAPER * position.reaper
    for draw in position.draws:
        if draw.name.startswith(TRAVEL):
            points += mean_prestige(position.cards, possible(position, draw)) + CHOOSE * draw.ask
        elif draw.to == MARKET:
            points += UNSEEN_CUSTOMER
    return points


# --- how long the game goes on ------------------------------------------------------------------------------


def turns_left(position: Position) -> list[float]:
    """The turns that each player is expected to have yet, with that of now until its dice are taken."""
    count = len(position.players)
    if position.phase is Phase.OVER:
        return [0.0] * count
    turns, begun = position.turns, position.number - (position.phase is Phase.TAKE)
    more = 0.0 if is_last_round(position) else rounds_left(position, turns - begun) * turns / count
    found = [more] * count
    for number in range(begun + 1, turns + 1):
        found[position.seat_of_turn(number)] += 1
    return found


def rounds_left(position: Position, here: int) -> float:
    """The rounds that are expected after this one, which has so many turns yet: at the pace of the players so
    far, half a round at least, at most to the agreed one."""
    board, count, turns = position.cards.board, len(position.players), position.turns
    gone = sum([village.cloud for village in position.players]) - count
    coffins = position.coffins
    done = turns * position.round - here
    pace = (PACE * PACE_TURNS + gone + board.clouds * coffins) / (PACE_TURNS + done)
    coming = board.clouds * (board.end[count] - coffins + (count - 1) / 2) - gone
    rounds = max((coming / pace - here) / turns, 0.5)
    return min(rounds, position.rounds - position.round) if position.rounds else rounds
