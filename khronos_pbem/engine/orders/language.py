"""A game's order language, built from words, kinds, shapes and forms; see `engine.orders`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache

from khronos_pbem.engine.contract import AnyOrder, AnyParsedOrder, ParsedOrder
from khronos_pbem.engine.orders.forms import Form, FormInterpreter, Kind, Phrase, Shape, UnexpectedWord
from khronos_pbem.engine.orders.habits import ErrorExplainer, check_order_size
from khronos_pbem.engine.orders.reading import WordParser
from khronos_pbem.engine.orders.splitting import split_orders
from khronos_pbem.engine.orders.tables import Grammar, ParserState, load_grammar
from khronos_pbem.engine.orders.vocabulary import ENGLISH, LANGUAGES, Vocabulary, unaccented_forms
from khronos_pbem.messages import Translate, untranslated

Row = tuple[str, str, str]


class Language:
    """The order language of a game (FORMATS 2): text to orders, orders to text, help and completion.

    `package` contains the tables of its grammar. `habits` has hints for words that people write instead
    of an order's first word (`orders.habits`). A language keeps no state between texts.
    """

    def __init__(
        self,
        package: str,
        vocabulary: Vocabulary,
        forms: Sequence[Form],
        kinds: Sequence[Kind | Phrase],
        shapes: Sequence[Shape],
        habits: Mapping[str, str] | None = None,
    ) -> None:
        self._habits = habits
        self.package, self.vocabulary = package, vocabulary
        self.forms, self.kinds = tuple(forms), tuple(kinds)
        self.reader = WordParser(vocabulary, shapes, lambda: self.grammar)
        self._parts = FormInterpreter(kinds, shapes, vocabulary.shown)
        plans = [self._parts.plan(form) for form in forms]
        self._by_rule = {plan.form.name: plan for plan in plans}
        self._by_order = {plan.form.order: plan for plan in plans}
        self._order = lru_cache(maxsize=8192)(self._made)
        self._text = lru_cache(maxsize=16384)(self._written)
        self._translated = lru_cache(maxsize=32768)(self._in_words_of)
        self._help: dict[str, tuple[Row, ...]] = {}

    @cached_property
    def grammar(self) -> Grammar:
        """The tables of the grammar, read once."""
        return load_grammar(self.package)

    def parse(self, text: str) -> list[AnyParsedOrder]:
        """Parse the orders of a text, each with its place.

        Raises UnreadableOrder or AmbiguousOrder, with line and column, at the first word that does not fit.
        Also raises UnreadableOrder for too many orders or an order that is too long.
        """
        found: list[AnyParsedOrder] = []
        for line in split_orders(text, self.vocabulary.many_words):
            check_order_size(line, len(found))
            try:
                order = self._order(tuple(word.text for word in line.words))
            except UnexpectedWord as misfit:
                raise self._explaining.error(line, misfit) from None
            found.append(ParsedOrder(order, line.line, line.words[0].column, line.text))
        return found

    def _made(self, words: tuple[str, ...]) -> AnyOrder:
        reading = self.reader.read(words)
        return self._parts.order(self._by_rule[reading.rule], reading.tokens)

    def text(self, order: AnyOrder) -> str:
        """Return the canonical text of an order (FORMATS 2).

        It consists of full words, separated by single blanks, with the parts in sequence.
        """
        return self._text(order)

    def _written(self, order: AnyOrder) -> str:
        return self._parts.text(self._by_order[type(order)], order)

    def complete(self, text: str, language: str = ENGLISH) -> list[str]:
        """Return the words in a language that can come next in an order, or that complete its last word."""
        lines = list(split_orders(text, self.vocabulary.many_words))
        words = [word.text for line in lines[-1:] for word in line.words]
        begun = words.pop() if words and not text[-1:].isspace() else ""
        state = self.reader.begin()
        try:
            for index, word in enumerate(words):
                state = self.reader.feed(state, index, word, (language,))
        except UnexpectedWord:
            return []
        known = self.vocabulary
        accepted = [name for name in state.accepts() if name in known.words]
        fitting = [name for name in accepted if not begun or known.begins_word(name, begun, (language,))]
        return sorted(known.shown(name, language) for name in fitting)

    # --- help -----------------------------------------------------------------------------------------------

    def help_table(self, language: str = ENGLISH) -> tuple[Row, ...]:
        """Return one row for each order: its form in a language, its effect, and its paragraph."""
        if language not in self._help:
            rows = [(self._form(form, language), form.help, form.paragraph) for form in self.forms]
            self._help[language] = tuple(rows)
        return self._help[language]

    def help_lines(self, language: str = ENGLISH, speak: Translate = untranslated) -> list[str]:
        """Return a line of text for each order: its form in a language and its effect."""
        rows = self.help_table(language)
        wide = max(len(form) for form, _, _ in rows)
        return [f"{form:<{wide}}  {speak(meaning)} ({rule})" for form, meaning, rule in rows]

    def _form(self, form: Form, language: str) -> str:
        def word(match: re.Match[str]) -> str:
            name = match.group()
            if name in self.reader.shapes:
                return self.reader.shapes[name].example_in(language)
            known = self.vocabulary
            return known.shown(name, language) if name.isupper() else known.placeholder(name, language)

        return re.sub(r"[+*](?=\W|$)", "…", re.sub(r"\w+", word, form.line))

    @cached_property
    def _explaining(self) -> ErrorExplainer:
        forms = [form for form, _, _ in self.help_table()]
        return ErrorExplainer(self.vocabulary, self.reader.shapes, forms, self._habits)

    # --- other languages ------------------------------------------------------------------------------------

    def in_language(self, canonical: str, language: str) -> str:
        """Return an order's canonical text, or its beginning, in the words of another language.

        Quoted texts and words that do not belong to these orders stay as they are.
        """
        return canonical if language == ENGLISH else self._translated(canonical, language)

    def _in_words_of(self, canonical: str, language: str) -> str:
        found = list[str]()
        state: ParserState | None = self.reader.begin()
        head, quote, tail = canonical.partition('"')
        for word in head.split(" "):
            meanings = self.vocabulary.meanings.get(word, ())
            after = self.reader.step(state, word) if state is not None else None
            read = after.read[1].type if after is not None and after.read is not None else ""
            if len(meanings) > 1 and read:
                meanings = (read,)
            if meanings:
                found.append(self.vocabulary.shown(meanings[-1], language))
            else:
                shape = self.reader.shapes.get(read)
                found.append(word if shape is None else shape.text_in(word, language))
            state = after
        return " ".join(found) + quote + tail

    def knows(self, text: str) -> bool:
        """Return whether a canonical text, or the beginning of one, uses only words of these orders."""
        first, *rest = text.partition('"')[0].split() or [""]
        known = self.vocabulary.meanings
        return first in known and all(word in known or self.reader.has_shape(word) for word in rest)

    def begins_with(self, canonical: str, words: Sequence[str]) -> bool:
        """Return whether a canonical order begins with these words, in any language, possibly abbreviated."""
        wanted = [self._spellings(word) for text in words for word in text.split()]

        def fits(text: str) -> bool:
            have = [unaccented_forms(word)[0] for word in text.split()]
            pairs = zip(have, wanted, strict=False)
            return len(have) >= len(wanted) and all(word.startswith(want) for word, want in pairs)

        return any(fits(self.in_language(canonical, language)) for language in LANGUAGES)

    def _spellings(self, word: str) -> tuple[str, ...]:
        """Return the possible spellings of a typed word; a shape may be written as in any language."""
        fitting = [shape for shape in self.reader.shapes.values() if shape.in_language is not None]
        shapes = [shape for shape in fitting if shape.pattern.fullmatch(word)]
        spelled = (shape.text_in(word, language) for shape in shapes for language in LANGUAGES)
        return (unaccented_forms(word)[0], *spelled)

    # --- the grammar ----------------------------------------------------------------------------------------

    def source(self) -> str:
        """Return the Lark grammar from which the tables are made, with a rule per form, kind and phrase."""
        rules = [f"?order: {' | '.join(form.name for form in self.forms)}"]
        rules += [f"{form.name}: {form.line}" for form in self.forms]
        for kind in self.kinds:
            found = kind.lines if isinstance(kind, Phrase) else kind.values
            rules.append(f"{kind.name}: {' | '.join(found)}")
        used = {word for rule in rules for word in re.findall(r"\b[A-Z]+\b", rule)}
        return "\n".join([*rules, f"%declare {' '.join(sorted(used))}"]) + "\n"
