"""`config KEY VALUE` and `config --unset KEY` change the file of settings, and nothing else in it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.support.shell import Person


@pytest.fixture
def alice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Person:
    """Somebody whose settings are in a file of her own."""
    monkeypatch.setenv("KHRONOS_CONFIG", str(tmp_path / "settings" / "config.toml"))
    monkeypatch.delenv("KHRONOS_ADDRESS", raising=False)
    return Person("alice", tmp_path / "alice")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The file, whose folder is not there yet."""
    return tmp_path / "settings" / "config.toml"


def test_a_setting_is_written_and_in_force(alice: Person, file: Path) -> None:
    told = alice.ok("config", "address", "alice@example.org").out
    assert str(file) in told
    assert file.read_text() == 'address = "alice@example.org"\n'
    assert alice.ok("config", "--json").json["values"]["address"] == {
        "value": "alice@example.org",
        "source": str(file),
    }
    assert alice.ok("config", "address").out == f"address = 'alice@example.org'   # {file}\n"


def test_comments_and_order_stay(alice: Person, file: Path) -> None:
    file.parent.mkdir()
    file.write_text('# mine\nsmtp_port = 465 # tls\n\n# who I am\naddress = "a@example.org"\ntimeout = 9\n')
    alice.ok("config", "smtp_port", "587")
    alice.ok("config", "--unset", "timeout")
    alice.ok("config", "smtp_host", "mail.example.org")
    assert file.read_text() == (
        '# mine\nsmtp_port = 587 # tls\n\n# who I am\naddress = "a@example.org"\n'
        'smtp_host = "mail.example.org"\n'
    )


def test_a_value_may_hold_what_toml_quotes(alice: Person) -> None:
    """Quotes, backslashes, umlauts, blanks, brackets, line ends of TOML: what is read is what was typed."""
    for text in ('pass "show" \\mail', "[x]", "a = b # c", "pässe 'x'", "'''", "-p"):
        alice.ok("config", "--", "smtp_password_command", text)
        found = alice.ok("config", "smtp_password_command", "--json").json
        assert found["values"]["smtp_password_command"]["value"] == text


def test_a_relative_path_is_the_same_from_everywhere(alice: Person) -> None:
    alice.ok("config", "folders", os.pathsep.join(["Shared", "~/Other", "/srv/games"]))
    value = alice.ok("config", "--json").json["values"]["folders"]["value"]
    assert value == os.pathsep.join([str(alice.folder / "Shared"), "~/Other", "/srv/games"])


WRONG = [
    ("adress", "alice@example.org"),
    ("smtp_password", "secret"),
    ("address", "alice"),
    ("smtp_port", "0"),
    ("smtp_port", "x"),
    ("imap_security", "ssl"),
    ("imap_folder", "a\nb = 1"),
    ("smtp_user", "\x1b[2J"),
    ("smtp_user", "x" * 2000),
    ("", ""),
]


@pytest.mark.parametrize(("key", "value"), WRONG, ids=ascii)
def test_what_cannot_be_is_refused(key: str, value: str, alice: Person, file: Path) -> None:
    """One line, exit code 2, and the file is as it was."""
    alice.ok("config", "timeout", "9")
    before = file.read_bytes()
    line = alice.fails(2, "config", key, value)
    assert line.rstrip("\n").isprintable()
    assert file.read_bytes() == before


def test_a_wrong_file_can_be_mended(alice: Person, file: Path) -> None:
    """A key that is not known and a value that cannot be are mended by the commands themselves."""
    file.parent.mkdir()
    file.write_text('adress = "alice"\ntimeout = 0 # s\n')
    alice.fails(2, "config")
    alice.ok("config", "--unset", "adress")
    alice.ok("config", "timeout", "9")
    alice.ok("config")
    assert file.read_text() == "timeout = 9 # s\n"


@pytest.mark.parametrize("text", ["[x", "address = 'a", "\x00", "a = 1\na = 2\n"], ids=ascii)
def test_a_file_that_is_no_toml_is_left_alone(text: str, alice: Person, file: Path) -> None:
    file.parent.mkdir()
    file.write_text(text)
    assert "config.toml" in alice.fails(2, "config", "timeout", "9")
    assert "config.toml" in alice.fails(2, "config", "--unset", "timeout")
    assert file.read_text() == text


def test_tables_in_the_file_are_not_torn(alice: Person, file: Path) -> None:
    """A key that is added stands before the tables, where it is read as one of the file's own."""
    file.parent.mkdir()
    file.write_text("[other]\nx = 1\n")
    alice.ok("config", "timeout", "9")
    alice.ok("config", "--unset", "other")
    assert alice.ok("config", "timeout", "--json").json["values"]["timeout"]["value"] == "9"


def test_what_is_not_set_cannot_be_unset(alice: Person, file: Path) -> None:
    alice.fails(4, "config", "--unset", "timeout")
    assert not file.exists()
    alice.fails(2, "config", "address", "--unset", "timeout")


def test_a_variable_that_comes_first_is_named(alice: Person) -> None:
    done = alice.run("config", "address", "alice@example.org", KHRONOS_ADDRESS="bob@example.org")
    assert done.code == 0
    assert "KHRONOS_ADDRESS" in done.err


def test_a_folder_that_cannot_be_made(alice: Person, tmp_path: Path) -> None:
    (tmp_path / "settings").write_text("a file")
    alice.fails(2, "config", "timeout", "9")


def test_a_file_is_never_half_written(alice: Person, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the new file cannot be put in its place, the old one stands, and nothing lies beside it."""
    alice.ok("config", "timeout", "9")

    def full(self: Path, target: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    alice.fails(2, "config", "timeout", "10")
    monkeypatch.undo()
    assert file.read_text() == "timeout = 9\n"
    assert [path.name for path in file.parent.iterdir()] == ["config.toml"]


def test_the_last_setting_can_be_removed(alice: Person, file: Path) -> None:
    """No empty file is left, which would be taken for a damaged one."""
    alice.ok("config", "address", "alice@example.org")
    assert file.exists()
    alice.ok("config", "--unset", "address")
    assert not file.exists()
    assert "alice@example.org" not in alice.ok("config").out
