"""What is said of words that are no order, or could be several: where, what, and what would be right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from khronos_pbem.engine.orders.forms import Misfit, Shape
from khronos_pbem.engine.orders.splitting import MAX_SHOWN, MAX_WORDS, Line, shown
from khronos_pbem.engine.orders.tables import END
from khronos_pbem.engine.orders.vocabulary import ENGLISH, LANGUAGES, Vocabulary, plain_forms
from khronos_pbem.errors import AmbiguousOrder, UnreadableOrder
from khronos_pbem.messages import VerbatimText, listed, message

MAX_ORDERS = 1000
"""Orders of one text, which may be those of several turns (`try`)."""

MAX_WORD = 2000
"""Characters of one word, or of one text in quotes."""


def check_size(line: Line, before: int) -> None:
    """Raise UnreadableOrder for more words than any order has, or more orders than anybody gives."""
    where: dict[str, Any] = {"rule": "FORMATS 2", "line": line.line, "column": line.words[0].column}
    if before >= MAX_ORDERS:
        raise UnreadableOrder(message("there are more than {most} orders", most=MAX_ORDERS), **where)
    if len(line.words) > MAX_WORDS or any(len(word.text) > MAX_WORD for word in line.words):
        hint = message("put each order on a line of its own, or write ; after it")
        raise UnreadableOrder(
            message("{words!r} is too long for an order", words=line.text), hint=hint, **where
        )


def habits_of(table: Mapping[str, str]) -> dict[str, str]:
    """What is said of each word, from lists of words, in any languages and parted by blanks, with their
    sentence."""
    return {plain_forms(word)[0]: said for words, said in table.items() for word in words.split()}


class Explaining:
    """Makes errors out of misfits, in the words of a vocabulary, the shapes and the forms of orders.

    `habits` are sentences for words that begin no order, but that people write in place of one.
    """

    def __init__(
        self,
        vocabulary: Vocabulary,
        shapes: Mapping[str, Shape],
        forms: Sequence[str],
        habits: Mapping[str, str] | None = None,
    ) -> None:
        self._vocabulary, self._shapes, self._forms = vocabulary, shapes, forms
        self._habits = habits or {}

    def error(self, line: Line, misfit: Misfit) -> UnreadableOrder | AmbiguousOrder:
        """What is said of the word of a line that does not fit."""
        index = min(misfit.index, len(line.words))
        ended = index == len(line.words)
        last = line.words[-1]
        word = last._replace(text="", column=last.column + len(last.text)) if ended else line.words[index]
        where: dict[str, Any] = {"rule": "FORMATS 2", "line": line.line, "column": word.column}
        if misfit.matches:
            meanings = listed([self._shown(name) for name in misfit.matches])
            what = message("{words!r} could mean {meanings}", words=shown(word.text), meanings=meanings)
            return AmbiguousOrder(what, hint=message("write at least one more letter"), **where)
        hint = misfit.why or self._meant(line, index) or self._expected(line, index, misfit.accepted)
        form = self._form_of(line.words[0].text) if index else None
        hint = message("{hint}; {form}", hint=hint, form=form) if form else hint
        if ended:
            return UnreadableOrder(message("{words!r} is incomplete", words=line.text), hint=hint, **where)
        return UnreadableOrder(
            message("{words!r} does not fit here", words=shown(word.text)), hint=hint, **where
        )

    def _meant(self, line: Line, index: int) -> str:
        """What somebody has likely meant who writes so: a comma between orders, a word of another game."""
        if index == len(line.words):
            return ""
        word = line.words[index].text
        if "," in word:
            rest = [*word.split(",", 1)[1:], *(each.text for each in line.words[index + 1 :])]
            following = next((each for each in rest if each), "")
            if self._begins_order(following):
                return message(
                    "a comma does not separate orders: write ; between them, or put each on a line of its own"
                )
            return message("write it without the comma")
        return self._habits.get(plain_forms(word[:MAX_SHOWN])[0], "") if index == 0 else ""

    def _begins_order(self, word: str) -> bool:
        """Whether a word, in full, is the first of an order in any language."""
        verbs = {form.split()[0] for form in self._forms}
        known = [name for verb in verbs for name in self._vocabulary.meanings.get(verb, ())]
        return bool(word) and any(self._vocabulary.is_word(name, word, LANGUAGES) for name in known)

    def _expected(self, line: Line, index: int, accepted: tuple[str, ...]) -> str:
        word = line.words[index].text if index < len(line.words) else ""
        for languages, alike in self._tongues(line, index):
            words = [each for name in accepted for each in self._words(name, languages)]
            near = get_close_matches(word.lower()[:MAX_SHOWN], words, n=1, cutoff=alike)
            if near:
                return message("did you mean {near}?", near=VerbatimText(near[0]))
        possible: list[str] = [self._shown(name) for name in accepted if name != END]
        if END in accepted:
            possible.append(message("the end of the order"))
        return message("expected {items}", items=listed(possible, " or "))

    def _tongues(self, line: Line, index: int) -> list[tuple[tuple[str, ...], float]]:
        """In which languages a word may have been meant, and how alike it has to be: those of the words
        before it; as the first of an order one of another language has to be more alike than an English one.
        """
        if not index:
            return [(LANGUAGES, 0.72), ((ENGLISH,), 0.6)]
        before = [word.text for word in line.words[:index]]
        spoken = tuple(each for each in LANGUAGES if all(self._is_of(word, each) for word in before))
        return [(spoken or LANGUAGES, 0.6)]

    def _is_of(self, word: str, language: str) -> bool:
        """Whether a word may be one of a language; what is no word at all may be of any."""
        terminals = self._vocabulary.words
        if not any(self._vocabulary.begins_word(name, word, LANGUAGES) for name in terminals):
            return True
        return any(self._vocabulary.begins_word(name, word, (language,)) for name in terminals)

    def _words(self, terminal: str, languages: tuple[str, ...]) -> list[str]:
        words = self._vocabulary.words.get(terminal, {})
        return [word for language in languages for word in words.get(language, ())]

    def _shown(self, terminal: str) -> str:
        """A terminal as errors name it: a word of these orders, or what a pattern is called."""
        if terminal in self._shapes:
            return self._shapes[terminal].called
        return self._vocabulary.said(terminal) if terminal in self._vocabulary.words else terminal

    def _form_of(self, word: str) -> str | None:
        found = [form for form in self._forms if form.split()[0].startswith(word.lower())]
        return found[0] if len(found) == 1 else None
