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
"""The mean time spent in a turn at the end of the game, and the extra time at its beginning.

Both were measured in games of the strong bot against itself, with two and three players. The fewer villagers
are left, the less time is spent.
"""
HABIT = 1.5
"""The number of turns in which most of the one-time value of a feature is realized."""
LONG = 14
"""The number of turns in a long game, the unit for the lasting value of features."""
UNSEEN_CUSTOMER, OFFER, REAPER, CHOOSE = 1.0, 0.5, 2.0, 0.7
"""Values in prestige points of draws and offers, and the cost of a death.

The values are those of a customer to be drawn, a monk's offer that has not been taken, and a choice between
two journeys. `REAPER` is the cost of a death that must still occur.
"""


class VillageEvaluation(NamedTuple):
    """The evaluation of a village in prestige points.

    `points` are the score and the points expected from open draws and monk offers. `once` and `lasting` are
    the weighted sums of the features (`Weight`).
    """

    points: float
    once: float
    lasting: float

    def after(self, turns: float) -> float:
        """Return the prestige points expected at the end of the game, after `turns` more turns."""
        if not turns:
            return self.points
        return float(self.points + (1 - exp(-turns / HABIT)) * self.once + turns / LONG * self.lasting)


def relative_evaluation(position: Position, seat: int) -> float:
    """Return the expected lead of a seat at the end of the game, in prestige points.

    It is the lead over the average of two values: the mean and the maximum of the other players. A player who
    has left expects 0.
    """
    return TurnEvaluator(seat)(position)


class TurnEvaluator:
    """A callable that evaluates positions within one turn of a seat.

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
    """Return the points expected from open draws and monk offers of this turn, less the cost of a death."""
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
    """Return the number of turns that each seat is expected to have left.

    The current turn is included until its dice are taken.
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
    """Return the number of rounds expected after this one, in which `here` turns are left.

    The closer the end, the less time a turn takes. The result is at least half a round, but never more than
    the rounds that remain until the agreed last round.
    """
    board, count, turns = position.cards.board, len(position.players), position.turns
    gone = sum([village.cloud for village in position.players]) - count
    whole = board.clouds * (board.end[count] + (count - 1) / 2)
    coming = whole - board.clouds * position.coffins - gone
    pace = PACE + HURRY * max(coming, 0.0) / whole
    rounds = max((coming / pace - here) / turns, 0.5)
    return min(rounds, position.rounds - position.round) if position.rounds else rounds
