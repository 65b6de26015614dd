"""What happens in games while a robot plays by mail: votes, bots, clocks, languages, settings, ends."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from unittest.mock import patch

import pytest

from khronos_pbem.cli.mail import mail_robot
from khronos_pbem.engine.features.bots import SearchSettings
from khronos_pbem.record.record_fields import instant_text
from tests.mail.servers import Post
from tests.remote.players import Player, begin_game, make_players
from tests.remote.scenes import Scene
from tests.remote.telephone import Telephone
from tests.support.chance import without_chance
from tests.support.playing import COLOURS


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The homes of three players who know each other's addresses."""
    folder = tmp_path_factory.mktemp("fresh")
    with without_chance("games of a robot"):
        make_players(folder, Post(folder / "nobody"))
    return folder


@pytest.fixture
def group(fresh: Path, post: Post, tmp_path: Path) -> Iterator[list[Player]]:
    """Three players who know each other's addresses."""
    shutil.copytree(fresh, tmp_path / "homes")
    with without_chance("more games of a robot"):
        yield [Player(path.name, tmp_path / "homes", post) for path in sorted((tmp_path / "homes").iterdir())]


@contextmanager
def at(moment: str) -> Iterator[None]:
    """Commands run in this process take this for the present moment."""
    with patch("khronos_pbem.cli.shared_options.current_time", lambda: moment):
        yield


def phone_of(player: Player) -> Telephone:
    return Telephone(player.post, player.address, player.post.port)


def words(text: str) -> str:
    return " ".join(text.split())


def begun(group: Sequence[Player], *options: str, title: str = "Ours") -> Player:
    """Begin a game, send all shares, and return the player who moves first, with answers by mail on."""
    begin_game(group, title, *options)
    for _ in group:
        for player in group:
            player.run("next", "--send")
    robot = next(each for each in group if each.is_waited_for(library_file(each, title)))
    robot.ok("remote", "on")
    robot.round()
    return robot


def library_file(player: Player, title: str) -> Path:
    (path,) = (player.home / "library").glob(f"{title.lower()}-*.khronos")
    return path


def others(group: Sequence[Player], player: Player) -> list[Player]:
    return [each for each in group if each is not player]


# --- votes, bots, clocks ----------------------------------------------------------------------------------


def test_a_vote_by_telephone(group: list[Player], post: Post) -> None:
    """The robot never votes on its own; a tap votes, and the game goes on without the missing player."""
    robot = begun(group, "--days", "1")
    telephone = phone_of(robot)
    telephone.answer("play end")
    robot.round()
    colour = robot.status()["waiting_for"]["colour"]
    missing = group[COLOURS.index(colour)]
    (friend,) = others(others(group, robot), missing)
    with at("2026-12-01T12:00:00Z"):
        for _ in range(6):
            robot.round()
            letter = telephone.newest()
            if letter.links and letter.links[0].startswith("vote"):
                telephone.send(letter.links[0])
            friend.run("next", "--send")
            friend.run("vote", str(friend.file), "--without", colour, "--send")
    for player in (robot, friend):
        player.run("next", "--send")
        gone = {seat["colour"]: seat["gone"] for seat in player.status()["seats"]}
        assert gone == {each: each == colour for each in COLOURS[:3]}
    asked = [each for each in telephone.letters() if each.links and each.links[0].startswith("vote")]
    assert len(asked) == 1
    assert "Vote to continue without" in words(asked[0].text)


def test_bots_of_the_player_are_served(group: list[Player], post: Post) -> None:
    """A bot plays as soon as it can, but not after a turn that can still be taken back."""
    alice, bob = group[:2]
    file = alice.home.parent / "Ours.khronos"
    alice.ok("keygen", "marvin", "--bot")
    alice.ok("new", str(file), "--colour", "red", "--seats", "3", "--title", "Ours")
    bob.ok("join", str(file), "--colour", "blue")
    alice.ok("bot", str(file), "--as", "marvin", "--strength", "easy")
    for player in (alice, bob):
        player.ok("receive", str(file))
    file.unlink()
    bob.ok("contacts", "add", "marvin", alice.address)
    alice.ok("remote", "on", "--delay", "1d")
    telephone, held = phone_of(alice), 0
    for _ in range(6):
        bob.run("next", "--send")
        if bob.is_waited_for():
            bob.ok("play", str(bob.file), "-c", "end", "--send")
        assert "khronos bot" not in alice.round()
        before, letters = alice.status()["seq"], telephone.letters()
        if letters and letters[-1].links and letters[-1].links[0].startswith("play"):
            telephone.send(letters[-1].links[0])
            alice.round()
            assert alice.status()["seq"] == before + 1
            held += alice.status()["waiting_for"]["colour"] == "green"
            with at("2026-12-01T12:00:00Z"):
                assert "sent" in alice.round()
            assert alice.status()["waiting_for"]["colour"] != "green"
    assert held
    assert bob.status()["round"] > 1


def test_a_reminder_comes_once(group: list[Player], post: Post) -> None:
    """After half of the time; not after a letter that came later than that."""
    robot = begun(group, "--days", "4")
    telephone = phone_of(robot)
    with at(_before_the_end(robot, hours=84)):
        robot.round()
    assert len(telephone.letters()) == 1
    for hours in (47, 46, 1):
        with at(_before_the_end(robot, hours=hours)):
            robot.round()
    first, reminder = telephone.letters()
    assert "reminder" in reminder.mail["Subject"]
    assert reminder.token == first.token
    assert "Time left" in reminder.text
    robot.ok("remote", "on")
    with at(_before_the_end(robot, hours=45)):
        robot.round()
        robot.round()
    assert len(telephone.letters()) == 3


def _before_the_end(player: Player, *, hours: int) -> str:
    """A moment before the player's time runs out, which counts from when this machine saw the game."""
    (game,) = json.loads(player.ok("inbox", "--json"))["games"]
    return instant_text(datetime.fromisoformat(game["due"]) - timedelta(hours=hours))


def test_a_share_is_sent_again_if_the_server_was_down(group: list[Player], post: Post) -> None:
    begin_game(group, "Ours")
    for player in group:
        player.ok("remote", "on")
    post.answer = "451 try later"
    for player in group:
        player.round()
    assert post.letters == 0
    post.answer = ""
    for _ in range(4):
        for player in group:
            player.round()
    assert [player.is_waited_for() for player in group].count(True) == 1
    assert sum(len(phone_of(player).letters()) for player in group) == 1


@pytest.mark.usefixtures("processes")
def test_a_game_in_a_shared_folder(group: list[Player], post: Post, tmp_path: Path) -> None:
    """The robot plays in the folder, and writes no letters to the others."""
    shared = tmp_path / "shared"
    shared.mkdir()
    file = shared / "Ours.khronos"
    for player in group:
        player.settings["folders"] = shared
    group[0].ok("new", str(file), "--colour", COLOURS[0], "--seats", "3", "--title", "Ours")
    for player, colour in zip(group[1:], COLOURS[1:], strict=False):
        player.ok("join", str(file), "--colour", colour)
    for _ in range(3):
        for player in group:
            player.run("next")
    robot = next(each for each in group if each.is_waited_for(file))
    robot.ok("remote", "on")
    robot.round()
    telephone, before = phone_of(robot), robot.status(file)["seq"]
    telephone.answer("play end")
    robot.round()
    assert robot.status(file)["seq"] == before + 1
    assert "waiting for" in telephone.newest().text
    assert post.letters == 3  # the letter, the answer, what became of it
    robot.round()
    assert post.letters == 3


# --- languages and settings -------------------------------------------------------------------------------


@pytest.mark.usefixtures("processes")
@pytest.mark.parametrize(
    ("language", "turn", "order", "mistake"),
    [
        ("de", "Du bist am Zug", "ende", "„bild“ passt hier nicht"),
        ("fr", "C'est à toi de jouer", "fin", "« bild » n'a pas sa place ici"),
    ],
)
def test_orders_in_the_language_of_the_player(
    scene: Scene, language: str, turn: str, order: str, mistake: str
) -> None:
    robot, telephone = scene.mover, scene.phone
    robot.settings["lang"] = language
    robot.ok("remote", "on")
    robot.round()
    before = robot.status()["seq"]
    assert turn in telephone.newest().text
    link = next(each for each in telephone.newest().links if each.startswith("play"))
    assert link.split()[1] == order
    telephone.answer(f"play bild; {order}")
    robot.round()
    assert mistake in words(telephone.newest().text)
    telephone.answer(f"play {order}")
    robot.round()
    assert robot.status()["seq"] == before + 1


def test_hints_are_in_each_letter(group: list[Player], post: Post, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mail_robot, "SearchSettings", partial(SearchSettings, seconds=0.1))
    robot = begun(group, "--game", "my-village", "--rounds", "1")
    robot.ok("remote", "on", "--hints")
    robot.round()
    first, second = phone_of(robot).letters()
    assert "Suggestion 1" not in first.text
    assert "Suggestion 1" in second.text
    assert "e-mails contain suggested turns" in robot.ok("remote", "status")


@pytest.mark.usefixtures("processes")
def test_a_locked_identity(fresh: Path, post: Post, tmp_path: Path) -> None:
    """It needs a command for the passphrase, which also the processes use that the robot starts."""
    alice, bob = (Player(name, tmp_path / "homes", post) for name in ("alice", "bob"))
    alice.settings["passphrase"] = "open sesame"
    alice.ok("keygen", "alice", "--passphrase")
    bob.ok("keygen", "bob")
    for player, other in ((alice, bob), (bob, alice)):
        player.ok("contacts", "add", other.name, other.address)
    begin_game([alice, bob], "Ours")
    for _ in range(3):
        for player in (alice, bob):
            player.run("next", "--send")
    assert "khronos config passphrase_command" in alice.fails("remote", "on")
    del alice.settings["passphrase"]
    assert "is locked" in alice.fails("remote", "on")
    alice.ok("config", "passphrase_command", "echo open sesame")
    alice.ok("remote", "on")
    if bob.is_waited_for():
        bob.ok("play", str(bob.file), "-c", "end", "--send")
    alice.round()
    telephone, before = phone_of(alice), alice.status()["seq"]
    telephone.answer("play end")
    alice.round()
    assert alice.status()["seq"] == before + 1
    alice.ok("config", "--unset", "passphrase_command")
    assert "is locked" in alice.fails("watch", "--mail", "--once")


def test_another_address(scene: Scene) -> None:
    robot, telephone = scene.mover, scene.phone
    before = robot.status()["seq"]
    telephone.answer("play end", From="me@work.example")
    robot.round()
    assert robot.status()["seq"] == before
    told = words(telephone.newest().text)
    assert "came from me@work.example, which is not your address" in told
    assert "khronos remote on --from me@work.example" in told
    robot.ok("remote", "on", "--from", "me@work.example")
    robot.round()
    telephone.answer("play end", From="Me <ME@work.example>")
    robot.round()
    assert robot.status()["seq"] == before + 1
    assert "me@work.example" in robot.ok("remote", "status")


@pytest.mark.usefixtures("processes")
def test_settings_on_the_command_line(scene: Scene, post: Post, monkeypatch: pytest.MonkeyPatch) -> None:
    """The processes that the robot starts have them too."""
    robot = scene.mover
    settings = {"smtp_host": "127.0.0.1", "smtp_port": str(post.port), "smtp_security": "none"}
    for key in settings:
        monkeypatch.delenv(f"KHRONOS_{key.upper()}")
    assert "smtp_host is not set" in robot.fails("watch", "--mail", "--once")
    given = [word for key, value in settings.items() for word in ("--config", f"{key}={value}")]
    scene.phone.answer("play end")
    assert "your turn was sent" in robot.round(*given)
    assert 'carried out "play"' not in robot.round(*given)


def test_the_hook_is_called_for_a_turn(scene: Scene, tmp_path: Path) -> None:
    mover = scene.mover
    mover.ok("remote", "off")
    mover.ok("play", str(mover.file), "-c", "end", "--send")
    called, script = tmp_path / "called", tmp_path / "hook.py"
    script.write_text(f"import sys\nopen({str(called)!r}, 'a').write(sys.argv[-1] + '\\n')\n", "utf-8")
    for robot in scene.others:
        for _ in range(2):
            robot.round("--hook", f"{sys.executable} {script}")
    (path,) = called.read_text("utf-8").splitlines()
    assert Path(path).name.startswith("ours-")


# --- several games, and the end ---------------------------------------------------------------------------


def test_two_games_at_once(group: list[Player], post: Post) -> None:
    """A code belongs to its own game."""
    begin_game(group, "Theirs")
    robot = begun(group)
    letters = {str(each.mail["Subject"]).split()[1]: each for each in phone_of(robot).letters()}
    files = [library_file(robot, title) for title in ("Ours", "Theirs")]
    before = [robot.status(file)["seq"] for file in files]
    phone_of(robot).answer("play end", to=letters["Ours:"])
    robot.round()
    assert [robot.status(file)["seq"] for file in files] == [before[0] + 1, before[1]]
    if "Theirs:" in letters:
        phone_of(robot).answer("play end", to=letters["Theirs:"])
        robot.round()
        assert robot.status(files[1])["seq"] == before[1] + 1


def test_the_end_of_a_game_is_told_once(scene: Scene) -> None:
    robot, telephone = scene.mover, scene.phone
    telephone.answer("play end")
    robot.round()
    for _ in range(2):
        for friend in scene.others:
            friend.run("next", "--send")
            if friend.is_waited_for():
                friend.ok("play", str(friend.file), "-c", "resign", "--send")
    before = len(telephone.letters())
    for _ in range(3):
        robot.round()
    assert robot.status()["finished"]
    assert len(telephone.letters()) == before + 1
    letter = telephone.newest()
    assert "wins" in letter.text
    assert not letter.token
    robot.ok("remote", "on")
    robot.round()
    assert len(telephone.letters()) == before + 1


def test_an_invitation_waits_for_the_player(group: list[Player], post: Post) -> None:
    """The robot adds the game, and writes no letter about it: the invitation is one."""
    alice, bob = group[:2]
    bob.ok("remote", "on")
    alice.ok("new", "--colour", "red", "--seats", "2", "--title", "Ours", "--send", "--to", bob.address)
    assert "new: Ours: block 0. 1 seat is free" in bob.round()
    bob.round()
    assert not phone_of(bob).letters()
    assert "khronos join ours" in bob.ok("next")
