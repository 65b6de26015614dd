"""What the README shows has been run, and every command is documented (FORMATS 1)."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest

from tests.archive.games import knowing
from tests.program.shell import ROOT, Person

README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS = [
    "keygen",
    "new",
    "join",
    "show",
    "status",
    "moves",
    "check",
    "play",
    "assist",
    "verify",
    "log",
    "replay",
    "export",
    "publish",
    "stats",
    "try",
    "demo",
    "orders",
    "rules",
    "settle",
]  # FORMATS 1


def blocks() -> list[str]:
    """The shell blocks of the README."""
    return re.findall(r"```sh\n(.*?)```", README, re.DOTALL)


def khronos_lines(block: str) -> list[list[str]]:
    """The khronos commands of a block, as arguments; comments are left out."""
    lines = [shlex.split(line, comments=True) for line in block.splitlines()]
    return [line[1:] for line in lines if line[:1] == ["khronos"]]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_helps(command: str, tmp_path: Path) -> None:
    out = Person("x", tmp_path).ok(command, "--help").out
    assert "Usage: khronos" in out
    assert re.search(r"--json", out), f"{command} has no --json"


MAIL_COMMANDS = [
    "send",
    "receive",
    "inbox",
    "resend",
    "remind",
    "armor",
    "dearmor",
    "watch",
    "contacts",
    "config",
]


def test_every_command_is_in_the_readme() -> None:
    for command in COMMANDS + MAIL_COMMANDS:
        assert re.search(rf"khronos {command}\b", README), command


def test_the_first_screen_plays_and_tests() -> None:
    """One line that installs and plays, one that installs and runs the tests, a picture of a board."""
    first = README.split("## Your first game")[0]
    assert "MIGHT" in first
    assert len(first.splitlines()) < 70
    lines = [line for block in blocks()[:2] for line in block.strip().splitlines()]
    assert len(lines) == 2
    assert all(line.startswith("python3 -m venv venv && ") for line in lines)
    assert lines[0].endswith("venv/bin/khronos demo")
    assert "pytest" in lines[1]
    assert lines[1].split("python -m ")[1] in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


def test_the_first_game_by_mail(tmp_path: Path) -> None:
    """The README's first game, by two people with a home each."""
    alice, bob = Person("alice", tmp_path / "alice"), Person("bob", tmp_path / "bob")
    file = "ours.khronos"
    section = README.split("## Your first game by mail")[1].split("\n## ")[0]
    first, second, third = re.findall(r"```sh\n(.*?)```", section, re.DOTALL)[:3]
    for arguments in khronos_lines(first):
        alice.ok(*arguments)
    bob.folder.mkdir()
    shutil.copy(alice.folder / file, bob.folder / file)
    for arguments in khronos_lines(second):
        bob.ok(*arguments)
    shutil.copy(bob.folder / file, alice.folder / file)
    if alice.ok("status", file, "--json").json["mine"]["owes"]:
        alice.ok("assist", file)
    mover = alice if alice.ok("status", file, "--json").json["waiting_for"]["colour"] == "red" else bob
    if mover is bob:
        shutil.copy(alice.folder / file, bob.folder / file)
    (mover.folder / "turn.txt").write_text("travel 1 faith\nend\n", encoding="utf-8")
    for arguments in khronos_lines(third):
        result = mover.run(*arguments)
        allowed = {0, 3} if arguments[0] == "check" else {0}  # the hand may lack the cards
        assert result.code in allowed, (arguments, result.err)


def test_the_sample_turn(tmp_path: Path) -> None:
    """The game in the middle, with its throw-away keyring, goes on with the turn file beside it."""
    folder = tmp_path / "mine"
    shutil.copytree(ROOT / "sample_games" / "middle", folder)
    somebody = Person("x", tmp_path)
    line = next(
        shlex.split(line.split("&&")[-1])
        for block in blocks()
        for line in block.splitlines()
        if "KHRONOS_HOME=mine/keyring khronos play" in line
    )
    arguments = line[line.index("khronos") + 1 :]
    done = somebody.ok(*arguments, "--json", KHRONOS_HOME=str(folder / "keyring")).json
    assert done["orders"][-1].startswith("end")


def test_play_by_mail(tmp_path: Path) -> None:
    """The README's commands for a mail program, by the player who has to move."""
    folder = tmp_path / "mine"
    shutil.copytree(ROOT / "sample_games" / "middle", folder)
    somebody, home = Person("x", tmp_path), {"KHRONOS_HOME": str(folder / "keyring")}
    names = {seat["name"] for seat in somebody.ok("status", "mine/game.khronos", "--json").json["seats"]}
    for name in names:
        somebody.ok("contacts", "add", name, f"{name}@example.org", **home)
    letter = somebody.ok("armor", "mine/game.khronos").out
    (tmp_path / "turn.eml").write_text(f"Subject: your move\n\n{letter}", encoding="utf-8")
    somebody.ok("receive", "turn.eml", **home)
    assert "YOUR MOVE" in somebody.ok("inbox", **home).out
    title = "sample-in-the-middle"
    somebody.ok("play", title, "-c", "policy placement ask; end", **home)
    sent = somebody.ok("send", title, "-o", "out.eml", "--config", "address=alice@example.org", **home).out
    assert "mailto:" in sent
    again = somebody.ok("resend", title, "--config", "address=alice@example.org", **home).out
    assert again.split() == (tmp_path / "out.eml").read_text(encoding="utf-8").split()
    assert somebody.ok("receive", "out.eml", **home).out.startswith("same")
    somebody.ok("remind", "--days", "7", **home)
    somebody.ok("contacts", "check", title, **home)
    somebody.ok("config", **home)


def test_keep_show_study(tmp_path: Path) -> None:
    """The README's commands for finished games, in a folder with the samples, and for spectators."""
    shutil.copytree(ROOT / "sample_games", tmp_path / "sample_games")
    section = README.split("## Keep, show, study")[1].split("\n## ")[0]
    shown, published = re.findall(r"```sh\n(.*?)```", section, re.DOTALL)
    somebody = knowing(Person("x", tmp_path))
    for arguments in khronos_lines(shown):
        assert somebody.ok(*arguments).out
    shutil.copy(ROOT / "sample_games" / "middle" / "game.khronos", tmp_path / "ours.khronos")
    somebody.ok("keygen", "alice")
    for arguments in khronos_lines(published):
        assert somebody.ok(*arguments).out


def test_the_picture_is_of_today(tmp_path: Path) -> None:
    """The picture in the README is what the program draws now."""
    line = next(line for line in README.splitlines() if "--svg --at" in line)
    command, file, *rest = shlex.split(line, comments=True)[1:]
    knowing(Person("x", tmp_path)).ok(command, str(ROOT / file), *rest, "-o", "board.svg")
    assert (tmp_path / "board.svg").read_bytes() == (ROOT / "docs" / "board.svg").read_bytes()


def test_the_board_is_of_today(tmp_path: Path) -> None:
    """The board on the first screen is what the program shows now, without what stands beside it."""
    sample = str(ROOT / "sample_games" / "two-players.khronos")
    out = Person("x", tmp_path).ok("show", sample, "--at", "12", "--board", "might").out
    board = README.split("```text\n")[1].split("\n```")[0].splitlines()
    shown = [line[:38].rstrip() for line in out[out.index("MIGHT") :].splitlines()]
    assert shown[: len(board)] == board
    assert len(board) > 22


def test_the_orders_of_the_readme() -> None:
    """The three ways to write an order that the README shows are the same order."""
    from khronos_pbem.games.khronos.language.grammar import parse, text

    for words in re.findall(r"`(bâtir [^`]*|bauen [^`]*)`", README):
        assert [text(spelled.order) for spelled in parse(words)] == ["build keep might F7"]
