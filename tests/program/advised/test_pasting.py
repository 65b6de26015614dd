"""What is printed as a command can be typed: no FILE, no NAME stands for what the program knows."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from khronos_pbem.games.registry import GAMES
from tests.support.chance import without_chance
from tests.support.shell import Person

PLACEHOLDER = re.compile(r"khronos [a-z]+[^\n]*\b(?:FILE|NAME|COLOUR)\b")
"""A command with a word for something else than itself."""


@pytest.fixture
def people(tmp_path: Path) -> tuple[Person, Person]:
    alice, bob = Person("alice", tmp_path / "alice"), Person("bob", tmp_path / "bob")
    for person in (alice, bob):
        person.ok("keygen", person.name)
    return alice, bob


def test_no_sentence_about_a_move_has_a_word_for_the_game(people: tuple[Person, Person]) -> None:
    alice, bob = people
    alice.ok("new", "--colour", "red", "--seats", "2", "--title", "Ours")
    (path,) = (alice.home / "library").glob("*.khronos")
    for command in ("status", "show", "log", "verify"):
        done = alice.run(command, "ours")
        assert not PLACEHOLDER.search(done.out + done.err), command
    assert not PLACEHOLDER.search(path.read_text(encoding="utf-8"))
    taken = bob.ok("receive", str(path)).out
    assert "1 seat is free" in taken
    assert not PLACEHOLDER.search(taken + bob.ok("next").out)


def test_status_says_what_to_type(people: tuple[Person, Person]) -> None:
    """The game by its name: where it waits for the reader, and how a block leaves."""
    alice, bob = people
    alice.ok("new", "--colour", "red", "--seats", "2", "--title", "Ours")
    told = alice.ok("status", "ours").out
    assert "to send it: khronos send ours --to ADDRESS\n" in told
    assert "to take it back instead: khronos undo ours\n" in told
    (path,) = (alice.home / "library").glob("*.khronos")
    bob.ok("receive", str(path))
    told = bob.ok("status", "ours").out
    assert told.splitlines()[-1] == "Type: khronos next ours"
    assert bob.run(*shlex.split(told.splitlines()[-1])[2:]).code == 0
    assert "Type:" not in alice.ok("status", "ours").out


@pytest.mark.parametrize("game", GAMES)
def test_undo_is_advised_where_it_works(tmp_path: Path, game: str) -> None:
    """In a game alone the newest block may be a bot's: nothing can be taken back before one's own turn."""
    found = set()
    for number in (3, 4):
        anna = Person("anna", tmp_path / str(number))
        with without_chance(f"undo {number}"):
            anna.ok("keygen", "anna")
            begin = ("solo", "g.khronos", "--game", game, "--colour", "red", "--opponents", "1")
            anna.ok(*begin, "--strength", "easy")
            advised = "to take it back: khronos undo g.khronos\n" in anna.ok("status", "g.khronos").out
            assert (anna.run("undo", "g.khronos").code == 0) is advised
            found.add(advised)
    assert found == {True, False}, "seeds with one kind of beginning alone prove nothing"
