"""There is one format, which binds all to the header of a game; others are refused (DECK 2, 3)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from khronos_pbem.deck.ledger import due_parts
from khronos_pbem.engine.digests import encode_bytes
from khronos_pbem.errors import NothingToDo
from khronos_pbem.record.block import ASSIST
from khronos_pbem.record.chain import block_hashes, game_hash, sign
from khronos_pbem.record.save import Save, header_bytes, parse_save, write_save
from khronos_pbem.session.replay.draft_block import Draft, draft_assist, verify_draft
from khronos_pbem.session.replay.replay import replay
from khronos_pbem.session.replay.table import binding_hash, waiting
from khronos_pbem.storage.files import read_file
from tests.session.memory import AT, Memory, header, identity
from tests.support.playing import Group
from tests.support.shell import Person


def key_of(game: Memory) -> str:
    """The deck key of the first who joins."""
    block = game.join().block
    part = block.deck["join_deck"]
    assert isinstance(part, dict)
    return str(part["key"])


def test_new_games_are_of_format_3(tmp_path: Path) -> None:
    Group(tmp_path, 2).start()
    data = read_file(tmp_path / "game.khronos")
    assert b'\nformat = "khronos-pbem/3"\n' in data
    save = parse_save(data)
    assert binding_hash(save.header) == game_hash(save.header)


def test_two_headers_with_one_id_are_two_games() -> None:
    """DECK 2: a creator chooses the id; under two headers with one id nobody has the same secrets."""
    keys = [key_of(Memory(header(2, title))) for title in ("One", "Another")]
    assert keys[0] != keys[1]
    assert key_of(Memory(header(2, "One"))) == keys[0]


def test_a_proof_of_one_game_is_none_in_another_with_its_id() -> None:
    """Nothing of a block can be carried over: the key is another, and so is the context of every proof."""
    one, other = Memory(header(2, title="One")), Memory(header(2, title="Another"))
    block = one.join().block
    moved = replace(block, prev=encode_bytes(game_hash(other.header)))
    problem = other.with_block(moved, 0).problem
    assert problem is not None
    assert "the encryption layer of seats: the proof is not valid" in str(problem)


def test_the_format_is_part_of_what_is_hashed() -> None:
    assert b'"format":"khronos-pbem/3"' in header_bytes(header(2))


def test_a_join_is_bound_to_who_made_it() -> None:
    """DECK 3: whoever brings the join of another as his own has no key."""
    game = Memory(header(2))
    block = game.join().block
    stolen = replace(block, identity=identity(3).public, name="mallory", sig="")
    save = Save(game.header, (sign(stolen, identity(3)),))
    problem = replay(save, block_hashes(save)).problem
    assert problem is not None
    assert "the encryption layer of seats: the proof is not valid" in str(problem)


@pytest.mark.parametrize(
    ("version", "said"),
    [
        (1, "this save was created by a test version of khronos from before the first release"),
        (2, "this save was created by a test version of khronos from before the first release"),
        (4, "this save uses version 4 of the file format"),
        (999_999_999, "this save uses version 999999999 of the file format"),
    ],
)
def test_another_format_is_refused_in_one_line(version: int, said: str, tmp_path: Path) -> None:
    """FORMATS 1: exit 8, and what helps."""
    somebody = Person("x", tmp_path)
    text = write_save(Memory(header(2)).save, []).replace("khronos-pbem/3", f"khronos-pbem/{version}")
    somebody.save.write_text(text, encoding="utf-8")
    for command in ("verify", "show", "status"):
        assert said in somebody.fails(8, command, "game.khronos")


# --- one author a block -----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def owing() -> tuple[Memory, int]:
    """A game of three in which a seat owes shares that nobody waits for yet."""
    game = Memory(header(3)).start()
    game.play("end")
    now = waiting(game.table)
    assert now is not None
    other = next(seat for seat in range(3) if seat != now.seat and due_parts(game.table.ledger, seat))
    return game, other


def assist_of(game: Memory, seat: int) -> Draft:
    return draft_assist(game.table, game.author(seat), block_hashes(game.save)[-1], AT)


def test_only_the_awaited_seat_writes(owing: tuple[Memory, int]) -> None:
    """DECK 9.2: two honest players never write on the same block."""
    game, other = owing
    with pytest.raises(NothingToDo, match="nobody is waiting for your share") as caught:
        assist_of(game, other)
    assert int(caught.value.exit) == 4
    assert caught.value.rule == "DECK 9.2"


def test_an_assist_that_nobody_waits_for_is_no_block(owing: tuple[Memory, int]) -> None:
    """It is refused when it is read, and its author is named."""
    game, other = owing
    before = len(game.save.blocks)
    block = replace(assist_of(game, game.mover).block, seat=other)
    problem = game.with_block(block, other).problem
    assert problem is not None
    assert (problem.block, problem.seat, problem.rule) == (before, game.table.seats[other].colour, "DECK 9.2")
    assert (
        f"this block is a share from {game.table.seats[other].colour}, but the game is waiting for"
        in problem.message
    )


def test_the_awaited_seat_may_assist_before_its_turn(owing: tuple[Memory, int]) -> None:
    """Its turn, its answer or an assist: all of them are its own block."""
    game, _ = owing
    assert due_parts(game.table.ledger, game.mover)
    assert verify_draft(assist_of(game, game.mover), game.table).seq == game.table.seq + 1


def test_whoever_is_awaited_can_always_write() -> None:
    """A whole round of three players: no block is ever needed from anybody else."""
    game = Memory(header(3)).start()
    kinds = []
    for _ in range(9):
        game.settle()
        kinds.append(game.play("end").block.kind)
    assert kinds == ["turn"] * 9
    assert all(block.kind != ASSIST for block in game.save.blocks[6:])
