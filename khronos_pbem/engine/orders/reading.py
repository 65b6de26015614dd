"""Words of an order to what they mean: abbreviations, three languages, and what could be several things.

A word is matched against the terminals that the grammar accepts at its place: abbreviations, errors and
completion all come from that.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from khronos_pbem.engine.orders.forms import Misfit, Shape
from khronos_pbem.engine.orders.tables import Grammar, State, Token
from khronos_pbem.engine.orders.vocabulary import ENGLISH, LANGUAGES, NEVER_SHORTENED, Vocabulary


class Reading(NamedTuple):
    """An order: the rule of the grammar that it is, and its words with what each was read as."""

    rule: str
    tokens: tuple[Token, ...]


class Reader:
    """Reads orders by a grammar, with the words of a vocabulary and these shapes."""

    def __init__(
        self, vocabulary: Vocabulary, shapes: Sequence[Shape], grammar: Callable[[], Grammar]
    ) -> None:
        self.vocabulary = vocabulary
        self.shapes: Mapping[str, Shape] = {shape.terminal: shape for shape in shapes}
        self._grammar = grammar

    def begin(self) -> State:
        """Before the first word."""
        return State(self._grammar())

    def read(self, words: tuple[str, ...]) -> Reading:
        """What an order's words are: of one language, or, if it is none of any, of several.

        English abbreviations come first, as scripts use them; what two languages understand differently is
        refused. Raises Misfit.
        """
        canonical = self.canonical(words)
        return self.compared(words) if canonical is None else canonical

    def canonical(self, words: tuple[str, ...]) -> Reading | None:
        """The reading of a canonical text, as records hold them by the thousand; None for any other.

        It walks the same tables, but only full English words are looked up, so that nothing is compared.
        """
        state: State | None = self.begin()
        for word in words:
            state = self.step(state, word) if state is not None else None
        return None if state is None else _finished(state)

    def step(self, state: State, word: str) -> State | None:
        """The state after one more full English word, or one of a shape; None if that is none or several."""
        meanings = self.vocabulary.meanings.get(word) or self._shapes_of(word)
        found = [name for name in meanings if name in state.row]
        return state.fed(Token(found[0], word)) if len(found) == 1 else None

    def compared(self, words: tuple[str, ...]) -> Reading:
        """The same as `read`, with every word compared with those of all languages. Raises Misfit."""
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
            raise Misfit(0, (), tuple(" ".join(meaning).lower() for meaning in sorted(meanings)))
        return next(iter(meanings.values())) if meanings else self._strictly(words, LANGUAGES)

    def feed(self, state: State, index: int, word: str, languages: tuple[str, ...]) -> State:
        """The state after one word more. Raises Misfit for no place there, or several."""
        found = self._terminals(state, word, languages)
        if len(found) != 1:  # what may follow is looked at only where it matters: it takes time
            accepted = state.accepts()
            found = [name for name in found if name in accepted]
            if len(found) != 1:
                raise Misfit(index, tuple(state.accepts()), tuple(sorted(found)))
        after = state.fed(Token(found[0], word))
        if after is None:
            raise Misfit(index, tuple(state.accepts()))
        return after

    def _in_full(self, token: Token, languages: tuple[str, ...]) -> bool:
        return token.type in self.shapes or self.vocabulary.is_word(*token, languages)

    def _meaning(self, reading: Reading) -> tuple[str, ...]:
        """What two readings differ in: the terminals, and the words that are no keywords."""
        return tuple(word.upper() if kind in self.shapes else kind for kind, word in reading.tokens)

    def _reading_or_none(self, words: tuple[str, ...], language: str) -> Reading | None:
        try:
            return self._strictly(words, (language,))
        except Misfit:
            return None

    def _strictly(self, words: tuple[str, ...], languages: tuple[str, ...]) -> Reading:
        """The reading where each word can be one thing only at its place. Raises Misfit."""
        state = self.begin()
        for index, word in enumerate(words):
            state = self.feed(state, index, word, languages)
        reading = _finished(state)
        if reading is None:
            raise Misfit(len(words), tuple(state.accepts()))
        return reading

    def _loosely(self, words: tuple[str, ...], languages: tuple[str, ...]) -> list[Reading]:
        """Every reading of these words, where each may be the beginning of several."""
        states = [self.begin()]
        for word in words:
            states = [
                after
                for state in states
                for name in self._terminals(state, word, languages)
                if (after := state.fed(Token(name, word))) is not None
            ]
        return [reading for state in states if (reading := _finished(state)) is not None]

    def _terminals(self, state: State, word: str, languages: tuple[str, ...]) -> list[str]:
        """The terminals that a word may be at its place; a whole word is not the beginning of another."""
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
        """Whether a word is a number, a square, a day: of one of the shapes of these orders."""
        return any(shape.pattern.fullmatch(word) for shape in self.shapes.values())

    def _shapes_of(self, word: str) -> list[str]:
        return [name for name, shape in self.shapes.items() if shape.pattern.fullmatch(word)]


def _finished(state: State) -> Reading | None:
    rule = state.finished()
    return None if rule is None else Reading(rule, state.tokens)
