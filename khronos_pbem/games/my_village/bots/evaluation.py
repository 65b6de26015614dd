"""The evaluation of positions by the strong player: expected prestige points at the end of the game."""

from __future__ import annotations

from math import exp
from operator import mul
from typing import NamedTuple

from khronos_pbem.games.my_village.bots.value_features import NAMES, feature_values, mean_prestige
from khronos_pbem.games.my_village.bots.weights import WEIGHTS
from khronos_pbem.games.my_village.model.position import Hand, Position
from khronos_pbem.games.my_village.model.terms import Phase
from khronos_pbem.games.my_village.rules.base.draws import MARKET, TRAVEL, possible_results
from khronos_pbem.games.my_village.rules.phases.rounds import is_last_round
from khronos_pbem.games.my_village.rules.phases.score import score

SOON = tuple(WEIGHTS[name].soon for name in NAMES)
LASTING = tuple(WEIGHTS[name].lasting for name in NAMES)
PACE, HURRY = 0.95, 0.65
"""The time that a turn takes in the mean at the end of the game, and how much more at its beginning.

Counted in games of the strong bot against itself with two and three players: the fewer villagers are left,
the less time is spent.
"""
HABIT = 1.5
"""Turns in which most of what can be had once is had."""
LONG = 14
"""Turns of a long game, by which what lasts is counted."""
UNSEEN_CUSTOMER, OFFER, REAPER, CHOOSE = 1.0, 0.5, 2.0, 0.7
"""What a customer drawn unseen, and a monk's offer not yet taken, are worth; what a death costs that is due;
what it is worth to choose between two journeys."""


class VillageEvaluation(NamedTuple):
    """The evaluation of a village in prestige points.

    `points` are scored or certain. `once` and `lasting` are the weighted sums of the other features
    (`Weight`).
    """

    points: float
    once: float
    lasting: float

    def after(self, turns: float) -> float:
        """The prestige points expected at the end of the game, with so many turns to come."""
        if not turns:
            return self.points
        return float(self.points + (1 - exp(-turns / HABIT)) * self.once + turns / LONG * self.lasting)


def relative_evaluation(position: Position, seat: int) -> float:
    """The expected lead of a seat at the end of the game, in prestige points.

    The others count with the mean of their mean and their best. A player who has left expects 0.
    """
    return TurnEvaluator(seat)(position)


class TurnEvaluator:
    """Evaluates positions within one turn of a seat, as a callable.

    The evaluations of the other villages are cached, because they do not change in that turn.
    """

    def __init__(self, seat: int) -> None:
        self._seat = seat
        self._others: dict[tuple[int, Hand], VillageEvaluation] = {}

    def __call__(self, position: Position) -> float:
        turns = expected_turns(position)
        gone = position.players[self._seat].gone
        mine = 0.0 if gone else evaluate_village(position, self._seat).after(turns[self._seat])
        others = [
            self._other_evaluation(position, seat).after(turns[seat])
            for seat, village in enumerate(position.players)
            if seat != self._seat and not village.gone
        ]
        return mine - (sum(others) / max(len(others), 1) + max(others, default=0.0)) / 2

    def _other_evaluation(self, position: Position, seat: int) -> VillageEvaluation:
        key = (seat, position.hand)
        if key not in self._others:
            self._others[key] = evaluate_village(position, seat)
        return self._others[key]


def evaluate_village(position: Position, seat: int) -> VillageEvaluation:
    """Evaluate the village of a seat: its score, its open draws and its weighted features."""
    found = feature_values(position, seat)
    points = score(position, seat).total + _pending_points(position, seat)
    return VillageEvaluation(points, sum(map(mul, SOON, found)), sum(map(mul, LASTING, found)))


def _pending_points(position: Position, seat: int) -> float:
    """The points expected from open draws and monk offers of this turn, less those for a death."""
    if seat != position.active:
        return 0.0
    points = OFFER * len(position.offers) - REAPER * position.reaper
    for draw in position.draws:
        if draw.name.startswith(TRAVEL):
            points += mean_prestige(position.cards, possible_results(position, draw)) + CHOOSE * draw.ask
        elif draw.to == MARKET:
            points += UNSEEN_CUSTOMER
    return points


# --- how long the game goes on ------------------------------------------------------------------------------


def expected_turns(position: Position) -> list[float]:
    """The number of turns that each seat is expected to have left, by seat.

    The present turn counts until its dice are taken.
    """
    count = len(position.players)
    if position.phase is Phase.OVER:
        return [0.0] * count
    turns, begun = position.turns, position.number - (position.phase is Phase.TAKE)
    more = 0.0 if is_last_round(position) else expected_rounds(position, turns - begun) * turns / count
    found = [more] * count
    for number in range(begun + 1, turns + 1):
        found[position.seat_of_turn(number)] += 1
    return found


def expected_rounds(position: Position, here: int) -> float:
    """The number of rounds expected after this one, in which `here` turns are left.

    The nearer the end, the less time a turn takes. It is at least half a round and at most the agreed last
    round.
    """
    board, count, turns = position.cards.board, len(position.players), position.turns
    gone = sum([village.cloud for village in position.players]) - count
    whole = board.clouds * (board.end[count] + (count - 1) / 2)
    coming = whole - board.clouds * position.coffins - gone
    pace = PACE + HURRY * max(coming, 0.0) / whole
    rounds = max((coming / pace - here) / turns, 0.5)
    return min(rounds, position.rounds - position.round) if position.rounds else rounds
