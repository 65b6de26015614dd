"""`new` and `join` put games into the library; where a game lies twice, the newest seen is gone on with."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from khronos_pbem.record.save import parse_save
from tests.support.chance import without_chance
from tests.support.shell import Person


def library(person: Person) -> list[Path]:
    return sorted((person.home / "library").glob("*.khronos"))


def blocks(path: Path) -> int:
    return len(parse_save(path.read_bytes()).blocks)


@pytest.fixture(autouse=True)
def _the_same_game() -> Iterator[None]:
    """Each test begins the game of all others."""
    with without_chance("one truth"):
        yield


@pytest.fixture
def alice(tmp_path: Path) -> Person:
    person = Person("alice", tmp_path / "alice")
    person.ok("keygen", "alice")
    return person


@pytest.fixture
def bob(tmp_path: Path) -> Person:
    person = Person("bob", tmp_path / "bob")
    person.ok("keygen", "bob")
    return person


def test_a_new_game_lies_in_the_library(alice: Person) -> None:
    alice.ok("new", "game.khronos", "--colour", "red", "--seats", "2", "--title", "Ours")
    (copy,) = library(alice)
    assert copy.read_bytes() == alice.save.read_bytes()
    assert "Ours" in alice.ok("inbox").out
    assert alice.ok("status", "ours", "--json").json["title"] == "Ours"


def test_a_new_game_needs_no_file(alice: Person) -> None:
    done = alice.ok("new", "--colour", "red", "--seats", "2", "--title", "Ours", "--json").json
    assert [str(path) for path in library(alice)] == [done["library"]] == [done["file"]]
    assert not list(alice.folder.glob("*.khronos"))


def test_who_joins_a_file_has_it_in_the_library(alice: Person, bob: Person) -> None:
    alice.ok("new", "game.khronos", "--colour", "red", "--seats", "2", "--title", "Ours")
    alice.hand_to(bob)
    bob.ok("join", "game.khronos", "--colour", "blue")
    (copy,) = library(bob)
    assert copy.read_bytes() == bob.save.read_bytes()


def letter(alice: Person, to: str = "bob") -> Path:
    """An invitation of hers."""
    own = {"KHRONOS_ADDRESS": "alice@example.org", "KHRONOS_CONFIG": str(alice.folder / "none")}
    alice.ok("send", "game.khronos", "--to", f"{to}@example.org", "-o", "out.eml", "--force", **own)
    return alice.folder / "out.eml"


def test_a_letter_can_be_joined(alice: Person, bob: Person) -> None:
    """The letter stays as it is, the game goes on in the library."""
    alice.ok("new", "game.khronos", "--colour", "red", "--seats", "2", "--title", "Ours")
    mail = letter(alice)
    before = mail.read_bytes()
    done = bob.ok("join", str(mail), "--colour", "blue", "--json").json
    assert mail.read_bytes() == before
    assert [str(path) for path in library(bob)] == [done["library"]]
    assert blocks(library(bob)[0]) == 2


def test_a_letter_is_joined_where_the_game_has_got_to(alice: Person, bob: Person) -> None:
    """An old invitation leads to the newest state that is known, not to a second history."""
    alice.ok("new", "game.khronos", "--colour", "red", "--seats", "3", "--title", "Ours")
    invitation = letter(alice)
    carol = Person("carol", alice.folder.parent / "carol")
    carol.ok("keygen", "carol")
    alice.hand_to(carol)
    carol.ok("join", "game.khronos", "--colour", "green")
    bob.ok("receive", str(carol.save))
    bob.ok("join", str(invitation), "--colour", "blue")
    assert blocks(library(bob)[0]) == 3


@pytest.mark.parametrize("text", ["Subject: hello\n\nno game\n", "", "\0\1\2"])
def test_a_letter_without_a_game(text: str, bob: Person) -> None:
    (bob.folder / "in.eml").write_text(text, encoding="utf-8")
    bob.fails(2, "join", "in.eml", "--colour", "blue")
    assert not library(bob)


def test_a_letter_with_two_games(alice: Person, bob: Person) -> None:
    box = bob.folder / "box"
    box.mkdir()
    for number in (1, 2):
        alice.ok("new", "game.khronos", "--colour", "red", "--seats", "2", "--title", f"G{number}", "--force")
        (box / f"{number}.eml").write_bytes(letter(alice).read_bytes())
    assert "use one of them instead: g1-" in bob.fails(2, "join", "box", "--colour", "blue")
    assert [blocks(path) for path in library(bob)] == [1, 1]


def test_a_turn_in_a_file_is_in_the_library_too(alice: Person, bob: Person) -> None:
    """Whatever way a game goes on here, the library shows it, and the inbox says whose move it is."""
    alice.ok("new", "game.khronos", "--colour", "red", "--seats", "2", "--title", "Ours")
    alice.hand_to(bob)
    bob.ok("join", "game.khronos", "--colour", "blue")
    bob.hand_to(alice)
    alice.ok("assist", "game.khronos")
    assert blocks(alice.save) == 3
    (row,) = alice.ok("inbox", "--json").json["games"]
    assert row["seq"] == 2
    assert blocks(library(alice)[0]) == 3


def test_the_name_of_a_game_is_its_newest_copy(alice: Person, bob: Person) -> None:
    """A file called like the game is taken until something newer was seen; another old one is refused."""
    alice.ok("new", "ours", "--colour", "red", "--seats", "2", "--title", "Ours")
    assert json.loads(alice.ok("status", "ours", "--json").out)["seq"] == 0
    (alice.folder / "sent").write_bytes((alice.folder / "ours").read_bytes())
    bob.folder.mkdir(exist_ok=True)
    bob.save.write_bytes((alice.folder / "ours").read_bytes())
    bob.ok("join", "game.khronos", "--colour", "blue")
    alice.ok("receive", str(bob.save))
    done = alice.ok("assist", "ours")
    assert "older than" in done.err
    assert blocks(alice.folder / "ours") == 1
    assert blocks(library(alice)[0]) == 3
    assert alice.run("assist", "sent").code == 6
