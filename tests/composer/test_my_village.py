"""My Village on the screen: the same keys, on lists of dice, cards and the own village."""

from __future__ import annotations

from typing import Any

import pytest

from khronos_pbem.composer import screen_lines
from khronos_pbem.composer.app import Composer
from khronos_pbem.composer.composer_context import composer_context_of
from khronos_pbem.composer.keys import keys_of
from khronos_pbem.composer.state import State, initial_state
from khronos_pbem.composer.turn_sources import FixedSource, Scene
from khronos_pbem.engine.features.protocols import Positions
from khronos_pbem.games.registry import feature, game_by_name
from khronos_pbem.messages import untranslated
from khronos_pbem.session.turns.setup_position import SetUp
from khronos_pbem.session.turns.starting_point import starting_point_of_position
from khronos_pbem.session.turns.turn_draft import Composition, CompositionStage, StartingPoint
from tests.composer.benches import piloted, screen, texts
from tests.games.my_village.cases import Case, all_cases

CASES = {case.data["title"]: case for case in reversed(all_cases())}

POSITIONS: Any = feature("my-village", Positions)


def starting_point(title: str) -> StartingPoint:
    """The position of a case of My Village."""
    return starting_point_of_position(SetUp(game_by_name("my-village"), POSITIONS, CASES[title].position))


@pytest.fixture(scope="module")
def start() -> State:
    return initial_state(Composition(starting_point("the rulebook's longest turn")))


def test_the_lines_that_are_lit_are_the_legal_orders(start: State) -> None:
    """Every key: each legal order of its verbs is in one tool, at a line of its own or in a list."""
    state = start.typed("take 1 4 to 2")
    for now in (start, state):
        for key in now.game.verb_keys:
            aimed = now.begun(key.verbs)
            legal = {text for text, _ in now.composition.next.orders if text.split()[0] in key.verbs}
            found = set[str]()
            for number in range(len(aimed.aim.tools) if aimed.aim else 0):
                tool = aimed.tool(number)
                reached = {text for orders in tool.orders_by_spot.values() for text, _ in orders}
                found |= reached or {text for text, _ in tool.options}
            assert found == legal, key


def test_no_key_has_two_meanings(start: State) -> None:
    taken = [name for key in keys_of(start.game) for name in key.keys]
    assert len(taken) == len(set(taken))


def given(app: Composer) -> tuple[str, ...]:
    """The orders so far."""
    return app.state.composition.texts


def test_a_whole_turn_by_keys() -> None:
    """VILLAGE 19.5: dice, the mint, the end; what each would bring is seen before."""

    async def test(pilot: Any, app: Composer) -> None:
        assert "[POOL]" in screen(app)
        assert "value 7: 1+6 3+4 b2+b5" in screen(app)
        await pilot.press("d")
        assert "o value 3" in screen(app)
        app.to(app.state.typed("take 1 4 to 2; school left to councillor"))
        await pilot.press("u")
        assert app.state.cursor.panel == "villages"
        assert "use mint" in screen(app)
        await pilot.press("enter")
        assert given(app)[-1] == "use mint"
        await pilot.press("s")
        assert "serve k01" in screen(app)
        await pilot.press("escape", "g")
        assert "PP" in screen(app)
        await pilot.press("escape", "e", "enter")
        assert given(app)[-1] == "end"

    piloted(
        test,
        composer_context_of(FixedSource(Scene(starting_point("the rulebook's longest turn"), "x"))),
        (80, 24),
    )


def test_a_choice_is_answered_from_a_list() -> None:
    """13.1: the sanatorium's place is taken, or not."""
    case = next(each for each in all_cases() if pending(each) == "sanatorium")
    results = tuple(case.data.get("results", ()))
    setup = SetUp(game_by_name("my-village"), POSITIONS, case.position._replace(results=results))
    asked = initial_state(Composition(starting_point_of_position(setup))).typed(case.data["orders"])
    assert asked.composition.stage is CompositionStage.CHOICE, asked.message
    assert asked.is_list_open
    assert [text for text, _ in asked.options] == ["sanatorium yes", "sanatorium no"]
    assert "yes" in texts(screen_lines.choice_lines(asked, 40, untranslated))
    assert '"end" has revealed something new' in asked.undone().message, "the rat was rolled"
    assert asked.moved(1, 0).given().composition.texts[-1] == "sanatorium no"


def pending(case: Case) -> str:
    """The kind of the choice that is open after a case's orders."""
    found: str = case.data.get("after", {}).get("pending", {}).get("kind", "")
    return found if case.data.get("orders") else ""


def test_the_help_has_no_words_of_the_other_game(start: State) -> None:
    """What F1 says of signs and keys is what this game has."""
    shown = "\n".join(screen_lines.help_lines(start, 100, untranslated))
    assert "+: possible if you change dice" in shown
    for word in ("costs more cards", "(card)", "struck", "removed", "adventurer", "ecu", "piece", "figure"):
        assert word not in shown
