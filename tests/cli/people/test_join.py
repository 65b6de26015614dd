"""Choosing a colour: what `join` offers is what can be had."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.shell import Person


@pytest.fixture
def bob(tmp_path: Path) -> Person:
    """Somebody with the file of a game in which alice has taken blue, and one more seat is free."""
    somebody = Person("bob", tmp_path)
    somebody.ok("keygen", "alice")
    somebody.ok("new", "game.khronos", "--seats", "2", "--colour", "blue")
    somebody.ok("keygen", "bob")
    return somebody


def test_the_colours_of_free_seats_are_offered(bob: Person) -> None:
    told = bob.fails(2, "join", "game.khronos", "--as", "bob")
    assert "you have not chosen a colour — choose one with --colour: red, green, white, black" in told
    told = bob.fails(2, "join", "game.khronos", "--as", "bob", "--colour", "pink")
    assert "there is no colour 'pink' — choose from red, green, white, black" in told
    taken = bob.fails(2, "join", "game.khronos", "--as", "bob", "--colour", "blue")
    assert "blue is already taken (RULES 1.6) — choose a free colour: red, green, white, black" in taken


def test_the_colours_that_are_played_are_offered_to_be_taken_over(bob: Person) -> None:
    """DECK 9.4"""
    bob.ok("join", "game.khronos", "--as", "bob", "--colour", "green")
    bob.ok("keygen", "carol")
    told = bob.fails(2, "bot", "game.khronos", "--as", "carol")
    assert "you have not chosen a colour — choose one with --colour: blue, green" in told
