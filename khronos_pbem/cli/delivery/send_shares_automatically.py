"""What `next` and `receive --assist` pay, the letters with it, and what is told of both."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from khronos_pbem.cli.delivery.send_option import Posted, Posting, posted
from khronos_pbem.cli.terminal.printing import note
from khronos_pbem.library.send_shares import Paid, pay_debts
from khronos_pbem.messages import Typed, message
from khronos_pbem.record.block import ACK
from khronos_pbem.session.commands.write_blocks import Done
from khronos_pbem.session.context import Context
from khronos_pbem.session.queries.summaries import whose_move
from khronos_pbem.session.replay.departures import names_of


@dataclass(frozen=True, slots=True)
class Payment:
    """A debt that was paid, or was not, and the letter that left with it."""

    paid: Paid
    letter: Posted | None

    def lines(self) -> list[str]:
        """What is told of it on standard output."""
        if self.paid.done is None:
            return []
        lines: list[str] = [self._what(self.paid.done)]
        if self.letter is not None and self.letter.problem is None:
            lines += self.letter.lines
        return lines

    def _what(self, done: Done) -> str:
        title, now = Typed(self.paid.title), whose_move(done.draft.table)
        run = done.opened.table.run
        if done.draft.block.kind == ACK and run is not None:
            gone = names_of(done.opened.table, run.without)
            return message(
                "{title}: confirmed the vote to continue without {colours}. {now:Name}",
                title=title,
                colours=gone,
                now=now,
            )
        return message("{title}: added your share. {now:Name}", title=title, now=now)

    def notes(self) -> list[str]:
        """What is told of it on standard error."""
        if self.paid.problem is not None:
            title, problem = Typed(self.paid.title), self.paid.problem.said
            return [
                message("{title}: your share could not be added: {problem}", title=title, problem=problem)
            ]
        lines = [] if self.paid.done is None else list(self.paid.done.warnings)
        return lines if self.letter is None or self.letter.problem is None else [*lines, *self.letter.lines]

    def to_data(self) -> dict[str, Any]:
        """The payment in a JSON document."""
        data: dict[str, Any] = {"file": str(self.paid.path), "title": self.paid.title}
        if self.paid.problem is not None:
            return {**data, **self.paid.problem.to_data()}
        assert self.paid.done is not None
        data["seq"] = self.paid.done.draft.block.seq
        return data if self.letter is None else {**data, "letter": self.letter.to_data()}

    def code(self) -> int:
        """The exit code that it stands for."""
        problem = self.paid.problem or (self.letter and self.letter.problem)
        return int(problem.exit) if problem else 0


def payments(rows: Iterable[Mapping[str, Any]], context: Context, how: Posting | None) -> list[Payment]:
    """Pay what is owed in the games of these rows, and send the letters if they are to be sent."""
    found: list[Payment] = []
    for paid in pay_debts(rows, context):
        letter = None if paid.done is None or paid.more else posted(paid.done, paid.path, paid.name, how)
        found.append(Payment(paid, letter))
    return found


def note_payments(found: Iterable[Payment]) -> None:
    """Tell what went wrong with payments and their letters."""
    for payment in found:
        for line in payment.notes():
            note(line)
