"""The tables of the order language are those of its grammar, and full words are read as the grammar does."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lark import Lark, Token, UnexpectedInput

from khronos_pbem.engine.orders.forms import UnexpectedWord
from khronos_pbem.engine.orders.reading import ParsedWords
from khronos_pbem.engine.orders.splitting import split_orders
from khronos_pbem.engine.orders.tables import END, ParserState
from khronos_pbem.engine.orders.tables import Token as Read
from khronos_pbem.errors import OrderError
from khronos_pbem.games.khronos.order_text.grammar import LANGUAGE, parse, text
from khronos_pbem.games.khronos.vocabulary.words import WORDS
from khronos_pbem.record.save import parse_save
from tests import make_grammar
from tests.archive.games import MIDDLE, SAMPLES
from tests.games.khronos.order_text.test_orders import all_orders

READER = LANGUAGE.reader
TERMINALS = sorted({*WORDS, *READER.shapes})


@cache
def lark() -> Lark:
    """The grammar as Lark understands it."""
    return make_grammar.grammar(LANGUAGE)


def test_the_tables_are_made_of_the_grammar() -> None:
    assert make_grammar.kept(LANGUAGE).read_text(encoding="utf-8") == make_grammar.text(
        make_grammar.tables(lark())
    )


def test_every_terminal_of_the_grammar_has_words_or_a_shape() -> None:
    used = {name for row in LANGUAGE.grammar.rows for name in row if name.isupper() and name != END}
    assert used == set(TERMINALS)


def by_lark(terminals: list[str]) -> tuple[list[set[str]], str | None]:
    """What may follow after each terminal that fits, and the order it is in the end, as Lark says."""
    parser: Any = lark().parse_interactive()
    followed = [set(map(str, parser.accepts()))]
    try:
        for terminal in terminals:
            parser.feed_token(Token(terminal, terminal))
            followed.append(set(map(str, parser.accepts())))
        return followed, str(parser.feed_eof().data)
    except UnexpectedInput:
        return followed, None


def by_tables(terminals: list[str]) -> tuple[list[set[str]], str | None]:
    """The same, as the tables say."""
    state: ParserState = READER.begin()
    followed = [set(state.accepts())]
    for terminal in terminals:
        after = state.with_token(Read(terminal, terminal))
        if after is None:
            return followed, None
        state = after
        followed.append(set(state.accepts()))
    return followed, state.finished()


@st.composite
def terminal_walks(draw: st.DrawFn) -> list[str]:
    """Terminals in a row: mostly what may follow, now and then any."""
    state, walk = READER.begin(), list[str]()
    for _ in range(draw(st.integers(0, 12))):
        fitting = [name for name in state.accepts() if name != END]
        walk.append(draw(st.sampled_from(fitting or TERMINALS) | st.sampled_from(TERMINALS)))
        state = state.with_token(Read(walk[-1], walk[-1])) or state
    return walk


@settings(max_examples=150, deadline=None)
@given(terminal_walks())
def test_the_tables_accept_what_the_grammar_accepts(terminals: list[str]) -> None:
    assert by_tables(terminals) == by_lark(terminals)


def slowly(words: tuple[str, ...]) -> Any:
    """An order read with every word compared, as what is typed; else as much of a FormError as it tells."""
    return outcome_of(words, READER.compared)


def outcome_of(words: tuple[str, ...], read: Callable[[tuple[str, ...]], ParsedWords] = READER.read) -> Any:
    """The reading of words, or what is said against them."""
    try:
        return read(words)
    except UnexpectedWord as misfit:
        return misfit.index, misfit.accepted, misfit.matches


@settings(max_examples=150, deadline=None)
@given(all_orders)
def test_full_words_are_read_as_if_compared(order: Any) -> None:
    (words,) = (tuple(word.text for word in line.words) for line in split_orders(text(order)))
    assert READER.canonical(words) is not None
    assert outcome_of(words) == slowly(words)


SNIPPETS = """
build keep end en Keep might mi F7 f7 2 99 100 with civil ci from message "ab" " donjon burg behalten away
until 2026-12-24 swap for travel populate upgrade card order $END civil- ke bâtir resign
"""


@settings(max_examples=250, deadline=None)
@given(st.lists(st.sampled_from(SNIPPETS.split()), min_size=1, max_size=9))
def test_any_words_are_read_or_refused_as_if_compared(words: list[str]) -> None:
    assert outcome_of(tuple(words)) == slowly(tuple(words))


@pytest.mark.parametrize("path", [*SAMPLES, MIDDLE], ids=lambda path: path.stem)
def test_every_order_on_record_is_read_by_its_full_words(path: Path) -> None:
    for block in parse_save(path.read_bytes()).blocks:
        for line in (*block.orders, *block.auto):
            (words,) = (tuple(word.text for word in found.words) for found in split_orders(line))
            assert READER.canonical(words) == slowly(words)


@pytest.mark.parametrize("start", ["end keep" + " civil" * 16_000, "exchange" + " m" * 16_000])
def test_an_order_of_very_many_words_is_refused(start: str) -> None:
    """How long that takes is measured in `tests/benchmarks/test_reading_speed.py`."""
    with pytest.raises(OrderError):
        parse(f"{start} x")
