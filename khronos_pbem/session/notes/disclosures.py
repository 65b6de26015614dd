"""Disclosing sealed texts to everybody once a game is over (FORMATS 2).

No block can be written then, so each text is disclosed by a line of its own. The line names the game, the
block and the order, contains the key of that one text, and is signed by the author. Anyone who has the
record can check it. Received lines are stored in the home, and `log` shows the texts from then on.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from khronos_pbem.deck.crypto.secrets import GameSecret
from khronos_pbem.engine.digests import decode_bytes, digest, encode_bytes
from khronos_pbem.errors import InvalidFile, KhronosError, NothingToDo, UsageError
from khronos_pbem.home.game_paths import game_key, game_lock
from khronos_pbem.home.keyring import Identity
from khronos_pbem.messages import VerbatimText, message
from khronos_pbem.record.block import Block
from khronos_pbem.record.chain import is_signature
from khronos_pbem.record.save import Header
from khronos_pbem.session.replay.sealed_messages import (
    PrivateOrder,
    author_key,
    open_with_key,
    private_orders_in,
)
from khronos_pbem.session.replay.table import Table, waiting
from khronos_pbem.storage.json_store import JsonStore, json_codec, text_list

FORMAT = "khronos-opening/1"
MOST_LINES = 10_000
"""The largest number of lines accepted at once; a game has fewer sealed texts."""

_PARTS = 6


class DisclosedText(NamedTuple):
    """A text that its author disclosed: the private order, the text, and the line that proves it."""

    order: PrivateOrder
    text: str
    line: str

    def to_data(self) -> dict[str, object]:
        """The disclosed text as JSON-able data; `order` is its number in the block, from 1."""
        one = self.order
        return {
            "seq": one.seq,
            "order": one.number + 1,
            "colour": one.colour,
            "name": one.name,
            "to": one.to,
            "text": self.text,
            "line": self.line,
        }


def disclosed_text_line(opening: DisclosedText) -> str:
    """Return a disclosed text as a line for people: its block, author, recipient and text."""
    one, words = opening.order, VerbatimText(opening.text)
    parts = {"seq": one.seq, "name": VerbatimText(one.name), "colour": one.colour, "words": words}
    if not one.to:
        return message("block {seq}, note by {name} ({colour}): {words}", **parts)
    return message("block {seq}, {name} ({colour}) to {to} only: {words}", **parts, to=one.to)


def disclose_texts(
    table: Table, blocks: Sequence[Block], identity: Identity, secret: GameSecret, seq: int | None
) -> list[DisclosedText]:
    """Disclose the identity's own sealed texts in block `seq` (None: in all blocks), and return them.

    Raises NothingToDo until the game is over, UsageError if there is no own text to disclose.
    """
    if table.position is None or waiting(table) is not None:
        hint = message("you can open your sealed texts when the game is over")
        raise NothingToDo(message("the game is not over yet"), rule="FORMATS 2", hint=hint)
    own = [one for one in private_orders_in(table.header, blocks) if one.place.author == identity.public]
    found = [_disclose_text(one, identity, secret) for one in own if seq is None or one.seq == seq]
    readable = [each for each in found if each is not None]
    if not readable:
        there = ", ".join(dict.fromkeys(str(one.seq) for one in own))
        some = message("your sealed texts are in these blocks: {blocks}", blocks=there) if there else None
        raise UsageError(message("you have not sealed any text here"), rule="FORMATS 2", hint=some)
    return readable


def _disclose_text(order: PrivateOrder, identity: Identity, secret: GameSecret) -> DisclosedText | None:
    """The disclosure of one own text; None if it cannot be opened."""
    key = author_key(order, secret)
    text = open_with_key(order, key)
    if text is None:
        return None
    parts = (FORMAT, encode_bytes(order.place.game), str(order.seq), str(order.number + 1), encode_bytes(key))
    signature = encode_bytes(identity.sign(_signed_data(order, key)))
    return DisclosedText(order, text, ".".join((*parts, signature)))


def _signed_data(order: PrivateOrder, key: bytes) -> bytes:
    """Return the bytes that an author signs to confirm that this key opens the text in this place."""
    return digest("opening", order.place.context, key)


def parse_disclosures(header: Header, blocks: Sequence[Block], lines: Iterable[str]) -> list[DisclosedText]:
    """Return the sealed texts of a record that these lines disclose.

    Raises InvalidFile, with the line number, for an invalid line or for too many lines.
    """
    orders = {(one.seq, one.number + 1): one for one in private_orders_in(header, blocks)}
    found: list[DisclosedText] = []
    for number, line in enumerate(lines, 1):
        if number > MOST_LINES:
            what = message("the text has more than {most} lines", most=MOST_LINES)
            raise InvalidFile(what, rule="FORMATS 2", line=number)
        if line.strip():
            try:
                found.append(_read(orders, line.strip()))
            except KhronosError as problem:
                raise problem.changed(line=number) from None
    return found


def _read(orders: dict[tuple[int, int], PrivateOrder], line: str) -> DisclosedText:
    parts = line.split(".")
    if len(parts) != _PARTS or parts[0] != FORMAT:
        hint = message("ask the author for the lines printed by khronos note GAME --open all")
        raise InvalidFile(message("this line does not open a sealed text"), rule="FORMATS 2", hint=hint)
    try:
        game, key = decode_bytes(parts[1], 32), decode_bytes(parts[4], 32)
        order = orders.get((_number(parts[2]), _number(parts[3])))
    except ValueError:
        raise InvalidFile(message("the line is damaged and cannot be read"), rule="FORMATS 2") from None
    if order is None or order.place.game != game:
        raise InvalidFile(message("the line does not match any sealed text in this game"), rule="FORMATS 2")
    if not is_signature(parts[5], _signed_data(order, key), order.place.author):
        what = message("the text is by {author}, but the line is not signed by {author}", author=order.colour)
        raise InvalidFile(what, rule="FORMATS 2")
    text = open_with_key(order, key)
    if text is None:
        raise InvalidFile(message("the key in this line does not open the sealed text"), rule="FORMATS 2")
    return DisclosedText(order, text, line)


def _number(text: str) -> int:
    """Return the number in a text without leading zeros. Raises ValueError for any other text."""
    if not (text.isascii() and text.isdigit() and len(text) <= 6 and str(int(text)) == text):
        raise ValueError(text)
    return int(text)


# --- what was taken in ------------------------------------------------------------------------------------


def save_disclosures(home: Path, header: Header, found: Sequence[DisclosedText]) -> None:
    """Store valid disclosures, one for each text. Raises UsageError if the home cannot be written."""

    def added(known: list[str]) -> list[str]:
        return list({_about(line): line for line in [*known, *(each.line for each in found)]}.values())

    _store(home, header).change(added)


def load_disclosures(home: Path, header: Header, blocks: Sequence[Block]) -> list[DisclosedText]:
    """The stored disclosures that are valid for these blocks, in the order of the record."""
    lines = _store(home, header).read()[:MOST_LINES]
    if not lines:
        return []
    orders = {(one.seq, one.number + 1): one for one in private_orders_in(header, blocks)}
    found: list[DisclosedText] = []
    for line in lines:
        try:
            found.append(_read(orders, line))
        except KhronosError:  # of another history, or damaged: what cannot be checked is not shown
            continue
    return sorted(found, key=lambda each: (each.order.seq, each.order.number))


def _about(line: str) -> str:
    """The part of a line that names the text: format, game, block and order."""
    return ".".join(line.split(".")[:4])


def _store(home: Path, header: Header) -> JsonStore[list[str]]:
    """Return the store of the disclosure lines received for a game."""
    path = home / "openings" / f"{game_key(header)}.json"
    return JsonStore(path, _CODEC, [], partial(game_lock, home, header))


_CODEC = json_codec(lambda data: text_list(data["lines"]), lambda lines: {"lines": lines})
