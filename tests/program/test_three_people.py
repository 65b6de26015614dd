"""Three people, three folders, three keyrings: a whole game through the program, from hand to hand."""

from __future__ import annotations

import json
import shlex
from collections import Counter
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from khronos_pbem.session.replay.open_save import open_for_play
from tests.support.chance import without_chance
from tests.support.mischief import trouble
from tests.support.playing import no_passphrase
from tests.support.shell import Person

GAME = "three people 2"
"""What the cards follow from: in this game somebody is given a choice in another's turn."""
NAMES, COLOURS = ("alice", "bob", "carol"), ("red", "blue", "green")


def people(folder: Path) -> list[Person]:
    """Three people with an identity each."""
    group = [Person(name, folder / name) for name in NAMES]
    for person in group:
        person.ok("keygen", person.name)
    return group


def begin(group: list[Person], *options: str) -> None:
    """A new game that everybody joins, the file going round."""
    first = group[0]
    first.ok("new", "game.khronos", "--colour", COLOURS[0], "--seats", str(len(group)), *options)
    for before, person, colour in zip(group, group[1:], COLOURS[1:], strict=False):
        before.hand_to(person)
        person.ok("join", "game.khronos", "--colour", colour)
    for person in group[:-1]:
        group[-1].hand_to(person)


def one_block(group: list[Person], random: Random, seen: Counter[str]) -> bool:
    """One block by whoever has to act, given to all; False when the game is over."""
    status = group[0].ok("status", "game.khronos", "--json").json
    waiting = status["waiting_for"]
    if waiting is None:
        return False
    person = group[COLOURS.index(waiting["colour"])]
    seen[waiting["for"]] += 1
    if waiting["for"] == "assist":
        person.ok("assist", "game.khronos")
    else:
        done = person.ok("play", "game.khronos", "-", "--json", stdin="\n".join(turn(person, random))).json
        seen.update(event["event"] for event in done["events"])
        if waiting["for"] == "answer":
            given_again(person, done["seq"])
    for other in group:
        if other is not person:
            person.hand_to(other)
    return True


def given_again(person: Person, seq: int) -> None:
    """An answer that is taken back leaves the choice open, and given again it is the very same block."""
    head = person.ok("status", "game.khronos", "--json").json["head"]
    undone = person.ok("undo", "game.khronos", "--not-sent", "--json").json
    assert (undone["kind"], undone["seq"]) == ("answer", seq)
    assert undone["waiting_for"]["for"] == "answer"
    person.ok(*shlex.split(undone["command"])[1:])
    assert person.ok("status", "game.khronos", "--json").json["head"] == head


def turn(person: Person, random: Random) -> list[str]:
    """The orders this person gives, chosen from what only he can see."""
    from khronos_pbem.session.context import Context

    table = open_for_play(person.save, person.home, rewind=False).table
    return trouble(table, Context(person.home, no_passphrase, "2026-11-21T09:00:00Z", person.name), random)


def check_secrecy(group: list[Person]) -> None:
    """RULES 11.1: nobody sees a hand but its owner, in any output."""
    for person, colour in zip(group, COLOURS, strict=False):
        shown = person.ok("show", "game.khronos", "--json").json
        assert shown["mine"]["colour"] == colour
        assert all(player["hand"] == [] for player in shown["position"]["player"])
        assert isinstance(shown["position"]["pile"], int)
        text = person.ok("show", "game.khronos").out
        assert [colour for line in text.splitlines() if "hand:" in line and colour in line] == [colour]
        assert text.count("hand:") == 1
        assert "hand:" not in person.ok("log", "game.khronos").out


def test_a_whole_game(tmp_path: Path) -> None:
    """21 turns with an exchange, a reshuffle and a choice by another player; all three files verify."""
    with without_chance(GAME):
        group = people(tmp_path)
        begin(group, "--title", "Three of us")
        seen: Counter[str] = Counter()
        random = Random(GAME)
        for blocks in count(1):
            if not one_block(group, random, seen):
                break
            if blocks == 12:
                check_secrecy(group)
    check_archive(group)
    assert seen["exchanged"] == 3
    assert seen["reshuffled"] >= 1
    assert seen["answer"] >= 1, "these cards give nobody a choice in another's turn: name another GAME"


def check_archive(group: list[Person]) -> None:
    """Each file verifies, with and without a keyring, and names the winner."""
    answers = [person.ok("verify", "game.khronos", "--json").json for person in group]
    assert answers[0] == answers[1] == answers[2]
    verdict: dict[str, Any] = answers[0]
    assert verdict["valid"] is True
    assert verdict["finished"] is True
    assert verdict["winners"]
    stranger = Person("stranger", group[0].folder.parent / "stranger")
    group[0].hand_to(stranger)
    assert stranger.ok("verify", "game.khronos", "--json").json == verdict
    text = stranger.ok("verify", "game.khronos").out
    (winner,) = verdict["winners"]
    assert f"\nThe game is over. {winner.capitalize()} (" in text
    assert group[1].fails(4, "play", "game.khronos", "-c", "end")
    status = stranger.ok("status", "game.khronos", "--json").json
    assert status["waiting_for"] is None
    assert status["mine"] is None
    log = stranger.ok("log", "game.khronos", "--json").json
    turns = [block for block in log["blocks"] if any(order.startswith("end") for order in block["orders"])]
    assert len(turns) == 21
    assert json.dumps(log)
