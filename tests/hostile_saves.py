"""Makes the hostile saves of `tests/hostile/`: a small game, and one break of it in each file (DECK 8)."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from nacl.bindings import crypto_core_ed25519_add as add

from khronos_pbem.deck.group import ORDER, base, label_point, pack
from khronos_pbem.deck.group import add as plus
from khronos_pbem.deck.ledger import owed
from khronos_pbem.deck.mixing import make_shuffle
from khronos_pbem.deck.shuffle import Slots
from khronos_pbem.engine.digests import decode_bytes, encode_bytes
from khronos_pbem.games.khronos.language.grammar import text
from khronos_pbem.games.khronos.model.orders import Travel
from khronos_pbem.games.khronos.rules.legal_orders import legal_orders
from khronos_pbem.record.block import ASSIST, TURN, Block
from khronos_pbem.record.chain import heads_of, sign
from khronos_pbem.record.files import read_file
from khronos_pbem.record.keyring import Identity, load_identity
from khronos_pbem.record.save import Save, parse_save, write_save
from khronos_pbem.session.draft import Author, Draft, draft_turn, game_secret
from khronos_pbem.session.table import Table, waiting
from tests.deck.points import BAD_POINTS, EIGHT
from tests.playing import NAMES, Group, no_passphrase

AT = "2026-11-30T10:00:00Z"
LATER = "2026-11-30T11:00:00Z"


@dataclass(frozen=True)
class Hostile:
    """A file, what to do with it, and what has to come of it.

    `seat` is None where nobody may be blamed; `seen` is a file that was taken in before this one.
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


@dataclass(frozen=True)
class Scene:
    """A record, the table it comes to, and who has to write the next block."""

    save: Save
    table: Table
    author: Author
    identities: tuple[Identity, ...]

    @property
    def colour(self) -> str:
        return self.table.seats[self.author.seat].colour

    @cached_property
    def draft(self) -> Draft:
        """An honest turn: a journey and the end, so that every card is discarded."""
        travel = next(o for o in legal_orders(self.table.position) if isinstance(o, Travel))
        orders = self.table.game.parse(f"{text(travel)}; end")
        return draft_turn(self.table, self.author, list(orders), heads_of(self.save)[-1], AT)

    @property
    def turn(self) -> Block:
        return self.draft.block

    def signed(self, block: Block, seat: int | None = None) -> Block:
        """The block with the signature of this seat, else of the author's."""
        key = self.identities[self.author.seat if seat is None else seat]
        return sign(replace(block, sig=""), key)

    def with_blocks(self, *blocks: Block) -> bytes:
        """The record with these blocks behind it, as a file."""
        return write_save(self.save._replace(blocks=(*self.save.blocks, *blocks)), []).encode()

    def broken(self, name: str, about: str, reason: str, block: Block) -> Hostile:
        """The record with a block that its author has signed and that does not hold."""
        data = self.with_blocks(self.signed(block))
        return Hostile(f"saves/{name}.khronos", about, data, 5, reason, block=block.seq, seat=self.colour)

    def deck(self, change: Callable[[dict[str, Any]], None]) -> Block:
        """The honest turn with something changed in its payment."""
        deck = copy.deepcopy(dict(self.turn.deck))
        change(deck)
        return replace(self.turn, deck=deck)


def scene_of(group: Group) -> Scene:
    """The scene in which a group's game stands, before a turn."""
    table, now = group.table(), waiting(group.table())
    assert now is not None
    assert now.seat is not None
    names = NAMES[: group.seats]
    identities = tuple(load_identity(group.home(name), name, no_passphrase) for name in names)
    identity = identities[now.seat]
    author = Author(now.seat, identity, game_secret(identity.seed, table))
    return Scene(parse_save(read_file(group.save)), table, author, identities)


def play_until(group: Group, ready: Callable[[Table], bool]) -> Scene:
    """Play on until it is a turn of which something is true."""
    while (now := waiting(group.table())) is None or now.need != TURN or not ready(group.table()):
        group.step()
    return scene_of(group)


def _replaced(packed: str, at: int, item: bytes) -> str:
    data = bytearray(decode_bytes(packed))
    data[32 * at : 32 * at + 32] = item
    return encode_bytes(bytes(data))


def _item(packed: str, at: int) -> bytes:
    return decode_bytes(packed)[32 * at : 32 * at + 32]


def _points(part: str, make: Callable[[str], str]) -> Callable[[dict[str, Any]], None]:
    def change(deck: dict[str, Any]) -> None:
        deck[part][0]["points"] = make(deck[part][0]["points"])

    return change


# --- breaks of a turn -------------------------------------------------------------------------------------


def payments(scene: Scene) -> Iterator[Hostile]:
    """A turn of red, honest but for its shares, reveals, or proof."""
    for name in ("off the curve", "of order 8"):
        point = BAD_POINTS[name]
        change = _points("shares", lambda packed, point=point: _replaced(packed, 0, point))  # type: ignore[misc]
        about = f"the first share is a point {name}"
        yield scene.broken(f"share-{name.replace(' ', '-')}", about, "point", scene.deck(change))
    shifted = _points("shares", lambda packed: _replaced(packed, 0, add(_item(packed, 0), EIGHT)))
    yield scene.broken("share-shifted", "a good share, with a part of order 8", "point", scene.deck(shifted))
    for name, (about, reason, change) in PAYMENTS.items():
        yield scene.broken(name, about, reason, scene.deck(change))


def _proof(make: Callable[[bytes], bytes]) -> Callable[[dict[str, Any]], None]:
    return lambda deck: deck.update(proof=encode_bytes(make(decode_bytes(deck["proof"]))))


def _swap(deck: dict[str, Any]) -> None:
    packed = deck["reveal"][0]["points"]
    one, other = _item(packed, 0), _item(packed, 1)
    deck["reveal"][0]["points"] = _replaced(_replaced(packed, 0, other), 1, one)


def _slots(part: str, make: Callable[[list[int]], list[int]]) -> Callable[[dict[str, Any]], None]:
    return lambda deck: deck[part][0].update(slots=make(deck[part][0]["slots"]))


def _one_less(deck: dict[str, Any]) -> None:
    deck["shares"][0]["slots"].pop()
    deck["shares"][0]["points"] = encode_bytes(decode_bytes(deck["shares"][0]["points"])[:-32])


def _unasked(deck: dict[str, Any]) -> None:
    deck["shuffle"] = [{"deck": "cards/9", "slots": "", "commitments": "", "responses": ""}]


PAYMENTS: dict[str, tuple[str, str, Callable[[dict[str, Any]], None]]] = {
    "scalar-order": (
        "the proof's response is the order L",
        "scalar",
        _proof(lambda proof: proof[:32] + ORDER.to_bytes(32, "little")),
    ),
    "proof-changed": (
        "one bit of the proof's challenge is another",
        "proof",
        _proof(lambda proof: bytes([proof[0] ^ 1]) + proof[1:]),
    ),
    "share-of-nothing": (
        "the first share is another good point",
        "proof",
        _points("shares", lambda packed: _replaced(packed, 0, base(3))),
    ),
    "reveal-swapped": ("the shares that show two cards are exchanged", "proof", _swap),
    "reveal-of-nothing": (
        "the share that shows a card is another good point",
        "proof",
        _points("reveal", lambda packed: _replaced(packed, 0, base(3))),
    ),
    "reveal-of-the-others-card": (
        "a card that the other holds is revealed",
        "slot",
        lambda deck: deck["reveal"][0].update(
            slots=[*deck["shares"][0]["slots"][:1], *deck["reveal"][0]["slots"][1:]]
        ),
    ),
    "list-too-short": (
        "a point is missing",
        "length",
        _points("shares", lambda packed: encode_bytes(decode_bytes(packed)[:-32])),
    ),
    "base64-not-canonical": (
        "the last character carries bits that no byte has",
        "base64",
        lambda deck: deck.update(proof=deck["proof"][:-1] + "_"),
    ),
    "slot-wrong": (
        "a share for a slot that nobody holds",
        "slot",
        _slots("shares", lambda slots: [*slots[:-1], 32]),
    ),
    "slot-twice": ("the same slot twice", "slot", _slots("shares", lambda slots: [slots[0], *slots[:-1]])),
    "debt-partly-paid": ("one of the shares owed is missing", "debt", _one_less),
    "debt-unpaid": ("none of the shares owed is there", "debt", lambda deck: deck.pop("shares")),
    "shuffle-unasked": ("a shuffle of a deck that there is not", "debt", _unasked),
    "reveal-late": (
        "the same cards are revealed again behind the orders",
        "reveal",
        lambda deck: deck.update(late={"reveal": deck["reveal"], "proof": deck["proof"]}),
    ),
    "key-unknown": ("a part that the protocol does not have", "schema", lambda deck: deck.update(reveal=7)),
}


def orders(scene: Scene) -> Iterator[Hostile]:
    """A turn whose payment holds and whose orders, or whose result, do not."""
    turn = scene.turn
    wrong: dict[str, tuple[str, str, Block]] = {
        "orders-without-end": ("the turn does not end", "order", replace(turn, orders=('message "on"',))),
        "orders-shortened": ("not the canonical text", "order", replace(turn, orders=("tr 1 faith", "end"))),
        "orders-unreadable": ("no order at all", "order", replace(turn, orders=("dance", "end"))),
        "orders-illegal": (
            "the rules forbid it",
            "order",
            replace(turn, orders=("build castle reason A1", "end")),
        ),
        "orders-answer-to-nothing": (
            "an answer, and no choice is open",
            "order",
            replace(turn, orders=("place A1", "end")),
        ),
        "orders-auto-unasked": (
            "an answer by a standing order that nobody gave",
            "order",
            replace(turn, auto=("place A1",)),
        ),
        "kind-answer": ("a turn that calls itself an answer", "turn", replace(turn, kind="answer")),
        "position-other": (
            "the digest of another position",
            "position",
            replace(turn, after=encode_bytes(bytes(32))),
        ),
        "reveal-missing": (
            "a card is discarded and not revealed",
            "reveal",
            scene.deck(lambda deck: deck.pop("reveal")),
        ),
        "assist-of-nothing": (
            "an assist that pays nothing",
            "debt",
            replace(turn, kind=ASSIST, orders=(), deck={}),
        ),
        "assist-that-reveals": (
            "cards revealed that are not played",
            "reveal",
            replace(turn, kind=ASSIST, orders=()),
        ),
        "seq-signed": ("a number that does not follow, signed so", "link", replace(turn, seq=turn.seq + 5)),
    }
    for name, (about, reason, block) in wrong.items():
        made = scene.broken(name, about, reason, block)
        yield replace(made, block=turn.seq)


# --- breaks of a join, in a record of one block -----------------------------------------------------------


def joins(scene: Scene) -> Iterator[Hostile]:
    """The first join of a game, by red, with a deck that is none."""
    alone = replace(scene, save=scene.save._replace(blocks=()))
    first = scene.save.blocks[0]
    for name, (about, reason, change) in JOINS.items():
        deck = copy.deepcopy(dict(first.deck))
        change(deck["join_deck"])
        data = alone.with_blocks(alone.signed(replace(first, deck=deck), 0))
        yield Hostile(f"saves/join-{name}.khronos", about, data, 5, reason, block=0, seat="red")
    for name, about, reason, block in (
        ("no-colour", "a colour that there is not", "join", replace(first, colour="mauve")),
        ("without-deck", "a join that shuffles nothing", "join", replace(first, deck={})),
    ):
        data = alone.with_blocks(alone.signed(block, 0))
        yield Hostile(f"saves/join-{name}.khronos", about, data, 5, reason, block=0, seat=block.colour)
    yield from second_joins(scene)


def second_joins(scene: Scene) -> Iterator[Hostile]:
    """The second join, by blue, who takes what is red's."""
    first, second = scene.save.blocks[:2]
    game = replace(scene, save=scene.save._replace(blocks=(first,)))
    for name, about, reason, block in (
        (
            "copied",
            "blue's deck is red's, copied",
            "proof",
            replace(second, deck={**second.deck, "join_deck": first.deck["join_deck"]}),
        ),
        ("colour-taken", "blue wants to be red too", "join", replace(second, colour="red")),
    ):
        data = game.with_blocks(game.signed(block, 1))
        yield Hostile(f"saves/join-{name}.khronos", about, data, 5, reason, block=1, seat=block.colour)
    again = game.signed(replace(second, identity=first.identity), 0)
    stolen = sign(replace(first, identity=scene.identities[1].public, sig=""), scene.identities[1])
    yield Hostile(
        "saves/join-stolen.khronos",
        "red's whole join, but for the identity and its signature",
        write_save(scene.save._replace(blocks=(stolen,)), []).encode(),
        5,
        "proof",
        block=0,
        seat="red",
    )
    about = "red takes the second seat as well"
    yield Hostile("saves/join-twice.khronos", about, game.with_blocks(again), 5, "join", block=1, seat="red")


def formats(scene: Scene) -> Iterator[Hostile]:
    """The honest game, called one of a format that was before or comes after this one (FORMATS 4)."""
    text = write_save(scene.save, [])
    for name, version in (("older", 2), ("newer", 4)):
        data = text.replace("khronos-pbem/3", f"khronos-pbem/{version}", 1).encode()
        yield Hostile(f"saves/format-{name}.khronos", f"called format {version}", data, 8, "format")


def _cards(key: str, make: Callable[[str], Any]) -> Callable[[dict[str, Any]], None]:
    def change(part: dict[str, Any]) -> None:
        part["decks"]["cards/1"][key] = make(part["decks"]["cards/1"][key])

    return change


def _with_key(point: bytes) -> Callable[[dict[str, Any]], None]:
    """A key that is no key."""
    return lambda part: part.update(key=encode_bytes(point))


def _exchanged(packed: str) -> str:
    one, other = _item(packed, 0), _item(packed, 1)
    return _replaced(_replaced(packed, 0, other), 1, one)


JOINS: dict[str, tuple[str, str, Callable[[dict[str, Any]], None]]] = {
    "slot-swapped": ("two slots of the shuffled deck are exchanged", "proof", _cards("slots", _exchanged)),
    "slot-repeated": (
        "a slot of the shuffled deck is there twice",
        "proof",
        _cards("slots", lambda packed: _replaced(packed, 0, _item(packed, 1))),
    ),
    "slot-replaced": (
        "a slot of the shuffled deck is another",
        "proof",
        _cards("slots", lambda packed: _replaced(packed, 0, base(99))),
    ),
    "slot-off-the-curve": (
        "a slot of the shuffled deck is no point",
        "point",
        _cards("slots", lambda packed: _replaced(packed, 0, BAD_POINTS["off the curve"])),
    ),
    "commitment-small": (
        "a commitment is a point of order 8",
        "point",
        _cards("commitments", lambda packed: _replaced(packed, 0, EIGHT)),
    ),
    "commitment-changed": (
        "a commitment is another good point",
        "proof",
        _cards("commitments", lambda packed: _replaced(packed, 1, base(5))),
    ),
    "layer-changed": (
        "a layer is laid with another key",
        "proof",
        _cards("layer", lambda packed: _replaced(packed, 0, base(99))),
    ),
    "response-order": (
        "a response is the order L",
        "scalar",
        _cards("responses", lambda packed: _replaced(packed, 3, ORDER.to_bytes(32, "little"))),
    ),
    "response-changed": (
        "a response is zero",
        "proof",
        _cards("responses", lambda packed: _replaced(packed, 0, bytes(32))),
    ),
    "list-too-short": (
        "a slot is missing",
        "length",
        _cards("slots", lambda packed: encode_bytes(decode_bytes(packed)[:-32])),
    ),
    "key-small": (
        "the key is a point of order 8",
        "point",
        lambda part: part.update(key=encode_bytes(EIGHT)),
    ),
    **{
        f"key-{name.replace(' ', '-')}": (
            f"the key is a point {name}",
            "point",
            _with_key(point),
        )
        for name, point in BAD_POINTS.items()
        if name != "of order 8"
    },
    "key-of-another": (
        "the key is not the one behind the layer",
        "proof",
        lambda part: part.update(key=encode_bytes(base(42))),
    ),
    "deck-missing": (
        "the deck that draws the first player is missing",
        "schema",
        lambda part: part["decks"].pop("seats"),
    ),
}


# --- breaks of a later deck -------------------------------------------------------------------------------


def reshuffles(scene: Scene) -> Iterator[Hostile]:
    """The discard pile shuffled again, into other cards, or with a card exchanged."""
    turn, ledger, seat = scene.turn, scene.table.ledger, scene.author.seat
    name = owed(ledger, seat).shuffles[0]
    deck = ledger.decks[name]
    better = pack(plus(label_point("military"), ledger.key) for _ in deck.labels)
    made, _ = make_shuffle(
        ledger, deck._replace(slots=Slots(deck.slots.a, better)), seat, scene.author.secret
    )
    parts = copy.deepcopy(dict(turn.deck))
    parts["shuffle"] = [{"deck": name, **made}]
    about = "a well-proven shuffle, but of other cards than the discard pile has"
    yield scene.broken("reshuffle-multiset", about, "proof", replace(turn, deck=parts))
    swapped = copy.deepcopy(dict(turn.deck))
    swapped["shuffle"][0]["slots"] = _exchanged(swapped["shuffle"][0]["slots"])
    about = "two slots of the new deck are exchanged"
    yield scene.broken("reshuffle-swapped", about, "proof", replace(turn, deck=swapped))
    missing = copy.deepcopy(dict(turn.deck))
    missing.pop("shuffle")
    yield scene.broken(
        "reshuffle-missing", "the shuffle owed is missing", "debt", replace(turn, deck=missing)
    )
