"""The contents of a letter to a player's own telephone."""

from __future__ import annotations

from typing import NamedTuple

from khronos_pbem.remote.answers.remote_state import AnswerResult
from khronos_pbem.session.queries.player_view import PlayerView
from khronos_pbem.session.replay.open_save import Opened


class LetterContents(NamedTuple):
    """The contents of a letter to a player's own telephone.

    `view` is the player's view of the save `opened`. `address` is the player's own address, both sender and
    recipient. `token` belongs to the present state; it is empty if no answer is possible. `mark` (32 hex
    digits) is used for the Message-ID. `can_undo` is the time (UTC) until which an unsent turn can be taken
    back, or empty.

    With `hints`, turns are suggested. `language` is the language of the page. `at` is the present time in
    UTC; if empty, the time of the newest block.
    """

    opened: Opened
    view: PlayerView
    address: str
    token: str
    mark: str
    result: AnswerResult | None = None
    reminder: bool = False
    can_undo: str = ""
    hints: bool = False
    language: str = "en"
    at: str = ""

    @property
    def need(self) -> str:
        """The kind of block that the player has to write now; empty if there is none."""
        now = self.view.now
        return now.need if now is not None and now.seat == self.view.seat else ""
