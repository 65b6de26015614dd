"""Lessons on the screen, by their keys."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from khronos_pbem.composer.app import Composer
from khronos_pbem.composer.keys import lesson_keys
from khronos_pbem.composer.tutor import Tutor
from khronos_pbem.languages import translator
from khronos_pbem.lessons.course import find_lesson
from khronos_pbem.lessons.learner import Learner
from khronos_pbem.lessons.lesson_progress import read_progress
from khronos_pbem.messages import untranslated
from tests.composer.benches import driven, keys, screen


def words(app: Composer) -> str:
    """What is seen, in one line."""
    return " ".join(screen(app).split())


def test_a_paradox_is_caused_looked_back_at_and_remembered(tmp_path: Path) -> None:
    learner = Learner.of(tmp_path, "khronos", "en")
    for step in ("build town might D4", "build keep might D4"):
        lesson_run = learner.enter_lesson(find_lesson("ripples", "khronos"))
        learner.on(lesson_run, lesson_run.composition.read(step).composition)

    async def test(pilot: Any, app: Composer) -> None:
        assert "The lessons for Khronos:" in words(app)
        assert "(ripples), step 3 of 4" in words(app)
        await pilot.press(*keys("down down down enter"))
        assert "A copy removes every building that it overlaps" in words(app)
        await pilot.press(*keys("enter n"))
        assert "Hint: A keep at D4 covers E5" in words(app)
        assert all(board in words(app) for board in ("MIGHT", "FAITH", "REASON")), "all of them at 80 by 24"
        await pilot.press(*keys("b 3 h enter"))
        assert "Not there yet. None of blue's buildings has been removed" in words(app)
        await pilot.press(*keys("z b 2 enter"))
        assert "Done. The monastery is gone from faith" in words(app)
        assert len(read_progress(tmp_path, "khronos").passed("ripples")) == 3
        assert "+M" not in words(app)
        after = screen(app)
        await pilot.press("w")
        assert "before your orders" in words(app)
        assert screen(app) != after
        await pilot.press(*keys("w enter"))
        assert "Step 4 of 4" in words(app)
        app.to(app.state.typed("build keep might c4"))
        await pilot.pause()
        assert "Done. The keep stands on might" in words(app)
        await pilot.press("enter")
        assert "Lesson 4 completed" in words(app)
        await pilot.press("enter")
        assert "Step 1 of 3: A hamlet is printed at C3" in words(app), "the first that is not done"

    assert driven(test, Tutor(learner, None, untranslated, "en"), (80, 24)) is None
    assert read_progress(tmp_path, "khronos").done == ("ripples",)


def test_my_village_is_taught_in_french(tmp_path: Path) -> None:
    learner = Learner.of(tmp_path, "my-village", "fr")
    tutor = Tutor(learner, find_lesson("temps", "my-village", "fr"), translator("fr"), "fr")

    async def test(pilot: Any, app: Composer) -> None:
        assert "ta piste temps" in words(app).casefold()
        app.page = None
        app.to(app.state.typed("prendre 3 4; acheter champ"))
        await pilot.pause()
        assert "La faucheuse est sur ta piste Temps" in words(app)
        await pilot.press("enter")
        app.to(app.state.typed("enterrer voyageur"))
        await pilot.press("enter", "e", "enter")
        assert "Le rat est venu" in words(app)

    driven(test, tutor, (80, 24))
    assert read_progress(tmp_path, "my-village").done == ("time",)


def test_no_key_of_lessons_is_taken_twice() -> None:
    for game in ("khronos", "my-village"):
        learner = Learner.of(Path("nowhere"), game, "en")
        table = list(lesson_keys(Tutor(learner, None, untranslated, "en").state.game))
        taken = [name for key in table for name in key.keys]
        assert len(taken) == len(set(taken))
