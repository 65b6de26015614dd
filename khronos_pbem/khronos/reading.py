"""Words of an order to its parse tree: abbreviations, three languages, and what could be several things."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, NamedTuple

from khronos_pbem.khronos.vocabulary import ENGLISH, LANGUAGES, WORDS, begins_word, is_word

if TYPE_CHECKING:
    from lark import Lark

_SQUARE = re.compile(r"[a-z][1-9][0-9]?", re.IGNORECASE | re.ASCII)
_NUMBER = re.compile(r"[1-9][0-9]?", re.ASCII)
_DATE = re.compile(r"20[0-9]{2}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])", re.ASCII)

SHAPES = {
    "SQUARE": "a square like F7",
    "NUMBER": "a number",
    "TEXT": 'a text in quotes, like "well played"',
    "DATE": "a day like 2026-12-24",
}
"""How the terminals that are no words are called."""


class Misfit(Exception):
    """The word at `index` does not fit: `accepted` are the terminals that do, `matches` what it may mean."""

    def __init__(self, index: int, accepted: tuple[str, ...], matches: tuple[str, ...] = ()) -> None:
        super().__init__(index)
        self.index, self.accepted, self.matches = index, accepted, matches
        self.why = ""


class Reading(NamedTuple):
    """A parse tree, and what it was read as: the terminals and words that two readings differ in."""

    tree: Any
    meaning: tuple[str, ...]


@cache
def grammar() -> Lark:
    """The grammar of `orders.lark`, built once."""
    from lark import Lark

    return Lark(source(), start="order", parser="lalr", lexer="basic", maybe_placeholders=False)


def source() -> str:
    """The text of the grammar."""
    return files(__package__).joinpath("orders.lark").read_text(encoding="utf-8")


def read(words: tuple[str, ...]) -> Any:
    """The parse tree of an order's words: of one language, or, if it is none of any, of several.

    English abbreviations come first, as scripts use them; what two languages understand differently is
    refused. Raises Misfit.
    """
    english = _reading_or_none(words, ENGLISH)
    if english and all(is_word(*pair, (ENGLISH,)) for pair in _keywords(english, words)):
        return english.tree
    if english is None and _loosely(words, (ENGLISH,)):
        return _strictly(words, (ENGLISH,)).tree
    found = [english, *(_reading_or_none(words, language) for language in LANGUAGES[1:])]
    meanings = {each.meaning: each for each in found if each is not None}
    if english is None:
        loose = [each for language in LANGUAGES for each in _loosely(words, (language,))]
        meanings |= {each.meaning: each for each in loose if each.meaning not in meanings}
    if len(meanings) > 1:
        raise Misfit(0, (), tuple(" ".join(meaning).lower() for meaning in sorted(meanings)))
    return next(iter(meanings.values())).tree if meanings else _strictly(words, LANGUAGES).tree


def _keywords(reading: Reading, words: tuple[str, ...]) -> list[tuple[str, str]]:
    pairs = zip(reading.meaning, words, strict=True)
    return [(meaning, word) for meaning, word in pairs if meaning in WORDS]


def _reading_or_none(words: tuple[str, ...], language: str) -> Reading | None:
    try:
        return _strictly(words, (language,))
    except Misfit:
        return None


def _strictly(words: tuple[str, ...], languages: tuple[str, ...]) -> Reading:
    """The reading where each word can be one thing only at its place. Raises Misfit."""
    parser: Any = grammar().parse_interactive()
    meaning = []
    for index, word in enumerate(words):
        meaning.append(feed(parser, index, word, languages))
    tree = _finished(parser)
    if tree is None:
        raise Misfit(len(words), accepted_by(parser))
    return Reading(tree, tuple(meaning))


def _loosely(words: tuple[str, ...], languages: tuple[str, ...]) -> list[Reading]:
    """Every reading of these words, where each may be the beginning of several."""
    states: list[tuple[Any, tuple[str, ...]]] = [(grammar().parse_interactive(), ())]
    for word in words:
        states = [
            (after, (*meaning, _meant(name, word)))
            for parser, meaning in states
            for name in _terminals(parser, word, languages)
            if (after := _after(parser, name, word)) is not None
        ]
    trees = [(_finished(parser), meaning) for parser, meaning in states]
    return [Reading(tree, meaning) for tree, meaning in trees if tree is not None]


def _after(parser: Any, terminal: str, word: str) -> Any:
    from lark import Token, UnexpectedInput

    after = parser.copy()
    try:
        after.feed_token(Token(terminal, word))
    except UnexpectedInput:
        return None
    return after


def _finished(parser: Any) -> Any:
    from lark import UnexpectedInput

    try:
        return parser.feed_eof()
    except UnexpectedInput:
        return None


def _meant(terminal: str, word: str) -> str:
    return terminal if terminal in WORDS else word.upper()


def feed(parser: Any, index: int, word: str, languages: tuple[str, ...]) -> str:
    """Give the parser one word more; what it was read as. Raises Misfit for no place there, or several."""
    from lark import Token, UnexpectedInput

    found = _terminals(parser, word, languages)
    if len(found) != 1:  # what may follow is looked at only where it matters: it takes time
        accepted = parser.accepts()
        found = [name for name in found if name in accepted]
        if len(found) != 1:
            raise Misfit(index, accepted_by(parser), tuple(sorted(found)))
    try:
        parser.feed_token(Token(found[0], word))
    except UnexpectedInput:
        raise Misfit(index, accepted_by(parser)) from None
    return _meant(found[0], word)


def accepted_by(parser: Any) -> tuple[str, ...]:
    """The terminals that may follow, sorted."""
    return tuple(sorted(str(name) for name in parser.accepts()))


def _terminals(parser: Any, word: str, languages: tuple[str, ...]) -> list[str]:
    """The terminals that a word may be at its place; a whole word is not the beginning of another."""
    found = [str(name) for name in parser.choices() if _means(name, word, languages)]
    exact = [name for name in found if name not in WORDS or is_word(name, word, languages)]
    return exact or found


def _means(terminal: str, word: str, languages: tuple[str, ...]) -> bool:
    if terminal == "SQUARE":
        return _SQUARE.fullmatch(word) is not None
    if terminal == "NUMBER":
        return _NUMBER.fullmatch(word) is not None
    if terminal == "DATE":
        return _DATE.fullmatch(word) is not None
    if terminal == "TEXT":
        return word.startswith('"')
    return begins_word(terminal, word, languages)
