"""What comes next is said in one line, to people at a terminal only."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from khronos_pbem.cli import next_steps
from tests.support.shell import ROOT, Person, Result

MIDDLE = ROOT / "sample_games" / "middle"
ADDRESS = {"KHRONOS_ADDRESS": "x@example.org"}


@pytest.fixture
def _terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody who reads what is printed."""
    monkeypatch.setattr(next_steps, "is_read_by_person", lambda: True)


def next_of(result: Result) -> list[str]:
    """The lines that say what comes next."""
    lines = [line for line in result.err.splitlines() if "next: " in line]
    return [line.removeprefix("khronos: next: ") for line in lines]


@pytest.mark.usefixtures("_terminal")
def test_from_the_first_key_to_the_first_letter(tmp_path: Path) -> None:
    alice, bob = Person("alice", tmp_path / "alice"), Person("bob", tmp_path / "bob")
    (line,) = next_of(alice.ok("keygen", "alice"))
    assert line == (
        "play against bots with khronos solo --as alice, or read how to play with others: khronos help start"
    )
    (line,) = next_of(alice.ok("new", "--colour", "red", "--seats", "2", "--title", "Ours"))
    assert line == "invite a player with khronos send ours --to ADDRESS"
    sent = alice.ok("send", "ours", "--to", "bob@example.org", "-o", "letter.eml", **ADDRESS)
    (line,) = next_of(sent)
    assert line.startswith("send letter.eml with your mail program, save the reply to a file")
    sent = alice.ok("send", "ours", "--force", "-o", "letter.eml", KHRONOS_MAILBOXES="box", **ADDRESS)
    assert next_of(sent) == ["send letter.eml with your mail program, then type khronos next"]
    bob.ok("keygen", "bob")
    shutil.copy(alice.folder / "letter.eml", bob.folder / "letter.eml")
    assert next_of(bob.ok("receive", "letter.eml"))[0].endswith("; to play: khronos next")
    (line,) = next_of(bob.ok("join", "ours", "--colour", "blue"))
    assert line == "pass the file on, or write an e-mail: khronos send ours"


@pytest.mark.usefixtures("_terminal")
def test_a_file_of_ones_own_is_called_by_its_path(tmp_path: Path) -> None:
    somebody = Person("x", tmp_path)
    shutil.copytree(MIDDLE, tmp_path / "my game")
    home = {"KHRONOS_HOME": str(tmp_path / "my game" / "keyring")}
    done = somebody.ok("play", "my game/game.khronos", "my game/turn.txt", "--yes", **home)
    assert next_of(done) == ["pass the file on, or write an e-mail: khronos send 'my game/game.khronos'"]


@pytest.mark.usefixtures("_terminal")
def test_a_document_says_nothing_else(tmp_path: Path) -> None:
    alice = Person("alice", tmp_path)
    alice.ok("keygen", "alice")
    made = alice.ok("new", "x.khronos", "--colour", "red", "--seats", "2", "--json")
    assert next_of(made) == []
    letter = ("--to", "bob@example.org", "--json")
    assert next_of(alice.ok("send", "x.khronos", *letter, **ADDRESS)) == []


def test_a_script_hears_nothing_of_it(tmp_path: Path) -> None:
    alice = Person("alice", tmp_path)
    assert alice.ok("keygen", "alice").err == ""
    assert alice.ok("new", "x.khronos", "--colour", "red", "--seats", "2").err == ""
