"""Makes the hostile rolls of `tests/hostile/`: a game of My Village of two, and one wrong point in each file
(DECK 10).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from khronos_pbem.deck.crypto.group import add, base, mul
from khronos_pbem.deck.rolls import roll_point
from khronos_pbem.engine.digests import decode_bytes, encode_bytes
from khronos_pbem.record.block import TURN, Block
from khronos_pbem.session.replay.draft_block import Author, Draft
from khronos_pbem.session.replay.table import Table, waiting
from tests.deck.points import EIGHT
from tests.hostile.cases import FEW_BAD_POINTS, Hostile, Spot, assist_of, head_of, proven
from tests.session.replay.test_departures import Villagers


def again(game: Villagers) -> Villagers:
    """The same game, to go on with."""
    other = Villagers(game.header)
    other.save, other.table, other.others = game.save, game.table, dict(game.others)
    other.random.setstate(game.random.getstate())
    return other


def until(game: Villagers, ready: Any) -> Villagers:
    """Play on until the table is as asked for."""
    while not ready(game.table):
        game.step()
    return game


def rolls_on(table: Table) -> bool:
    """Whether a turn is next that begins with the last point of a roll, not the first one."""
    now, roll = waiting(table), table.ledger.rolls.open
    return now is not None and now.need == TURN and roll is not None and roll.number > 1


def no_roll(table: Table) -> bool:
    """Whether a turn is next, and no roll is open."""
    now = waiting(table)
    return now is not None and now.need == TURN and table.ledger.rolls.open is None


def next_drawing(game: Villagers) -> Draft:
    """The next turn that begins with a point of one roll and ends with that of another, not yet played."""
    while True:
        draft = until(game, rolls_on).draft(*game.orders())
        if "roll" in draft.block.late:
            return draft
        game.add(draft)


def rolls(start: Villagers) -> Iterator[Hostile]:
    """Points of rolls that are missing, wrong, or not asked for."""
    yield from first_rolls(again(start))
    game = again(start)
    draft = next_drawing(game)
    head, spot = head_of("village-two", "a game of My Village, in which a roll is open", game)
    yield head
    yield spot.whole("roll", "an honest turn, with the points of two rolls", draft.block)
    yield from wrong_points(spot, draft.block)
    yield from wrong_late(spot, draft.block)
    yield from unasked(again(game), head)


def _rolled(spot: Spot, turn: Block, point: bytes, *, word: str = "") -> Block:
    """The turn with this point, proven as well as it can be."""
    author = spot.author(turn.seat)
    parts = {"roll": encode_bytes(point)}
    words = {"roll": word} if word else None
    proof = proven(spot.table.ledger, author, parts, words=words)
    return replace(turn, deck={**turn.deck, **parts, "proof": proof})


def wrong_points(spot: Spot, turn: Block) -> Iterator[Hostile]:
    """A turn that begins with another point than its author's."""
    ledger, author = spot.table.ledger, spot.author(turn.seat)
    roll, key = ledger.rolls.open, author.secret.key().scalar
    assert roll is not None
    right = decode_bytes(str(turn.deck["roll"]))
    keys = [*ledger.keys]
    other = 1 - turn.seat
    theirs = mul(spot.author(other).secret.key().scalar, roll.point)
    after = roll_point(ledger.game, roll.number + 1, ledger.rolls.stream, keys)
    short = roll_point(ledger.game, roll.number, b"", keys)
    turned = roll_point(ledger.game, roll.number, ledger.rolls.stream, keys[::-1])
    wrong = {
        "roll-of-nothing": ("any good point, and a proof made for it", base(3)),
        "roll-of-the-next": ("the point of a roll with the next number", mul(key, after)),
        "roll-without-the-stream": ("the point of a roll that no other came before", mul(key, short)),
        "roll-of-keys-in-another-order": (
            "the point of a roll of the keys in another order",
            mul(key, turned),
        ),
        "roll-of-the-other": ("the other player's point of this roll", theirs),
        "roll-unmultiplied": ("the point of the roll itself", roll.point),
    }
    for name, (about, point) in wrong.items():
        yield spot.broken(name, about, "roll", _rolled(spot, turn, point))
    for name, point in {**FEW_BAD_POINTS, "good but for a part of order 8": add(right, EIGHT)}.items():
        about = f"the point of the roll is a point {name}"
        yield spot.broken(f"roll-{name.replace(' ', '-')}", about, "point", _rolled(spot, turn, point))
    about = "the right point, proven as that of the next roll"
    named = _rolled(spot, turn, right, word=f"roll {roll.number + 1}")
    yield spot.broken("roll-proven-for-the-next", about, "roll", named)
    bare = {key: value for key, value in turn.deck.items() if key not in ("roll", "proof")}
    yield spot.broken("roll-missing", "no point for the open roll", "roll", replace(turn, deck=bare))
    unproven = {key: value for key, value in turn.deck.items() if key != "proof"}
    about = "a point without a proof"
    yield spot.broken("roll-without-proof", about, "proof", replace(turn, deck=unproven))
    short_point = {**turn.deck, "roll": encode_bytes(right[:-1])}
    yield spot.broken("roll-too-short", "a point of 31 bytes", "length", replace(turn, deck=short_point))
    ignored = replace(turn, after=spot.save.blocks[-1].after)
    about = "the digest of the position before what was rolled"
    yield spot.broken("roll-ignored", about, "position", ignored, rules=True)


def wrong_late(spot: Spot, turn: Block) -> Iterator[Hostile]:
    """A turn that leaves a roll open, and whose point of it is missing or wrong."""
    bare = {key: value for key, value in turn.deck.items() if key != "late"}
    about = "a turn that asks for a roll, and gives no point of it"
    yield spot.broken("roll-late-missing", about, "debt", replace(turn, deck=bare), rules=True)
    first = {key: turn.deck[key] for key in ("roll", "proof")}
    about = "the point of the roll before, given twice"
    twice = replace(turn, deck={**turn.deck, "late": first})
    yield spot.broken("roll-twice", about, "roll", twice)


def unasked(game: Villagers, head: Hostile) -> Iterator[Hostile]:
    """A point where no roll is open."""
    count = len(game.save.blocks)
    game = until(game, no_roll)
    spot = Spot.of(head.file, count, game)
    turn = game.draft(*game.orders()).block
    last = spot.table.ledger.rolls
    point = roll_point(spot.table.ledger.game, last.count + 1, last.stream, spot.table.ledger.keys)
    opened = spot.table.ledger._replace(
        rolls=last.opened(spot.table.ledger.game, spot.table.ledger.keys, (turn.seat,))
    )
    author = spot.author(turn.seat)
    parts = {"roll": encode_bytes(mul(author.secret.key().scalar, point))}
    block = replace(turn, deck={**turn.deck, **parts, "proof": proven(opened, author, parts)})
    about = "a proof, and no points"
    bare = replace(turn, deck={**turn.deck, "proof": encode_bytes(bytes(64))})
    yield spot.broken("proof-of-nothing", about, "proof", bare)
    about = "a well-proven point of the next roll, which nobody has asked for"
    yield spot.broken("roll-unasked", about, "roll", block, rules=True)


def first_rolls(game: Villagers) -> Iterator[Hostile]:
    """The first roll of a game: each seat gives a point, the last to join in the join (DECK 10.5)."""
    joined = Villagers(game.header)
    joined.join()
    head, spot = head_of("village-joining", "a game of My Village that one more has to join", joined)
    yield head
    last = game.save.blocks[1]
    bare = {key: value for key, value in last.deck.items() if key != "late"}
    about = "the last join, without its point of the first roll"
    spot = replace(spot, keys={**spot.keys, 1: game.author(1).key})  # type: ignore[dict-item]
    without = replace(last, deck=bare)
    yield spot.broken("roll-first-missing", about, "debt", without, rules=True)
    joined.join()
    spot = Spot.of(head.file, 1, joined)
    author = spot.author(0)
    about = "an assist that gives the point of another for the first roll"
    roll = spot.table.ledger.rolls.open
    assert roll is not None
    other = Author(1, author.key, spot.author(1).secret)
    parts = {"roll": encode_bytes(mul(other.secret.key().scalar, roll.point))}
    parts["proof"] = proven(spot.table.ledger, other, parts)
    yield spot.broken("roll-first-of-another", about, "roll", assist_of(spot, 0, **parts))
    parts["proof"] = proven(spot.table.ledger, author, parts)
    again_by_last = {"roll": parts["roll"], "proof": proven(spot.table.ledger, other, parts)}
    about = "the last to join gives the point a second time"
    block = assist_of(spot, 1, **again_by_last)
    yield spot.broken("roll-first-twice", about, "turn", block)
