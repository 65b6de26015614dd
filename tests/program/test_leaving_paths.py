"""Players go on without somebody by what `status`, `next` and letters alone tell them (DECK 9.2 to 9.5)."""

from __future__ import annotations

import shlex
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from khronos_pbem.record.block import TURN
from khronos_pbem.session.replay.table import waiting
from tests.support.chance import without_chance
from tests.support.friends import advised
from tests.support.playing import NAMES, Group
from tests.support.shell import Person

COLOURS = {"red": "alice", "blue": "bob", "green": "carol"}


class Post:
    """Players who send letters to each other, each with the addresses of all."""

    def __init__(self, folder: Path, count: int, *options: str) -> None:
        self.folder, self.names = folder, list(COLOURS.values())[:count]
        self.colours = dict(zip(self.names, COLOURS, strict=False))
        for name in self.names:
            self.person(name).ok("keygen", name)
        first = self.names[0]
        new = ("new", "--colour", "red", "--seats", str(count), "--title", "Ours", *options)
        to = [word for name in self.names[1:] for word in ("--to", f"{name}@example.org")]
        self.type(first, *new, "--send", *to)
        for before, name in zip(self.names, self.names[1:], strict=False):
            self.type(name, "join", self.last(before), "--colour", self.colours[name], "--send", "--yes")
        for name in self.names:
            for other in self.names:
                if other != name:
                    self.person(name).run("contacts", "add", other, f"{other}@example.org", "--from", "ours")
        self.round(self.names[-1])

    def person(self, name: str) -> Person:
        return Person(name, self.folder / name)

    def type(self, name: str, *words: str, code: int = 0) -> str:
        """Run a command; what it prints on both streams."""
        done = self.person(name).run(*words, KHRONOS_ADDRESS=f"{name}@example.org")
        assert done.code == code, (name, words, done.out, done.err)
        return done.out + done.err

    def last(self, name: str) -> str:
        """The newest letter that somebody has written."""
        return str(max(self.person(name).outbox.glob("*.eml"), key=lambda path: path.stat().st_mtime_ns))

    def deliver(self, name: str, to: str) -> str:
        """Take the newest letter of one in as another, and what `next` says."""
        done = self.person(to).run(
            "next", self.last(name), "--send", KHRONOS_ADDRESS=f"{to}@example.org", COLUMNS="200"
        )
        assert done.code in (0, 4), (done.out, done.err)
        return done.out + done.err

    def mover(self) -> str:
        return self.colours_of[self.status(self.names[0])]

    def status(self, name: str) -> str:
        """The colour that a game waits for."""
        return str(self.person(name).ok("status", "ours", "--json").json["waiting_for"]["colour"])

    @property
    def colours_of(self) -> dict[str, str]:
        return {colour: name for name, colour in self.colours.items()}

    def round(self, sender: str) -> None:
        """Deliver letters until somebody has a turn to take, to all."""
        while True:
            written = {name: set(self.person(name).outbox.glob("*")) for name in self.names}
            for name in self.names:
                if name != sender:
                    self.deliver(sender, name)
            fresh = [name for name in self.names if set(self.person(name).outbox.glob("*")) != written[name]]
            if not fresh:
                return
            (sender,) = fresh

    def silent(self) -> tuple[str, str, str]:
        """Who is awaited, who votes first, and who decides."""
        place = self.names.index(self.mover())
        names = [self.names[(place + step) % len(self.names)] for step in range(len(self.names))]
        return names[0], names[-1], names[1]


@pytest.fixture
def three(tmp_path: Path) -> Iterator[Post]:
    with without_chance("leaving paths"):
        yield Post(tmp_path, 3)


def command(text: str, word: str) -> list[str]:
    """The command of this name that a text tells to type."""
    found = [each for each in advised(text) if shlex.split(each)[1] == word]
    assert found, text
    return shlex.split(found[-1])[1:]


def test_two_go_on_by_what_they_read(three: Post) -> None:
    """DECK 9.2: status leads to the help, letters and next to votes; the ack goes out by itself."""
    silent, first, decider = three.silent()
    colour = three.colours[silent]
    assert f"If {colour} does not come back, read: khronos help leaving" in three.type(
        first, "status", "ours"
    )
    assert "does not come back" not in three.type(silent, "status", "ours")
    three.type(first, "vote", "ours", "--without", colour, "--send")
    told = three.deliver(first, decider)
    three.type(decider, *command(told, "vote"))
    told = three.deliver(decider, first)
    assert f"confirmed the vote to continue without {colour}" in told
    three.round(first)
    told = three.type(silent, "status", "ours")
    assert f"You ({colour}) have been out of this game since" in told
    assert "The others are continuing without you.\n" in told
    assert "does not come back" not in told
    assert "if you have lost your secret key" not in three.type(silent, "next", code=4)
    assert "\n  final\n" in three.type(first, "verify", "ours")
    assert three.status(first) == three.colours[decider]


def test_what_binds_is_not_offered_to_be_taken_back(three: Post) -> None:
    """DECK 9.2: neither the vote of the decider nor an ack is undone, and no screen says so."""
    silent, first, decider = three.silent()
    colour = three.colours[silent]
    three.type(first, "vote", "ours", "--without", colour, "--send")
    three.deliver(first, decider)
    three.type(decider, "vote", "ours", "--without", colour)
    told = three.type(decider, "status", "ours")
    assert "has not been sent yet; to send it: khronos send ours" in told
    assert "undo" not in told


def test_a_stranger_takes_the_seat_over_by_letters(three: Post) -> None:
    """DECK 9.4: an offer reaches all others by letter or as a file, and each of them reads what to type."""
    silent, first, decider = three.silent()
    colour, dave = three.colours[silent], "dave"
    three.type(dave, "keygen", dave)
    three.person(dave).run("next", three.last(max(three.names, key=lambda name: Path(three.last(name)).name)))
    told = three.type(dave, "status", "ours")
    assert "khronos join ours --as dave" in told
    to = [word for name in (first, decider) for word in ("--to", f"{name}@example.org")]
    three.type(dave, "join", "ours", "--as", dave, "--colour", colour, "--send", *to)
    told = three.deliver(dave, first)
    voting = f"All remaining players will vote, starting with {three.colours[first]}."
    assert f"dave offers to play {colour}. {voting} To agree: " in told
    offer = three.person(dave).folder / f"ours-{colour}-dave.offer"
    told = three.type(decider, "next", str(offer), code=4)
    assert f"{voting} To agree: khronos vote ours --without {colour} --for {colour}=" in told
    told = three.type(first, "status", "ours")
    assert "dave offers to play" in told
    three.type(first, *shlex.split(told.split("To agree: khronos ")[1].splitlines()[0]), "--send")
    told = three.deliver(first, decider)
    assert f"(dave will then play {colour})" in told
    assert "dave offers to take over a seat, with a public key you do not know: " in told
    three.type(decider, *command(told, "vote"))
    three.deliver(decider, first)
    seats = three.person(first).ok("status", "ours", "--json").json["seats"]
    assert [seat["name"] for seat in seats if seat["colour"] == colour] == [dave]


def test_a_bot_offers_itself(three: Post) -> None:
    """DECK 9.4: a keeper lets a bot offer to take a seat over; the offer says that it is one."""
    silent, first, _ = three.silent()
    colour = three.colours[silent]
    keeper = three.person(first)
    keeper.ok("keygen", "marvin", "--bot")
    three.type(first, "bot", "ours", "--as", "marvin", "--colour", colour, "--strength", "easy")
    told = (keeper.folder / f"ours-{colour}-marvin.offer").read_text(encoding="utf-8")
    assert 'bot = "easy"' in told
    three.type(first, "vote", "ours", "--without", colour, "--for", f"{colour}=marvin")


def test_two_players_and_a_named_replacement(tmp_path: Path) -> None:
    """DECK 9.5: the replacement reads that it was named, and what to type; the other's vote is enough."""
    with without_chance("named replacement"):
        post = Post(tmp_path, 2)
        silent = post.mover()
        other = next(name for name in post.names if name != silent)
        colour = post.colours[silent]
        key = post.person("eve").ok("keygen", "eve", "--json").json["public"]
        post.type(silent, "play", "ours", "-c", f"handover {key}; end", "--yes", "--send")
        post.deliver(silent, other)
        post.type(other, "play", "ours", "-c", "end", "--yes", "--send")
        post.deliver(other, silent)
        post.person("eve").run("next", post.last(other))
        told = post.type("eve", "status", "ours")
        assert f"{colour} has named eve as their replacement" in told
        post.type("eve", *shlex.split(told.split("offer to take over: khronos ")[1].splitlines()[0]))
        told = post.type(other, "next", str(post.person("eve").folder / f"ours-{colour}-eve.offer"), code=4)
        line = told.split("To agree: khronos ")[1].splitlines()[0]
        post.type(other, *shlex.split(line))
        assert "\n  final\n" in post.type(other, "verify", "ours")


@dataclass(frozen=True)
class Seated(Person):
    """A player of a group, with the home that the group has given to that player."""

    group: Group

    @property
    def home(self) -> Path:
        return self.group.home(self.name)


def test_in_a_village_the_ack_and_the_share_of_a_roll_go_together(tmp_path: Path) -> None:
    """DECK 10.5: with a roll open, the last ack and its author's share are made by one `next`."""
    group = Group(tmp_path, 3, 6, game="my-village")
    group.start("Ours")
    while True:
        group.step()
        table, now = group.table(), waiting(group.table())
        assert now is not None
        assert now.seat is not None
        if table.ledger.rolls.open is not None and now.need == TURN:
            break
    silent, decider, first = ((now.seat + step) % 3 for step in range(3))
    people = [Seated(name, tmp_path / f"desk of {name}", group) for name in NAMES[:3]]
    for person in people:
        person.folder.mkdir()
        shutil.copy(group.save, person.save)
    colour = table.seats[silent].colour
    people[first].ok("vote", "game.khronos", "--without", colour)
    people[first].hand_to(people[decider])
    people[decider].ok("vote", "game.khronos", "--without", colour)
    people[decider].hand_to(people[first])
    told = people[first].run("next", "game.khronos").out
    assert f"confirmed the vote to continue without {colour}" in told
    assert "your share has been added" in told
    assert "it is still your turn" not in told
    people[first].hand_to(people[decider])
    said = people[decider].ok("log", "game.khronos").out
    assert f"{colour} has left the game" in said
    assert f"{colour} resigns" not in said
