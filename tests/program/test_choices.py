"""A game that agrees on `--choices best`: nobody is asked, all are told, and both verifiers accept it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from khronos_pbem.archive.records.open_record import read_game
from khronos_pbem.archive.records.text_record import text_record_of
from khronos_pbem.archive.records.text_record_reader import read_text_record
from khronos_pbem.record.block import ANSWER
from khronos_pbem.record.save import parse_save
from tests.archive.games import context
from tests.archive.second_verifier import NODE, verified
from tests.letters import letters_of
from tests.support.playing import Group
from tests.support.shell import Person

KHRONOS, VILLAGE = "khronos", "my-village"
SEEDS = {KHRONOS: (2, 1), VILLAGE: (2, 0)}
"""Seats and a seed with which a policy answers something."""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A finished game of each, in which all players begin with the policy `best`."""
    saves = {}
    for game, (seats, seed) in SEEDS.items():
        group = Group(tmp_path_factory.mktemp(game), seats, seed, game=game)
        group.start("Best", choices="best")
        group.finish()
        saves[game] = group.save
    return saves


@pytest.mark.parametrize("game", SEEDS)
def test_a_policy_answers_instead_of_a_letter(game: str, played: dict[str, Path]) -> None:
    """RULES 9.3, 9.4, VILLAGE 13.2, 13.5."""
    save = parse_save(played[game].read_bytes())
    assert save.header.options["choices"] == "best"
    answered = [order for block in save.blocks for order in block.auto]
    assert answered
    asked = [order for block in save.blocks if block.kind == ANSWER for order in block.orders]
    assert not any(order.startswith(("place", "downsize", "sanatorium", "refuge")) for order in asked)
    assert letters_of(save).answers == len(asked)


@pytest.mark.parametrize("game", SEEDS)
def test_every_answer_is_told_where_it_was_given(game: str, played: dict[str, Path]) -> None:
    """The events of a block name the answers of policies in their order."""
    chronicle = read_game(played[game], context()).chronicle
    told = [event.text for step in chronicle.steps for event in step.events if event.event == "answered"]
    given = [f"answered by policy: {answer}" for step in chronicle.steps for answer in step.auto]
    assert [text for text in told if "refuse" not in text] == given
    shown = Person("anybody", played[game].parent / "reader").ok("log", str(played[game])).out
    assert given[0] in shown


@pytest.mark.parametrize("game", SEEDS)
def test_a_text_record_keeps_the_option(game: str, played: dict[str, Path]) -> None:
    text = text_record_of(read_game(played[game], context()).chronicle)
    assert '\n[Choices "best"]\n' in text
    assert text_record_of(read_text_record(text.encode(), Path("game.krec"))) == text


@pytest.mark.skipif(NODE is None, reason="not installed: node")
def test_the_second_verifier_accepts_both_games(played: dict[str, Path]) -> None:
    found = verified([path.read_bytes() for path in played.values()])
    assert [each["valid"] for each in found] == [True, True], found


# --- what players see -------------------------------------------------------------------------------------


@pytest.fixture
def alice(tmp_path: Path) -> Person:
    """Somebody with an identity."""
    person = Person("alice", tmp_path)
    person.ok("keygen", "alice")
    return person


def seats_of(person: Person, file: str) -> list[dict[str, Any]]:
    seats: list[dict[str, Any]] = person.ok("status", file, "--json").json["seats"]
    return seats


@pytest.mark.parametrize(
    ("more", "policies"),
    [
        (["--choices", "best"], {"policy": "best", "downsizing": "best"}),
        (["--choices", "auto"], {"policy": "auto", "downsizing": "ask"}),
        ([], {"policy": "ask", "downsizing": "ask"}),
        (["--game", VILLAGE, "--choices", "best"], {"policy": "best", "refuge": "best"}),
        (["--game", VILLAGE], {"policy": "ask", "refuge": "ask"}),
    ],
)
def test_status_shows_the_policies_of_all(alice: Person, more: list[str], policies: dict[str, str]) -> None:
    alice.ok("new", "game.khronos", "--colour", "red", "--seats", "2", *more)
    alice.ok("keygen", "bob")
    alice.ok("join", "game.khronos", "--colour", "blue", "--as", "bob")
    for seat in seats_of(alice, "game.khronos"):
        assert {key: seat[key] for key in policies} == policies
    assert ("choices" in parse_save(alice.save.read_bytes()).header.options) == ("--choices" in more)


@pytest.mark.parametrize(
    ("more", "told"),
    [
        (["--choices", "never"], "--choices does not accept 'never' — choose from ask, auto, best"),
        (
            ["--game", VILLAGE, "--choices", "auto"],
            "--choices does not accept 'auto' — choose from ask, best",
        ),
    ],
)
def test_another_policy_is_no_choice(alice: Person, more: list[str], told: str) -> None:
    assert told in alice.fails(2, "new", "game.khronos", "--colour", "red", "--seats", "2", *more)
    assert not alice.save.exists()


def test_an_invitation_says_which_policies_were_agreed(alice: Person) -> None:
    """And no option that has its usual value."""
    for game in (KHRONOS, VILLAGE):
        options = ("--game", game, "--choices", "best", "--title", game)
        invite = ("--send", "--to", "bob@example.org", "--config", "address=alice@example.org")
        alice.ok("new", "--colour", "red", "--seats", "2", *options, *invite)
    letters = sorted(alice.outbox.glob("*.eml"))
    assert len(letters) == 2
    for letter in letters:
        words = " ".join(letter.read_text(encoding="utf-8").replace("=\n", "").split())
        assert (
            "--choices best (The policy for all players' choices at the start of the game; default: ask.)"
            in words
        )
        assert "--map" not in words
        assert "--cards" not in words
