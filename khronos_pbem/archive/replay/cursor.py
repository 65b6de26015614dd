"""A position in a game replay, shared by the full-screen replay and the line-by-line one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from khronos_pbem.archive.game_summary import shown_steps
from khronos_pbem.archive.studies.analysis_text import better_line
from khronos_pbem.archive.studies.game_analysis import Analysis, Verdict
from khronos_pbem.archive.timeline import Chronicle, Step, not_begun_error, step_title
from khronos_pbem.errors import UsageError
from khronos_pbem.games.registry import round_text
from khronos_pbem.messages import Translate, message, untranslated
from khronos_pbem.session.queries.documents import EventFormatter, event_lines, event_text


@dataclass(frozen=True, slots=True)
class Cursor:
    """One step of a replay, with the steps around it; `place` is its index from 0.

    `tell` turns events into text. `analysis` adds marks and better turns. A cursor never changes: every move
    returns a new one, and stops at the first and the last step.
    """

    chronicle: Chronicle
    steps: tuple[Step, ...]
    place: int = 0
    tell: EventFormatter = event_text
    analysis: Analysis | None = None

    @property
    def step(self) -> Step:
        """The step at the cursor."""
        return self.steps[self.place]

    @property
    def is_at_end(self) -> bool:
        """Whether this is the last step."""
        return self.place == len(self.steps) - 1

    def moved(self, by: int) -> Cursor:
        """The cursor this many steps later, or earlier if negative."""
        return self.to(self.place + by)

    def to(self, place: int) -> Cursor:
        """The cursor at the step with this index, or at the nearest end."""
        return replace(self, place=max(0, min(len(self.steps) - 1, place)))

    def to_adjacent_block(self, way: int) -> Cursor:
        """The cursor at the last step of the next block (`way` 1) or of the previous block (-1).

        If there is no such block, the cursor at the last or the first step.
        """
        here = self.step.seq
        if way > 0:
            after = next(
                (n for n, s in enumerate(self.steps) if s.seq > here and s.last), len(self.steps) - 1
            )
            return self.to(after)
        before = [n for n, step in enumerate(self.steps) if step.seq < here]
        return self.to(before[-1] if before else 0)

    def to_block(self, seq: int) -> Cursor:
        """The cursor at the last step of a block. Raises UsageError if no step of it is shown."""
        found = [n for n, step in enumerate(self.steps) if step.seq == seq]
        if not found:
            first, last = self.steps[0].seq, self.steps[-1].seq
            hint = message("choose a block from {first} to {last}", first=first, last=last)
            raise UsageError(message("there is no block {seq}", seq=seq), hint=hint)
        return self.to(found[-1])

    def to_round(self, number: int) -> Cursor:
        """The cursor at the first step of a round. Raises UsageError for a round that was not played."""
        rounds = [self.chronicle.round_of(step) if step.changes_position else 0 for step in self.steps]
        if number not in rounds:
            hint = message("choose a number from 1 to {last}", last=max(rounds))
            none = message("there is no {round}", round=round_text(self.chronicle.game, number))
            raise UsageError(none, hint=hint)
        return self.to(rounds.index(number))

    def found(self, words: str, way: int = 1, speak: Translate = untranslated) -> Cursor | None:
        """The cursor at the next (`way` 1) or previous (-1) step whose text contains `words`, or None.

        The search ignores case. It wraps around at either end of the game.
        """
        wanted = words.casefold().strip()
        return next((each for each in self._around(way) if wanted in each.words(speak).casefold()), None)

    def _around(self, way: int) -> Iterator[Cursor]:
        """The cursors at all steps, starting with the next (`way` 1) or previous (-1) and wrapping around."""
        places = [*range(self.place + 1, len(self.steps)), *range(self.place + 1)]
        if way < 0:
            places = [*reversed(range(self.place)), *reversed(range(self.place, len(self.steps)))]
        return map(self.to, places)

    def words(self, speak: Translate = untranslated) -> str:
        """The title and all lines of the step as one text."""
        return "\n".join([self.title(speak), *self.lines(speak)])

    @property
    def verdict(self) -> Verdict | None:
        """The verdict on the step's block if it is marked, else None."""
        found = None if self.analysis is None else self.analysis.of(self.step.seq)
        return found if found is not None and found.mark else None

    def to_marked_turn(self, way: int = 1) -> Cursor | None:
        """The cursor at the end of the next (`way` 1) or previous (-1) turn with a better alternative.

        None if there is no such turn. The search wraps around at either end of the game.
        """
        found = (each for each in self._around(way) if each.step.last and each.verdict is not None)
        return next(found, None)

    def title(self, speak: Translate = untranslated) -> str:
        """The title of the step: who did what, and the mark of the analysis."""
        if not self.step.changes_position:
            return speak(message("the game begins"))
        title, verdict = speak(step_title(self.chronicle, self.step)), self.verdict
        return title if verdict is None else f"{title} {verdict.mark}"

    def lines(self, speak: Translate = untranslated) -> list[str]:
        """The events of the step as lines.

        The last step of a turn also has a line with the better alternative, if any.
        """
        lines = [speak(line) for line in event_lines(self.step.events, self.tell)]
        if self.verdict is not None and self.step.last:
            lines.append(speak(better_line(self.chronicle, self.verdict)))
        return lines

    def location_text(self, speak: Translate = untranslated) -> str:
        """The step, round and block of the cursor as one line."""
        number = max(1, self.chronicle.round_of(self.step))
        where = message(
            "step {step} of {steps}, {round}, block {block}",
            step=self.place + 1,
            steps=len(self.steps),
            round=round_text(self.chronicle.game, number),
            block=self.step.seq,
        )
        return speak(where)


def cursor_at_start(
    chronicle: Chronicle, tell: EventFormatter = event_text, analysis: Analysis | None = None
) -> Cursor:
    """A cursor at the first step of a game. Raises NothingToDo if the game has not begun."""
    steps = tuple(shown_steps(chronicle))
    if not steps:
        raise not_begun_error()
    return Cursor(chronicle, steps, tell=tell, analysis=analysis)


_JUMP = re.compile(r"(round|runde|tour|manche|block|bloc|r|t|m|b)? ?(\d{1,6})", re.IGNORECASE)


def jump_to(cursor: Cursor, where: str) -> Cursor:
    """The cursor at a place typed by a player: `round 4`, `r4`, `block 12`, or a block number alone.

    `Runde`, `tour` and `manche` mean a round, `bloc` a block. Raises UsageError for any other text.
    """
    match = _JUMP.fullmatch(where.strip())
    if match is None:
        hint = message("write 12 for block 12, or r4 for {round}", round=round_text(cursor.chronicle.game, 4))
        raise UsageError(message("{words!r} does not refer to any point in the game", words=where), hint=hint)
    number = int(match[2])
    is_block = (match[1] or "b").lower().startswith("b")
    return cursor.to_block(number) if is_block else cursor.to_round(number)
