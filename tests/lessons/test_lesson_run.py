"""Where a learner is: what counts, what does not, and how a lesson goes on from it."""

from __future__ import annotations

import pytest

from khronos_pbem.engine.features.lessons import Lessons
from khronos_pbem.errors import IllegalOrder, UnreadableOrder
from khronos_pbem.games.registry import feature
from khronos_pbem.lessons import lesson_text
from khronos_pbem.lessons.course import find_lesson, load_lessons
from khronos_pbem.lessons.lesson_run import LessonRun, StepOutlook, resume_lesson, start_lesson


def at(name: str, step: int = 0, game: str = "khronos") -> LessonRun:
    """A step of a lesson, counted from 0, the steps before it solved."""
    lesson_run = start_lesson(find_lesson(name, game))
    for _ in range(step):
        done = lesson_run.solved()
        following = None if done is None else done.next_step()
        assert following is not None
        lesson_run = following
    return lesson_run


def given(lesson_run: LessonRun, text: str) -> LessonRun:
    """The same with these orders."""
    return lesson_run.on(lesson_run.composition.read(text).composition)


@pytest.mark.parametrize("square", ["B3", "D3", "C2", "C4"])
def test_every_order_that_gets_there_counts(square: str) -> None:
    assert given(at("build"), f"build watchtower might {square}").reached


@pytest.mark.parametrize(
    ("text", "struck"),
    [("build keep might F5", True), ("bau burg macht e6", True), ("BÂTIR donjon commanderies c4", False)],
)
def test_a_paradox_counts_wherever_the_keep_overlaps_and_in_any_language(text: str, struck: bool) -> None:
    assert given(at("ripples", 2), text).reached is struck


def test_a_legal_order_that_misses_the_goal_is_told_by_the_goal_that_is_missing() -> None:
    stopped = given(at("ripples", 3), "build keep might D6")
    assert stopped.missing == "not-on-faith"
    assert "it links nothing there" in lesson_text.result_message(stopped, "en")
    nothing = given(at("ripples", 3), "build watchtower might D6")
    assert nothing.missing == "keep"
    assert "no new keep" in lesson_text.result_message(nothing, "en")


def test_a_refusal_is_the_engines_own_with_its_paragraph() -> None:
    with pytest.raises(IllegalOrder, match=r"RULES 6\.1") as caught:
        given(at("terrain", 2), "build watchtower might D6")
    assert caught.value.rule == "6.1"
    with pytest.raises(IllegalOrder, match=r"RULES 6\.5"):
        given(at("domains", 1), "build keep might E3")
    with pytest.raises(IllegalOrder, match=r"VILLAGE 1\.6"):
        given(at("villagers", 1, "my-village"), "take 1 2; use mint")
    with pytest.raises(UnreadableOrder):
        given(at("build"), "please build something")


def test_what_promises_well_is_told_apart_from_what_does_not() -> None:
    field = at("buy", 0, "my-village")
    assert given(field, "take 1 6").outlook is StepOutlook.ON_THE_WAY
    assert given(field, "take 1 6; buy field").outlook is StepOutlook.REACHED
    assert given(field, "take 1 2").outlook is StepOutlook.DOUBTFUL
    assert given(at("build"), "build chapel might H8").outlook is StepOutlook.OPEN
    assert given(at("ripples"), "build hamlet might H1").outlook is StepOutlook.DOUBTFUL


def test_the_next_step_goes_on_where_the_learner_is() -> None:
    own = given(at("build"), "build watchtower might D3").next_step()
    assert own is not None
    assert not own.anew
    assert own.composition.position == given(at("build"), "build watchtower might D3").composition.position
    assert own.passed == (("build watchtower might D3",),)


def test_a_way_that_does_not_lead_on_is_left_for_the_lessons_own() -> None:
    """Who plays his religious cards too early cannot build the monastery of the next step."""
    wasted = given(at("build"), "build chapel might H8; build chapel might A8; build watchtower might C4")
    following = wasted.next_step()
    assert following is not None
    assert following.anew
    assert following.solved() is not None
    assert following.composition.position == at("build", 1).composition.position
    assert following.passed == (wasted.composition.texts,)


def test_the_last_step_leads_nowhere() -> None:
    last = given(at("build", 2), "build hamlet might B3")
    assert last.last
    assert last.reached
    assert last.next_step() is None


def test_orders_after_a_turn_of_the_other_player_begins_do_not_count_for_the_learner() -> None:
    """`end` passes the turn on: what the other player builds is not the learner's."""
    passed = given(at("ripples", 1), "end")
    assert passed.seat == 0
    assert not passed.reached


@pytest.mark.parametrize("game", ["khronos", "my-village"])
def test_orders_that_no_lesson_thought_of_are_judged_all_the_same(game: str) -> None:
    for text in ('message "hello"', "away until 2030-01-01", "resign"):
        done = given(start_lesson(load_lessons(game)[0]), text)
        assert done.outlook in (StepOutlook.OPEN, StepOutlook.DOUBTFUL)
        assert "Not there yet" in lesson_text.result_message(done, "en")
        assert done.restarted().solved() is not None


@pytest.mark.parametrize(
    ("lesson", "step", "orders"),
    [
        ("time", 0, "take 3 4; travel A"),
        ("time", 0, "take 2 2; desk k03 k07"),
        ("travel", 0, "take 4 b6; desk k03 k07 k11"),
        ("customers", 0, "take 2 2; desk k01 k11 k20"),
        ("church", 1, "take 2 2; monk chalice"),
        ("church", 1, "take 4 5; monk rosary"),
    ],
)
def test_whatever_a_learner_does_is_drawn_for(lesson: str, step: int, orders: str) -> None:
    """A lesson of My Village leaves its draws to chance: no order meets results of another one's draw."""
    lesson_run = at(lesson, step, "my-village")
    done = given(lesson_run, orders)
    assert len(done.composition.position.zone) == 6
    assert not done.composition.position.draws
    for each in load_lessons("my-village"):
        for set_up in filter(None, (one.position for one in each.steps)):
            assert "results" not in feature("my-village", Lessons).position(set_up)


@pytest.mark.parametrize("way", ["take 3 b2", "take 3 4; buy field", "take 3 4; travel A"])
@pytest.mark.parametrize("person", ["traveller", "councillor", "craftsman"])
def test_the_rats_of_the_fourth_lesson_come_whoever_dies(way: str, person: str) -> None:
    """They take half of the tree, as the text says, whatever way led over the bridge (VILLAGE 9.7)."""
    rat = given(start_lesson(find_lesson("time", "my-village")), way).next_step()
    assert rat is not None
    rat = given(rat, f"bury {person}").next_step()
    assert rat is not None
    assert not rat.anew
    before = rat.composition.position.players[0].tree
    done = given(rat, "end")
    assert done.reached
    assert done.composition.position.players[0].tree == before - before // 2
    assert any(event.event == "invasion" for event in done.composition.events)


@pytest.mark.parametrize(
    ("passed", "step"),
    [
        ((), 0),
        ((("build watchtower might C4",),), 1),
        ((("build watchtower might C4",), ("build monastery might E2",)), 2),
        ((("build watchtower might C4",), ("build nonsense",)), 1),
        ((("build watchtower might H8",),), 0),
        ((("build watchtower might C4",), ("build watchtower might C4",)), 1),
        ((("",), ("end",), ("resign",)), 0),
        ((("build watchtower might C4",),) * 50, 1),
    ],
)
def test_what_is_remembered_is_believed_as_far_as_the_engine_takes_it(
    passed: tuple[tuple[str, ...], ...], step: int
) -> None:
    assert resume_lesson(find_lesson("build", "khronos"), passed).number == step
