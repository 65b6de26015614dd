"""Draw the screens that the documentation shows: `python -m tests.make_screens`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from khronos_pbem.composer.app import Composer
from khronos_pbem.composer.composer_context import composer_context_of
from khronos_pbem.composer.turn_sources import FixedSource, Scene
from khronos_pbem.composer.tutor import Tutor
from khronos_pbem.lessons.course import find_lesson
from khronos_pbem.lessons.learner import Learner
from khronos_pbem.messages import untranslated
from tests.composer.benches import driven, middle
from tests.composer.test_my_village import starting_point
from tests.support.shell import ROOT

FOLDER = ROOT / "docs"
Screen = tuple[str, Callable[[Path], Composer], tuple[str, ...], tuple[int, int]]


def _middle(folder: Path) -> Composer:
    return Composer(*composer_context_of(middle(folder)), untranslated)


def _village(folder: Path) -> Composer:
    scene = Scene(starting_point("the rulebook's longest turn"), "My Village")
    return Composer(*composer_context_of(FixedSource(scene)), untranslated)


def _lesson(folder: Path) -> Composer:
    """The third step of the fourth lesson."""
    learner = Learner.of(folder, "khronos", "en")
    lesson = find_lesson("4", "khronos")
    lesson_run = learner.enter_lesson(lesson)
    for _ in range(2):
        done = lesson_run.solved()
        assert done is not None
        learner.remember(done)
        lesson_run = learner.enter_lesson(lesson)
    return Tutor(learner, lesson, untranslated, "en")


SCREENS: tuple[Screen, ...] = (
    ("turn-build", _middle, ("b", "4", *"jj"), (110, 34)),
    ("turn-reason", _middle, ("b", *"2jjjlll"), (80, 24)),
    (
        "turn-plans",
        _middle,
        ("t", "enter", "c", "z", "e", "enter", "c", "v"),
        (110, 34),
    ),
    ("turn-my-village", _village, ("d", *"jjj"), (110, 34)),
    ("learn-ripples", _lesson, ("enter", "b", "2", "h"), (92, 26)),
)
"""The name of each picture, what it is composed on, the keys that lead there, and the terminal's size."""


def drawn(screen: Screen) -> str:
    """A screen as SVG, as Textual exports it; what is made by chance in it has a name of its own."""
    name, begin, keys, size = screen
    found: list[str] = []

    async def test(pilot: Any, app: Composer) -> None:
        await pilot.press(*keys)
        found.append(app.export_screenshot(title=f"khronos {name.split('-')[0]}"))

    with TemporaryDirectory() as folder:
        driven(test, begin(Path(folder)), size)
    return re.sub(r"terminal-\d+", name, found[0])


def words(picture: str) -> list[str]:
    """The texts of a picture, in their order."""
    return re.findall(r"<text [^>]*>([^<]*)</text>", picture)


def pictures() -> Iterator[tuple[Path, Screen]]:
    """The files, and what they show."""
    return ((FOLDER / f"{screen[0]}.svg", screen) for screen in SCREENS)


def main() -> None:
    """Write all of them."""
    for path, screen in pictures():
        path.write_text(drawn(screen), encoding="utf-8")
        print(path)


if __name__ == "__main__":
    main()
