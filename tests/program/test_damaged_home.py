"""Whatever lies in the home, damaged or exchanged, is a line or is put aside, never a mistake of the program.

What is read from the home is verified before it counts as a version (FORMATS 1, 4).
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from khronos_pbem.home.keyring import load_identity, make_identity
from khronos_pbem.home.successors import note_successor
from khronos_pbem.home.turn_plans import PRESENT, Plan, write_plans
from khronos_pbem.home.versions.other_versions import store_other_version
from khronos_pbem.lessons.lesson_progress import FORMAT, VERSION
from khronos_pbem.record.save import parse_save
from khronos_pbem.session.bots.bot_settings import save_bot_settings
from khronos_pbem.session.commands.write_blocks import play_turn
from khronos_pbem.session.context import Context
from khronos_pbem.session.replay.worker_pool import map_in_processes
from khronos_pbem.storage.files import file_lock, read_file
from khronos_pbem.storage.json_store import JsonStore, json_codec, take_notices, text_list
from tests.support.playing import Group, no_passphrase
from tests.support.shell import Person

MAIL = ("--to", "x@example.org", "--config", "address=me@example.org")


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory) -> Person:
    """Somebody in whose home there is a file of every kind."""
    group = Group(tmp_path_factory.mktemp("group"), 2, 4).until_a_turn("Damaged")
    name = group.mover()
    person = Person(name, tmp_path_factory.mktemp("full")).at_home(group.home(name), group.save)
    home = person.home
    other = shutil.copytree(home, person.folder / "other")
    person.ok("receive", "game.khronos")
    person.ok("contacts", "add", "carol", "carol@example.org")
    person.ok("note", "damaged", "a line")
    make_identity(home, "marvin", None, among="bots")
    identity = load_identity(home, name, no_passphrase)
    header = parse_save(read_file(person.save)).header
    note_successor(home, identity.public, load_identity(home, "marvin", no_passphrase).public)
    save_bot_settings(home, header, "marvin", 1.5, "seed")
    write_plans(home, header, identity, [Plan(PRESENT, ("end",)), Plan("A", ("end",))])
    (home / "lessons").mkdir()
    (home / "lessons" / "khronos.json").write_text(
        f'{{"format": "{FORMAT}{VERSION}", "done": [], "begun": {{}}}}'
    )
    (home / "puzzles").mkdir()
    (home / "puzzles" / "khronos.json").write_text('["one"]')
    (home / "openings").mkdir()
    key = next((home / "games").iterdir()).stem
    (home / "openings" / f"{key}.json").write_text('{"lines": ["khronos-opening/1.a.b.c.d.e"]}')
    play_turn(person.save, Context(other, no_passphrase, "2026-11-30T10:00:00Z", name), 'message "x"; end')
    shutil.copy(next((home / "library").iterdir()), person.folder / "before.khronos")
    (person.folder / "shared").mkdir()
    shutil.move(person.save, person.folder / "two.khronos")
    shutil.rmtree(other)
    person.ok("watch", "shared", "--once")
    person.ok("play", "damaged", "-c", "end")
    person.ok("undo", "damaged")
    person.ok("play", "damaged", "-c", "end")
    person.ok("send", "damaged", *MAIL)
    store_other_version(home, parse_save(read_file(person.folder / "two.khronos")))
    person.ok("inbox")
    person.ok("stats", "two.khronos")
    return person


Damage = Callable[[bytes], bytes | None]
DAMAGES: dict[str, Damage] = {
    "empty": lambda _: b"",
    "truncated": lambda data: data[: len(data) // 2],
    "without its blocks": lambda data: data.partition(b"\n[[block]]")[0],
    "a byte changed": lambda data: data[: len(data) // 3] + b"#" + data[len(data) // 3 + 1 :],
    "other bytes": lambda _: bytes(range(256)) * 8,
    "a list": lambda _: b"[[1], null]",
    "wrong types": lambda _: (
        b'{"format": 1, "blocks": 2, "notes": {"a": []}, "lines": 3, "plans": {}, "done": 4}'
    ),
    "vast numbers": lambda _: b'{"marvin": {"seconds": 1' + b"0" * 400 + b'}, "blocks": [{"seq": 1e999}]}',
    "nested deep": lambda _: b"[" * 100_000,
    "TOML of another kind": lambda _: b"format = 5\n[game]\nid = 1\n[[contact]]\nname = 3\n",
    "a folder": lambda _: None,
}


def kinds(home: Path) -> dict[str, list[Path]]:
    """The files of a home by their kinds: the folder, and how the name ends."""
    found: dict[str, list[Path]] = {}
    for path in sorted(home.rglob("*")):
        if path.is_file() and path.suffix != ".lock":
            place = path.relative_to(home)
            kind = place.parts[0].partition(".")[0] + path.suffix
            found.setdefault(kind, []).append(place)
    return found


def damage(home: Path, places: list[Path], how: Damage) -> None:
    for place in places:
        path = home / place
        data = how(path.read_bytes())
        path.unlink()
        if data is None:
            path.mkdir()
        else:
            path.write_bytes(data)


READING: tuple[tuple[str, ...], ...] = (
    ("status", "two.khronos"),
    ("status", "damaged"),
    ("show", "damaged"),
    ("log", "damaged"),
    ("moves", "damaged"),
    ("check", "damaged", "-c", "end"),
    ("note", "damaged"),
    ("verify", "two.khronos"),
    ("replay", "two.khronos", "--plain"),
    ("settle", "two.khronos"),
    ("settle", "damaged"),
    ("inbox",),
    ("next",),
    ("remind",),
    ("resend", "damaged", "-o", "-", *MAIL),
    ("contacts", "list"),
    ("contacts", "check", "two.khronos"),
    ("bot", "two.khronos"),
    ("learn", "--list"),
    ("puzzle", "--list"),
    ("stats", "two.khronos"),
    ("league", "two.khronos"),
    ("watch", "shared", "--once"),
    ("undo", "damaged", "--not-sent"),
    ("play", "two.khronos", "-c", "end"),
)


def read_all(person: Person) -> Iterator[tuple[tuple[str, ...], str]]:
    """Run every command that reads, and what is wrong with what it says."""
    for command in READING:
        done = person.run(*command, stdin="")
        said = done.out + done.err
        if "internal error in the program" in said or done.code not in {0, 2, 3, 4, 5, 6, 8}:
            yield command, f"{done.code}: {said}"
        if done.code and done.err.count("\n") > 3:
            yield command, done.err


KINDS = (
    "bots.json",
    "bots.toml",
    "cache",
    "cache.sqlite",
    "contacts.toml",
    "drafts.sealed",
    "first_seen.json",
    "games.khronos",
    "heirs.json",
    "keys.toml",
    "lessons.json",
    "letters.toml",
    "library.khronos",
    "notes.json",
    "openings.json",
    "outbox.eml",
    "plans.sealed",
    "puzzles.json",
    "settle.khronos",
    "shared.json",
    "told",
    "unsent.json",
)


def in_copy(full: Person, folder: Path) -> Person:
    """The same person in another folder."""
    shutil.copytree(full.folder, folder)
    return Person(full.name, folder)


def test_there_is_a_file_of_every_kind(full: Person, tmp_path: Path) -> None:
    assert sorted(kinds(full.home)) == sorted(KINDS)
    assert list(read_all(in_copy(full, tmp_path / "copy"))) == []


@pytest.mark.parametrize("kind", KINDS)
def test_a_damaged_file_of_the_home_is_a_line_and_no_mistake(kind: str, full: Person, tmp_path: Path) -> None:
    """Every command that reads, on every kind of file; each kind is damaged in another way in each test."""
    number = KINDS.index(kind)
    for name in [*DAMAGES][number % len(DAMAGES) :: len(KINDS)] or [*DAMAGES][-1:]:
        person = in_copy(full, tmp_path / str(name))
        damage(person.home, kinds(person.home)[kind], DAMAGES[name])
        assert list(read_all(person)) == [], name


@pytest.mark.parametrize("name", [*DAMAGES][:-1])
def test_a_damaged_newest_seen_is_no_version_to_settle_on(name: str, full: Person, tmp_path: Path) -> None:
    """Nor is a damaged history that was kept beside it; the way out is told, and works."""
    person = in_copy(full, tmp_path / "copy")
    damage(person.home, kinds(person.home)["games.khronos"], DAMAGES[name])
    for game in ("two.khronos", "damaged"):
        assert "cannot be read" in person.fails(6, "settle", game, stdin="")
    damage(person.home, kinds(person.home)["settle.khronos"], DAMAGES[name])
    person.ok("play", "before.khronos", "-c", "end", "--rewind")
    assert "you have only one version of this game, so there is nothing to choose" in person.fails(
        4, "settle", "before.khronos", stdin=""
    )


NOTICES = {
    "en": "is damaged and will not be used; it has been moved to",
    "de": "ist beschädigt und wird nicht verwendet; die Datei heißt jetzt",
    "fr": "est endommagé et ne sera pas utilisé ; il a été déplacé vers",
}


@pytest.mark.parametrize("language", NOTICES)
def test_a_damaged_file_is_said_once_beside_the_output(language: str, full: Person, tmp_path: Path) -> None:
    """On standard error: the JSON document stays as it is."""
    person = in_copy(full, tmp_path / "copy")
    command = ("log", "damaged", "--json", "--lang", language)
    right = person.ok(*command)
    (place,) = kinds(person.home)["openings.json"]
    damage(person.home, [place], DAMAGES["truncated"])
    said = person.ok(*command)
    assert said.json == right.json
    assert NOTICES[language] in said.err
    assert str(person.home / place.with_suffix(".damaged")) in said.err
    assert person.ok(*command).err == right.err == ""


@pytest.mark.usefixtures("two_cores")
def test_a_damaged_file_is_said_by_worker_processes_too(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / f"{name}.json").write_bytes(b"{")
    pairs = [(tmp_path, name) for name in ("a", "b")]
    assert map_in_processes(read_store, *zip(*pairs, strict=True)) == [[], []]
    assert set(take_notices()) == {tmp_path / "a.json", tmp_path / "b.json"}


def read_store(home: Path, name: str) -> list[str]:
    path = home / f"{name}.json"
    store: JsonStore[list[str]] = JsonStore(path, json_codec(text_list), [], partial(file_lock, path, home))
    return store.read()
