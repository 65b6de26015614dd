"""Whole games in which one player only answers letters, and two friends type commands."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest

from khronos_pbem.cli.bots import bot_options
from khronos_pbem.cli.bots.bot_options import thinking_of
from khronos_pbem.engine.features.bots import SearchSettings
from khronos_pbem.session.bots.bot_turn import quick_orders
from khronos_pbem.session.context import Context
from khronos_pbem.session.replay.open_save import open_for_play
from tests.mail.servers import Post, dovecot
from tests.remote.players import Player
from tests.remote.telephone import Telephone, TelephoneLetter
from tests.support.chance import without_chance
from tests.support.playing import NAMES, Group, no_passphrase

Answer = Callable[[TelephoneLetter], str]
"""What is typed as an answer to a letter, or tapped in it (which has the code)."""

MOST_LAPS = 60


@dataclass
class Game:
    """A game by mail: the players, the one with a telephone, and when the players give up (a round)."""

    players: Sequence[Player]
    robot: Player
    random: Random
    until: int
    chosen: int = field(default=0)

    @property
    def friends(self) -> list[Player]:
        """The players who type commands."""
        return [player for player in self.players if player is not self.robot]

    @property
    def telephone(self) -> Telephone:
        """The telephone."""
        return Telephone(self.robot.post, self.robot.address, self.robot.post.port)

    def orders(self, player: Player) -> str:
        """The orders of a player whose turn it is: those of a bot, or to give up."""
        table = open_for_play(player.file, player.home, rewind=False).table
        if table.game.round(table.position) >= self.until:
            return "resign"
        context = Context(player.home, no_passphrase, "", player.name)
        return "\n".join(quick_orders(table, context, self.random))

    def play(self, answers: list[Answer]) -> str:
        """Play to the end, and return the texts of all letters to the telephone.

        The player with the telephone first gives these answers, then plays as a bot would; after a choice,
        which is tapped, so is everything else.
        """
        self.robot.ok("remote", "on")
        answered = set[str]()
        for lap in range(MOST_LAPS):
            if lap and self.robot.status()["finished"]:
                break
            for friend in self.friends:
                friend.run("next", "--send")
                while friend.is_waited_for():
                    friend.ok("play", str(friend.file), "-c", self.orders(friend), "--send")
            self.robot.round()
            for letter in self.telephone.letters()[-1:]:
                if letter.token and letter.token not in answered:
                    answered.add(letter.token)
                    self.respond(letter, answers)
        assert self.robot.status()["finished"]
        return " ".join(" ".join(each.text.split()) for each in self.telephone.letters())

    def respond(self, letter: TelephoneLetter, answers: list[Answer]) -> None:
        """Answer a letter."""
        self.chosen += "your choice" in letter.mail["Subject"]
        if answers:
            text = answers.pop(0)(letter)
        else:
            text = go_on(letter) if self.chosen else f"play\n{self.orders(self.robot)}"
        if letter.token in text:
            self.telephone.send(text)
        else:
            self.telephone.answer(text, to=letter)


@pytest.fixture(autouse=True)
def _short_thoughts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hints are thought about for a tenth of a second: only what becomes of them is tested here."""

    def short(word: str, seconds: float | None, seed: str) -> SearchSettings:
        return thinking_of(word, seconds or 0.1, seed)

    monkeypatch.setattr(bot_options, "thinking_of", short)


@pytest.fixture
def homes(tmp_path: Path) -> Iterator[Path]:
    with without_chance("a whole game by telephone"):
        yield tmp_path


def begin(homes: Path, post: Post, seed: int, game: str, title: str, seat: int, until: int = 99) -> Game:
    """A game in which all have joined and know each other's addresses."""
    group = Group(homes, 3, seed, game=game)
    group.start(title, **({"rounds": 2} if game == "my-village" else {}))
    players = [Player(name, homes / "homes", post) for name in NAMES[:3]]
    for player in players:
        player.ok("receive", str(group.save))
        for other in players:
            if other is not player:
                player.ok("contacts", "add", other.name, other.address)
    group.save.unlink()
    return Game(players, players[seat], group.random, until)


def tap(*parts: str) -> Answer:
    """Taps the first link whose answer begins with the first of these parts, and contains the others."""

    def tapped(letter: TelephoneLetter) -> str:
        found = {" ".join(link.split()): link for link in letter.links}
        return next(
            link
            for words, link in found.items()
            if words.startswith(parts[0]) and all(part in words for part in parts)
        )

    return tapped


def go_on(letter: TelephoneLetter) -> str:
    """Taps the first answer that plays, else the first that tries something."""
    return next(link for word in ("play", "try") for link in letter.links if link.startswith(word))


def typed(text: str) -> Answer:
    """Types this above the quoted letter."""
    return lambda _: text


def test_khronos(homes: Path, post: Post) -> None:
    """Three rounds of real turns, then all but one give up; the mail is in Maildirs."""
    game = begin(homes, post, 21, "khronos", "x", 0, until=4)
    told = game.play(
        [
            tap("try build"),
            tap("try build"),
            typed("play bild keep might F7; end"),
            typed("hint"),
            typed('message "Good morning"'),
            tap("status"),
            tap("show"),
        ]
    )
    assert "'bild' does not belong here" in told
    assert "the computer player (strong) would play" in told
    assert "your message will be sent" in told
    assert "Good morning" in game.players[0].ok("log", str(game.players[0].file))
    check_end(game, post)


@pytest.mark.skipif(
    shutil.which("dovecot") is None, reason="dovecot is not installed: no test with a real IMAP server"
)
def test_my_village(homes: Path, post: Post) -> None:
    """Two rounds to the end; the mail is read by IMAP."""
    game = begin(homes, post, 18, "my-village", "Ours", 1)
    post.hand_over()
    with dovecot(post) as port:
        for player in game.players:
            imap = {"imap_host": "127.0.0.1", "imap_port": port, "imap_security": "none"}
            player.settings = {**imap, "imap_user": player.name, "imap_password": "secret"}
        told = game.play([tap("try"), typed("play nonsense"), tap("hint"), typed('message "Good luck"')])
        assert "would play" in told
        assert "'nonsense' does not belong here" in told
        check_end(game, post)


def check_end(game: Game, post: Post) -> None:
    """The telephone made a choice; all verify the game, nothing is left to do, no letter came twice."""
    assert game.chosen
    heads = set()
    for player in game.players:
        player.run("next", "--send")
        assert json.loads(player.ok("verify", str(player.file), "--json"))["winners"]
        heads.add(player.status()["head"])
        marks = Counter(mail["Message-ID"] for mail in post.box(player.name) if mail["Message-ID"])
        assert set(marks.values()) == {1}, marks
    assert len(heads) == 1
    letters = post.letters
    game.robot.round()
    assert post.letters == letters
