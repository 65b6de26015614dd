"""What becomes of an open roll, in every game that has rolls (DECK 10.4, 10.5)."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest

from khronos_pbem.deck.crypto.group import mul
from khronos_pbem.deck.payment import pay, with_own_roll_share
from khronos_pbem.deck.rolls import OpenRoll, roll_point, roll_stream
from khronos_pbem.engine.digests import encode_bytes
from khronos_pbem.home.keyring import Identity
from khronos_pbem.record.block import ASSIST, TURN, Block
from khronos_pbem.record.chain import block_hashes, sign
from khronos_pbem.session.replay.draft_block import game_secret
from khronos_pbem.session.replay.replay import replay
from khronos_pbem.session.replay.table import waiting
from tests.session.memory import Memory, identity
from tests.support.playing import COLOURS
from tests.toy.rollers import ROLLERS, Roller

SUCCESSOR = Identity("sarah", b"s" * 32)


@pytest.fixture(params=ROLLERS, ids=lambda roller: roller.name)
def roller(request: pytest.FixtureRequest) -> Roller:
    found: Roller = request.param
    return found


@pytest.fixture
def game(roller: Roller) -> Memory:
    """A game of three in which a turn has left a roll open."""
    game = roller.begun(3)
    while not (turns := roller.asking(game)):
        roller.go_on(game)
    game.play(*turns[0])
    return game


def open_in(game: Memory) -> OpenRoll:
    found = game.table.ledger.rolls.open
    assert found is not None
    return found


def own_points(game: Memory) -> dict[int, bytes]:
    """What each seat would give for the open roll, by its own key."""
    return {seat: mul(game.author(seat).secret.key().scalar, open_in(game).point) for seat in range(3)}


def verified(game: Memory) -> None:
    """Somebody who has never seen the game reads the same table."""
    history = replay(game.save, block_hashes(game.save))
    assert history.problem is None
    assert history.table == game.table


# --- foresight --------------------------------------------------------------------------------------------


def test_the_keys_of_one_player_alone_say_nothing_about_an_open_roll(game: Memory) -> None:
    """DECK 10.4: another author's point, tried in place of the payer's, leads to another stream each."""
    roll, ledger = open_in(game), game.table.ledger
    (payer,) = roll.missing
    points = own_points(game)
    for seat in set(range(3)) - {payer}:
        assert with_own_roll_share(ledger, seat, game.author(seat).secret) == ledger
        assert game.private(seat).position == game.table.position
        assert game.private(seat).asked == game.table.asked
    streams = {roll_stream(ledger.game, roll.paid(payer, point)) for point in points.values()}
    assert len(streams) == 3
    private = game.private(payer)
    assert private.ledger.rolls.stream == roll_stream(ledger.game, roll.paid(payer, points[payer]))
    assert private.position != game.table.position


def test_before_his_block_is_out_nobody_knows_what_it_asks_for(game: Memory) -> None:
    """DECK 10.4: the payer of a roll, too, sees nothing of it before the author has given his point."""
    roll = open_in(game)
    author = roll.payers[0]
    unpaid = roll._replace(points={})
    points = own_points(game)
    assert roll.points == {author: points[author]}
    streams = {
        roll_stream(
            game.table.ledger.game, unpaid.paid(author, points[one]).paid(roll.payers[1], points[other])
        )
        for one, other in combinations(range(3), 2)
    }
    assert len(streams) == 3


def test_with_rolls_of_all_nobody_but_the_last_sees_anything(roller: Roller) -> None:
    game = roller.begun(3, rolls="all")
    while not (turns := roller.asking(game)):
        roller.go_on(game)
    game.play(*turns[0])
    roll = open_in(game)
    assert sorted(roll.payers) == [0, 1, 2]
    for seat in roll.missing[:-1]:
        assert all(game.private(each).position == game.table.position for each in range(3))
        now = waiting(game.table)
        assert now is not None
        assert (now.seat, now.need) == (seat, ASSIST)
        game.assist(seat)
    last = roll.missing[-1]
    knows = [game.private(each).position != game.table.position for each in range(3)]
    assert knows == [seat == last for seat in range(3)]
    game.assist(last) if waiting(game.table).need == ASSIST else roller.go_on(game)  # type: ignore[union-attr]
    verified(game)


# --- payers who go, or get another key --------------------------------------------------------------------


def test_a_payer_who_leaves_pays_first_and_gives_nothing_for_what_follows(
    roller: Roller, game: Memory
) -> None:
    """DECK 10.5: by resigning nobody escapes an open roll; the next one is everybody's again."""
    now = waiting(game.table)
    assert now is not None
    number, payer = open_in(game).number, open_in(game).missing[0]
    if now.need == ASSIST:
        game.settle()
    elif now.need == TURN:
        draft = game.draft("resign")
        assert "roll" in draft.block.deck
        assert "late" not in draft.block.deck
        part = dict(draft.block.deck)
        part.pop("roll")
        part.pop("proof")
        problem = game.with_block(replace(draft.block, deck=part), payer).problem
        assert problem is not None
        assert f"roll {number} is missing" in str(problem)
        game.add(draft)
        game.settle()
    while not (turns := roller.asking(game)):
        roller.go_on(game)
    game.play(*turns[0])
    game.settle()
    assert game.table.ledger.rolls.count >= number
    verified(game)


def test_a_payer_who_is_voted_out_leaves_a_roll_that_begins_again(game: Memory) -> None:
    """DECK 10.5, 9.2: with the same number and the keys that are left; the points given are void."""
    before = open_in(game)
    (payer,) = before.missing
    game.vote_all(COLOURS[payer])
    assert open_in(game) == before
    decider, acker = (payer + 1) % 3, (payer + 2) % 3
    assert game.ack().block.seat == acker
    ledger, roll = game.table.ledger, open_in(game)
    left = [key for seat, key in enumerate(ledger.keys) if seat != payer]
    assert roll.number == before.number
    assert roll.point == roll_point(ledger.game, roll.number, ledger.rolls.stream, left) != before.point
    assert payer not in roll.payers
    assert roll.payers == (acker, decider)
    assert not roll.points
    game.settle()
    verified(game)


def test_a_payer_whose_key_changes_gives_another_point(game: Memory) -> None:
    """DECK 10.5, 9.4: the successor pays with his own key, and the point of the old one is refused."""
    before = open_in(game)
    (payer,) = before.missing
    old = game.author(payer)
    offer = game.offer(COLOURS[payer], SUCCESSOR)
    game.go_on(COLOURS[payer], offers=(offer,))
    ledger, roll = game.table.ledger, open_in(game)
    assert roll.number == before.number
    assert (
        roll.point == roll_point(ledger.game, roll.number, ledger.rolls.stream, ledger.keys) != before.point
    )
    assert roll.payers == ((payer + 2) % 3, payer, (payer + 1) % 3)
    while waiting(game.table).seat != payer:  # type: ignore[union-attr]
        game.assist(game.mover)
    honest = game.draft_of_assist(payer)
    stale = pay(game.table.ledger, payer, old.secret, ()).part["roll"]
    assert stale != honest.block.deck["roll"]
    changed = replace(honest.block, deck={**honest.block.deck, "roll": stale})
    assert "the proof is not valid for the share of the roll, or for a share sent with it" in _problem_with(
        game, changed, SUCCESSOR
    )
    game.add(honest)
    game.settle()
    verified(game)


def _problem_with(game: Memory, block: Block, who: Identity) -> str:
    """What a first reader says of a block that somebody has signed."""
    save = game.save._replace(blocks=(*game.save.blocks, sign(replace(block, sig=""), who)))
    return str(replay(save, block_hashes(save)).problem)


def test_the_last_to_join_may_choose_his_key_and_decides_nothing(roller: Roller) -> None:
    """DECK 10.5: for every key he may try, the stream hangs on points that he cannot make."""
    game = Memory(roller.header(3))
    while len(game.table.seats) < 3:
        game.join()
    roll, ledger = open_in(game), game.table.ledger
    assert (roll.payers, roll.missing) == ((2, 0, 1), (0, 1))
    scalar = game.author(2).secret.key().scalar
    assert roll.points == {2: mul(scalar, roll.point)}
    points = own_points(game)
    forged = roll.paid(0, points[2]).paid(1, points[2])
    true = roll.paid(0, points[0]).paid(1, points[1])
    assert roll_stream(ledger.game, forged) != roll_stream(ledger.game, true)
    made = pay(ledger, 0, game_secret(identity(2).seed, game.table), ())
    honest = game.draft_of_assist(0).block
    problem = game.with_block(replace(honest, deck=dict(made.part)), 0).problem
    assert problem is not None
    assert "the proof is not valid for the share of the roll, or for a share sent with it" in str(problem)
    assert encode_bytes(points[2]) == made.part["roll"]
