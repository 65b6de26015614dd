"""Players who cheat at a roll: the file names block, player and reason (DECK 10, 1 P5)."""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from khronos_pbem.deck.crypto.group import base, mul
from khronos_pbem.deck.crypto.secrets import GameSecret
from khronos_pbem.deck.ledger import Ledger, due_parts
from khronos_pbem.deck.payment import pay, with_own_roll_share
from khronos_pbem.deck.rolls import OpenRoll, roll_point
from khronos_pbem.engine.digests import digest, encode_bytes
from khronos_pbem.errors import InvalidFile
from khronos_pbem.home.cache import mark_verified
from khronos_pbem.record.block import ASSIST, TURN, Block, block_table, parse_block
from khronos_pbem.record.chain import block_hashes, sign
from khronos_pbem.record.leaving.forks import find_fork
from khronos_pbem.record.save import Save, parse_save, write_save
from khronos_pbem.session.replay.draft_block import draft_join
from khronos_pbem.session.replay.open_save import replay_known
from khronos_pbem.session.replay.replay import replay
from khronos_pbem.session.replay.table import Seat, new_table, public_digest, waiting
from tests.deck.points import BAD_POINTS
from tests.session.memory import AT, Memory, identity
from tests.support.playing import COLOURS, NAMES
from tests.toy.playing import header
from tests.toy.rollers import ROLLERS, Roller

NOBODY = None
NOT_PROVEN = "the proof is not valid for the share of the roll, or for a share sent with it"


@dataclass(frozen=True)
class Scene:
    """A game of three: a roll waits for the point of seat 1, whose turn it is, and his honest turn."""

    roller: Roller
    game: Memory
    turn: Block
    homes: Path

    def blamed(self, save: Save, reason: str) -> tuple[int | None, str | None]:
        """Block and seat that break a record, the same for a first reader and for who knows the game."""
        told = []
        heads = block_hashes(self.game.save)
        for number, known in enumerate(([], heads[-1:], heads[1:])):
            for head in known:
                mark_verified(self.homes / str(number), head)
            problem = replay_known(self.homes / str(number), save).problem
            assert problem is not None, "nobody noticed"
            assert reason in str(problem), str(problem)
            assert int(problem.exit) == 5
            told.append((problem.block, problem.seat))
        assert len(set(told)) == 1
        return told[0]

    def refused(self, block: Block, reason: str) -> None:
        """The record breaks at this block, by who signed it, for this reason; all before it holds."""
        signed = sign(replace(block, sig=""), identity(block.seat))
        save = self.game.save._replace(blocks=(*self.game.save.blocks, signed))
        assert self.blamed(save, reason) == (block.seq, COLOURS[block.seat])

    def changed(self, change: Callable[[dict[str, Any]], Any]) -> Block:
        """The honest turn with something changed in what it pays."""
        deck = copy.deepcopy(dict(self.turn.deck))
        change(deck)
        return replace(self.turn, deck=deck)


@pytest.fixture(scope="module", params=ROLLERS, ids=lambda roller: roller.name)
def scene(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Scene:
    roller: Roller = request.param
    game = roller.begun(3)
    for _ in range(40):
        roller.go_on(game)
        if game.mover == 1 and game.table.ledger.rolls.open is not None and roller.asking(game):
            turn = game.draft(*roller.asking(game)[0]).block
            return Scene(roller, game, turn, tmp_path_factory.mktemp("homes"))
    raise AssertionError("no roll waits for blue")


@pytest.fixture(params=ROLLERS, ids=lambda roller: roller.name)
def roller(request: pytest.FixtureRequest) -> Roller:
    found: Roller = request.param
    return found


def open_in(scene: Scene) -> OpenRoll:
    found = scene.game.table.ledger.rolls.open
    assert found is not None
    return found


def secret_of(seat: int, scene: Scene) -> GameSecret:
    return scene.game.author(seat).secret


def with_payment(ledger: Ledger, seat: int, secret: GameSecret) -> Callable[[dict[str, Any]], None]:
    """The first payment of the turn replaced by one that is honest for another ledger or seat."""
    made = pay(ledger, seat, secret, ()).part
    return lambda deck: deck.update(made)


def test_the_honest_turn_holds(scene: Scene) -> None:
    history = scene.game.with_block(scene.turn, 1)
    assert history.problem is None
    assert history.table.ledger.rolls.count == open_in(scene).number
    assert set(scene.turn.deck) == {"roll", "proof", "late"}
    assert set(scene.turn.late) == {"roll", "proof"}


# --- the point --------------------------------------------------------------------------------------------


def test_a_point_replaced(scene: Scene) -> None:
    other = encode_bytes(base(3))
    scene.refused(scene.changed(lambda deck: deck.update(roll=other)), NOT_PROVEN)
    scene.refused(scene.changed(lambda deck: deck["late"].update(roll=other)), NOT_PROVEN)


@pytest.mark.parametrize("name", BAD_POINTS)
def test_a_point_that_is_none(name: str, scene: Scene) -> None:
    bad = encode_bytes(BAD_POINTS[name])
    scene.refused(scene.changed(lambda deck: deck.update(roll=bad)), "off the curve or has small order")


@pytest.mark.parametrize(
    ("value", "reason"), [(7, "not text"), (["x"], "not text"), ("AA", "1 bytes, but 32 are needed")]
)
def test_a_point_in_another_form(value: Any, reason: str, scene: Scene) -> None:
    scene.refused(scene.changed(lambda deck: deck.update(roll=value)), reason)


def test_a_point_left_out(scene: Scene) -> None:
    number = open_in(scene).number
    scene.refused(scene.changed(lambda deck: deck.pop("roll")), f"the share of roll {number} is missing")
    scene.refused(
        scene.changed(lambda deck: (deck.pop("roll"), deck.pop("proof"))),
        f"the share of roll {number} is missing",
    )
    late = f"the share of roll {number + 1} is missing"
    scene.refused(scene.changed(lambda deck: deck["late"].pop("roll")), late)
    scene.refused(
        scene.changed(lambda deck: deck.pop("late")), "a share that the player has to send is missing"
    )
    scene.refused(scene.changed(lambda deck: deck.pop("proof")), "the share of the roll has no proof")


def test_a_point_given_twice(scene: Scene) -> None:
    """The point of the first payment stands under `late` too, and the other way round."""
    scene.refused(
        scene.changed(lambda deck: deck["late"].update(roll=deck["roll"], proof=deck["proof"])),
        NOT_PROVEN,
    )
    scene.refused(scene.changed(lambda deck: deck.update(deck["late"])), NOT_PROVEN)


def test_a_point_of_another_roll(scene: Scene) -> None:
    """An honest payment, but for the roll before, or the one after."""
    ledger, number = scene.game.table.ledger, open_in(scene).number
    for other in (number - 1, number + 1):
        point = roll_point(ledger.game, other, ledger.rolls.stream, ledger.keys)
        rolls = replace(ledger.rolls, open=OpenRoll(other, point, (1,)))
        change = with_payment(ledger._replace(rolls=rolls), 1, secret_of(1, scene))
        scene.refused(scene.changed(change), NOT_PROVEN)


def test_the_number_of_a_roll_is_in_its_proof(scene: Scene) -> None:
    """DECK 10.2: the same point, proven as that of another roll."""
    ledger, number = scene.game.table.ledger, open_in(scene).number
    renamed = replace(ledger.rolls, open=open_in(scene)._replace(number=number + 1))
    change = with_payment(ledger._replace(rolls=renamed), 1, secret_of(1, scene))
    block = scene.changed(change)
    assert block.deck["roll"] == scene.turn.deck["roll"]
    scene.refused(block, NOT_PROVEN)


def test_a_point_of_another_game(scene: Scene) -> None:
    ledger = scene.game.table.ledger
    other = ledger._replace(game=digest("another game")[:32])
    point = roll_point(other.game, open_in(scene).number, ledger.rolls.stream, ledger.keys)
    rolls = replace(ledger.rolls, open=open_in(scene)._replace(point=point))
    change = with_payment(other._replace(rolls=rolls), 1, secret_of(1, scene))
    scene.refused(scene.changed(change), NOT_PROVEN)


def test_a_point_of_another_seat(scene: Scene) -> None:
    """Who has all of another player's secrets still cannot roll for himself with them."""
    change = with_payment(scene.game.table.ledger, 1, secret_of(2, scene))
    scene.refused(scene.changed(change), NOT_PROVEN)


# --- who rolls, and when ----------------------------------------------------------------------------------


def test_a_roll_where_none_is_owed(roller: Roller) -> None:
    """The turn goes on behind a look that the other has paid: its block begins with no point."""
    game = roller.begun(2)
    block = game.draft(*roller.until_parted(game)).block
    point = encode_bytes(mul(5, base(7)))
    late = game.save.blocks[-2].late
    assert set(late) == {"roll", "proof"}
    for deck in (
        {**block.deck, "roll": point, "proof": late["proof"]},
        {**block.deck, "late": {}, **late},
    ):
        problem = game.with_block(replace(block, deck=deck), block.seat).problem
        assert problem is not None
        assert "the block contains a share of a roll, but none is due" in str(problem)
        assert (problem.block, problem.seat) == (block.seq, COLOURS[block.seat])


def test_a_roll_under_late_where_nothing_was_asked_for(roller: Roller) -> None:
    """A game is over without a roll left open: the last block has nothing to add."""
    game = roller.begun(2)
    block = game.draft("resign").block
    assert not block.late
    late = {"roll": encode_bytes(base(3)), "proof": encode_bytes(bytes(64))}
    problem = game.with_block(replace(block, deck={**block.deck, "late": late}), block.seat).problem
    assert problem is not None
    assert "the block contains a share of a roll, but none is due" in str(problem)


def test_a_roll_before_the_game_has_begun(roller: Roller) -> None:
    game = Memory(roller.header(3))
    draft = game.join()
    roll = {"roll": encode_bytes(base(3)), "proof": encode_bytes(bytes(64))}
    join = sign(replace(draft.block, deck={**draft.block.deck, **roll}, sig=""), identity(0))
    problem = replay(save := game.save._replace(blocks=(join,)), block_hashes(save)).problem
    assert problem is not None
    assert "the block contains shares, but the game has not begun" in str(problem)
    assert (problem.block, problem.seat) == (0, "red")


def test_a_point_given_out_of_turn(roller: Roller) -> None:
    """DECK 9.6: only the seat that is awaited writes; the next payer of everybody's roll waits."""
    game = Memory(roller.header(3))
    while len(game.table.seats) < 3:
        game.join()
    assert due_parts(game.table.ledger, 1).roll == 1
    assert game.mover == 0
    made = pay(game.table.ledger, 1, game.author(1).secret, ())
    honest = game.draft_of_assist(0).block
    problem = game.with_block(replace(honest, seat=1, deck=dict(made.part)), 1).problem
    assert problem is not None
    assert "this block is a share from blue, but the game is waiting for a roll from red" in str(problem)
    assert (problem.block, problem.seat) == (3, "blue")


def test_a_vote_carries_no_roll(scene: Scene) -> None:
    """DECK 9.2: a block of another kind is not even read."""
    table = block_table(scene.turn)
    for kind in ("vote", "ack"):
        table["kind"] = kind
        with pytest.raises(InvalidFile, match=f"in a block of kind {kind}"):
            parse_block(table, scene.turn.seq)


# --- what came of it --------------------------------------------------------------------------------------


def test_a_result_changed(scene: Scene) -> None:
    """The digest of the position says what was rolled."""
    table = scene.game.with_block(scene.turn, 1).table
    other = scene.roller.other(table.position)
    scene.refused(
        replace(scene.turn, after=public_digest(table.game, other)),
        "the position after this block does not match the hash in the block",
    )
    scene.refused(
        replace(scene.turn, auto=(scene.roller.answer,)),
        "the automatic answers (auto) do not follow the player's policy",
    )


def test_a_point_changed_without_a_signature_names_nobody(scene: Scene) -> None:
    place = next(place for place, block in enumerate(scene.game.save.blocks) if block.kind == TURN)
    blocks = list(scene.game.save.blocks)
    deck = {**blocks[place].deck, "roll": encode_bytes(base(3))}
    blocks[place] = replace(blocks[place], deck=deck)
    save = scene.game.save._replace(blocks=tuple(blocks))
    author = COLOURS[blocks[place].seat]
    assert scene.blamed(save, f"the signature is wrong: the block was changed after {author} signed it") == (
        place,
        NOBODY,
    )


def test_a_second_try_gives_the_same_roll_and_proves_a_fork(scene: Scene) -> None:
    """P4: nothing that its author varies changes a roll, and two blocks on one state are a proof."""
    streams, saves = set(), []
    for orders in scene.roller.asking(scene.game):
        game = Memory(scene.game.header)
        game.save, game.table = scene.game.save, scene.game.table
        game.play(*orders)
        number = open_in(replace(scene, game=game)).number
        assert number == open_in(scene).number + 1
        if waiting(game.table).need == ASSIST:  # type: ignore[union-attr]
            game.settle()
        else:
            game.play(*scene.roller.plain(game))
        streams.add(game.table.ledger.rolls.stream)
        saves.append(game.save)
    assert len(saves) > 2
    assert len(streams) == 1
    fork = find_fork(saves[0], saves[1])
    assert fork is not None
    assert fork.colour == COLOURS[1]


# --- keys -------------------------------------------------------------------------------------------------


def test_a_key_chosen_last_decides_no_roll(roller: Roller) -> None:
    """DECK 10.5: the first roll takes everybody's point, and the last to join gives his before all others."""
    game = Memory(roller.header(3))
    game.join()
    game.join()
    last = game.author(2)
    for seed in range(5):
        secret = GameSecret.derive(bytes([seed]) * 32, game.table.ledger.game)
        seat = Seat(NAMES[2], COLOURS[2], identity(2).public)
        draft = draft_join(game.table, seat, last._replace(secret=secret), block_hashes(game.save)[-1], AT)
        rolls = draft.table.ledger.rolls
        assert rolls.open is not None
        assert rolls.open.payers == (2, 0, 1)
        assert rolls.open.missing == (0, 1)
        assert set(draft.block.late) == {"roll", "proof"}
        own = mul(secret.key().scalar, rolls.open.point)
        assert rolls.open.points == {2: own}
        assert with_own_roll_share(draft.table.ledger, 2, secret) == draft.table.ledger


def test_a_join_without_decks_proves_its_key_for_its_place(roller: Roller) -> None:
    """DECK 9.4: the proof is bound to header, block before, seat and identity."""
    game = Memory(roller.header(3))
    game.join()
    honest = game.draft_of_join().block
    assert set(honest.deck["join_deck"]) == {"key", "proof"}
    foreign, later = Memory(replace(game.header, title="Another game")), Memory(game.header)
    foreign.join()
    later.add(later.draft_of_join("2026-11-22T10:00:00Z"))
    parts = {
        "another game": foreign.draft_of_join().block.deck["join_deck"],
        "another block before": later.draft_of_join().block.deck["join_deck"],
        "another's": game.save.blocks[0].deck["join_deck"],
        "another key": {**honest.deck["join_deck"], "key": encode_bytes(base(3))},
    }
    for word, part in parts.items():
        problem = game.with_block(replace(honest, deck={"join_deck": part}), 1).problem
        assert problem is not None, word
        assert "the proof of the key is not valid" in str(problem), word
        assert (problem.block, problem.seat) == (1, "blue")
    for part, reason in (
        ({"key": honest.deck["join_deck"]["key"]}, "is missing"),
        ({**honest.deck["join_deck"], "decks": {"a": 1}}, "unknown key"),
        ({**honest.deck["join_deck"], "key": encode_bytes(BAD_POINTS["of order 8"])}, "small order"),
    ):
        problem = game.with_block(replace(honest, deck={"join_deck": part}), 1).problem
        assert problem is not None
        assert reason in str(problem)


# --- headers ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("value", ["some", "", True, ["all"], 1])
def test_rolls_are_of_all_or_as_they_are(value: Any) -> None:
    with pytest.raises(InvalidFile, match='rolls = "all"'):
        new_table(header(2, rolls=value))


def test_a_save_with_rolls_is_written_and_read(scene: Scene) -> None:
    text = write_save(scene.game.save, [])
    assert text.count("\nroll = ") == sum("roll" in block.deck for block in scene.game.save.blocks) > 1
    assert "late = {" in text
    assert parse_save(text.encode()) == scene.game.save
