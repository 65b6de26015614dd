"""The screen on which turns are composed, driven by its keys and by the mouse."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from textual.widgets import Input

from khronos_pbem.canvas.spans import plain_text
from khronos_pbem.composer.app import Composer
from khronos_pbem.composer.composer_context import composer_context_of
from khronos_pbem.composer.keys import keys_of
from khronos_pbem.composer.pages import PageAction
from khronos_pbem.engine.features.turn_screen import Spot
from khronos_pbem.messages import untranslated
from tests.composer.benches import driven, keys, middle, piloted, screen, standing


def given(app: Composer) -> tuple[str, ...]:
    """The orders so far."""
    return app.state.composition.texts


def test_three_boards_from_110_by_34_and_one_from_80_by_24() -> None:
    async def wide(pilot: Any, app: Composer) -> None:
        for word in ("[MIGHT]", "FAITH", "REASON", "hand:", "adventurer 1 on", "revenue", "no orders yet"):
            assert word in screen(app)
        await pilot.resize_terminal(80, 24)
        assert "REASON" not in screen(app)
        for word in ("[MIGHT]", "hand:", "adventurer 1 on", "revenue", "no orders yet", "F1 help"):
            assert word in screen(app)
        await pilot.press("tab")
        assert "[FAITH]" in screen(app)
        await pilot.resize_terminal(60, 20)
        assert "(60 by 20): make it at least 80 by 24" in " ".join(screen(app).split())
        await pilot.resize_terminal(110, 34)
        assert "[FAITH]" in screen(app)

    piloted(wide, standing("13_2_keep_on_might"))


@pytest.mark.parametrize(("columns", "framed"), [(110, 0), (119, 0), (120, 1), (135, 1), (136, 2), (152, 3)])
def test_boards_are_framed_as_far_as_there_is_room(columns: int, framed: int, tmp_path: Path) -> None:
    """From 120 columns on; the board of the cursor first, and a click still hits the square it is on."""

    async def test(pilot: Any, app: Composer) -> None:
        for board in ("might", "faith", "reason"):
            wide = {area.panel.name: area.wide for area in app._drawn.areas}
            assert list(wide.values()).count(2) == framed
            assert wide[board] == (2 if framed else 1)
            assert max(map(len, screen(app).splitlines())) <= columns
            area = next(area for area in app._drawn.areas if area.panel.name == "reason")
            await pilot.click("#boards", offset=(area.left + 3 * area.wide, area.top + 5))
            assert app.state.cursor == Spot("reason", 5, 3)
            app.to(app.state.at(Spot(board, 0, 0)))
            await pilot.press("tab")

    piloted(test, composer_context_of(middle(tmp_path)), (columns, 34))


def test_all_boards_are_framed_above_the_rest_on_a_high_screen(tmp_path: Path) -> None:
    """From 120 by 39: nothing is lost, and the mouse does what it did beside them."""

    async def test(pilot: Any, app: Composer) -> None:
        assert [area.wide for area in app._drawn.areas] == [2, 2, 2]
        await pilot.press("b")
        lines = screen(app).splitlines()
        boards = next(n for n, line in enumerate(lines) if line.startswith("20 "))
        for words in ("hand:", "adventurer 1 on", "revenue", " 2 keep:"):
            assert next(n for n, line in enumerate(lines) if words in line) > boards, words
        assert "no orders yet" in screen(app)
        tool = next(n for n, line in enumerate(app._side) if plain_text(line).startswith(" 2 "))
        await pilot.click("#side", offset=(6, tool))
        assert app.state.aim is not None
        assert app.state.aim.tool == 1
        await pilot.resize_terminal(120, 38)
        assert [area.wide for area in app._drawn.areas] == [1, 2, 1]
        assert "hand:" in screen(app).splitlines()[1]
        await pilot.resize_terminal(152, 60)
        assert [area.wide for area in app._drawn.areas] == [2, 2, 2]
        assert "hand:" in screen(app).splitlines()[1]

    piloted(test, composer_context_of(middle(tmp_path)), (120, 39))


def test_the_help_names_the_mouse() -> None:
    async def test(pilot: Any, app: Composer) -> None:
        await pilot.press("f1")
        assert re.search("click +move the cursor to the mouse pointer", screen(app))
        assert "wheel" in screen(app)

    piloted(test, standing("13_2_keep_on_might"), (110, 60))


def test_a_turn_is_built_ended_and_handed_over_as_play_takes_it(tmp_path: Path) -> None:
    """The sample in the middle: keys alone make the text of a turn, and no single key signs it."""

    async def test(pilot: Any, app: Composer) -> None:
        await pilot.press(*keys("t enter e enter"))
        assert given(app)[-1] == "end"
        await pilot.press("enter")
        assert app.page is not None
        assert app.page.choice is not None
        assert app.page.choice.do is PageAction.BACK
        await pilot.press("enter")
        assert app.page is None
        await pilot.press(*keys("enter down down enter"))

    outcome = piloted(test, composer_context_of(middle(tmp_path)))
    assert outcome is not None
    assert outcome.do is PageAction.SIGN
    assert outcome.text == "travel 1 might\nend\n"


def test_every_page_opens_and_closes() -> None:
    async def test(pilot: Any, app: Composer) -> None:
        for key, words in (
            ("f1", "the cursor up"),
            ("question_mark", "b build: possible"),
            ("i", "nothing has happened since your last turn"),
            ("g", "The next revenue"),
            ("v", "no plans yet"),
        ):
            await pilot.press(key)
            assert words in screen(app)
            await pilot.press("down", "escape")
            assert app.page is None

    piloted(test, standing("13_2_keep_on_might"))


def test_plans_are_kept_compared_taken_up_and_forgotten(tmp_path: Path) -> None:
    async def test(pilot: Any, app: Composer) -> None:
        await pilot.press(*keys("t enter c z e enter c v"))
        assert "plan A: travel 1 might" in screen(app)
        assert "plan B: end" in screen(app)
        await pilot.press("enter")
        assert given(app) == ("travel 1 might",)
        await pilot.press(*keys("v down delete"))
        assert "plan B" not in screen(app)
        await pilot.press("escape", "ctrl+c")

    assert piloted(test, composer_context_of(middle(tmp_path))) is None
    bench, state = composer_context_of(middle(tmp_path))
    assert [plan.letter for plan in bench.plans] == ["A"]
    assert state.composition.texts == ("travel 1 might",)
    assert "continues where you left off" in state.message


def test_orders_and_messages_are_typed() -> None:
    async def test(pilot: Any, app: Composer) -> None:
        await pilot.press("colon", *"tr", "tab", *"1", "space", *"fa", "tab", "enter")
        assert given(app) == ("travel 1 faith",)
        await pilot.press("m", *'a"b', "enter")
        assert given(app)[-1] == 'message "a\\"b"'
        await pilot.press("colon", *"fly", "enter")
        assert "fly" in screen(app)
        await pilot.press("colon", "escape", "z", "z")
        assert given(app) == ()

    piloted(test, standing("13_2_keep_on_might"))


def test_the_mouse_does_what_keys_do() -> None:
    """A key of the footer, a tool, a square, an option: each by a click; a second one gives."""

    async def test(pilot: Any, app: Composer) -> None:
        footer = screen(app).splitlines()[-1]
        await pilot.click("#footer", offset=(footer.index("b build") + 2, 0))
        assert app.state.aim is not None
        tool = next(n for n, line in enumerate(app._side) if plain_text(line).startswith(" 2 "))
        await pilot.click("#side", offset=(6, tool))
        assert app.state.aim.tool == 1
        spot = min(app.state.lit)
        area = next(area for area in app._drawn.areas if area.panel.name == spot.panel)
        place = (area.left + area.wide * spot.column, area.top + spot.row)
        await pilot.click("#boards", offset=place)
        assert app.state.cursor == spot
        await pilot.click("#boards", offset=place)
        assert len(given(app)) == 1
        await pilot.press("t")
        option = next(n for n, line in enumerate(app._side) if plain_text(line).startswith("  travel"))
        await pilot.click("#side", offset=(4, option))
        await pilot.click("#side", offset=(4, option))
        assert len(given(app)) == 2

    piloted(test, standing("13_2_keep_on_might"))


@pytest.mark.parametrize("size", [(110, 34), (80, 24)])
def test_signs_carry_everything_without_colours(size: tuple[int, int]) -> None:
    async def test(pilot: Any, app: Composer) -> None:
        before = screen(app)
        assert "^" in before
        await pilot.press("b")
        assert "o" in screen(app).replace("no orders", "")
        assert ">1" in screen(app)

    piloted(test, standing("13_2_keep_on_might"), size)


@pytest.mark.parametrize(("language", "word"), [("de", "bauen"), ("fr", "construire")])
def test_the_screen_speaks_three_languages(language: str, word: str) -> None:
    async def test(pilot: Any, app: Composer) -> None:
        assert f"b {word}" in screen(app)
        await pilot.press("colon", *word[:-1], "tab")
        assert app.query_one(Input).value == f"{word} "
        await pilot.press("escape", "t", "enter", "enter")
        for english in (
            "hand:",
            "adventurer",
            "revenue",
            "The turn has not ended yet",
            "keep working on the turn",
        ):
            assert english not in screen(app)

    piloted(test, standing("13_2_keep_on_might"), language=language)


def test_without_colours_the_screen_says_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = list[str]()

    async def test(pilot: Any, app: Composer) -> None:
        await pilot.press("b", "2")
        seen.append(screen(app))

    piloted(test, standing("13_2_keep_on_might"))
    monkeypatch.setenv("NO_COLOR", "1")
    piloted(test, standing("13_2_keep_on_might"))
    assert seen[0] == seen[1]


def test_an_encoding_without_frames() -> None:
    async def test(pilot: Any, app: Composer) -> None:
        await pilot.press("b", "2")
        assert "●" not in screen(app)
        assert "adventurer 1 on might %%" in screen(app)
        assert "+K2+" in screen(app)

    driven(test, Composer(*standing("13_2_keep_on_might"), untranslated, encoding="ascii"), (110, 34))


def test_every_key_of_the_table_does_something() -> None:
    """Each is pressed on the screen, on a list, on a page: nothing breaks, and nothing is signed."""
    table = list(keys_of(standing("13_2_keep_on_might")[1].game))
    for key in table:
        action = key.action.split("(")[0] or "digit"
        assert hasattr(Composer, f"action_{action}"), key

    async def test(pilot: Any, app: Composer) -> None:
        for name in (name for key in table for name in key.keys if name not in ("q", "ctrl+c")):
            await pilot.press(name)
            if name in ("colon", "m", "f1", "i", "g", "v", "question_mark"):
                await pilot.press("escape")
        await pilot.press("f1", "b", "z", "c", "m", "tab", "1", "escape")
        assert app.page is None

    assert piloted(test, standing("13_11_green_chooses")) is None


def test_hostile_titles_and_texts_stay_in_their_line() -> None:
    """Wide letters, marks, escapes and what looks like markup: nothing moves, nothing is executed."""
    bench, state = standing("13_2_keep_on_might")
    bench.scene = replace(bench.scene, title="村庄 [red]x[/red] \x1b[31m \u202e [@click=app.leave]y[/]" * 9)

    async def test(pilot: Any, app: Composer) -> None:
        assert app.query_one("#where").size.height == 1
        assert "\x1b[31m" not in screen(app)
        assert "[red]" in screen(app)
        app.to(app.state.with_message("[bold]\x07" * 99))
        assert "\x07" not in screen(app)
        assert "[MIGHT]" in screen(app)

    piloted(test, (bench, state))
