"""What a letter to a player's own telephone is made of."""

from __future__ import annotations

from typing import NamedTuple

from khronos_pbem.remote.answers.remote_state import AnswerResult
from khronos_pbem.session.queries.player_view import PlayerView
from khronos_pbem.session.replay.open_save import Opened


class LetterContents(NamedTuple):
    """What a letter to a player's own telephone is made of.

    `view` is the save `opened` as the player sees it. `address` is the player's own: sender and recipient.
    `token` belongs to the present state; it is empty if no answer is possible. `mark` (32 hex digits) makes
    the Message-ID. `can_undo` is until when an unsent turn can be taken back (UTC), or empty. With `hints`,
    turns are suggested. `language` is that of the page, `at` the present moment (UTC; empty: that of the
    newest block).
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
        """What the player has to do now, as a kind of block; empty if the game does not wait for them."""
        now = self.view.now
        return now.need if now is not None and now.seat == self.view.seat else ""
