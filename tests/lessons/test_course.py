"""The lessons themselves: positions, steps, solutions, texts in three languages."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from khronos_pbem.engine.features.lessons import Lessons
from khronos_pbem.engine.features.protocols import Positions, Words
from khronos_pbem.errors import UnreadableOrder, UsageError
from khronos_pbem.games.registry import feature, game_by_name, games_with_feature
from khronos_pbem.languages import LANGUAGES
from khronos_pbem.lessons.course import (
    Lesson,
    StepText,
    all_lesson_names,
    find_lesson,
    find_lesson_text,
    load_lessons,
)
from khronos_pbem.lessons.lesson_run import LessonRun, start_lesson
from khronos_pbem.manual.rule_pages import find_paragraph

GAMES = [name for name, _ in games_with_feature(Lessons)]
LESSONS = [lesson for game in GAMES for lesson in load_lessons(game)]
CITED = re.compile(r"\b(?:RULES|VILLAGE) \d+\.\d+(?:, \d+\.\d+)*")
CODE = re.compile(r"`([^`]+)`")


def sittings(lesson: Lesson) -> Iterator[LessonRun]:
    """Each step of a lesson, reached by the solutions of those before."""
    lesson_run: LessonRun | None = start_lesson(lesson)
    while lesson_run is not None:
        yield lesson_run
        done = lesson_run.solved()
        assert done is not None, (lesson.game, lesson.name, lesson_run.step.name)
        lesson_run = done.next_step()


def test_both_games_have_eight_lessons_with_names_of_their_own() -> None:
    assert len(GAMES) == 2
    for game in GAMES:
        assert [lesson.number for lesson in load_lessons(game)] == list(range(1, 9))
        assert len({lesson.name for lesson in load_lessons(game)}) == 8


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: f"{lesson.game}-{lesson.name}")
def test_every_step_is_open_at_first_and_its_solution_reaches_it(lesson: Lesson) -> None:
    steps = list(sittings(lesson))
    assert [each.step for each in steps] == list(lesson.steps)
    for each in steps:
        assert each.missing == each.step.goals[0]
        assert not each.anew, "the solutions follow each other"


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: f"{lesson.game}-{lesson.name}")
def test_every_solution_works_in_the_words_of_every_language(lesson: Lesson) -> None:
    words = feature(lesson.game, Words)
    for language in LANGUAGES:
        for each in sittings(lesson):
            said = "; ".join(words.in_language(o.strip(), language) for o in each.step.solution.split(";"))
            done = each.on(each.composition.read(said).composition)
            assert done.reached, (language, said)


def test_every_set_up_position_is_one_and_reads_as_it_is_written() -> None:
    for lesson in LESSONS:
        positions = feature(lesson.game, Positions)
        for step in filter(lambda step: step.position, lesson.steps):
            data = feature(lesson.game, Lessons).position(step.position)
            written = positions.to_data(positions.from_data(data))
            assert positions.to_data(positions.from_data(written)) == written
    assert all(lesson.steps[0].position for lesson in LESSONS)


def test_every_goal_is_asked_for_and_every_goal_that_is_asked_for_is_there() -> None:
    for game in GAMES:
        asked = {goal for lesson in load_lessons(game) for step in lesson.steps for goal in step.goals}
        assert asked == set(feature(game, Lessons).goals)


# --- texts ------------------------------------------------------------------------------------------------


def pieces(step: StepText) -> list[str]:
    """Everything that a step says."""
    return [step.task, step.keys, step.hint, step.done, *step.missed.values()]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_says_everything_in_every_language(language: str) -> None:
    for lesson in LESSONS:
        text = find_lesson_text(lesson, language)
        assert list(text.steps) == [step.name for step in lesson.steps], (language, lesson.name)
        assert text.title
        assert 100 < len(text.about) < 1100, (language, lesson.name)
        for step in lesson.steps:
            said = text.steps[step.name]
            assert all(pieces(said)), (language, lesson.name, step.name)
            assert set(said.missed) <= {"", *step.goals}
            assert "" in said.missed or set(said.missed) == set(step.goals), (lesson.name, step.name)
            assert len(said.task) < 420, "three lines of a small terminal, four at most"


def cited(text: str) -> set[str]:
    """The paragraphs that a text cites, as `lesson.rules` has them."""
    found = set()
    for each in CITED.findall(text):
        page, *numbers = each.replace(",", "").split()
        found |= {number if page == "RULES" else f"{page} {number}" for number in numbers}
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_lesson_cites_its_paragraphs_and_no_others(language: str) -> None:
    for lesson in LESSONS:
        text = find_lesson_text(lesson, language)
        said = " ".join([text.about, *(piece for step in text.steps.values() for piece in pieces(step))])
        assert cited(said) == set(lesson.rules), (language, lesson.name)


def test_every_paragraph_that_is_cited_is_in_the_law() -> None:
    for rule in {rule for lesson in LESSONS for rule in lesson.rules}:
        found = find_paragraph(rule, "en")
        assert rule.split()[-1] in str(getattr(found, "number", found))


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_stands_in_quotes_is_an_order_or_its_beginning(language: str) -> None:
    """A hint in words that the game does not understand would lead nowhere."""
    for lesson in LESSONS:
        for step in find_lesson_text(lesson, language).steps.values():
            codes = CODE.findall(" ".join(pieces(step)))
            assert all(understood(lesson.game, code) for code in codes if " " in code), (lesson.name, codes)


def understood(game: str, code: str) -> bool:
    """Whether a game takes a text for orders, or for the beginning of one."""
    try:
        return bool(game_by_name(game).parse(code))
    except UnreadableOrder as problem:
        return "is incomplete" in str(problem)


# --- by their names ---------------------------------------------------------------------------------------


def test_lessons_are_found_by_number_and_by_shortened_names_of_both_languages() -> None:
    assert find_lesson("4", "khronos").name == "ripples"
    assert find_lesson("RIP", "khronos").name == "ripples"
    assert find_lesson("wellen", "khronos", "de") == find_lesson("ripples", "khronos", "de")
    assert find_lesson("égl", "khronos", "fr", elsewhere=True) == find_lesson("church", "my-village")
    assert find_lesson("customers", "khronos", elsewhere=True).game == "my-village"
    assert {"1", "8", "zeitschatten", "würfel"} <= set(all_lesson_names("de"))
    assert "würfel" not in all_lesson_names("de", "khronos")


@pytest.mark.parametrize("word", ["0", "9", "-1", "99999999999999999999", "٣", "nosuch", "", " ", "x" * 500])
def test_a_lesson_that_there_is_not_is_named_with_what_there_is(word: str) -> None:
    with pytest.raises(UsageError) as caught:
        find_lesson(word, "khronos", elsewhere=True)
    assert "there is no lesson" in str(caught.value)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 200
