"""What the makers of `tests/hostile/` share: a case, and a place in a game behind which one block breaks.

A block is broken in one way only: what its author can make right behind the break, as proof and signature,
is made anew with his keys.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from khronos_pbem.deck.crypto.equality import EqualityClaim, prove_equality
from khronos_pbem.deck.crypto.group import mul, pack_points, unpack_points
from khronos_pbem.deck.ledger import Ledger
from khronos_pbem.engine.card_handles import Handle
from khronos_pbem.engine.digests import canonical_json, decode_bytes, digest, encode_bytes
from khronos_pbem.home.keyring import Identity
from khronos_pbem.record.block import ASSIST, TIMELESS, Block, block_content, block_table
from khronos_pbem.record.chain import block_hash, head_hash
from khronos_pbem.record.record_fields import instant_moment
from khronos_pbem.record.save import Save, write_save
from khronos_pbem.record.toml import table_lines
from khronos_pbem.session.replay.draft_block import Author, Draft, game_secret
from khronos_pbem.session.replay.table import Table
from tests.deck.points import BAD_POINTS
from tests.session.memory import Memory

AT = "2026-11-30T10:00:00Z"
LATER = "2026-11-30T11:00:00Z"

FEW_BAD_POINTS = {name: BAD_POINTS[name] for name in ("off the curve", "neutral", "of order 2")}
"""Points that a file may hold, where others of their kind stand in another case."""

Change = Callable[[dict[str, Any]], None]


@dataclass(frozen=True)
class Hostile:
    """A file, what to do with it, and what has to come of it.

    With `behind` it is the end of a save that begins with that file. `seat` is None where nobody may be
    blamed; `rule` is the paragraph that is broken, and `rules` says that only somebody who knows the rules of
    the game can see it; `seen` is a file that was taken in before this one.
    """

    file: str
    about: str
    data: bytes
    exit: int
    reason: str
    do: str = "verify"
    block: int | None = None
    seat: str | None = None
    seen: str = ""
    behind: str = ""
    rule: str = ""
    rules: bool = False

    def __post_init__(self) -> None:
        """A record that breaks does so by a paragraph: that of its kind where no other is given."""
        if self.do == "verify" and not self.rule:
            object.__setattr__(self, "rule", RULES.get(self.reason, ""))


@dataclass(frozen=True)
class Spot:
    """A moment of a game: the record so far, of which the first `count` blocks stand in the file `head`, the
    table, and who signs for each seat."""

    head: str
    count: int
    save: Save
    table: Table
    keys: Mapping[int, Identity] = field(repr=False)

    @classmethod
    def of(cls, head: str, count: int, game: Memory) -> Spot:
        """The moment at which a game without files stands."""
        keys = {seat: _identity(game, seat) for seat in range(len(game.table.seats))}
        return cls(head, count, game.save, game.table, keys)

    @property
    def seq(self) -> int:
        """The number of the next block."""
        return len(self.save.blocks)

    @property
    def prev(self) -> str:
        """What the next block links to."""
        return encode_bytes(head_hash(self.save))

    def author(self, seat: int) -> Author:
        """Who writes for a seat."""
        key = self.keys[seat]
        return Author(seat, key, game_secret(key.seed, self.table))

    def colour(self, seat: int) -> str:
        """The colour of a seat."""
        return self.table.seats[seat].colour

    def file(self, *last: str) -> bytes:
        """What stands behind the head: the blocks that hold, and these tables."""
        tables = [block_lines(block_table(block)) for block in self.save.blocks[self.count :]]
        return "".join((*tables, *last)).encode()

    def whole(self, name: str, about: str, *blocks: Block) -> Hostile:
        """A case with which nothing is wrong."""
        data = self.file(*(block_lines(block_table(block)) for block in blocks))
        return Hostile(f"blocks/{name}.toml", about, data, 0, "whole", behind=self.head)

    def broken(
        self,
        name: str,
        about: str,
        reason: str,
        block: Block,
        *,
        by: Identity | None = None,
        put: Mapping[str, Any] | None = None,
        nobody: bool = False,
        rule: str = "",
        rules: bool = False,
    ) -> Hostile:
        """A case with one block more, which its seat (or `by`) has signed and which does not hold.

        `put` are keys that the block has besides its own, or None for those that it has not; `nobody` may be
        blamed for what is no block at all, or not the seat's.
        """
        key = self.keys[block.seat] if by is None and block.seat in self.keys else by
        assert key is not None
        seat = None if nobody else block.colour or self.colour(block.seat)
        data = self.file(signed_lines(block, key, put or {}))
        return Hostile(
            f"blocks/{name}.toml",
            about,
            data,
            5,
            reason,
            block=self.seq,
            seat=seat,
            behind=self.head,
            rule=rule,
            rules=rules,
        )

    def then(self, *drafts: Draft) -> Spot:
        """The moment after some blocks more."""
        blocks = (*self.save.blocks, *(draft.block for draft in drafts))
        return replace(self, save=self.save._replace(blocks=blocks), table=drafts[-1].table)


RULES = {
    "ack": "DECK 9.2",
    "base64": "FORMATS 4",
    "debt": "DECK 6",
    "format": "FORMATS 4",
    "join": "DECK 3",
    "key": "DECK 9.1",
    "length": "DECK 8",
    "link": "FORMATS 4",
    "offer": "DECK 9.4",
    "order": "FORMATS 2",
    "point": "DECK 8",
    "position": "FORMATS 4",
    "proof": "DECK 8",
    "reveal": "DECK 5",
    "roll": "DECK 10.2",
    "scalar": "DECK 8",
    "schema": "FORMATS 4",
    "signature": "FORMATS 4",
    "slot": "DECK 5",
    "toml": "FORMATS 4",
    "turn": "DECK 9.2",
    "vote": "DECK 9.2",
}
"""The paragraph that most breaks of a kind are about."""


def _identity(game: Memory, seat: int) -> Identity:
    key = game.author(seat).key
    assert isinstance(key, Identity)
    return key


def head_of(name: str, about: str, game: Memory) -> tuple[Hostile, Spot]:
    """A save as it is so far, and the moment behind which others break it."""
    file = f"saves/{name}.khronos"
    case = Hostile(file, about, write_save(game.save, []).encode(), 0, "whole")
    return case, Spot.of(file, len(game.save.blocks), game)


# --- blocks as they stand in a file -----------------------------------------------------------------------


def block_lines(table: Mapping[str, Any]) -> str:
    """A block as the end of a save."""
    return "\n".join(["", "[[block]]", *table_lines(dict(table)), ""])


def signed_lines(block: Block, key: Identity, put: Mapping[str, Any]) -> str:
    """A block as the end of a save, signed whatever it says."""
    content = {**block_content(replace(block, sig="")), **put}
    content = {name: value for name, value in content.items() if value is not None}
    sig = encode_bytes(key.sign(digest("record/signature", canonical_json(content))))
    order = {name: place for place, name in enumerate(block_table(replace(block, sig=sig)))}
    names = sorted(content, key=lambda name: order.get(name, len(order)))
    table = {name: content[name] for name in names if name != "after"}
    if "at" in table and (block.kind not in TIMELESS or "at" in put):
        table["at"] = instant_moment(table["at"])
    after = {"after": content["after"]} if "after" in content else {}
    return block_lines({**table, **after, "sig": sig})


def assist_of(spot: Spot, seat: int, **deck: Any) -> Block:
    """An assist of a seat with these parts, on the table as it is."""
    return Block(
        seq=spot.seq,
        seat=seat,
        kind=ASSIST,
        at=AT,
        prev=spot.prev,
        deck=deck,
        after=spot.save.blocks[-1].after,
    )


def hash_at(spot: Spot, number: int) -> bytes:
    """The hash of a block of the record."""
    return block_hash(spot.save.blocks[number])


# --- payments ---------------------------------------------------------------------------------------------


def changed(deck: Mapping[str, Any], change: Change) -> dict[str, Any]:
    """The parts of a block with something changed in them."""
    parts = copy.deepcopy(dict(deck))
    change(parts)
    return parts


def own_point(ledger: Ledger, author: Author, handle: Handle) -> bytes:
    """The share of an author for a slot, right or not."""
    return mul(author.secret.key().scalar, ledger.decks[handle.deck].slots.a_at(handle.slot))


def proven(
    ledger: Ledger, author: Author, parts: Mapping[str, Any], *, words: Mapping[str, str] | None = None
) -> str:
    """The proof of a payment, made with the author's key for whatever the payment says (DECK 5).

    `words` exchanges what the points are called in it.
    """
    entries, bases, images = list[str](), list[bytes](), list[bytes]()
    for word, key in (("share", "shares"), ("reveal", "reveal")):
        for table in parts.get(key, []):
            deck = ledger.decks[table["deck"]]
            for slot, point in zip(
                table["slots"], unpack_points(decode_bytes(table["points"])), strict=False
            ):
                entries.append(f"{(words or {}).get(word, word)} {Handle(table['deck'], slot)}")
                bases.append(deck.slots.a_at(slot))
                images.append(point)
    if "roll" in parts:
        assert ledger.rolls.open is not None
        entries.append((words or {}).get("roll", f"roll {ledger.rolls.open.number}"))
        bases.append(ledger.rolls.open.point)
        images.append(decode_bytes(parts["roll"]))
    context = digest("payment", ledger.context("payment", "", author.seat), *(e.encode() for e in entries))
    public = author.secret.key().public
    return encode_bytes(
        prove_equality(EqualityClaim(context, public, tuple(bases), tuple(images)), author.secret)
    )


def put_points(parts: dict[str, Any], key: str, points: Sequence[tuple[int, bytes]]) -> None:
    """Put these slots and points in the first deck of a list of a payment."""
    parts[key][0]["slots"] = [slot for slot, _ in points]
    parts[key][0]["points"] = encode_bytes(pack_points(point for _, point in points))


def points_in(parts: Mapping[str, Any], key: str) -> list[tuple[int, bytes]]:
    """The slots and points of the first deck of a list of a payment."""
    first = parts[key][0]
    return list(zip(first["slots"], unpack_points(decode_bytes(first["points"])), strict=True))


def item(packed: str, at: int) -> bytes:
    """One 32-byte item of a packed list."""
    return decode_bytes(packed)[32 * at : 32 * at + 32]


def with_item(packed: str, at: int, value: bytes) -> str:
    """A packed list with another item."""
    data = bytearray(decode_bytes(packed))
    data[32 * at : 32 * at + 32] = value
    return encode_bytes(bytes(data))
