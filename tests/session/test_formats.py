"""Format 2 binds all to the header of a game; format 1 is read and played as it was (DECK 2, 3, 9.6)."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from khronos_pbem.deck.ledger import owed
from khronos_pbem.engine.digests import encode_bytes
from khronos_pbem.errors import InvalidFile, NothingToDo
from khronos_pbem.record.block import ASSIST
from khronos_pbem.record.chain import game_hash, heads_of, sign
from khronos_pbem.record.files import read_file
from khronos_pbem.record.save import (
    FIRST_FORMAT,
    FORMAT,
    Save,
    check_header,
    header_bytes,
    parse_save,
    write_save,
)
from khronos_pbem.session.draft import Draft, draft_assist, proven
from khronos_pbem.session.fold import replay
from khronos_pbem.session.table import bound_to, waiting
from tests.playing import Group
from tests.program.shell import ROOT, Person
from tests.session.memory import AT, Memory, header, identity

FORMATS = [FIRST_FORMAT, FORMAT]
MIDDLE = ROOT / "sample_games" / "middle"


def key_of(game: Memory) -> str:
    """The deck key of the first who joins."""
    block = game.join().block
    part = block.deck["join_deck"]
    assert isinstance(part, dict)
    return str(part["key"])


def test_new_games_are_of_format_2(tmp_path: Path) -> None:
    Group(tmp_path, 2).start()
    save = parse_save(read_file(tmp_path / "game.khronos"))
    assert save.header.format == "khronos-pbem/2"
    assert bound_to(save.header) == game_hash(save.header)


def test_two_headers_with_one_id_are_two_games() -> None:
    """DECK 2: a creator chooses the id; under two headers with one id nobody has the same secrets."""
    keys = [key_of(Memory(header(2, FORMAT, title))) for title in ("One", "Another")]
    assert keys[0] != keys[1]
    assert key_of(Memory(header(2, FORMAT, "One"))) == keys[0]


def test_a_proof_of_one_game_is_none_in_another_with_its_id() -> None:
    """Nothing of a block can be carried over: the key is another, and so is the context of every proof."""
    one, other = Memory(header(2, title="One")), Memory(header(2, title="Another"))
    block = one.join().block
    moved = replace(block, prev=encode_bytes(game_hash(other.header)))
    problem = other.with_block(moved, 0).problem
    assert problem is not None
    assert "the layer of seats is not proven" in str(problem)


@pytest.mark.parametrize("form", FORMATS)
def test_a_header_rewritten_to_the_other_format_does_not_hold(form: str) -> None:
    game = Memory(header(2, form))
    game.join()
    other = next(each for each in FORMATS if each != form)
    save = game.save._replace(header=replace(game.header, format=other))
    text = write_save(save, [])
    assert f'format = "{other}"' in text
    again = parse_save(text.encode())
    problem = replay(again, heads_of(again)).problem
    assert problem is not None
    assert (problem.block, problem.seat) == (0, None)
    assert "prev is not the hash of [game]" in problem.message


def test_the_format_is_part_of_what_is_hashed() -> None:
    one, other = (header_bytes(header(2, form)) for form in FORMATS)
    assert one != other
    assert one.replace(b"khronos-pbem/1", b"khronos-pbem/2") == other


@pytest.mark.parametrize(("form", "holds"), [(FIRST_FORMAT, True), (FORMAT, False)])
def test_a_join_is_bound_to_who_made_it(form: str, holds: bool) -> None:
    """DECK 3: whoever brings the join of another as his own has no key; format 1 did not notice."""
    game = Memory(header(2, form))
    block = game.join().block
    stolen = replace(block, identity=identity(3).public, name="mallory", sig="")
    save = Save(game.header, (sign(stolen, identity(3)),))
    problem = replay(save, heads_of(save)).problem
    assert (problem is None) is holds
    if problem is not None:
        assert "the layer of seats is not proven" in str(problem)


@pytest.mark.parametrize("version", [3, 9, 999_999_999])
def test_a_newer_format_needs_a_newer_program(version: int, tmp_path: Path) -> None:
    """FORMATS 1: exit 8, and which version it needs."""
    somebody = Person("x", tmp_path)
    text = write_save(Memory(header(2)).save, []).replace("khronos-pbem/2", f"khronos-pbem/{version}")
    somebody.save.write_text(text, encoding="utf-8")
    for command in ("verify", "show", "status"):
        assert f"needs version {version} of the format" in somebody.fails(8, command, "game.khronos")


@pytest.mark.parametrize("form", ["khronos-pbem/0", "khronos-pbem/02", "khronos-pbem/3", "khronos-pbem/", ""])
def test_a_format_that_there_is_not_is_not_made(form: str) -> None:
    with pytest.raises(InvalidFile, match="the format is not"):
        check_header(header(2, form))


def test_a_game_of_format_1_is_played_on_by_its_own_rule(tmp_path: Path) -> None:
    """Byte for byte: what stood in the file stands in it, and the new block hangs on it."""
    shutil.copytree(MIDDLE, tmp_path / "mine")
    somebody = Person("bob", tmp_path)
    home = {"KHRONOS_HOME": str(tmp_path / "mine" / "keyring")}
    save = tmp_path / "mine" / "game.khronos"
    before = save.read_text(encoding="utf-8")
    somebody.ok("play", "mine/game.khronos", "mine/turn.txt", **home)
    after = save.read_text(encoding="utf-8")
    assert before[before.index("format = ") :].rstrip() + "\n\n[[block]]\n" in after
    assert parse_save(after.encode()).header.format == "khronos-pbem/1"
    assert somebody.ok("verify", "mine/game.khronos", "--json", **home).json["valid"] is True


# --- one author a block -----------------------------------------------------------------------------------


@pytest.fixture(scope="module", params=FORMATS)
def owing(request: pytest.FixtureRequest) -> tuple[Memory, int]:
    """A game of three in which a seat owes shares that nobody waits for yet."""
    game = Memory(header(3, request.param)).start()
    game.play("end")
    now = waiting(game.table)
    assert now is not None
    other = next(seat for seat in range(3) if seat != now.seat and owed(game.table.ledger, seat))
    return game, other


def assist_of(game: Memory, seat: int) -> Draft:
    return draft_assist(game.table, game.author(seat), heads_of(game.save)[-1], AT)


def test_only_the_awaited_seat_writes(owing: tuple[Memory, int]) -> None:
    """DECK 9.6: two honest players never write on the same block; format 1 let everybody assist."""
    game, other = owing
    if game.header.first_format:
        assert proven(assist_of(game, other), game.table).seq == game.table.seq + 1
        return
    with pytest.raises(NothingToDo, match="nobody waits for what you owe the deck") as caught:
        assist_of(game, other)
    assert int(caught.value.exit) == 4
    assert caught.value.rule == "DECK 9.6"


def test_an_assist_that_nobody_waits_for_is_no_block(owing: tuple[Memory, int]) -> None:
    """What an older program would write is refused when it is read, and its author is named."""
    game, other = owing
    before = len(game.save.blocks)
    loose = game.table._replace(header=replace(game.header, format=FIRST_FORMAT))
    block = draft_assist(loose, game.author(other), heads_of(game.save)[-1], AT).block
    problem = game.with_block(block, other).problem
    if game.header.first_format:
        assert problem is None
        return
    assert problem is not None
    assert (problem.block, problem.seat, problem.rule) == (before, game.table.seats[other].colour, "DECK 9.6")
    assert "assist out of turn" in problem.message


def test_the_awaited_seat_may_assist_before_its_turn(owing: tuple[Memory, int]) -> None:
    """Its turn, its answer or an assist: all of them are its own block."""
    game, _ = owing
    assert owed(game.table.ledger, game.mover)
    assert proven(assist_of(game, game.mover), game.table).seq == game.table.seq + 1


def test_whoever_is_awaited_can_always_write() -> None:
    """A whole round of three players: no block is ever needed from anybody else."""
    game = Memory(header(3)).start()
    kinds = []
    for _ in range(9):
        game.settle()
        kinds.append(game.play("end").block.kind)
    assert kinds == ["turn"] * 9
    assert all(block.kind != ASSIST for block in game.save.blocks[6:])
