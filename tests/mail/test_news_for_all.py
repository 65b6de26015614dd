"""News for all: with copies no letter more is written than without, and everybody has the newest block.

At each place of a table sits a robot, which reads its letters and sends what the game wants of its player:
shares, and the turns of bots. It is called whenever a letter has come, to whoever it was addressed.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from khronos_pbem.record.block import ANSWER, ASSIST, TURN, Block
from khronos_pbem.record.save import parse_save, write_save
from khronos_pbem.session.bots.bot_turn import quick_orders
from khronos_pbem.session.context import Context
from khronos_pbem.session.replay.open_save import open_for_play
from khronos_pbem.session.replay.table import Table, waiting
from tests.mail.letterbox import parsed
from tests.support.chance import without_chance
from tests.support.playing import NAMES, no_passphrase, played_on
from tests.support.shell import Person, Result

TABLES = [
    *(("khronos", seats) for seats in (2, 3, 5)),
    *(("my-village", seats) for seats in (2, 3)),
]


class Sent(NamedTuple):
    """The sender of a letter, those to whom it goes, and those who get a copy."""

    sender: str
    to: tuple[str, ...]
    copies: tuple[str, ...]


@dataclass
class Robots:
    """A table of `seats`: alice at the first, and bots; each has a home, and a box that keeps all letters.

    `robot` is the command of those who play bots.
    """

    folder: Path
    seats: int
    copies: str = "all"
    robot: tuple[str, ...] = ("next",)
    letters: list[Sent] = field(default_factory=list)
    random: Random = field(default_factory=lambda: Random(1))

    @property
    def names(self) -> tuple[str, ...]:
        """Those at the table."""
        return NAMES[: self.seats]

    def person(self, name: str) -> Person:
        """One of them."""
        return Person(name, self.folder / name)

    def run(self, name: str, *arguments: str, may: tuple[int, ...] = (0,)) -> Result:
        """A command of one of them."""
        person = self.person(name)
        box = person.folder / "box"
        box.mkdir(parents=True, exist_ok=True)
        own = {"KHRONOS_ADDRESS": f"{name}@example.org", "KHRONOS_MAILBOXES": str(box)}
        own["KHRONOS_COPIES"] = self.copies
        done = person.run(*arguments, **own, KHRONOS_CONFIG=str(person.folder / "none"))
        assert done.code in may, (name, arguments, done.out, done.err)
        return done

    def introduce(self, name: str) -> None:
        """Give one of them an identity, and the addresses of the others."""
        self.run(name, "keygen", name, *([] if name == "alice" else ["--bot"]))
        for other in set(self.names) - {name}:
            self.run(name, "contacts", "add", other, f"{other}@example.org")

    def set_up(self, game: str) -> None:
        """Let all join a game, with one file that goes round; everybody knows all addresses."""
        for name in self.names:
            self.introduce(name)
        file = str(self.folder / "game.khronos")
        begin = ("--game", game, "--seats", str(self.seats), "--title", "Ours", "--as", "alice")
        self.run("alice", "new", file, "--colour", "red", *begin)
        for name in self.names[1:]:
            self.run(name, "bot", file, "--as", name, "--strength", "easy")
        for name in self.names:
            self.run(name, "receive", file)
        Path(file).unlink()

    def hand_round(self, text: str) -> None:
        """Let everybody receive a save."""
        file = self.folder / "game.khronos"
        file.write_text(text, encoding="utf-8")
        for name in self.names:
            self.run(name, "receive", str(file))
        file.unlink()

    def play_to_round(self, number: int) -> int:
        """Play to a round without a letter, each turn chosen at once; the number of blocks then."""
        table, save = self.table("alice"), parse_save(self.library("alice").read_bytes())
        save, _ = played_on(
            table,
            save,
            lambda seat: self.context(self.names[seat]),
            lambda table, context: quick_orders(table, context, self.random),
            lambda table: table.position is not None and table.game.round(table.position) >= number,
        )
        self.hand_round(write_save(save, []))
        return len(save.blocks)

    def context(self, name: str) -> Context:
        """Where one of them works."""
        return Context(self.person(name).home, no_passphrase, "2026-11-21T09:00:00Z", name)

    def library(self, name: str) -> Path:
        """The game as one of them has it."""
        (path,) = (self.person(name).home / "library").glob("*.khronos")
        return path

    def blocks(self, name: str) -> int:
        """The number of blocks that one of them has."""
        return len(parse_save(self.library(name).read_bytes()).blocks)

    def table(self, name: str) -> Table:
        """The table of one of them."""
        return open_for_play(self.library(name), self.person(name).home, rewind=False).table

    def wake(self, name: str) -> None:
        """Let a robot read its box, and do what the game wants; alice plays a turn of the program's own."""
        if name != "alice":
            self.run(name, *self.robot, "--send", "--bot", f"{name}=easy", may=(0, 4))
            return
        shown = self.run(name, "next", "--send", "--json", may=(0, 4))
        while shown.code == 0:
            orders = "; ".join(quick_orders(self.table(name), self.context(name), self.random))
            self.run(name, "play", "ours", "-c", orders, "--send", "--yes")
            shown = self.run(name, "next", "--send", "--json", may=(0, 4))

    def collect(self) -> list[tuple[str, Path]]:
        """The letters that have been written, each with who wrote it."""
        return [(name, path) for name in self.names for path in self.person(name).outbox.glob("*.eml")]

    def deliver(self, sender: str, path: Path) -> Sent:
        """Bring a letter to all it is for, and return whom that is."""
        mail = parsed(path.read_bytes())
        to, copies = (
            tuple(str(each.username) for each in mail[head].addresses) if mail[head] else ()
            for head in ("To", "Cc")
        )
        for name in (*to, *copies):
            shutil.copy(path, self.person(name).folder / "box" / f"{len(self.letters):04}.eml")
        path.unlink()
        self.letters.append(Sent(sender, to, copies))
        return self.letters[-1]

    def play(self, most: int = 1000, *, lazy: bool = False) -> None:
        """Let the robots play until so many letters have been delivered, or to the end of the game.

        After each letter the robots of all who got it are called, copies first; `lazy` ones are called only
        for letters to them. Then everybody called has what was in it, and at most one letter is new.
        """
        self.wake_all()
        while (found := self.collect()) and len(self.letters) < most:
            ((sender, path),) = found
            seq, sent = self.blocks(sender), self.deliver(sender, path)
            for name in (*(() if lazy else sent.copies), *sent.to):
                self.wake(name)
                assert self.blocks(name) >= seq, (name, self.letters)

    def wake_all(self) -> None:
        """Call all robots, whether or not there is a letter for them."""
        for name in self.names:
            self.wake(name)


Played = Callable[..., Robots]


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, int], Path]:
    """The folder of a table at which all have joined, by the name of the game and the number of seats."""

    @cache
    def set_up(game: str, seats: int) -> Path:
        folder = tmp_path_factory.mktemp(f"{game}-{seats}")
        with without_chance(f"news {game} {seats}"):
            Robots(folder, seats).set_up(game)
        return folder

    return set_up


@pytest.fixture(scope="module")
def played(tables: Callable[[str, int], Path], tmp_path_factory: pytest.TempPathFactory) -> Played:
    """Robots at such a table who have played until each has had a turn; `lazy` as `Robots.play` has it.

    Tests only look at them, or at copies.
    """

    @cache
    def play(game: str, seats: int, copies: str, *, lazy: bool = False) -> Robots:
        folder = tmp_path_factory.mktemp("played") / "table"
        shutil.copytree(tables(game, seats), folder)
        table = Robots(folder, seats, copies)
        with without_chance("robots"):
            table.play(first_turns(seats), lazy=lazy)
        return table

    return play


@pytest.fixture(autouse=True)
def _no_chance() -> Iterator[None]:
    with without_chance("robots"):
        yield


def first_turns(seats: int) -> int:
    """The number of letters until each player has had a turn: before, all but one sent shares."""
    return 2 * seats - 1


def blocks_of(robots: Robots) -> tuple[Block, ...]:
    """The blocks of the game."""
    return parse_save(robots.library("alice").read_bytes()).blocks


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_copies_cost_no_letter(game: str, seats: int, played: Played) -> None:
    """The same game with and without: the same letters, which all others get once, or one of them."""
    news, few = played(game, seats, "all"), played(game, seats, "none")
    both = zip(blocks_of(news), blocks_of(few), strict=False)  # the last letter told fewer without copies
    assert all(block.orders == other.orders for block, other in both)
    assert {block.seat for block in blocks_of(news) if block.kind == TURN} == {*range(seats)}
    assert [(each.sender, each.to) for each in news.letters] == [
        (each.sender, each.to) for each in few.letters
    ]
    assert len(news.letters) == first_turns(seats)
    for sent in news.letters:
        assert sorted((sent.sender, *sent.to, *sent.copies)) == sorted(news.names)
        assert len(sent.to) == 1
    assert {each.copies for each in few.letters} == {()}


def test_robots_that_sleep_over_copies(played: Played) -> None:
    """Who reads nothing until it is their turn has missed nothing."""
    lazy, awake = played("my-village", 3, "all", lazy=True), played("my-village", 3, "none")
    assert [each.to for each in lazy.letters] == [each.to for each in awake.letters]


def test_everybody_has_every_block(tables: Callable[[str, int], Path], tmp_path: Path) -> None:
    """To the end of a game: `play` checks each letter, the last one goes to all, and then nobody writes.

    The letters begin late in the game; there are turns, answers and shares among them.
    """
    shutil.copytree(tables("khronos", 3), tmp_path / "table")
    table = Robots(tmp_path / "table", 3)
    begun = table.play_to_round(5)
    table.play()
    assert {block.kind for block in blocks_of(table)[begun:]} == {TURN, ANSWER, ASSIST}
    table.wake_all()
    assert (table.collect(), waiting(table.table("alice"))) == ([], None)
    assert len({table.library(name).read_bytes() for name in table.names}) == 1
    last = table.letters[-1]
    assert (sorted((last.sender, *last.to)), last.copies) == (sorted(table.names), ())


@pytest.mark.parametrize("robot", [("next",), ("receive", "box", "--assist")], ids=" ".join)
def test_a_letter_that_is_read_again_brings_about_nothing(
    robot: tuple[str, ...], played: Played, tmp_path: Path
) -> None:
    """Nor does a letter that one has written oneself, or an older one that comes late."""
    before = played("my-village", 3, "all")
    shutil.copytree(before.folder, tmp_path / "table")
    table = replace(before, folder=tmp_path / "table", robot=robot)
    count, ((_, path),) = {name: table.blocks(name) for name in table.names}, table.collect()
    for name in table.names:
        box = table.person(name).folder / "box"
        for number, letter in enumerate(sorted(box.glob("*.eml"), reverse=True)):
            shutil.copy(letter, box / f"again {number}.eml")
        if name == table.collect()[0][0]:
            shutil.copy(path, box / "own.eml")
    table.wake_all()
    assert {name: table.blocks(name) for name in table.names} == count
    assert [found for _, found in table.collect()] == [path]


def test_the_copy_of_an_invitation_takes_no_seat(tmp_path: Path) -> None:
    """A bot that sits at the table is not moved by a letter that invites somebody else."""
    table = Robots(tmp_path, 4)
    for name in table.names:
        table.introduce(name)
    table.run("alice", "new", "--colour", "red", "--seats", "4", "--title", "Ours")
    for host, guest in pairwise(table.names):
        table.run(host, "send", "ours", "--as", host, "--copies", "--to", f"{guest}@example.org")
        ((sender, path),) = table.collect()
        sent = table.deliver(sender, path)
        assert sent.to == (guest,)
        for name in (*sent.copies, *sent.to):
            table.wake(name)
        ((sender, path),) = table.collect()
        assert sender == guest
        table.deliver(sender, path)
        table.wake_all()
    assert [seat.name for seat in table.table("alice").seats] == [*table.names]
