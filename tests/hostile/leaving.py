"""Makes the hostile offers, heirs and resignations of `tests/hostile/` (DECK 9.1, 9.4, 9.5)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from nacl.bindings import crypto_core_ed25519_add as raw_add

from khronos_pbem.deck.crypto.group import ORDER, base, mul
from khronos_pbem.deck.joining import prove_key
from khronos_pbem.deck.ledger import due_parts
from khronos_pbem.deck.parts import point_tables
from khronos_pbem.deck.rolls import roll_point
from khronos_pbem.engine.card_handles import Handle
from khronos_pbem.engine.digests import decode_bytes, encode_bytes
from khronos_pbem.home.keyring import Identity
from khronos_pbem.record.block import JOIN, Block
from khronos_pbem.record.chain import offer_digest
from khronos_pbem.record.offers import Offer, offer_table
from khronos_pbem.session.replay.draft_block import game_secret
from khronos_pbem.session.replay.table import waiting
from tests.deck.points import EIGHT
from tests.hostile.cases import (
    AT,
    FEW_BAD_POINTS,
    Hostile,
    Spot,
    assist_of,
    hash_at,
    head_of,
    own_point,
    proven,
)
from tests.hostile.rolls import again, no_roll, rolls_on, until
from tests.hostile.runs import acked, behind, vote, voted
from tests.session.memory import copy_of, second_turn
from tests.session.replay.test_departures import Villagers

SARAH, OSCAR = (Identity(name, name[:1].encode() * 32) for name in ("sarah", "oscar"))


def offer(
    spot: Spot,
    seat: int,
    who: Identity = SARAH,
    *,
    base: bytes = b"",
    game: bytes = b"",
    proven_for: int | None = None,
    keyed: Identity | None = None,
    signer: Identity | None = None,
    **put: Any,
) -> Offer:
    """An offer as somebody may write it who does not ask the program whether he may; `put` is in it before it
    is signed."""
    ledger = spot.table.ledger._replace(game=game or spot.table.ledger.game)
    stands = base or decode_bytes(spot.prev)
    secret = game_secret((keyed or who).seed, spot.table)
    claimed = seat if proven_for is None else proven_for
    public = put.get("key", who.public)
    proof = prove_key(ledger, claimed, secret, public, stands)
    bare = Offer(seat, public, who.name, secret.key().public, proof, bytes(64))._replace(**put)
    return bare._replace(sig=(signer or who).sign(offer_digest(bare, ledger.game, stands)))


def offers(start: Villagers) -> Iterator[Hostile]:
    """Votes whose offer does not hold, each behind the same block."""
    game = until(again(start), rolls_on)
    spot = Spot.of("saves/village-four.khronos", len(game.save.blocks), game)
    a, b, c, d = behind(spot, game.mover)
    good = offer(spot, a)
    for name, (about, reason, made) in wrong_offers(spot, a, b).items():
        rule = "DECK 9.4" if reason == "proof" else ""
        yield spot.broken(f"offer-{name}", about, reason, vote(spot, c, a, offers=(made,)), rule=rule)
    about = "an offer for a seat that is not named"
    yield spot.broken(
        "offer-for-a-seat-that-stays", about, "vote", vote(spot, c, a, offers=(offer(spot, d),))
    )
    spot = voted(spot, c, without=(a,), offers=(good,))
    about = "a vote without the offer that the one before it has"
    yield spot.broken("offer-left-out", about, "vote", vote(spot, d, a))
    about = "a vote with another offer than the one before it"
    other = offer(replace(spot, save=spot.save._replace(blocks=spot.save.blocks[:-1])), a, OSCAR)
    yield spot.broken("offer-exchanged", about, "vote", vote(spot, d, a, offers=(other,)))
    spot = acked(voted(spot, d, b, without=(a,), offers=(good,)), c, d)
    yield spot.whole("run-with-an-offer", "four players give the seat of one to somebody else")
    yield from behind_an_offer(spot, a, b, good)


def wrong_offers(spot: Spot, a: int, b: int) -> dict[str, tuple[str, str, Offer]]:
    """Offers that can be read, and do not hold."""
    good, theirs = offer(spot, a), spot.keys[b]
    response = int.from_bytes(good.proof[32:], "little") + ORDER
    high = good.proof[:32] + response.to_bytes(32, "little")
    shifted = raw_add(good.x, EIGHT)
    elsewhere = offer(spot, a, game=bytes(32))
    return {
        "for-another-base": (
            "an offer for the block before",
            "offer",
            offer(spot, a, base=hash_at(spot, -2)),
        ),
        "for-another-game": ("an offer for a game with another header", "offer", elsewhere),
        "for-another-seat": (
            "an offer for another seat, whose number was changed afterwards",
            "offer",
            offer(spot, b)._replace(seat=a),
        ),
        "renamed": ("an offer whose name was changed afterwards", "offer", good._replace(name="sara")),
        "made-a-bot": ("an offer of a person that says it is a bot's", "offer", good._replace(bot="steady")),
        "signed-by-another": (
            "an offer that another identity has signed",
            "offer",
            offer(spot, a, signer=OSCAR),
        ),
        "signature-plus-order": ("an offer with L added to S", "offer", good._replace(sig=_plus(good.sig))),
        "proof-for-another-seat": (
            "the key is proven for another seat",
            "proof",
            offer(spot, a, proven_for=b),
        ),
        "key-of-nothing": (
            "a key whose secret the author of the offer does not know",
            "proof",
            offer(spot, a, x=base(3)),
        ),
        "key-in-the-game": (
            "the deck key of another player, who has proven it",
            "offer",
            offer(spot, a, keyed=theirs),
        ),
        "key-of-the-seat": (
            "the deck key that lay on the seat before",
            "offer",
            offer(spot, a, keyed=spot.keys[a]),
        ),
        "identity-in-the-game": (
            "another player offers to play this seat too",
            "offer",
            offer(spot, a, Identity("second", theirs.seed), keyed=SARAH),
        ),
        "identity-of-the-seat": (
            "the player who is named offers to play on",
            "offer",
            offer(spot, a, Identity("second", spot.keys[a].seed), keyed=SARAH),
        ),
        "scalar-plus-order": ("the response of the proof, and L added", "scalar", offer(spot, a, proof=high)),
        "key-shifted": ("a key with a part of order 8", "point", offer(spot, a, x=shifted)),
        **{
            f"key-{name.replace(' ', '-')}": (
                f"a key that is a point {name}",
                "point",
                offer(spot, a, x=point),
            )
            for name, point in FEW_BAD_POINTS.items()
        },
    }


def _plus(sig: bytes) -> bytes:
    return sig[:32] + (int.from_bytes(sig[32:], "little") + ORDER).to_bytes(32, "little")


def unreadable_offers(good: Offer, spot: Spot, a: int) -> dict[str, tuple[str, list[dict[str, Any]]]]:
    """Lists of offers that are none, and blame nobody: no such block can be read."""
    table, second = offer_table(good), offer_table(offer(spot, a, OSCAR))
    long = offer_table(offer(spot, a, name="s" * 61))
    twin = offer_table(offer(spot, a, name=spot.table.seats[0].name))
    mixed = offer_table(offer(spot, a, key=raw_add(SARAH.public, EIGHT)))
    small = offer_table(offer(spot, a, key=bytes(32)))
    return {
        "twice-for-a-seat": ("two offers for one seat", [table, second]),
        "and-the-same-again": ("the same offer twice", [table, table]),
        "without-a-name": ("an offer without a name", [{**table, "name": ""}]),
        "name-too-long": ("an offer with a name of 61 characters", [long]),
        "name-of-another": ("an offer under the name of somebody who plays", [twin]),
        "identity-of-small-order": ("an offer by an identity for which every signature holds", [small]),
        "identity-with-a-part-of-order-8": ("an offer by an identity outside the subgroup", [mixed]),
        "unknown-key": ("an offer with a key that there is not", [{**table, "prize": 7}]),
        "unknown-seat": ("an offer for a seat beyond any table", [{**table, "seat": 16}]),
        "unknown-bot": ("an offer of a bot of a strength that there is not", [{**table, "bot": "godlike"}]),
        "proof-too-short": (
            "an offer with a proof of 63 bytes",
            [{**table, "proof": encode_bytes(good.proof[:-1])}],
        ),
        "none": ("a list of offers without any", []),
    }


def behind_an_offer(spot: Spot, a: int, b: int, good: Offer) -> Iterator[Hostile]:
    """Blocks of the seat that was given to somebody else."""
    taken = replace(spot, keys={**spot.keys, a: SARAH})
    former = spot.keys[a]
    block = vote(spot, a, b)
    about = "who had the seat before votes on in it"
    yield spot.broken("block-by-the-former-identity", about, "signature", block, by=former, nobody=True)
    secret, prev = taken.author(a).secret, decode_bytes(spot.prev)
    proof = prove_key(spot.table.ledger, a, secret, SARAH.public, prev)
    join = Block(
        seq=spot.seq,
        seat=a,
        kind=JOIN,
        at=AT,
        prev=spot.prev,
        name="sarah",
        colour=spot.colour(a),
        identity=SARAH.public,
        deck={"join_deck": {"key": encode_bytes(good.x), "proof": encode_bytes(proof)}},
        after=spot.save.blocks[-1].after,
    )
    about = "a successor joins, as formats before this one had it"
    yield taken.broken("join-of-a-successor", about, "join", join, by=SARAH)


# --- heirs ------------------------------------------------------------------------------------------------


def heirs(start: Villagers) -> Iterator[Hostile]:
    """Two players: the seat of one goes to the heir that he has named, and to nobody else."""
    game = until(again(start), no_roll)
    seat = game.mover
    game.play(*_before_end(game.orders(), f"handover {encode_bytes(SARAH.public)}"))
    while (now := waiting(game.table)) is not None and now.seat != seat:
        game.step()
    head, spot = head_of("village-heir", "a game of My Village of two, one of whom has named an heir", game)
    yield head
    other = 1 - seat
    heir, stranger = offer(spot, seat), offer(spot, seat, OSCAR)
    about = "one of two votes the other out"
    yield spot.broken("vote-of-two-without-an-heir", about, "vote", vote(spot, other, seat))
    about = "one of two gives the seat of the other to somebody who is no heir"
    block = vote(spot, other, seat, offers=(stranger,))
    yield spot.broken("vote-of-two-not-the-heir", about, "vote", block)
    spot = voted(spot, other, without=(seat,), offers=(heir,))
    yield spot.whole("heir", "one of two gives the seat of the other to the heir")
    about = "an ack behind the vote of two players, which is final at once"
    block = replace(vote(spot, other, seat), kind="ack", ballot={})
    yield spot.broken("heir-acked", about, "ack", block)


def _before_end(orders: list[str], order: str) -> list[str]:
    return [*orders[:-1], order, orders[-1]]


# --- resignations -----------------------------------------------------------------------------------------


def resignations(start: Villagers) -> Iterator[Hostile]:
    """A seat resigns in a game of four, and shows its key or not; what comes behind."""
    game = until(again(start), rolls_on)
    spot = Spot.of("saves/village-four.khronos", len(game.save.blocks), game)
    a, b = behind(spot, game.mover)[:2]
    block = game.draft("resign").block
    scalar = decode_bytes(str(block.deck["key"]))
    theirs = spot.author(b).secret.key().scalar
    plus = int.from_bytes(scalar, "little") + ORDER
    keys = {
        "key-of-another-seat": ("the key of another seat", "key", theirs),
        "key-of-nothing": ("another number for a key", "key", 7),
        "key-plus-order": ("the right key, and L added", "scalar", plus),
        "key-order": ("the order L for a key", "scalar", ORDER),
    }
    for name, (about, reason, key) in keys.items():
        shown = replace(block, deck={**block.deck, "key": encode_bytes(key.to_bytes(32, "little"))})
        yield spot.broken(name, f"a seat resigns, and shows {about}", reason, shown)
    short = {"key": encode_bytes(scalar[:-1])}
    about = "a seat resigns, and shows a key of 31 bytes"
    yield spot.broken("key-too-short", about, "base64", block, put=short, nobody=True, rule="FORMATS 4")
    bare = {key: value for key, value in block.deck.items() if key != "key"}
    about = "a seat resigns, and shows no key"
    yield spot.broken("key-missing", about, "key", replace(block, deck=bare), rules=True)
    turn = game.draft(*game.orders()).block
    about = "a turn by which nobody leaves, with the right key"
    shown = replace(turn, deck={**turn.deck, "key": block.deck["key"]})
    yield spot.broken("key-unasked", about, "key", shown, rules=True)
    yield from behind_a_resignation(spot, again(game), a)


def behind_a_resignation(spot: Spot, game: Villagers, a: int) -> Iterator[Hostile]:
    """Blocks of a seat that has resigned, votes about it, and points without its key."""
    game.play("resign")
    spot = Spot.of(spot.head, spot.count, game)
    yield spot.whole("resignation", "one of four players resigns, and shows the key")
    now = game.mover
    first, *others = [seat for seat in behind(spot, now) if seat != a]
    about = "a seat that has resigned takes a turn"
    turn = replace(game.draft(*game.orders()).block, seat=a)
    yield spot.broken("block-of-a-seat-that-resigned", about, "turn", turn, rule="VILLAGE 3.2")
    about = "a vote that names a seat that has resigned"
    named = sorted((first, a), key=lambda seat: (seat - first) % 4)
    yield spot.broken("vote-names-a-seat-that-resigned", about, "vote", vote(spot, others[1], *named))
    about = "a vote by a seat that has resigned"
    yield spot.broken("vote-by-a-seat-that-resigned", about, "vote", vote(spot, a, first))
    yield from rolls_behind_a_resignation(spot, game)


def rolls_behind_a_resignation(spot: Spot, game: Villagers) -> Iterator[Hostile]:
    """The first roll without the seat that has resigned: the next to give a point gives that of another."""
    until(game, lambda table: table.ledger.rolls.open is not None)
    spot = Spot.of(spot.head, spot.count, game)
    ledger, roll = spot.table.ledger, spot.table.ledger.rolls.open
    assert roll is not None
    seat = roll.missing[0]
    author = spot.author(seat)
    old = roll_point(ledger.game, roll.number, ledger.rolls.stream, ledger.keys)
    parts = {"roll": encode_bytes(mul(author.secret.key().scalar, old))}
    parts["proof"] = proven(ledger, author, parts)
    about = "the point of a roll under the keys of all, the one who has resigned too"
    yield spot.broken("roll-of-all-keys", about, "roll", assist_of(spot, seat, **parts))


def unreadable() -> Iterator[Hostile]:
    """Votes of a game of Khronos of three, with offers that cannot be read."""
    game = second_turn(3, edition=1)
    spot = Spot.of("saves/khronos-three.khronos", len(game.save.blocks), game)
    a, _, c = behind(spot, game.mover)
    for name, (about, tables) in unreadable_offers(offer(spot, a), spot, a).items():
        put = {"offers": tables}
        yield spot.broken(f"offer-{name}", about, "schema", vote(spot, c, a), put=put, nobody=True)


def shares_after_resigning() -> Iterator[Hostile]:
    """A game of Khronos of three, in which one resigns with a hand."""
    game = copy_of(second_turn(3, edition=1))
    count = len(game.save.blocks)
    spot = Spot.of("saves/khronos-three.khronos", count, game)
    resigned = game.draft("resign").block
    bare = {key: value for key, value in resigned.deck.items() if key != "key"}
    about = "a seat of a game with decks resigns, and shows no key"
    yield spot.broken("key-missing-with-decks", about, "key", replace(resigned, deck=bare), rules=True)
    leaver = game.mover
    game.play("resign")
    spot = Spot.of(spot.head, count, game)
    held = spot.table.ledger.held
    free = Handle("cards/1", max(handle.slot for handle in held if handle.deck == "cards/1") + 1)
    honest = game.draft("end").block
    about = "a share that nobody owes, for a card of the seat that has resigned"
    theirs = next(h for h in sorted(held) if held[h].holder == leaver)
    yield spot.broken(
        "share-for-a-seat-that-resigned", about, "slot", _shared(spot, honest, theirs), rules=True
    )
    about = "a share that nobody owes, for a slot that was not dealt"
    yield spot.broken("share-owed-by-nobody", about, "slot", _shared(spot, honest, free), rules=True)


def _shared(spot: Spot, block: Block, handle: Handle) -> Block:
    """The block with one share more than it owes, proven by its author."""
    author, ledger = spot.author(block.seat), spot.table.ledger
    points = {
        handle: own_point(ledger, author, handle)
        for handle in (*due_parts(ledger, block.seat).shares, handle)
    }
    parts = {**block.deck, "shares": point_tables(points)}
    return replace(block, deck={**parts, "proof": proven(ledger, author, parts)})
