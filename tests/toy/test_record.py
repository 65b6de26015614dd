"""The text record of a game with rolls: it names the numbers, and comes by itself to the same positions."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from khronos_pbem.archive.game_summary import shown_steps
from khronos_pbem.archive.records.open_record import read_game
from khronos_pbem.archive.records.publication import parse_delay, read_publication, sign_publication
from khronos_pbem.archive.records.text_record import text_record_of
from khronos_pbem.archive.records.text_record_reader import read_text_record
from khronos_pbem.archive.timeline import Chronicle
from khronos_pbem.errors import InvalidFile
from khronos_pbem.home.keyring import load_identity
from khronos_pbem.session.replay.open_save import open_for_reading
from tests.support.playing import NAMES, no_passphrase
from tests.toy.playing import Runners

HERE = Path("game.krec")


@pytest.fixture(scope="module", params=["", "all"])
def raced(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Runners:
    """A race of three that is over; once with everybody's point in every roll."""
    runners = Runners(tmp_path_factory.mktemp("record"), 3, 3)
    runners.start(**({"rolls": request.param} if request.param else {}))
    runners.play()
    return runners


def chronicle_of(runners: Runners) -> Chronicle:
    """The race as its save has it."""
    return read_game(runners.save, runners.context(NAMES[0])).chronicle


def test_a_record_with_its_rolls_is_the_same_to_the_byte(raced: Runners) -> None:
    chronicle = chronicle_of(raced)
    text = text_record_of(chronicle)
    assert text.startswith('[Race "1"]\n')
    assert ('[Rolls "all"]' in text) == ("rolls" in chronicle.header.options)
    again = read_text_record(text.encode(), HERE)
    assert text_record_of(again) == text
    ours, theirs = list(again.played_steps()), list(chronicle.played_steps())
    assert [(s.seq, s.order, s.rolled, s.auto, s.events, s.position, s.last) for s in ours] == [
        (s.seq, s.order, s.rolled, s.auto, s.events, s.position, s.last) for s in theirs
    ]
    assert again.winners == chronicle.winners != ()


def test_what_was_rolled_is_a_step_of_its_own(raced: Runners) -> None:
    """Also where a block only pays for a roll, and has no orders."""
    chronicle = chronicle_of(raced)
    rolled = [step for step in chronicle.played_steps() if step.rolled]
    assert rolled
    assert all(step.order == "" and step.events for step in rolled)
    assert all(step in shown_steps(chronicle) for step in rolled)
    if "rolls" in chronicle.header.options:
        assert "\n  -\n" in text_record_of(chronicle)


def test_a_number_that_was_not_rolled_is_refused(raced: Runners) -> None:
    """Too large, too many, none at all, or left out."""
    text = text_record_of(chronicle_of(raced))
    match = re.search(r" \(([0-9 ,]+)\)", text)
    assert match is not None
    for by in (" (4)", " (9999999999999999999999999)", " (1 1)", " (1, 1)", " (,)", " ( )", ""):
        with pytest.raises(InvalidFile) as caught:
            read_text_record(text.replace(match[0], by, 1).encode(), HERE)
        assert caught.value.line


def test_what_is_published_holds_the_rolls(raced: Runners) -> None:
    history = open_for_reading(raced.save, raced.home(NAMES[0]), rewind=True).history
    identity = load_identity(raced.home(NAMES[0]), NAMES[0], no_passphrase)
    text = sign_publication(
        history, raced.save, identity, parse_delay("0 blocks"), raced.context(NAMES[0]).at
    )
    assert read_publication(text.encode(), HERE).chronicle.winners == chronicle_of(raced).winners
    other = re.sub(r"\(([0-3])\)", lambda match: f"({(int(match[1]) + 1) % 4})", text, count=1)
    assert other != text
    with pytest.raises(InvalidFile):
        read_publication(other.encode(), HERE)
