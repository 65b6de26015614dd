"""What the tests of the screen compose on: cases of the rules, and the sample in the middle of a game."""

from __future__ import annotations

import shutil
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from khronos_pbem.canvas.spans import Line, plain_text
from khronos_pbem.composer.app import Composer
from khronos_pbem.composer.composer_context import ComposerContext, composer_context_of
from khronos_pbem.composer.screen import ComposerResult
from khronos_pbem.composer.state import State, initial_state
from khronos_pbem.composer.turn_sources import FixedSource, SaveSource, Scene
from khronos_pbem.engine.features.protocols import Positions
from khronos_pbem.engine.features.turn_screen import Spot
from khronos_pbem.games.registry import feature, game_by_name
from khronos_pbem.languages import translator
from khronos_pbem.messages import untranslated
from khronos_pbem.session.context import Context
from khronos_pbem.session.turns.setup_position import SetUp
from khronos_pbem.session.turns.starting_point import starting_point_of_position
from khronos_pbem.session.turns.turn_draft import Composition, StartingPoint
from tests.archive.games import KEYRING, MIDDLE, NOW
from tests.games.khronos.cases import FOLDER, read_case
from tests.support.pilots import drive
from tests.support.playing import no_passphrase

Test = Callable[[Any, Composer], Awaitable[None]]


def starting_point(case: str) -> StartingPoint:
    """The position of a case of Khronos."""
    game = game_by_name("khronos")
    position = read_case(FOLDER / f"{case}.toml").position
    return starting_point_of_position(SetUp(game, feature(game, Positions), position))


def state(case: str) -> State:
    """The beginning on a case."""
    return initial_state(Composition(starting_point(case)))


def standing(case: str) -> tuple[ComposerContext, State]:
    """A bench on a case."""
    return composer_context_of(FixedSource(Scene(starting_point(case), case)))


def middle(folder: Path) -> SaveSource:
    """A copy of the sample in the middle, with alice's keyring, in a folder."""
    shutil.copytree(KEYRING, folder / "home", dirs_exist_ok=True)
    save = folder / "game.khronos"
    if not save.exists():
        shutil.copy(MIDDLE, save)
    from_here = Context(folder / "home", no_passphrase, NOW, "alice")
    return SaveSource(save, from_here)


def square(board: str, name: str) -> Spot:
    """The place of a square: `F7`."""
    return Spot(board, int(name[1:]) - 1, ord(name[0]) - ord("A"))


def texts(lines: list[Line]) -> str:
    """Lines without styles."""
    return "\n".join(map(plain_text, lines))


def screen(app: Composer) -> str:
    """All that is seen."""
    strips = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip).rstrip() for strip in strips)


def piloted(
    test: Test, on: tuple[ComposerContext, State], size: tuple[int, int] = (110, 34), language: str = "en"
) -> ComposerResult | None:
    """Run a test inside the screen; what it was left with."""
    speak = untranslated if language == "en" else translator(language)
    return driven(test, Composer(*on, speak, language), size)


def driven(test: Test, app: Composer, size: tuple[int, int]) -> ComposerResult | None:
    """Run a test inside a screen of its own; what it was left with."""

    drive(app, lambda pilot: test(pilot, app), size)
    return app.return_value


def keys(text: str) -> list[str]:
    """Keys as Textual names them, of a line of them."""
    return text.split()
