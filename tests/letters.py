"""How many letters a game needs, by the option `choices`: `python -m tests.letters --games 20`.

Bots play whole games through the real protocol, every block made and verified. Each time that the save goes
from one player to another, after the last join, is a letter. The same command gives the same table anywhere.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from khronos_pbem.games.registry import GAMES
from khronos_pbem.record.block import ANSWER, JOIN
from khronos_pbem.record.save import Save, parse_save
from tests.support.playing import Group

CHOICES = {"khronos": ("ask", "auto", "best"), "my-village": ("ask", "best")}
"""What the option can be in each game."""
SEATS = {"khronos": (2, 3, 4, 5), "my-village": (2, 3, 4)}


class Letters(NamedTuple):
    """The letters of a game, its blocks that only answer a choice, and the turns that were ended."""

    letters: int
    answers: int
    turns: int


def letters_of(save: Save) -> Letters:
    """The letters of a game in a save."""
    played = [block for block in save.blocks if block.kind != JOIN]
    passed = sum(one.seat != two.seat for one, two in pairwise(played))
    ends = sum(order.split()[0] == "end" for block in played for order in block.orders)
    return Letters(passed, sum(block.kind == ANSWER for block in played), ends)


def play(game: str, seats: int, seed: int, choices: str) -> Letters:
    """A game of bots to its end."""
    with tempfile.TemporaryDirectory() as folder:
        group = Group(Path(folder), seats, seed, game=game)
        group.start("Letters", choices=choices)
        group.finish()
        return letters_of(parse_save(group.save.read_bytes()))


def row(game: str, seats: int, choices: str, played: Sequence[Letters]) -> str:
    """A row of the table: means of some games, and the letters for each turn."""
    letters, answers, turns = (sum(each) for each in zip(*played, strict=True))
    many = len(played)
    return (
        f"| {game} | {seats} | `{choices}` | {letters / many:.1f} | {answers / many:.1f} "
        f"| {letters / turns:.3f} |"
    )


def main() -> None:
    """Play and print the table in Markdown."""
    parser = argparse.ArgumentParser(description="Count the letters of games of bots.")
    parser.add_argument("--game", action="append", choices=list(GAMES))
    parser.add_argument("--seats", type=int, action="append")
    parser.add_argument("--games", type=int, default=20)
    given = parser.parse_args()
    print(
        "| game | players | `choices` | letters | answers | letters a turn |",
        "|---|---|---|---|---|---|",
        sep="\n",
    )
    for game in given.game or GAMES:
        for seats in given.seats or SEATS[game]:
            for choices in CHOICES[game]:
                played = [play(game, seats, seed, choices) for seed in range(given.games)]
                print(row(game, seats, choices, played), flush=True)


if __name__ == "__main__":
    main()
