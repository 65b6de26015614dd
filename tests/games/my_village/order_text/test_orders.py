"""Canonical orders as text and back; what is no order (VILLAGE 14)."""

from __future__ import annotations

import pytest

from khronos_pbem.engine.codec import Codec
from khronos_pbem.engine.orders.vocabulary import LANGUAGES
from khronos_pbem.errors import UnreadableOrder
from khronos_pbem.games.my_village.model import orders as o
from khronos_pbem.games.my_village.model.position import VALUES
from khronos_pbem.games.my_village.order_text.grammar import LANGUAGE, parse, text
from khronos_pbem.games.my_village.rules.verbs import VERBS, VERBS_BY_ORDER
from tests.games.my_village.orders import CANONICAL
from tests.games.my_village.playing import game


@pytest.mark.parametrize("words", CANONICAL)
def test_an_order_is_read_and_written(words: str) -> None:
    (spelled,) = parse(words)
    assert text(spelled.order) == words


def test_every_verb_has_its_words_and_its_help() -> None:
    orders = {type(parse(words)[0].order) for words in CANONICAL}
    assert orders == set(VERBS_BY_ORDER) == {verb.form.order for verb in VERBS}
    assert all(verb.form.help and verb.form.paragraph for verb in VERBS)


@pytest.mark.parametrize("typed", ["take 3 b6", "nehmen 3 s6", "nehmen 3 B6", "pren 3 n6", "nehmen W3"])
def test_a_black_die_has_the_letter_of_any_language(typed: str) -> None:
    """VILLAGE 14: understood in each, and orders are found by what somebody has typed of them."""
    order = "take 3 b6 to 5"
    assert LANGUAGE.begins_with(order, typed.split())
    assert not LANGUAGE.begins_with("take 3 6 to 5", ["nehmen", "3", "s6"])
    assert LANGUAGE.in_language(order, "de") == "nehmen 3 s6 zu 5"
    assert LANGUAGE.in_language(order, "fr") == "prendre 3 n6 en 5"
    for language in LANGUAGES:
        assert text(parse(LANGUAGE.in_language(order, language))[0].order) == order


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
        ("fly", 1, "'fly' does not belong here"),
        ("takk 1 4", 1, "did you mean take?"),
        ("take 1", 7, "a die like 4"),
        ("take 1 7", 8, "a die like 4"),
        ("take 1 4 5", 10, "expected to or the end of the order"),
        ("take 1 4 to 9", 13, "a face from 1 to 6"),
        ("take 1 4 square", 10, "take 4 [to 2 [square]] 4 [to 2 [square]]"),
        ("desk", 5, "a customer like k07 or free"),
        ("desk free", 10, "new"),
        ("desk t09", 6, "a customer like k07"),
        ("buy pub", 5, "stable"),
        ("buy square", 11, "on"),
        ("buy square on pub", 15, "personal"),
        ("buy square on field", 20, "a number"),
        ("travel F", 8, "a letter from A to E"),
        ("travel C with", 14, "horse"),
        ("travel C refuse", 16, "none"),
        ("travel C refuse none t09", 22, "the end of the order"),
        ("travel C refuse t09 none", 21, "a journey like t09"),
        ("headman moon", 9, "hall"),
        ("school left to pope", 16, "abbot"),
        ("school none to abbot", 13, "the end of the order"),
        ("policy sanatorium 0", 19, "a loss of 1 to 999"),
        ("policy sanatorium 1000", 19, "a loss of 1 to 999"),
        ("message hello", 9, "text in quotes"),
        ("away until tomorrow", 12, "a date"),
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
