"""A place in a game that is stepped through, behind the full-screen replay and the plain one."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from khronos_pbem.archive.game_summary import shown_steps
from khronos_pbem.archive.studies.analysis_text import better_line
from khronos_pbem.archive.studies.game_analysis import Analysis, Verdict
from khronos_pbem.archive.timeline import Chronicle, Step, not_begun, step_lines, step_title
from khronos_pbem.errors import UsageError
from khronos_pbem.games.registry import round_of
from khronos_pbem.messages import Speak, as_it_is, message
from khronos_pbem.session.queries.documents import Tell, told


@dataclass(frozen=True, slots=True)
class Cursor:
    """A step of those that are shown, by its place from 0, how its events are told, and what an analysis has
    found.

    Moving makes a new cursor; ends are walls.
    """

    chronicle: Chronicle
    steps: tuple[Step, ...]
    place: int = 0
    tell: Tell = told
    analysis: Analysis | None = None

    @property
    def step(self) -> Step:
        """The step it stands on."""
        return self.steps[self.place]

    @property
    def at_end(self) -> bool:
        """Whether there is no step behind this one."""
        return self.place == len(self.steps) - 1

    def moved(self, by: int) -> Cursor:
        """So many steps on, or back."""
        return self.to(self.place + by)

    def to(self, place: int) -> Cursor:
        """At this place, or at the end that lies that way."""
        return replace(self, place=max(0, min(len(self.steps) - 1, place)))

    def by_block(self, way: int) -> Cursor:
        """At the last step of the next block (1), or of the one before (-1)."""
        here = self.step.seq
        if way > 0:
            after = next(
                (n for n, s in enumerate(self.steps) if s.seq > here and s.last), len(self.steps) - 1
            )
            return self.to(after)
        before = [n for n, step in enumerate(self.steps) if step.seq < here]
        return self.to(before[-1] if before else 0)

    def to_block(self, seq: int) -> Cursor:
        """At the last step of a block. Raises UsageError for a block that is not shown."""
        found = [n for n, step in enumerate(self.steps) if step.seq == seq]
        if not found:
            first, last = self.steps[0].seq, self.steps[-1].seq
            hint = message("choose a block from {first} to {last}", first=first, last=last)
            raise UsageError(message("there is no block {seq}", seq=seq), rule="FORMATS 1", hint=hint)
        return self.to(found[-1])

    def to_round(self, number: int) -> Cursor:
        """At the first step of a round. Raises UsageError for a round that is not played."""
        rounds = [self.chronicle.round_of(step) if step.goes_on else 0 for step in self.steps]
        if number not in rounds:
            hint = message("choose a number from 1 to {last}", last=max(rounds))
            none = message("there is no {round}", round=round_of(self.chronicle.game, number))
            raise UsageError(none, rule="FORMATS 1", hint=hint)
        return self.to(rounds.index(number))

    def found(self, words: str, way: int = 1, speak: Speak = as_it_is) -> Cursor | None:
        """At the next step (way 1) or the one before (-1) whose words hold these; None if there is none."""
        wanted = words.casefold().strip()
        places = [*range(self.place + 1, len(self.steps)), *range(self.place + 1)]
        if way < 0:
            places = [*reversed(range(self.place)), *reversed(range(self.place, len(self.steps)))]
        for place in places:
            if wanted in self.to(place).words(speak).casefold():
                return self.to(place)
        return None

    def words(self, speak: Speak = as_it_is) -> str:
        """All that is said of the step."""
        return "\n".join([self.title(speak), *self.lines(speak)])

    @property
    def verdict(self) -> Verdict | None:
        """What was found of the step's block, if another turn was worth more."""
        found = None if self.analysis is None else self.analysis.of(self.step.seq)
        return found if found is not None and found.mark else None

    def to_better(self, way: int = 1) -> Cursor | None:
        """At the end of the next block (way 1) or the one before (-1) that another turn was worth more than;
        None if there is none."""
        places = [*range(self.place + 1, len(self.steps)), *range(self.place + 1)]
        if way < 0:
            places = [*reversed(range(self.place)), *reversed(range(self.place, len(self.steps)))]
        found = (self.to(place) for place in places)
        return next((each for each in found if each.step.last and each.verdict is not None), None)

    def title(self, speak: Speak = as_it_is) -> str:
        """Who did what."""
        if not self.step.goes_on:
            return speak(message("the game begins"))
        title, verdict = speak(step_title(self.chronicle, self.step)), self.verdict
        return title if verdict is None else f"{title} {verdict.mark}"

    def lines(self, speak: Speak = as_it_is) -> list[str]:
        """What happened; at the end of a turn that another one was worth more than, that one."""
        lines = [speak(line) for line in step_lines(self.step, self.tell)]
        if self.verdict is not None and self.step.last:
            lines.append(speak(better_line(self.chronicle, self.verdict)))
        return lines

    def where(self, speak: Speak = as_it_is) -> str:
        """Where in the game this is."""
        return speak(
            message(
                "step {step} of {steps}, {round}, block {block}",
                step=self.place + 1,
                steps=len(self.steps),
                round=round_of(self.chronicle.game, max(1, self.chronicle.round_of(self.step))),
                block=self.step.seq,
            )
        )


def cursor_of(chronicle: Chronicle, tell: Tell = told, analysis: Analysis | None = None) -> Cursor:
    """A cursor at the start of a game. Raises NothingToDo if it has not begun."""
    steps = tuple(shown_steps(chronicle))
    if not steps:
        raise not_begun()
    return Cursor(chronicle, steps, tell=tell, analysis=analysis)


_JUMP = re.compile(r"(round|runde|tour|manche|block|bloc|r|t|m|b)? ?(\d{1,6})", re.IGNORECASE)


def jumped(cursor: Cursor, where: str) -> Cursor:
    """The cursor at a place in words: `round 4`, `block 12`, `r4`, or a number, which is a block.

    A round is also called `Runde`, `tour` or `manche`, a block `bloc`. Raises UsageError.
    """
    match = _JUMP.fullmatch(where.strip())
    if match is None:
        hint = message("write 12 for block 12, or r4 for {round}", round=round_of(cursor.chronicle.game, 4))
        raise UsageError(
            message("{words!r} is not a place in the game", words=where), rule="FORMATS 1", hint=hint
        )
    number = int(match[2])
    is_block = (match[1] or "b").lower().startswith("b")
    return cursor.to_block(number) if is_block else cursor.to_round(number)
