"""The order language (FORMATS 2): text to orders by the grammar `orders.lark`, orders to canonical text.

A word is matched against the terminals that the grammar accepts at its place: abbreviations, errors and
completion all come from that.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import get_close_matches
from functools import cache, lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, NamedTuple

from khronos_pbem.engine.contract import Spelled
from khronos_pbem.errors import AmbiguousOrder, UnreadableOrder
from khronos_pbem.khronos import orders as o
from khronos_pbem.khronos.pieces import BOARDS, BY_NAME, TYPES, Type, card_words

if TYPE_CHECKING:
    from lark import Lark, Token

MAX_MESSAGE = 500
MAX_SHOWN = 40

_PLAIN = str.maketrans(
    {
        **dict.fromkeys("“”„‟«»″", '"'),
        **dict.fromkeys("‘’‚‛′", "'"),
        **dict.fromkeys("‐‑‒–—―−", "-"),
        **dict.fromkeys(
            "\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a", " "
        ),
        **dict.fromkeys("\u202f\u205f\u3000\u200b\u200c\u200d\u2060\ufeff\u00ad\t\v\f", " "),
        **dict.fromkeys("\u2028\u2029\u0085\r", "\n"),
    }
)
_PIECES = re.compile(r'#[^\n]*|\n|;|"(?:[^"\\\n]|\\.)*"|"[^\n]*|[^\s;#"]+')
_SQUARE = re.compile(r"[a-z][1-9][0-9]?", re.IGNORECASE | re.ASCII)
_NUMBER = re.compile(r"[1-9][0-9]?", re.ASCII)
_DATE = re.compile(r"20[0-9]{2}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])", re.ASCII)
_SHAPES = {
    "SQUARE": "a square like F7",
    "NUMBER": "a number",
    "TEXT": 'a text in quotes, like "well played"',
    "DATE": "a day like 2026-12-24",
}


class Word(NamedTuple):
    """A word of an order as it was written, with its column (from 1)."""

    text: str
    column: int


class _Line(NamedTuple):
    words: tuple[Word, ...]
    line: int
    text: str


# --- reading ----------------------------------------------------------------------------------------------


def parse(text: str) -> list[Spelled[o.Order]]:
    """The orders of a text, each with its place.

    Raises UnreadableOrder or AmbiguousOrder with line and column of the first word that does not fit.
    """
    found = []
    for line in _split(text):
        try:
            order = _order(tuple(word.text for word in line.words))
        except _Misfit as misfit:
            raise _error(line, misfit) from None
        found.append(Spelled(order, line.line, line.words[0].column, line.text))
    return found


def _split(text: str) -> Iterator[_Line]:
    """The orders of a text as words; comments are left out, and columns are those of the text."""
    plain = text.replace("\r\n", " \n").translate(_PLAIN)
    line, start, words = 1, 0, list[Word]()
    for match in _PIECES.finditer(plain):
        piece = match.group()
        if piece in ("\n", ";"):
            yield from _flush(words, line)
            words = []
            if piece == "\n":
                line, start = line + 1, match.end()
        elif not piece.startswith("#"):
            words.append(Word(piece, match.start() - start + 1))
    yield from _flush(words, line)


def _flush(words: list[Word], line: int) -> Iterator[_Line]:
    if words:
        yield _Line(tuple(words), line, _shown(" ".join(word.text for word in words)))


def _shown(text: str) -> str:
    """Words as an error may quote them: printable, and not too long."""
    clean = "".join(c if c.isprintable() else "?" for c in text[: MAX_SHOWN + 1])
    return clean if len(clean) <= MAX_SHOWN else clean[: MAX_SHOWN - 1] + "…"


class _Misfit(Exception):
    """The word at `index` does not fit: `accepted` are the terminals that do, `matches` what it may mean."""

    def __init__(self, index: int, accepted: tuple[str, ...], matches: tuple[str, ...] = ()) -> None:
        super().__init__(index)
        self.index, self.accepted, self.matches = index, accepted, matches
        self.why = ""


@lru_cache(maxsize=8192)
def _order(words: tuple[str, ...]) -> o.Order:
    from lark import UnexpectedInput

    parser: Any = grammar().parse_interactive()
    for index, word in enumerate(words):
        _feed(parser, index, word)
    try:
        tree = parser.feed_eof()
    except UnexpectedInput:
        raise _Misfit(len(words), _sorted(parser.accepts())) from None
    return _made(tree, words)


def _feed(parser: Any, index: int, word: str) -> None:
    """Give the parser one word more. Raises _Misfit if it has no place there."""
    from lark import Token, UnexpectedInput

    try:
        parser.feed_token(Token(_terminal(parser, index, word), word))
    except UnexpectedInput:
        raise _Misfit(index, _sorted(parser.accepts())) from None


def _terminal(parser: Any, index: int, word: str) -> str:
    """The terminal that a word is at its place, of those that the grammar accepts there."""
    found = [name for name in parser.choices() if _means(name, word)]
    exact = [name for name in found if name == word.upper() or name in _SHAPES]
    found = exact or found
    if len(found) != 1:  # what may follow is looked at only where it matters: it takes time
        accepted = parser.accepts()
        found = [name for name in found if name in accepted]
        if len(found) != 1:
            raise _Misfit(index, _sorted(accepted), _sorted(found))
    return str(found[0])


def _means(terminal: str, word: str) -> bool:
    if terminal == "SQUARE":
        return _SQUARE.fullmatch(word) is not None
    if terminal == "NUMBER":
        return _NUMBER.fullmatch(word) is not None
    if terminal == "DATE":
        return _DATE.fullmatch(word) is not None
    if terminal == "TEXT":
        return word.startswith('"')
    return terminal.isalpha() and terminal.startswith(word.upper())


def _sorted(terminals: Any) -> tuple[str, ...]:
    return tuple(sorted(str(name) for name in terminals))


@cache
def grammar() -> Lark:
    """The grammar of `orders.lark`, built once."""
    from lark import Lark

    source = _source()
    return Lark(source, start="order", parser="lalr", lexer="basic", maybe_placeholders=False)


def _source() -> str:
    return files(__package__).joinpath("orders.lark").read_text(encoding="utf-8")


# --- orders out of words ----------------------------------------------------------------------------------


def _made(tree: Any, words: tuple[str, ...]) -> o.Order:
    tokens: list[Token] = list(tree.scan_values(lambda value: True))
    order: o.Order = _MAKERS[str(tree.data)](tokens, words)
    return order


def _cards(tokens: list[Token]) -> tuple[Type, ...]:
    return tuple(sorted(TYPES[token.type.lower()] for token in tokens if token.type.lower() in TYPES))


def _squares(tokens: list[Token]) -> list[str]:
    return [token.upper() for token in tokens if token.type == "SQUARE"]


def _number(tokens: list[Token], default: int) -> int:
    return next((int(token) for token in tokens if token.type == "NUMBER"), default)


def _board(tokens: list[Token]) -> Any:
    return next(BOARDS[token.type.lower()] for token in tokens if token.type.lower() in BOARDS)


def _extra(tokens: list[Token]) -> tuple[Type, ...] | None:
    return _cards(tokens) if any(token.type == "WITH" for token in tokens) else None


def _swap(tokens: list[Token], _: tuple[str, ...]) -> o.Order:
    return o.Swap(TYPES[tokens[1].type.lower()], _number(tokens, 1), _cards(tokens[3:]))


def _travel(tokens: list[Token], words: tuple[str, ...]) -> o.Order:
    number = _number(tokens, 1)
    if number > 2:
        misfit = _Misfit(1, ("NUMBER",))
        misfit.why = "the adventurers are 1 and 2"
        raise misfit
    return o.Travel(number, _board(tokens))


def _build(tokens: list[Token], _: tuple[str, ...]) -> o.Order:
    piece = BY_NAME[tokens[1].type.lower()]
    return o.Build(piece, _board(tokens), _squares(tokens)[0], _extra(tokens))


def _upgrade(tokens: list[Token], _: tuple[str, ...]) -> o.Order:
    at, old = _squares(tokens)
    return o.Upgrade(BY_NAME[tokens[1].type.lower()], _board(tokens), at, old, _extra(tokens))


def _end(tokens: list[Token], words: tuple[str, ...]) -> o.Order:
    order = o.End(_cards(tokens), _number(tokens, 0))
    if len(tokens) == 2:
        raise _Misfit(len(words), ("CIVIL", "MILITARY", "RELIGIOUS"))
    return order


def _message(tokens: list[Token], words: tuple[str, ...]) -> o.Order:
    quoted, misfit = str(tokens[1]), _Misfit(1, ("TEXT",))
    if len(quoted) < 2 or not re.fullmatch(r'"(?:[^"\\]|\\["\\])*"', quoted):
        misfit.why = 'a text ends with ", and \\" and \\\\ stand for " and \\'
        raise misfit
    text = re.sub(r"\\(.)", r"\1", quoted[1:-1])
    if not text.strip() or len(text) > MAX_MESSAGE or not text.isprintable():
        misfit.why = f"a message has 1 to {MAX_MESSAGE} printable characters"
        raise misfit
    return o.Message(text)


_MAKERS: dict[str, Any] = {
    "exchange": lambda tokens, _: o.Exchange(_cards(tokens)),
    "swap": _swap,
    "travel": _travel,
    "build": _build,
    "upgrade": _upgrade,
    "demolish": lambda tokens, _: o.Demolish(_board(tokens), _squares(tokens)[0]),
    "populate": lambda tokens, _: o.Populate(_squares(tokens)[0], _number(tokens, 1)),
    "renovate": lambda tokens, _: o.Renovate(_squares(tokens)[0], _number(tokens, 1)),
    "downsize": lambda tokens, _: o.Downsize(_squares(tokens)[0]),
    "place": lambda tokens, _: o.Place(_squares(tokens)[0]),
    "keep": lambda tokens, _: o.Keep(tokens[1].type.lower()),
    "policy": lambda tokens, _: o.Policy(tokens[2].type.lower()),
    "message": _message,
    "away": lambda tokens, _: o.Away(str(tokens[2])),
    "resign": lambda tokens, _: o.Resign(),
    "end": _end,
}


# --- errors, completion, help -----------------------------------------------------------------------------


def _error(line: _Line, misfit: _Misfit) -> UnreadableOrder | AmbiguousOrder:
    index = min(misfit.index, len(line.words))
    ended = index == len(line.words)
    last = line.words[-1]
    word = Word("", last.column + len(last.text)) if ended else line.words[index]
    where: dict[str, Any] = {"rule": "FORMATS 2", "line": line.line, "column": word.column}
    if misfit.matches:
        meanings = ", ".join(name.lower() for name in misfit.matches)
        return AmbiguousOrder(
            f"{_shown(word.text)!r} could be {meanings}", hint="write one more letter", **where
        )
    hint = misfit.why or _expected(word.text, misfit.accepted)
    form = _form_of(line.words[0].text) if index else None
    hint = f"{hint}; {form}" if form else hint
    if ended:
        return UnreadableOrder(f"{line.text!r} ends too early", hint=hint, **where)
    return UnreadableOrder(f"{_shown(word.text)!r} does not fit here", hint=hint, **where)


def _expected(word: str, accepted: tuple[str, ...]) -> str:
    words = [name.lower() for name in accepted if name.isalpha() and name not in _SHAPES]
    near = get_close_matches(word.lower()[:MAX_SHOWN], words, n=1)
    if near:
        return f"did you mean {near[0]}?"
    possible = [_SHAPES.get(name) or name.lower() for name in accepted if name != "$END"]
    if "$END" in accepted:
        possible.append("the end of the order")
    return f"expected {' or '.join(possible)}"


def _form_of(word: str) -> str | None:
    found = [form for form, _, _ in help_table() if form.split()[0].startswith(word.lower())]
    return found[0] if len(found) == 1 else None


def complete(text: str) -> list[str]:
    """The words that may stand next in an order of which this is the beginning, or finish its last word."""
    words = [word.text for line in list(_split(text))[-1:] for word in line.words]
    begun = words.pop() if words and not text[-1:].isspace() else ""
    parser: Any = grammar().parse_interactive()
    try:
        for index, word in enumerate(words):
            _feed(parser, index, word)
    except _Misfit:
        return []
    accepted = (name for name in _sorted(parser.accepts()) if name.isalpha() and name not in _SHAPES)
    return [name.lower() for name in accepted if name.startswith(begun.upper())]


@cache
def help_table() -> tuple[tuple[str, str, str], ...]:
    """One row for every order, out of the grammar: its form, what it does, the paragraph."""
    rows = []
    for match in re.finditer(r"^\w+: (.+?) +// ([A-Z]+ [\d.]+): (.+)$", _source(), re.MULTILINE):
        form = re.sub(r"\w+", _help_word, match[1]).replace("card+", "card…").replace("card*", "card…")
        rows.append((form, match[3], match[2]))
    return tuple(rows)


def _help_word(match: re.Match[str]) -> str:
    word = match.group()
    shapes = {"SQUARE": "F7", "NUMBER": "1", "TEXT": '"text"', "DATE": "2026-12-24"}
    return shapes.get(word) or (word.lower() if word.isupper() else word)


def help_text() -> str:
    """All orders, one a line, for people."""
    rows = help_table()
    wide = max(len(form) for form, _, _ in rows)
    return "\n".join(f"{form:<{wide}}  {meaning} ({rule})" for form, meaning, rule in rows)


# --- writing ----------------------------------------------------------------------------------------------


def text(order: o.Order) -> str:  # noqa: C901, PLR0912 - one line for each order
    """The canonical text of an order: full words, one blank, this order of parts (FORMATS 2)."""
    match order:
        case o.Exchange(cards):
            return f"exchange {_words(cards)}"
        case o.Swap(kind, count, give):
            return f"swap {kind.word} {count} for {_words(give)}"
        case o.Travel(adventurer, board):
            return f"travel {adventurer} {board.word}"
        case o.Build(piece, board, at, extra):
            return f"build {piece.name} {board.word} {at}{_with(extra)}"
        case o.Upgrade(piece, board, at, old, extra):
            return f"upgrade {piece.name} {board.word} {at} from {old}{_with(extra)}"
        case o.Demolish(board, at):
            return f"demolish {board.word} {at}"
        case o.Populate(at, count) | o.Renovate(at, count):
            return f"{type(order).__name__.lower()} {at}{f' {count}' if count > 1 else ''}"
        case o.Downsize(at) | o.Place(at):
            return f"{type(order).__name__.lower()} {at}"
        case o.Keep(colour):
            return f"keep {colour}"
        case o.Policy(placement):
            return f"policy placement {placement}"
        case o.Message(line):
            escaped = line.replace("\\", "\\\\").replace('"', '\\"')
            return f'message "{escaped}"'
        case o.Away(until):
            return f"away until {until}"
        case o.Resign():
            return "resign"
        case o.End(kept, hidden):
            parts = ["end", *(["keep"] if kept or hidden else []), *([str(hidden)] if hidden else [])]
            return " ".join([*parts, *card_words(kept)])


def _words(cards: tuple[Type, ...]) -> str:
    return " ".join(card_words(cards))


def _with(extra: tuple[Type, ...] | None) -> str:
    return f" with {_words(extra)}" if extra else ""
