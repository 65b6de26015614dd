"""What counts as leaving this machine: after each way out a block is no longer unsent (FORMATS 1, `undo`)."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from khronos_pbem.errors import Conflict
from khronos_pbem.home.keyring import load_identity
from khronos_pbem.home.shared_folders import is_shared, note_shared, shared_folders
from khronos_pbem.home.versions.signed_blocks import (
    mark_sent,
    note_signed,
    signed_here,
    unsent_last_block,
)
from khronos_pbem.record.save import Save, parse_save
from khronos_pbem.session.commands.write_blocks import play_turn
from khronos_pbem.session.context import Context
from khronos_pbem.storage.files import read_file
from tests.support.playing import Group, no_passphrase
from tests.support.shell import Person

AT = "2026-11-30T10:00:00Z"


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Group:
    """A game of two in which somebody has to take the first turn."""
    return Group(tmp_path_factory.mktemp("begun"), 2, 4).until_a_turn("Leaving")


@pytest.fixture
def mover(begun: Group, tmp_path: Path) -> Person:
    """Whoever has to take it, at home with a copy of the file."""
    return _at_home(begun, begun.mover(), tmp_path)


def _at_home(group: Group, name: str, folder: Path) -> Person:
    return Person(name, folder / name).at_home(group.home(name), group.save)


def saved(path: Path) -> Save:
    return parse_save(read_file(path))


def is_unsent(person: Person) -> bool:
    return unsent_last_block(person.home, saved(person.save)) is not None


def send(person: Person, *more: str) -> None:
    person.ok("send", "game.khronos", "--to", "x@example.org", "--config", "address=me@example.org", *more)


WAYS: dict[str, Callable[[Person], object]] = {
    "send": send,
    "send -o -": lambda person: send(person, "-o", "-"),
    "resend": lambda person: person.ok(
        "resend", "game.khronos", "--to", "x@example.org", "--config", "address=me@example.org"
    ),
    "armor": lambda person: person.ok("armor", "game.khronos"),
    "publish": lambda person: person.ok("publish", "game.khronos"),
    "watch": lambda person: person.ok("watch", ".", "--once"),
    "receive": lambda person: person.ok("receive", "game.khronos"),
}


@pytest.mark.parametrize("way", WAYS)
def test_a_block_is_unsent_until_it_goes_this_way(way: str, mover: Person) -> None:
    mover.ok("play", "game.khronos", "-c", "end")
    assert is_unsent(mover)
    WAYS[way](mover)
    assert not is_unsent(mover)


@pytest.mark.parametrize(
    "looking",
    [
        ("show", "game.khronos"),
        ("status", "game.khronos"),
        ("log", "game.khronos"),
        ("verify", "game.khronos"),
        ("export", "game.khronos", "--svg"),
        ("inbox",),
    ],
)
def test_looking_sends_nothing(looking: tuple[str, ...], mover: Person) -> None:
    mover.ok("play", "game.khronos", "-c", "end")
    mover.ok(*looking)
    assert is_unsent(mover)


def test_a_letter_that_could_not_be_written_has_not_left(mover: Person) -> None:
    mover.ok("play", "game.khronos", "-c", "end")
    (mover.folder / "taken.eml").write_text("mine")
    given = ("--to", "x@example.org", "--config", "address=me@example.org")
    mover.fails(2, "send", "game.khronos", "-o", "taken.eml", *given)
    mover.fails(2, "send", "game.khronos", "--to", "nobody", "--config", "address=me@example.org")
    mover.fails(2, "send", "game.khronos", "--smtp", *given, "--config", "smtp_host=127.0.0.1",
                "--config", "smtp_port=9", "--config", "smtp_security=none")  # fmt: skip
    assert is_unsent(mover)


def test_an_output_elsewhere_has_left(mover: Person) -> None:
    mover.ok("play", "game.khronos", "-c", "end", "-o", "out.khronos")
    assert unsent_last_block(mover.home, saved(mover.folder / "out.khronos")) is None


def test_a_folder_that_was_watched_is_read_by_others_at_once(mover: Person) -> None:
    mover.ok("watch", ".", "--once")
    assert is_shared(mover.home, mover.save)
    assert is_shared(mover.home, mover.folder / "deep" / "below.khronos")
    assert not is_shared(mover.home, mover.folder.parent / "beside.khronos")
    mover.ok("play", "game.khronos", "-c", "end")
    assert not is_unsent(mover)


def test_what_somebody_has_gone_on_from_has_left(begun: Group, tmp_path: Path) -> None:
    """Even if a person goes back to it later by --rewind."""
    group = Group(Path(shutil.copytree(begun.folder, tmp_path / "game")), 2, 4)
    name = group.mover()
    first = group.step()
    assert first is not None
    mine = Path(shutil.copy(group.save, tmp_path / "mine.khronos"))
    assert unsent_last_block(group.home(name), saved(mine)) is not None
    while group.mover() != name:
        group.step()
    newest = Path(shutil.copy(group.save, tmp_path / "newest.khronos"))
    person = Person(name, tmp_path / "person")
    shutil.copytree(group.home(name), person.home)
    person.ok("status", str(newest))
    assert unsent_last_block(person.home, saved(mine)) is None


def test_of_two_blocks_on_one_state_one_leaves(mover: Person) -> None:
    """The other one is refused at every way out, whatever happened in between."""
    ends: list[Save] = []
    for words in ("end", 'message "another"; end'):
        copy = Path(shutil.copytree(mover.folder, mover.folder.parent / f"{len(ends)}")) / "game.khronos"
        play_turn(copy, Context(copy.parent / "home", no_passphrase, AT, mover.name), words)
        ends.append(saved(copy))
    for save in ends:
        note_signed(mover.home, save)
    assert mark_sent(mover.home, ends[0])[-1].seq == len(ends[0].blocks) - 1
    assert mark_sent(mover.home, ends[0]) == ()
    with pytest.raises(Conflict, match="you took back block 3 and sent a different block in its place"):
        mark_sent(mover.home, ends[1])
    (mover.folder / "second.khronos").write_bytes(read_file(mover.folder.parent / "1" / "game.khronos"))
    mover.fails(6, "armor", "second.khronos")


def test_what_is_noted_is_read_back_and_damage_means_sent(mover: Person) -> None:
    mover.ok("play", "game.khronos", "-c", "end")
    (path,) = (mover.home / "unsent").iterdir()
    header = saved(mover.save).header
    (noted,) = signed_here(mover.home, header)
    assert noted.words(load_identity(mover.home, mover.name, no_passphrase)) == ("end",)
    assert Path(noted.place) == mover.save.resolve()
    assert path.stat().st_mode & 0o77 == 0
    whole = path.read_bytes()
    for damaged in (
        b"",
        b"[]",
        b"{}",
        whole[:-9],
        whole.replace(b"2026", b"two"),
        b'{"blocks": [{}]}',
        b'{"blocks": [[]]}',
    ):
        path.write_bytes(damaged)
        assert signed_here(mover.home, header) == []
        mover.ok("status", "game.khronos")
    path.write_bytes(whole)
    assert is_unsent(mover)


def test_shared_folders_are_noted_once(tmp_path: Path) -> None:
    for _ in range(2):
        note_shared(tmp_path, tmp_path / "drop")
    assert shared_folders(tmp_path) == [str((tmp_path / "drop").resolve())]
    (tmp_path / "shared.json").write_text("{")
    assert shared_folders(tmp_path) == []
