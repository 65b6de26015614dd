"""Files that commands write: none of somebody else's is replaced unasked, and nothing goes through a link."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
import typer

from khronos_pbem.cli.commands import application
from tests.archive.games import MIDDLE
from tests.support.playing import Group
from tests.support.shell import ROOT, Person

OUT = "OUT"

COMMANDS: dict[str, tuple[str, ...]] = {
    "new": ("new", OUT, "--colour", "red", "--seats", "2"),
    "join": ("join", "free.khronos", "--colour", "blue", "-o", OUT),
    "play": ("play", "game.khronos", "-c", "end", "-o", OUT),
    "show": ("show", "game.khronos", "--position", "-o", OUT),
    "try": ("try", "position.toml", "-o", OUT),
    "puzzle": ("puzzle", "1", "-o", OUT),
    "export": ("export", "game.khronos", "--text", "-o", OUT),
    "export --svg": ("export", "game.khronos", "--svg", "-o", OUT),
    "export --record": ("export", str(MIDDLE), "--record", "-o", OUT),
    "publish": ("publish", str(MIDDLE), "-o", OUT),
    "stats": ("stats", str(MIDDLE), "-o", OUT),
    "league": ("league", str(MIDDLE), "-o", OUT),
    "dearmor": ("dearmor", "armored.txt", "-o", OUT),
    "send": ("send", "game.khronos", "--to", "bob@example.org", "-o", OUT),
}
"""Commands that write a file that somebody names; in these states each of them does."""

ELSEWHERE = {"turn", "assist", "vote", "settle", "resend"}
"""Commands that write their file as `play` and `dearmor` do, in states that take long to reach."""

DEFAULTS: dict[str, tuple[tuple[str, ...], str]] = {
    "export": (("export", "game.khronos", "--svg"), "game.svg"),
}
"""Commands that name a file themselves, in the folder where they are given."""

SETTINGS = {"KHRONOS_ADDRESS": "alice@example.org", "KHRONOS_CONFIG": "none.toml"}


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Alice's home, a game in which it is her move, one with a free seat, and an armored one."""
    folder = tmp_path_factory.mktemp("outputs")
    group = Group(folder / "group", 2, 3).until_a_turn("Outputs")
    alice = Person(group.mover(), folder / "begun").at_home(group.home(group.mover()), group.save)
    free = Person("carol", folder / "carol")
    free.ok("keygen", "carol")
    free.ok("new", str(alice.folder / "free.khronos"), "--colour", "red", "--seats", "2")
    armored = alice.ok("armor", "game.khronos").out
    (alice.folder / "armored.txt").write_text(armored, encoding="utf-8")
    alice.ok("puzzle", "1", "-o", "position.toml")
    return alice.folder


@pytest.fixture
def alice(begun: Path, tmp_path: Path) -> Person:
    shutil.copytree(begun, tmp_path / "begun")
    return Person("alice", tmp_path / "begun")


def given(name: str, out: str) -> list[str]:
    """The words of a command with its output."""
    return [out if word == OUT else word for word in COMMANDS[name]]


def test_all_commands_with_an_output_are_here() -> None:
    group = typer.main.get_command(application())
    found = {
        name
        for name in group.list_commands(None)  # type: ignore[attr-defined]
        if any("-o" in each.opts for each in group.get_command(None, name).params)  # type: ignore[attr-defined]
    }
    assert found == {name.split()[0] for name in COMMANDS} - {"new"} | ELSEWHERE


@pytest.mark.parametrize("name", COMMANDS)
def test_an_output_replaces_nothing_unless_it_is_forced(name: str, alice: Person) -> None:
    """FORMATS 1."""
    foreign = alice.folder / "foreign"
    foreign.write_text("mine", encoding="utf-8")
    line = alice.fails(2, *given(name, "foreign"), **SETTINGS)
    assert "foreign already exists — overwrite it with --force" in line
    assert foreign.read_text(encoding="utf-8") == "mine"
    assert alice.run(*given(name, "foreign"), "--force", **SETTINGS).code == 0
    assert foreign.read_bytes() not in (b"mine", b"")


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize("forced", [False, True])
@pytest.mark.parametrize("target", ["foreign", "nowhere"])
def test_an_output_never_goes_through_a_link(target: str, forced: bool, name: str, alice: Person) -> None:
    """Not to a file that is there, nor to one that is not there yet, not even by --force."""
    (alice.folder / "foreign").write_text("mine", encoding="utf-8")
    (alice.folder / "out").symlink_to(alice.folder / target)
    line = alice.fails(2, *given(name, "out"), *(["--force"] if forced else []), **SETTINGS)
    what = "out is a link, and khronos does not write to the target of a link"
    assert f"{what} — delete the link, or choose a different file" in line
    assert (alice.folder / "out").is_symlink()
    assert (alice.folder / "foreign").read_text(encoding="utf-8") == "mine"
    assert not (alice.folder / "nowhere").exists()


@pytest.mark.parametrize("name", DEFAULTS)
@pytest.mark.parametrize("planted", ["file", "link"])
def test_a_file_that_nobody_has_named_replaces_nothing(planted: str, name: str, alice: Person) -> None:
    """Somebody who may write into the folder has put a file or a link there."""
    words, made = DEFAULTS[name]
    foreign, path = alice.folder / "foreign", alice.folder / made
    foreign.write_text("mine", encoding="utf-8")
    if planted == "link":
        path.symlink_to(foreign)
    else:
        path.write_text("mine", encoding="utf-8")
    done = alice.run(*words, **SETTINGS)
    assert done.code == 2, (done.out, done.err)
    assert (f"{made} is a link" if planted == "link" else f"{made} already exists") in done.err
    assert foreign.read_text(encoding="utf-8") == "mine"
    assert path.read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize("planted", ["file", "link", "letter"])
def test_a_letter_in_the_outbox_replaces_nothing(planted: str, alice: Person) -> None:
    """Whatever lies there under its name, the letter gets another one; the same letter is written once."""
    words = ("send", "game.khronos", "--to", "bob@example.org")
    place = Path(alice.ok(*words, "--json", **SETTINGS).json["file"])
    ours, foreign = place.read_bytes(), alice.folder / "foreign"
    assert alice.ok(*words, "--json", **SETTINGS).json["file"] == str(place)
    place.unlink()
    foreign.write_text("mine", encoding="utf-8")
    if planted == "link":
        place.symlink_to(foreign)
    else:
        place.write_bytes(b"mine" if planted == "file" else ours + b"more")
    other = Path(alice.ok(*words, "--json", **SETTINGS).json["file"])
    assert other.name == f"{place.stem}-2.eml"
    assert other.read_bytes() == ours
    assert foreign.read_text(encoding="utf-8") == "mine"
    assert place.read_bytes() != ours


def test_only_one_module_writes_files() -> None:
    """Whatever is written goes through `storage.files`; a mailbox is fetched into a folder of its own."""
    allowed = {
        "storage/files.py",
        "storage/file_types.py",
        "mail/incoming/imap.py",
        "cli/terminal/streams.py",
    }
    writing = re.compile(
        r"\.write_(?:text|bytes)\(|\bos\.(?:open|replace|rename)\(|\bopen\([^)]*[\"'][wax]b?[\"']"
    )
    package = ROOT / "khronos_pbem"
    found = {
        path.relative_to(package).as_posix()
        for path in package.rglob("*.py")
        if writing.search(path.read_text(encoding="utf-8"))
    }
    assert found <= allowed
