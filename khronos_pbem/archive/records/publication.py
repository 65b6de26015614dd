"""The record as spectators may see it: a text record up to a chosen delay, signed by who publishes it.

What is published is checked before it is signed: read anew, from the text alone and without any key, it must
come to exactly the public positions that the players' own signed blocks name (`after`), and every card in it
must have been shown to all by its block. So nothing hidden is in it: nothing hidden was needed, and there is
no place for it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path

from khronos_pbem.archive.records.text_record import notation_of
from khronos_pbem.archive.records.text_record_reader import read_notation
from khronos_pbem.archive.timeline import Chronicle, of_history
from khronos_pbem.engine.digests import decode_bytes, digest, encode_bytes
from khronos_pbem.errors import InvalidFile, NothingToDo, UsageError
from khronos_pbem.home.keyring import Identity
from khronos_pbem.messages import message
from khronos_pbem.record.chain import is_signature
from khronos_pbem.session.replay.history import History
from khronos_pbem.session.replay.table import digest_of

_DELAY = re.compile(r"(\d{1,3}) ?(block|round|day)s?")
_SEAL = "Signature"


@dataclass(frozen=True, slots=True)
class Delay:
    """How far behind the game a publication stays: so many blocks, rounds or days."""

    count: int
    unit: str


def delay_of(text: str) -> Delay:
    """The delay that a text like `2 rounds` says. Raises UsageError."""
    match = _DELAY.fullmatch(text.strip().lower())
    if match is None:
        hint = message("write it like '5 blocks', '1 round' or '3 days'")
        raise UsageError(message("{words!r} is not a delay", words=text), rule="FORMATS 1", hint=hint)
    return Delay(int(match[1]), match[2])


def published(history: History, source: Path, identity: Identity, delay: Delay, now: str) -> str:
    """The text record of a game up to a delay, proven to hold nothing hidden, and signed.

    `now` is UTC in whole seconds. Raises NothingToDo if the delay leaves nothing to publish.
    """
    part = _until(history, delay, now)
    chronicle = of_history(part, source)
    if not any(chronicle.played()):
        raise NothingToDo(
            message("nothing is old enough to publish yet"),
            rule="FORMATS 1",
            hint=message("wait, or choose a shorter delay"),
        )
    prove_public(part, notation_of(chronicle))
    seal = (
        ("Publisher", identity.name),
        ("Key", encode_bytes(identity.public)),
        ("Head", encode_bytes(part.heads[len(part.entries)])),
    )
    unsigned = replace(chronicle, seal=seal)
    signature = encode_bytes(identity.sign(_signed(notation_of(unsigned))))
    return notation_of(replace(chronicle, seal=(*seal, (_SEAL, signature))))


def _until(history: History, delay: Delay, now: str) -> History:
    """The part of a history that is old enough; a finished game is no secret but for days."""
    entries = history.entries
    table = history.table
    over = table.position is not None and table.game.over(table.position)
    if delay.unit == "day":
        limit = datetime.fromisoformat(now) - timedelta(days=delay.count)
        count = sum(datetime.fromisoformat(entry.block.at) <= limit for entry in entries)
    elif over:
        count = len(entries)
    elif delay.unit == "block":
        count = max(0, len(entries) - delay.count)
    else:
        count = _rounds_back(history, delay.count)
    return History(history.start, entries[:count], history.heads[: count + 1])


def _rounds_back(history: History, rounds: int) -> int:
    """How many blocks there are up to the end of the round so many rounds ago."""
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


def prove_public(history: History, text: str) -> None:
    """Raise InvalidFile unless a text record comes, by itself, to what the signed blocks say."""
    again = read_notation(text.encode(), Path("record"))
    ends = {step.seq: step for step in again.steps if step.last}
    for entry in history.entries:
        step = ends.get(entry.block.seq)
        if step is None:
            if entry.block.orders:
                raise InvalidFile(message("the block is missing from the record"), block=entry.block.seq)
            continue
        if digest_of(again.game, step.position) != entry.block.after:
            raise InvalidFile(
                message("the record leads to a different position than the signed block"),
                block=entry.block.seq,
            )
        held = entry.table.ledger.held
        if any(handle not in held or held[handle].label != label for handle, label in step.cards.items()):
            raise InvalidFile(
                message("the record names a card that has not been shown"), block=entry.block.seq
            )


@dataclass(frozen=True, slots=True)
class Publication:
    """A published record that was checked: the game, who published it, and its place in the save."""

    chronicle: Chronicle
    publisher: str
    key: bytes
    head: str

    @property
    def seq(self) -> int:
        """The last block of the record."""
        return self.chronicle.steps[-1].seq


def check_published(data: bytes, source: Path) -> Publication:
    """A publication, replayed by the rules and its signature checked. Raises InvalidFile."""
    chronicle = read_notation(data, source)
    seal = dict(chronicle.seal)
    if set(seal) != {"Publisher", "Key", "Head", _SEAL}:
        raise InvalidFile(message("the record is not signed"), rule="FORMATS 4", file=str(source))
    unsigned = replace(chronicle, seal=chronicle.seal[:-1])
    try:
        key = decode_bytes(seal["Key"], 32)
        decode_bytes(seal["Head"], 32)
    except ValueError:
        what = message("the header Key or Head cannot be read")
        raise InvalidFile(what, rule="FORMATS 4", file=str(source)) from None
    if not is_signature(seal[_SEAL], _signed(notation_of(unsigned)), key):
        what = message("the publisher's signature does not match this record")
        raise InvalidFile(what, rule="FORMATS 4", file=str(source))
    return Publication(chronicle, seal["Publisher"], key, seal["Head"])


def check_against(publication: Publication, history: History) -> None:
    """Raise InvalidFile unless a publication is the beginning of this game."""
    same = [number for number, head in enumerate(history.heads) if encode_bytes(head) == publication.head]
    if not same:
        raise InvalidFile(message("the record does not belong to this game"), rule="FORMATS 4")
    part = History(history.start, history.entries[: same[0]], history.heads[: same[0] + 1])
    bare = replace(publication.chronicle, seal=())
    if notation_of(of_history(part, publication.chronicle.source)) != notation_of(bare):
        raise InvalidFile(message("the record differs from the game"), rule="FORMATS 4")


def _signed(text: str) -> bytes:
    return digest("record/published", text.encode())
