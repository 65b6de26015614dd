"""The commands of play by mail, in this process: asking before orders are played, settings, long letters."""

from __future__ import annotations

import json
import shlex
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from khronos_pbem.cli.main import run_arguments
from khronos_pbem.mail.outgoing import letter as letters
from khronos_pbem.record.block import ASSIST
from khronos_pbem.record.save import parse_save
from khronos_pbem.session.bots.bot_turn import quick_orders
from khronos_pbem.session.commands.write_blocks import play_turn
from khronos_pbem.session.context import Context
from khronos_pbem.session.replay.table import waiting
from tests.support.playing import NAMES, Group, no_passphrase


@pytest.fixture(scope="module")
def group(tmp_path_factory: pytest.TempPathFactory) -> Group:
    """A game of two in which somebody has to take the first turn."""
    group = Group(tmp_path_factory.mktemp("game"), 2, 3)
    group.start("By mail")
    while (now := waiting(group.table())) is not None and now.need == ASSIST:
        group.step()
    return group


@dataclass
class Desktop:
    """Somebody who has to move, at work: his game, orders in a letter, what is printed."""

    group: Group
    name: str
    folder: Path
    capsys: pytest.CaptureFixture[str]

    def run(self, *arguments: str) -> tuple[int, str, str]:
        self.capsys.readouterr()
        code = run_arguments(list(arguments))
        out, err = self.capsys.readouterr()
        return code, out, err

    @property
    def file(self) -> Path:
        (path,) = (self.folder / "home" / "library").glob("*.khronos")
        return path

    def letter(self, *orders: str) -> Path:
        """A letter with these orders, else with a whole turn."""
        table = self.group.table()
        todo = orders or tuple(quick_orders(table, self.group.context(self.name), Random(1)))
        head = f"-----BEGIN KHRONOS ORDERS {table.header.id} {table.seq}-----"
        path = self.folder / "letter.eml"
        path.write_text("\n".join(["Subject: x", "", head, *todo, "-----END KHRONOS ORDERS-----", ""]))
        return path


@pytest.fixture
def desktop(
    group: Group, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Desktop:
    now = waiting(group.table())
    assert now is not None
    assert now.seat is not None
    name = NAMES[now.seat]
    shutil.copytree(group.home(name), tmp_path / "home")
    monkeypatch.setenv("KHRONOS_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("KHRONOS_CONFIG", str(tmp_path / "config.toml"))
    monkeypatch.setenv("KHRONOS_ADDRESS", f"{name}@example.org")
    monkeypatch.setenv("KHRONOS_LANG", "en")
    desktop = Desktop(group, name, tmp_path, capsys)
    assert desktop.run("receive", str(group.save))[0] == 0
    return desktop


def at_a_terminal(monkeypatch: pytest.MonkeyPatch, answer: str) -> list[str]:
    """Let somebody sit there who gives this answer; what he is asked."""
    asked: list[str] = []
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)

    def confirm(question: str, **_: object) -> bool:
        asked.append(question)
        return answer == "y"

    monkeypatch.setattr("typer.confirm", confirm)
    return asked


def test_receive_prints_orders_and_the_command_that_plays_them(desktop: Desktop) -> None:
    letter, before = desktop.letter(), desktop.file.read_bytes()
    code, out, _ = desktop.run("receive", str(letter))
    assert code == 0
    assert desktop.file.read_bytes() == before
    assert "Anyone could have written them" in out
    command = out.splitlines()[-1].partition(": ")[2]
    assert desktop.run(*shlex.split(command)[1:])[0] == 0
    assert len(parse_save(desktop.file.read_bytes()).blocks) == desktop.group.table().seq + 2


def test_the_json_of_a_draft(desktop: Desktop) -> None:
    code, out, _ = desktop.run("receive", str(desktop.letter()), "--json")
    (row,) = json.loads(out)["news"]
    assert code == 0
    assert row["state"] == "draft"
    assert row["orders"][-1].startswith("end")
    assert Path(row["draft"]).read_text().endswith("\n".join([*row["orders"], ""]))
    assert shlex.split(row["command"]) == ["khronos", "play", str(desktop.file), row["draft"]]


@pytest.mark.parametrize("options", [(), ("--json",)])
def test_nobody_is_asked_without_a_terminal(desktop: Desktop, options: tuple[str, ...]) -> None:
    before = desktop.file.read_bytes()
    code, out, _ = desktop.run("receive", str(desktop.letter()), "--play-orders", *options)
    assert code == 0
    assert "draft" in out
    assert desktop.file.read_bytes() == before


def test_no_plays_nothing(desktop: Desktop, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the orders would do is shown before somebody is asked."""
    asked, before = at_a_terminal(monkeypatch, "n"), desktop.file.read_bytes()
    code, out, _ = desktop.run("receive", str(desktop.letter()), "--play-orders")
    assert code == 0
    assert asked == ["Play these orders?"], out
    assert "cards" in out, out
    assert "draft" in out
    assert desktop.file.read_bytes() == before


def test_yes_plays(desktop: Desktop, monkeypatch: pytest.MonkeyPatch) -> None:
    at_a_terminal(monkeypatch, "y")
    code, out, _ = desktop.run("receive", str(desktop.letter()), "--play-orders")
    assert code == 0
    assert "played" in out.splitlines()[-1]
    assert not list(desktop.file.parent.rglob("*.txt"))
    assert len(parse_save(desktop.file.read_bytes()).blocks) == desktop.group.table().seq + 2


def test_what_was_shown_is_played_or_nothing(desktop: Desktop, monkeypatch: pytest.MonkeyPatch) -> None:
    """While somebody thinks about the answer the game goes on: nothing is played on what he has not seen."""
    at_a_terminal(monkeypatch, "y")
    letter = desktop.letter('message "shown"', "end")

    def confirm(question: str, **_: object) -> bool:
        """He plays elsewhere, and is answered: it is his move again."""
        away = desktop.folder / "away.khronos"
        assert desktop.run("play", str(desktop.file), "-c", "end", "-o", str(away), "--yes")[0] == 0
        other = NAMES[1 - NAMES.index(desktop.name)]
        home = shutil.copytree(desktop.group.home(other), desktop.folder / "other")
        play_turn(away, Context(home, no_passphrase, "2026-11-30T10:00:00Z", other), "end")
        assert desktop.run("receive", str(away))[0] == 0
        return True

    monkeypatch.setattr("typer.confirm", confirm)
    code, _, err = desktop.run("receive", str(letter), "--play-orders")
    assert code == 6, err
    blocks = parse_save(desktop.file.read_bytes()).blocks
    assert 'message "shown"' not in [order for block in blocks for order in block.orders]
    assert list(desktop.file.parent.rglob("*.txt"))


def test_orders_are_played_after_their_own_block_only(
    desktop: Desktop, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of two drafts for one block the second is never shown, nor played, on what the first has come to."""
    asked = at_a_terminal(monkeypatch, "y")
    one, two = desktop.letter('message "one"', "end").read_text(), desktop.letter("end").read_text()
    letter = desktop.folder / "letter.eml"
    letter.write_text(one + two.partition("\n\n")[2])
    code, out, err = desktop.run("receive", str(letter), "--play-orders")
    assert (code, len(asked)) == (0, 1), err
    assert "which has already been played" in out.splitlines()[-1]
    assert len(parse_save(desktop.file.read_bytes()).blocks) == desktop.group.table().seq + 2


def test_json_is_all_that_is_printed(desktop: Desktop, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asks for JSON is not asked, whatever his terminal."""
    asked = at_a_terminal(monkeypatch, "y")
    code, out, _ = desktop.run("receive", str(desktop.letter()), "--play-orders", "--json")
    assert (code, asked) == (0, [])
    assert json.loads(out)["news"][0]["state"] == "draft"


def test_orders_that_cannot_be_played_are_not_asked_about(
    desktop: Desktop, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = at_a_terminal(monkeypatch, "y")
    code, _, err = desktop.run("receive", str(desktop.letter("fly F7", "end")), "--play-orders")
    assert (code, asked) == (3, [])
    assert "does not belong here" in err


# --- letters that are too long ----------------------------------------------------------------------------


def test_a_long_save_is_attached_only(desktop: Desktop, monkeypatch: pytest.MonkeyPatch) -> None:
    for limit, inline in ((60_000, True), (100, False)):
        monkeypatch.setattr(letters, "MAX_INLINE", limit)
        mail = desktop.folder / f"{limit}.eml"
        arguments = ("send", str(desktop.file), "--to", "bob@example.org", "-o", str(mail))
        code, out, _ = desktop.run(*arguments, "--json")
        assert code == 0
        assert json.loads(out)["inline"] is inline
        assert (b"BEGIN KHRONOS SAVE" in mail.read_bytes()) is inline
        assert ("included only as an attachment" in desktop.run(*arguments, "--force")[1]) is not inline
        assert "already here" in desktop.run("receive", str(mail))[1]


# --- settings and contacts --------------------------------------------------------------------------------

WRONG = [
    "smtp_port=" + "9" * 5000,
    "smtp_port=²",
    "smtp_port=0",
    "timeout=-1",
    "smtp_security=maybe",
    "smtp_host=" + "a" * 300,
    "smtp_host=a..b",
    "smtp_host=a b",
    "imap_host=x\ny",
    "imap_host=\x00",
    "address=a@b\nBcc: c@d",
    "address=nobody",
    "address=a@b,c@d",
    "library=~nobody-has-this-name/x",
    "library=\x00",
    "imap_user=a\r\nb",
    "imap_folder=\x1b[2J",
    "x\n=y",
    "smtp_password_command=" + "x" * 2000,
]


@pytest.mark.parametrize("setting", WRONG, ids=lambda setting: ascii(setting)[:30])
def test_settings_that_cannot_be(setting: str, desktop: Desktop, monkeypatch: pytest.MonkeyPatch) -> None:
    """One clear line, on the command line and in the file."""
    monkeypatch.delenv("KHRONOS_ADDRESS")
    code, _, err = desktop.run("config", "--config", setting)
    assert code == 2
    assert err.count("\n") == 1
    assert err.rstrip("\n").isprintable()
    assert "mistake" not in err
    key, _, value = setting.partition("=")
    (desktop.folder / "config.toml").write_text(f"{json.dumps(key)} = {json.dumps(value)}\n")
    code, _, err = desktop.run("inbox")
    assert (code, err.count("\n")) == (2, 1)
    assert err.rstrip("\n").isprintable()


FILES = [
    "x",
    "[x",
    "smtp_port = 1.5",
    "smtp_port = [1]",
    '"a\\nb" = []',
    "smtp_port = 1979-05-27",
    "\x00",
    "a = true",
]


@pytest.mark.parametrize("text", FILES, ids=ascii)
def test_a_damaged_file_of_settings(text: str, desktop: Desktop) -> None:
    (desktop.folder / "config.toml").write_text(text)
    code, _, err = desktop.run("inbox")
    assert (code, err.count("\n")) == (2, 1)
    assert "config.toml" in err


CONTACTS = [
    "x",
    "contact = 5",
    "contact = [5]",
    "[[contact]]",
    '[[contact]]\nname = 5\naddress = "a@b"',
    '[[contact]]\nname = "a"\naddress = "a"',
    '[[contact]]\nname = "a"\naddress = "a@b\\nc"',
    '[[contact]]\nname = "a\\nb"\naddress = "a@b"',
    '[[contact]]\nname = "a"\naddress = "a@b"\nkey = 5',
    '[[contact]]\nname = "a"\naddress = "a@b"\nkey = "zz"',
]


@pytest.mark.parametrize("text", CONTACTS, ids=ascii)
def test_a_damaged_file_of_contacts(text: str, desktop: Desktop) -> None:
    """One clear line where contacts are asked for; saves are taken in all the same."""
    (desktop.folder / "home" / "contacts.toml").write_text(text)
    code, _, err = desktop.run("contacts", "list")
    assert (code, err.count("\n")) == (5, 1)
    assert "contacts.toml" in err
    assert "FORMATS" not in err
    desktop.file.unlink()
    code, out, _ = desktop.run("receive", str(desktop.group.save))
    assert code == 0
    assert "new: " in out


@pytest.mark.parametrize("lines", ["", "x", "0", "5-3", "²", "9" * 5000, "1-99999999", "1,,2"])
def test_lines_of_armor_that_cannot_be(lines: str, desktop: Desktop) -> None:
    if lines:
        assert desktop.run("armor", str(desktop.file), "--lines", lines)[0] == 2
    else:
        assert desktop.run("armor", str(desktop.file), "--lines", "1")[0] == 0
