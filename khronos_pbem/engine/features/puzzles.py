"""Puzzles: positions in which the best turn is hard to find."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from importlib import resources
from typing import NamedTuple, Protocol, TypeVar, runtime_checkable

P_contra = TypeVar("P_contra", contravariant=True)

INDEX = "puzzles.toml"
"""The file in a package that lists its puzzles; each position has a file of its own (FORMATS 3)."""


class Puzzle(NamedTuple):
    """A puzzle: a position as data, the highest known earnings of a turn, a solution, and its origin.

    The `solution` consists of the orders that earn this amount, as canonical texts.
    """

    number: int
    position: Mapping[str, object]
    best: int
    solution: tuple[str, ...]
    origin: str


@runtime_checkable
class Puzzles(Protocol[P_contra]):
    """The puzzles of a game; the task is always to find the turn that earns most."""

    unit: str
    """The unit of what a turn earns, as a word."""

    def amount(self, n: int) -> str:
        """Return an amount of the `unit`, as a phrase."""

    def puzzles(self) -> Sequence[Puzzle]:
        """Return the built-in puzzles, in their order."""

    def task(self, position: P_contra, seat: int) -> str:
        """Return the task as a sentence for the seat to move."""

    def earnings(self, before: P_contra, after: P_contra, seat: int) -> int:
        """Return the amount that a turn of a seat has earned."""


def read_puzzles(package: str) -> tuple[Puzzle, ...]:
    """Read the puzzles from a package of data files."""
    folder = resources.files(package)
    listed = tomllib.loads(folder.joinpath(INDEX).read_text(encoding="utf-8"))["puzzle"]
    return tuple(
        Puzzle(
            number,
            tomllib.loads(folder.joinpath(each["position"]).read_text(encoding="utf-8")),
            each["best"],
            tuple(each["solution"]),
            each["from"],
        )
        for number, each in enumerate(listed, 1)
    )
