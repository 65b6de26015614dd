"""Strict parsing of the deck parts of a block, which may come from hostile files (DECK 8)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from khronos_pbem.deck.crypto.group import SIZE, unpack_points, unpack_scalars
from khronos_pbem.engine.card_handles import Handle
from khronos_pbem.engine.digests import decode_bytes, encode_bytes
from khronos_pbem.errors import DeckError
from khronos_pbem.messages import VerbatimText, message

Part = dict[str, Any]


def deck_error(what: str, hint: str | None = None, rule: str = "DECK 8") -> DeckError:
    """Return the error for an invalid deck part."""
    return DeckError(what, rule=rule, hint=hint)


def parse_table(value: object, keys: Sequence[str], where: str) -> Mapping[str, object]:
    """Return `value` if it is a table with exactly these keys.

    Raises DeckError for any other value; `where` names the place in the error.
    """
    if not isinstance(value, Mapping):
        raise deck_error(message("{where} is not a table", where=where))
    if set(value) != set(keys):
        odd = min(set(value) ^ set(keys), key=str)
        parts = {"where": where, "part": ascii(odd)[:40]}
        what = message("{where}: the key {part} is missing", **parts)
        if odd in value:
            what = message("{where}: unknown key {part}", **parts)
        raise deck_error(what, message("write a table with these keys: {keys}", keys=", ".join(keys)))
    return value


def parse_tables(value: object, keys: Sequence[str], where: str) -> list[Mapping[str, object]]:
    """Return `value` if it is a list of tables with exactly these keys.

    Raises DeckError for any other value.
    """
    if not isinstance(value, list | tuple):
        raise deck_error(message("{where} is not a list of tables", where=where))
    return [parse_table(entry, keys, where) for entry in value]


def parse_bytes(table: Mapping[str, object], key: str, size: int, where: str) -> bytes:
    """Decode a key's value, the canonical base64url text of exactly `size` bytes.

    Raises DeckError for any other value.
    """
    text = table[key]
    if not isinstance(text, str):
        raise deck_error(message("{where}: {key} is not text", where=where, key=VerbatimText(key)))
    try:
        return decode_bytes(text, size)
    except ValueError as problem:
        raise _wrong_value(where, key, problem) from None


def parse_scalars(table: Mapping[str, object], key: str, size: int, where: str) -> tuple[int, ...]:
    """Decode a key's value, `size` bytes of packed scalars, each below the group's order.

    Raises DeckError for any other value.
    """
    packed = parse_bytes(table, key, size, where)
    try:
        return unpack_scalars(packed)
    except ValueError as problem:
        raise _wrong_value(where, key, problem) from None


def _wrong_value(where: str, key: str, problem: ValueError) -> DeckError:
    return deck_error(
        message("{where}: {key}: {problem}", where=where, key=VerbatimText(key), problem=problem)
    )


def point_tables(points: Mapping[Handle, bytes]) -> list[Part]:
    """Return points of slots as tables, one per deck.

    Each table contains the deck's name, the slot numbers and the packed points.
    """
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


def parse_points(value: object, where: str) -> dict[Handle, bytes]:
    """Parse the tables of `point_tables` into points by handle.

    Raises DeckError if a table is malformed, or if slots are repeated or not sorted.
    """
    found: dict[Handle, bytes] = {}
    tables = parse_tables(value, ("deck", "slots", "points"), where)
    for table in tables:
        handles = _parse_handles(table, where)
        points = unpack_points(parse_bytes(table, "points", SIZE * len(handles), where))
        for handle, point in zip(handles, points, strict=True):
            if handle in found:
                raise deck_error(message("{where}: slot {handle} appears twice", where=where, handle=handle))
            found[handle] = point
    if list(found) != sorted(found) or len({handle.deck for handle in found}) != len(tables):
        raise deck_error(message("{where}: the slots are not in order", where=where))
    return found


def _parse_handles(table: Mapping[str, object], where: str) -> list[Handle]:
    deck, slots = table["deck"], table["slots"]
    if not isinstance(deck, str) or not isinstance(slots, list | tuple) or not slots:
        raise deck_error(message("{where}: the deck or the slots are missing", where=where))
    if len(deck) > 40 or not deck.isascii() or not deck.isprintable():
        raise deck_error(
            message("{where}: there is no deck called {part}", where=where, part=ascii(deck)[:40])
        )
    if any(type(slot) is not int or not 0 <= slot < 2**16 for slot in slots):
        raise deck_error(message("{where}: one of the slots is not a number", where=where))
    return [Handle(deck, slot) for slot in slots]


def check_slots(
    found: Mapping[Handle, bytes], expected: Sequence[Handle], why: Callable[[Handle], str]
) -> None:
    """Raise DeckError unless there are shares of exactly the expected slots.

    `why` returns the reason why no share of a slot is due.
    """
    for handle in found:
        if handle not in expected:
            what = message("a share for slot {handle} is not due: {why}", handle=handle, why=why(handle))
            raise deck_error(what, rule="DECK 5")
    for handle in expected:
        if handle not in found:
            what = message("the share for slot {handle} is missing", handle=handle)
            raise deck_error(
                what, message("a block must contain all shares and shuffles that are due"), rule="DECK 6"
            )
