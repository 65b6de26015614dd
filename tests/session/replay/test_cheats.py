"""Players who sign what they may not: the file names block, player and reason (DECK 1 P5, 8)."""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from khronos_pbem.deck.payment import pay
from khronos_pbem.engine.digests import decode_bytes, encode_bytes
from khronos_pbem.errors import KhronosError
from khronos_pbem.home.keyring import load_identity
from khronos_pbem.record.block import ASSIST, Block
from khronos_pbem.record.chain import block_hashes, sign
from khronos_pbem.record.save import parse_save
from khronos_pbem.session.replay.draft_block import private_table
from khronos_pbem.session.replay.replay import replay
from khronos_pbem.storage.files import read_file
from tests.session.conftest import Scene
from tests.support.playing import Group, no_passphrase


def test_the_honest_turn_holds(scene: Scene) -> None:
    history = scene.verdict(scene.turn)
    assert history.problem is None
    assert history.table.seq == scene.turn.seq


def parts(block: Block) -> dict[str, Any]:
    return copy.deepcopy(dict(block.deck))


# --- the deck ---------------------------------------------------------------------------------------------


def test_a_card_discarded_that_was_not_revealed(scene: Scene) -> None:
    """DECK 5: without the reveal nobody else can apply the turn."""
    made = pay(scene.table.ledger, scene.author.seat, scene.author.secret, ())
    scene.refused(replace(scene.turn, deck=dict(made.part)), "hidden")


def test_a_card_revealed_that_was_not_played(scene: Scene) -> None:
    """The turn keeps nothing, so every card is discarded; a turn that only sends a message plays none."""
    deck = parts(scene.turn)
    message = replace(scene.turn, kind=ASSIST, orders=(), deck=deck)
    scene.refused(message, "was revealed, but it was neither played nor discarded")


def test_a_reveal_of_another_card(scene: Scene) -> None:
    """P3: the shares are proven, a card cannot be swapped."""
    deck = parts(scene.turn)
    points = bytearray(decode_bytes(deck["reveal"][0]["points"]))
    points[:32], points[32:64] = points[32:64], points[:32]
    deck["reveal"][0]["points"] = encode_bytes(bytes(points))
    scene.refused(replace(scene.turn, deck=deck), "is not valid")


def test_a_debt_left_unpaid(scene: Scene) -> None:
    deck = parts(scene.turn)
    assert deck.pop("shares")
    scene.refused(replace(scene.turn, deck=deck), "is missing")


def test_a_share_for_the_wrong_slot(scene: Scene) -> None:
    deck = parts(scene.turn)
    deck["shares"][0]["slots"][-1] = 54
    scene.refused(replace(scene.turn, deck=deck), "slot cards/1:54")


@pytest.mark.parametrize(
    "point",
    [(2).to_bytes(32, "little"), bytes(32), (1).to_bytes(32, "little"), (2**255 - 19).to_bytes(32, "little")],
    ids=["off the curve", "small order", "neutral", "not canonical"],
)
def test_bad_points(point: bytes, scene: Scene) -> None:
    deck = parts(scene.turn)
    packed = deck["shares"][0]["points"]
    deck["shares"][0]["points"] = encode_bytes(point + decode_bytes(packed)[32:])
    scene.refused(replace(scene.turn, deck=deck), "off the curve or has small order")


def test_a_scalar_too_high(scene: Scene) -> None:
    deck = parts(scene.turn)
    deck["proof"] = encode_bytes(decode_bytes(deck["proof"])[:32] + b"\xff" * 32)
    scene.refused(replace(scene.turn, deck=deck), "not less than the order")


def test_base64_that_is_not_canonical(scene: Scene) -> None:
    deck = parts(scene.turn)
    deck["proof"] = deck["proof"][:-1] + "_"
    scene.refused(replace(scene.turn, deck=deck), "canonical")


def test_cards_revealed_after_the_orders(scene: Scene) -> None:
    deck = parts(scene.turn)
    deck["late"] = {"reveal": deck["reveal"], "proof": deck["proof"]}
    scene.refused(replace(scene.turn, deck=deck), "revealed after the orders")


def test_a_payment_nobody_asked_for(scene: Scene) -> None:
    deck = parts(scene.turn)
    deck["shuffle"] = [{"deck": "cards/9", "slots": "", "commitments": "", "responses": ""}]
    scene.refused(replace(scene.turn, deck=deck), "a shuffle of 'cards/9' that is not due")


# --- the orders -------------------------------------------------------------------------------------------


ORDERS: list[tuple[tuple[str, ...], str]] = [
    (("end", "end"), "the turn ended before this order"),
    (("message \"no end\"",), "these orders do not end the turn"),
    (("Policy Placement Ask", "end"), "standard form (FORMATS 2) — ask the author for a new block"),
    (("pol placement ask", "end"), "standard form (FORMATS 2) — ask the author for a new block"),
    (("dance", "end"), "does not belong here"),
    (("build abbey might J1", "end"), "RULES"),
    (("place A1", "end"), "there is nothing to choose now"),
    (("message \"a\"; end",), "standard form (FORMATS 2) — ask the author for a new block"),
]  # fmt: skip


@pytest.mark.parametrize(("orders", "reason"), ORDERS)
def test_orders_that_may_not_be(orders: tuple[str, ...], reason: str, scene: Scene) -> None:
    scene.refused(replace(scene.turn, orders=orders), reason)


def test_somebody_elses_answer(scene: Scene) -> None:
    scene.refused(replace(scene.turn, auto=("place A1",)), "automatic answers (auto)")


def test_a_turn_called_an_answer(scene: Scene) -> None:
    scene.refused(replace(scene.turn, kind="answer"), "this block is a choice by")


def test_another_position_claimed(scene: Scene) -> None:
    """STYLE 2.4: the digest of the position after the block."""
    scene.refused(
        replace(scene.turn, after=encode_bytes(bytes(32))),
        "the position after this block does not match the hash in the block",
    )


def test_an_assist_that_pays_nothing(scene: Scene) -> None:
    scene.refused(replace(scene.turn, kind=ASSIST, orders=(), deck={}), "contains no share")


# --- the record -------------------------------------------------------------------------------------------


def test_a_block_in_anothers_name(scene: Scene) -> None:
    """Signed by one, said to be by another."""
    other = (scene.author.seat + 1) % 3
    block = sign(replace(scene.turn, seat=other, sig=""), scene.author.key)
    save = scene.save._replace(blocks=(*scene.save.blocks, block))
    problem = replay(save, block_hashes(save)).problem
    assert problem is not None
    assert "signature" in str(problem)
    assert problem.block == block.seq


def test_a_join_too_many(scene: Scene) -> None:
    first = scene.save.blocks[0]
    block = replace(
        scene.turn,
        kind="join",
        orders=(),
        name="x",
        colour="white",
        identity=first.identity,
        deck=dict(first.deck),
    )
    problem = scene.verdict(block).problem
    assert problem is not None
    assert problem.block == block.seq


JOINS: list[tuple[Callable[[Block, Block], Block], str]] = [
    (lambda first, block: replace(block, colour=first.colour), "red is already taken"),
    (lambda first, block: replace(block, colour="mauve"), "no colour"),
    (lambda first, block: replace(block, deck={}), 'the table "join_deck" is missing from the join block'),
    (lambda first, block: replace(block, deck=dict(first.deck)), "is not valid"),
]


@pytest.mark.parametrize(("change", "reason"), JOINS)
def test_joins_that_may_not_be(change: Callable[[Block, Block], Block], reason: str, tmp_path: Path) -> None:
    """DECK 3: the layer, the shuffle and the key are the joiner's own."""
    group = Group(tmp_path, 2, 1)
    group.start("Joins")
    save = parse_save(read_file(group.save))
    key = load_identity(group.home("bob"), "bob", no_passphrase)
    block = sign(replace(change(save.blocks[0], save.blocks[1]), sig=""), key)
    broken = save._replace(blocks=(save.blocks[0], block))
    problem = replay(broken, block_hashes(broken)).problem
    assert problem is not None
    assert problem.block == 1
    assert problem.seat == block.colour
    assert reason in str(problem)


def test_what_holds_is_kept(scene: Scene) -> None:
    """STYLE 2.11: a broken record is shown up to the break."""
    history = scene.verdict(replace(scene.turn, orders=("dance",)))
    assert len(history.entries) == len(scene.save.blocks)
    assert history.table.seq == scene.table.seq


def test_a_private_table_never_leaves(scene: Scene) -> None:
    """What a player can read does not change what he signs or what the public position says."""
    private = private_table(scene.table, scene.author)
    assert private.position != scene.table.position
    public, seen = (table.game.public_data(table.position) for table in (scene.table, private))
    assert public["hands"] == seen["hands"]
    with pytest.raises(KhronosError):
        scene.table.game.parse("show me your hand")
