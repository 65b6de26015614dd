"""`note`, and sealed messages as people see them: in the home, in the record, on a new machine, opened."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from khronos_pbem.home.keyring import load_identity
from khronos_pbem.home.sealed_orders import parse_sealed_orders, unseal_orders
from tests.support.playing import COLOURS, NAMES, Group, no_passphrase
from tests.support.shell import Person

SECRET = "the castle falls on Friday"


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Group:
    """A game of three in which somebody has to take the first turn."""
    return Group(tmp_path_factory.mktemp("private"), 3, 5).until_a_turn("Private")


@pytest.fixture
def people(begun: Group, tmp_path: Path) -> list[Person]:
    """Whoever has to move, then the others in their order, each with his home and a copy of the game."""
    first = NAMES.index(begun.mover())
    names = [NAMES[seat % 3] for seat in range(first, first + 3)]
    return [Person(name, tmp_path / name).at_home(begun.home(name), begun.save) for name in names]


def colour(person: Person) -> str:
    return COLOURS[NAMES.index(person.name)]


def everything(folder: Path) -> str:
    """All that lies in a folder, as text."""
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return "".join(path.read_text(encoding="utf-8", errors="replace") for path in files)


def test_a_note_is_sealed_in_the_home_and_shown_to_its_owner(people: list[Person]) -> None:
    mover, other, _ = people
    assert (
        "your note has been sealed and saved next to game.khronos"
        in mover.ok("note", "game.khronos", SECRET).out
    )
    assert SECRET not in everything(mover.home)
    for command in ("note", "show", "status", "log"):
        assert SECRET in mover.ok(command, "game.khronos").out, command
        assert SECRET in json.dumps(mover.ok(command, "game.khronos", "--json").json)
    mover.ok("play", "game.khronos", "-c", "end")
    mover.hand_to(other)
    for command in ("note", "show", "status", "log"):
        assert SECRET not in other.ok(command, "game.khronos").out
    assert SECRET not in everything(mover.folder)


def test_a_note_for_the_record_is_read_on_a_new_machine(people: list[Person], tmp_path: Path) -> None:
    mover, other, _ = people
    mover.ok("note", "game.khronos", SECRET, "--record")
    assert "for your next block" in mover.ok("note", "game.khronos").out
    document = mover.ok("play", "game.khronos", "-c", "end", "--json").json
    assert [order.split(" ")[0] for order in document["orders"]] == ["note", "end"]
    assert "in block 5" in mover.ok("note", "game.khronos").out
    assert mover.ok("note", "game.khronos").out.count(SECRET) == 1
    new = Person(mover.name, tmp_path / "new")
    shutil.copytree(mover.home / "keys", new.home / "keys")
    mover.hand_to(new)
    mover.hand_to(other)
    assert SECRET in new.ok("note", "game.khronos").out
    assert "note sealed" in other.ok("log", "game.khronos").out
    assert SECRET not in other.ok("log", "game.khronos").out


def test_undo_gives_a_note_back_to_the_next_block_once(people: list[Person]) -> None:
    mover = people[0]
    mover.ok("receive", "game.khronos")
    mover.ok("note", "private", SECRET, "--record")
    mover.ok("play", "private", "-c", f'message to {colour(people[1])} "a word"; end')
    block = mover.ok("log", "private", "--json").json["blocks"][-1]
    mover.ok("undo", "private")
    draft = next((mover.home / "drafts").iterdir())
    wanted = [f'note "{SECRET}"', f'message to {colour(people[1])} "a word"', "end"]
    public, sealed = parse_sealed_orders(draft.read_bytes())
    identity = load_identity(mover.home, mover.name, no_passphrase)
    assert (public, list(unseal_orders(identity, sealed))) == (identity.public, wanted)
    assert "for your next block" in mover.ok("note", "private").out
    mover.ok("play", "private", str(draft))
    assert mover.ok("log", "private", "--json").json["blocks"][-1]["orders"] == block["orders"]


def test_a_message_to_one_player_is_read_by_two(people: list[Person]) -> None:
    mover, reader, third = people
    mover.ok("play", "game.khronos", "-c", f'message to {colour(reader)} "{SECRET}"; message "all"; end')
    mover.hand_to(reader)
    mover.hand_to(third)
    assert f"to {colour(reader)} only" in reader.ok("status", "game.khronos").out
    said = reader.ok("show", "game.khronos", "--json").json["messages"]
    assert [(one["text"], one.get("to")) for one in said] == [("all", None), (SECRET, colour(reader))]
    for person in (mover, reader):
        assert SECRET in person.ok("log", "game.khronos").out
        assert SECRET in person.ok("note", "game.khronos").out
    for command in (("log",), ("show",), ("status",), ("note",), ("replay", "--plain"), ("verify",)):
        shown = third.ok(*command, "game.khronos", stdin="").out
        assert SECRET not in shown, command
    assert f"sends {colour(reader)} a sealed message" in third.ok("log", "game.khronos").out
    assert SECRET not in everything(third.folder)
    for unread in (mover.folder / "game.khronos", mover.home):
        assert SECRET not in (everything(unread) if unread.is_dir() else unread.read_text(encoding="utf-8"))


def test_exports_and_letters_say_only_that_there_is_one(people: list[Person]) -> None:
    mover, reader, _ = people
    mover.ok("play", "game.khronos", "-c", f'message to {colour(reader)} "{SECRET}"; note "mine"; end')
    mover.ok("export", "game.khronos", "--record", "-o", "game.txt")
    record = (mover.folder / "game.txt").read_text(encoding="utf-8")
    assert f"message to {colour(reader)} sealed; note sealed; end" in record
    mover.ok("export", "game.khronos", "--html", "-o", "game.html")
    mover.ok("send", "game.khronos", "--to", "x@example.org", "--config", "address=me@example.org", "--json")
    assert SECRET not in everything(mover.folder)
    again = mover.ok("replay", "game.txt", "--plain", stdin="").out
    assert f"sends {colour(reader)} a sealed message" in again


def test_after_the_game_its_author_opens_it_for_all(people: list[Person]) -> None:
    mover, reader, third = people
    order = f'message to {colour(reader)} "{SECRET}"; note "and mine"; '
    assert "not over" in mover.fails(4, "note", "game.khronos", "--open", "all")
    mover.ok("play", "game.khronos", "--yes", "-c", f"{order} resign")
    mover.hand_to(reader)
    while reader.run("assist", "game.khronos").code == 0:
        pass
    reader.ok("play", "game.khronos", "--yes", "-c", "resign")
    for person in (mover, third):
        reader.hand_to(person)
    lines = mover.ok("note", "game.khronos", "--open", "all").out
    assert lines.count("khronos-opening/1.") == 2
    assert SECRET not in third.ok("log", "game.khronos").out
    assert SECRET in third.ok("note", "game.khronos", "--take", "-", stdin=lines).out
    assert SECRET in third.ok("log", "game.khronos").out
    assert "and mine" in third.ok("note", "game.khronos").out
    assert "you have not sealed any text here" in third.fails(2, "note", "game.khronos", "--open", "all")
    assert "you can no longer add a note to this game" in mover.fails(
        4, "note", "game.khronos", "x", "--record"
    )
    _forged(lines, third)


def _forged(lines: str, person: Person) -> None:
    """Lines that are changed, of another text, or signed by nobody are refused, each with its number."""
    first, second = lines.splitlines()
    one, other = first.split("."), second.split(".")
    wrong = {
        "but the line is not signed by": ".".join((*one[:4], other[4], one[5])),
        "the line does not match any sealed text in this game": ".".join((*one[:3], "9", *one[4:])),
        "cannot be read": ".".join((*one[:4], "x", one[5])),
        "this line does not open a sealed text": "hello",
    }
    for said, line in wrong.items():
        problem = person.fails(5, "note", "game.khronos", "--take", "-", stdin=f"{second}\n{line}\n")
        assert said in problem, problem
        assert "2:" in problem


def test_what_is_no_note_is_refused_in_one_line(people: list[Person]) -> None:
    mover = people[0]
    assert "1 to 500 printable" in mover.fails(2, "note", "game.khronos", "a\nb")
    assert "1 to 500 printable" in mover.fails(2, "note", "game.khronos", "x" * 501)
    assert "use only one of TEXT" in mover.fails(2, "note", "game.khronos", "x", "--open", "all")
    assert "use only one of TEXT" in mover.fails(2, "note", "game.khronos", "--record")
    assert "give --open a block number" in mover.fails(2, "note", "game.khronos", "--open", "last")
    stranger = Person("zoe", mover.folder / "zoe")
    stranger.ok("keygen", "zoe")
    shutil.copy(mover.save, stranger.save)
    assert "none of your identities has a seat in this game" in stranger.fails(2, "note", "game.khronos", "x")


def test_a_damaged_file_of_notes_keeps_nobody_from_playing(people: list[Person]) -> None:
    mover = people[0]
    mover.ok("note", "game.khronos", SECRET, "--record")
    path = next((mover.home / "notes").iterdir())
    whole = json.loads(path.read_bytes())
    for key, value in {"by": "x", "seq": "1", "at": 1, "record": 1, "sealed": "x"}.items():
        path.write_text(json.dumps({"notes": [{**whole["notes"][0], key: value}]}), encoding="utf-8")
        assert "is damaged" in mover.ok("status", "game.khronos").err
        path.with_suffix(".damaged").unlink()
    path.write_text("{", encoding="utf-8")
    assert f"{path} is damaged and will not be used" in mover.ok("note", "game.khronos", "again").err
    assert "again" in mover.ok("note", "game.khronos").out
    assert path.with_suffix(".damaged").read_text(encoding="utf-8") == "{"
    assert mover.ok("status", "game.khronos").err == ""
    mover.ok("play", "game.khronos", "-c", "end")


def test_a_note_that_was_moved_to_another_moment_does_not_open(people: list[Person]) -> None:
    """Its bytes hold for block, time and whether it is wanted in the record; nothing of it gets out."""
    mover = people[0]
    mover.ok("note", "game.khronos", SECRET)
    path = next((mover.home / "notes").iterdir())
    path.write_text(path.read_text(encoding="utf-8").replace("false", "true"), encoding="utf-8")
    assert "cannot be opened" in mover.ok("note", "game.khronos").out
    document = mover.ok("play", "game.khronos", "-c", "end", "--json").json
    assert document["orders"] == ["end"]


def test_so_many_notes_wait_that_a_block_has_room_for_what_is_said(people: list[Person]) -> None:
    mover = people[0]
    for number in range(14):
        mover.ok("note", "game.khronos", f"{number} {'x' * 300}", "--record")
    document = mover.ok("play", "game.khronos", "-c", "end", "--json").json
    taken = len(document["orders"]) - 1
    assert 0 < taken < 14
    shown = mover.ok("note", "game.khronos", "--json").json["notes"]
    assert sum(note["recorded"] for note in shown) == taken
    assert sum(note["waits"] for note in shown) == 14 - taken
