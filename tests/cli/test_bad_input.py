"""Bad input through the program: one clear line, the exit code of FORMATS 1, nothing written or lost."""

from __future__ import annotations

import os
import shlex
import shutil
import stat
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from khronos_pbem.record.block import ASSIST
from khronos_pbem.session.bots.bot_turn import quick_orders
from khronos_pbem.session.replay.table import waiting
from tests.archive.games import knowing
from tests.cli.bad_input import BAD, rows_of
from tests.support.playing import NAMES, Group
from tests.support.shell import COMMAND, ROOT, Person


class Played(NamedTuple):
    """A game, the name of whoever has to act, and a whole turn of his."""

    game: Group
    mover: str
    turn: str


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Played]:
    """For each game one of two in its first rounds, made once; nobody may change it."""

    @cache
    def made(name: str) -> Played:
        group = Group(tmp_path_factory.mktemp("game"), 2, 5, game=name)
        group.start("Bad input")
        group.play(BAD[name].blocks)
        while (now := waiting(group.table())) is not None and now.need == ASSIST:
            group.step()
        assert now is not None
        assert now.seat is not None
        mover = NAMES[now.seat]
        return Played(group, mover, "; ".join(quick_orders(group.table(), group.context(mover), Random(1))))

    return made


@pytest.fixture(params=BAD)
def game(request: pytest.FixtureRequest, played: Callable[[str], Played]) -> Group:
    """The game, nobody's copy of it."""
    return played(request.param).game


@pytest.fixture
def turn(game: Group, played: Callable[[str], Played]) -> str:
    """A whole turn of whoever has to act."""
    return played(game.game).turn


@pytest.fixture
def mover(game: Group, played: Callable[[str], Played], tmp_path: Path) -> Person:
    """Whoever has to act, with an own copy of the game."""
    return person(game, tmp_path, played(game.game).mover)


@pytest.fixture
def other(game: Group, tmp_path: Path, mover: Person) -> Person:
    """The other player."""
    return person(game, tmp_path, NAMES[1 - NAMES.index(mover.name)])


def person(game: Group, folder: Path, name: str) -> Person:
    somebody = Person(name, folder / name)
    shutil.copytree(game.home(name) / "keys", somebody.home / "keys")
    shutil.copy(game.save, somebody.save)
    return somebody


def unchanged(somebody: Person, game: Group) -> None:
    """The save is as it was, and nothing else lies beside it."""
    assert somebody.save.read_bytes() == game.save.read_bytes()
    assert sorted(path.name for path in somebody.folder.iterdir()) == ["game.khronos", "home"]


# --- files ------------------------------------------------------------------------------------------------


COMMANDS = [["show"], ["status"], ["verify"], ["log"], ["play", "-c", "end"], ["assist"], ["moves"]]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_a_missing_file(command: list[str], tmp_path: Path) -> None:
    line = Person("x", tmp_path).fails(2, command[0], "nothing.khronos", *command[1:])
    assert "nothing.khronos does not exist" in line


WRONG: dict[str, tuple[bytes, int, str]] = {
    "empty": (b"", 5, "empty"),
    "binary": (bytes(range(256)) * 20, 5, "UTF-8"),
    "no TOML": (b"this is not a save\n", 5, "not TOML"),
    "other TOML": (b'title = "a shopping list"\n', 5, "not a Khronos save"),
    "older format": (b'format = "khronos-pbem/2"\n', 8, "test version"),
    "newer format": (b'format = "khronos-pbem/4"\n', 8, "version 4"),
    "no game": (b'format = "khronos-pbem/3"\n', 5, "game"),
    "deep": (b"a = " + b"[" * 5000 + b"]" * 5000, 5, "not TOML"),
}


@pytest.mark.parametrize("name", WRONG)
@pytest.mark.parametrize("command", ["status", "verify", "log"])
def test_a_file_that_is_no_save(name: str, command: str, tmp_path: Path) -> None:
    data, code, words = WRONG[name]
    somebody = Person("x", tmp_path)
    somebody.save.write_bytes(data)
    assert words in somebody.fails(code, command, "game.khronos")
    assert somebody.save.read_bytes() == data


def test_a_huge_file(tmp_path: Path) -> None:
    somebody = Person("x", tmp_path)
    with somebody.save.open("wb") as file:
        file.truncate(100 * 1024 * 1024)
    assert "too large" in somebody.fails(5, "verify", "game.khronos")


def test_a_folder_for_a_file(tmp_path: Path) -> None:
    Person("x", tmp_path).fails(2, "verify", ".")


@pytest.mark.parametrize("part", [0.2, 0.5, 0.9, 0.999])
def test_a_truncated_file(part: float, game: Group, mover: Person) -> None:
    """It is shown as far as it goes, and nobody can play it."""
    data = game.save.read_bytes()
    mover.save.write_bytes(data[: int(len(data) * part)])
    mover.fails(5, "play", "game.khronos", "-c", "end")
    result = mover.run("verify", "game.khronos", "--json")
    assert result.code == 5
    assert result.json.get("valid", False) is False


def swap_blocks(text: str) -> str:
    parts = text.split("\n[[block]]\n")
    parts[3], parts[4] = parts[4], parts[3]
    return "\n[[block]]\n".join(parts)


def drop_block(text: str) -> str:
    parts = text.split("\n[[block]]\n")
    return "\n[[block]]\n".join([*parts[:3], *parts[4:]])


def repeat_block(text: str) -> str:
    parts = text.split("\n[[block]]\n")
    return "\n[[block]]\n".join([*parts[:4], parts[3], *parts[4:]])


def other_title(text: str) -> str:
    return text.replace('title = "Bad input"', 'title = "Good input"')


def unknown_key(text: str) -> str:
    return text.replace("\nkind = ", "\nmore = 1\nkind = ", 1)


def wrong_type(text: str) -> str:
    return text.replace("\nseq = 3\n", '\nseq = "3"\n')


def another_order(text: str) -> str:
    return text.replace('"end"', '"resign"', 1)


TAMPERED: list[tuple[Callable[[str], str], str]] = [
    (swap_blocks, "the value of seq is 3, but the next block is block 2"),
    (drop_block, "the value of seq is 3, but the next block is block 2"),
    (repeat_block, "the value of seq is 2, but the next block is block 3"),
    (other_title, "block 0"),
    (unknown_key, "block 0"),
    (wrong_type, "block 3"),
    (another_order, "signature"),
]


@pytest.mark.parametrize(("change", "words"), TAMPERED, ids=lambda value: getattr(value, "__name__", ""))
def test_a_record_that_was_tampered_with(
    change: Callable[[str], str], words: str, game: Group, mover: Person
) -> None:
    """The block is named, and `log` shows what holds."""
    before = game.save.read_text(encoding="utf-8")
    text = change(before)
    assert text != before
    mover.save.write_text(text, encoding="utf-8")
    assert words in mover.fails(5, "play", "game.khronos", "-c", "end")
    verdict = mover.run("verify", "game.khronos", "--json")
    assert verdict.code == 5
    assert verdict.json["valid"] is False
    assert mover.save.read_text(encoding="utf-8") == text
    log = mover.run("log", "game.khronos")
    assert log.code == 5
    assert "BROKEN" in log.out


def test_every_character_of_a_block_counts(game: Group, tmp_path: Path) -> None:
    """A changed character anywhere in a block, in every one of its lines, breaks the record."""
    from khronos_pbem.session.replay.open_save import open_for_reading

    lines = game.save.read_text(encoding="utf-8").split("\n")
    start = next(number for number, line in enumerate(lines) if line == "seq = 3")
    end = next((n for n in range(start, len(lines)) if lines[n] == "[[block]]"), len(lines))
    tried = 0
    for number in range(start, end):
        line = lines[number]
        at = max((place for place, char in enumerate(line) if char.isalnum()), default=None)
        if at is None:
            continue
        changed = line[:at] + ("A" if line[at] != "A" else "B") + line[at + 1 :]
        path = tmp_path / "changed.khronos"
        path.write_text("\n".join([*lines[:number], changed, *lines[number + 1 :]]), encoding="utf-8")
        try:
            opened = open_for_reading(path, tmp_path / "home", rewind=True)
        except ValueError:
            pass
        else:
            assert opened.problem is not None, line
            assert opened.problem.block in (None, 3, 4), (line, opened.problem)
        tried += 1
    assert tried >= 8


def test_mail_may_change_line_ends_and_comments(game: Group, mover: Person) -> None:
    """What is signed is the content, never the file's bytes (FORMATS 4)."""
    lines = game.save.read_text(encoding="utf-8").splitlines()
    body = [line for line in lines if not line.startswith("#")]
    mover.save.write_bytes("\r\n".join(["# from the mail", "", *body, ""]).encode())
    assert mover.ok("verify", "game.khronos", "--json").json["valid"] is True


# --- orders -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "orders", "words"), rows_of("orders"), indirect=["game"])
def test_orders_that_may_not_be(orders: str, words: str, game: Group, mover: Person) -> None:
    assert words in mover.fails(3, "play", "game.khronos", "-c", orders)
    unchanged(mover, game)


def test_where_an_order_is_wrong(game: Group, mover: Person) -> None:
    (mover.folder / "turn.txt").write_text(f"# my turn\n{BAD[game.game].third}", encoding="utf-8")
    line = mover.fails(3, "play", "game.khronos", "turn.txt")
    assert line.startswith("khronos: turn.txt:3:1: ")
    error = mover.run("play", "game.khronos", "turn.txt", "--json").json
    assert {key: error[key] for key in ("exit", "line", "column", "rule")} == {
        "exit": 3,
        "line": 3,
        "column": 1,
        "rule": "FORMATS 2",
    }


def test_out_of_turn(game: Group, other: Person) -> None:
    assert "not your move" in other.fails(4, "play", "game.khronos", "-c", "end")
    other.fails(4, "moves", "game.khronos")
    unchanged(other, game)


def test_nothing_owed(game: Group, other: Person) -> None:
    assert "you have no shares to send" in other.fails(4, "assist", "game.khronos")
    unchanged(other, game)


def test_standard_input_closed(game: Group, mover: Person) -> None:
    assert dict(BAD[game.game].orders)[""] in mover.fails(3, "play", "game.khronos", "-", stdin="")
    assert "no orders given" in mover.fails(2, "play", "game.khronos")


# --- keyring, folders, disk -------------------------------------------------------------------------------


def test_no_keyring(game: Group, tmp_path: Path) -> None:
    stranger = Person("stranger", tmp_path / "stranger")
    stranger.folder.mkdir()
    shutil.copy(game.save, stranger.save)
    assert "none of your identities has a seat in this game" in stranger.fails(
        2, "play", "game.khronos", "-c", "end"
    )
    assert (
        "you have no identity called nobody — create the identity: khronos keygen nobody"
        in stranger.fails(2, "status", "game.khronos", "--as", "nobody")
    )


def test_a_broken_keyring(game: Group, mover: Person) -> None:
    path = mover.home / "keys" / f"{mover.name}.toml"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    path.write_text("nonsense", encoding="utf-8")
    mover.fails(5, "play", "game.khronos", "-c", "end", "--as", mover.name)
    unchanged(mover, game)


def test_a_passphrase(tmp_path: Path) -> None:
    somebody = Person("x", tmp_path)
    somebody.ok("keygen", "anna", "--passphrase", KHRONOS_PASSPHRASE="open sesame")
    kept = (somebody.home / "keys" / "anna.toml").read_text(encoding="utf-8")
    assert "seed" not in kept
    assert "sesame" not in kept
    new = ("new", "game.khronos", "--colour", "red", "--seats", "2")
    assert "locked" in somebody.fails(2, *new)
    line = somebody.fails(2, *new, KHRONOS_PASSPHRASE="wrong horse")
    assert "wrong passphrase" in line
    assert "horse" not in line
    assert not somebody.save.exists()
    somebody.ok(*new, KHRONOS_PASSPHRASE="open sesame")
    assert somebody.ok("status", "game.khronos", "--json").json["mine"]["colour"] == "red"


def test_a_missing_folder_and_an_existing_file(game: Group, turn: str, mover: Person) -> None:
    mover.fails(2, "play", "game.khronos", "-c", turn, "-o", "nowhere/out.khronos")
    unchanged(mover, game)
    (mover.folder / "out.khronos").write_text("mine", encoding="utf-8")
    assert "--force" in mover.fails(2, "play", "game.khronos", "-c", turn, "-o", "out.khronos")
    assert (mover.folder / "out.khronos").read_text(encoding="utf-8") == "mine"
    mover.ok("play", "game.khronos", "-c", turn, "-o", "out.khronos", "--force")
    assert mover.save.read_bytes() == game.save.read_bytes()


@pytest.mark.skipif(os.geteuid() == 0, reason="root writes everywhere")
def test_a_read_only_folder(game: Group, mover: Person) -> None:
    mover.folder.chmod(0o500)
    try:
        mover.fails(2, "play", "game.khronos", "-c", "end")
    finally:
        mover.folder.chmod(0o700)
    unchanged(mover, game)


def test_older_and_conflicting_files(turn: str, mover: Person) -> None:
    """FORMATS 4: exit 6, with the proof if one seat has signed two blocks on the same one."""
    shutil.copy(mover.save, mover.folder / "older.khronos")
    mover.ok("play", "game.khronos", "-c", f'message "one"; {turn}', "-o", "one.khronos")
    line = mover.fails(6, "play", "older.khronos", "-c", turn)
    assert "older" in line
    assert "--rewind" in line
    mover.ok("play", "older.khronos", "-c", f'message "two"; {turn}', "--rewind", "-o", "two.khronos")
    for command in ("verify", "status", "show", "log"):
        line = mover.fails(6, command, "one.khronos")
        assert "two different blocks" in line
        assert " prove it" in line
    assert mover.ok("verify", "one.khronos", "--rewind", "--json").json["valid"] is True


def test_two_at_once(game: Group, turn: str, mover: Person) -> None:
    """Two processes on one file: one wins, the other gets a clear error, nothing is lost."""
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(2) as pool:
        runs = [
            pool.submit(mover.process, "play", "game.khronos", "-c", f'message "{n}"; {turn}')
            for n in range(2)
        ]
        codes = sorted(run.result().code for run in runs)
    assert codes[0] == 0
    assert codes.count(0) == 1
    assert set(codes[1:]) <= {4, 6}
    assert mover.ok("verify", "game.khronos", "--json").json["blocks"] == game.table().seq + 2


# --- positions and maps -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("_", "text", "words"), rows_of("positions"))
def test_positions_that_cannot_be(_: str, text: str, words: str, tmp_path: Path) -> None:
    somebody = Person("x", tmp_path)
    (tmp_path / "p.toml").write_text(text, encoding="utf-8")
    for command in ("try", "show", "moves"):
        assert words in somebody.fails(5, command, "p.toml")


@pytest.mark.parametrize(("name", "text", "words"), rows_of("data"))
def test_data_files_that_cannot_be(name: str, text: str, words: str, tmp_path: Path) -> None:
    somebody = Person("anna", tmp_path)
    somebody.ok("keygen", "anna")
    (tmp_path / "data.toml").write_text(text, encoding="utf-8")
    line = somebody.fails(
        5, "new", "g.khronos", "--game", name, "--colour", "red", "--seats", "2", BAD[name].file, "data.toml"
    )
    assert words in line
    assert "data.toml" in line
    assert sorted(path.name for path in tmp_path.iterdir()) == ["data.toml", "home"]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "the file is empty"),
        (b"\xef\xbb\xbf \n", "the file is empty"),
        (b"# revision = 1\n# goods\n", "the file contains only comments"),
        (b"revision = 1 \xff\n", "the file is not UTF-8 text"),
    ],
)
@pytest.mark.parametrize("name", sorted(BAD))
def test_data_files_with_nothing_in_them(name: str, data: bytes, words: str, tmp_path: Path) -> None:
    """It is said of the file that is meant, not of a save."""
    somebody = Person("anna", tmp_path)
    somebody.ok("keygen", "anna")
    (tmp_path / "data.toml").write_bytes(data)
    seated = ["new", "g.khronos", "--game", name, "--colour", "red", "--seats", "2"]
    line = somebody.fails(5, *seated, BAD[name].file, "data.toml")
    assert "data.toml" in line
    assert words in line
    assert "like those that come with the program" in line
    assert not (tmp_path / "g.khronos").exists()


@pytest.mark.parametrize("data", [b"", b"\n \n", b"\xff\n"])
@pytest.mark.parametrize(
    ("name", "command", "code", "words"),
    [
        (
            "config.toml",
            ["config"],
            2,
            "the settings are stored in a TOML file with one line for each setting",
        ),
        (
            "contacts.toml",
            ["contacts", "list"],
            5,
            "the file must be a TOML file with one [[contact]] table for each contact",
        ),
    ],
)
def test_files_of_the_home_with_nothing_in_them(
    name: str, command: list[str], code: int, words: str, data: bytes, tmp_path: Path
) -> None:
    """It is said what this file should be, not what a save is."""
    somebody = Person("anna", tmp_path)
    somebody.ok("keygen", "anna")
    path = somebody.home / name
    path.write_bytes(data)
    line = somebody.fails(code, *command, KHRONOS_CONFIG=str(somebody.home / "config.toml"))
    assert name in line
    assert words in line
    assert "save" not in line


# --- usage ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("_", "arguments", "words"), rows_of("usage"))
def test_wrong_usage(_: str, arguments: list[str], words: str, tmp_path: Path) -> None:
    somebody = Person("anna", tmp_path)
    somebody.ok("keygen", "anna")
    assert words in somebody.fails(2, *arguments)
    assert not (tmp_path / "g.khronos").exists()


def test_a_full_disk(game: Group, mover: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    """Simulated: the new file cannot be written to its end; the old one stays, and nothing lies about."""
    from khronos_pbem.errors import UsageError
    from khronos_pbem.storage import files

    def full(path: Path, data: bytes, mode: int) -> None:
        path.write_bytes(data[:100])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(files, "_write_through", full)
    with pytest.raises(UsageError, match="no space left"):
        files.write_atomically(mover.save, b"new")
    unchanged(mover, game)


def test_json_errors_are_one_document(mover: Person) -> None:
    result = mover.run("play", "game.khronos", "-c", "end; end", "--json")
    assert result.code == 3
    assert result.json["exit"] == 3
    assert result.json["error"]


def test_no_command_is_answered_with_help(tmp_path: Path) -> None:
    """Line by line, as --help prints it; it is wrong usage all the same."""
    somebody = Person("x", tmp_path)
    for arguments in ((), ("contacts",)):
        result = somebody.run(*arguments)
        assert result.code == 2
        assert result.out == somebody.ok(*arguments, "--help").out
        assert result.err == ""


def test_a_board_there_is_not(tmp_path: Path) -> None:
    """Nothing is shown before it is refused; the words of all languages are boards."""
    somebody, game = Person("x", tmp_path), str(ROOT / "sample_games" / "two-players.khronos")
    result = somebody.run("show", game, "--board", "hope")
    assert (result.code, result.out) == (2, "")
    faith = somebody.ok("show", game, "--board", "faith", "--legend").out
    for word in ("Glaube", "prieurés", "fai"):
        assert somebody.ok("show", game, "--board", word, "--legend").out == faith


@pytest.mark.parametrize("command", [["orders"], ["replay"], ["verify"], ["log"]])
def test_nobody_reads_on(command: list[str], tmp_path: Path) -> None:
    """A pipe that is closed early, or no standard output at all, is no failure."""
    sample = ROOT / "sample_games" / "two-players.khronos"
    somebody = knowing(Person("x", tmp_path), sample)
    words = shlex.join([*COMMAND, *command, *([] if command == ["orders"] else [str(sample)])])
    for shell in (f"{words} | true; exit ${{PIPESTATUS[0]}}", f"{words} >&-"):
        done = somebody.shell(["bash", "-c", shell])
        assert (done.code, done.err) == (0, ""), shell
