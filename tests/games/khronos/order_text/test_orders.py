"""The order language: text to orders, orders to canonical text, and what is said of mistakes (FORMATS 2)."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from khronos_pbem.engine.orders import private_orders
from khronos_pbem.errors import AmbiguousOrder, OrderError, UnreadableOrder
from khronos_pbem.games.khronos.model import orders as o
from khronos_pbem.games.khronos.model.pieces import BOARDS, COLOURS, PIECES, TYPES, Board, Type
from khronos_pbem.games.khronos.order_text.grammar import LANGUAGE, parse, text

squares = st.builds(
    lambda column, row: f"{column}{row}", st.sampled_from("ABCDEFGHIJKLMNOPQRSTUVWXYZ"), st.integers(1, 99)
)
cards = st.lists(st.sampled_from(list(Type)), min_size=1, max_size=4).map(lambda kinds: tuple(sorted(kinds)))
boards = st.sampled_from(list(Board))
pieces = st.sampled_from(list(PIECES))
counts = st.integers(1, 99)
extras = st.none() | cards


def text_as_read(line: str) -> str:
    """A message as it is read: typographic signs are plain ones then."""
    return "".join(char if char.isascii() or char.isalpha() else "x" for char in line)


lines = st.text(min_size=1, max_size=60).filter(lambda line: line.isprintable() and line.strip())
all_orders = st.one_of(
    st.builds(o.Exchange, cards),
    st.builds(o.Swap, st.sampled_from(list(Type)), counts, cards),
    st.builds(o.Travel, st.integers(1, 2), boards),
    st.builds(o.Build, pieces, boards, squares, extras),
    st.builds(o.Upgrade, pieces, boards, squares, squares, extras),
    st.builds(o.Demolish, boards, squares),
    st.builds(o.Populate, squares, counts),
    st.builds(o.Renovate, squares, counts),
    st.builds(o.Downsize, squares),
    st.builds(o.Place, squares),
    st.builds(o.Keep, st.sampled_from(COLOURS)),
    st.builds(o.Policy, st.sampled_from(["auto", "best", "ask"])),
    st.builds(o.DownsizingPolicy, st.sampled_from(["best", "ask"])),
    st.builds(o.Resign),
    st.builds(o.Away, st.dates(min_value=date(2026, 1, 1), max_value=date(2099, 12, 31)).map(str)),
    st.builds(o.End),
    st.builds(o.End, cards, st.integers(0, 4)),
    st.builds(o.End, st.just(()), st.integers(1, 4)),
    st.builds(o.Message, lines.map(text_as_read)),
)


def one(words: str) -> o.Order:
    (spelled,) = parse(words)
    order: o.Order = spelled.order
    return order


def refusal_of(words: str) -> OrderError | None:
    try:
        parse(words)
    except OrderError as problem:
        return problem
    return None


@settings(max_examples=150, deadline=None)
@given(all_orders)
def test_canonical_text_reads_back(order: o.Order) -> None:
    """parse(text(order)) is the order, and the text is its own canonical form."""
    assert one(text(order)) == order
    assert text(one(text(order))) == text(order)


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=200))
def test_any_text_is_read_or_refused_by_our_own_error(words: str) -> None:
    problem = refusal_of(words)
    if problem is not None:
        assert problem.line is not None
        assert problem.column is not None
        assert str(problem).isprintable()


@settings(max_examples=100, deadline=None)
@given(
    st.lists(st.sampled_from([*'abkmef;#\n"12 ', "build ", "keep ", "might ", "F7 ", "with "]), max_size=25)
)
def test_any_words_of_ours_too(parts: list[str]) -> None:
    problem = refusal_of("".join(parts))
    assert problem is None or problem.rule == "FORMATS 2"


EXAMPLES = {
    "exchange military civil civil": "exchange civil civil military",
    "swap civil 2 for military religious": "swap civil 2 for military religious",
    "travel 1 faith": "travel 1 faith",
    "build keep might F7": "build keep might F7",
    "build keep might f7 with civil military": "build keep might F7 with civil military",
    "upgrade castle might E6 from F7": "upgrade castle might E6 from F7",
    "demolish faith K9": "demolish faith K9",
    "populate C7 2": "populate C7 2",
    "renovate F7 1": "renovate F7",
    "downsize K9": "downsize K9",
    "place K10": "place K10",
    "keep blue": "keep blue",
    "policy placement auto": "policy placement auto",
    'message "text"': 'message "text"',
    "resign": "resign",
    "aw un 2026-12-24": "away until 2026-12-24",
    "end": "end",
    "end keep civil": "end keep civil",
    "END KEEP Civil": "end keep civil",
    "b k m f7": "build keep might F7",
    "b mo f a1": "build monastery faith A1",
    "up ca mi e6 fr f7 wi ci": "upgrade castle might E6 from F7 with civil",
    "dem f k9": "demolish faith K9",
    "pop c7": "populate C7",
    "ren c7": "renovate C7",
    "t 2 r": "travel 2 reason",
    "pol pl au": "policy placement auto",
    "pol pl b": "policy placement best",
    "pol d b": "policy downsizing best",
    "en k r": "end keep religious",
    "ex m": "exchange military",
    "s c 1 f m": "swap civil 1 for military",
    "ke w": "keep white",
    "RESIGN": "resign",
}


@pytest.mark.parametrize("words", EXAMPLES)
def test_examples_and_abbreviations(words: str) -> None:
    assert text(one(words)) == EXAMPLES[words]


@pytest.mark.parametrize("words", ["res", "resig", "r", "abandonne", "aban", "aufgebe", "auf"])
def test_nobody_resigns_by_a_short_word(words: str) -> None:
    """FORMATS 2: `resign` is never shortened, in no language."""
    with pytest.raises((UnreadableOrder, AmbiguousOrder)):
        parse(words)


def test_what_could_be_resign_in_short_is_the_other_order() -> None:
    assert text(one("re C7")) == "renovate C7"


def test_several_orders_with_their_places() -> None:
    found = parse("travel 1 faith ; end # and out\n\n  b k m f7 # a keep\r\nresign")
    assert [(each.line, each.column, text(each.order)) for each in found] == [
        (1, 1, "travel 1 faith"),
        (1, 18, "end"),
        (3, 3, "build keep might F7"),
        (4, 1, "resign"),
    ]


def test_typography_is_read_as_plain() -> None:
    """Quotes, dashes and no-break spaces as word processors and mail programs make them."""
    assert one("message “so be it”") == o.Message("so be it")
    assert one("build\u00a0keep\u2003might F7") == one("build keep might F7")
    assert one("\ufeffend") == o.End()


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ('message "bien joué"', "bien joué"),
        ("message « bien joué »", "bien joué"),
        ("message «\u00a0bien joué\u00a0!\u00a0»", "bien joué !"),
        ('message "il a dit « oui » à l’aube"', "il a dit « oui » à l’aube"),
        ("message « il a dit « oui » – bien »", "il a dit « oui » – bien"),
        ("message „so sei es“", "so sei es"),
        ("message »so sei es«", "so sei es"),
        ("message „er sagte ‚ja‘ – gut“", "er sagte ‚ja‘ – gut"),
        ("message “a – b; c # d”", "a – b; c # d"),
        ('message “the "keep" c\\d”', 'the "keep" c\\d'),
        ('message “he said \\"no\\"”', 'he said "no"'),
        ('message "bien joué”', "bien joué"),
        ("message ”så“", "så"),
    ],
)
def test_a_message_is_kept_as_it_was_typed(typed: str, said: str) -> None:
    """FORMATS 2: typographic quotes may stand around it; those in it, dashes and apostrophes are its own."""
    order = one(typed)
    assert order == o.Message(said)
    assert one(text(order)) == order
    assert [each.order for each in parse(f"{typed}; end")] == [order, o.End()]


def test_messages_keep_semicolons_and_hashes() -> None:
    assert one(r'message "a; b # c \"d\" \\ e"') == o.Message(r'a; b # c "d" \ e')


ERRORS = [
    ("bild keep might f7", 1, "'bild' does not belong here — did you mean build?"),
    ("build kep might f7", 7, "did you mean keep?"),
    ("build keep F7", 12, "expected faith or might or reason"),
    ("build keep might", 17, "'build keep might' is incomplete — expected a square like F7"),
    ("build keep might F7 G8", 21, "expected with or the end of the order"),
    ("travel 3 faith", 8, "the adventurers are numbered 1 and 2"),
    ("populate C7 100", 13, "expected a number"),
    ("end keep", 9, "expected civil or military or religious"),
    ('message "', 9, 'put a " at the end; '),
    ('message ""', 9, "1 to 500 printable"),
    ("away until Monday", 12, "expected a date like 2026-12-24"),
    ("place 7K", 7, "expected a square like F7"),
    ("\x07bell", 1, "does not belong here"),
]


@pytest.mark.parametrize(("words", "column", "sentence"), ERRORS)
def test_what_is_said_of_a_mistake(words: str, column: int, sentence: str) -> None:
    with pytest.raises(UnreadableOrder) as caught:
        parse("end\n" + words)
    assert (caught.value.line, caught.value.column) == (2, column)
    assert sentence in str(caught.value)


AMBIGUOUS = [
    ("e", "end or exchange"),
    ("p c7", "place, policy or populate"),
    ("build c might F7", "castle, chapel or city"),
]


@pytest.mark.parametrize(("words", "meanings"), AMBIGUOUS)
def test_words_that_could_be_several(words: str, meanings: str) -> None:
    with pytest.raises(AmbiguousOrder, match=meanings):
        parse(words)


def test_long_garbage_is_shortened() -> None:
    with pytest.raises(UnreadableOrder) as caught:
        parse("x" * 100_000)
    assert len(str(caught.value)) < 400


def test_completion_comes_from_the_grammar() -> None:
    assert LANGUAGE.complete("") == sorted({form.split()[0] for form, _, _ in LANGUAGE.help_table()})
    assert LANGUAGE.complete("build ") == sorted(piece.name for piece in PIECES)
    assert LANGUAGE.complete("b ca") == ["castle"]
    assert LANGUAGE.complete("travel 1 ") == sorted(BOARDS)
    assert LANGUAGE.complete("exchange ") == sorted(TYPES)
    assert LANGUAGE.complete("build keep might F7 ") == ["with"]
    assert LANGUAGE.complete("end; tr") == ["travel"]
    assert LANGUAGE.complete("nonsense ") == []


def test_help_names_every_order() -> None:
    names = {form.split()[0] for form, _, _ in LANGUAGE.help_table()}
    kinds = {kind.__name__.lower() for kind in o.Order.__args__ if kind.__module__ != private_orders.__name__}
    kinds.remove("downsizingpolicy")  # a policy too
    assert names == kinds | {"message", "note"}  # those that seal have words of their own
    assert any(line.startswith("build PIECE BOARD F7 [with CARD…]") for line in LANGUAGE.help_lines())
