"""Letters of ours by their label alone: which block is in them, and whether the library has it already."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from khronos_pbem.errors import KhronosError
from khronos_pbem.library.library import Library
from khronos_pbem.mail.formats.mail_sources import Letter
from khronos_pbem.mail.incoming.find_saves import look_into
from khronos_pbem.mail.incoming.findings import News
from khronos_pbem.mail.incoming.learn_addresses import Sender, Wanted, author_of, sent_with
from khronos_pbem.mail.outgoing.letter import Label, game_of, label_of
from khronos_pbem.messages import message
from khronos_pbem.record.chain import heads_of
from khronos_pbem.record.save import Save


def label_on(letter: Letter) -> Label | None:
    """The label of a letter of ours; None for another one, and for one that cannot be read."""
    try:
        return label_of(letter.head)
    except KhronosError:  # looking into it says what is wrong
        return None


@dataclass
class Known:
    """What the library has, by game: whether a label names a block that is there already.

    Such a letter may still tell an address that is `wanted`.
    """

    library: Library
    wanted: Wanted
    saves: dict[str, tuple[Path, Save, list[str]]] = field(default_factory=dict)

    def news(self, letter: Letter, label: Label) -> News | None:
        """That a letter is older or the same, if its label says so and the library has that very block."""
        if not self.saves:
            for path, save in self.library.saves():
                self.saves[game_of(save.header)] = (
                    path,
                    save,
                    [head.hex()[:16] for head in heads_of(save)[1:]],
                )
        if label.game not in self.saves:
            return None
        path, save, heads = self.saves[label.game]
        if label.seq >= len(heads) or heads[label.seq] != label.head:
            return None
        title, sender = save.header.title, self._sender(letter, save, label)
        if label.seq == len(heads) - 1:
            text = message("{title}: you already have block {seq}", title=title, seq=label.seq)
            return News("same", text, letter.origin, game=path, sender=sender)
        text = message(
            "{title}: this is block {seq}, and you already have block {part}",
            title=title,
            seq=label.seq,
            part=len(heads) - 1,
        )
        return News("older", text, letter.origin, game=path, sender=sender)

    def _sender(self, letter: Letter, save: Save, label: Label) -> Sender | None:
        """Where such a letter came from, if it really holds that block; for that it has to be looked into."""
        if not self.wanted.takes(author_of(save, label.seq)):
            return None
        found = look_into(letter).saves
        return sent_with(letter, found, save) if found and len(found[0].blocks) == label.seq + 1 else None
