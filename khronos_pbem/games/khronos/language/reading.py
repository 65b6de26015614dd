"""Words of an order to what they mean: abbreviations, three languages, and what could be several things."""

from __future__ import annotations

import pkgutil
import re
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from khronos_pbem.games.khronos.language.tables import State, Token, begin
from khronos_pbem.games.khronos.language.words import (
    ENGLISH,
    LANGUAGES,
    WORDS,
    begins_word,
    is_word,
    shown_word,
)

_PATTERNS = {
    "SQUARE": re.compile(r"[a-z][1-9][0-9]?", re.IGNORECASE | re.ASCII),
    "NUMBER": re.compile(r"[1-9][0-9]?", re.ASCII),
    "DATE": re.compile(r"20[0-9]{2}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])", re.ASCII),
}

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
    """An order: the rule of the grammar that it is, and its words with what each was read as."""

    rule: str
    tokens: tuple[Token, ...]

    @property
    def meaning(self) -> tuple[str, ...]:
        """What two readings differ in: the terminals, and the words that are no keywords."""
        return tuple(_meant(token.type, token.text) for token in self.tokens)


def source() -> str:
    """The text of the grammar."""
    found = pkgutil.get_data(__package__, "orders.lark")
    assert found is not None
    return found.decode()


def read(words: tuple[str, ...]) -> Reading:
    """What an order's words are: of one language, or, if it is none of any, of several.

    English abbreviations come first, as scripts use them; what two languages understand differently is
    refused. Raises Misfit.
    """
    canonical = _canonical(words)
    if canonical is not None:
        return canonical
    english = _reading_or_none(words, ENGLISH)
    if english and all(is_word(*token, (ENGLISH,)) for token in english.tokens if token.type in WORDS):
        return english
    if english is None and _loosely(words, (ENGLISH,)):
        return _strictly(words, (ENGLISH,))
    found = [english, *(_reading_or_none(words, language) for language in LANGUAGES[1:])]
    meanings = {each.meaning: each for each in found if each is not None}
    if english is None:
        loose = [each for language in LANGUAGES for each in _loosely(words, (language,))]
        meanings |= {each.meaning: each for each in loose if each.meaning not in meanings}
    if len(meanings) > 1:
        raise Misfit(0, (), tuple(" ".join(meaning).lower() for meaning in sorted(meanings)))
    return next(iter(meanings.values())) if meanings else _strictly(words, LANGUAGES)


@cache
def _shown_words() -> Mapping[str, tuple[str, ...]]:
    """What each English word of canonical texts may be."""
    found: dict[str, tuple[str, ...]] = {}
    for terminal in WORDS:
        word = shown_word(terminal, ENGLISH)
        found[word] = (*found.get(word, ()), terminal)
    return found


def _canonical(words: tuple[str, ...]) -> Reading | None:
    """The reading of a canonical text, as records hold them by the thousand; None for any other.

    It walks the same tables, but only full English words are looked up, so that nothing is compared.
    """
    shown, state = _shown_words(), begin()
    for word in words:
        found = [name for name in shown.get(word) or _shapes_of(word) if name in state.row]
        after = state.fed(Token(found[0], word)) if len(found) == 1 else None
        if after is None:
            return None
        state = after
    return _finished(state)


def _shapes_of(word: str) -> list[str]:
    return [shape for shape in SHAPES if _has_shape(shape, word)]


def _reading_or_none(words: tuple[str, ...], language: str) -> Reading | None:
    try:
        return _strictly(words, (language,))
    except Misfit:
        return None


def _strictly(words: tuple[str, ...], languages: tuple[str, ...]) -> Reading:
    """The reading where each word can be one thing only at its place. Raises Misfit."""
    state = begin()
    for index, word in enumerate(words):
        state = feed(state, index, word, languages)
    reading = _finished(state)
    if reading is None:
        raise Misfit(len(words), accepted_by(state))
    return reading


def _loosely(words: tuple[str, ...], languages: tuple[str, ...]) -> list[Reading]:
    """Every reading of these words, where each may be the beginning of several."""
    states = [begin()]
    for word in words:
        states = [
            after
            for state in states
            for name in _terminals(state, word, languages)
            if (after := state.fed(Token(name, word))) is not None
        ]
    return [reading for state in states if (reading := _finished(state)) is not None]


def _finished(state: State) -> Reading | None:
    rule = state.finished()
    return None if rule is None else Reading(rule, state.tokens)


def _meant(terminal: str, word: str) -> str:
    return terminal if terminal in WORDS else word.upper()


def feed(state: State, index: int, word: str, languages: tuple[str, ...]) -> State:
    """The state after one word more. Raises Misfit for no place there, or several."""
    found = _terminals(state, word, languages)
    if len(found) != 1:  # what may follow is looked at only where it matters: it takes time
        accepted = state.accepts()
        found = [name for name in found if name in accepted]
        if len(found) != 1:
            raise Misfit(index, accepted_by(state), tuple(sorted(found)))
    after = state.fed(Token(found[0], word))
    if after is None:
        raise Misfit(index, accepted_by(state))
    return after


def accepted_by(state: State) -> tuple[str, ...]:
    """The terminals that may follow, sorted."""
    return tuple(state.accepts())


def _terminals(state: State, word: str, languages: tuple[str, ...]) -> list[str]:
    """The terminals that a word may be at its place; a whole word is not the beginning of another."""
    found = [name for name in state.row if _means(name, word, languages)]
    exact = [name for name in found if name not in WORDS or is_word(name, word, languages)]
    return exact or found


def _means(terminal: str, word: str, languages: tuple[str, ...]) -> bool:
    if terminal in SHAPES:
        return _has_shape(terminal, word)
    return begins_word(terminal, word, languages)


def _has_shape(shape: str, word: str) -> bool:
    if shape == "TEXT":
        return word.startswith('"')
    return _PATTERNS[shape].fullmatch(word) is not None
