"""The order language (FORMATS 2): text to orders by the grammar `orders.lark`, orders to canonical text.

A word is matched against the terminals that the grammar accepts at its place: abbreviations, errors and
completion all come from that.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches
from functools import cache, lru_cache, partial
from typing import Any

from khronos_pbem.engine.contract import Spelled
from khronos_pbem.engine.markers import holds_mark
from khronos_pbem.errors import AmbiguousOrder, UnreadableOrder
from khronos_pbem.games.khronos.language.reading import (
    SHAPES,
    Misfit,
    Reading,
    accepted_by,
    feed,
    read,
    source,
)
from khronos_pbem.games.khronos.language.splitting import MAX_SHOWN, MAX_WORDS, Line, in_quotes, shown, split
from khronos_pbem.games.khronos.language.tables import END, Token, begin
from khronos_pbem.games.khronos.language.words import (
    ENGLISH,
    LANGUAGES,
    PLACEHOLDERS,
    WORDS,
    begins_word,
    shown_word,
)
from khronos_pbem.games.khronos.model import orders as o
from khronos_pbem.games.khronos.model.pieces import BOARDS, BY_NAME, TYPES, Piece, Type, card_words
from khronos_pbem.saying import Speak, Typed, as_it_is, listed, say

MAX_MESSAGE = 500
MAX_ORDERS = 1000
"""Orders of one text, which may be those of several turns (`try`)."""

MAX_WORD = 4 * MAX_MESSAGE

# --- reading ----------------------------------------------------------------------------------------------


def parse(text: str) -> list[Spelled[o.Order]]:
    """The orders of a text, each with its place.

    Raises UnreadableOrder or AmbiguousOrder with line and column of the first word that does not fit.
    """
    found: list[Spelled[o.Order]] = []
    for line in split(text):
        _check_size(line, len(found))
        try:
            order = _order(tuple(word.text for word in line.words))
        except Misfit as misfit:
            raise _error(line, misfit) from None
        found.append(Spelled(order, line.line, line.words[0].column, line.text))
    return found


def _check_size(line: Line, before: int) -> None:
    """Raise UnreadableOrder for more words than any order has, or more orders than anybody gives."""
    where: dict[str, Any] = {"rule": "FORMATS 2", "line": line.line, "column": line.words[0].column}
    if before >= MAX_ORDERS:
        raise UnreadableOrder(say("more than {most} orders", most=MAX_ORDERS), **where)
    if len(line.words) > MAX_WORDS or any(len(word.text) > MAX_WORD for word in line.words):
        hint = say("an order is one line, or ends with ;")
        raise UnreadableOrder(say("{words!r} is too long for an order", words=line.text), hint=hint, **where)


@lru_cache(maxsize=8192)
def _order(words: tuple[str, ...]) -> o.Order:
    return _made(read(words), words)


# --- orders out of words ----------------------------------------------------------------------------------


def _made(reading: Reading, words: tuple[str, ...]) -> o.Order:
    order: o.Order = _MAKERS[reading.rule](reading.tokens, words)
    return order


def _cards(tokens: Sequence[Token]) -> tuple[Type, ...]:
    return tuple(sorted(TYPES[token.type.lower()] for token in tokens if token.type.lower() in TYPES))


def _squares(tokens: Sequence[Token]) -> list[str]:
    return [token.text.upper() for token in tokens if token.type == "SQUARE"]


def _number(tokens: Sequence[Token], default: int) -> int:
    return next((int(token.text) for token in tokens if token.type == "NUMBER"), default)


def _board(tokens: Sequence[Token]) -> Any:
    return next(BOARDS[token.type.lower()] for token in tokens if token.type.lower() in BOARDS)


def _extra(tokens: Sequence[Token]) -> tuple[Type, ...] | None:
    return _cards(tokens) if any(token.type == "WITH" for token in tokens) else None


def _swap(tokens: Sequence[Token], _: tuple[str, ...]) -> o.Order:
    return o.Swap(TYPES[tokens[1].type.lower()], _number(tokens, 1), _cards(tokens[3:]))


def _travel(tokens: Sequence[Token], words: tuple[str, ...]) -> o.Order:
    number = _number(tokens, 1)
    if number > 2:
        misfit = Misfit(1, ("NUMBER",))
        misfit.why = say("the adventurers are 1 and 2")
        raise misfit
    return o.Travel(number, _board(tokens))


def _piece(tokens: Sequence[Token]) -> Piece:
    return BY_NAME[shown_word(tokens[1].type, ENGLISH)]


def _build(tokens: Sequence[Token], _: tuple[str, ...]) -> o.Order:
    return o.Build(_piece(tokens), _board(tokens), _squares(tokens)[0], _extra(tokens))


def _upgrade(tokens: Sequence[Token], _: tuple[str, ...]) -> o.Order:
    at, old = _squares(tokens)
    return o.Upgrade(_piece(tokens), _board(tokens), at, old, _extra(tokens))


def _end(tokens: Sequence[Token], words: tuple[str, ...]) -> o.Order:
    order = o.End(_cards(tokens), _number(tokens, 0))
    if len(tokens) == 2:
        raise Misfit(len(words), ("CIVIL", "MILITARY", "RELIGIOUS"))
    return order


def _message(tokens: Sequence[Token], words: tuple[str, ...]) -> o.Order:
    quoted, misfit = tokens[1].text, Misfit(1, ("TEXT",))
    if len(quoted) < 2 or not re.fullmatch(r'"(?:[^"\\]|\\["\\])*"', quoted):
        misfit.why = say('a text ends with ", and \\" and \\\\ stand for " and \\')
        raise misfit
    text = re.sub(r"\\(.)", r"\1", quoted[1:-1])
    if not text.strip() or len(text) > MAX_MESSAGE or not text.isprintable():
        misfit.why = say("a message has 1 to {most} printable characters", most=MAX_MESSAGE)
        raise misfit
    if holds_mark(text):
        misfit.why = say("a message holds no line that begins like an order block or armor")
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
    "away": lambda tokens, _: o.Away(tokens[2].text),
    "resign": lambda tokens, _: o.Resign(),
    "end": _end,
}


# --- errors, completion, help -----------------------------------------------------------------------------


def _error(line: Line, misfit: Misfit) -> UnreadableOrder | AmbiguousOrder:
    index = min(misfit.index, len(line.words))
    ended = index == len(line.words)
    last = line.words[-1]
    word = last._replace(text="", column=last.column + len(last.text)) if ended else line.words[index]
    where: dict[str, Any] = {"rule": "FORMATS 2", "line": line.line, "column": word.column}
    if misfit.matches:
        meanings = listed([_shown_terminal(name) for name in misfit.matches])
        what = say("{words!r} could be {meanings}", words=shown(word.text), meanings=meanings)
        return AmbiguousOrder(what, hint=say("write one more letter"), **where)
    hint = misfit.why or _expected(word.text, misfit.accepted)
    form = _form_of(line.words[0].text) if index else None
    hint = say("{hint}; {form}", hint=hint, form=form) if form else hint
    if ended:
        return UnreadableOrder(say("{words!r} ends too early", words=line.text), hint=hint, **where)
    return UnreadableOrder(say("{words!r} does not fit here", words=shown(word.text)), hint=hint, **where)


def _expected(word: str, accepted: tuple[str, ...]) -> str:
    words = [shown for name in accepted if name in WORDS for shown in _forms(name)]
    near = get_close_matches(word.lower()[:MAX_SHOWN], words, n=1)
    if near:
        return say("did you mean {near}?", near=Typed(near[0]))
    possible: list[str] = [_shown_terminal(name) for name in accepted if name != END]
    if END in accepted:
        possible.append(say("the end of the order"))
    return say("expected {items}", items=listed(possible, " or "))


def _shown_terminal(name: str) -> str:
    """A terminal as errors name it; an order stands for itself."""
    if name in SHAPES or name not in WORDS:
        return SHAPES.get(name, name)
    word = shown_word(name, ENGLISH)
    return word if name == "DONJON" else say("{order}", order=word)


def _forms(terminal: str) -> list[str]:
    return [word for words in WORDS[terminal].values() for word in words]


def _form_of(word: str) -> str | None:
    found = [form for form, _, _ in help_table() if form.split()[0].startswith(word.lower())]
    return found[0] if len(found) == 1 else None


def complete(text: str, language: str = ENGLISH) -> list[str]:
    """The words of a language that may stand next in an order that begins so, or finish its last word."""
    words = [word.text for line in list(split(text))[-1:] for word in line.words]
    begun = words.pop() if words and not text[-1:].isspace() else ""
    state = begin()
    try:
        for index, word in enumerate(words):
            state = feed(state, index, word, (language,))
    except Misfit:
        return []
    accepted = [name for name in accepted_by(state) if name in WORDS]
    fitting = [name for name in accepted if not begun or begins_word(name, begun, (language,))]
    return sorted(shown_word(name, language) for name in fitting)


@cache
def help_table(language: str = ENGLISH) -> tuple[tuple[str, str, str], ...]:
    """One row for every order, out of the grammar: its form in a language, what it does, the paragraph."""
    rows = []
    for match in re.finditer(r"^\w+: (.+?) +// ([A-Z]+ [\d.]+): (.+)$", source(), re.MULTILINE):
        form = re.sub(r"\w+", partial(_help_word, language), match[1])
        rows.append((re.sub(r"[+*](?=\W|$)", "…", form), match[3], match[2]))
    return tuple(rows)


def _help_word(language: str, match: re.Match[str]) -> str:
    word = match.group()
    shapes = {"SQUARE": "F7", "NUMBER": "1", "TEXT": '"text"', "DATE": "2026-12-24"}
    return shapes.get(word) or (shown_word(word, language) if word.isupper() else _named(word, language))


def _named(word: str, language: str) -> str:
    return PLACEHOLDERS[word][LANGUAGES.index(language)] if word in PLACEHOLDERS else word


def help_lines(language: str = ENGLISH, speak: Speak = as_it_is) -> list[str]:
    """All orders, one a line, for people."""
    rows = help_table(language)
    wide = max(len(form) for form, _, _ in rows)
    return [f"{form:<{wide}}  {speak(meaning)} ({rule})" for form, meaning, rule in rows]


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
            return f"message {in_quotes(line)}"
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
