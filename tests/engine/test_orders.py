"""The kernel of order languages, with a market of its own: reading, writing and help come from forms."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from khronos_pbem.engine.orders import private_orders as p
from khronos_pbem.engine.orders import table_orders as t
from khronos_pbem.engine.orders.forms import Form, FormInterpreter, Kind, Phrase, Shape
from khronos_pbem.engine.orders.habits import habit_hints
from khronos_pbem.engine.orders.language import Language
from khronos_pbem.engine.orders.vocabulary import Vocabulary, rows_of
from khronos_pbem.errors import AmbiguousOrder, UnreadableOrder
from tests import make_grammar


class Good(Enum):
    """What is sold, in the order in which it is listed."""

    WAGON = "wagon"
    BEER = "beer"


@dataclass(frozen=True, slots=True)
class Serve:
    """A customer, with goods."""

    customer: str
    goods: tuple[Good, ...] = ()


@dataclass(frozen=True, slots=True)
class Take:
    """Some dice, each as it is or changed, in haste or not."""

    dice: tuple[int, ...]
    changed: int = 0
    square: bool = False
    hastily: bool = False


@dataclass(frozen=True, slots=True)
class Show:
    """Places by their names, and cards that are left out: none of them, or these."""

    places: tuple[str, ...]
    first: str = ""
    without: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Limit(t.Policy):
    """How much is too much."""


VOCABULARY = Vocabulary(
    rows_of(t.WORDS, re.findall("[A-Z]+", "POLICY MESSAGE AWAY UNTIL RESIGN END LOOK"))
    + "\n"
    + rows_of(p.WORDS, ["NOTE"])
    + """
SERVE | serve | servir | bedienen
TAKE | take | prendre | nehmen
WITH | with | avec | mit
TO | to | en | zu
SQUARE | square | place | platz
HASTILY | hastily | vite | eilig
LIMIT | limit | limite | grenze
NEVER | never | jamais | nie
WAGON | wagon | chariot | wagen
BEER | beer | bière | bier
SHOW | show | montrer | zeigen
FIELD | field | champ | feld
FIRST | first | d'abord | zuerst
WITHOUT | without | sans | ohne
NONE | none | aucun | keine
""",
    {"good": ("GOOD", "MARCHANDISE", "WARE"), "place": ("PLACE", "LIEU", "ORT")},
)
FORMS = (
    Form(Serve, "SERVE CARD [WITH good+]", "FORMATS 2", "serve a customer"),
    Form(Take, "TAKE NUMBER+ [TO NUMBER [SQUARE]] [HASTILY]", "FORMATS 2", "take dice"),
    Form(Show, "SHOW place+ [FIRST place] [WITHOUT (NONE | CARD+)]", "FORMATS 2", "show places"),
    t.policy_form(Limit, "LIMIT (NUMBER | NEVER)", "FORMATS 2", "set a limit"),
    t.MESSAGE,
    t.AWAY,
    t.LOOK,
    p.NOTE,
    t.resign_form("FORMATS 2"),
    t.end_form("FORMATS 2"),
)
CARD = Shape("CARD", re.compile("k[0-9]{2}", re.IGNORECASE), "a customer like k07", "k07", str.lower)
KINDS = (
    Kind("good", {"WAGON": Good.WAGON, "BEER": Good.BEER}),
    Phrase("place", ("SQUARE", "FIELD NUMBER", "CARD"), lambda found: tuple(sorted(found))),
)


def market() -> Language:
    """The language, its tables made here."""
    language = Language(__name__, VOCABULARY, FORMS, KINDS, (CARD, t.NUMBER, t.TEXT, t.DATE))
    language.grammar = make_grammar.tables(make_grammar.grammar(language))
    return language


MARKET = market()

goods = st.lists(st.sampled_from(list(Good)), max_size=4).map(
    lambda found: tuple(sorted(found, key=list(Good).index))
)
numbers = st.integers(1, 99)
takes = st.builds(Take, st.lists(numbers, min_size=1, max_size=5).map(tuple), hastily=st.booleans())
changed = st.builds(Take, st.just((1,)), numbers, st.booleans(), st.booleans())
places = st.lists(st.sampled_from(["square", "field 1", "field 12", "k07"]), min_size=1, max_size=3).map(
    lambda found: tuple(sorted(found))
)
without = st.sampled_from([None, ("none",), ("k01",), ("k02", "k01")])
orders = st.one_of(
    st.builds(Show, places, st.sampled_from(["", "field 2", "square"]), without),
    st.builds(Serve, st.sampled_from(["k01", "k33"]), goods),
    takes,
    changed,
    st.builds(Limit, st.sampled_from(["never"])),
    st.sampled_from([t.Message("a; b"), p.Note('"'), t.Away("2026-12-24"), t.Look(), t.Resign(), t.End()]),
)


def one(words: str) -> Any:
    """The order of a text that holds one."""
    (spelled,) = MARKET.parse(words)
    return spelled.order


@given(orders, st.sampled_from(["en", "fr", "de"]))
def test_what_is_written_is_read_again_in_all_languages(order: Any, language: str) -> None:
    text = MARKET.text(order)
    assert one(text) == order
    assert MARKET.text(one(text)) == text
    assert one(MARKET.in_language(text, language)) == order


@pytest.mark.parametrize(
    ("words", "canonical"),
    [
        ("zeigen platz feld 2 champ 1", "show field 1 field 2 square"),
        ("montrer K07 d'abord champ 3 sans aucun", "show k07 first field 3 without none"),
        ("show square without k09 k08", "show square without k09 k08"),
        ("servir k07 avec bière chariot", "serve k07 with wagon beer"),
        ("TAKE 1 4 TO 2 SQ", "take 1 4 to 2 square"),
        ("nimm 1; nehmen 1 eilig", None),
        ("take 3 h", "take 3 hastily"),
        ("pol lim nev", "policy limit never"),
        ("schauen", "look"),
        ("noter « deux fois »", 'note "deux fois"'),
        ("absent jusqu'au 2026-12-24", "away until 2026-12-24"),
        ("fin", "end"),
        ("aufgeben", "resign"),
    ],
)
def test_words_of_three_languages_and_their_beginnings(words: str, canonical: str | None) -> None:
    if canonical is None:
        with pytest.raises(UnreadableOrder):
            MARKET.parse(words)
    else:
        assert MARKET.text(one(words)) == canonical


def test_parts_that_are_left_out_are_what_the_class_says() -> None:
    assert one("take 5") == Take((5,))
    assert one("take 5 to 3 square") == Take((5,), 3, True)
    assert one("policy limit 4") == Limit(4)  # type: ignore[arg-type]
    assert one("serve k07") == Serve("k07")
    assert one("show field 2") == Show(("field 2",))
    assert one("show square first k07 without none") == Show(("square",), "k07", ("none",))


@pytest.mark.parametrize(
    ("words", "kind", "said"),
    [
        ("serve k7", UnreadableOrder, "a customer like k07"),
        ("show field", UnreadableOrder, "a number; show PLACE… [first PLACE] [without (none | k07…)]"),
        ("show field 0", UnreadableOrder, "a number"),
        ("show square without none k07", UnreadableOrder, "the end of the order"),
        ("serve k07 with", UnreadableOrder, "expected beer or wagon; serve k07"),
        ("takk 1", UnreadableOrder, "did you mean take?"),
        ('note ""', UnreadableOrder, "1 to 500 printable"),
        ("e x", UnreadableOrder, "'x' does not belong here"),
        ("n", AmbiguousOrder, "'n' could mean message, note or take"),
        ("resig", UnreadableOrder, "did you mean resign?"),
    ],
)
def test_mistakes_are_explained_in_the_words_of_the_game(words: str, kind: Any, said: str) -> None:
    with pytest.raises(kind, match=re.escape(said)):
        MARKET.parse(words)


def test_help_and_completion_come_from_the_forms() -> None:
    forms = [form for form, _, _ in MARKET.help_table()]
    assert forms[:4] == [
        "serve k07 [with GOOD…]",
        "take 1… [to 1 [square]] [hastily]",
        "show PLACE… [first PLACE] [without (none | k07…)]",
        "policy limit (1 | never)",
    ]
    assert MARKET.help_table("de")[0][0] == "bedienen k07 [mit WARE…]"
    assert MARKET.complete("serve k07 with ") == ["beer", "wagon"]
    assert MARKET.complete("prendre 1 ", "fr") == ["en", "vite"]
    assert "look" in MARKET.complete("")
    assert MARKET.begins_with("serve k07 with beer", ["bed", "k07"])
    assert not MARKET.begins_with("serve k07 with beer", ["take"])
    assert MARKET.knows("serve k07")
    assert not MARKET.knows("build keep")


def test_a_line_that_is_no_form_is_refused() -> None:
    with pytest.raises(ValueError, match="not a form"):
        FormInterpreter((), (), str).plan(Form(t.End, "END (A | B)+", "FORMATS 2", ""))


def test_what_happens_at_the_table_is_the_same_in_all_games() -> None:
    assert str(t.message_event("red", t.Message("well played")).text) == "red says: well played"
    assert t.away_event("red", t.Away("2026-12-24")).seat == "red"


def test_a_comma_is_not_the_end_of_an_order() -> None:
    """What was meant: another order behind it, or just a blank."""
    for text in ("take 3, end", "take 3,end", "take 3 , end", "end, take 3", "take 3, nehmen 2"):
        with pytest.raises(UnreadableOrder) as caught:
            MARKET.parse(text)
        assert "commas do not separate orders" in str(caught.value), text
    for text in ("take 3, 4", "serve k01 with beer, wagon", "take 3,", ","):
        with pytest.raises(UnreadableOrder) as caught:
            MARKET.parse(text)
        assert "without the comma" in str(caught.value), text


def test_words_that_people_write_from_habit() -> None:
    """A game says what they mean: where an order begins, in any language, and nowhere else."""
    habits = habit_hints({"pass PASSEN": "end it", "fetch": "take it"})
    language = Language(__name__, VOCABULARY, FORMS, KINDS, (CARD, t.NUMBER, t.TEXT, t.DATE), habits)
    language.grammar = MARKET.grammar
    for text, said in (("pass", "end it"), ("Passen now", "end it"), ("fetch 3", "take it")):
        with pytest.raises(UnreadableOrder) as caught:
            language.parse(text)
        assert caught.value.hint is not None
        assert said in caught.value.hint
    with pytest.raises(UnreadableOrder) as caught:
        language.parse("take pass")
    assert caught.value.hint is not None
    assert "end it" not in caught.value.hint
