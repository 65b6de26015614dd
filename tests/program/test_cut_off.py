"""A save that was cut off inside the comments on its top: no command takes it for something else."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.shell import Person

COMMANDS = (
    "show", "status", "moves", "log", "verify", "replay --json", "export --svg", "try", "check -c end",
    "play -c end", "assist", "send", "resend", "publish", "undo", "settle",
)  # fmt: skip


@pytest.fixture(scope="module")
def alice(tmp_path_factory: pytest.TempPathFactory) -> Person:
    """Somebody with a save, and what is left of it after three of its comments, before the third ends."""
    person = Person("alice", tmp_path_factory.mktemp("alice"))
    person.ok("keygen", "alice")
    person.ok("new", "game.khronos", "--colour", "red", "--seats", "2")
    lines = person.save.read_text(encoding="utf-8").split("\n")
    assert all(line.startswith("#") for line in lines[:3])
    (person.folder / "cut.khronos").write_text("\n".join(lines[:3])[:-1], encoding="utf-8")
    return person


@pytest.mark.parametrize("command", COMMANDS)
def test_nothing_but_comments_is_in_it(command: str, alice: Person) -> None:
    name, *more = command.split()
    before = sorted(path.name for path in alice.folder.iterdir())
    result = alice.run(name, "cut.khronos", *more)
    assert result.code == 5
    line = "the file contains only comments — ask for the file again: it seems to be incomplete\n"
    assert f"cut.khronos: {line}" in result.err
    assert sorted(path.name for path in alice.folder.iterdir()) == before


def test_statistics_leave_it_out(alice: Person) -> None:
    result = alice.run("stats", "cut.khronos")
    assert result.code == 5
    assert "cut.khronos" in result.err


@pytest.mark.parametrize("text", ["# a map\n", "# only\n\n# comments", "\ufeff# with a mark\n"])
def test_a_map_of_comments_is_none(text: str, alice: Person, tmp_path: Path) -> None:
    (tmp_path / "map.toml").write_text(text, encoding="utf-8")
    given = ("--colour", "red", "--seats", "2", "--map", str(tmp_path / "map.toml"))
    assert "the file contains only comments" in alice.fails(5, "new", str(tmp_path / "x.khronos"), *given)
    assert not (tmp_path / "x.khronos").exists()
