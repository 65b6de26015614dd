"""Who is named when a record is broken: who signed something wrong, and nobody for what nobody signed (P5).

Every record here is read twice: for the first time, and by somebody who has verified the game before.
"""

from __future__ import annotations

import copy
import json
import shutil
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from khronos_pbem.engine.digests import encode_bytes
from khronos_pbem.errors import KhronosError
from khronos_pbem.home.keyring import make_identity
from khronos_pbem.record.block import Block
from khronos_pbem.record.chain import head_hash, sign
from khronos_pbem.record.save import Save, write_save
from tests.deck.test_cheats import CHANGES, HIGH_SCALAR
from tests.session.conftest import Scene
from tests.support.shell import ROOT, Person

NOBODY = None
ZERO = encode_bytes(bytes(32))


def with_blocks(scene: Scene, *blocks: Block) -> Save:
    return scene.save._replace(blocks=blocks)


def changed(scene: Scene, place: int, **changes: Any) -> Save:
    """The record with one block changed, and the signature left as it was."""
    blocks = list(scene.save.blocks)
    blocks[place] = replace(blocks[place], **changes)
    return with_blocks(scene, *blocks)


def place_of(scene: Scene, kind: str) -> int:
    return next(place for place, block in enumerate(scene.save.blocks) if block.kind == kind)


# --- nobody signed it -------------------------------------------------------------------------------------


FIELDS: dict[str, Any] = {
    "seq": 7,
    "at": "2026-11-30T11:11:11Z",
    "prev": ZERO,
    "orders": ("end",),
    "after": ZERO,
    "sig": encode_bytes(bytes(64)),
    "auto": ("place A1",),
    "kind": "answer",
    "deck": {},
}


@pytest.mark.parametrize("field", FIELDS)
def test_a_field_changed_in_the_middle(field: str, scene: Scene) -> None:
    place = place_of(scene, "turn")
    block = scene.save.blocks[place]
    colour = scene.table.seats[block.seat].colour
    broken = changed(scene, place, **{field: FIELDS[field]})
    assert scene.blamed(broken, f"changed after {colour} signed it") == (place, NOBODY)


def test_the_last_block_is_changed(scene: Scene) -> None:
    last = len(scene.save.blocks) - 1
    assert scene.blamed(changed(scene, last, after=ZERO), "signed it") == (last, NOBODY)


def test_a_block_said_to_be_of_another_seat(scene: Scene) -> None:
    place = place_of(scene, "turn")
    seat = (scene.save.blocks[place].seat + 1) % 3
    colour = scene.table.seats[seat].colour
    assert scene.blamed(changed(scene, place, seat=seat), f"or {colour} never signed it") == (place, NOBODY)


@pytest.mark.parametrize("field", ["colour", "name", "identity", "deck"])
def test_a_join_is_changed(field: str, scene: Scene) -> None:
    other = scene.save.blocks[2]
    assert scene.blamed(changed(scene, 1, **{field: getattr(other, field)}), "signed it") == (1, NOBODY)


@pytest.mark.parametrize("name", CHANGES)
def test_a_join_whose_deck_is_changed(name: str, scene: Scene) -> None:
    """Every mischief with the parts of a join: unsigned it names nobody, signed it names who signed it."""
    change, reason = CHANGES[name]
    deck = copy.deepcopy(dict(scene.save.blocks[1].deck))
    change(deck["join_deck"])
    assert scene.blamed(changed(scene, 1, deck=deck), "changed after blue signed it") == (1, NOBODY)
    block = sign(replace(scene.save.blocks[1], deck=deck, sig=""), scene.keys[1])
    assert scene.blamed(with_blocks(scene, scene.save.blocks[0], block), reason) == (1, "blue")


HEADERS: dict[str, Any] = {
    "title": "Another title",
    "id": encode_bytes(bytes(16)),
    "created": "2026-11-01T09:00:00Z",
}


@pytest.mark.parametrize("field", HEADERS)
def test_the_header_is_changed(field: str, scene: Scene) -> None:
    save = scene.save._replace(header=replace(scene.save.header, **{field: HEADERS[field]}))
    assert scene.blamed(save, "prev is not the hash of [game]") == (0, NOBODY)


ORDERINGS: dict[str, tuple[Callable[[Sequence[Block]], Sequence[Block]], int]] = {
    "swapped": (lambda b: [*b[:5], b[6], b[5], *b[7:]], 5),
    "swapped joins": (lambda b: [b[1], b[0], *b[2:]], 0),
    "removed in the middle": (lambda b: [*b[:5], *b[6:]], 5),
    "the first removed": (lambda b: b[1:], 0),
    "a join removed": (lambda b: [b[0], *b[2:]], 1),
    "repeated": (lambda b: [*b[:6], *b[5:]], 6),
    "all joins removed": (lambda b: b[3:], 0),
}


@pytest.mark.parametrize("name", ORDERINGS)
def test_blocks_are_moved_or_left_out(name: str, scene: Scene) -> None:
    move, place = ORDERINGS[name]
    broken = with_blocks(scene, *move(scene.save.blocks))
    assert scene.blamed(broken, f"but the next block is block {place}") == (place, NOBODY)


def test_a_block_of_another_game_of_the_same_players(scene: Scene, tmp_path: Path) -> None:
    """Its signature is good, its place is not: nobody has signed it for this game."""
    other = scene.save._replace(header=replace(scene.save.header, title="The other game"), blocks=())
    place = len(scene.save.blocks)
    block = sign(replace(scene.turn, prev=encode_bytes(head_hash(other)), sig=""), scene.author.key)
    broken = with_blocks(scene, *scene.save.blocks, block)
    assert scene.blamed(broken, "or the block belongs to a different game") == (place, NOBODY)


def test_a_block_of_somebody_elses_game(scene: Scene, tmp_path: Path) -> None:
    stranger = make_identity(tmp_path, "mallory", None)
    block = sign(replace(scene.turn, sig=""), stranger)
    broken = with_blocks(scene, *scene.save.blocks, block)
    assert scene.blamed(broken, f"or {scene.colour} never signed it") == (block.seq, NOBODY)


def test_a_block_by_a_seat_that_nobody_has_taken(scene: Scene, tmp_path: Path) -> None:
    """Anybody can have added it."""
    block = sign(replace(scene.turn, seq=1, seat=2, prev=scene.save.blocks[1].prev, sig=""), scene.keys[2])
    broken = with_blocks(scene, scene.save.blocks[0], block)
    assert scene.blamed(broken, "seat 2 is not taken yet") == (1, NOBODY)


# --- somebody signed it -----------------------------------------------------------------------------------


def test_a_wrong_number_that_is_signed(scene: Scene) -> None:
    """It is reported where the block stands, whatever number it gives itself."""
    block = sign(replace(scene.turn, seq=3, sig=""), scene.author.key)
    broken = with_blocks(scene, *scene.save.blocks, block)
    place = len(scene.save.blocks)
    assert scene.blamed(broken, f"seq is 3, but the next block is block {place}") == (place, scene.colour)


def test_a_point_too_high_in_a_turn(scene: Scene) -> None:
    deck = copy.deepcopy(dict(scene.turn.deck))
    deck["proof"] = encode_bytes(HIGH_SCALAR * 2)
    scene.refused(replace(scene.turn, deck=deck), "not less than the order")


def test_a_join_by_somebody_who_plays_already(scene: Scene) -> None:
    """Whatever colour he asks for, it is his own that is named."""
    first, second, _ = scene.save.blocks[:3]
    block = sign(replace(second, identity=first.identity, colour="white", sig=""), scene.keys[0])
    assert scene.blamed(with_blocks(scene, first, block), "already plays red") == (1, "red")


# --- what is printed --------------------------------------------------------------------------------------


def test_json_says_who_is_to_blame_or_null(scene: Scene, tmp_path: Path) -> None:
    """FORMATS 1: the key is there, and null where nobody is named; the words tell whose block it is."""
    somebody = Person("x", tmp_path)
    place = place_of(scene, "turn")
    colour = scene.table.seats[scene.save.blocks[place].seat].colour
    text = write_save(changed(scene, place, after=ZERO), [])
    somebody.save.write_text(text, encoding="utf-8")
    verdict = somebody.run("verify", "game.khronos", "--json")
    assert verdict.code == 5
    facts = verdict.json
    assert (facts["valid"], facts["block"], facts["seat"]) == (False, place, None)
    assert f"changed after {colour} signed it" in facts["reason"]
    for command in (["status"], ["play", "-c", "end"], ["moves"]):
        failed = somebody.run(command[0], "game.khronos", *command[1:], "--json")
        error = json.loads(failed.out or failed.err)
        assert (failed.code, error["block"], error["seat"]) == (5, place, None)
        assert f"changed after {colour} signed it" in error["error"]


def test_an_error_outside_of_a_block_names_no_seat() -> None:
    assert "seat" not in KhronosError("no").to_data()
    assert KhronosError("no", block=3).to_data()["seat"] is None
    assert KhronosError("no", block=3, seat="red").to_data()["seat"] == "red"


COMMANDS = (["status"], ["show"], ["log"], ["moves"], ["verify"], ["play", "-c", "end"])


def test_a_machine_that_has_seen_the_game_says_the_same(tmp_path: Path) -> None:
    """A block that was changed on the way is broken, and no other history, wherever it is read."""
    used, fresh = Person("x", tmp_path / "used"), Person("x", tmp_path / "fresh")
    game = ROOT / "sample_games" / "middle" / "game.khronos"
    text = game.read_text(encoding="utf-8")
    last = text.rindex("\nafter = ")
    tampered = f'{text[:last]}\nafter = "{ZERO}"{text[text.index(chr(10), last + 1) :]}'
    for somebody in (used, fresh):
        shutil.copytree(game.parent / "keyring" / "keys", somebody.home / "keys")
    shutil.copy(game, used.save)
    used.ok("status", "game.khronos")
    for command in COMMANDS:
        results = []
        for somebody in (used, fresh):
            somebody.save.write_text(tampered, encoding="utf-8")
            result = somebody.run(command[0], "game.khronos", *command[1:])
            results.append((result.code, result.out, result.err))
        assert results[0] == results[1]
        assert results[0][0] == 5
        assert "signed it" in results[0][1] + results[0][2]
