"""Conversion of the words of an order to terminals: abbreviations, three languages, ambiguities.

Each word is compared with the terminals that the grammar accepts at its place. Abbreviations, errors and
completion are all based on this comparison.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from khronos_pbem.engine.orders.forms import Shape, UnexpectedWord
from khronos_pbem.engine.orders.tables import Grammar, ParserState, Token
from khronos_pbem.engine.orders.vocabulary import ENGLISH, LANGUAGES, NEVER_SHORTENED, Vocabulary


class ParsedWords(NamedTuple):
    """A parsed order: the name of its grammar rule, and its words with their terminals."""

    rule: str
    tokens: tuple[Token, ...]


class WordParser:
    """Parses the words of orders with a grammar, a vocabulary and shapes."""

    def __init__(
        self, vocabulary: Vocabulary, shapes: Sequence[Shape], grammar: Callable[[], Grammar]
    ) -> None:
        self.vocabulary = vocabulary
        self.shapes: Mapping[str, Shape] = {shape.terminal: shape for shape in shapes}
        self._grammar = grammar

    def begin(self) -> ParserState:
        """Return the state before the first word."""
        return ParserState(self._grammar())

    def read(self, words: tuple[str, ...]) -> ParsedWords:
        """Parse the words of an order, in one language or, if that fails, in several.

        English abbreviations take precedence, since scripts use them. Raises UnexpectedWord if a word does
        not fit or is ambiguous, for instance if it has different meanings in two languages.
        """
        canonical = self.canonical(words)
        return self.compared(words) if canonical is None else canonical

    def canonical(self, words: tuple[str, ...]) -> ParsedWords | None:
        """Parse a canonical text quickly; return None for any other text.

        Records contain thousands of canonical texts. The tables are the same, but only full English words are
        looked up.
        """
        state: ParserState | None = self.begin()
        for word in words:
            state = self.step(state, word) if state is not None else None
        return None if state is None else _finished_words(state)

    def step(self, state: ParserState, word: str) -> ParserState | None:
        """Return the state after one more full English word or shape; None unless one terminal fits."""
        meanings = self.vocabulary.meanings.get(word) or self._shapes_of(word)
        found = [name for name in meanings if name in state.row]
        return state.with_token(Token(found[0], word)) if len(found) == 1 else None

    def compared(self, words: tuple[str, ...]) -> ParsedWords:
        """Parse an order without the fast path of `read`, comparing words with all languages.

        Raises UnexpectedWord if a word does not fit or is ambiguous.
        """
        english = self._reading_or_none(words, ENGLISH)
        if english and all(self._in_full(token, (ENGLISH,)) for token in english.tokens):
            return english
        if english is None and self._loosely(words, (ENGLISH,)):
            return self._strictly(words, (ENGLISH,))
        found = [english, *(self._reading_or_none(words, language) for language in LANGUAGES[1:])]
        meanings = {self._meaning(each): each for each in found if each is not None}
        if english is None:
            loose = [each for language in LANGUAGES for each in self._loosely(words, (language,))]
            meanings |= {self._meaning(each): each for each in loose if self._meaning(each) not in meanings}
        if len(meanings) > 1:
            raise UnexpectedWord(0, (), tuple(" ".join(meaning).lower() for meaning in sorted(meanings)))
        return next(iter(meanings.values())) if meanings else self._strictly(words, LANGUAGES)

    def feed(self, state: ParserState, index: int, word: str, languages: tuple[str, ...]) -> ParserState:
        """Return the state after one more word. Raises UnexpectedWord unless exactly one terminal fits."""
        found = self._terminals(state, word, languages)
        if len(found) != 1:  # what may follow is looked at only where it matters: it takes time
            accepted = state.accepts()
            found = [name for name in found if name in accepted]
            if len(found) != 1:
                raise UnexpectedWord(index, tuple(state.accepts()), tuple(sorted(found)))
        after = state.with_token(Token(found[0], word))
        if after is None:
            raise UnexpectedWord(index, tuple(state.accepts()))
        return after

    def _in_full(self, token: Token, languages: tuple[str, ...]) -> bool:
        return token.type in self.shapes or self.vocabulary.is_word(*token, languages)

    def _meaning(self, reading: ParsedWords) -> tuple[str, ...]:
        """Return the data in which two parses can differ: the terminals, and the words of shapes."""
        return tuple(word.upper() if kind in self.shapes else kind for kind, word in reading.tokens)

    def _reading_or_none(self, words: tuple[str, ...], language: str) -> ParsedWords | None:
        try:
            return self._strictly(words, (language,))
        except UnexpectedWord:
            return None

    def _strictly(self, words: tuple[str, ...], languages: tuple[str, ...]) -> ParsedWords:
        """Parse words if each fits exactly one terminal at its place. Raises UnexpectedWord."""
        state = self.begin()
        for index, word in enumerate(words):
            state = self.feed(state, index, word, languages)
        reading = _finished_words(state)
        if reading is None:
            raise UnexpectedWord(len(words), tuple(state.accepts()))
        return reading

    def _loosely(self, words: tuple[str, ...], languages: tuple[str, ...]) -> list[ParsedWords]:
        """Return all ways to parse the words, where each may abbreviate several terminals."""
        states = [self.begin()]
        for word in words:
            states = [
                after
                for state in states
                for name in self._terminals(state, word, languages)
                if (after := state.with_token(Token(name, word))) is not None
            ]
        return [reading for state in states if (reading := _finished_words(state)) is not None]

    def _terminals(self, state: ParserState, word: str, languages: tuple[str, ...]) -> list[str]:
        """Return the terminals that a word may stand for; full words take precedence over abbreviations."""
        found = [name for name in state.row if self._means(name, word, languages)]
        exact = [name for name in found if self._in_full(Token(name, word), languages)]
        return exact or found

    def _means(self, terminal: str, word: str, languages: tuple[str, ...]) -> bool:
        if terminal in self.shapes:
            return self.shapes[terminal].pattern.fullmatch(word) is not None
        if terminal in NEVER_SHORTENED:
            return self.vocabulary.is_word(terminal, word, languages)
        return self.vocabulary.begins_word(terminal, word, languages)

    def has_shape(self, word: str) -> bool:
        """Return whether a word matches the pattern of a shape, such as a number, a square or a day."""
        return bool(self._shapes_of(word))

    def _shapes_of(self, word: str) -> list[str]:
        return [name for name, shape in self.shapes.items() if shape.pattern.fullmatch(word)]


def _finished_words(state: ParserState) -> ParsedWords | None:
    rule = state.finished()
    return None if rule is None else ParsedWords(rule, state.tokens)
