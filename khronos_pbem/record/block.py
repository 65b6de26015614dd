"""One block of a record: an immutable value with typed keys, and a strict schema per kind (FORMATS 4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any

from khronos_pbem.engine.card_handles import PARTS
from khronos_pbem.engine.contract import DecisionKind
from khronos_pbem.engine.digests import canonical_json, decode_bytes, encode_bytes, is_public_key
from khronos_pbem.engine.fields import Json, plain_data
from khronos_pbem.errors import InvalidFile
from khronos_pbem.messages import VerbatimText, listed, message
from khronos_pbem.record.offers import MAX_SEATS, STRENGTHS, Offer, offer_table, parse_offer
from khronos_pbem.record.record_fields import Keys, instant_moment

JOIN, TURN, ANSWER, ASSIST = "join", DecisionKind.TURN.value, DecisionKind.ANSWER.value, "assist"
"""The kinds of blocks; they also describe what a table waits for."""

VOTE = "vote"
ACK = "ack"
"""The kinds of blocks with which players continue without an absent player (DECK 9.2)."""

MAX_ORDERS = 1000
MAX_ORDER_LENGTH = 2000

_SIGNED_AGAIN = ("seq", "seat", "kind", "prev")
_HEAD = ("seq", "seat", "kind", "at", "prev")
_TAIL = ("after", "sig")
_KEYS: dict[str, tuple[str, ...]] = {
    JOIN: (*_HEAD, "name", "colour", "identity", "bot", "join_deck", *PARTS, "late", *_TAIL),
    TURN: (*_HEAD, "orders", "auto", *PARTS, "late", "key", *_TAIL),
    ANSWER: (*_HEAD, "orders", "auto", *PARTS, "late", "key", *_TAIL),
    ASSIST: (*_HEAD, "auto", *PARTS, "late", *_TAIL),
    VOTE: (*_SIGNED_AGAIN, "without", "offers", *_TAIL),
    ACK: (*_SIGNED_AGAIN, "shuffle", *_TAIL),
}
TIMELESS = (VOTE, ACK)
"""The kinds of blocks that contain no time: signing one again gives the same bytes."""


@dataclass(slots=True)
class Computed:
    """The cached hash and file lines of a block or header; empty until they are first needed.

    They are cached because a save is written in full at every turn, and a header may hold all cards of a
    game.
    """

    hash: bytes = b""
    lines: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """One entry of the record by one seat (numbered from 0), signed by its identity.

    `at` is UTC in whole seconds ("2026-11-22T18:03:00Z"), and is empty in a vote or an ack. `prev` is the
    hash of the previous block. `after` is the digest of the public position, absent while there is no
    position. Both are base64url of 32 bytes, and `sig` is base64url of 64. `identity` is the Ed25519 public
    key of a join, 32 bytes. `bot` is the strength of a bot that takes the seat.

    `deck` holds the parts of the deck protocol by their keys in the file: `join_deck`, `reveal`, `shares`,
    `shuffle`, `roll`, `proof` and `late`. `late` is a table of the five keys before it. If the seat leaves,
    `deck` also holds its `key`. `ballot` holds the content of a vote: the colours to continue `without`, the
    awaited one first, and the `offers` for their seats, as tables. Empty texts, tuples and tables represent
    absent keys.
    """

    seq: int
    seat: int
    kind: str
    at: str
    prev: str
    name: str = ""
    colour: str = ""
    identity: bytes = b""
    bot: str = ""
    orders: tuple[str, ...] = ()
    auto: tuple[str, ...] = ()
    deck: Mapping[str, Json] = field(default_factory=dict)
    ballot: Mapping[str, Json] = field(default_factory=dict)
    after: str = ""
    sig: str = ""
    known: Computed = field(default_factory=Computed, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Copy the deck parts without the empty ones, so that they cannot be changed later.

        The name is marked as text that a person typed.
        """
        object.__setattr__(self, "name", VerbatimText(self.name))
        deck = _without_empty(plain_data(self.deck))
        if isinstance(deck.get("late"), dict):
            deck = _without_empty({**deck, "late": _without_empty(deck["late"])})
        object.__setattr__(self, "deck", deck)
        object.__setattr__(self, "ballot", _without_empty(plain_data(self.ballot)))

    @property
    def without(self) -> tuple[str, ...]:
        """The colours that a vote excludes; empty for other blocks."""
        colours = self.ballot.get("without", [])
        return tuple(map(str, colours)) if isinstance(colours, list) else ()

    @property
    def offers(self) -> tuple[Offer, ...]:
        """The offers that a vote accepts; empty for other blocks."""
        tables = self.ballot.get("offers", [])
        return tuple(map(parse_offer, tables)) if isinstance(tables, list) else ()

    @property
    def late(self) -> Mapping[str, Json]:
        """The deck parts that became due after the orders."""
        late = self.deck.get("late", {})
        return late if isinstance(late, dict) else {}


def _without_empty(table: dict[str, Json]) -> dict[str, Json]:
    return {key: value for key, value in table.items() if value not in ("", [], {}, None)}


def block_content(block: Block) -> dict[str, Json]:
    """Return the content of a block as JSON-able data, including the signature, without empty keys."""
    content: dict[str, Json] = {}
    for item in fields(block):
        value = getattr(block, item.name)
        if not item.init:
            continue
        if item.name in ("deck", "ballot"):
            content.update(value)
        elif isinstance(value, bytes) and value:
            content[item.name] = encode_bytes(value)
        elif value not in ("", (), b""):
            content[item.name] = list(value) if isinstance(value, tuple) else value
    return content


def signed_bytes(block: Block) -> bytes:
    """Return the canonical JSON that the signature covers: the content without the signature."""
    content = block_content(block)
    content.pop("sig", None)
    return canonical_json(content)


def hashed_bytes(block: Block) -> bytes:
    """Return the canonical JSON that the next block's `prev` covers: the content with the signature."""
    return canonical_json(block_content(block))


def same_turn(one: Block, other: Block) -> bool:
    """Return whether two blocks are the same turn: they differ at most in time and signature."""
    return replace(one, at="", sig="") == replace(other, at="", sig="")


def block_table(block: Block) -> dict[str, Json]:
    """Return the block as a TOML table, keys in the order of FORMATS 4.

    Raises InvalidFile if `at` is not a valid time.
    """
    content = block_content(block)
    order = {key: place for place, key in enumerate(_KEYS.get(block.kind, ()))}
    table = {key: content[key] for key in sorted(content, key=lambda key: order.get(key, len(order)))}
    if block.kind in TIMELESS and not block.at:
        return table
    try:
        table["at"] = instant_moment(block.at)
    except InvalidFile as problem:
        what = message("at: {message}", message=problem.message)
        raise InvalidFile(what, hint=problem.hint, block=block.seq) from None
    return table


def block_moment(blocks: Sequence[Block], number: int) -> str:
    """Return the time of a block; for a vote or an ack, the last time stated before it.

    Empty if there is no such time.
    """
    return next((block.at for block in reversed(blocks[: number + 1]) if block.at), "")


def check_block(block: Block) -> None:
    """Raise InvalidFile if a signed block made in memory could not be read back unchanged."""
    parse_block(block_table(block), block.seq)


def parse_block(table: object, place: int) -> Block:
    """Parse the TOML table of a block; `place` (from 0) is its number in the file, for errors.

    Raises InvalidFile, which names the block and the key, if the table violates the schema of its kind.
    """
    keys = Keys(table if isinstance(table, dict) else {}, "block", block=place)
    if not isinstance(table, dict):
        raise keys.wrong(message("this is not a table"))
    kind = keys.word("kind", "|".join(_KEYS), message("choose one of {items}", items=listed(_KEYS)))
    keys.allow_only(_KEYS[kind], message(" in a block of kind {kind}", kind=kind))
    return Block(
        seq=keys.number("seq", 0, 2**31),
        seat=keys.number("seat", 0, MAX_SEATS - 1),
        kind=kind,
        at="" if kind in TIMELESS else keys.instant("at"),
        prev=keys.coded("prev", 32),
        after=keys.coded("after", 32) if "after" in table else "",
        sig=keys.coded("sig", 64),
        deck=_parse_deck(keys),
        ballot=_parse_ballot(keys) if kind == VOTE else {},
        auto=keys.lines("auto", MAX_ORDERS, MAX_ORDER_LENGTH),
        **(_parse_join(keys) if kind == JOIN else _parse_orders(keys, kind)),
    )


def _parse_join(keys: Keys) -> dict[str, Any]:
    """Return the keys that only a join has: player, colour, identity, and the strength of a bot."""
    identity = decode_bytes(keys.coded("identity", 32))
    if not is_public_key(identity):
        raise keys.wrong(message("identity is not a usable Ed25519 public key"))
    colour = keys.word("colour", "[a-z]{1,20}", "a colour in small letters")
    joined = {"name": keys.line("name", 60), "colour": colour, "identity": identity}
    if "bot" in keys.table:
        like = message("choose one of {items}", items=", ".join(STRENGTHS))
        joined["bot"] = keys.word("bot", "|".join(STRENGTHS), like)
    return joined


def _parse_orders(keys: Keys, kind: str) -> dict[str, object]:
    orders = keys.lines("orders", MAX_ORDERS, MAX_ORDER_LENGTH)
    if kind in (TURN, ANSWER) and not orders:
        raise keys.wrong(message('the list "orders" is missing'))
    return {"orders": orders}


def _parse_ballot(keys: Keys) -> dict[str, Json]:
    """Return the content of a vote: distinct colours, awaited one first, and at most one offer for each."""
    without = keys.lines("without", MAX_SEATS, 20)
    if not without:
        raise keys.wrong(message('the list "without" must name at least one seat'))
    if len(set(without)) != len(without):
        raise keys.wrong(message('the list "without" must not name any seat more than once'))
    ballot: dict[str, Json] = {"without": list(without)}
    if "offers" not in keys.table:
        return ballot
    try:
        offers = [parse_offer(table) for table in keys.tables("offers")]
    except InvalidFile as problem:
        raise keys.wrong(problem.message, problem.hint) from None
    seats = [offer.seat for offer in offers]
    if not offers or len(offers) > len(without) or seats != sorted(set(seats)):
        what = message(
            'the list "offers" must contain at least one offer, and at most one for each seat, in seat order'
        )
        raise keys.wrong(what)
    ballot["offers"] = [offer_table(offer) for offer in offers]
    return ballot


def _parse_deck(keys: Keys) -> dict[str, Json]:
    """Return the parts of the deck protocol; only checks that `join_deck` and `late` are tables."""
    deck = {key: keys.data(key) for key in ("join_deck", *PARTS, "late") if key in keys.table}
    if "join_deck" in deck:
        keys.inner("join_deck")
    if "key" in keys.table:
        deck["key"] = keys.coded("key", 32)
    if "late" in deck:
        late = keys.inner("late")
        late.allow_only(PARTS, " in late")
        for key in late.table:
            late.data(key)
    return deck
