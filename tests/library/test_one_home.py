"""A game has one home: whatever it is called by, it is played in the file where it lives (FORMATS 1)."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from khronos_pbem.record.save import parse_save
from tests.support.chance import without_chance
from tests.support.shell import Person, Result


def blocks(path: Path) -> int:
    return len(parse_save(path.read_bytes()).blocks)


def copies(person: Person) -> list[Path]:
    """The files of the person's library."""
    return sorted((person.home / "library").glob("*.khronos"))


class Friends:
    """Alice and Bob, who share a folder; a game of theirs called Fold lies in it."""

    def __init__(self, folder: Path) -> None:
        self.shared = folder / "Shared"
        self.shared.mkdir()
        self.file = self.shared / "fold.khronos"
        self.alice, self.bob = (Person(name, folder / name) for name in ("alice", "bob"))
        for person in (self.alice, self.bob):
            person.ok("keygen", person.name)
        self.alice.ok("new", str(self.file), "--colour", "red", "--seats", "2", "--title", "Fold")
        self.bob.ok("join", str(self.file), "--colour", "blue")

    def next(self) -> Person:
        """Who has to act."""
        colour = self.bob.ok("status", str(self.file), "--json").json["waiting_for"]["colour"]
        return {"red": self.alice, "blue": self.bob}[colour]

    def begun(self) -> Person:
        """Pay for the first cards; the one who takes the first turn."""
        while (now := self.bob.ok("status", str(self.file), "--json").json)["waiting_for"]["for"] == "assist":
            mover = {"red": self.alice, "blue": self.bob}[now["waiting_for"]["colour"]]
            mover.ok("assist", str(self.file))
        return self.next()

    def other(self, person: Person) -> Person:
        return self.bob if person is self.alice else self.alice


@pytest.fixture
def friends(tmp_path: Path) -> Iterator[Friends]:
    with without_chance("one home"):
        yield Friends(tmp_path)


def play(person: Person, word: str, *more: str) -> Result:
    return person.ok("play", word, "-c", "end", "--yes", *more)


@pytest.mark.parametrize("called", ["name", "id", "path", "copy"])
def test_a_game_of_a_folder_is_played_in_the_folder(called: str, friends: Friends) -> None:
    """By its name, its id, its path, and the path of the library's copy; and that is said."""
    mover = friends.begun()
    (copy,) = copies(mover)
    count = blocks(friends.file)
    words = {
        "name": "fold",
        "id": copy.stem.rpartition("-")[2],
        "path": str(friends.file),
        "copy": str(copy),
    }
    done = play(mover, words[called])
    assert str(friends.file) in done.out
    assert blocks(friends.file) == count + 1
    assert mover.ok("status", "fold", "--json").json["seq"] == count
    assert friends.other(mover).ok("status", "fold", "--json").json["seq"] == count


def test_looking_by_name_reads_what_the_other_has_written(friends: Friends) -> None:
    """`status`, `show`, `log` and the inbox show the folder's file as soon as it is newer."""
    mover = friends.begun()
    other = friends.other(mover)
    play(mover, str(friends.file))
    seq = blocks(friends.file) - 1
    assert other.ok("status", "fold", "--json").json["seq"] == seq
    assert other.ok("show", "fold", "--json").json["seq"] == seq
    (row,) = other.ok("inbox", "--json").json["games"]
    assert (row["seq"], row["file"]) == (seq, str(friends.file))
    assert other.ok("log", "fold").out == other.ok("log", str(friends.file)).out


def test_a_block_is_taken_back_where_it_was_written(friends: Friends) -> None:
    """In a folder that nobody else is known to read; the library's copy goes back with it."""
    mover = friends.begun()
    count = blocks(friends.file)
    play(mover, "fold")
    mover.ok("undo", "fold", "--not-sent")
    assert blocks(friends.file) == count
    assert mover.ok("status", "fold", "--json").json["seq"] == count - 1


def test_in_a_watched_folder_it_has_left(friends: Friends) -> None:
    mover = friends.begun()
    mover.ok("watch", str(friends.shared), "--once")
    play(mover, "fold")
    assert "left" in mover.fails(4, "undo", "fold")


def test_a_folder_that_is_not_there_gets_it_later(friends: Friends) -> None:
    """The turn is kept in the library, with a word on it; `next` writes it once the folder is back."""
    mover = friends.begun()
    mover.ok("watch", str(friends.shared), "--once")
    count = blocks(friends.file)
    away = friends.shared.with_name("away")
    friends.shared.rename(away)
    done = play(mover, "fold")
    assert str(friends.file) in done.err
    assert "missing at the moment" in done.err
    assert blocks(copies(mover)[0]) == count + 1
    away.rename(friends.shared)
    assert blocks(friends.file) == count
    told = mover.run("next").out
    assert str(friends.file) in told
    assert blocks(friends.file) == count + 1


def test_the_next_block_brings_the_file_up_too(friends: Friends) -> None:
    """An old file that came back in the folder is played on from where the game is."""
    old = friends.file.read_bytes()
    mover = friends.begun()
    mover.ok("watch", str(friends.shared), "--once")
    newest = friends.file.read_bytes()
    friends.file.write_bytes(old)
    assert blocks(friends.file) < len(parse_save(newest).blocks)
    play(mover, "fold")
    assert parse_save(friends.file.read_bytes()).blocks[:-1] == parse_save(newest).blocks


def test_a_file_that_was_moved_is_found(friends: Friends) -> None:
    """Renamed in a watched folder, or moved to another one and played there by its path."""
    mover = friends.begun()
    mover.ok("watch", str(friends.shared), "--once")
    renamed = friends.file.rename(friends.shared / "renamed.khronos")
    play(mover, "fold")
    count = blocks(renamed)
    elsewhere = friends.shared.with_name("elsewhere")
    elsewhere.mkdir()
    moved = renamed.rename(elsewhere / "fold.khronos")
    second = friends.other(mover)
    second.ok("play", str(moved), "-c", "end", "--yes")
    assert blocks(moved) == count + 1
    assert second.ok("status", "fold", "--json").json["seq"] == count


def test_a_file_that_is_gone_from_a_shared_folder_is_written_anew(friends: Friends) -> None:
    mover = friends.begun()
    mover.ok("watch", str(friends.shared), "--once")
    count = blocks(friends.file)
    friends.file.unlink()
    done = play(mover, "fold")
    assert "was missing" in done.err
    assert blocks(friends.file) == count + 1


@pytest.mark.parametrize("damage", ["noise", "cut", "changed", "another"])
def test_a_damaged_file_is_left_alone(damage: str, friends: Friends, tmp_path: Path) -> None:
    """The game goes on in the library, the file is named, and looking works; it is written anew."""
    mover = friends.begun()
    mover.ok("watch", str(friends.shared), "--once")
    whole = friends.file.read_bytes()
    if damage == "another":
        mover.ok("new", str(tmp_path / "x.khronos"), "--colour", "red", "--seats", "2", "--title", "X")
        shutil.copy(tmp_path / "x.khronos", friends.file)
    else:
        friends.file.write_bytes(
            {
                "noise": bytes(range(256)),
                "cut": whole[: len(whole) // 2],
                "changed": whole.replace(b'"join"', b'"vote"', 1),
            }[damage]
        )
    bad = friends.file.read_bytes()
    seq = mover.ok("status", "fold", "--json").json["seq"]
    done = play(mover, "fold")
    assert str(friends.file) in done.err
    assert friends.file.read_bytes() == bad
    assert blocks(copies(mover)[0]) == seq + 2
    friends.file.unlink()
    mover.run("next")
    assert blocks(friends.file) == seq + 2


def test_two_copies_in_two_folders(friends: Friends) -> None:
    """One is where it is played; `next` brings the other one up, so that nobody there is left behind."""
    mover = friends.begun()
    second = friends.shared.with_name("Second")
    second.mkdir()
    copy = Path(shutil.copy(friends.file, second / "fold.khronos"))
    for place in (friends.shared, second):
        mover.ok("watch", str(place), "--once")
    play(mover, "fold")
    assert blocks(friends.file) == blocks(copy) + 1
    mover.run("next")
    assert blocks(copy) == blocks(friends.file)


def test_an_old_copy_leads_to_the_shared_file(friends: Friends) -> None:
    """Played by its path, it is said where the game is played, and nothing is written beside it."""
    mover = friends.begun()
    mover.ok("watch", str(friends.shared), "--once")
    other = friends.other(mover)
    stray = Path(shutil.copy(friends.file, other.folder / "old.khronos"))
    play(mover, "fold")
    other.ok("watch", str(friends.shared), "--once")
    before, count = stray.read_bytes(), blocks(friends.file)
    done = play(other, "old.khronos")
    assert str(friends.file) in done.err
    assert stray.read_bytes() == before
    assert blocks(friends.file) == count + 1


def test_a_letter_that_is_newer_than_the_folder(friends: Friends) -> None:
    """What came by mail is read by name, and the next own block takes it into the folder."""
    mover = friends.begun()
    other = friends.other(mover)
    other.ok("watch", str(friends.shared), "--once")
    old = friends.file.read_bytes()
    play(mover, "fold")
    letter = other.folder / "letter.khronos"
    shutil.copy(friends.file, letter)
    friends.file.write_bytes(old)
    other.ok("receive", str(letter))
    seq = blocks(letter) - 1
    assert other.ok("status", "fold", "--json").json["seq"] == seq
    assert blocks(friends.file) == seq
    play(other, "fold")
    assert blocks(friends.file) == seq + 2


def test_looking_writes_nothing_outside_the_home(friends: Friends) -> None:
    """Neither `status` nor the inbox brings a file of others up: only playing and `next` do."""
    mover = friends.begun()
    old = friends.file.read_bytes()
    play(mover, "fold")
    friends.file.write_bytes(old)
    for command in (["status", "fold"], ["show", "fold"], ["inbox"], ["log", "fold"]):
        mover.ok(*command)
    assert friends.file.read_bytes() == old
    assert mover.ok("status", "fold", "--json").json["seq"] == blocks(friends.file)


def test_a_game_that_is_only_in_a_folder_is_found_by_name(friends: Friends, tmp_path: Path) -> None:
    """On a second machine, with the same identity, whose library knows nothing of it."""
    mover = friends.begun()
    second = Person(mover.name, tmp_path / "second")
    second.folder.mkdir()
    shutil.copytree(mover.home / "keys", second.home / "keys")
    second.ok("watch", str(friends.shared), "--once")
    count = blocks(friends.file)
    assert second.ok("status", "fold", "--json").json["seq"] == count - 1
    play(second, "fold")
    assert blocks(friends.file) == count + 1


def test_a_note_that_is_nonsense_is_none(friends: Friends) -> None:
    """Whatever is in the home's note of a place: the game is found in the library all the same."""
    mover = friends.begun()
    (note,) = (mover.home / "places").iterdir()
    for text in (b"", b"\0", b"/" * 9000, b"relative", os.fsencode(mover.home / "library")):
        note.write_bytes(text)
        assert mover.ok("status", "fold", "--json").json["seq"] == blocks(friends.file) - 1


def test_commands_call_a_shared_game_by_its_name(friends: Friends) -> None:
    """What `next` and `status` tell to type is short, as long as the name leads to that file alone."""
    mover = friends.begun()
    config = {"KHRONOS_FOLDERS": str(friends.shared)}
    assert "Type: khronos play fold -c '…'\n" in mover.ok("next", **config).out
    assert "Type: khronos next fold\n" in mover.ok("status", str(friends.file)).out
    (copy,) = copies(mover)
    (mover.folder / "fold").touch()
    assert f"Type: khronos play {copy.stem} -c '…'\n" in mover.ok("next", **config).out
    (mover.folder / copy.stem).touch()
    assert f"Type: khronos play {friends.file} -c '…'\n" in mover.ok("next", **config).out
    for file in (mover.folder / "fold", mover.folder / copy.stem):
        file.unlink()
    shutil.copy(copy, copy.with_name("fold-other-12345678.khronos"))
    said = mover.ok("next", **config).out
    assert f"Type: khronos play {copy.stem} -c '…'\n" in said


def test_a_game_that_only_lies_in_the_folder_is_called_by_its_file(friends: Friends) -> None:
    """Nobody of this home has joined it yet."""
    carol = Person("carol", friends.shared.parent / "carol")
    carol.ok("keygen", "carol")
    file = friends.shared / "wide.khronos"
    friends.alice.ok("new", str(file), "--colour", "red", "--seats", "2", "--title", "Another")
    said = carol.ok("next", KHRONOS_FOLDERS=str(friends.shared)).out
    assert "Type: khronos join wide --colour blue\n" in said
    carol.ok("join", "wide", "--colour", "blue", KHRONOS_FOLDERS=str(friends.shared))
    assert blocks(file) == 2
