"""Who gives a point for a roll, in which order, and what is served by it (DECK 10.1, 10.3, 10.5, 10.6)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from khronos_pbem.deck.crypto.group import mul
from khronos_pbem.deck.payment import with_own_roll_share
from khronos_pbem.deck.rolls import OpenRoll, draw_below, expand_stream, roll_point, roll_stream
from khronos_pbem.engine.contract import DecisionKind, Event, RollRequest
from khronos_pbem.errors import IllegalOrder, NothingToDo
from khronos_pbem.record.block import ANSWER, ASSIST, TURN
from khronos_pbem.session.replay.table import waiting
from tests.session.memory import Memory
from tests.toy.playing import header, race
from tests.toy.race import DIE, WIND, Race


def roll_of(game: Memory) -> OpenRoll:
    found = game.table.ledger.rolls.open
    assert found is not None
    return found


def set_to(game: Memory, **changes: object) -> Memory:
    """The game with another position, as if it had come to that."""
    game.table = game.table._replace(position=replace(game.table.position, **changes))
    return game


def awaited(game: Memory) -> tuple[int | None, str]:
    now = waiting(game.table)
    assert now is not None
    return now.seat, now.need


def stream_for(game: Memory, number: int) -> bytes:
    """The stream of a roll, by the secrets of all its payers."""
    roll = roll_of(game)
    assert roll.number == number
    for seat in roll.missing:
        roll = roll.paid(seat, mul(game.author(seat).secret.key().scalar, roll.point))
    return roll_stream(game.table.ledger.game, roll)


# --- who pays ---------------------------------------------------------------------------------------------


def test_the_first_roll_is_everybodys_and_begins_with_the_last_join() -> None:
    """DECK 10.5."""
    game = Memory(header(4))
    for _ in range(4):
        assert not game.table.asked
        game.join()
    ledger, roll = game.table.ledger, roll_of(game)
    assert (roll.number, roll.payers, roll.missing) == (1, (3, 0, 1, 2), (0, 1, 2))
    assert roll.point == roll_point(ledger.game, 1, b"", ledger.keys)
    assert game.table.asked == (RollRequest("wind", (WIND,)),)
    for seat in (0, 1, 2):
        assert awaited(game) == (seat, ASSIST)
        with pytest.raises(NothingToDo):
            game.draft("end")
        game.assist(seat)
    assert awaited(game) == (0, TURN)


def test_then_the_author_and_who_comes_next_give_theirs() -> None:
    game = race(4)
    stream = game.table.ledger.rolls.stream
    game.play("end")
    ledger, roll = game.table.ledger, roll_of(game)
    assert (roll.number, roll.payers, roll.missing) == (2, (0, 1), (1,))
    assert roll.point == roll_point(ledger.game, 2, stream, ledger.keys)
    assert awaited(game) == (1, TURN)


def test_with_rolls_of_all_everybody_gives_his_every_time() -> None:
    """DECK 10.4: the author first, then the others as they sit behind him."""
    game = race(4, rolls="all")
    game.play("end")
    assert roll_of(game).payers == (0, 1, 2, 3)
    for seat in (1, 2, 3):
        assert awaited(game) == (seat, ASSIST)
        game.assist(seat)
    game.play("end")
    assert roll_of(game).payers == (1, 2, 3, 0)


def test_where_the_next_turn_hangs_on_the_roll_the_next_seat_pays() -> None:
    """DECK 10.3: the die may end the race."""
    game = set_to(race(3), points=(0, 0, 15))
    after = game.draft("roll", "end").table
    assert game.table.game.next_turn(after.position) is None  # type: ignore[attr-defined]
    assert after.ledger.rolls.open is not None
    assert after.ledger.rolls.open.payers == (0, 1)
    now = waiting(after)
    assert now is not None
    assert (now.seat, now.need) == (1, ASSIST)


def test_the_next_turn_counts_not_the_next_seat() -> None:
    """The seat before the runner answers; the turn that comes next is that of the seat behind the runner."""
    game = set_to(race(3), doubt=(2, 0), active=1)
    assert awaited(game) == (2, ANSWER)
    after = game.draft("let").table
    assert after.ledger.rolls.open is not None
    assert after.ledger.rolls.open.payers == (2, 1)
    now = waiting(after)
    assert now is not None
    assert (now.seat, now.need) == (1, TURN)


def test_a_roll_that_is_open_when_the_game_is_over_is_paid_still() -> None:
    """DECK 10.3: by the next seat; until then the race has no result."""
    game = set_to(race(3), points=(17, 0, 19), doubt=(2, 0), active=1)
    draft = game.draft("let")
    assert draft.table.game.is_over(draft.table.position)
    game.table = draft.table
    assert roll_of(game).payers == (2, 0)
    assert awaited(game) == (0, ASSIST)
    after = game.draft_of_assist(0)
    assert [event.event for event in after.events] == ["bonus"]
    assert waiting(after.table) is None


# --- leaving ----------------------------------------------------------------------------------------------


def test_who_leaves_gives_no_point_for_what_he_leaves_open() -> None:
    """DECK 10.5: the next roll is everybody's again, under the keys that are left."""
    game = race(4)
    game.play("end")
    draft = game.play("resign")
    assert "roll" in draft.block.deck
    assert "late" not in draft.block.deck
    ledger, roll = game.table.ledger, roll_of(game)
    assert (roll.number, roll.payers, dict(roll.points)) == (3, (2, 3, 0), {})
    left = [key for seat, key in enumerate(ledger.keys) if seat != 1]
    assert roll.point == roll_point(ledger.game, 3, ledger.rolls.stream, left)
    assert awaited(game) == (2, ASSIST)
    game.settle()
    assert awaited(game) == (2, TURN)
    game.play("end")
    assert roll_of(game).payers == (2, 3)
    game.play("end")
    assert roll_of(game).payers == (3, 0)
    game.play("end")
    assert roll_of(game).payers == (0, 2)


# --- what is served ---------------------------------------------------------------------------------------


def test_all_requests_of_a_block_are_served_in_their_order() -> None:
    """DECK 10.1: one roll, its stream read on."""
    game = race(2)
    game.play("draw", "roll", "end")
    names = [request.name for request in game.table.asked]
    assert names == ["card 0", "die 0", "wind"]
    numbers = expand_stream(stream_for(game, 2))
    card, die, wind = draw_below(numbers, 8), draw_below(numbers, DIE), draw_below(numbers, WIND)
    before: Race = game.table.position
    events = _served(game)
    assert [event.event for event in events][:3] == ["card", "die", "wind"]
    assert events[0].amount == before.pile[card]
    assert events[1].amount == die + 1 + before.wind
    assert events[2].amount == wind
    assert not game.table.asked


def _served(game: Memory) -> tuple[Event, ...]:
    """What the assist of whoever is awaited serves."""
    return game.assist(game.mover).events


def test_what_follows_without_a_decision_is_served_by_the_same_roll() -> None:
    """A one is rolled again at once, a six once somebody has let it: by a roll of its own."""
    seen = set()
    for turns in range(40):
        game = race(2)
        for _ in range(turns % 8):
            game.play("end")
        for orders in (["roll", "look"], ["draw", "roll", "look"]):
            other = Memory(game.header)
            other.save, other.table = game.save, game.table
            other.play(*orders)
            before = other.table.ledger.rolls.count
            events = [event.event for event in _served(other)]
            assert other.table.ledger.rolls.count == before + 1
            if "again" in events:
                assert events.index("again") == len(events) - 1
                seen.add("again")
            if other.table.position.doubt is not None:
                assert other.table.game.decision(other.table.position).need is DecisionKind.ANSWER  # type: ignore[union-attr]
                other.play("let")
                assert [request.name for request in other.table.asked][-1].startswith("bonus")
                assert roll_of(other).number == before + 2
                seen.add("bonus")
        if seen == {"again", "bonus"}:
            return
    raise AssertionError(seen)


def test_answers_by_standing_order_stand_in_the_block_that_completed_the_roll() -> None:
    """What they ask for is left open by it: by an assist too, which then gives a point under `late`."""
    for turns in range(40):
        game = race(2)
        game.play("always let", "end")
        game.play("always let", "end")
        for _ in range(turns):
            game.play("end")
        game.play("roll", "look")
        author = game.mover
        draft = game.assist(author)
        if draft.block.auto:
            break
    assert draft.block.auto == ("let",)
    assert draft.block.kind == ASSIST
    assert set(draft.block.late) == {"roll", "proof"}
    assert roll_of(game).payers[0] == author
    assert [event.event for event in draft.events][-1] == "let"
    changed = replace(draft.block, auto=())
    game.save = game.save._replace(blocks=game.save.blocks[:-1])
    problem = game.with_block(changed, author).problem
    assert problem is not None
    assert "the automatic answers (auto) do not follow the player's policy" in str(problem)


# --- looking ----------------------------------------------------------------------------------------------


def test_a_look_ends_the_block_and_the_turn_goes_on() -> None:
    """DECK 10.6."""
    game = race(3)
    draft = game.play("draw", "look", "end")
    assert draft.block.orders == ("draw", "look")
    assert [spelled.words for spelled in draft.left] == ["end"]
    assert roll_of(game).payers == (0, 1)
    assert awaited(game) == (1, ASSIST)
    with pytest.raises(NothingToDo):
        game.draft("end")
    game.assist(1)
    assert awaited(game) == (0, TURN)
    assert game.table.position.done == ("draw",)
    assert not game.play("end").left


def test_there_is_nothing_to_look_at_before_a_roll() -> None:
    with pytest.raises(IllegalOrder, match="look"):
        race(3).draft("look")


# --- foresight --------------------------------------------------------------------------------------------


def test_nobody_foresees_an_open_roll_with_his_own_key() -> None:
    """DECK 10.4: its stream hangs on the point of each payer."""
    game = race(3)
    draft = game.draft("draw", "end")
    roll = draft.table.ledger.rolls.open
    assert roll is not None
    own = {seat: mul(game.author(seat).secret.key().scalar, roll.point) for seat in range(3)}
    assert with_own_roll_share(draft.table.ledger, 0, game.author(0).secret) == draft.table.ledger
    assert game.private(2).position == game.table.position
    streams = {roll_stream(draft.table.ledger.game, roll.paid(1, own[seat])) for seat in range(3)}
    assert len(streams) == 3
    game.add(draft)
    assert game.private(0).position == game.table.position
    assert game.private(1).position != game.table.position
    assert game.private(1).ledger.rolls.stream == roll_stream(game.table.ledger.game, roll.paid(1, own[1]))


def test_of_everybodys_roll_only_the_last_payer_sees_it_first() -> None:
    game = race(4, rolls="all")
    game.play("end")
    for seat in (1, 2):
        assert all(game.private(each).position == game.table.position for each in range(4))
        game.assist(seat)
    assert [game.private(each).position == game.table.position for each in range(4)] == [True] * 3 + [False]


def test_the_winds_of_many_games_are_uniform() -> None:
    """A chi-square of 400 winds with three degrees of freedom, by the keys of one table."""
    game = race(2)
    ledger, counts = game.table.ledger, [0] * WIND
    secrets = [game.author(seat).secret.key().scalar for seat in range(2)]
    for _ in range(400):
        rolls = ledger.rolls.opened(ledger.game, ledger.keys, (0, 1))
        assert rolls.open is not None
        point = rolls.open.point
        for seat in (0, 1):
            rolls = rolls.paid(ledger.game, seat, mul(secrets[seat], point))
        counts[draw_below(expand_stream(rolls.stream), WIND)] += 1
        ledger = ledger._replace(rolls=rolls)
    assert sum((count - 100) ** 2 / 100 for count in counts) < 11.34
