"""Tournaments of bots on an open table in memory: `python -m tests.tournament strong steady --games 400`.

Every game has a seed of its own for its cards, rolls and bots, so the same command gives the same table of
results on any machine, over however many cores. Seats alternate: with N players a game is played N times from
the same seed, every strength moving one seat on.

`--json FILE` or `--csv FILE` keeps the games. `python -m tests.tournament --table FILE…` rates all players of
several such files together.
"""

from __future__ import annotations

import argparse
import os
import resource
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from random import Random
from typing import Any

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
from khronos_pbem.engine.features.bots import Bots, SearchSettings
from khronos_pbem.engine.features.protocols import Columns
from khronos_pbem.engine.features.statistics import Study
from khronos_pbem.engine.runner import step, with_standing_answers
from khronos_pbem.games.registry import GAMES, feature, game_by_name
from tests.support.playing import options_for
from tests.tournaments.games import Played, read_games, write_games
from tests.tournaments.opponents import full_name, opponent, opponent_names
from tests.tournaments.table import table_lines

MOST_DECISIONS = 5000
"""So many decisions no game has: a bot that goes in circles is found by it."""


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


def play(
    name: str,
    options: Mapping[str, Any],
    strengths: Sequence[str],
    seed: str,
    seconds: float,
    look: Callable[[Any], None] = lambda position: None,
    told: Callable[[Any, int, Sequence[Any]], None] = lambda view, seat, orders: None,
) -> Played:
    """One game from a seed, seat by seat with these strengths.

    `look` gets each position to decide in, and `told` each seat's view of it with the orders that it gave.
    """
    game, bots = game_by_name(name), feature(name, Bots)
    table = OpenTable(game, Random(f"table {seed}"))
    for deck, labels in game.first_decks(options, len(strengths)).items():
        table.shuffle(deck, labels)
    colours = tuple(game.colours[: len(strengths)])
    position = with_standing_answers(game, game.begin(Seating(colours, options)), table.serve).position
    players = [opponent(name, colours, strength.partition("@")[0]) for strength in strengths]
    thinks = [float(strength.partition("@")[2] or seconds) for strength in strengths]
    effort = [Effort() for _ in strengths]
    for number in range(MOST_DECISIONS):
        decision = game.decision(position)
        if decision is None:
            break
        look(position)
        seat, begun = decision.seat, time.process_time()
        view = bots.seat_view(position, seat)
        orders = players[seat](view, seat, f"{seed}/{number}", thinks[seat])
        effort[seat].add(game.round(position), time.process_time() - begun)
        told(view, seat, orders)
        position = _given(game, table, position, seat, orders)
    else:
        raise RuntimeError(f"the game {seed} does not end")
    return Played(
        name,
        _deal(options, seed),
        tuple(map(full_name, strengths, [seconds] * len(strengths))),
        _totals(name, position),
        tuple(game.winners(position)),
        tuple(each.turns for each in effort),
        tuple(each.seconds for each in effort),
        tuple(each.longest for each in effort),
        resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    )


@dataclass
class Effort:
    """What a seat has needed: its turns, its CPU seconds for all of them and for the longest one."""

    turns: int = 0
    seconds: float = 0.0
    longest: float = 0.0
    _round: int = -1
    _turn: float = 0.0

    def add(self, round_: int, seconds: float) -> None:
        """Count a decision in a round; all those of a round are one turn."""
        if round_ != self._round:
            self.turns, self._round, self._turn = self.turns + 1, round_, 0.0
        self._turn += seconds
        self.seconds += seconds
        self.longest = max(self.longest, self._turn)


def _deal(options: Mapping[str, Any], seed: str) -> str:
    """The name of a deal: what was chosen of the options, and the seed."""
    chosen = [f"{key}={value}" for key, value in options.items() if isinstance(value, bool | int | str)]
    return " ".join([*chosen, seed])


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
    """Play a tournament, or read the games of several, and print the results as a table in Markdown."""
    given = _arguments()
    if given.table:
        found = sorted(
            (game for path in given.table for game in read_games(path)), key=lambda each: each.game
        )
        for name, games in groupby(found, key=lambda each: each.game):
            print(name, *table_lines(list(games)), sep="\n")
        return
    options = options_for(given.game, **read_options(given.option))
    numbers = range(given.first, given.first + given.games)
    played = tournament(given.game, options, given.strengths, numbers, given.seed, given.think, given.jobs)
    for path in filter(None, (given.json, given.csv)):
        write_games(path, played)
    print(*table_lines(played), sep="\n")


def _arguments() -> argparse.Namespace:
    """The arguments of the command line. Exits with a message if they are wrong."""
    parser = argparse.ArgumentParser(description="Play bots against each other.")
    parser.add_argument(
        "strengths", nargs="*", help="who plays: easy, steady@0.4 (thinks for 0.4 seconds), greedy, your bot"
    )
    parser.add_argument("--game", default="khronos", choices=list(GAMES))
    parser.add_argument("--option", action="append", default=[], help="as edition=1")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--think", type=float, default=SearchSettings().seconds, help="seconds a turn")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--json", type=Path, metavar="FILE.json", help="keep the games in this file")
    parser.add_argument("--csv", type=Path, metavar="FILE.csv", help="keep the games in this file")
    parser.add_argument("--table", type=Path, nargs="+", metavar="FILE", help="rate the games in these files")
    given = parser.parse_args()
    known = opponent_names()
    wrong = [word for word in given.strengths if word.partition("@")[0] not in known]
    if wrong or bool(given.table) == (len(given.strengths) > 1):
        parser.error(f"name at least two players of {', '.join(known)}, or files after --table")
    return given


if __name__ == "__main__":
    main()
