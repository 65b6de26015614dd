"""What is asked of the order language of every game, whichever its words are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from khronos_pbem.engine.orders.language import Language
from khronos_pbem.engine.orders.vocabulary import LANGUAGES, Vocabulary, unaccented_forms


def canonical(language: Language, words: str) -> list[str]:
    """The orders of a text as they are kept."""
    return [language.text(spelled.order) for spelled in language.parse(words)]


def check_same(language: Language, english: str, *others: str) -> None:
    """That an order is the same in all languages, alone and one behind another."""
    for words in (english, *others):
        assert canonical(language, words) == [english]
    assert canonical(language, "; ".join(others)) == [english] * len(others)


def ambiguous(
    language: Language, vocabulary: Vocabulary, words: Mapping[str, Mapping[str, Sequence[str]]]
) -> dict[str, list[str]]:
    """The whole words of any language that could be two terminals somewhere in the grammar."""
    found: dict[str, list[str]] = {}
    together = {tuple(sorted(name for name in row if name in words)) for row in language.grammar.rows}
    assert len(together) > 6
    for places in together:
        for form in (form for name in places for form in _forms(words[name])):
            meant = [each for each in places if vocabulary.is_word(each, form, LANGUAGES)]
            if len(meant) != 1:
                found[form] = meant
    return found


def _forms(words: Mapping[str, Sequence[str]]) -> list[str]:
    return [form for spoken in words.values() for word in spoken for form in unaccented_forms(word)]
