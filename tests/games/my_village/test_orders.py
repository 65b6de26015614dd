"""Canonical orders as text and back; what is no order (VILLAGE 14)."""

from __future__ import annotations

import pytest

from khronos_pbem.engine.plain import Codec
from khronos_pbem.errors import UnreadableOrder
from khronos_pbem.games.my_village.language.canonical import parse, text
from khronos_pbem.games.my_village.model import orders as o
from khronos_pbem.games.my_village.model.position import VALUES
from khronos_pbem.games.my_village.rules.verbs import ROW, VERBS
from tests.games.my_village.playing import game

WORDS = [
    "take 1 4", "take 1 4 to 2", "take 5 b2 to 6 square", "hand", "desk k03 k11", "desk k03 free k20",
    "desk free new", "reveal", "buy brewery 5/8", "buy brewery", "buy field", "buy square on school",
    "buy square on field 2", "buy square on k07", "buy square on square", "buy mint", "buy guild",
    "buy property on fields", "buy citizens on abbot", "buy cloister", "monk quill", "travel A",
    "travel C with beer wagon", "travel C with beer wagon refuse t09 t11", "travel C refuse none",
    "travel D with horse guild field 1 field 2", "headman coin", "headman hall", "headman story",
    "headman stay", "use personal", "use brewery", "use field 2", "use field", "use mint",
    "use property on journeys", "use citizens on merchant", "use square", "use square on k07",
    "school left", "school right", "school left to abbot", "school right to merchant", "school none",
    "serve k07", "serve k07 with parchment guild", "plough 2", "plough 2 from forge", "plough 2 from guild",
    "look", "bury merchant", "hire abbot", "sanatorium yes", "sanatorium no", "refuge back", "refuge keep",
    "policy sanatorium 2", "policy sanatorium never", "policy sanatorium ask", 'message "Hello; # \\"you\\""',
    "away until 2026-12-24", "resign", "end",
]  # fmt: skip


@pytest.mark.parametrize("words", WORDS)
def test_an_order_is_read_and_written(words: str) -> None:
    (spelled,) = parse(words)
    assert text(spelled.order) == words


def test_every_verb_has_its_words_and_its_help() -> None:
    orders = {type(parse(words)[0].order) for words in WORDS}
    assert orders == set(ROW) == {verb.order for verb in VERBS}
    assert all(verb.help and verb.form for verb in VERBS)


def test_goods_and_cards_are_put_in_order() -> None:
    """VILLAGE 14.1."""
    assert text(parse("serve k07 with field 2 guild wagon horse")[0].order) == (
        "serve k07 with horse wagon guild field 2"
    )
    assert text(parse("travel C refuse t11 t09")[0].order) == "travel C refuse t09 t11"


def test_several_orders_of_a_text_have_their_places() -> None:
    found = parse("take 1 4 to 2; school none  # nothing\n\n  end")
    assert [(each.line, each.column) for each in found] == [(1, 1), (1, 16), (3, 3)]
    assert [type(each.order) for each in found] == [o.Take, o.School, o.End]


@pytest.mark.parametrize(
    ("words", "column", "expected"),
    [
        ("fly", 1, "take, hand"),
        ("take 1", 6, "4 or b4"),
        ("take 1 7", 8, "4 or b4"),
        ("take 1 4 5", 10, "nothing more"),
        ("take 1 4 to 9", 13, "1, 2, 3"),
        ("desk", 1, "customers"),
        ("desk free", 6, "new or a customer"),
        ("buy pub", 5, "stable"),
        ("buy square", 5, "on"),
        ("buy square on pub", 15, "personal"),
        ("travel F", 8, "A, B"),
        ("travel C with", 10, "horse"),
        ("travel C refuse", 10, "none"),
        ("headman moon", 9, "hall"),
        ("school left to pope", 16, "abbot"),
        ("policy sanatorium 0", 19, "ask"),
        ("policy sanatorium 1000", 19, "ask"),
        ("message hello", 9, "a text in quotes"),
        ("away until tomorrow", 12, "a day"),
        ("serve t09", 7, "a customer"),
        ("resig", 1, "resign"),
    ],
)
def test_what_is_no_order(words: str, column: int, expected: str) -> None:
    with pytest.raises(UnreadableOrder) as caught:
        parse(words)
    assert (caught.value.line, caught.value.column) == (1, column)
    assert expected in str(caught.value)


def test_positions_can_be_kept_on_this_machine() -> None:
    """The classes of a position are those that are named, and its cards are there already."""
    steps = list(game(3, 9, rounds=4))
    codec = Codec(VALUES, (steps[0].after.cards,))
    for step in steps[::7]:
        assert codec.from_data(codec.to_data(step.after)) == step.after
