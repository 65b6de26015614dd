"""The form of an order: one description by which its words are read, written, completed and explained.

A form is a line like `BUILD piece board SQUARE [WITH card+]`. Words in capitals are keywords, or `Shape`s
where the game has one of that name; small ones are `Kind`s or `Phrase`s; `[…]` may be left out; `(A | B)` is
one of several, `(A | B+)` a list of one or of several; `+` and `*` are lists. What is no keyword is a part of
the order: the parts are the fields of the order's class, one after the other. Optional keywords by themselves
are a part that is True or False.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from khronos_pbem.engine.orders.tables import Token
from khronos_pbem.values import defaults_of, fields_of


class Misfit(Exception):
    """The word at `index` does not fit: `accepted` are the terminals that do, `matches` what it may mean.

    `why` is a sentence, where there is more to say.
    """

    def __init__(
        self, index: int, accepted: tuple[str, ...], matches: tuple[str, ...] = (), why: str = ""
    ) -> None:
        super().__init__(index)
        self.index, self.accepted, self.matches, self.why = index, accepted, matches, why


class Unfit(Exception):
    """What has the pattern of a shape, but cannot be one; its argument is the sentence why."""


class Shape(NamedTuple):
    """A terminal that is no word but a pattern: a number, a square, a day.

    `called` is what errors call it, `example` stands in forms, and `examples` has the languages in which
    another word stands there. `read` makes a part of an order of it, and raises Unfit for what cannot be one;
    `write` makes its canonical text.
    """

    terminal: str
    pattern: re.Pattern[str]
    called: str
    example: str
    read: Callable[[str], Any] = str
    write: Callable[[Any], str] = str
    examples: Mapping[str, str] = MappingProxyType({})

    def example_in(self, language: str) -> str:
        """What stands for it in the forms of a language."""
        return self.examples.get(language, self.example)


class Kind(NamedTuple):
    """A word out of several: a rule of the grammar with the terminals it may be, and what each stands for.

    A list is read in the order of `values`; it is written in it too, or sorted by its words.
    """

    name: str
    values: Mapping[str, Any]
    by_word: bool = False


class Phrase(NamedTuple):
    """A part of one word or of several: its value is its canonical text, like `field 2`.

    `lines` are what it may be: terminals one after the other, each line beginning with another one. `order`
    puts a list of them in its order.
    """

    name: str
    lines: tuple[str, ...]
    order: Callable[[tuple[str, ...]], tuple[str, ...]] = tuple


class Form(NamedTuple):
    """An order's class, its line of the grammar, the paragraph, and what it does, as one sentence.

    `make` makes the order of its tokens and parts where it is not simply its class with its parts (a part
    that was left out is None; Misfit may be raised), and `parts` gives them back in the order of the line.
    """

    order: type
    line: str
    paragraph: str
    help: str
    make: Callable[[Sequence[Token], Sequence[Any]], Any] | None = None
    parts: Callable[[Any], Sequence[Any]] | None = None

    @property
    def name(self) -> str:
        """The name of its rule in the grammar."""
        return self.order.__name__.lower()


class Keyword(NamedTuple):
    """A keyword of a form, and the English word for it."""

    terminal: str
    word: str


class Slot(NamedTuple):
    """A place for a part: the terminals it may begin with; `many` where it is a list, `kind` or `phrase`
    where it has one."""

    terminals: tuple[str, ...]
    many: bool = False
    kind: Kind | None = None
    phrase: Phrase | None = None


class Maybe(NamedTuple):
    """Pieces that may be left out."""

    pieces: tuple[Keyword | Slot | Maybe, ...]


Piece = Keyword | Slot | Maybe


class Plan(NamedTuple):
    """A form with what is worked out of it once: its pieces, and the names and defaults of its parts."""

    form: Form
    pieces: tuple[Piece, ...]
    names: tuple[str, ...]
    defaults: tuple[Any, ...]


_PIECES = re.compile(r"[\[\]()|]|\w+[+*]?")


class Parts:
    """What the kinds and shapes of a language make of the lines of its forms."""

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

    def plan(self, form: Form) -> Plan:
        """What is worked out of a form once. Raises ValueError for a line that cannot be understood."""
        words = _PIECES.findall(form.line)
        if "".join(words) != "".join(form.line.split()):
            raise ValueError(f"not a form: {form.line}")
        pieces = tuple(self._until(words, ""))
        names, defaults = fields_of(form.order), defaults_of(form.order)
        return Plan(form, pieces, names, tuple(map(defaults.get, names)))

    def _until(self, words: list[str], closing: str) -> list[Piece]:
        found: list[Piece] = []
        while words and words[0] != closing:
            word = words.pop(0)
            if word == "[":
                found.append(Maybe(tuple(self._until(words, "]"))))
            elif word == "(":
                end = words.index(")")
                names = [name for name in words[:end] if name != "|"]
                bare = tuple(name.rstrip("+*") for name in names)
                found.append(Slot(bare, many=list(bare) != names))
                del words[: end + 1]
            else:
                found.append(self._piece(word))
        del words[:1]
        return found

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

    def order(self, plan: Plan, tokens: Sequence[Token]) -> Any:
        """The order that these tokens are, which are of this form. Raises Misfit."""
        values = list[Any]()
        self._read(plan.pieces, tokens, 0, values)
        if plan.form.make is not None:
            return plan.form.make(tokens, values)
        named = zip(plan.names, values, strict=True)
        return plan.form.order(**{name: value for name, value in named if value is not None})

    def _read(self, pieces: Sequence[Piece], tokens: Sequence[Token], place: int, values: list[Any]) -> int:
        for piece in pieces:
            if isinstance(piece, Keyword):
                place += 1
            elif isinstance(piece, Slot):
                place = self._fill(piece, tokens, place, values)
            elif place < len(tokens) and tokens[place].type in _first(piece.pieces):
                if not _slots(piece):
                    values.append(True)
                place = self._read(piece.pieces, tokens, place, values)
            else:
                values += [None] * max(1, len(_slots(piece)))
        return place

    def _fill(self, slot: Slot, tokens: Sequence[Token], place: int, values: list[Any]) -> int:
        if slot.phrase is not None:
            return self._say(slot, slot.phrase, tokens, place, values)
        if not slot.many:
            values.append(self._value(slot, tokens[place], place))
            return place + 1
        found = []
        while place < len(tokens) and tokens[place].type in slot.terminals:
            found.append(tokens[place])
            place += 1
        if slot.kind is not None:
            found.sort(key=lambda token: slot.terminals.index(token.type))
        start = place - len(found)
        values.append(tuple(self._value(slot, token, start + n) for n, token in enumerate(found)))
        return place

    def _say(self, slot: Slot, phrase: Phrase, tokens: Sequence[Token], place: int, values: list[Any]) -> int:
        """A phrase, or as many as there are."""
        found = list[str]()
        lines = dict(zip(slot.terminals, phrase.lines, strict=True))
        while place < len(tokens) and tokens[place].type in lines and (slot.many or not found):
            size = len(lines[tokens[place].type].split())
            words = (self._word(token, place + n) for n, token in enumerate(tokens[place : place + size]))
            found.append(" ".join(words))
            place += size
        values.append(phrase.order(tuple(found)) if slot.many else found[0])
        return place

    def _word(self, token: Token, place: int) -> str:
        """The canonical text of a token."""
        if token.type not in self.shapes:
            return self._shown(token.type)
        return str(self.shapes[token.type].write(self._value(Slot((token.type,)), token, place)))

    def _value(self, slot: Slot, token: Token, place: int) -> Any:
        if slot.kind is not None:
            return slot.kind.values[token.type]
        if token.type not in self.shapes:
            return self._shown(token.type)
        try:
            return self.shapes[token.type].read(token.text)
        except Unfit as problem:
            raise Misfit(place, (token.type,), why=problem.args[0]) from None

    # --- writing --------------------------------------------------------------------------------------------

    def text(self, plan: Plan, order: Any) -> str:
        """The canonical text of an order: full English words, one blank between them."""
        if plan.form.parts is None:
            named = zip(plan.names, plan.defaults, strict=True)
            left = [(getattr(order, name), default) for name, default in named]
        else:
            left = [(part, None) for part in plan.form.parts(order)]
        return " ".join(self._written(plan.pieces, left))

    def _written(self, pieces: Sequence[Piece], left: list[tuple[Any, Any]]) -> list[str]:
        """The words of these pieces; their values are taken off `left`."""
        words = list[str]()
        for piece in pieces:
            if isinstance(piece, Keyword):
                words.append(piece.word)
            elif isinstance(piece, Slot):
                words += self._words(piece, left.pop(0)[0])
            else:
                count = max(1, len(_slots(piece)))
                own, left[:count] = left[:count], []
                if any(value and value != default for value, default in own):
                    words += self._written(piece.pieces, own)
        return words

    def _words(self, slot: Slot, value: Any) -> list[str]:
        values = value if slot.many else (value,)
        if slot.kind is not None:
            known = self._written_as[slot.kind.name]
            words = [known[each] for each in values]
            return sorted(words) if slot.kind.by_word else words
        shape = self.shapes.get(slot.terminals[0]) if len(slot.terminals) == 1 else None
        return [(shape.write if shape else str)(each) for each in values]


def _slots(piece: Maybe) -> list[Slot]:
    """The places for parts within pieces that may be left out."""
    found: list[Slot] = []
    for each in piece.pieces:
        if isinstance(each, Slot):
            found.append(each)
        elif isinstance(each, Maybe):
            found += _slots(each) or [Slot(())]
    return found


def _first(pieces: Sequence[Piece]) -> set[str]:
    """The terminals with which pieces may begin."""
    found = set[str]()
    for piece in pieces:
        if isinstance(piece, Maybe):
            found |= _first(piece.pieces)
            continue
        found |= {piece.terminal} if isinstance(piece, Keyword) else set(piece.terminals)
        break
    return found
