"""Which paragraphs of a game's own rules the table cites where it refuses something for every game."""

from __future__ import annotations

from typing import Any, NamedTuple


class Cites(NamedTuple):
    """The paragraphs that say whose turn it is, when the game is over, what an open choice and its answer
    are, what standing orders answer, and which colours there are."""

    turn: str = "FORMATS 1"
    over: str = "FORMATS 1"
    choice: str = "FORMATS 2"
    answer: str = "FORMATS 2"
    standing: str = "FORMATS 2"
    colours: str = "FORMATS 1"


def cites_of(game: Any) -> Cites:
    """The paragraphs of a game, as its attribute `cites`; those of the table for one that has none."""
    found: Cites = getattr(game, "cites", Cites())
    return found
