"""The puzzles of My Village: high-scoring turns from played games (made by `tests.make_puzzles`)."""

from __future__ import annotations

from collections.abc import Sequence

from khronos_pbem.engine.features.puzzles import Puzzle, Puzzles, read_puzzles
from khronos_pbem.games.my_village.model.position import Position
from khronos_pbem.games.my_village.rules.phases.score import score
from khronos_pbem.messages import message


class VillagePuzzles(Puzzles[Position]):
    """Puzzles: find the turn that scores the most prestige points (VILLAGE 10.2)."""

    unit = message("PP")

    def amount(self, n: int) -> str:
        """Return a number of prestige points as text, like "5 PP"."""
        return message("{n} PP", n=n)

    def puzzles(self) -> Sequence[Puzzle]:
        """Load the puzzles that come with the program, in order."""
        return read_puzzles(__name__)

    def task(self, position: Position, seat: int) -> str:
        """The task as a sentence: find the turn with the highest score."""
        return message(
            "Round {round}: which turn earns {who} the most PP? Count as if the game ended right after "
            "that turn.",
            round=position.round,
            who=position.players[seat].colour,
        )

    def earnings(self, before: Position, after: Position, seat: int) -> int:
        """Return the prestige points that a seat gains from `before` to `after`.

        Each position is scored as if the game ended there (VILLAGE 10.2).
        """
        return score(after, seat).total - score(before, seat).total
