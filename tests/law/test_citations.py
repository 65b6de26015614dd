"""Every paragraph that the program, its comments and its tests cite is there to be read (FORMATS 1)."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from khronos_pbem import errors
from khronos_pbem.errors import KhronosError
from khronos_pbem.games.khronos.order_text.grammar import LANGUAGE
from khronos_pbem.manual.rule_pages import FOLDER, PAGES, page
from tests.architecture.sources import PACKAGE, ROOT, culprits, tree_of

KNOWN = {each.name for name in PAGES for each in page(name).paragraphs.values()}
SOURCES = [
    path
    for folder in (PACKAGE, ROOT / "tests")
    for path in sorted(folder.rglob("*"))
    if path.suffix in (".py", ".lark", ".html", ".js", ".css")
    and FOLDER not in path.parents
    and Path(__file__).parent not in path.parents
]
_ONE = r"P?\d+(?:\.\d+)?"
_CITED = re.compile(rf"\b(RULES|FORMATS|DECK|VILLAGE) ((?:chapter )?{_ONE}(?:(?:, | and |–|/){_ONE}\b)*)")
_BARE = re.compile(r"[1-9]\d?\.\d{1,2}")


def cited_in_words(text: str) -> Iterator[str]:
    """The citations of a text that name their page; `RULES 6.1, 6.5` are two."""
    for match in _CITED.finditer(text):
        for number in re.findall(_ONE, match[2]):
            yield f"{match[1]} {number}"


def given_as_rule(tree: ast.AST) -> Iterator[ast.expr]:
    """What is given as `rule`: in calls, as a default, in a dictionary of such arguments."""
    for node in ast.walk(tree):
        if isinstance(node, ast.keyword) and node.arg == "rule":
            yield node.value
        elif isinstance(node, ast.Dict):
            yield from (v for k, v in zip(node.keys, node.values, strict=True) if _is(k, "rule"))
        elif isinstance(node, ast.arguments):
            named = [*node.posonlyargs, *node.args][-len(node.defaults) :] if node.defaults else []
            yield from (v for a, v in zip(named, node.defaults, strict=True) if a.arg == "rule")


def _is(node: ast.expr | None, value: str) -> bool:
    return isinstance(node, ast.Constant) and node.value == value


def cited_in_code(tree: ast.AST) -> Iterator[str]:
    """The bare numbers of a module: `rule="9"`, and every text like "6.4", as refusals and events have it."""
    constants = [node for each in given_as_rule(tree) for node in ast.walk(each)]
    constants += [node for node in ast.walk(tree) if isinstance(node, ast.Constant)]
    for place, node in enumerate(constants):
        if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
            continue
        given = place < len(constants) and re.fullmatch(r"\d+", node.value) and _in_rule(node, tree)
        if _BARE.fullmatch(node.value) or given:
            yield f"RULES {node.value}"


def _in_rule(constant: ast.Constant, tree: ast.AST) -> bool:
    return any(constant is node for each in given_as_rule(tree) for node in ast.walk(each))


def test_every_cited_paragraph_is_there() -> None:
    def wrong(path: Path) -> list[str]:
        found = set(cited_in_words(path.read_text(encoding="utf-8")))
        if path.suffix == ".py" and PACKAGE in path.parents:
            found |= set(cited_in_code(tree_of(path)))
        return sorted(found - KNOWN)

    assert culprits(SOURCES, wrong) == {}


def test_the_search_finds_what_is_wrong() -> None:
    """The net has no holes: each form of a citation is seen."""
    assert list(cited_in_words('"""By RULES 6.1, 99.5 and DECK P9, DECK 3–12."""')) == [
        *("RULES 6.1", "RULES 99.5", "DECK P9", "DECK 3", "DECK 12")
    ]
    code = """
def broken(what, rule="DECK 99"): ...
raise UsageError("x", rule="14")
raise UsageError("x", rule="9" if what else "3.9")
where = {"rule": "15"}
found = Refusal("6.9", "why")
size = "16"
"""
    assert sorted(set(cited_in_code(ast.parse(code)))) == [
        *("RULES 14", "RULES 15", "RULES 3.9", "RULES 6.9", "RULES 9")
    ]


def families() -> list[type[KhronosError]]:
    kinds = [kind for kind in vars(errors).values() if isinstance(kind, type)]
    return [kind for kind in kinds if issubclass(kind, KhronosError)]


@pytest.mark.parametrize("kind", families(), ids=lambda kind: kind.__name__)
def test_an_error_that_names_no_paragraph_cites_that_of_its_class(kind: type[KhronosError]) -> None:
    problem = kind("what")
    assert problem.rule in KNOWN
    law = problem.rule.startswith("DECK")
    assert str(problem) == ("what (DECK 8)" if law else "what"), "nobody looks up what is only typed wrongly"
    assert str(problem.format_message(cite=True)) == f"what ({problem.rule})"
    shown = "" if problem.rule == KhronosError.cites else f" ({problem.rule})"
    assert str(kind("what", block=3)) == f"block 3: what{shown}"
    assert problem.to_data()["rule"] == problem.rule


def test_the_orders_page_cites_paragraphs_that_there_are() -> None:
    assert {rule for _, _, rule in LANGUAGE.help_table()} <= KNOWN
