"""Puzzles: positions in which one turn earns more than a player finds at once."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from importlib import resources
from typing import Any, NamedTuple, Protocol, TypeVar, runtime_checkable

P_contra = TypeVar("P_contra", contravariant=True)

INDEX = "puzzles.toml"
"""The file of a package that lists its puzzles; each position is in a file of its own (FORMATS 3)."""


class Puzzle(NamedTuple):
    """A position as data, the most that a turn is known to earn there, the orders that do, as canonical
    texts, and where it is from."""

    number: int
    position: Mapping[str, Any]
    best: int
    solution: tuple[str, ...]
    origin: str


@runtime_checkable
class Puzzles(Protocol[P_contra]):
    """The puzzles of a game: all are about the turn that earns most."""

    unit: str
    """What is earned, as a word."""

    def amount(self, n: int) -> str:
        """So much of what is earned, as a phrase."""

    def puzzles(self) -> Sequence[Puzzle]:
        """The puzzles that come with the program, in their order."""

    def task(self, position: P_contra, seat: int) -> str:
        """What is asked of whose turn it is."""

    def earned(self, before: P_contra, after: P_contra, seat: int) -> int:
        """What a turn of a seat has earned."""


def read_puzzles(package: str) -> tuple[Puzzle, ...]:
    """The puzzles in a package of data."""
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
