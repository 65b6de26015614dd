"""`--send`: the letter of a block leaves at once, and whatever happens to it the block stands."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from email import message_from_bytes
from email.policy import default
from pathlib import Path
from random import Random

import pytest

from khronos_pbem.home.config import Config
from khronos_pbem.record.block import ASSIST
from khronos_pbem.record.save import Save, parse_save
from khronos_pbem.session.bots.bot_turn import quick_orders
from khronos_pbem.session.replay.table import waiting
from tests.mail.servers import Post, free_port, smtp_server
from tests.support.playing import NAMES, Group
from tests.support.shell import Person, Result


@pytest.fixture(scope="module")
def group(tmp_path_factory: pytest.TempPathFactory) -> Group:
    """A game of two in which somebody has to take the first turn."""
    group = Group(tmp_path_factory.mktemp("game"), 2, 3)
    group.start("At once")
    while (now := waiting(group.table())) is not None and now.need == ASSIST:
        group.step()
    return group


class Mover(Person):
    """Whoever has to take the first turn, with the game in his folder; he knows the other's address."""

    def asked(self, *arguments: str, **environment: str) -> Result:
        """Run a command with an address of one's own."""
        own = {"KHRONOS_ADDRESS": f"{self.name}@example.org", "KHRONOS_CONFIG": str(self.folder / "none")}
        return self.run(*arguments, **{**own, **environment})

    def now(self) -> Save:
        """What the file holds."""
        return parse_save(self.save.read_bytes())


@pytest.fixture
def mover(group: Group, tmp_path: Path) -> Mover:
    now = waiting(group.table())
    assert now is not None
    assert now.seat is not None
    person, other = Mover(NAMES[now.seat], tmp_path), NAMES[1 - now.seat]
    shutil.copytree(group.home(person.name), person.home)
    shutil.copy(group.save, person.save)
    person.ok("contacts", "add", other, f"{other}@example.org")
    return person


@pytest.fixture
def turn(group: Group, mover: Mover) -> str:
    """A whole turn."""
    return "; ".join(quick_orders(group.table(), group.context(mover.name), Random(1)))


def test_without_a_server_the_letter_is_a_file(mover: Mover, turn: str) -> None:
    """It is the very letter that `send` writes."""
    done = mover.asked("play", "game.khronos", "-c", turn, "--send")
    assert done.code == 0, done.err
    (file,) = mover.outbox.iterdir()
    assert f"wrote {file}, an e-mail to" in done.out
    written = file.read_bytes()
    assert mover.asked("send", "game.khronos", "-o", "again.eml").code == 0
    assert written == (mover.folder / "again.eml").read_bytes()
    attached = list(message_from_bytes(written, policy=default).iter_attachments())
    assert parse_save(attached[-1].get_payload(decode=True)).blocks == mover.now().blocks  # type: ignore[arg-type]


def test_the_document_tells_of_the_letter(mover: Mover, turn: str) -> None:
    letter = mover.asked("play", "game.khronos", "-c", turn, "--send", "--json").json["letter"]
    assert [str(path) for path in mover.outbox.iterdir()] == [letter["file"]]
    assert letter["to"].endswith("@example.org")


@pytest.fixture
def post(tmp_path: Path) -> Iterator[tuple[Post, dict[str, str]]]:
    post = Post(tmp_path / "post")
    controller = smtp_server(post)
    yield (
        post,
        {
            "KHRONOS_SMTP_HOST": "127.0.0.1",
            "KHRONOS_SMTP_PORT": str(controller.port),
            "KHRONOS_SMTP_SECURITY": "none",
        },
    )
    controller.stop()


def test_a_configured_server_delivers_it(mover: Mover, turn: str, post: tuple[Post, dict[str, str]]) -> None:
    done = mover.asked("play", "game.khronos", "-c", turn, "--send", **post[1])
    assert done.code == 0, done.err
    assert "sent to" in done.out
    assert not mover.outbox.exists()
    assert post[0].letters == 1
    again = mover.asked("send", "game.khronos", "--smtp", **post[1])
    assert "has already been sent to" in again.out
    assert post[0].letters == 1


def test_a_refused_letter_loses_no_turn(mover: Mover, turn: str) -> None:
    """It says that the game is written and how to send it, and leaves as `send` would."""
    before = len(mover.now().blocks)
    nobody = {
        "KHRONOS_SMTP_HOST": "127.0.0.1",
        "KHRONOS_SMTP_PORT": str(free_port()),
        "KHRONOS_SMTP_SECURITY": "none",
    }
    done = mover.asked("play", "game.khronos", "-c", turn, "--send", **nobody)
    assert done.code == mover.asked("send", "game.khronos", "--smtp", **nobody).code == 2
    assert len(mover.now().blocks) == before + 1
    assert done.err.count("\n") == 1
    assert "wrote game.khronos, but the e-mail was not sent" in done.err
    assert done.err.strip().endswith("khronos send game.khronos --smtp")
    assert "wrote game.khronos" in done.out


def test_a_letter_to_nobody_known_loses_no_turn(mover: Mover, turn: str) -> None:
    (mover.home / "contacts.toml").unlink()
    before = len(mover.now().blocks)
    done = mover.asked("play", "game.khronos", "-c", turn, "--send", "--json")
    assert done.code == 2
    assert len(mover.now().blocks) == before + 1
    assert done.json["seq"] == before
    assert done.json["letter"]["exit"] == 2
    command = done.json["letter"]["command"]
    assert command == "khronos send game.khronos --to ADDRESS"
    assert mover.asked(*command.replace("ADDRESS", "x@example.org").split()[1:]).code == 0
    assert mover.asked("send", "game.khronos").code == 0, "the address was given already"


def test_a_stop_by_the_keyboard_loses_no_turn(
    mover: Mover, turn: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever waits no longer for the server is told that the turn is played."""

    def stopped(config: Config, mail: object, *, again: bool) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("khronos_pbem.cli.delivery.letters.deliver_prepared_letter", stopped)
    done = mover.asked("play", "game.khronos", "-c", turn, "--send", KHRONOS_SMTP_HOST="mail.example.org")
    assert done.code == 2
    assert "wrote game.khronos, but the e-mail was not sent" in done.err
    assert "interrupted from the keyboard" in done.err


def test_options_of_a_letter_need_one(mover: Mover, turn: str) -> None:
    before = mover.save.read_bytes()
    assert "add --send" in mover.fails(2, "play", "game.khronos", "-c", turn, "--to", "bob")
    assert mover.save.read_bytes() == before


def test_a_new_game_is_sent_to_somebody(tmp_path: Path) -> None:
    alice = Mover("alice", tmp_path)
    alice.ok("keygen", "alice")
    assert "you did not say whom --send should invite" in alice.fails(
        2, "new", "--colour", "red", "--seats", "2", "--send"
    )
    assert not (alice.home / "library").exists()
    more = ("--send", "--to", "bob@example.org")
    done = alice.asked("new", "game.khronos", "--colour", "red", "--seats", "2", *more)
    assert done.code == 0, done.err
    assert "an e-mail to bob@example.org" in done.out
