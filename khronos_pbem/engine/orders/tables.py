"""LALR(1) tables of an order language, and the automaton that uses them.

Lark makes a game's `orders.json` from its forms (`python -m tests.make_grammar`); a test checks that
the file and the forms agree. Reading the file takes a millisecond; making it takes forty.
"""

from __future__ import annotations

import json
import pkgutil
from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

FILE = "orders.json"
ROOT, END = "order", "$END"


class Token(NamedTuple):
    """A word and the terminal as which it was parsed."""

    type: str
    text: str


class Grammar(NamedTuple):
    """LALR(1) tables; `rules` are names, each with its number of symbols.

    A row maps the symbols that a state accepts to actions. An action of 0 or more is the next state; an
    action -1 - n reduces by rule n. The first state is 0; in state `end`, an order is complete.
    """

    end: int
    rules: tuple[tuple[str, int], ...]
    rows: tuple[Mapping[str, int], ...]


def load_grammar(package: str) -> Grammar:
    """Read the tables from the file `orders.json` of a package."""
    found = pkgutil.get_data(package, FILE)
    assert found is not None
    data = json.loads(found)
    rules = tuple((name, size) for name, size in data["rules"])
    return Grammar(data["end"], rules, tuple(data["rows"]))


LinkedTokens: TypeAlias = "tuple[LinkedTokens, Token] | None"
"""A linked list of tokens, newest first: a pair of the earlier tokens and the newest token."""


class ParserState(NamedTuple):
    """The state while an order is parsed: the stack of states, the last rule, and the tokens read.

    `rule` is the last rule below `ROOT` that was reduced. `read` is a linked list of tokens, the newest
    first, so that adding one takes constant time.
    """

    grammar: Grammar
    stack: tuple[int, ...] = (0,)
    rule: str = ""
    read: LinkedTokens = None

    @property
    def tokens(self) -> tuple[Token, ...]:
        """The tokens read so far, in sequence."""
        found, rest = list[Token](), self.read
        while rest is not None:
            rest, token = rest
            found.append(token)
        return tuple(reversed(found))

    @property
    def row(self) -> Mapping[str, int]:
        """The actions of the current state by symbol; some of the terminals may still be refused."""
        return self.grammar.rows[self.stack[-1]]

    def with_token(self, token: Token) -> ParserState | None:
        """Return the state after one more token; None if it does not fit."""
        made = _shifted(self, token.type)
        return None if made is None else ParserState(self.grammar, *made, (self.read, token))

    def accepts(self) -> list[str]:
        """Return the sorted terminals that can come next, with `END` if the order can end."""
        return sorted(name for name in self.row if name.isupper() and _shifted(self, name) is not None)

    def finished(self) -> str | None:
        """Return the name of the order's rule if the order is complete; otherwise None."""
        made = _shifted(self, END)
        return None if made is None else made[1]


def _shifted(state: ParserState, terminal: str) -> tuple[tuple[int, ...], str] | None:
    """Return the stack after a terminal and the last rule reduced; None if it does not fit."""
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
