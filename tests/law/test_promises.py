"""SECURITY.md names tests that there are, and the page of weaknesses says what is missing (DECK 1)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from khronos_pbem.cli.commands import COMMANDS
from khronos_pbem.manual.rule_pages import page

ROOT = Path(__file__).parent.parent.parent
SECURITY = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
WEAKNESSES = (ROOT / "docs" / "weaknesses.md").read_text(encoding="utf-8")
NAMED = re.findall(r"`((?:\w+/)+test_\w+\.py)::(\w+)`", SECURITY)


def test_every_promise_is_tested() -> None:
    """P1 to P7, in the words and order of DECK 1, each with tests of its own."""
    parts = re.split(r"^### ", SECURITY.split("## Beyond the promises")[0], flags=re.MULTILINE)[1:]
    assert [part.split(":")[0] for part in parts] == [f"P{number}" for number in range(1, 8)]
    for part in parts:
        assert part.split(":")[0] in page("DECK").paragraphs
        assert len(re.findall(r"^\* `(?:\w+/)+test_\w+\.py::\w+`$", part, re.MULTILINE)) >= 3


@pytest.mark.parametrize(("file", "name"), NAMED, ids=[name for _, name in NAMED])
def test_a_named_test_is_there(file: str, name: str) -> None:
    text = (ROOT / "tests" / file).read_text(encoding="utf-8")
    assert re.search(rf"^def {name}\(", text, re.MULTILINE), f"{file} has no {name}"


def test_no_test_is_named_twice() -> None:
    assert len(set(NAMED)) == len(NAMED) >= 50


@pytest.mark.parametrize("path", [ROOT / "SECURITY.md", *sorted((ROOT / "docs").glob("*.md"))], ids=str)
def test_links_lead_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", path.read_text(encoding="utf-8")):
        assert (path.parent / target).exists(), target


def commands_of_the_law() -> set[str]:
    """The commands in the first column of the table of FORMATS 1."""
    text = page("FORMATS").paragraphs["1"].text
    rows = [re.split(r"(?<!\\)\|", row)[1] for row in text.splitlines() if row.startswith("| `khronos")]
    return {words.split()[0] for row in rows for words in re.findall(r"`(?:khronos )?([a-z][^`]*)`", row)}


def test_what_the_law_has_and_the_program_has_not_is_said() -> None:
    """FORMATS 1: every command is there, as the page of weaknesses says."""
    wanted = commands_of_the_law()
    assert {"keygen", "play", "receive", "vote", "rules", "demo"} <= wanted
    there = set(COMMANDS)
    assert "Every command in [FORMATS 1](formats.md) is implemented." in WEAKNESSES
    assert wanted <= there
    assert there <= wanted, "a command that FORMATS 1 does not have"
