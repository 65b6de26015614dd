"""How a player is expected to stand at the end: what he has, and what may come of it in the turns to come."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from operator import mul

from khronos_pbem.games.my_village.bots.features import NAMES, features, mean_prestige
from khronos_pbem.games.my_village.bots.weights import WEIGHTS
from khronos_pbem.games.my_village.model.position import Position
from khronos_pbem.games.my_village.model.words import Phase
from khronos_pbem.games.my_village.rules.draws import MARKET, TRAVEL, possible
from khronos_pbem.games.my_village.rules.rounds import is_last_round
from khronos_pbem.games.my_village.rules.score import score

SOON = tuple(WEIGHTS[name].soon for name in NAMES)
LASTING = tuple(WEIGHTS[name].lasting for name in NAMES)
PACE, PACE_TURNS = 2.4, 20
"""The time that a turn takes in the mean, and how many turns of a game that guess is worth."""
HABIT = 1.5
"""Turns in which most of what can be had once is had."""
TEN = 10
UNSEEN_CUSTOMER, OFFER, REAPER, CHOOSE = 1.0, 0.5, 2.0, 0.7
"""What a customer drawn unseen, and a monk's offer not yet taken, are worth; what a death costs that is due;
what it is worth to choose between two journeys."""


def standing(position: Position, seat: int) -> float:
    """The prestige points that a player is expected to have more than the others in the mean, or than the
    best of them where the game is over."""
    turns = [turns_left(position, each) for each in range(len(position.players))]
    mine = prospects(position, seat, turns[seat])
    others = [
        prospects(position, each, turns[each])
        for each, village in enumerate(position.players)
        if each != seat and not village.gone
    ]
    return mine - (sum(others) + max(others, default=0.0)) / (len(others) + 1)


def prospects(position: Position, seat: int, turns: float) -> float:
    """The prestige points that a player is expected to have at the end, with so many turns to come."""
    points = score(position, seat).total + _coming(position, seat)
    if not turns:
        return points
    found = features(position, seat)
    once, lasting = sum(map(mul, SOON, found)), sum(map(mul, LASTING, found))
    return float(points + (1 - exp(-turns / HABIT)) * once + turns / TEN * lasting)


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


def turns_left(position: Position, seat: int) -> float:
    """The turns that a player is expected to have yet, with that of now if it is not over (VILLAGE 10.1)."""
    if position.phase is Phase.OVER or position.players[seat].gone:
        return 0.0
    here = sum(position.seat_of_turn(number) == seat for number in _numbers(position))
    if is_last_round(position):
        return here
    each = position.turns / len(position.players)
    rounds = rounds_left(position)
    if position.rounds:
        rounds = min(rounds, position.rounds - position.round)
    return here + each * rounds


def _numbers(position: Position) -> Sequence[int]:
    """The turns of the round that are not over yet, from the one whose dice have not been taken."""
    return range(position.number + (position.phase is not Phase.TAKE), position.turns + 1)


def rounds_left(position: Position) -> float:
    """The rounds that are expected after this one, at the pace of the players so far: at least a half."""
    board, count = position.cards.board, len(position.players)
    gone = sum(village.cloud - 1 for village in position.players)
    spent = gone + board.clouds * position.coffins
    turns = position.turns * (position.round - 1) + position.number - 1
    pace = (PACE * PACE_TURNS + spent) / (PACE_TURNS + turns)
    coming = board.clouds * (board.end[count] - position.coffins) + board.clouds / 2 * (count - 1) - gone
    return max(coming / pace / position.turns - len(_numbers(position)) / position.turns, 0.5)
