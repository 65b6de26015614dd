"""`khronos remote`, and what `khronos watch --mail` says before it begins."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.mail.servers import Post
from tests.remote.players import Player, begin_game, make_players
from tests.remote.telephone import Telephone
from tests.support.chance import without_chance


@pytest.fixture
def alone(post: Post, tmp_path: Path) -> Iterator[Player]:
    """Somebody with mail servers and an identity, but no game."""
    with without_chance("the command remote"):
        (player,) = make_players(tmp_path / "homes", post, 1)
        yield player


@pytest.fixture
def mover(post: Post, tmp_path: Path) -> Iterator[Player]:
    """A player of two who has to move, with answers by mail and a delay."""
    with without_chance("the command remote"):
        group = make_players(tmp_path / "homes", post, 2)
        begin_game(group, "Ours")
        for _ in range(3):
            for player in group:
                player.run("next", "--send")
        found = next(player for player in group if player.is_waited_for())
        found.ok("remote", "on", "--delay", "2h")
        found.round()
        yield found


def lines(text: str) -> list[str]:
    return text.splitlines()


def test_on_status_off(alone: Player) -> None:
    """Settings stay until they are changed, or forgotten."""
    assert lines(alone.ok("remote", "status")) == [
        "answers by mail are off; to turn them on: khronos remote on"
    ]
    first, *more = lines(alone.ok("remote", "on", "--hints", "--from", "me@work.example"))
    assert first == "you can now answer from your phone"
    assert "khronos watch --mail" in more[0]
    again = lines(alone.ok("remote", "on", "--delay", "90m"))
    assert again == [
        "you can now answer from your phone; answers to older e-mails no longer count",
        *more,
    ]
    assert lines(alone.ok("remote", "status")) == [
        "answers from alice@example.org, me@work.example are accepted",
        "each turn is held for 90m before it is sent",
        "e-mails contain suggested turns",
    ]
    assert json.loads(alone.ok("remote", "status", "--json")) == {
        "on": True,
        "delay": 5400,
        "hints": True,
        "addresses": ["alice@example.org", "me@work.example"],
        "games": [],
    }
    alone.ok("remote", "on", "--no-hints")
    assert lines(alone.ok("remote", "status"))[-1] == "e-mails contain no suggested turns"
    assert lines(alone.ok("remote", "off")) == [
        "answers by mail are off; to play on this computer: khronos next"
    ]
    alone.ok("remote", "on")
    assert lines(alone.ok("remote", "status"))[1:] == [
        "turns are sent immediately",
        "e-mails contain no suggested turns",
    ]


@pytest.mark.parametrize(("typed", "shown"), [("60s", "1m"), ("61s", "61s"), ("24h", "1d"), ("90m", "90m")])
def test_a_delay_is_shown_as_it_is_typed(alone: Player, typed: str, shown: str) -> None:
    alone.ok("remote", "on", "--delay", typed)
    assert f"held for {shown} before" in alone.ok("remote", "status")


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("--delay", "5x"), "write a delay of up to 7d, such as 30s, 10m, 2h or 1d"),
        (("--delay", "8d"), "write a delay of up to 7d, such as 30s, 10m, 2h or 1d"),
        (("--from", "nowhere"), "nowhere is not an e-mail address"),
        (("--from", "jörg@example.org"), "use an address without accented letters"),
    ],
)
def test_what_it_refuses(alone: Player, words: tuple[str, ...], problem: str) -> None:
    assert problem in alone.fails("remote", "on", *words)
    assert "khronos remote on" in alone.ok("remote", "status")


def test_an_own_address_must_be_ascii(alone: Player) -> None:
    """An answer from another address would be taken for a stranger's."""
    alone.ok("remote", "on")
    alone.settings["address"] = "jörg@example.org"
    for command in (("remote", "on"), ("watch", "--mail", "--once")):
        told = alone.fails(*command)
        assert "use an address without accented letters" in told, told


def test_what_is_missing(alone: Player, post: Post, monkeypatch: pytest.MonkeyPatch) -> None:
    """One line names it, before `remote on` and `watch --mail` alike."""
    del alone.settings["mailboxes"]
    for command in (("remote", "on"), ("watch", "--mail"), ("watch", "--mail", "--once")):
        assert "khronos config imap_host" in alone.fails(*command)
    alone.settings["mailboxes"] = post.folder / "alice"
    (alone.home / "keys" / "alice.toml").rename(alone.home / "alice.toml")
    assert "khronos keygen NAME" in alone.fails("remote", "on")
    (alone.home / "alice.toml").rename(alone.home / "keys" / "alice.toml")
    alone.ok("remote", "on")
    monkeypatch.delenv("KHRONOS_SMTP_HOST")
    for command in (("remote", "on"), ("watch", "--mail")):
        assert "khronos config smtp_host" in alone.fails(*command)
    alone.ok("remote", "off")
    alone.round()  # without a telephone, it only reads mail


def test_what_was_not_sent_is_named(mover: Player, post: Post) -> None:
    """The command that `remote off` prints sends the turn."""
    telephone = Telephone(post, mover.address, post.port)
    telephone.answer("play end")
    mover.round()
    assert "Ours: your turn will be sent on" in mover.ok("remote", "status")
    letters = post.letters
    _, line = lines(mover.ok("remote", "off"))
    command = line.partition("to send it: khronos ")[2]
    assert "sent to" in mover.ok(*shlex.split(command), "--smtp")
    assert post.letters == letters + 1
    assert lines(mover.ok("remote", "off"))[1:] == []


def test_a_message_that_waits_is_named(mover: Player, post: Post) -> None:
    telephone = Telephone(post, mover.address, post.port)
    telephone.answer('message "Well played"')
    mover.round()
    assert 'Ours: this message will be sent with your next turn: message "Well played"' in mover.ok(
        "remote", "status"
    )
    assert 'Ours: this message was not sent: message "Well played"' in mover.ok("remote", "off")


def test_it_says_what_it_is_doing(alone: Player) -> None:
    """The first line of a robot that keeps running."""
    for turned, said in (("off", "to answer from your phone: khronos remote on"), ("on", "can answer")):
        alone.ok("remote", turned)
        assert said in alone.first_line("watch", "--mail")
