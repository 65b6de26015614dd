"""Every paragraph of the rules has a test that names it."""

from __future__ import annotations

import re
from pathlib import Path

from tests.games.khronos.cases import all_cases, read_case

TESTS = Path(__file__).parent.parent
CHAPTERS = {1: 6, 3: 4, 4: 2, 5: 9, 6: 5, 7: 9, 8: 8, 9: 4, 10: 3, 13: 22}
"""The number of paragraphs of each chapter; 2 and 12 have none, of 11 only what one machine can do."""
PARAGRAPHS = {f"{chapter}.{number}" for chapter, count in CHAPTERS.items() for number in range(1, count + 1)}
PARAGRAPHS |= {"2", "11.1", "11.2", "11.3", "12"}


def named_in_tests() -> set[str]:
    """The paragraphs that cases and docstrings of tests name; `RULES 6.1–6.5` names all of them."""
    found = {rule for path in all_cases() for rule in read_case(path).rules}
    for path in TESTS.rglob("test_*.py"):
        for match in re.finditer(
            r"RULES ((?:\d+(?:\.\d+)?(?:[–, ]+|\b))+)", path.read_text(encoding="utf-8")
        ):
            found |= set(re.findall(r"\d+(?:\.\d+)?", match[1]))
    return found


def test_every_paragraph_is_named_by_a_test() -> None:
    assert PARAGRAPHS - named_in_tests() == set()


def test_cases_name_paragraphs_that_there_are() -> None:
    known = PARAGRAPHS | {"10", "11", "5", "6", "7", "8", "9"}
    for path in all_cases():
        assert set(read_case(path).rules) <= known, path.name
