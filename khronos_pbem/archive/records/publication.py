"""Publications for spectators: text records up to a chosen delay, signed by their publisher.

A record is checked before it is signed. It is read again from its text alone, without any key. This must
result in exactly the public positions recorded in the players' signed blocks (`after`). Every card in the
record must have been shown to everyone by its block. So a publication cannot contain anything hidden.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path

from khronos_pbem.archive.records.text_record import text_record_of
from khronos_pbem.archive.records.text_record_reader import read_text_record
from khronos_pbem.archive.timeline import Chronicle, chronicle_from_history
from khronos_pbem.engine.digests import decode_bytes, digest, encode_bytes
from khronos_pbem.errors import InvalidFile, NothingToDo, UsageError
from khronos_pbem.home.keyring import Identity
from khronos_pbem.messages import message
from khronos_pbem.record.chain import is_signature
from khronos_pbem.session.replay.history import History
from khronos_pbem.session.replay.table import public_digest

_DELAY = re.compile(r"(\d{1,3}) ?(block|round|day)s?")
_SEAL = "Signature"


@dataclass(frozen=True, slots=True)
class Delay:
    """How far a publication stays behind the game; `unit` is `block`, `round` or `day`."""

    count: int
    unit: str


def parse_delay(text: str) -> Delay:
    """The delay in a text such as `2 rounds`. Raises UsageError for any other text."""
    match = _DELAY.fullmatch(text.strip().lower())
    if match is None:
        hint = message("write a delay such as '5 blocks', '1 round' or '3 days'")
        raise UsageError(message("{words!r} is not a valid delay", words=text), hint=hint)
    return Delay(int(match[1]), match[2])


def sign_publication(history: History, source: Path, identity: Identity, delay: Delay, now: str) -> str:
    """Return the text record of a game up to a delay, checked for hidden information and signed.

    `now` is UTC in whole seconds. Raises NothingToDo if no turn is old enough, InvalidFile if the check
    fails.
    """
    part = _old_enough(history, delay, now)
    chronicle = chronicle_from_history(part, source)
    if not any(chronicle.played_steps()):
        raise NothingToDo(
            message("no turn is old enough to publish yet"), hint=message("wait, or choose a shorter delay")
        )
    check_nothing_hidden(part, text_record_of(chronicle))
    seal = (
        ("Publisher", identity.name),
        ("Key", encode_bytes(identity.public)),
        ("Head", encode_bytes(part.heads[len(part.entries)])),
    )
    unsigned = replace(chronicle, seal=seal)
    signature = encode_bytes(identity.sign(_digest_to_sign(text_record_of(unsigned))))
    return text_record_of(replace(chronicle, seal=(*seal, (_SEAL, signature))))


def _old_enough(history: History, delay: Delay, now: str) -> History:
    """The part of a history that is old enough to publish.

    After the end of a game, only a delay in days applies.
    """
    entries = history.entries
    table = history.table
    over = table.position is not None and table.game.is_over(table.position)
    if delay.unit == "day":
        limit = datetime.fromisoformat(now) - timedelta(days=delay.count)
        count = sum(datetime.fromisoformat(entry.block.at) <= limit for entry in entries)
    elif over:
        count = len(entries)
    elif delay.unit == "block":
        count = max(0, len(entries) - delay.count)
    else:
        count = _block_count_rounds_ago(history, delay.count)
    return History(history.start, entries[:count], history.heads[: count + 1])


def _block_count_rounds_ago(history: History, rounds: int) -> int:
    """The number of blocks up to the end of the round that was played `rounds` rounds ago."""
    game, now = history.table.game, history.table.position
    if now is None:
        return 0
    if rounds == 0:
        return len(history.entries)
    newest = game.round(now) - rounds
    old = [
        number
        for number, entry in enumerate(history.entries, 1)
        if entry.table.position is None or game.round(entry.table.position) <= newest
    ]
    return max(old, default=0)


def check_nothing_hidden(history: History, text: str) -> None:
    """Raise InvalidFile unless a text record alone leads to the positions of the signed blocks.

    Also raise it if the record contains a card that was not shown to everyone.
    """
    again = read_text_record(text.encode(), Path("record"))
    ends = {step.seq: step for step in again.steps if step.last}
    for entry in history.entries:
        seq = entry.block.seq
        step = ends.get(seq)
        if step is None:
            if entry.block.orders:
                raise InvalidFile(message("the block is missing from the record"), block=seq)
            continue
        if public_digest(again.game, step.position) != entry.block.after:
            raise InvalidFile(
                message("the record leads to a position that differs from the one in the signed block"),
                block=seq,
            )
        held = entry.table.ledger.held
        if any(handle not in held or held[handle].label != label for handle, label in step.cards.items()):
            raise InvalidFile(message("the record names a card that has not been shown"), block=seq)


@dataclass(frozen=True, slots=True)
class Publication:
    """A verified publication: its game, its publisher's name and key, and the hash of its last block."""

    chronicle: Chronicle
    publisher: str
    key: bytes
    head: str

    @property
    def seq(self) -> int:
        """The number of the record's last block."""
        return self.chronicle.steps[-1].seq


def read_publication(data: bytes, source: Path) -> Publication:
    """Read a publication: replay it by the rules and check its signature.

    Raises InvalidFile if it is not valid or not signed.
    """
    chronicle = read_text_record(data, source)
    seal = dict(chronicle.seal)
    if set(seal) != {"Publisher", "Key", "Head", _SEAL}:
        raise InvalidFile(message("the record is not signed"), file=str(source))
    unsigned = replace(chronicle, seal=chronicle.seal[:-1])
    try:
        key = decode_bytes(seal["Key"], 32)
        decode_bytes(seal["Head"], 32)
    except ValueError:
        what = message("the Key or Head header cannot be read")
        raise InvalidFile(what, file=str(source)) from None
    if not is_signature(seal[_SEAL], _digest_to_sign(text_record_of(unsigned)), key):
        what = message("the publisher's signature does not match this record")
        raise InvalidFile(what, file=str(source))
    return Publication(chronicle, seal["Publisher"], key, seal["Head"])


def check_publication_matches(publication: Publication, history: History) -> None:
    """Raise InvalidFile unless a publication is exactly the beginning of this game."""
    same = [number for number, head in enumerate(history.heads) if encode_bytes(head) == publication.head]
    if not same:
        raise InvalidFile(message("the record does not belong to this game"))
    part = History(history.start, history.entries[: same[0]], history.heads[: same[0] + 1])
    bare = replace(publication.chronicle, seal=())
    if text_record_of(chronicle_from_history(part, publication.chronicle.source)) != text_record_of(bare):
        raise InvalidFile(message("the record does not match the game"))


def _digest_to_sign(text: str) -> bytes:
    return digest("record/published", text.encode())
