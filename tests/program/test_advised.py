"""Every command that the program, its pages or its letters advise is one that can be typed (FORMATS 1)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from khronos_pbem.cli import following
from tests.chance import without_chance
from tests.program import advice
from tests.program.advice import Shown
from tests.program.harvest import Harvest, listening
from tests.program.situations import NOT_MET, SITUATIONS

FOREIGN = ("de", "fr")


def _shape(line: str) -> str:
    """A command line without the words that are translated: orders, and words in capitals for others."""
    line = re.sub(r"'[^']*'", "''", line)
    line = re.sub(r"^khronos (help|rules) .*", r"khronos \1", line)
    return " ".join("WORD" if word.isupper() else word for word in line.split())


def test_every_message_advises_commands_that_there_are() -> None:
    found = [
        Shown(text, line, named=advice.is_help(text))
        for text, lines in advice.advising_templates().items()
        for line in lines
    ]
    assert len(found) > 100
    assert {shown.line: wrong for shown in found if (wrong := advice.judged(shown))} == {}


@pytest.mark.parametrize("language", FOREIGN)
def test_a_message_advises_the_same_in_every_language(language: str) -> None:
    translated = advice.translations(language)
    for text, lines in advice.advising_templates().items():
        other, is_help = advice.commands_in(translated[text]), advice.is_help(text)
        assert sorted(map(_shape, other)) == sorted(map(_shape, lines)), (text, translated[text])
        assert [line for line in other if advice.judged(Shown(text, line, is_help))] == []


def test_every_page_shows_commands_that_there_are() -> None:
    found = [shown for where, page in advice.pages().items() for shown in advice.shown_on(where, page)]
    assert len(found) > 500
    assert {shown.line: wrong for shown in found if (wrong := advice.judged(shown))} == {}


# --- what is advised is typed -----------------------------------------------------------------------------

MET: set[str] = set()
"""The templates that a situation has printed."""


@pytest.fixture
def harvest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Harvest]:
    """What is advised to people at a terminal, all of whom live in one folder."""
    monkeypatch.setattr(following, "at_terminal", lambda: True)
    found = Harvest(tmp_path / "all", MET)
    found.root.mkdir()
    listening(found, monkeypatch)
    with without_chance("advised"):
        yield found
    assert found.wrong == []


@pytest.mark.parametrize("name", SITUATIONS)
def test_what_is_advised_works(name: str, harvest: Harvest) -> None:
    SITUATIONS[name](harvest)


def test_every_message_that_advises_was_met() -> None:
    advising = set(advice.advising_templates())
    assert {*NOT_MET} <= advising
    assert sorted(advising - MET - {*NOT_MET}) == []
    assert MET & {*NOT_MET} == set()
