"""Tournaments of bots on an open table in memory: `python -m tests.tournament strong steady --games 400`.

Every game has a seed of its own for its cards, rolls and bots, so the same command gives the same table of
results on any machine, over however many cores. Seats alternate: with N players a game is played N times from
the same seed, every strength moving one seat on.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple

from khronos_pbem.engine.card_handles import Handle
from khronos_pbem.engine.contract import (
    DealRequest,
    Game,
    OpenRequest,
    Outcome,
    Request,
    RollRequest,
    Seating,
    ShuffleRequest,
)
from khronos_pbem.engine.features.bots import Bots, SearchSettings, Strength
from khronos_pbem.engine.features.protocols import Columns
from khronos_pbem.engine.features.statistics import Study
from khronos_pbem.engine.runner import step, with_standing_answers
from khronos_pbem.games.registry import GAMES, feature, game_by_name
from tests.bots_before import before_turn
from tests.greedy import greedy_turn
from tests.support.playing import options_for

MOST_DECISIONS = 5000
"""So many decisions no game has: a bot that goes in circles is found by it."""

OPPONENTS: dict[str, Callable[[Any, int, str, float], Sequence[Any]]] = {
    "greedy": greedy_turn,
    "before": before_turn,
}
"""Opponents that are not bots of the program: from a view, a seat, a seed and the seconds to think, the
orders of a turn."""


@dataclass
class OpenTable:
    """Decks and dice of one game: it deals, opens, shuffles and rolls at once, by its random numbers."""

    game: Game[Any, Any]
    random: Random
    decks: dict[str, list[str]] = field(default_factory=dict)

    def shuffle(self, deck: str, labels: Sequence[str]) -> None:
        """Lay a deck ready, shuffled."""
        self.decks[deck] = self.random.sample(labels, len(labels))

    def serve(self, position: Any, request: Request) -> Outcome[Any]:
        """What is asked for, as `engine.runner.Serve`."""
        match request:
            case DealRequest(_, handles):
                return Outcome(self._learnt(position, handles))
            case OpenRequest(handle):
                return Outcome(self._learnt(position, [handle]))
            case ShuffleRequest(deck, labels):
                self.shuffle(deck, labels)
                return Outcome(position)
            case RollRequest(name, bounds):
                values = tuple(self.random.randrange(bound) for bound in bounds)
                found: Outcome[Any] = self.game.apply_roll(position, name, values)  # type: ignore[attr-defined]
                return found

    def _learnt(self, position: Any, handles: Sequence[Handle]) -> Any:
        labels = {handle: self.decks[handle.deck][handle.slot] for handle in handles}
        return self.game.learn(position, labels)


class Played(NamedTuple):
    """A game that was played: what each seat counts at the end, who won, its turns and the CPU seconds of
    each strength and its longest turn."""

    strengths: tuple[str, ...]
    totals: tuple[float, ...]
    winners: tuple[int, ...]
    turns: Mapping[str, int]
    seconds: Mapping[str, float]
    longest: Mapping[str, float]


def play(
    name: str,
    options: Mapping[str, Any],
    strengths: Sequence[str],
    seed: str,
    seconds: float,
    look: Callable[[Any], None] = lambda position: None,
) -> Played:
    """One game from a seed, seat by seat with these strengths; `look` gets each position to decide in."""
    game, bots = game_by_name(name), feature(name, Bots)
    table = OpenTable(game, Random(f"table {seed}"))
    for deck, labels in game.first_decks(options, len(strengths)).items():
        table.shuffle(deck, labels)
    begun = game.begin(Seating(tuple(game.colours[: len(strengths)]), options))
    position = with_standing_answers(game, begun, table.serve).position
    turns = dict.fromkeys(strengths, 0)
    spent, longest = dict.fromkeys(strengths, 0.0), dict.fromkeys(strengths, 0.0)
    last, of_turn = None, 0.0
    for number in range(MOST_DECISIONS):
        decision = game.decision(position)
        if decision is None:
            break
        look(position)
        seat, strength = decision.seat, strengths[decision.seat]
        if (seat, game.round(position)) != last:
            last, of_turn = (seat, game.round(position)), 0.0
            turns[strength] += 1
        begun_at = time.process_time()
        named, _, own = strength.partition("@")
        orders = _chosen(bots, position, seat, named, f"{seed}/{number}", float(own or seconds))
        of_turn += time.process_time() - begun_at
        spent[strength] += time.process_time() - begun_at
        longest[strength] = max(longest[strength], of_turn)
        position = _given(game, table, position, seat, orders)
    else:
        raise RuntimeError(f"the game {seed} does not end")
    return Played(tuple(strengths), _totals(name, position), game.winners(position), turns, spent, longest)


def _chosen(
    bots: Bots[Any, Any], position: Any, seat: int, strength: str, seed: str, seconds: float
) -> Sequence[Any]:
    """The orders that a bot of this strength, or an opponent by this name, gives for a seat."""
    view = bots.seat_view(position, seat)
    if strength in OPPONENTS:
        return OPPONENTS[strength](view, seat, seed, seconds)
    return bots.turns(view, seat, SearchSettings(Strength(strength), seed, seconds))[0].orders


def _given(game: Game[Any, Any], table: OpenTable, position: Any, seat: int, orders: Sequence[Any]) -> Any:
    """The position after as many of these orders as the seat may give before somebody else decides."""
    for number, order in enumerate(orders):
        decision = game.decision(position)
        if number and (decision is None or decision.seat != seat):
            break
        position = step(game, position, seat, order, table.serve).position
    return position


def _totals(name: str, position: Any) -> tuple[float, ...]:
    """What each seat has at the end, in what the game counts."""
    worth = feature(name, Study).score_column
    return tuple(float(row[worth]) for row in feature(name, Columns).standings(position))


class Result(NamedTuple):
    """What a strength has reached: games won (a shared victory is a part of one) of those that it played in a
    seat, its mean place from 1, its mean total, its CPU seconds a turn in the mean and at most."""

    won: float
    seats: int
    place: float
    total: float
    mean: float
    longest: float


def results(games: Sequence[Played]) -> dict[str, Result]:
    """What each strength has reached, in the order of their first seats."""
    return {strength: _result(strength, games) for strength in dict.fromkeys(games[0].strengths)}


def _result(strength: str, games: Sequence[Played]) -> Result:
    seats = [(game, seat) for game in games for seat, each in enumerate(game.strengths) if each == strength]
    won = sum((seat in game.winners) / len(game.winners) for game, seat in seats)
    turns = sum(game.turns[strength] for game in games)
    return Result(
        won,
        len(seats),
        sum(_place(game.totals, seat) for game, seat in seats) / len(seats),
        sum(game.totals[seat] for game, seat in seats) / len(seats),
        sum(game.seconds[strength] for game in games) / turns,
        max(game.longest[strength] for game in games),
    )


def _place(totals: Sequence[float], seat: int) -> float:
    """The place by total, from 1; equals share the mean of their places."""
    above = sum(total > totals[seat] for total in totals)
    equal = sum(total == totals[seat] for total in totals)
    return above + (equal + 1) / 2


def tournament(
    name: str,
    options: Mapping[str, Any],
    strengths: Sequence[str],
    games: range,
    seed: str,
    seconds: float,
    jobs: int,
) -> list[Played]:
    """Games by their numbers, each strength one seat further from game to game."""
    seats = len(strengths)
    turned = [[strengths[(seat + number) % seats] for seat in range(seats)] for number in games]
    seeds = [f"{seed}/{number // seats}" for number in games]
    count = len(games)
    calls = ([name] * count, [options] * count, turned, seeds, [seconds] * count)
    if jobs == 1:
        return [play(*call) for call in zip(*calls, strict=True)]
    with ProcessPoolExecutor(jobs) as pool:
        return list(pool.map(play, *calls))


def read_options(texts: Sequence[str]) -> dict[str, Any]:
    """Options typed as `edition=1` or `holdem=true`."""
    words: dict[str, Any] = {"true": True, "false": False}
    pairs = (text.split("=", 1) for text in texts)
    return {key: words.get(value, int(value) if value.isdigit() else value) for key, value in pairs}


def main() -> None:
    """Play a tournament and print its results as a table in Markdown."""
    parser = argparse.ArgumentParser(description="Play bots against each other.")
    names = [*(each.value for each in Strength), *OPPONENTS]
    parser.add_argument(
        "strengths", nargs="+", help=f"{', '.join(names)}; strong@0.4 thinks for 0.4 seconds a turn"
    )
    parser.add_argument("--game", default="khronos", choices=list(GAMES))
    parser.add_argument("--option", action="append", default=[], help="as edition=1")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--think", type=float, default=SearchSettings().seconds, help="seconds a turn")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args()
    options = options_for(given.game, **read_options(given.option))
    numbers = range(given.first, given.first + given.games)
    found = tournament(given.game, options, given.strengths, numbers, given.seed, given.think, given.jobs)
    print("| strength | won | of | share | place | total | s a turn | longest |")
    print("|---|---|---|---|---|---|---|---|")
    for strength, row in results(found).items():
        share = row.won / row.seats
        print(
            f"| {strength} | {row.won:g} | {row.seats} | {share:.1%} | {row.place:.2f} | {row.total:.1f} "
            f"| {row.mean:.2f} | {row.longest:.2f} |"
        )


if __name__ == "__main__":
    main()
