"""Who resigns shows his key, and is never waited for again (DECK 9.1, RULES 11.3)."""

from __future__ import annotations

import copy
from dataclasses import replace
from typing import Any

import pytest

from khronos_pbem.deck.crypto.group import ORDER, base, label_point, mul, pack_scalars, sub, sum_points
from khronos_pbem.deck.decrypt_cards import read
from khronos_pbem.deck.ledger import due_parts, is_readable
from khronos_pbem.engine.digests import decode_bytes, encode_bytes
from khronos_pbem.engine.features.protocols import Columns
from khronos_pbem.errors import InvalidFile
from khronos_pbem.games.registry import feature
from khronos_pbem.record.block import ASSIST, Block
from khronos_pbem.record.chain import block_hashes
from khronos_pbem.record.save import parse_save, write_save
from khronos_pbem.session.replay.replay import replay
from khronos_pbem.session.replay.table import waiting
from tests.session.memory import Memory, header


@pytest.fixture(scope="module")
def before() -> Memory:
    """A game of three in which somebody may resign, owing shares to another."""
    game = Memory(header(3)).start()
    game.play("end")
    game.settle()
    assert due_parts(game.table.ledger, game.mover).shares
    return game


def copied(game: Memory) -> Memory:
    """The same game, to go on with."""
    again = Memory(game.header)
    again.save, again.table = game.save, game.table
    return again


@pytest.fixture(scope="module")
def resigned(before: Memory) -> tuple[Memory, int]:
    """The game after he has, and his seat."""
    game, seat = copied(before), before.mover
    game.play("resign")
    return game, seat


def test_the_block_shows_the_key(resigned: tuple[Memory, int]) -> None:
    game, seat = resigned
    block = game.save.blocks[-1]
    scalar = int.from_bytes(decode_bytes(str(block.deck["key"]), 32), "little")
    assert base(scalar) == game.table.ledger.keys[seat]
    assert scalar == game.author(seat).secret.key().scalar
    assert block.deck["reveal"]
    assert block.deck["shares"]


def test_the_file_brings_it_back(resigned: tuple[Memory, int]) -> None:
    game, _ = resigned
    save = parse_save(write_save(game.save, []).encode())
    assert save == game.save
    history = replay(save, block_hashes(save), len(save.blocks))
    assert history.problem is None
    assert history.table._replace(game=game.table.game) == game.table


def test_nobody_waits_for_him_again(resigned: tuple[Memory, int]) -> None:
    """To the end of the game, over two new decks, and with exchanges: he never has to write a block."""
    game, seat = copied(resigned[0]), resigned[1]
    exchanges = 0
    while (now := waiting(game.table)) is not None:
        assert now.seat is not None
        assert now.seat != seat
        assert not due_parts(game.table.ledger, seat)
        if now.need == ASSIST:
            game.assist(now.seat)
            continue
        position = game.table.position
        if position.round in (3, 5) and not position.exchanged and position.players[now.seat].ecus >= 2:
            hand = feature(game.table.game, Columns).hand(game.private(now.seat).position, now.seat)
            assert hand is not None
            cards = " ".join(hand)
            game.play(f"exchange {cards}")
            exchanges += 1
        else:
            game.play("end")
    assert game.table.game.is_over(game.table.position)
    assert exchanges == 4
    later = [deck for name, deck in game.table.ledger.decks.items() if not deck.lap]
    assert later
    assert all(deck.final and seat not in deck.mixed for deck in later if len(deck.mixed) == 2)
    assert any(len(deck.mixed) == 2 for deck in later)


def test_the_hands_of_the_others_stay_theirs(resigned: tuple[Memory, int]) -> None:
    """P2: with his key and those of all the others but the owner, a hand cannot be read."""
    game, seat = resigned
    ledger = game.table.ledger
    owner = next(each for each in range(3) if each != seat and read(ledger, each, game.author(each).secret))
    other = 3 - seat - owner
    keys = [ledger.shown[seat], game.author(other).secret.key().scalar]
    points = {label_point(label) for label in ("military", "religious", "civil")}
    mine = read(ledger, owner, game.author(owner).secret)
    assert len(mine) == 4
    for handle in mine:
        slots = ledger.decks[handle.deck].slots
        a, b = slots.a_at(handle.slot), slots.b_at(handle.slot)
        left = sub(b, sum_points(mul(key, a) for key in keys))
        assert left not in points
        assert sub(left, mul(game.author(owner).secret.key().scalar, a)) in points


def test_what_was_dealt_is_readable_once_the_living_have_paid(resigned: tuple[Memory, int]) -> None:
    game, seat = copied(resigned[0]), resigned[1]
    game.settle()
    game.play("end")
    hand = game.table.game.hand(game.table.position, game.save.blocks[-1].seat)
    new = [handle for handle in hand if not is_readable(game.table.ledger, handle)]
    assert new
    assert all(seat in game.table.ledger.held[handle].shares for handle in hand)


def test_with_two_players_the_game_is_over() -> None:
    game = Memory(header(2)).start()
    seat = game.mover
    block = game.play("resign").block
    assert "key" in block.deck
    assert waiting(game.table) is None
    assert game.table.game.winners(game.table.position) == (1 - seat,)


# --- who cheats with it -----------------------------------------------------------------------------------


def refused(game: Memory, block: Block, reason: str) -> None:
    """Everybody refuses the block, and names who signed it."""
    problem = game.with_block(block, block.seat).problem
    assert problem is not None, "nobody noticed"
    colour = game.table.seats[block.seat].colour
    assert (problem.block, problem.seat) == (len(game.save.blocks), colour)
    assert reason in str(problem)
    assert int(problem.exit) == 5


def with_key(block: Block, key: Any) -> Block:
    deck = copy.deepcopy(dict(block.deck))
    deck["key"] = key
    return replace(block, deck=deck)


def test_the_honest_block_holds(before: Memory) -> None:
    block = before.draft("resign").block
    assert before.with_block(block, before.mover).problem is None


def test_a_key_that_is_missing(before: Memory) -> None:
    block = before.draft("resign").block
    refused(
        before,
        with_key(block, None),
        "the block does not reveal the deck key of the player who is leaving (DECK 9.1)",
    )


def wrong_keys(game: Memory) -> dict[str, tuple[str, str]]:
    """Keys that are none of his, and what is said of them."""
    own = game.author(game.mover).secret.key().scalar
    other = game.author((game.mover + 1) % 3).secret.key().scalar
    packed = {
        "another's": pack_scalars((other,)),
        "zero": bytes(32),
        "one more": pack_scalars((own + 1,)),
        "the negative": pack_scalars((-own,)),
    }
    beyond = {"not reduced": (own + ORDER).to_bytes(32, "little"), "the order": ORDER.to_bytes(32, "little")}
    return {
        **{
            name: (encode_bytes(data), "this is not the key that the player in this seat joined with")
            for name, data in packed.items()
        },
        **{name: (encode_bytes(data), "not less than the order") for name, data in beyond.items()},
    }


@pytest.mark.parametrize(
    "name", ["another's", "zero", "one more", "the negative", "not reduced", "the order"]
)
def test_a_key_that_is_not_his(name: str, before: Memory) -> None:
    key, reason = wrong_keys(before)[name]
    refused(before, with_key(before.draft("resign").block, key), reason)


@pytest.mark.parametrize("orders", [("end",), ('message "I resign"', "end")])
def test_a_key_of_somebody_who_stays(orders: tuple[str, ...], before: Memory) -> None:
    """It would open his hands, and others could not do without him any more: it is no block."""
    key = before.draft("resign").block.deck["key"]
    wrong = "the block reveals a deck key, but the player who signed it is not leaving the game"
    refused(before, with_key(before.draft(*orders).block, key), wrong)


def test_a_key_in_another_kind_of_block(before: Memory) -> None:
    """The schema has it in a turn only."""
    key = before.draft("resign").block.deck["key"]
    draft = replace(before.draft("end").block, kind=ASSIST, orders=())
    with pytest.raises(InvalidFile, match='the key "key" is unknown in a block of kind assist'):
        before.with_block(with_key(draft, key), before.mover)
    join = before.save.blocks[0]
    text = write_save(before.save._replace(blocks=(join,)), [])
    changed = text.replace("\nsig = ", f'\nkey = "{key}"\nsig = ')
    with pytest.raises(InvalidFile, match="is unknown in a block of kind join"):
        parse_save(changed.encode())


@pytest.mark.parametrize("key", ["AAAA", "", "A" * 42 + "B", "!" * 43])
def test_a_key_that_is_no_key(key: str, before: Memory) -> None:
    text = write_save(before.save._replace(blocks=(*before.save.blocks, before.draft("resign").block)), [])
    good = str(before.draft("resign").block.deck["key"])
    assert f"\nkey = '{good}'\n" in text
    with pytest.raises(InvalidFile, match="key"):
        parse_save(text.replace(f"'{good}'", f"'{key}'").encode())


def test_a_debt_is_paid_before_he_leaves(before: Memory) -> None:
    """The key is no payment."""
    block = before.draft("resign").block
    deck = {key: value for key, value in block.deck.items() if key != "shares"}
    refused(before, replace(block, deck=deck), "is missing")
