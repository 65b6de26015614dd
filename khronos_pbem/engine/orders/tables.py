"""LALR(1) tables of an order language, and the automaton that walks them.

A game's `orders.json` is made out of its forms by Lark (`python -m tests.make_grammar`); a test holds them
equal. Reading it takes a millisecond, where making it takes forty.
"""

from __future__ import annotations

import json
import pkgutil
from collections.abc import Mapping
from typing import Any, NamedTuple

FILE = "orders.json"
ROOT, END = "order", "$END"


class Token(NamedTuple):
    """A word with the terminal it was read as."""

    type: str
    text: str


class Grammar(NamedTuple):
    """LALR(1) tables: `rules` are names with the number of symbols they are made of.

    A row holds what a state does with a symbol: 0 or more is the state to go to, -1 - n is rule n made.
    The first state is 0, `end` the one in which an order is whole.
    """

    end: int
    rules: tuple[tuple[str, int], ...]
    rows: tuple[Mapping[str, int], ...]


def kept_grammar(package: str) -> Grammar:
    """The tables that a package has beside it in `orders.json`."""
    found = pkgutil.get_data(package, FILE)
    assert found is not None
    data = json.loads(found)
    rules = tuple((name, size) for name, size in data["rules"])
    return Grammar(data["end"], rules, tuple(data["rows"]))


class State(NamedTuple):
    """How far an order was read: the states on the stack, the last rule below `ROOT` made, its tokens.

    `read` is the last token behind all before it, as pairs in pairs: one more costs the same for any order.
    """

    grammar: Grammar
    stack: tuple[int, ...] = (0,)
    rule: str = ""
    read: tuple[Any, Token] | None = None

    @property
    def tokens(self) -> tuple[Token, ...]:
        """What was read so far, in its order."""
        found, rest = list[Token](), self.read
        while rest is not None:
            rest, token = rest
            found.append(token)
        return tuple(reversed(found))

    @property
    def row(self) -> Mapping[str, int]:
        """What may come next; some of it only seems to."""
        return self.grammar.rows[self.stack[-1]]

    def fed(self, token: Token) -> State | None:
        """The state after one token more; None if it does not fit."""
        made = _shifted(self, token.type)
        return None if made is None else State(self.grammar, *made, (self.read, token))

    def accepts(self) -> list[str]:
        """The terminals that may come next, `END` for the end, sorted."""
        return sorted(name for name in self.row if name.isupper() and _shifted(self, name) is not None)

    def finished(self) -> str | None:
        """The name of the order, if nothing is missing."""
        made = _shifted(self, END)
        return None if made is None else made[1]


def _shifted(state: State, terminal: str) -> tuple[tuple[int, ...], str] | None:
    """The stack behind a terminal, and the last rule that it completes; None if it does not fit."""
    tables, stack, rule = state.grammar, list(state.stack), state.rule
    while terminal != END or stack[-1] != tables.end:
        step = tables.rows[stack[-1]].get(terminal)
        if step is None:
            return None
        if step >= 0:
            stack.append(step)
            break
        made, size = tables.rules[-1 - step]
        del stack[-size:]
        stack.append(tables.rows[stack[-1]][made])
        rule = rule if made == ROOT else made
    return tuple(stack), rule
