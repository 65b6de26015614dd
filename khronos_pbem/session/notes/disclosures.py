"""Opening one's sealed texts to everybody once a game is over (FORMATS 2).

A block can no longer be written then, so what opens a text is a line by itself: it names the game, the block
and the order, holds the key of that one text, and is signed by its author. Whoever has the record checks it
with nothing else; what was taken in lies in the home, and `log` shows the texts from then on.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from khronos_pbem.deck.crypto.secrets import GameSecret
from khronos_pbem.engine.digests import decode_bytes, digest, encode_bytes
from khronos_pbem.errors import InvalidFile, KhronosError, NothingToDo, UsageError
from khronos_pbem.home.game_paths import at_game, game_key
from khronos_pbem.home.keyring import Identity
from khronos_pbem.messages import Typed, message
from khronos_pbem.record.block import Block
from khronos_pbem.record.chain import is_signature
from khronos_pbem.record.save import Header
from khronos_pbem.session.replay.sealed_messages import Private, author_key, opened_by_key, private_orders_in
from khronos_pbem.session.replay.table import Table, waiting
from khronos_pbem.storage.files import MAX_BYTES, read_if_possible, write_aside
from khronos_pbem.storage.home_folder import folder

FORMAT = "khronos-opening/1"
MOST_LINES = 10_000
"""Lines that are taken in at once; a game has fewer sealed texts."""

_PARTS = 6


class Opening(NamedTuple):
    """A text that its author has opened to all: the private order, the text, and the line that proves it."""

    order: Private
    text: str
    line: str

    def to_data(self) -> dict[str, Any]:
        """The opening as JSON-able data; `order` is its number in the block, from 1."""
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


def opening_line(opening: Opening) -> str:
    """An opened text for people: where it stands, who wrote it to whom, and the words."""
    one, words = opening.order, Typed(opening.text)
    if not one.to:
        return message(
            "block {seq}, note by {name} ({colour}): {words}",
            seq=one.seq,
            name=Typed(one.name),
            colour=one.colour,
            words=words,
        )
    return message(
        "block {seq}, {name} ({colour}) to {to} alone: {words}",
        seq=one.seq,
        name=Typed(one.name),
        colour=one.colour,
        to=one.to,
        words=words,
    )


def open_texts(
    table: Table, blocks: Sequence[Block], identity: Identity, secret: GameSecret, seq: int | None
) -> list[Opening]:
    """Open one's own sealed texts of a block (None: of all).

    Raises NothingToDo while the game is played, UsageError where there is nothing of one's own to open.
    """
    if table.position is None or waiting(table) is not None:
        hint = message("you can open your sealed texts when the game is over")
        raise NothingToDo(message("the game is not over yet"), rule="FORMATS 2", hint=hint)
    own = [one for one in private_orders_in(table.header, blocks) if one.place.author == identity.public]
    found = [_opened(one, identity, secret) for one in own if seq is None or one.seq == seq]
    readable = [each for each in found if each is not None]
    if not readable:
        there = ", ".join(dict.fromkeys(str(one.seq) for one in own))
        some = message("your sealed texts are in these blocks: {blocks}", blocks=there) if there else None
        raise UsageError(message("you have sealed nothing here"), rule="FORMATS 2", hint=some)
    return readable


def _opened(order: Private, identity: Identity, secret: GameSecret) -> Opening | None:
    key = author_key(order, secret)
    text = opened_by_key(order, key)
    if text is None:
        return None
    parts = (FORMAT, encode_bytes(order.place.game), str(order.seq), str(order.number + 1), encode_bytes(key))
    signature = encode_bytes(identity.sign(_signed(order, key)))
    return Opening(order, text, ".".join((*parts, signature)))


def _signed(order: Private, key: bytes) -> bytes:
    """What an author signs: that this key opens his text in this place."""
    return digest("opening", order.place.context, key)


def read_openings(header: Header, blocks: Sequence[Block], lines: Iterable[str]) -> list[Opening]:
    """What some lines open in a record. Raises InvalidFile, with the line, for one that does not hold."""
    orders = {(one.seq, one.number + 1): one for one in private_orders_in(header, blocks)}
    found: list[Opening] = []
    for number, line in enumerate(lines, 1):
        if number > MOST_LINES:
            raise InvalidFile(
                message("the text has more than {most} lines", most=MOST_LINES), rule="FORMATS 2", line=number
            )
        if line.strip():
            try:
                found.append(_read(orders, line.strip()))
            except KhronosError as problem:
                problem.line = number
                raise
    return found


def _read(orders: dict[tuple[int, int], Private], line: str) -> Opening:
    parts = line.split(".")
    if len(parts) != _PARTS or parts[0] != FORMAT:
        hint = message("ask the author for the lines that khronos note GAME --open all prints")
        raise InvalidFile(message("this line does not open a sealed text"), rule="FORMATS 2", hint=hint)
    try:
        game, key = decode_bytes(parts[1], 32), decode_bytes(parts[4], 32)
        order = orders.get((_number(parts[2]), _number(parts[3])))
    except ValueError:
        raise InvalidFile(message("the line is damaged and cannot be read"), rule="FORMATS 2") from None
    if order is None or order.place.game != game:
        raise InvalidFile(message("the line does not match any sealed text of this game"), rule="FORMATS 2")
    if not is_signature(parts[5], _signed(order, key), order.place.author):
        what = message("the text is by {author}, but the line is not signed by {author}", author=order.colour)
        raise InvalidFile(what, rule="FORMATS 2")
    text = opened_by_key(order, key)
    if text is None:
        raise InvalidFile(message("the key in the line does not open the text"), rule="FORMATS 2")
    return Opening(order, text, line)


def _number(text: str) -> int:
    """A number in its one form. Raises ValueError."""
    if not (text.isascii() and text.isdigit() and len(text) <= 6 and str(int(text)) == text):
        raise ValueError(text)
    return int(text)


# --- what was taken in ------------------------------------------------------------------------------------


def keep_openings(home: Path, header: Header, found: Sequence[Opening]) -> None:
    """Keep openings that hold, each text's once. Raises UsageError if the home cannot be written."""
    with at_game(home, header):
        known = _lines(home, header)
        by_text = {_about(line): line for line in [*known, *(each.line for each in found)]}
        folder(home, "openings")
        write_aside(_path(home, header), json.dumps({"lines": list(by_text.values())}).encode())


def known_openings(home: Path, header: Header, blocks: Sequence[Block]) -> list[Opening]:
    """The openings that were taken in and hold for these blocks, in the order of the record."""
    lines = _lines(home, header)
    if not lines:
        return []
    orders = {(one.seq, one.number + 1): one for one in private_orders_in(header, blocks)}
    found: list[Opening] = []
    for line in lines:
        try:
            found.append(_read(orders, line))
        except KhronosError:  # of another history, or damaged: what cannot be checked is not shown
            continue
    return sorted(found, key=lambda each: (each.order.seq, each.order.number))


def _about(line: str) -> str:
    return ".".join(line.split(".")[:4])


def _lines(home: Path, header: Header) -> list[str]:
    try:
        found = json.loads(read_if_possible(_path(home, header), MAX_BYTES) or b"{}")
        return [str(line) for line in found.get("lines", [])][:MOST_LINES]
    except (ValueError, AttributeError, TypeError, RecursionError):
        return []


def _path(home: Path, header: Header) -> Path:
    return home / "openings" / f"{game_key(header)}.json"
