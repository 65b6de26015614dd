"""Composing a turn without a terminal: orders so far, what may follow, what they come to, taking back."""

from __future__ import annotations

from random import Random

import pytest

from khronos_pbem.engine.features.protocols import Positions
from khronos_pbem.errors import IllegalOrder, NothingToDo, OrderError
from khronos_pbem.games.registry import feature, game_by_name
from khronos_pbem.session.bots.bot_turn import quick_turn
from khronos_pbem.session.turns.order_effects import SORTS, compute_effects, effect_document, sort_effects
from khronos_pbem.session.turns.setup_position import SetUp
from khronos_pbem.session.turns.starting_point import (
    starting_point_of,
    starting_point_of_position,
    with_choices_answered,
)
from khronos_pbem.session.turns.turn_draft import Composition, CompositionStage, StartingPoint
from tests.games.khronos.cases import FOLDER, read_case
from tests.session.memory import Memory, header


@pytest.fixture(scope="module")
def table() -> Memory:
    """A game of two in its first turn."""
    return Memory(header(2, keep=True)).start()


def begun(table: Memory) -> Composition:
    """No order as yet, by whoever has to move."""
    return Composition(starting_point_of(table.table, table.author(table.mover), explore=False))


def setup(case: str) -> Composition:
    """No order as yet, on the position of a case."""
    game = game_by_name("khronos")
    position = read_case(FOLDER / f"{case}.toml").position
    return Composition(starting_point_of_position(SetUp(game, feature(game, Positions), position)))


def test_what_is_composed_is_what_is_played() -> None:
    """The orders of whole turns come to the very texts, events and differences of the blocks they make."""
    played, random = Memory(header(2, holdem=True)).start(), Random(5)
    for _ in range(6):
        writer = played.author(played.mover)
        composition = begun(played)
        orders = quick_turn(played.table, writer, random)
        for text in orders:
            (order,) = played.table.game.parse(text)
            composition = composition.add(order.order)
        drafted = played.play(*orders)
        assert composition.is_whole_block
        assert composition.texts == tuple(orders)
        assert tuple(each.recorded for each in composition.given) == drafted.block.orders
        assert composition.events == drafted.events
        played.settle()


def test_a_turn_is_open_until_it_ends(table: Memory) -> None:
    start = begun(table)
    assert (start.stage, start.can_continue, start.is_whole_block) == (CompositionStage.OPEN, True, False)
    journey, left = start.read("travel 1 faith")
    assert not left
    assert (journey.stage, journey.is_whole_block, journey.texts) == (
        CompositionStage.OPEN,
        False,
        ("travel 1 faith",),
    )
    ended = journey.read("end").composition
    assert (ended.stage, ended.can_continue, ended.is_whole_block) == (CompositionStage.ENDED, False, True)
    assert ended.next.orders == ()
    assert ended.last_position_in_turn == journey.position
    with pytest.raises(OrderError, match="the turn ended before this order"):
        ended.read("end")
    with pytest.raises(IllegalOrder, match="no more orders are possible here"):
        ended.add(ended.given[-1].order)


def test_what_is_drawn_is_not_known_yet(table: Memory) -> None:
    """DECK 5: the turn pauses until the others have paid; what comes behind is left for then."""
    card = next(text for text in begun(table).next.after("exchange"))
    drawn, left = begun(table).read(f"exchange {card}; travel 1 faith; end")
    assert (drawn.stage, drawn.is_whole_block) == (CompositionStage.DRAWN, True)
    assert [spelled.words for spelled in left] == ["travel 1 faith", "end"]


def test_orders_are_taken_back_and_given_again(table: Memory) -> None:
    journey = begun(table).read("travel 1 faith; travel 2 reason").composition
    one = journey.undo()
    assert one.texts == ("travel 1 faith",)
    none = one.undo()
    assert none.position == begun(table).position
    with pytest.raises(IllegalOrder, match="no order to take back"):
        none.undo()
    assert none.redo().redo() == journey
    with pytest.raises(IllegalOrder, match="no order to redo"):
        journey.redo()
    assert none.read("travel 2 faith").composition.undone == ()


def test_nothing_is_taken_back_that_has_brought_something_new() -> None:
    """A pile that was shuffled anew: the cards of it are known since (STYLE 2.6)."""
    drawn = setup("3_4_reshuffle").read("end").composition
    assert drawn.given[-1].revealed
    with pytest.raises(IllegalOrder, match="revealed something new"):
        drawn.undo()


def test_what_may_follow_by_verb_and_target(table: Memory) -> None:
    composition = begun(table)
    legal = [table.table.game.text(order) for order in table.table.game.legal_orders(composition.position)]
    assert [text for text, _ in composition.next.orders] == legal
    assert composition.next.verbs == tuple(dict.fromkeys(text.split()[0] for text in legal))
    assert composition.next.after("travel") == ("1", "2")
    assert composition.next.after("travel", "1") == ("faith", "reason")
    assert composition.next.after("travel", "1", "faith") == ("",)
    assert composition.next.after("travel", "2") == ("faith", "reason")
    assert composition.next.after("fly") == ()


def test_an_open_choice_comes_first() -> None:
    """13.11: green chooses, red places, and then it is green's turn again."""
    chosen = setup("13_11_green_chooses").read("build hamlet might E4").composition
    assert chosen.stage is CompositionStage.CHOICE
    assert chosen.next.verbs == ("downsize", "policy")
    assert chosen.next.after("downsize") == ("C4", "F4")
    placing = chosen.read("downsize C4").composition
    assert placing.choice is not None
    assert placing.starting_point.colours[placing.choice.seat] == "red"
    with pytest.raises(OrderError, match="a choice is still open"):
        placing.read("end")
    assert placing.undo() == Composition(chosen.starting_point, chosen.given, (placing.given[-1].order,))


def test_another_player_is_waited_for() -> None:
    """The same as green's own machine sees it: red has to answer, and green's further orders are left."""
    everybody = setup("13_11_green_chooses").starting_point
    own = StartingPoint(everybody.game, everybody.position, everybody.colours, 0, frozenset())
    paused, left = Composition(own).read("build hamlet might E4; downsize C4; end")
    assert (paused.stage, paused.is_whole_block) == (CompositionStage.PAUSED, True)
    assert [spelled.words for spelled in left] == ["end"]


def test_the_difference_is_that_of_all_orders_so_far(table: Memory) -> None:
    journey = begun(table).read("travel 1 faith; travel 2 reason").composition
    mine = table.table.seats[table.mover].colour
    assert journey.difference() == {mine: {"ecus": -2}}
    assert journey.undo().difference() == {mine: {"ecus": -1}}
    assert begun(table).difference() == {}


def test_out_of_turn_it_is_as_if_the_turn_had_begun(table: Memory) -> None:
    """The next turn of a seat, on what it knows: its own cards if they are there, nobody else's."""
    mover, other = table.mover, 1 - table.mover
    starting_point = starting_point_of(table.table, table.author(other), explore=True)
    assert starting_point.exploring is not None
    assert (starting_point.exploring.waiting.seat, starting_point.seat) == (mover, other)
    composition = Composition(starting_point)
    assert composition.stage is CompositionStage.OPEN
    assert composition.read("travel 1 faith; end").composition.stage is CompositionStage.ENDED
    cards = [len(table.table.game.hand(composition.position, seat)) for seat in (mover, other)]
    known = {card.type for card in composition.position.players[mover].hand}
    assert known == {None}
    assert cards[0] == 4
    with pytest.raises(NothingToDo, match="not your move"):
        starting_point_of(table.table, table.author(other), explore=False)


def test_a_choice_of_somebody_else_is_taken_for_answered() -> None:
    """It is said which answer was assumed; the hierarchy is in order again before the turn is explored."""
    chosen = setup("13_11_green_chooses").read("build hamlet might E4").composition
    position, answers = with_choices_answered(chosen.game, chosen.position)
    assert [text for _, text in answers] == ["downsize C4", "place C4"]
    assert position.pending is None
    assert position.tasks == ()


def test_the_round_of_the_next_turn(table: Memory) -> None:
    """Who has moved in this round explores the next one; after the last turn there is none."""
    played = Memory(header(2)).start()
    first = played.mover
    played.play("end")
    starting_point = starting_point_of(played.settle().table, played.author(first), explore=True)
    assert starting_point.game.round(starting_point.position) == 2
    over = setup("11_3_alone_wins_at_once")
    assert Composition(over.starting_point).read("resign; resign").composition.stage is CompositionStage.OVER


# --- effects ----------------------------------------------------------------------------------------------


def test_an_effect_is_what_the_order_does() -> None:
    """13.7: price, ripples and paradoxes of an order, and the difference for all, before it is given."""
    composition = setup("13_7_paradox")
    order = read_case(FOLDER / "13_7_paradox.toml").orders.split(";")[0].strip()
    done = composition.read(order).composition
    (effect,) = compute_effects(composition, [(done.texts[0], done.given[0].order)])
    facts = effect_document(composition, effect)
    assert facts["difference"] == done.difference()
    assert facts["price"] == {"cards": ["religious", "religious"], "ecus": 0}
    assert [event["event"] for event in facts["events"]] == ["paradox", "paradox", "rippled", "rippled"]
    assert effect.position == done.position


def test_effects_are_sorted_and_what_ends_the_turn_is_last() -> None:
    composition = setup("13_7_paradox")
    found = compute_effects(composition, composition.next.orders)
    assert len(found) == len(composition.next.orders)
    by = {name: sort_effects(found, name) for name in SORTS}
    assert [each.text for each in by["text"]] == sorted(each.text for each in found)
    for name in ("gain", "price"):
        assert [each.ends for each in by[name]] == sorted(each.ends for each in found)
        assert by[name][-1].ends
    gains = [each.gain for each in by["gain"] if not each.ends]
    assert gains == sorted(gains, reverse=True)
    prices = [each.price.size for each in by["price"] if not each.ends]
    assert prices == sorted(prices)
    assert len(set(gains)) > 1
