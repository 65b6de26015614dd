"""Makes the hostile saves of a small game of Khronos: one break of a turn in each (DECK 5, 6, 8)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from khronos_pbem.deck.crypto.group import ORDER, base, label_point, pack_points
from khronos_pbem.deck.crypto.group import add as plus
from khronos_pbem.deck.crypto.shuffle import Slots
from khronos_pbem.deck.ledger import due_parts
from khronos_pbem.deck.mixing import make_shuffle
from khronos_pbem.engine.card_handles import Handle
from khronos_pbem.engine.digests import decode_bytes, encode_bytes
from khronos_pbem.games.khronos.model.orders import Travel
from khronos_pbem.games.khronos.order_text.grammar import text
from khronos_pbem.games.khronos.rules.legal_orders import legal_orders
from khronos_pbem.home.keyring import Identity, load_identity
from khronos_pbem.record.block import ASSIST, TURN, Block
from khronos_pbem.record.chain import block_hashes, sign
from khronos_pbem.record.save import Save, parse_save, write_save
from khronos_pbem.session.replay.draft_block import Author, Draft, draft_turn, game_secret
from khronos_pbem.session.replay.table import Table, waiting
from khronos_pbem.storage.files import read_file
from tests.deck.points import BAD_POINTS, EIGHT
from tests.hostile.cases import (
    AT,
    Change,
    Hostile,
    Spot,
    changed,
    item,
    own_point,
    points_in,
    proven,
    put_points,
    with_item,
)
from tests.support.playing import NAMES, Group, no_passphrase


@dataclass(frozen=True)
class Scene:
    """A record, the table it comes to, who has to write the next block, and the file of the record."""

    save: Save
    table: Table
    author: Author
    identities: tuple[Identity, ...]
    head: str

    @property
    def spot(self) -> Spot:
        """The same moment, as others see it."""
        keys = dict(enumerate(self.identities))
        return Spot(self.head, len(self.save.blocks), self.save, self.table, keys)

    @cached_property
    def draft(self) -> Draft:
        """An honest turn: a journey and the end, so that every card is discarded."""
        travel = next(o for o in legal_orders(self.table.position) if isinstance(o, Travel))
        orders = self.table.game.parse(f"{text(travel)}; end")
        return draft_turn(self.table, self.author, list(orders), block_hashes(self.save)[-1], AT)

    @property
    def turn(self) -> Block:
        """The block of the honest turn."""
        return self.draft.block

    def signed(self, block: Block, seat: int | None = None) -> Block:
        """The block with the signature of this seat, else of the author's."""
        return sign(replace(block, sig=""), self.identities[self.author.seat if seat is None else seat])

    def with_blocks(self, *blocks: Block) -> bytes:
        """The record with these blocks behind it, as a file."""
        return write_save(self.save._replace(blocks=(*self.save.blocks, *blocks)), []).encode()

    def paying(self, change: Change) -> Block:
        """The honest turn with something changed in its payment, proven anew by its author."""
        deck = changed(self.turn.deck, change)
        return replace(self.turn, deck={**deck, "proof": proven(self.table.ledger, self.author, deck)})


def scene_of(group: Group, head: str) -> Scene:
    """The scene in which a group's game stands, before a turn."""
    table, now = group.table(), waiting(group.table())
    assert now is not None
    assert now.seat is not None
    names = NAMES[: group.seats]
    identities = tuple(load_identity(group.home(name), name, no_passphrase) for name in names)
    identity = identities[now.seat]
    author = Author(now.seat, identity, game_secret(identity.seed, table))
    return Scene(parse_save(read_file(group.save)), table, author, identities, head)


def play_until(group: Group, ready: Callable[[Table], bool], head: str) -> Scene:
    """Play on until it is a turn of which something is true."""
    while (now := waiting(group.table())) is None or now.need != TURN or not ready(group.table()):
        group.step()
    return scene_of(group, head)


def head(scene: Scene, about: str) -> Hostile:
    """The record that other files go on from."""
    return Hostile(scene.head, about, scene.with_blocks(), 0, "whole")


# --- breaks of a payment ----------------------------------------------------------------------------------


def payments(scene: Scene) -> Iterator[Hostile]:
    """A turn of red, honest but for its shares, reveals, or proof."""
    yield from points(scene)
    yield from proofs(scene)
    yield from forms(scene)
    yield from debts(scene)


def points(scene: Scene) -> Iterator[Hostile]:
    """Points that are none, or not the right ones, under a proof made for them."""
    bad = {**BAD_POINTS, "good but for a part of order 8": b""}
    for name, point in bad.items():

        def put(deck: dict[str, Any], point: bytes = point) -> None:
            found = points_in(deck, "shares")
            slot, first = found[0]
            put_points(deck, "shares", [(slot, point or plus(first, EIGHT)), *found[1:]])

        file = f"share-{name.replace(' ', '-')}"
        yield scene.spot.broken(file, f"the first share is a point {name}", "point", scene.paying(put))
    for name, (about, change) in OTHER_POINTS.items():
        yield scene.spot.broken(name, about, "proof", scene.paying(change))


def _other(key: str) -> Change:
    def change(deck: dict[str, Any]) -> None:
        found = points_in(deck, key)
        put_points(deck, key, [(found[0][0], base(3)), *found[1:]])

    return change


def _swap(deck: dict[str, Any]) -> None:
    (one, first), (other, second), *rest = points_in(deck, "reveal")
    put_points(deck, "reveal", [(one, second), (other, first), *rest])


OTHER_POINTS: dict[str, tuple[str, Change]] = {
    "share-of-nothing": (
        "the first share is another good point, and the proof made for it",
        _other("shares"),
    ),
    "reveal-of-nothing": (
        "the share that shows a card is another good point, and the proof made for it",
        _other("reveal"),
    ),
    "reveal-swapped": ("the shares that show two cards are exchanged, and the proof made for them", _swap),
}


def proofs(scene: Scene) -> Iterator[Hostile]:
    """Points that are right, and a proof that is not."""
    turn, ledger, author = scene.turn, scene.table.ledger, scene.author
    packed = decode_bytes(str(turn.deck["proof"]))
    challenge, response = (int.from_bytes(packed[at : at + 32], "little") for at in (0, 32))

    def scalars(*both: int) -> str:
        return encode_bytes(b"".join(each.to_bytes(32, "little") for each in both))

    elsewhere = ledger._replace(game=bytes(32))
    shuffled = proven(ledger, author, turn.deck, words={"share": "reveal", "reveal": "share"})
    wrong = {
        "scalar-order": ("the proof's response is the order L", "scalar", scalars(challenge, ORDER)),
        "scalar-response-plus-order": (
            "the right response, and L added to it",
            "scalar",
            scalars(challenge, response + ORDER),
        ),
        "scalar-challenge-plus-order": (
            "the right challenge, and L added to it",
            "scalar",
            scalars(challenge + ORDER, response),
        ),
        "proof-changed": (
            "one bit of the proof's challenge is another",
            "proof",
            scalars(challenge ^ 1, response),
        ),
        "proof-of-another-game": (
            "a proof for a game with another header",
            "proof",
            proven(elsewhere, author, turn.deck),
        ),
        "proof-in-the-others-name": (
            "a proof for the same points by another seat",
            "proof",
            proven(ledger, author._replace(seat=1 - author.seat), turn.deck),
        ),
        "proof-words-exchanged": ("a proof that calls shares reveals, and reveals shares", "proof", shuffled),
        "base64-not-canonical": (
            "the last character carries bits that no byte has",
            "base64",
            str(turn.deck["proof"])[:-1] + "_",
        ),
        "proof-too-short": ("a proof of 63 bytes", "length", encode_bytes(packed[:-1])),
    }
    for name, (about, reason, proof) in wrong.items():
        block = replace(turn, deck={**turn.deck, "proof": proof})
        yield scene.spot.broken(name, about, reason, block, rule="DECK 8")
    bare = changed(turn.deck, lambda deck: deck.pop("proof"))
    yield scene.spot.broken("proof-missing", "points without a proof", "proof", replace(turn, deck=bare))


def _part(key: str, make: Callable[[str], str]) -> Change:
    def change(deck: dict[str, Any]) -> None:
        deck[key][0]["points"] = make(deck[key][0]["points"])

    return change


def _twice(deck: dict[str, Any]) -> None:
    found = points_in(deck, "shares")
    put_points(deck, "shares", [found[0], *found])


def _disordered(deck: dict[str, Any]) -> None:
    first, second, *rest = points_in(deck, "shares")
    put_points(deck, "shares", [second, first, *rest])


def _split(deck: dict[str, Any]) -> None:
    first, *rest = points_in(deck, "shares")
    put_points(deck, "shares", [first])
    more = {"deck": deck["shares"][0]["deck"], "slots": [], "points": ""}
    deck["shares"].append(more)
    put_points({"shares": [more]}, "shares", rest)


FORMS: dict[str, tuple[str, str, Change]] = {
    "slot-twice": ("the same slot twice", "slot", _twice),
    "slots-out-of-order": ("the slots are not in order", "slot", _disordered),
    "slots-in-two-tables": ("two tables for one deck", "slot", _split),
}
UNPROVEN: dict[str, tuple[str, str, Change]] = {
    "list-too-short": (
        "a point is missing, its slot is there",
        "length",
        _part("shares", lambda packed: encode_bytes(decode_bytes(packed)[:-32])),
    ),
    "list-too-long": (
        "a point more than slots",
        "length",
        _part("shares", lambda packed: encode_bytes(decode_bytes(packed) + base(3))),
    ),
    "part-no-list": ("reveals that are a number", "schema", lambda deck: deck.update(reveal=7)),
    "part-unknown-key": (
        "shares with a key that there is not",
        "schema",
        lambda deck: deck["shares"][0].update(prize=7),
    ),
    "slot-no-number": ("a slot that is a text", "schema", lambda deck: deck["shares"][0].update(slots=["a"])),
    "reveal-late": (
        "the same cards are revealed again behind the orders",
        "reveal",
        lambda deck: deck.update(late={"reveal": deck["reveal"], "proof": deck["proof"]}),
    ),
}


def forms(scene: Scene) -> Iterator[Hostile]:
    """Payments that are not written as they have to be."""
    for name, (about, reason, change) in FORMS.items():
        yield scene.spot.broken(name, about, reason, scene.paying(change), rule="DECK 8")
    for name, (about, reason, change) in UNPROVEN.items():
        block = replace(scene.turn, deck=changed(scene.turn.deck, change))
        rule = "DECK 8" if reason == "schema" else ""
        yield scene.spot.broken(name, about, reason, block, rule=rule)
    about = "a list that is empty, and not left out"
    yield scene.spot.broken("part-empty", about, "schema", scene.turn, put={"shuffle": []}, nobody=True)


def debts(scene: Scene) -> Iterator[Hostile]:
    """Points that are right and well proven, but not those that are owed."""
    ledger, author = scene.table.ledger, scene.author

    def more(key: str, handle: Handle) -> Block:
        def change(deck: dict[str, Any]) -> None:
            found = [*points_in(deck, key), (handle.slot, own_point(ledger, author, handle))]
            put_points(deck, key, sorted(found))

        return scene.paying(change)

    def less(deck: dict[str, Any]) -> None:
        put_points(deck, "shares", points_in(deck, "shares")[:-1])

    theirs = Handle("cards/1", points_in(scene.turn.deck, "shares")[0][0])
    own = Handle("cards/1", points_in(scene.turn.deck, "reveal")[0][0])
    free = Handle("cards/1", max(handle.slot for handle in ledger.held if handle.deck == "cards/1") + 1)
    made = {
        "slot-wrong": ("a share too many, for a slot that nobody holds", "slot", more("shares", free)),
        "share-own": ("a share too many, for a card of one's own", "slot", more("shares", own)),
        "reveal-of-the-others-card": (
            "a card that the other holds is revealed as well",
            "slot",
            more("reveal", theirs),
        ),
        "debt-partly-paid": ("one of the shares owed is missing", "debt", scene.paying(less)),
        "debt-unpaid": (
            "none of the shares owed is there",
            "debt",
            scene.paying(lambda deck: deck.pop("shares")),
        ),
    }
    for name, (about, reason, block) in made.items():
        yield scene.spot.broken(name, about, reason, block, rules=True)
    again, _ = make_shuffle(ledger, ledger.decks["cards/1"], author.seat, author.secret)
    deck = {**scene.turn.deck, "shuffle": [{"deck": "cards/1", **again}]}
    about = "a well-proven shuffle of a deck that was final"
    yield scene.spot.broken("shuffle-unasked", about, "debt", replace(scene.turn, deck=deck))


# --- breaks of orders -------------------------------------------------------------------------------------


def orders(scene: Scene) -> Iterator[Hostile]:
    """A turn whose payment holds and whose orders, or whose result, do not."""
    turn = scene.turn
    for name, (about, rule, changes) in ORDERS.items():
        block = replace(turn, **changes)
        yield scene.spot.broken(name, about, "order", block, rule=rule, rules=True)
    about = "a turn that calls itself an answer"
    yield scene.spot.broken(
        "kind-answer", about, "turn", replace(turn, kind="answer"), rule="RULES 3.1", rules=True
    )
    other = replace(turn, after=encode_bytes(bytes(32)))
    yield scene.spot.broken("position-other", "the digest of another position", "position", other, rules=True)
    hidden = scene.paying(lambda deck: deck.pop("reveal"))
    about = "cards are discarded and not revealed"
    yield scene.spot.broken("reveal-missing", about, "reveal", hidden, rule="RULES 3.2", rules=True)
    fewer = scene.paying(lambda deck: put_points(deck, "reveal", points_in(deck, "reveal")[:-1]))
    about = "one of the cards that are discarded is not revealed"
    yield scene.spot.broken("reveal-partly-missing", about, "reveal", fewer, rule="RULES 3.2", rules=True)
    nothing = replace(turn, kind=ASSIST, orders=(), deck={})
    yield scene.spot.broken("assist-of-nothing", "an assist that pays nothing", "debt", nothing)
    shown = replace(turn, kind=ASSIST, orders=())
    yield scene.spot.broken(
        "assist-that-reveals", "cards revealed that are not played", "reveal", shown, rules=True
    )
    about = "a number that does not follow, signed so"
    skipped = scene.spot.broken("seq-signed", about, "link", replace(turn, seq=turn.seq + 5))
    yield replace(skipped, block=turn.seq)


ORDERS: dict[str, tuple[str, str, dict[str, Any]]] = {
    "orders-without-end": ("the turn does not end", "FORMATS 2", {"orders": ('message "on"',)}),
    "orders-shortened": ("not the canonical text", "FORMATS 2", {"orders": ("tr 1 faith", "end")}),
    "orders-unreadable": ("no order at all", "FORMATS 2", {"orders": ("dance", "end")}),
    "orders-illegal": ("the rules forbid it", "RULES 5.4", {"orders": ("build castle reason A1", "end")}),
    "orders-answer-to-nothing": (
        "an answer, and no choice is open",
        "RULES 9",
        {"orders": ("place A1", "end")},
    ),
    "orders-auto-unasked": (
        "an answer by a standing order that nobody gave",
        "RULES 9.3",
        {"auto": ("place A1",)},
    ),
}


# --- breaks of a later deck -------------------------------------------------------------------------------


def reshuffles(scene: Scene) -> Iterator[Hostile]:
    """The discard pile shuffled again, into other cards, or with a card exchanged."""
    turn, ledger, seat, spot = scene.turn, scene.table.ledger, scene.author.seat, scene.spot
    name = due_parts(ledger, seat).shuffles[0]
    deck = ledger.decks[name]
    better = pack_points(plus(label_point("military"), ledger.key) for _ in deck.labels)
    other = deck._replace(slots=Slots(deck.slots.a, better))
    made, _ = make_shuffle(ledger, other, seat, scene.author.secret)
    parts = {**turn.deck, "shuffle": [{"deck": name, **made}]}
    about = "a well-proven shuffle, but of other cards than the discard pile has"
    yield spot.broken("reshuffle-multiset", about, "proof", replace(turn, deck=parts))
    swapped = changed(turn.deck, lambda deck: deck["shuffle"][0].update(slots=_two_exchanged(deck)))
    about = "two slots of the new deck are exchanged"
    yield spot.broken("reshuffle-swapped", about, "proof", replace(turn, deck=swapped))
    missing = changed(turn.deck, lambda deck: deck.pop("shuffle"))
    about = "the shuffle owed is missing"
    yield spot.broken("reshuffle-missing", about, "debt", replace(turn, deck=missing), rules=True)


def _two_exchanged(deck: dict[str, Any]) -> str:
    return exchanged(deck["shuffle"][0]["slots"])


def exchanged(packed: str) -> str:
    """A packed list with its first two items exchanged."""
    one, other = item(packed, 0), item(packed, 1)
    return with_item(with_item(packed, 0, other), 1, one)
