"""Every command that the program, its pages or its letters advise is one that can be typed (FORMATS 1)."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from khronos_pbem.cli import next_steps
from tests.make_catalogues import messages, pair
from tests.program.advised import advice
from tests.program.advised.advice import Shown
from tests.program.advised.harvest import Harvest, listening, saying_no_more
from tests.program.advised.situations import NOT_MET, SITUATIONS
from tests.support.chance import without_chance

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


def test_what_is_advised_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In every situation each command that is printed is typed, right there; and no message is left out.

    A message that advises a new command needs a situation, or a reason in NOT_MET.
    """
    monkeypatch.setattr(next_steps, "is_read_by_person", lambda: True)
    met, wrong = set[str](), dict[str, Any]()
    for name, situation in SITUATIONS.items():
        harvest = Harvest(tmp_path / name, met)
        with without_chance("advised"), monkeypatch.context() as patched:
            listening(harvest, patched)
            situation(harvest)
        assert harvest.typed, name
        wrong |= {name: harvest.wrong} if harvest.wrong else {}
    assert wrong == {}
    advising = {text for text in advice.advising_templates() if not advice.is_help(text)}
    unmet = {message for message in messages() if advising & {*pair(message)} and not met & {*pair(message)}}
    assert {text for message in unmet for text in pair(message)} == {*NOT_MET, *saying_no_more()}
