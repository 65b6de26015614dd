"""Makes the hostile votes and acks of `tests/hostile/`, by which players go on without one (DECK 9.2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from khronos_pbem.deck.crypto.group import base, mul, number
from khronos_pbem.deck.crypto.shuffle import unshuffled_slots
from khronos_pbem.deck.ledger import Deck, due_parts
from khronos_pbem.deck.mixing import make_shuffle
from khronos_pbem.engine.digests import decode_bytes, encode_bytes
from khronos_pbem.record.block import ACK, VOTE, Block
from khronos_pbem.record.offers import Offer, offer_table
from khronos_pbem.session.replay.departures import Ballot
from khronos_pbem.session.replay.draft_block import draft_ack, draft_vote
from khronos_pbem.session.replay.table import position_digest
from tests.hostile.cases import (
    AT,
    Hostile,
    Spot,
    assist_of,
    changed,
    head_of,
    proven,
)
from tests.hostile.rolls import again, rolls_on, until
from tests.hostile.save_files import exchanged
from tests.session.memory import second_turn
from tests.session.replay.test_departures import Villagers

NOTHING = encode_bytes(bytes(32))


def vote(spot: Spot, seat: int, *without: int, offers: Sequence[Offer] = ()) -> Block:
    """A vote as somebody may write it who does not ask the program whether he may."""
    colours = [spot.colour(each) for each in without]
    ballot: dict[str, Any] = {"without": colours, "offers": [offer_table(offer) for offer in offers]}
    after = position_digest(spot.table)
    return Block(seq=spot.seq, seat=seat, kind=VOTE, at="", prev=spot.prev, ballot=ballot, after=after)


def ack(spot: Spot, seat: int, **deck: Any) -> Block:
    """An ack as somebody may write it who does not ask the program whether he may."""
    after = position_digest(spot.table)
    return Block(seq=spot.seq, seat=seat, kind=ACK, at="", prev=spot.prev, deck=deck, after=after)


def voted(spot: Spot, *seats: int, without: Sequence[int], offers: Sequence[Offer] = ()) -> Spot:
    """The moment after these seats have voted."""
    for seat in seats:
        ballot, prev = Ballot(tuple(without), tuple(offers)), decode_bytes(spot.prev)
        spot = spot.then(draft_vote(spot.table, spot.author(seat), ballot, prev))
    return spot


def acked(spot: Spot, *seats: int) -> Spot:
    """The moment after the acks of these seats."""
    for seat in seats:
        spot = spot.then(draft_ack(spot.table, spot.author(seat), decode_bytes(spot.prev)))
    return spot


def behind(spot: Spot, seat: int) -> list[int]:
    """A seat and all others, in seat order from it."""
    count = len(spot.table.seats)
    return [(seat + step) % count for step in range(count)]


def runs(start: Villagers) -> Iterator[Hostile]:
    """A run of a game of My Village of four: its votes, its acks, what follows."""
    early = Villagers(start.header)
    while len(early.table.seats) < start.header.seats:
        early.join()
    game = until(again(start), rolls_on)
    head, spot = head_of("village-four", "a game of My Village of four, in which a roll is open", game)
    yield head
    before = replace(Spot.of(head.file, 0, early), head="saves/village-four-new.khronos")
    empty = Villagers(start.header)
    yield head_of("village-four-new", "a game of My Village of four that nobody has joined", empty)[0]
    yield before.broken(
        "vote-before-it-begins",
        "a vote before it is known who begins",
        "vote",
        vote(before, 2, 0),
        rules=True,
    )
    turn = game.draft(*game.orders()).block
    yield from first_votes(spot, game.mover)
    yield from next_votes(spot, game.mover, turn)
    yield from acks(spot, game.mover, turn)
    yield from behind_the_run(spot, game.mover)


def first_votes(spot: Spot, awaited: int) -> Iterator[Hostile]:
    """First votes of a run that may not be."""
    a, b, c, d = behind(spot, awaited)
    wrong = {
        "vote-by-the-decider-first": ("the decider votes first", vote(spot, b, a), False),
        "vote-out-of-order": ("a seat votes before it is its turn", vote(spot, d, a), False),
        "vote-by-the-awaited": ("the seat that is named votes", vote(spot, a, a), False),
        "vote-not-awaited": ("the seat that is named is not awaited", vote(spot, d, b), True),
        "vote-by-a-minority": ("two of four go on without two", vote(spot, d, a, b), False),
        "vote-list-out-of-order": ("the seats are named in another order", vote(spot, c, a, d, b), False),
    }
    for name, (about, block, rules) in wrong.items():
        yield spot.broken(name, about, "vote", block, rules=rules)
    stranger = replace(vote(spot, c, a), ballot={"without": [spot.colour(a), "mauve"]})
    yield spot.broken("vote-unknown-colour", "a colour that nobody plays is named", "vote", stranger)
    other = replace(vote(spot, c, a), after=NOTHING)
    about = "a vote with the digest of another position than that of its base"
    yield spot.broken("vote-after-other", about, "position", other)
    bare = replace(vote(spot, c, a), after="")
    yield spot.broken("vote-after-missing", "a vote without a digest", "position", bare)


def _keys() -> dict[str, tuple[str, Any]]:
    """Keys that neither a vote nor an ack has."""
    point = encode_bytes(base(3))
    return {
        "at": ("a time", AT),
        "orders": ("a message", ['message "on"']),
        "roll": ("a point for a roll", point),
        "shares": ("shares", [{"deck": "cards/1", "slots": [0], "points": point}]),
        "late": ("parts behind its orders", {"roll": point}),
        "auto": ("answers by standing order", ["end"]),
        "key": ("a deck key", encode_bytes(number(7) + bytes(24))),
    }


def forms_of_votes(spot: Spot, awaited: int, voter: int) -> Iterator[Hostile]:
    """Votes with a key that such a block has not, or without one, each signed as it is."""
    one, colour = vote(spot, voter, awaited), spot.colour(awaited)
    keys = {
        **_keys(),
        "shuffle": ("a shuffle", [{"deck": "cards/2"}]),
        "finishes": ("what formats before this one had", True),
        "for": ("what formats before this one had", {colour: NOTHING}),
    }
    for name, (about, value) in keys.items():
        file, told = f"vote-with-{name}", f"a vote with {about}"
        yield spot.broken(file, told, "schema", one, put={name: value}, nobody=True)
    names: dict[str, tuple[str, Any]] = {
        "nobody": ("a vote that names nobody", []),
        "a-seat-twice": ("a vote that names a seat twice", [colour] * 2),
        "a-number": ("a vote that names a seat by its number", [awaited]),
    }
    for name, (about, without) in names.items():
        yield spot.broken(f"vote-names-{name}", about, "schema", one, put={"without": without}, nobody=True)


def forms_of_acks(spot: Spot, awaited: int, acker: int) -> Iterator[Hostile]:
    """Acks with a key that such a block has not, each signed as it is."""
    keys = {**_keys(), "without": ("the seats that go", [spot.colour(awaited)])}
    for name, (about, value) in keys.items():
        file, told = f"ack-with-{name}", f"an ack with {about}"
        yield spot.broken(file, told, "schema", ack(spot, acker), put={name: value}, nobody=True)


def next_votes(spot: Spot, awaited: int, turn: Block) -> Iterator[Hostile]:
    """What does not follow the first vote of a run."""
    a, b, c, d = behind(spot, awaited)
    spot = voted(spot, c, without=(a,))
    about = "the seat that has voted votes again"
    yield spot.broken("vote-twice", about, "vote", vote(spot, c, a))
    about = "the decider votes before the others have"
    yield spot.broken("vote-by-the-decider-early", about, "vote", vote(spot, b, a))
    about = "a vote that names one seat more than those before it"
    yield spot.broken("vote-of-another-list", about, "vote", vote(spot, d, a, b))
    about = "the awaited seat takes its turn on a vote, and not on the block before"
    late = replace(turn, seq=spot.seq, prev=spot.prev)
    yield spot.broken("turn-on-a-vote", about, "vote", late)
    about = "a seat that stays writes anything but its vote"
    yield spot.broken("assist-on-a-vote", about, "vote", rolled(spot, d))
    yield spot.broken("ack-on-a-vote", "an ack before all have voted", "ack", ack(spot, c))


def rolled(spot: Spot, seat: int) -> Block:
    """An assist that gives a point for the roll as it was opened at the base, right if it is this seat's."""
    author, roll = spot.author(seat), spot.table.ledger.rolls.open
    assert roll is not None
    parts = {"roll": encode_bytes(mul(author.secret.key().scalar, roll.point))}
    return assist_of(spot, seat, **parts, proof=proven(spot.table.ledger, author, parts))


def acks(spot: Spot, awaited: int, turn: Block) -> Iterator[Hostile]:
    """What does not follow a finishing vote."""
    a, b, c, d = behind(spot, awaited)
    base_of_run = spot
    about = "an ack where nobody has voted"
    yield spot.broken("ack-without-votes", about, "ack", ack(spot, c))
    spot = voted(spot, c, d, b, without=(a,))
    yield from forms_of_acks(spot, a, c)
    yield spot.broken("ack-out-of-order", "an ack before it is its turn", "ack", ack(spot, d))
    yield spot.broken("ack-by-the-decider", "the decider acks", "ack", ack(spot, b))
    yield spot.broken("ack-by-the-awaited", "the seat that goes acks", "ack", ack(spot, a))
    other = replace(ack(spot, c), after=NOTHING)
    about = "an ack with the digest of another position than that of the base"
    yield spot.broken("ack-after-other", about, "position", other)
    about = "the seat that goes takes its turn behind the finishing vote"
    late = replace(turn, seq=spot.seq, prev=spot.prev)
    yield spot.broken("turn-on-the-finishing-vote", about, "ack", late)
    about = "the decider plays on behind his vote, before the acks"
    yield spot.broken("assist-on-the-finishing-vote", about, "ack", rolled(spot, b))
    about = "a vote again, behind the finishing one"
    yield spot.broken("vote-on-the-finishing-vote", about, "vote", vote(spot, c, a))
    made, _ = make_shuffle(spot.table.ledger, _some_deck(spot), c, spot.author(c).secret)
    about = "a shuffle in a game without decks"
    shuffled = ack(spot, c, shuffle=[{"deck": "cards/2", **made}])
    yield spot.broken("ack-with-a-shuffle-of-nothing", about, "debt", shuffled)
    spot = acked(spot, c)
    yield spot.broken("ack-twice", "the seat that has acked acks again", "ack", ack(spot, c))
    about = "a seat that has acked plays on before the last ack"
    yield spot.broken("assist-on-an-ack", about, "ack", rolled(spot, c))
    about = "the last ack, with the digest of the position before the run"
    old = replace(ack(spot, d), after=position_digest(base_of_run.table))
    yield spot.broken("ack-last-after-the-base", about, "position", old, rules=True)


def _some_deck(spot: Spot) -> Deck:
    labels = ("civil", "military")
    return Deck("cards/2", labels, unshuffled_slots(labels, spot.table.ledger.key), False)


def behind_the_run(spot: Spot, awaited: int) -> Iterator[Hostile]:
    """A run that holds, and what may not follow it."""
    a, b, c, d = behind(spot, awaited)
    roll = spot.table.ledger.rolls.open
    assert roll is not None
    spot = acked(voted(spot, c, d, b, without=(a,)), c, d)
    yield spot.whole("run", "four players go on without one: three votes, two acks")
    yield spot.broken("ack-behind-the-last", "an ack more than there are seats", "ack", ack(spot, b))
    gone = rolled(spot, a)
    yield spot.broken("block-of-a-seat-that-is-gone", "a seat that is gone pays", "turn", gone)
    about = "a seat that is gone is voted out again"
    yield spot.broken("vote-names-a-seat-that-is-gone", about, "vote", vote(spot, c, d, a))
    about = "a seat that is gone votes"
    yield spot.broken("vote-by-a-seat-that-is-gone", about, "vote", vote(spot, a, d))
    author = spot.author(d)
    parts = {"roll": encode_bytes(mul(author.secret.key().scalar, roll.point))}
    parts["proof"] = proven(spot.table.ledger, author, parts)
    about = "a point of the roll as it was before the seat went"
    yield spot.broken("roll-of-the-keys-before", about, "roll", assist_of(spot, d, **parts))
    about = "the point of a roll that began again, but not from the author of the last ack on"
    yield spot.broken("roll-out-of-turn", about, "turn", rolled(spot, b))


# --- with decks -------------------------------------------------------------------------------------------


def shuffled_runs() -> Iterator[Hostile]:
    """A run of a game of Khronos of three, whose ack holds a shuffle (DECK 9.3)."""
    game = second_turn(3, edition=1)
    head, spot = head_of("khronos-three", "a game of Khronos of three in its second turn", game)
    yield head
    a, b, c = behind(spot, game.mover)
    yield from forms_of_votes(spot, a, c)
    spot = voted(spot, c, b, without=(a,))
    good = draft_ack(spot.table, spot.author(c), decode_bytes(spot.prev)).block
    yield spot.whole("run-with-a-shuffle", "three players go on without one, and shuffle", good)
    assert spot.table.pending is not None
    ledger, secret = spot.table.pending.table.ledger, spot.author(c).secret
    (name,) = due_parts(ledger, c).shuffles
    deck = ledger.decks[name]
    old = spot.table.ledger
    all_keys = ledger._replace(absent=())
    better = deck._replace(slots=unshuffled_slots(["military"] * len(deck.labels), ledger.key))

    def shuffle(made: dict[str, Any], called: str = name) -> Block:
        return ack(spot, c, shuffle=[{"deck": called, **made}])

    made = {
        "ack-shuffle-under-the-old-keys": (
            "a well-proven shuffle under the sum of the keys of all, the one that goes too",
            "proof",
            shuffle(make_shuffle(all_keys, deck, c, secret)[0]),
        ),
        "ack-shuffle-of-other-cards": (
            "a well-proven shuffle of as many cards, all of them military",
            "proof",
            shuffle(make_shuffle(ledger, better, c, secret)[0]),
        ),
        "ack-shuffle-of-the-old-deck": (
            "a well-proven shuffle of the deck that there was before",
            "debt",
            shuffle(make_shuffle(old, old.decks["cards/1"], c, secret)[0], "cards/1"),
        ),
    }
    for file, (about, reason, block) in made.items():
        yield spot.broken(file, about, reason, replace(block, after=good.after))
    missing = replace(good, deck={})
    yield spot.broken("ack-shuffle-missing", "an ack without its shuffle", "debt", missing)
    swapped = changed(
        good.deck, lambda deck: deck["shuffle"][0].update(slots=exchanged(deck["shuffle"][0]["slots"]))
    )
    about = "an ack in whose shuffle two slots are exchanged"
    yield spot.broken("ack-shuffle-swapped", about, "proof", replace(good, deck=swapped))
    twice = changed(good.deck, lambda deck: deck["shuffle"].append(deck["shuffle"][0]))
    about = "an ack with its shuffle twice"
    yield spot.broken("ack-shuffle-twice", about, "debt", replace(good, deck=twice))


# --- runs within runs -------------------------------------------------------------------------------------


def nested_runs() -> Iterator[Hostile]:
    """A run of a game of Khronos of five in which an ack does not come, so that another stands upon it."""
    game = second_turn(5, edition=1)
    head, spot = head_of("khronos-five", "a game of Khronos of five in its second turn", game)
    yield head
    a, b, c, d, e = behind(spot, game.mover)
    about = "two of five are named, and the awaited one not first"
    yield spot.broken("vote-awaited-not-first", about, "vote", vote(spot, d, b, a), rules=True)
    about = "of five, two go on without three"
    yield spot.broken("vote-by-two-of-five", about, "vote", vote(spot, e, a, b, c))
    spot = acked(voted(spot, c, d, e, b, without=(a,)), c)
    about = "a run upon an ack, without the seat whose ack is missing alone"
    yield spot.broken("nested-smaller", about, "vote", vote(spot, a, d))
    about = "a run upon an ack, whose first seat is not the one whose ack is missing"
    yield spot.broken("nested-not-the-next-ack", about, "vote", vote(spot, c, e, a))
    about = "a run upon an ack, of the same list as the run in which it stands"
    yield spot.broken("nested-same", about, "vote", vote(spot, c, a))
    inner = voted(spot, b, without=(d, a))
    about = "the seat whose ack was missing acks behind a vote to go on without it"
    yield inner.broken("nested-late-ack", about, "ack", ack(inner, d))
    inner = voted(inner, c, e, without=(d, a))
    about = "the seat whose ack was missing acks behind the vote that finishes the run without it"
    yield inner.broken("nested-late-ack-behind", about, "ack", ack(inner, d))
    about = "two runs, one within the other, the inner one finished: nothing is decided"
    yield inner.whole("nested-not-final", about)
    inner = acked(inner, b, c)
    yield inner.whole("nested", "two runs, one within the other, and final")
