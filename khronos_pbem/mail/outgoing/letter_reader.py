"""The reader of a letter: the player who is asked to act. Others may read the letter too."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from khronos_pbem.mail.outgoing.recipients import Addresses
from khronos_pbem.messages import Message, message
from khronos_pbem.record.block import JOIN
from khronos_pbem.session.queries.summaries import player_name
from khronos_pbem.session.replay.table import Table, waiting


def reader_seat(table: Table) -> int | None:
    """The seat that votes or acts next; None after the end of the game, and while seats are free."""
    now = waiting(table)
    if now is None or now.need == JOIN:
        return None
    return now.seat


class LetterReader(NamedTuple):
    """The player whom a letter asks to act; `colour` and `player` are empty if there is none.

    `player` is the name. `shared` is true if others read the letter too.
    """

    colour: str = ""
    player: str = ""
    shared: bool = False

    @classmethod
    def of(cls, table: Table, between: Addresses) -> LetterReader:
        """The reader of a letter with these addresses."""
        seat = reader_seat(table)
        if seat is None:
            return cls()
        shared = len(between.to) + len(between.copies) > 1
        return cls(table.seats[seat].colour, player_name(table, seat), shared)

    def salutation(self) -> Iterator[Message]:
        """Yield a sentence that names the reader, but only if others read the letter too."""
        if self.shared:
            yield message(
                "{player:Name}, this e-mail is for you. Everyone else gets a copy and does not need "
                "to do anything.",
                player=self.player,
            )

    def news_head(self) -> Message:
        """The sentence above the news."""
        if not self.player:
            return message("The most recent round:")
        if self.shared:
            return message("Since {colour}'s last turn:", colour=self.colour)
        return message("Since your last turn:")

    def next_head(self) -> Message:
        """The sentence above the command that reads the letter."""
        if self.shared:
            return message(
                "To bring your game up to date, save the attachment, open a terminal in its folder and type:"
            )
        return message("To continue, save the attachment, open a terminal in its folder and type:")

    def asked(self, sentence: Message) -> Message:
        """A sentence that asks the reader to act; it names the reader if others read the letter too."""
        if not self.shared:
            return sentence
        return message("{player:Name}: {sentence}", player=self.player, sentence=sentence)
