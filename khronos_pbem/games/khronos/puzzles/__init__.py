"""The feature `Puzzles` of Khronos: turns with revenue in recorded games (`tests.make_puzzles`)."""

from __future__ import annotations

from collections.abc import Sequence

from khronos_pbem.engine.features.puzzles import Puzzle, Puzzles, read_puzzles
from khronos_pbem.games.khronos.model.pieces import ecus_text
from khronos_pbem.games.khronos.model.position import Position
from khronos_pbem.messages import message


class KhronosPuzzles(Puzzles[Position]):
    """Puzzles whose task is to find the turn with the most ecus, including revenue (RULES 10)."""

    unit = message("ecus")

    def amount(self, n: int) -> str:
        """A number of ecus as text."""
        return ecus_text(n)

    def puzzles(self) -> Sequence[Puzzle]:
        """Return the puzzles that come with the program, in order."""
        return read_puzzles(__name__)

    def task(self, position: Position, seat: int) -> str:
        """The task of a puzzle as a question: which turn, including its revenue, earns the most ecus?"""
        return message(
            "Round {round}, with revenue at the end of the turn: which turn earns {who} the most ecus?",
            round=position.round,
            who=position.players[seat].colour,
        )

    def earnings(self, before: Position, after: Position, seat: int) -> int:
        """Return the number of ecus that a seat gained between the two positions."""
        return after.players[seat].ecus - before.players[seat].ecus
