"""Players at a table of the deck, for tests: everybody writes, and everybody checks what is written."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from khronos_pbem.deck.crypto.secrets import GameSecret
from khronos_pbem.deck.joining import accept_join, make_join
from khronos_pbem.deck.ledger import CheckLevel, Ledger
from khronos_pbem.deck.payment import accept_payment, pay
from khronos_pbem.engine.card_handles import Handle
from khronos_pbem.engine.digests import decode_bytes, encode_bytes

GAME_ID = bytes(range(16))
LABELS = ("military", "military", "religious", "civil", "civil", "civil")


def secrets(count: int, game_id: bytes = GAME_ID) -> list[GameSecret]:
    return [GameSecret.derive(bytes([seat + 1]) * 32, game_id) for seat in range(count)]


def empty(count: int, labels: Sequence[str] = LABELS) -> Ledger:
    seats = tuple(f"seat/{seat}" for seat in range(count))
    return Ledger.new(GAME_ID, count, {"seats": seats, "cards/1": tuple(labels)})


def joined(count: int, labels: Sequence[str] = LABELS, checks: CheckLevel = CheckLevel.FULL) -> Ledger:
    """The ledger after a lap of joins; with TRUSTED the proofs are made but not checked."""
    ledger = empty(count, labels)
    for secret in secrets(count):
        part, written = make_join(ledger, secret)
        ledger = accept_join(ledger, part, checks)
        assert ledger == written
    return ledger


def cards(deck: str, *slots: int) -> tuple[Handle, ...]:
    return tuple(Handle(deck, slot) for slot in slots)


def paid(
    ledger: Ledger, seat: int, reveal: Sequence[Handle] = (), checks: CheckLevel = CheckLevel.FULL
) -> tuple[Ledger, Mapping[Handle, str]]:
    """The ledger after a payment that was written and read again."""
    made = pay(ledger, seat, secrets(ledger.seats)[seat], reveal)
    after, labels = accept_payment(ledger, seat, made.part, checks)
    assert (after, labels) == (made.ledger, made.labels)
    return after, labels


def changed(part: Any, change: Callable[[Any], None]) -> Any:
    """A copy of a part with something changed."""
    copied = copy.deepcopy(part)
    change(copied)
    return copied


def with_item(text: str, index: int, item: bytes) -> str:
    """A packed list with one of its items replaced by another, a point by a point or a scalar by a scalar."""
    data, size = bytearray(decode_bytes(text)), len(item)
    at = index % (len(data) // size) * size
    data[at : at + size] = item
    return encode_bytes(bytes(data))
