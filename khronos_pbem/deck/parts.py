"""The deck's parts of a block as tables, read strictly: they come from hostile files (DECK 8)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from khronos_pbem.deck.crypto.group import SIZE, unpack, unpack_scalars
from khronos_pbem.engine.card_handles import Handle
from khronos_pbem.engine.digests import decode_bytes, encode_bytes
from khronos_pbem.errors import DeckError
from khronos_pbem.messages import VerbatimText, message

Part = dict[str, Any]


def broken(what: str, hint: str | None = None, rule: str = "DECK 8") -> DeckError:
    """The error for a part that does not hold."""
    return DeckError(what, rule=rule, hint=hint)


def table_of(value: Any, keys: Sequence[str], where: str) -> Mapping[str, Any]:
    """A table with exactly these keys. Raises DeckError."""
    if not isinstance(value, Mapping):
        raise broken(message("{where} is not a table", where=where))
    if set(value) != set(keys):
        odd = sorted(str(key) for key in set(value) ^ set(keys))
        raise broken(
            message("{where}: the key {part} is unknown or missing", where=where, part=ascii(odd[0])[:40]),
            message("its keys are {keys}", keys=", ".join(keys)),
        )
    return value


def tables_of(value: Any, keys: Sequence[str], where: str) -> list[Mapping[str, Any]]:
    """A list of such tables. Raises DeckError."""
    if not isinstance(value, list | tuple):
        raise broken(message("{where} is not a list of tables", where=where))
    return [table_of(entry, keys, where) for entry in value]


def bytes_of(table: Mapping[str, Any], key: str, size: int, where: str) -> bytes:
    """The bytes of a canonical base64url text of exactly this size. Raises DeckError."""
    text = table[key]
    if not isinstance(text, str):
        raise broken(message("{where}: {key} is not text", where=where, key=VerbatimText(key)))
    try:
        return decode_bytes(text, size)
    except ValueError as problem:
        raise broken(
            message("{where}: {key}: {problem}", where=where, key=VerbatimText(key), problem=problem)
        ) from None


def scalars_of(table: Mapping[str, Any], key: str, size: int, where: str) -> tuple[int, ...]:
    """Packed scalars below the group's order. Raises DeckError."""
    packed = bytes_of(table, key, size, where)
    try:
        return unpack_scalars(packed)
    except ValueError as problem:
        raise broken(
            message("{where}: {key}: {problem}", where=where, key=VerbatimText(key), problem=problem)
        ) from None


def opened_points(points: Mapping[Handle, bytes]) -> list[Part]:
    """Points for slots as tables, one a deck: its name, the slot numbers, the points packed."""
    decks: dict[str, list[Handle]] = {}
    for handle in sorted(points):
        decks.setdefault(handle.deck, []).append(handle)
    return [
        {
            "deck": deck,
            "slots": [handle.slot for handle in handles],
            "points": encode_bytes(b"".join(points[handle] for handle in handles)),
        }
        for deck, handles in decks.items()
    ]


def points_of(value: Any, where: str) -> dict[Handle, bytes]:
    """The points of `opened_points`, by handle, in the file's order. Raises DeckError."""
    found: dict[Handle, bytes] = {}
    tables = tables_of(value, ("deck", "slots", "points"), where)
    for table in tables:
        handles = _handles(table, where)
        points = unpack(bytes_of(table, "points", SIZE * len(handles), where))
        for handle, point in zip(handles, points, strict=True):
            if handle in found:
                raise broken(message("{where}: slot {handle} appears twice", where=where, handle=handle))
            found[handle] = point
    if list(found) != sorted(found) or len({handle.deck for handle in found}) != len(tables):
        raise broken(message("{where}: the slots are not in order", where=where))
    return found


def _handles(table: Mapping[str, Any], where: str) -> list[Handle]:
    deck, slots = table["deck"], table["slots"]
    if not isinstance(deck, str) or not isinstance(slots, list | tuple) or not slots:
        raise broken(message("{where}: the deck or the slots are missing", where=where))
    if len(deck) > 40 or not deck.isascii() or not deck.isprintable():
        raise broken(message("{where}: there is no deck {part}", where=where, part=ascii(deck)[:40]))
    if any(type(slot) is not int or not 0 <= slot < 2**16 for slot in slots):
        raise broken(message("{where}: a slot is not a number", where=where))
    return [Handle(deck, slot) for slot in slots]


def same_slots(
    found: Mapping[Handle, bytes], expected: Sequence[Handle], why: Callable[[Handle], str]
) -> None:
    """Raise DeckError unless there are shares for exactly the expected slots, in order.

    `why` says why a slot has no share.
    """
    for handle in found:
        if handle not in expected:
            raise broken(
                message("a share for slot {handle} is not due: {why}", handle=handle, why=why(handle)),
                rule="DECK 5",
            )
    for handle in expected:
        if handle not in found:
            raise broken(
                message("the share for slot {handle} is missing", handle=handle),
                message("a block must contain everything that is due"),
                rule="DECK 6",
            )
