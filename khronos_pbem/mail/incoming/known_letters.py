"""Recognize khronos letters whose block is already in the library, by their label alone."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from khronos_pbem.errors import KhronosError
from khronos_pbem.library.library import Library
from khronos_pbem.mail.formats.mail_sources import Letter
from khronos_pbem.mail.incoming.learn_addresses import Sender, WantedAddresses, block_author, find_sender
from khronos_pbem.mail.incoming.received_item import ReceivedItem, repeated_item
from khronos_pbem.mail.incoming.scan_letter import scan_letter
from khronos_pbem.mail.outgoing.letter_headers import Label, label_game_id, parse_label
from khronos_pbem.record.chain import block_hashes
from khronos_pbem.record.save import Save


def read_label(letter: Letter) -> Label | None:
    """Return the label of a khronos letter; None if the letter has no label or cannot be read."""
    try:
        return parse_label(letter.head)
    except KhronosError:  # looking into it says what is wrong
        return None


@dataclass
class KnownLetters:
    """The blocks of the library by game, to recognize letters that contain nothing new.

    Such a letter may still have an address that is `wanted`.
    """

    library: Library
    wanted: WantedAddresses
    saves: dict[str, tuple[Path, Save, list[str]]] = field(default_factory=dict)

    def news(self, letter: Letter, label: Label) -> ReceivedItem | None:
        """Return an item `same` or `older` if the labelled block is in the library; otherwise None."""
        if not self.saves:
            for path, save in self.library.saves():
                heads = [head.hex()[:16] for head in block_hashes(save)[1:]]
                self.saves[label_game_id(save.header)] = (path, save, heads)
        if label.game not in self.saves:
            return None
        path, save, heads = self.saves[label.game]
        if label.seq >= len(heads) or heads[label.seq] != label.head:
            return None
        sender = self._sender_if_wanted(letter, save, label)
        return repeated_item(save.header, label.seq, len(heads) - 1, letter.origin, path, sender)

    def _sender_if_wanted(self, letter: Letter, save: Save, label: Label) -> Sender | None:
        """The sender of a known letter, if the address is wanted and the letter really holds that block."""
        if not self.wanted.takes(block_author(save, label.seq)):
            return None
        found = scan_letter(letter).saves
        return find_sender(letter, found, save) if found and len(found[0].blocks) == label.seq + 1 else None
