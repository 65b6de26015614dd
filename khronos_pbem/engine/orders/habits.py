"""Errors for ambiguous text or text that is not an order: place, problem and correction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from khronos_pbem.engine.orders.forms import Shape, UnexpectedWord
from khronos_pbem.engine.orders.splitting import MAX_SHOWN, MAX_WORDS, Line, quotable
from khronos_pbem.engine.orders.tables import END
from khronos_pbem.engine.orders.vocabulary import ENGLISH, LANGUAGES, Vocabulary, unaccented_forms
from khronos_pbem.errors import AmbiguousOrder, UnreadableOrder
from khronos_pbem.messages import VerbatimText, listed, message, or_list

MAX_ORDERS = 1000
"""The maximum number of orders in one text, which may contain several turns (`try`)."""

MAX_WORD = 2000
"""The maximum number of characters in one word, or in one quoted text."""


def check_order_size(line: Line, before: int) -> None:
    """Raise UnreadableOrder if a line is too long, or if there are already too many orders.

    `before` is the number of orders before this line.
    """
    where: dict[str, Any] = {"rule": "FORMATS 2", "line": line.line, "column": line.words[0].column}
    if before >= MAX_ORDERS:
        raise UnreadableOrder(message("there are more than {most} orders", most=MAX_ORDERS), **where)
    if len(line.words) > MAX_WORDS or any(len(word.text) > MAX_WORD for word in line.words):
        hint = message("put each order on its own line, or separate the orders with ;")
        what = message("{words!r} is too long for an order", words=line.text)
        raise UnreadableOrder(what, hint=hint, **where)


def habit_hints(table: Mapping[str, str]) -> dict[str, str]:
    """Return the hint for each word, from a table that maps lists of words to hints.

    The words in a list can be in any language and are separated by blanks.
    """
    return {unaccented_forms(word)[0]: said for words, said in table.items() for word in words.split()}


class ErrorExplainer:
    """Turns UnexpectedWord into errors for players, using a vocabulary, shapes and forms.

    `habits` has hints for words that people often write at the beginning of an order although no order
    begins with them.
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

    def error(self, line: Line, misfit: UnexpectedWord) -> UnreadableOrder | AmbiguousOrder:
        """Return the error for a word that does not fit into its line."""
        index = min(misfit.index, len(line.words))
        ended = index == len(line.words)
        last = line.words[-1]
        word = last._replace(text="", column=last.column + len(last.text)) if ended else line.words[index]
        where: dict[str, Any] = {"rule": "FORMATS 2", "line": line.line, "column": word.column}
        if misfit.matches:
            meanings = or_list(self._shown(name) for name in misfit.matches)
            what = message("{words!r} could mean {meanings}", words=quotable(word.text), meanings=meanings)
            return AmbiguousOrder(what, hint=message("type at least one more letter"), **where)
        hint = misfit.why or self._likely_mistake(line, index) or self._expected(line, index, misfit.accepted)
        form = self._form_of(line.words[0].text) if index else None
        hint = message("{hint}; {form}", hint=hint, form=form) if form else hint
        what = message("{words!r} does not belong here", words=quotable(word.text))
        if ended:
            what = message("{words!r} is incomplete", words=line.text)
        return UnreadableOrder(what, hint=hint, **where)

    def _likely_mistake(self, line: Line, index: int) -> str:
        """Return a hint for a likely mistake: a comma between orders, or a word of another game; or ""."""
        if index == len(line.words):
            return ""
        word = line.words[index].text
        if "," in word:
            rest = [*word.split(",", 1)[1:], *(each.text for each in line.words[index + 1 :])]
            following = next((each for each in rest if each), "")
            if self._begins_order(following):
                return message(
                    "commas do not separate orders: write ; between them, or put each order on its own line"
                )
            return message("write it without the comma")
        return self._habits.get(unaccented_forms(word[:MAX_SHOWN])[0], "") if index == 0 else ""

    def _begins_order(self, word: str) -> bool:
        """Return whether a full word begins an order in any language."""
        verbs = {form.split()[0] for form in self._forms}
        known = [name for verb in verbs for name in self._vocabulary.meanings.get(verb, ())]
        return bool(word) and any(self._vocabulary.is_word(name, word, LANGUAGES) for name in known)

    def _expected(self, line: Line, index: int, accepted: tuple[str, ...]) -> str:
        word = line.words[index].text if index < len(line.words) else ""
        for languages, alike in self._likely_languages(line, index):
            words = [each for name in accepted for each in self._words(name, languages)]
            near = get_close_matches(word.lower()[:MAX_SHOWN], words, n=1, cutoff=alike)
            if near:
                return message("did you mean {near}?", near=VerbatimText(near[0]))
        possible: list[str] = [self._shown(name) for name in accepted if name != END]
        if END in accepted:
            possible.append(message("the end of the order"))
        return message("expected {items}", items=listed(possible, " or "))

    def _likely_languages(self, line: Line, index: int) -> list[tuple[tuple[str, ...], float]]:
        """Return the languages that a word may belong to, each with the required similarity (0 to 1).

        They are the languages of the words before it. For the first word of an order, other languages need a
        higher similarity than English.
        """
        if not index:
            return [(LANGUAGES, 0.72), ((ENGLISH,), 0.6)]
        before = [word.text for word in line.words[:index]]
        spoken = tuple(each for each in LANGUAGES if all(self._is_word_of(word, each) for word in before))
        return [(spoken or LANGUAGES, 0.6)]

    def _is_word_of(self, word: str, language: str) -> bool:
        """Return whether a word may belong to a language; a word of no language may belong to any."""
        terminals = self._vocabulary.words
        if not any(self._vocabulary.begins_word(name, word, LANGUAGES) for name in terminals):
            return True
        return any(self._vocabulary.begins_word(name, word, (language,)) for name in terminals)

    def _words(self, terminal: str, languages: tuple[str, ...]) -> list[str]:
        words = self._vocabulary.words.get(terminal, {})
        return [word for language in languages for word in words.get(language, ())]

    def _shown(self, terminal: str) -> str:
        """Return how errors name a terminal: by a word of these orders, or by its description."""
        if terminal in self._shapes:
            return self._shapes[terminal].called
        return self._vocabulary.word_message(terminal) if terminal in self._vocabulary.words else terminal

    def _form_of(self, word: str) -> str | None:
        found = [form for form in self._forms if form.split()[0].startswith(word.lower())]
        return found[0] if len(found) == 1 else None
