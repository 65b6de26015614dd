"""The share of turns that an analysis marks, by the strength of the player: `python -m tests.mistakes`.

Each strength plays against itself. Every turn is judged as `khronos analyse` judges it, with a seed that the
player did not have. The share should fall with the strength.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any, NamedTuple

from khronos_pbem.archive.studies.game_analysis import PlayedBlock, judge_block
from khronos_pbem.engine.contract import DecisionKind
from khronos_pbem.engine.features.bots import SearchSettings, Strength
from khronos_pbem.games.registry import GAMES, game_by_name
from tests.support.playing import options_for
from tests.tournament import play


class Marks(NamedTuple):
    """How many turns were judged, how many of them were marked, also doubly, and what they lost in all."""

    turns: int = 0
    marked: int = 0
    doubly: int = 0
    lost: float = 0.0

    @property
    def share(self) -> float:
        """The marked turns as a part of all."""
        return self.marked / max(self.turns, 1)


def played_turns(game: str, strength: str, seed: str, seconds: float, seats: int = 2) -> list[PlayedBlock]:
    """The turns of a game of a strength against itself, as their seats saw them."""
    rules, found = game_by_name(game), list[PlayedBlock]()

    def note(view: Any, seat: int, orders: Sequence[Any]) -> None:
        decision = rules.decision(view)
        if decision is not None and decision.need is DecisionKind.TURN:
            texts = tuple(rules.text(order) for order in orders)
            place = (len(found), int(rules.round(view)), seat, DecisionKind.TURN.value)
            found.append(PlayedBlock(*place, view, tuple(orders), texts))

    play(game, options_for(game), [strength] * seats, seed, seconds, told=note)
    return found


def marks(game: str, turns: Sequence[PlayedBlock], thinking: SearchSettings) -> Marks:
    """The marks of these turns."""
    colours = tuple(game_by_name(game).colours)
    found = [
        judge_block(game, colours, turn, thinking._replace(seed=f"{thinking.seed}/{turn.seq}"))
        for turn in turns
    ]
    return Marks(
        len(found),
        sum(bool(verdict.mark) for verdict in found),
        sum(verdict.mark == "??" for verdict in found),
        sum(verdict.lost for verdict in found),
    )


def marks_by_strength(
    game: str, strengths: Sequence[str], games: range, seed: str, seconds: float, judging: SearchSettings
) -> dict[str, Marks]:
    """The marks of each strength, over games with the same cards for all of them."""
    found = {}
    for strength in strengths:
        turns = [
            turn for number in games for turn in played_turns(game, strength, f"{seed}/{number}", seconds)
        ]
        found[strength] = marks(game, turns, judging)
    return found


def main() -> None:
    """Print a table of the marks by strength, in Markdown."""
    parser = argparse.ArgumentParser(description="Count the marked turns of each strength.")
    parser.add_argument("strengths", nargs="*", default=[each.value for each in Strength][:3])
    parser.add_argument("--game", default="khronos", choices=list(GAMES))
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--think", type=float, default=0.4, help="seconds a turn for the players")
    parser.add_argument("--judge", type=float, default=1.0, help="seconds a turn for the analysis")
    given = parser.parse_args()
    judging = SearchSettings(Strength.STRONG, "judge", given.judge)
    numbers = range(given.games)
    table = marks_by_strength(given.game, given.strengths, numbers, given.seed, given.think, judging)
    print("| strength | turns | marked | share | ?? | lost a turn |")
    print("|---|---|---|---|---|---|")
    for strength, row in table.items():
        mean = row.lost / max(row.turns, 1)
        print(f"| {strength} | {row.turns} | {row.marked} | {row.share:.1%} | {row.doubly} | {mean:.2f} |")


if __name__ == "__main__":
    main()
