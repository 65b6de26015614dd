"""What every registered game says of orders before they are given: the same promises (`features.what_if`)."""

from __future__ import annotations

from random import Random

import pytest

from khronos_pbem.engine.features.protocols import Columns
from khronos_pbem.engine.features.what_if import WhatIf
from khronos_pbem.games.my_village.bots.explanations import why
from khronos_pbem.games.registry import GAMES, feature
from khronos_pbem.lessons.course import find_lesson
from khronos_pbem.lessons.lesson_run import start_lesson as begun_lesson
from khronos_pbem.record.block import ANSWER, ASSIST, TURN
from khronos_pbem.session.bots.bot_turn import quick_turn
from khronos_pbem.session.identities import load_author
from khronos_pbem.session.replay.draft_block import draft_turn
from khronos_pbem.session.replay.table import Waiting, waiting
from khronos_pbem.session.turns.branching import exploring_lines
from khronos_pbem.session.turns.order_effects import compute_effects, effect_document, effect_lines
from khronos_pbem.session.turns.starting_point import starting_point_of
from khronos_pbem.session.turns.turn_draft import Composition, CompositionStage
from tests.support.playing import NAMES, Group, no_passphrase


@pytest.fixture(scope="module", params=sorted(GAMES))
def players(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Group:
    """Two players in the middle of a game, one of whom has to take a turn."""
    group = Group(tmp_path_factory.mktemp("games"), 2, 4, game=request.param)
    group.start()
    group.play(7)
    while (now := waiting(group.table())) is None or now.need != TURN:
        group.step()
    return group


def begun(players: Group, *, out_of_turn: bool = False) -> Composition:
    table = players.table()
    now = waiting(table)
    assert now is not None
    assert now.seat is not None
    seat = 1 - now.seat if out_of_turn else now.seat
    name = NAMES[seat]
    writer = load_author(players.home(name), table, name, no_passphrase)
    return Composition(starting_point_of(table, writer, explore=out_of_turn))


def test_a_turn_is_composed_as_it_is_played(players: Group) -> None:
    """Order by order: the same texts as in the block, and undone it is as before."""
    composition, table = begun(players), players.table()
    assert composition.starting_point.seat is not None
    name = NAMES[composition.starting_point.seat]
    writer = load_author(players.home(name), table, name, no_passphrase)
    orders = quick_turn(table, writer, Random(1))
    composed, left = composition.read("\n".join(orders))
    assert not left
    assert composed.is_whole_block
    spelled = list(table.game.parse("\n".join(orders)))
    block = draft_turn(table, writer, spelled, b"\0" * 32, "2026-11-21T10:00:00Z").block
    assert tuple(each.recorded for each in composed.given) == block.orders
    for _ in orders:
        composed = composed.undo()
    assert composed.position == composition.position
    for _ in orders:
        composed = composed.redo()
    assert composed.texts == tuple(orders)


def test_every_effect_is_the_difference_of_its_order(players: Group) -> None:
    composition = begun(players)
    some = composition.next.orders[:: max(1, len(composition.next.orders) // 40)]
    for (text, order), effect in zip(some, compute_effects(composition, some), strict=True):
        facts = effect_document(composition, effect)
        assert facts["order"] == text
        assert facts["difference"] == composition.add(order).difference()
        assert effect.price.size >= 0
        assert effect_lines(composition, effect)[0] == text


def test_out_of_turn_somebody_explores(players: Group) -> None:
    """Whatever may be given there leads on; nothing of it needs what others hold."""
    composition = begun(players, out_of_turn=True)
    assert composition.starting_point.exploring is not None
    assert composition.stage is CompositionStage.OPEN
    assert composition.next.orders
    for text, _ in composition.next.orders[::50]:
        assert composition.read(text).composition.texts == (text,)


def test_what_is_shown_are_changes_there_are(players: Group) -> None:
    game = players.table().game
    whatif, columns = feature(game, WhatIf), feature(game, Columns)
    rows = columns.standings(begun(players).position)
    assert set(whatif.shown) <= set(rows[0])
    assert whatif.used_data(begun(players).position, 0)


def test_a_travel_says_what_may_be_drawn() -> None:
    """VILLAGE 8.13, 12.1: its points are not known yet, which is not nothing; the same in a hint."""
    composition = begun_lesson(find_lesson("travel", "my-village")).composition.read("take 3 4").composition
    (effect,) = compute_effects(
        composition, [each for each in composition.next.orders if each[0] == "travel A"]
    )
    sentence = "draws a journey card of type A, worth 2 to 4 PP"
    assert effect.drawn == (sentence,)
    assert effect_lines(composition, effect) == ["travel A", f"    costs 2 time; {sentence}"]
    assert effect_document(composition, effect)["drawn"] == [sentence]
    reasons = why(composition.position, 0, [dict(composition.next.orders)["travel A"]])
    assert sentence in reasons
    assert "no player gains or loses points, goods, coins or villagers" not in reasons


@pytest.mark.parametrize(
    ("now", "what"),
    [
        (Waiting(1, TURN), "it is blue's turn"),
        (Waiting(1, ANSWER), "blue has to make a choice first"),
        (Waiting(1, ASSIST), "blue has to send their share of the deck first"),
        (
            Waiting(1, ASSIST, rolls=True),
            "blue has to send their share of the dice roll first",
        ),
    ],
)
def test_a_trial_says_what_has_to_come_first(players: Group, now: Waiting, what: str) -> None:
    composition = begun(players, out_of_turn=True)
    exploring = composition.starting_point.exploring
    assert exploring is not None
    starting_point = composition.starting_point._replace(
        colours=("red", "blue"), exploring=exploring._replace(waiting=now)
    )
    assert exploring_lines(starting_point)[0] == f"this is only a trial, because {what}"
