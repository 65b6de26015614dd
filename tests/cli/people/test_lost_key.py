"""A player whose key is lost is told so, and how to get the seat back (DECK 9.4)."""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.chance import without_chance
from tests.support.shell import Person

COLOURS = {"red": "alice", "blue": "bob", "green": "carol"}


class Table:
    """A game in a file that goes from hand to hand."""

    def __init__(self, folder: Path, names: list[str]) -> None:
        self.people = {name: Person(name, folder / name) for name in names}
        self.newest = self.people[names[0]]
        colours = dict(zip(names, COLOURS, strict=False))
        for name, person in self.people.items():
            person.ok("keygen", name)
            if person is self.newest:
                new = ("new", "game.khronos", "--colour", colours[name], "--seats", str(len(names)))
                person.ok(*new, "--title", "Lost")
            else:
                self.run(name, "join", "game.khronos", "--colour", colours[name])

    def run(self, name: str, *arguments: str) -> str:
        """Run a command on the newest file."""
        person = self.people[name]
        if person is not self.newest:
            self.newest.hand_to(person)
        out = person.ok(*arguments).out
        self.newest = person
        return out

    def mover(self) -> str:
        """The name of the first who has to take a turn."""
        while (now := self.newest.ok("status", "game.khronos", "--json").json["waiting_for"])[
            "for"
        ] == "assist":
            self.run(COLOURS[now["colour"]], "assist", "game.khronos")
        return COLOURS[now["colour"]]

    def voters(self, name: str) -> list[str]:
        """The others, in the order in which they vote to go on without somebody: the decider last."""
        names = list(self.people)
        behind = [names[(names.index(name) + step) % len(names)] for step in range(1, len(names))]
        for each in behind:
            if self.people[each] is not self.newest:
                self.newest.hand_to(self.people[each])
        return [*behind[1:], behind[0]]

    def lose(self, name: str) -> Person:
        """Delete somebody's home; the library comes back from a letter."""
        person = self.people[name]
        if person is not self.newest:
            self.newest.hand_to(person)
        shutil.rmtree(person.home)
        person.ok("receive", "game.khronos")
        return person


@pytest.fixture
def three(tmp_path: Path) -> Iterator[Table]:
    with without_chance("lost key"):
        yield Table(tmp_path, ["alice", "bob", "carol"])


def commands(text: str) -> list[list[str]]:
    """What a text says to type, behind a colon."""
    return [shlex.split(found)[1:] for found in re.findall(r": (khronos .+)", text)]


def test_a_lost_key_is_told_and_the_seat_comes_back(three: Table) -> None:
    """Only what was printed is typed: by the loser, and by the others."""
    name = three.mover()
    lost = three.lose(name)
    told = lost.fails(4, "next")
    assert "none of your identities has a seat in Lost" in told
    assert "khronos status lost" in told
    assert "khronos status" in lost.fails(2, "play", "game.khronos", "-c", "end")
    assert "khronos keygen NAME" in lost.ok("status", "lost").out
    lost.ok("keygen", name)
    text = lost.ok("status", "lost").out
    assert f"The key of your identity {name} is different from" in text
    assert commands(text) == [["keygen", "NAME"], ["status", commands(text)[1][1]]]
    lost.ok("keygen", f"{name}2")
    (join,) = commands(lost.ok("status", "lost").out)
    (vote,) = (shlex.split(line)[1:] for line in lost.ok(*join).out.splitlines() if "khronos vote" in line)
    (offer,) = lost.folder.glob("*.offer")
    three.newest = lost
    others = three.voters(name)
    for other in others:
        three.people[other].ok("receive", "game.khronos")
        assert shlex.join(vote) in three.people[other].ok("receive", str(offer)).out
    for other in others:
        three.run(other, "vote", "game.khronos", *vote[2:])
    three.run(others[0], "assist", "game.khronos")
    lost.ok("receive", str(three.newest.save))
    assert COLOURS[lost.ok("status", "lost", "--json").json["mine"]["colour"]] == name
    assert "None of your identities" not in lost.ok("status", "lost").out


def test_in_a_game_of_two_nobody_can_give_it(tmp_path: Path) -> None:
    with without_chance("lost key of two"):
        table = Table(tmp_path, ["alice", "bob"])
        lost = table.lose(table.mover())
        lost.ok("keygen", "somebody")
        text = lost.ok("status", "lost").out
    assert "restore a copy of it to" in text
    assert "start a new game" in text
    assert commands(text) == []


def test_who_plays_and_whoever_may_join_is_not_told(three: Table, tmp_path: Path) -> None:
    """Neither a player, nor somebody who is invited, has lost anything."""
    name = three.mover()
    player = three.newest
    assert "None of your identities" not in player.ok("status", "game.khronos").out
    fresh = Person("dave", tmp_path / "dave")
    fresh.ok("keygen", "dave")
    three.people[name].ok("new", "other.khronos", "--colour", "red", "--seats", "2", "--title", "Other")
    fresh.ok("receive", str(three.people[name].folder / "other.khronos"))
    assert "None of your identities" not in fresh.ok("status", "other").out
    assert "khronos join other" in fresh.ok("next").out
