"""The form of an order: one description used to read, write, complete and explain orders.

A form is a line like `BUILD piece board SQUARE [WITH card+]`. Words in capitals are keywords, or `Shape`s if
the game has one of that name; words in small letters are `Kind`s or `Phrase`s. `[…]` is optional; `(A | B)`
is one of several, `(A | B+)` a list of one or of several; `+` and `*` are lists.

Everything except keywords is a part of the order. The parts are the fields of the order's class, in the same
sequence. Optional keywords without a part are themselves a part, which is True or False.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import MISSING, fields
from itertools import islice, takewhile
from types import MappingProxyType
from typing import Any, NamedTuple

from khronos_pbem.engine.contract import AnyOrder
from khronos_pbem.engine.orders.tables import Token

OrderParts = Sequence[Any]
"""The parts of an order in the sequence of its words, each as its kind, phrase or shape reads it."""


class UnexpectedWord(Exception):
    """Raised if the word at `index` does not fit the grammar.

    `accepted` lists the terminals that fit there. If the word is ambiguous, `matches` lists its possible
    meanings. `why` is an explanation, or empty.
    """

    def __init__(
        self, index: int, accepted: tuple[str, ...], matches: tuple[str, ...] = (), why: str = ""
    ) -> None:
        super().__init__(index)
        self.index, self.accepted, self.matches, self.why = index, accepted, matches, why


class InvalidValue(Exception):
    """Raised if a text matches the pattern of a shape but is not a valid value.

    The argument is the reason.
    """


class Shape(NamedTuple):
    """A terminal defined by a pattern instead of a word, such as a number, a square or a day.

    `called` is its name in errors. `example` represents it in forms, and `examples` do so in the forms of
    other languages. `read` turns the text into a part of an order, or raises InvalidValue. `write`
    returns the canonical text. `in_language` returns the text in a language; if it is None, the canonical
    text is used in every language.
    """

    terminal: str
    pattern: re.Pattern[str]
    called: str
    example: str
    read: Callable[[str], Any] = str
    write: Callable[[Any], str] = str
    examples: Mapping[str, str] = MappingProxyType({})
    in_language: Callable[[Any, str], str] | None = None

    def text_in(self, text: str, language: str) -> str:
        """Return a text of this shape as written in the orders of a language."""
        return text if self.in_language is None else self.in_language(self.read(text), language)

    def example_in(self, language: str) -> str:
        """Return the example that represents this shape in the forms of a language."""
        return self.examples.get(language, self.example)


class Kind(NamedTuple):
    """A choice of words: a rule of the grammar with its terminals and the value of each.

    A list is read in the order of `values`. It is written in the same order, or sorted by its words if
    `by_word` is true.
    """

    name: str
    values: Mapping[str, object]
    by_word: bool = False


class Phrase(NamedTuple):
    """A part of one or more words whose value is its canonical text, like `field 2`.

    `lines` are its alternatives: sequences of terminals, each of which begins with a different terminal.
    `order` sorts a list of phrases.
    """

    name: str
    lines: tuple[str, ...]
    order: Callable[[tuple[str, ...]], tuple[str, ...]] = tuple


class Form(NamedTuple):
    """The form of an order: its class, its grammar line, its paragraph, and a sentence for help.

    By default, the order is its class with its parts as fields. `make` replaces this default: it takes
    the tokens and parts (None for an omitted part) and may raise UnexpectedWord. `parts` is the inverse
    of `make`: it returns the parts of an order in the sequence of the line.
    """

    order: type
    line: str
    paragraph: str
    help: str
    make: Callable[[Sequence[Token], OrderParts], AnyOrder] | None = None
    parts: Callable[[AnyOrder], Sequence[object]] | None = None

    @property
    def name(self) -> str:
        """The name of the form's rule in the grammar: the name of the order's class in small letters."""
        return self.order.__name__.lower()


class Keyword(NamedTuple):
    """A keyword of a form: its terminal and its English word."""

    terminal: str
    word: str


class Slot(NamedTuple):
    """A place for a part of an order: the terminals with which the part can begin.

    `many` is true for a list. `kind` or `phrase` is set if the part is of that sort.
    """

    terminals: tuple[str, ...]
    many: bool = False
    kind: Kind | None = None
    phrase: Phrase | None = None


class OptionalPieces(NamedTuple):
    """Pieces of a form that are present or absent together."""

    pieces: tuple[Keyword | Slot | OptionalPieces, ...]


Piece = Keyword | Slot | OptionalPieces


class CompiledForm(NamedTuple):
    """A form prepared for reading and writing: its pieces, and the names and defaults of its parts."""

    form: Form
    pieces: tuple[Piece, ...]
    names: tuple[str, ...]
    defaults: tuple[object, ...]


_PIECES = re.compile(r"[\[\]()|]|\w+[+*]?")

_Values = Generator[object, None, int]
"""A generator of the values of an order, which returns the place after their tokens."""


class FormInterpreter:
    """Turns tokens into orders and orders into text, using the forms, kinds and shapes of a language."""

    def __init__(
        self, kinds: Sequence[Kind | Phrase], shapes: Sequence[Shape], shown: Callable[[str], str]
    ) -> None:
        self.shapes = {shape.terminal: shape for shape in shapes}
        self._kinds = {kind.name: kind for kind in kinds if isinstance(kind, Kind)}
        self._phrases = {each.name: each for each in kinds if isinstance(each, Phrase)}
        self._shown = shown
        self._written_as = {
            name: {value: shown(terminal) for terminal, value in kind.values.items()}
            for name, kind in self._kinds.items()
        }

    def plan(self, form: Form) -> CompiledForm:
        """Prepare a form for reading and writing. Raises ValueError if its line is malformed."""
        words = _PIECES.findall(form.line)
        if "".join(words) != "".join(form.line.split()):
            raise ValueError(f"not a form: {form.line}")
        pieces = tuple(self._until("", iter(words)))
        parts = fields(form.order)
        names = tuple(part.name for part in parts)
        defaults = tuple(None if part.default is MISSING else part.default for part in parts)
        return CompiledForm(form, pieces, names, defaults)

    def _until(self, closing: str, words: Iterator[str]) -> Iterator[Piece]:
        """Yield the pieces of the next words, consuming the words up to a closing bracket."""
        for word in takewhile(lambda each: each != closing, words):
            if word == "[":
                yield OptionalPieces(tuple(self._until("]", words)))
            elif word == "(":
                names = tuple(name for name in takewhile(lambda each: each != ")", words) if name != "|")
                bare = tuple(name.rstrip("+*") for name in names)
                yield Slot(bare, many=bare != names)
            else:
                yield self._piece(word)

    def _piece(self, word: str) -> Keyword | Slot:
        name = word.rstrip("+*")
        if name in self._kinds:
            kind = self._kinds[name]
            return Slot(tuple(kind.values), name != word, kind)
        if name in self._phrases:
            phrase = self._phrases[name]
            return Slot(tuple(line.split()[0] for line in phrase.lines), name != word, None, phrase)
        return Slot((name,), name != word) if name in self.shapes else Keyword(name, self._shown(name))

    # --- reading --------------------------------------------------------------------------------------------

    def order(self, plan: CompiledForm, tokens: Sequence[Token]) -> AnyOrder:
        """Build the order from tokens of this form.

        Raises UnexpectedWord if the value of a word is invalid, or if `make` of the form rejects the tokens.
        """
        values = list(self._read(plan.pieces, tokens, 0))
        if plan.form.make is not None:
            return plan.form.make(tokens, values)
        named = zip(plan.names, values, strict=True)
        return plan.form.order(**{name: value for name, value in named if value is not None})

    def _read(self, pieces: Sequence[Piece], tokens: Sequence[Token], place: int) -> _Values:
        """Yield the values of these pieces; return the place after their tokens."""
        for piece in pieces:
            if isinstance(piece, Keyword):
                place += 1
            elif isinstance(piece, Slot):
                place = yield from self._fill(piece, tokens, place)
            elif place < len(tokens) and tokens[place].type in _first_terminals(piece.pieces):
                if not _slots(piece):
                    yield True
                place = yield from self._read(piece.pieces, tokens, place)
            else:
                yield from [None] * max(1, len(_slots(piece)))
        return place

    def _fill(self, slot: Slot, tokens: Sequence[Token], place: int) -> _Values:
        if slot.phrase is not None:
            return (yield from self._read_phrase(slot, slot.phrase, tokens, place))
        if not slot.many:
            yield self._value(slot, tokens[place], place)
            return place + 1
        found = []
        while place < len(tokens) and tokens[place].type in slot.terminals:
            found.append(tokens[place])
            place += 1
        if slot.kind is not None:
            found.sort(key=lambda token: slot.terminals.index(token.type))
        start = place - len(found)
        yield tuple(self._value(slot, token, start + n) for n, token in enumerate(found))
        return place

    def _read_phrase(self, slot: Slot, phrase: Phrase, tokens: Sequence[Token], place: int) -> _Values:
        """Yield the value of one phrase, or of as many as there are; return the place after them."""
        found = list[str]()
        lines = dict(zip(slot.terminals, phrase.lines, strict=True))
        while place < len(tokens) and tokens[place].type in lines and (slot.many or not found):
            size = len(lines[tokens[place].type].split())
            words = (self._word(token, place + n) for n, token in enumerate(tokens[place : place + size]))
            found.append(" ".join(words))
            place += size
        yield phrase.order(tuple(found)) if slot.many else found[0]
        return place

    def _word(self, token: Token, place: int) -> str:
        """The canonical text of a token."""
        if token.type not in self.shapes:
            return self._shown(token.type)
        return str(self.shapes[token.type].write(self._value(Slot((token.type,)), token, place)))

    def _value(self, slot: Slot, token: Token, place: int) -> object:
        if slot.kind is not None:
            return slot.kind.values[token.type]
        if token.type not in self.shapes:
            return self._shown(token.type)
        try:
            return self.shapes[token.type].read(token.text)
        except InvalidValue as problem:
            raise UnexpectedWord(place, (token.type,), why=problem.args[0]) from None

    # --- writing --------------------------------------------------------------------------------------------

    def text(self, plan: CompiledForm, order: AnyOrder) -> str:
        """Return the canonical text of an order: full English words, separated by single blanks."""
        if plan.form.parts is None:
            named = zip(plan.names, plan.defaults, strict=True)
            left = [(getattr(order, name), default) for name, default in named]
        else:
            left = [(part, None) for part in plan.form.parts(order)]
        return " ".join(self._written(plan.pieces, iter(left)))

    def _written(self, pieces: Sequence[Piece], left: Iterator[tuple[object, Any]]) -> Iterator[str]:
        """Yield the words of these pieces, taking their values and defaults from `left`."""
        for piece in pieces:
            if isinstance(piece, Keyword):
                yield piece.word
            elif isinstance(piece, Slot):
                yield from self._words(piece, next(left)[0])
            else:
                own = [*islice(left, max(1, len(_slots(piece))))]
                if any(value and value != default for value, default in own):
                    yield from self._written(piece.pieces, iter(own))

    def _words(self, slot: Slot, value: Any) -> list[str]:
        values = value if slot.many else (value,)
        if slot.kind is not None:
            known = self._written_as[slot.kind.name]
            words = [known[each] for each in values]
            return sorted(words) if slot.kind.by_word else words
        shape = self.shapes.get(slot.terminals[0]) if len(slot.terminals) == 1 else None
        return [(shape.write if shape else str)(each) for each in values]


def _slots(piece: OptionalPieces) -> list[Slot]:
    """Return the places for parts within optional pieces."""
    found: list[Slot] = []
    for each in piece.pieces:
        if isinstance(each, Slot):
            found.append(each)
        elif isinstance(each, OptionalPieces):
            found += _slots(each) or [Slot(())]
    return found


def _first_terminals(pieces: Sequence[Piece]) -> set[str]:
    """Return the terminals with which a sequence of pieces can begin."""
    found = set[str]()
    for piece in pieces:
        if isinstance(piece, OptionalPieces):
            found |= _first_terminals(piece.pieces)
            continue
        found |= {piece.terminal} if isinstance(piece, Keyword) else set(piece.terminals)
        break
    return found
