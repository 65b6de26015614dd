"""Send your shares of decks and rolls in `next` and `receive --assist`, and print the result."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from khronos_pbem.cli.delivery.send_option import (
    LetterResult,
    SendOptions,
    exit_code_of,
    letter_data,
    send_block,
    sent_lines,
    unsent_lines,
)
from khronos_pbem.library.game_row import GameRow
from khronos_pbem.library.send_shares import SentShare, send_all_shares
from khronos_pbem.messages import VerbatimText, message
from khronos_pbem.record.block import ACK
from khronos_pbem.session.commands.write_blocks import WriteResult
from khronos_pbem.session.context import Context
from khronos_pbem.session.queries.summaries import whose_move_line
from khronos_pbem.session.replay.departures import colours_text


@dataclass(frozen=True, slots=True)
class AutomaticShare:
    """A share that was added to a game or could not be added, and the letter that was sent with it."""

    paid: SentShare
    letter: LetterResult | None

    def lines(self) -> list[str]:
        """The lines for standard output: the share, and the letter if it was sent."""
        if self.paid.done is None:
            return []
        return [self._share_line(self.paid.done), *sent_lines(self.letter)]

    def _share_line(self, done: WriteResult) -> str:
        title, now = VerbatimText(self.paid.title), whose_move_line(done.draft.table)
        run = done.opened.table.run
        if done.draft.block.kind == ACK and run is not None:
            gone = colours_text(done.opened.table, run.without)
            return message(
                "{title}: you have confirmed the vote to continue without {colours}. {now:Name}",
                title=title,
                colours=gone,
                now=now,
            )
        return message("{title}: your share has been added. {now:Name}", title=title, now=now)

    def notes(self) -> list[str]:
        """The lines for standard error: the problem or the warnings, and the letter if it was not sent."""
        if self.paid.problem is not None:
            title, problem = VerbatimText(self.paid.title), self.paid.problem.full_message
            told = message("{title}: your share could not be added: {problem}", title=title, problem=problem)
            return [told]
        lines = [] if self.paid.done is None else list(self.paid.done.warnings)
        return [*lines, *unsent_lines(self.letter)]

    def to_data(self) -> dict[str, Any]:
        """The share and its letter as JSON-able data."""
        data: dict[str, Any] = {"file": str(self.paid.path), "title": self.paid.title}
        if self.paid.problem is not None:
            return {**data, **self.paid.problem.to_data()}
        assert self.paid.done is not None
        return {**data, "seq": self.paid.done.draft.block.seq, **letter_data(self.letter)}

    def code(self) -> int:
        """Return the exit code for the share's problem, else for the letter's; 0 if there is none."""
        return exit_code_of(self.paid.problem, self.letter)


def send_missing_shares(
    rows: Iterable[GameRow], context: Context, how: SendOptions | None
) -> list[AutomaticShare]:
    """Add the player's missing shares in the games of these rows, and send the letters if `how` is given."""
    found: list[AutomaticShare] = []
    for paid in send_all_shares(rows, context):
        letter = None if paid.done is None or paid.more else send_block(paid.done, paid.path, paid.name, how)
        found.append(AutomaticShare(paid, letter))
    return found
