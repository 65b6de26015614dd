"""Bring the tables of the order languages up to date: `python -m tests.make_grammar`.

Lark makes them out of the forms of a game's orders; `engine.orders.tables` reads them. They are kept in the
game's folder because making them takes longer than most commands.
"""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path
from typing import Any

from lark import Lark
from lark.parsers.lalr_analysis import Shift

from khronos_pbem.engine.orders.language import Language
from khronos_pbem.engine.orders.tables import FILE, ROOT, Grammar
from khronos_pbem.games.khronos.order_text.grammar import LANGUAGE as KHRONOS
from khronos_pbem.games.my_village.order_text.grammar import LANGUAGE as MY_VILLAGE

LANGUAGES = (KHRONOS, MY_VILLAGE)


def kept(language: Language) -> Path:
    """Where the tables of a language are kept."""
    folder = import_module(language.package).__file__
    assert folder is not None
    return Path(folder).with_name(FILE)


def grammar(language: Language) -> Lark:
    """The grammar of a language's forms."""
    source = language.source()
    return Lark(source, start="order", parser="lalr", lexer="basic", maybe_placeholders=False)


def tables(lark: Lark) -> Grammar:
    """The tables of a grammar, its states and rules numbered as they are first met."""
    made: Any = lark.parser.parser._parse_table
    states, rules = [made.start_states[ROOT]], list[tuple[str, int]]()
    rows = []
    for state in states:  # grows on the way
        row = {}
        for symbol, (action, argument) in sorted(made.states[state].items()):
            if action is Shift:
                row[str(symbol)] = _number(states, argument)
            else:
                rule = (str(argument.origin.name), len(argument.expansion))
                row[str(symbol)] = -1 - _number(rules, rule)
        rows.append(row)
    return Grammar(states.index(made.end_states[ROOT]), tuple(rules), tuple(rows))


def _number(known: list[Any], item: Any) -> int:
    """The place of an item in a list, to which it is added if it is new."""
    if item not in known:
        known.append(item)
    return known.index(item)


def text(made: Grammar) -> str:
    """The tables as they are kept: a line for each state."""
    rows = ",\n".join(json.dumps(row, separators=(",", ":")) for row in made.rows)
    head = json.dumps({"end": made.end, "rules": made.rules}, separators=(",", ":"))
    return f'{head[:-1]},"rows":[\n{rows}\n]}}\n'


def main() -> None:
    """Write the tables of every language."""
    for language in LANGUAGES:
        kept(language).write_text(text(tables(grammar(language))), encoding="utf-8")


if __name__ == "__main__":
    main()
