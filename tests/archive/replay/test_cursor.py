"""Games in which somebody was voted out or followed: records, publications and pages of them (DECK 9)."""

from __future__ import annotations

from pathlib import Path

import pytest

from khronos_pbem.archive.game_summary import seat_accounts
from khronos_pbem.archive.records.publication import (
    check_publication_matches,
    parse_delay,
    read_publication,
    sign_publication,
)
from khronos_pbem.archive.records.text_record import text_record_of
from khronos_pbem.archive.records.text_record_reader import read_text_record
from khronos_pbem.archive.timeline import chronicle_from_history, step_title
from khronos_pbem.errors import InvalidFile
from khronos_pbem.home.keyring import Identity
from khronos_pbem.record.chain import block_hashes
from khronos_pbem.session.replay.history import History
from khronos_pbem.session.replay.replay import replay
from tests.session.memory import AT, Memory, identity, second_turn
from tests.support.playing import COLOURS

SUCCESSOR = Identity("sarah", b"s" * 32)


def history_of(game: Memory) -> History:
    return replay(game.save, block_hashes(game.save))


@pytest.fixture(scope="module")
def changed() -> Memory:
    """A game of four: one is voted out, another one's seat is taken over, and it goes on."""
    game = second_turn(4)
    missing = COLOURS[game.mover]
    game.go_on(missing)
    game.settle()
    game.play("end")
    game.settle()
    colour = COLOURS[game.mover]
    game.go_on(colour, offers=(game.offer(colour, SUCCESSOR),))
    game.settle()
    game.play("end")
    return game


def test_the_record_says_it_and_is_read_again_to_the_byte(changed: Memory) -> None:
    chronicle = chronicle_from_history(history_of(changed), Path("game"))
    text = text_record_of(chronicle)
    assert text.startswith('[Khronos "2"]')
    lines = text.splitlines()
    assert sum(line.startswith("  vote without ") for line in lines) == 2
    assert any(line.startswith("  vote without ") and " for " in line for line in lines)
    again = read_text_record(text.encode(), Path("record"))
    assert text_record_of(again) == text
    game = changed.table.game
    assert game.public_data(again.position) == game.public_data(changed.table.position)
    assert [each["ecus"] for each in seat_accounts(again)] == [
        each["ecus"] for each in seat_accounts(chronicle)
    ]
    titles = {step_title(again, step).partition(") ")[2] for step in again.played_steps() if step.change}
    assert titles == {"confirms the vote"}


def test_nobody_gone_is_the_first_version(changed: Memory) -> None:
    text = text_record_of(chronicle_from_history(history_of(second_turn(4)), Path("game")))
    assert text.startswith('[Khronos "1"]')


def test_a_publication_holds_nothing_hidden_and_is_of_this_game(changed: Memory) -> None:
    history = history_of(changed)
    text = sign_publication(history, Path("game"), identity(0), parse_delay("0 blocks"), AT)
    publication = read_publication(text.encode(), Path("record"))
    check_publication_matches(publication, history)


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("  end", "  end ", "this line does not match the game"),
        ("  vote without ", "  vote without pink ", "this is not a vote"),
        ("  vote without ", "  vote with ", "this is not a vote"),
        (" for ", " for red for ", "this is not a vote"),
        ('[Khronos "2"]', '[Khronos "1"]', "this line does not match the game"),
    ],
)
def test_a_record_that_was_changed_is_refused(changed: Memory, old: str, new: str, what: str) -> None:
    text = text_record_of(chronicle_from_history(history_of(changed), Path("game")))
    assert old in text
    with pytest.raises(InvalidFile, match=what):
        read_text_record(text.replace(old, new, 1).encode(), Path("record"))
