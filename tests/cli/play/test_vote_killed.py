"""A vote that is stopped anywhere: the same vote once, and no other (DECK 9.2)."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from khronos_pbem.record.offers import parse_offer_file
from khronos_pbem.record.save import parse_save
from khronos_pbem.session.replay.table import waiting
from tests.support.killing import killed, revived
from tests.support.playing import COLOURS, NAMES, Group
from tests.support.shell import Person


@pytest.fixture
def decider(tmp_path: Path) -> tuple[Person, str]:
    """Whoever decides in a game of three, with the first vote in his file; the colour that is awaited."""
    group = Group(tmp_path / "group", 3, 6)
    group.start("Ours")
    while (now := waiting(group.table())) is not None and now.need != "turn":
        group.step(lambda *_: ["end"])
    assert now is not None
    assert now.seat is not None
    colour = COLOURS[now.seat]
    people = []
    for number in ((now.seat + 2) % 3, (now.seat + 1) % 3):
        person = Person(NAMES[number], tmp_path / NAMES[number])
        shutil.copytree(group.home(person.name), person.home)
        people.append(person)
    first, last = people
    shutil.copy(group.save, first.save)
    first.ok("vote", "game.khronos", "--without", colour)
    first.hand_to(last)
    return last, colour


def test_a_vote_that_is_killed_anywhere_is_given_once(decider: tuple[Person, str], tmp_path: Path) -> None:
    """Whoever is stopped has the run as it was, or finished; the same command finishes it by one block."""
    person, colour = decider
    words = ("vote", "game.khronos", "--without", colour)
    before = parse_save(person.save.read_bytes())
    left_behind = killed(person, tmp_path / "work", *words)
    unfinished = [each for each in left_behind if parse_save(each.save.read_bytes()) == before]
    assert len(left_behind) > len(unfinished) > 3
    for each in (*unfinished[:-2:6], *unfinished[-2:]):
        with revived(each) as person:
            person.ok(*words)
    for each in (*unfinished[-2:], *(each for each in left_behind if each not in unfinished)):
        *run, last = parse_save(each.save.read_bytes()).blocks
        assert tuple(run) == before.blocks
        assert last.kind == "vote"


def test_an_ack_that_is_killed_anywhere_is_given_once(decider: tuple[Person, str], tmp_path: Path) -> None:
    """The same command goes on from what was left; signed again an ack is the same bytes (DECK 9.2)."""
    last, colour = decider
    last.ok("vote", "game.khronos", "--without", colour)
    first = next(
        Person(each.name, each) for each in tmp_path.iterdir() if each.name in NAMES and each != last.folder
    )
    last.hand_to(first)
    before = parse_save(first.save.read_bytes())
    left_behind = killed(first, tmp_path / "work", "assist", "game.khronos")
    unfinished = [each for each in left_behind if parse_save(each.save.read_bytes()) == before]
    assert len(left_behind) > len(unfinished) > 3
    for each in (*unfinished[:-2:6], *unfinished[-2:]):
        with revived(each) as person:
            person.ok("assist", "game.khronos")
    for each in (*unfinished[-2:], *(each for each in left_behind if each not in unfinished)):
        *run, ack = parse_save(each.save.read_bytes()).blocks
        assert (tuple(run), ack.kind) == (before.blocks, "ack")


def test_an_offer_that_is_killed_anywhere_is_made_again(decider: tuple[Person, str], tmp_path: Path) -> None:
    """Nothing half-written is left: the file is whole or not there, and the command may be typed again."""
    last, colour = decider
    sarah = Person("sarah", tmp_path / "sarah")
    sarah.ok("keygen", "sarah")
    last.hand_to(sarah)
    words = ("join", "game.khronos", "--as", "sarah", "--colour", colour)
    for left_behind in killed(sarah, tmp_path / "work", *words):
        with revived(left_behind) as person:
            for file in person.folder.glob("*.offer"):
                assert parse_offer_file(file.read_bytes()).offer.name == "sarah"
            person.ok(*words)
            assert len(list(person.folder.glob("*.offer"))) == 1
