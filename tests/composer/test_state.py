"""Composing on the screen without a screen: every key is a step from one value to the next."""

from __future__ import annotations

import pytest

from khronos_pbem.canvas.spans import plain_text
from khronos_pbem.composer import screen_lines
from khronos_pbem.composer.evaluate_plans import evaluate_plan, greatest_threat
from khronos_pbem.composer.keys import keys_of
from khronos_pbem.composer.pages import plans_page
from khronos_pbem.composer.state import State
from khronos_pbem.engine.features.turn_screen import Highlight
from khronos_pbem.home.turn_plans import Plan
from khronos_pbem.messages import untranslated
from khronos_pbem.session.turns.order_effects import compute_effects
from khronos_pbem.session.turns.turn_draft import CompositionStage
from tests.composer.benches import square, state, texts

BUILD, TRAVEL, END = ("build",), ("travel",), ("end",)


@pytest.fixture(scope="module")
def start() -> State:
    """13.2: an adventurer may travel, and pieces may be built."""
    return state("13_2_keep_on_might")


def test_the_lit_squares_are_the_legal_orders(start: State) -> None:
    """A square is lit if, and only if, the engine lists an order of the tool there."""
    aimed = start.begun(BUILD)
    assert aimed.aim is not None
    for number, tool in enumerate(aimed.aim.tools):
        now = aimed.tool(number)
        first = " ".join(tool.words)
        legal = [text for text, _ in start.composition.next.orders if f"{text} ".startswith(f"{first} ")]
        assert [text for text, _ in now.orders] == legal
        assert {(spot.panel, text) for spot, found in now.orders_by_spot.items() for text, _ in found} == {
            (text.split()[2], text) for text in legal
        }
        assert now.lit


def test_a_digit_takes_a_piece_and_its_key_the_next_one(start: State) -> None:
    aimed = start.begun(BUILD)
    assert aimed.aim is not None
    count = len(aimed.aim.tools)
    assert count > 1
    assert aimed.digit(2).aim == aimed.begun(BUILD).aim
    assert aimed.digit(count + 1) == aimed
    again = aimed
    for _ in range(count):
        again = again.begun(BUILD)
    assert again.aim == aimed.aim


def test_what_may_not_be_says_the_reason_of_the_engine(start: State) -> None:
    """Each place that is not lit has the engine's own refusal, with its paragraph."""
    aimed = start.begun(BUILD)
    dark = 0
    for row in range(aimed.panels[0].rows):
        for column in range(aimed.panels[0].columns):
            here = aimed.at(aimed.cursor._replace(panel="reason", row=row, column=column))
            assert (here.cursor in here.lit) == (here.chosen is not None)
            if here.chosen is None:
                dark += 1
                assert here.refusal is not None
                assert "RULES" in here.refusal.full_message
    assert dark > 0


def test_what_an_order_would_do_is_seen_before_it_is_given() -> None:
    """13.2: a keep on might ripples; the effect of the cursor is that of the engine, on all boards."""
    begun = state("13_2_keep_on_might").begun(BUILD)
    found = 0
    for here in (
        begun.tool(number).at(spot) for number in (0, 1) for spot in begun.tool(number).orders_by_spot
    ):
        assert here.preview is not None
        assert here.chosen is not None
        assert here.preview == compute_effects(here.composition, [here.chosen])[0]
        assert here.shown == here.preview.position
        assert here.marks.events == here.preview.all_events
        found += any(event.event in ("rippled", "paradox") for event in here.marks.events)
    assert found > 0
    assert begun.position == begun.composition.starting_point.position


def test_enter_gives_the_order_and_z_takes_it_back(start: State) -> None:
    aimed = start.begun(BUILD)
    there = aimed.at(min(aimed.lit))
    assert there.chosen is not None
    given = there.given()
    if given.is_list_open:
        given = given.given()
    assert given.composition.texts == (there.chosen[0],)
    assert given.aim is None
    assert given.message
    back = given.undone()
    assert back.composition.texts == ()
    assert "taken back" in back.message
    assert back.redone().composition.texts == given.composition.texts
    assert "no order to take back" in back.undone().message
    assert "no order to redo" in given.redone().message


def test_a_square_that_may_not_be_gives_no_order(start: State) -> None:
    aimed = start.begun(BUILD)
    dark = aimed.at(square("reason", "A1"))
    assert dark.chosen is None
    given = dark.given()
    assert given.composition == start.composition
    assert given.message == (dark.refusal.full_message if dark.refusal else "")


def test_what_aims_at_no_square_is_a_list(start: State) -> None:
    aimed = start.begun(TRAVEL)
    assert aimed.is_list_open
    assert aimed.moved(1, 0).picked == 1 % len(aimed.options)
    first = aimed.given()
    assert first.composition.texts[0].startswith("travel 1 ")
    assert "travel" in texts(screen_lines.choice_lines(aimed, 40, untranslated))


def test_a_turn_that_has_ended_takes_no_order(start: State) -> None:
    ended = start.begun(END).given()
    assert ended.composition.stage in (CompositionStage.ENDED, CompositionStage.OPEN)
    mine = ended.composition.texts
    assert mine == ("end",)


def test_a_verb_without_orders_says_why() -> None:
    """3_2: no square is populated, no market is there."""
    none = state("13_2_keep_on_might").begun(("swap",))
    assert none.aim is None
    assert "RULES" in none.message


def test_a_choice_is_aimed_at_once_and_stays_open() -> None:
    """13.11: green chooses, then red places; the options are lit, and escape does not lose them."""
    begun = state("13_11_green_chooses")
    chosen = begun.typed("build hamlet might E4")
    assert chosen.aim is not None
    assert chosen.aim.answer
    assert set(chosen.lit) >= {square("might", "C4"), square("might", "F4")}
    assert chosen.cursor in chosen.lit
    assert chosen.back().aim == chosen.aim
    assert chosen.begun(BUILD).message == 'green has to choose on might: "downsize C4" or "downsize F4"'
    placing = chosen.given()
    assert placing.composition.texts[1] in ("downsize C4", "downsize F4")
    assert placing.composition.stage is CompositionStage.CHOICE


def test_terrain_that_costs_a_card_more_is_lit_in_another_way() -> None:
    """6.2: a forest costs two or three players a card."""
    aimed = state("5_3_price").begun(BUILD)
    lights = {light for number in range(9) for light in aimed.tool(number).lit.values()}
    assert lights <= {Highlight.LEGAL, Highlight.DEAR}
    assert Highlight.LEGAL in lights


def test_orders_are_typed_too(start: State) -> None:
    typed = start.typed("travel 1 faith; end")
    assert typed.composition.texts == ("travel 1 faith", "end")
    assert "fly" in start.typed("fly").message
    assert start.typed("fly").composition == start.composition


@pytest.mark.parametrize(
    ("typed", "then"),
    [("tr", "travel "), ("travel 1 f", "travel 1 faith "), ("xyzzy", "xyzzy"), ("travel 1 ", "travel 1 ")],
)
def test_an_order_is_completed_word_by_word(start: State, typed: str, then: str) -> None:
    assert screen_lines.completed_order(start.composition, typed, "en") == then


def test_the_cursor_is_on_the_same_square_of_all_boards(start: State) -> None:
    assert start.turned().cursor == start.cursor._replace(panel="faith")
    assert start.turned(-1).cursor.panel == "reason"
    corner = start.moved(-99, -99)
    assert (corner.cursor.row, corner.cursor.column) == (0, 0)
    assert corner.moved(-1, -1).cursor == corner.cursor


def test_help_and_footer_read_the_table_of_keys(start: State) -> None:
    table = list(keys_of(start.game))
    said = "\n".join(screen_lines.help_lines(start, 200, untranslated))
    assert all(f"  {key.does}\n" in said for key in table)
    taken = [name for key in table for name in key.keys]
    assert len(taken) == len(set(taken))
    shown = texts([screen_lines.footer_line(start, 200, untranslated)])
    assert all(f"{key.shown} {key.short}" in shown for key in table if key.short)
    for column in range(60):
        key = screen_lines.footer_key(start, 200, column, untranslated)
        assert key is None or f"{key.shown} {key.short}" in shown[max(0, column - 20) : column + 20]
    assert "F1 help" in texts([screen_lines.footer_line(start, 40, untranslated)])


def test_an_exchange_says_for_how_many_letters_it_waits() -> None:
    aimed = state("4_1_exchange").begun(("exchange",))
    assert aimed.is_list_open
    assert "you have to wait for 1 e-mail" in texts(screen_lines.choice_lines(aimed, 44, untranslated))


def test_spent_cards_are_struck_out_and_loads_are_seen(start: State) -> None:
    """A card that is aimed at is gone already, and its carrier's load is full dots."""
    before = texts(screen_lines.side_lines(start, 44, untranslated))
    assert "(" not in before
    assert "◐" not in before
    aimed = start.begun(BUILD)
    there = texts(screen_lines.side_lines(aimed.at(min(aimed.lit)), 44, untranslated))
    assert "(" in there
    assert "◐○" in there, "either adventurer may have carried it"
    assert "◐" in "\n".join(screen_lines.help_lines(start, 100, untranslated))
    assert "→" in there or "costs" in there


def test_plans_are_judged_on_the_position_as_it_is(start: State) -> None:
    """As far as they go, with why they go no further; and with what the next player could do."""
    starting_point = start.composition.starting_point
    fits = evaluate_plan(starting_point, Plan("A", ("travel 1 faith", "end"), "old"), "new")
    assert (fits.problem, fits.older) == ("", True)
    stops = evaluate_plan(starting_point, Plan("B", ("travel 1 faith", "travel 1 faith"), "new"), "new")
    assert stops.composition.texts == ("travel 1 faith",)
    assert "RULES" in stops.problem
    page = plans_page([fits, stops], untranslated)
    text = "\n".join(page.lines)
    assert "the position has changed" in text
    assert "only part of this plan can be carried out" in text
    assert [choice.letter for choice in page.choices] == ["A", "B"]
    found = greatest_threat(fits.composition)
    assert found is None or (found.loss > 0 and found.loss == -sum(by for _, by in found.changes))


def test_nothing_covers_what_would_stand_there(start: State) -> None:
    """The footprint of a previewed building is drawn whole on every board, whatever is lit beside it."""
    aimed = start.begun(BUILD).digit(2)
    here = next(each for each in map(aimed.at, aimed.orders_by_spot) if len(each.marks.events) > 1)
    drawn = here.game.draw(here.shown, here.seat, here.marks, 200, None, untranslated)
    cursor = here.cursor
    for area in drawn.areas:
        if any(event.board == area.panel.name and event.squares for event in here.marks.events):
            for row in (cursor.row, cursor.row + 1):
                begin = area.left + area.wide * cursor.column
                shown = plain_text(drawn.lines[area.top + row])[begin : begin + 2 * area.wide]
                assert not set(shown) & set("o+x"), shown
