"""The race from the shell: every command that needs nothing but the contract (FORMATS 1)."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.support.playing import NAMES
from tests.support.shell import Person
from tests.toy.playing import Runners
from tests.toy.test_games import ends


@pytest.fixture
def people(tmp_path: Path) -> tuple[Person, Person]:
    """Two players, of whom the second has a roll to pay with his turn; each has the file."""
    runners = Runners(tmp_path / "table", 2, 6)
    runners.start()
    runners.play(3, choose=ends)
    found = [Person(name, tmp_path / name) for name in NAMES[:2]]
    for person in found:
        shutil.copytree(runners.home(person.name), person.home)
        shutil.copy(runners.save, person.save)
    return found[0], found[1]


def test_a_turn_that_begins_with_its_roll(people: tuple[Person, Person]) -> None:
    """DECK 10.4: the payer sees what was rolled before he decides, and nobody else."""
    alice, bob = people
    status = bob.ok("status", "game.khronos", "--json").json
    assert status["waiting_for"]["for"] == "turn"
    assert status["mine"]["owes"]
    assert "a turn\n" in bob.ok("status", "game.khronos").out
    assert "it is not your move" in alice.fails(4, "moves", "game.khronos")
    assert bob.ok("moves", "game.khronos").out.split("\n")[:2] == ["roll", "draw"]
    checked = bob.ok("check", "game.khronos", "-c", "draw; look; end", "--json").json
    assert checked["orders"] == ["draw", "look"]
    assert checked["left"] == ["end"]
    assert [event["event"] for event in checked["events"]] == ["wind"]
    played = bob.ok("play", "game.khronos", "-c", "draw; look", "--json").json
    assert played["events"] == checked["events"]


def test_a_roll_that_is_paid_by_assist(people: tuple[Person, Person]) -> None:
    alice, bob = people
    bob.ok("play", "game.khronos", "-c", "draw; look")
    bob.hand_to(alice)
    assert "a roll\n" in alice.ok("status", "game.khronos").out
    assert "khronos assist" in alice.fails(4, "play", "game.khronos", "-c", "end")
    assisted = alice.ok("assist", "game.khronos", "--json").json
    assert [event["event"] for event in assisted["events"]] == ["card"]
    log = alice.ok("log", "game.khronos", "--json").json["blocks"]
    assert [row["kind"] for row in log[-2:]] == ["turn", "assist"]
    assert log[-1]["events"] == assisted["events"]
    assert "sends a share of a dice roll" in alice.save.read_text(encoding="utf-8")
    verified = alice.ok("verify", "game.khronos", "--json").json
    assert verified["valid"]
    assert verified["blocks"] == len(log)
    assert alice.ok("show", "game.khronos", "--json").json["position"]["waiting"] == []
    assert alice.ok("show", "game.khronos", "--at", "2", "--json").json["seq"] == 2


def test_an_answer_that_begins_with_the_roll_that_asks_for_it(people: tuple[Person, Person]) -> None:
    """The die shows six: only who pays the roll knows yet that he has to answer."""
    alice, bob = people
    bob.ok("play", "game.khronos", "-c", "roll; look")
    bob.hand_to(alice)
    assert bob.ok("status", "game.khronos", "--json").json["waiting_for"]["for"] == "assist"
    assert alice.ok("status", "game.khronos", "--json").json["waiting_for"]["for"] == "answer"
    assert alice.ok("moves", "game.khronos").out == "let\nblock\n"
    answered = alice.ok("play", "game.khronos", "-c", "let", "--json").json
    assert [event["event"] for event in answered["events"]] == ["die", "let"]
    assert alice.ok("log", "game.khronos", "--json").json["blocks"][-1]["kind"] == "answer"


def test_rolls_of_all_are_refused_where_there_are_none(tmp_path: Path) -> None:
    """DECK 10.4: Khronos has no rolls."""
    person = Person("alice", tmp_path)
    person.ok("keygen", "alice")
    line = person.fails(
        2, "new", "game.khronos", "--seats", "2", "--colour", "red", "--as", "alice", "--rolls", "all"
    )
    assert 'the option "rolls" is set, but this game has no dice rolls' in line
    assert not person.save.exists()


def test_a_race_is_begun_and_joined_from_the_shell(tmp_path: Path) -> None:
    """DECK 10.4, 10.5: with rolls of all, and without decks."""
    alice, bob = Person("alice", tmp_path / "alice"), Person("bob", tmp_path / "bob")
    for person in (alice, bob):
        person.ok("keygen", person.name)
    new = ("new", "game.khronos", "--seats", "2", "--colour", "red", "--game", "race")
    assert 'rolls = "all"' in alice.fails(2, *new, "--rolls", "some")
    alice.ok(*new, "--rolls", "all")
    alice.hand_to(bob)
    bob.ok("join", "game.khronos", "--colour", "blue")
    bob.hand_to(alice)
    assert "a turn\n" in alice.ok("status", "game.khronos").out
    assert alice.ok("play", "game.khronos", "-c", "roll; end").out.startswith("red: wind")
    text = alice.save.read_text(encoding="utf-8")
    assert 'rolls = "all"' in text
    assert "seats = 2" in text
    alice.hand_to(bob)
    assert bob.ok("verify", "game.khronos", "--json").json["proofs"] == 5
    assert "the game race has no pictures" in bob.fails(2, "show", "game.khronos")
    assert bob.ok("log", "game.khronos").out
