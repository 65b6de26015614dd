"""Every paragraph of the rules is named by a test (VILLAGE 1 to 18)."""

from __future__ import annotations

import re
from pathlib import Path

from tests.games.my_village.cases import all_cases

LAST = {
    1: 7,
    2: 3,
    3: 4,
    4: 3,
    5: 2,
    6: 4,
    7: 9,
    8: 15,
    9: 8,
    10: 4,
    11: 5,
    12: 5,
    13: 5,
    14: 3,
    15: 3,
    18: 12,
}
"""The last paragraph of each chapter."""

_CITED = re.compile(r"VILLAGE ((?:\d+\.\d+(?:, | and )?)+)")


def test_every_paragraph_is_named() -> None:
    named = {rule for case in all_cases() for rule in case.rules}
    for path in Path(__file__).parent.rglob("test_*.py"):
        for match in _CITED.finditer(path.read_text(encoding="utf-8")):
            named.update(re.findall(r"\d+\.\d+", match[1]))
    every = {f"{chapter}.{n}" for chapter, last in LAST.items() for n in range(1, last + 1)}
    assert every - named == set()
