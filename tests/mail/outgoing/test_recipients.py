"""Addresses learnt from letters: only when asked, only for who signed the newest block, never a change."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest

from khronos_pbem.library.contact_list import read_contacts
from khronos_pbem.mail.formats.mail_sources import Letter
from khronos_pbem.mail.incoming.learn_addresses import addresses_to_confirm, find_sender
from khronos_pbem.record.save import parse_save
from tests.support.shell import Person, Result


class Writer(Person):
    """Somebody with an address of his own."""

    def mail(self, *arguments: str, stdin: str | None = None) -> Result:
        own = {"KHRONOS_ADDRESS": f"{self.name}@example.org", "KHRONOS_CONFIG": str(self.folder / "none")}
        return self.run(*arguments, stdin=stdin, **own)

    def known(self) -> dict[str, tuple[str, bytes]]:
        """The contacts."""
        return {each.name: (each.address, each.key) for each in read_contacts(self.home)}


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three people; alice has invited the two others, bob has joined and sent it on to carol."""
    folder = tmp_path_factory.mktemp("begun")
    alice, bob, carol = (Writer(name, folder / name) for name in ("alice", "bob", "carol"))
    for person in (alice, bob, carol):
        person.ok("keygen", person.name)
    to = ("--to", "bob@example.org", "--to", "carol@example.org")
    new = alice.mail("new", "--colour", "red", "--seats", "3", "--title", "Ours", "--send", *to)
    assert new.code == 0, new.err
    (first,) = alice.outbox.glob("*.eml")
    first.rename(folder / "first.eml")
    joined = bob.mail("join", str(folder / "first.eml"), "--colour", "blue", "--send", "--to", to[-1])
    assert joined.code == 0, joined.err
    (second,) = bob.outbox.glob("*.eml")
    second.rename(folder / "second.eml")
    return folder


@pytest.fixture
def carol(begun: Path, tmp_path: Path) -> Writer:
    shutil.copytree(begun / "carol", tmp_path / "carol")
    (tmp_path / "carol" / "box").mkdir()
    return Writer("carol", tmp_path / "carol")


def put(carol: Writer, name: str, data: bytes) -> str:
    """A letter in her box."""
    path = carol.folder / "box" / name
    path.write_bytes(data)
    return str(path)


def changed(data: bytes, line: str) -> bytes:
    """The letter with another From."""
    return re.sub(rb"^From: .*$", line.encode(), data, count=1, flags=re.MULTILINE)


def test_nobody_is_learnt_unasked(begun: Path, carol: Writer) -> None:
    """Where nobody can be asked the command that would keep the address is told."""
    done = carol.mail("receive", str(begun / "second.eml"))
    assert done.code == 0
    assert "bob (blue in Ours) wrote from bob@example.org. Nobody has checked this address" in done.err
    command = done.err.splitlines()[0].partition("to save it: ")[2]
    assert command == "khronos contacts add --from ours -- bob bob@example.org"
    assert not carol.known()
    assert "public key unknown" not in carol.ok(*shlex.split(command)[1:]).out
    assert carol.known()["bob"][1]


def test_both_are_learnt_from_their_letters(begun: Path, carol: Writer) -> None:
    """Each address goes with the key that signed the newest block of that letter, the older one's too."""
    for name in ("first.eml", "second.eml"):
        put(carol, name, (begun / name).read_bytes())
    done = carol.mail("receive", "box", "--yes", "--json")
    assert {(each["name"], each["kept"]) for each in done.json["addresses"]} == {
        ("alice", True),
        ("bob", True),
    }
    (game,) = (carol.home / "library").glob("*.khronos")
    keys = {block.name: block.identity for block in parse_save(game.read_bytes()).blocks}
    assert carol.known() == {name: (f"{name}@example.org", keys[name]) for name in ("alice", "bob")}
    assert carol.mail("receive", "box", "--yes", "--json").json["addresses"] == []


def test_what_is_known_is_never_changed(begun: Path, carol: Writer) -> None:
    """Neither the address of a name, nor that of a key, nor whose an address is."""
    carol.ok("contacts", "add", "bob", "b@example.net")
    mallory = changed((begun / "second.eml").read_bytes(), "From: bob@evil.example")
    done = carol.mail("receive", put(carol, "second.eml", mallory), "--yes", "--json")
    assert done.json["addresses"] == []
    assert carol.known() == {"bob": ("b@example.net", b"")}
    (game,) = (carol.home / "library").glob("*.khronos")
    carol.ok("contacts", "add", "bob", "b@example.net", "--from", str(game))
    (carol.home / "contacts.toml").write_text(
        (carol.home / "contacts.toml").read_text(encoding="utf-8").replace('"bob"', '"Robert"'),
        encoding="utf-8",
    )
    assert carol.mail("receive", "box", "--yes", "--json").json["addresses"] == []
    assert set(carol.known()) == {"Robert"}


@pytest.mark.parametrize(
    "line",
    [
        "From: carol@example.org",  # her own
        "From: a@example.org, b@example.org",
        "From: a@example.org\nFrom: b@example.org",
        "From: b\u00f6b@example.org",
        "From: bob",
        "From: <>",
        "From: =?utf-8?q?bob=40example.org?=",
        'From: "bob@example.org" <a b@example.org>',
        f"From: {'x' * 2000}@example.org",
        "X-From: bob@example.org",
    ],
)
def test_what_is_no_plain_address_is_not_offered(line: str, begun: Path, carol: Writer) -> None:
    letter = put(carol, "in.eml", changed((begun / "second.eml").read_bytes(), line))
    done = carol.mail("receive", letter, "--yes", "--json")
    assert done.code == 0, done.err
    assert done.json["addresses"] == []
    assert not carol.known()


def test_two_addresses_of_one_player_are_none(begun: Path, carol: Writer) -> None:
    """Whoever forges one of two letters gets nothing, and nobody is learnt from a guess."""
    data = (begun / "second.eml").read_bytes()
    put(carol, "1.eml", data)
    put(carol, "2.eml", changed(data, "From: bob@evil.example"))
    assert carol.mail("receive", "box", "--yes", "--json").json["addresses"] == []
    assert not carol.known()


def test_an_address_is_not_given_to_who_signed_an_older_block(begun: Path, carol: Writer) -> None:
    """Bob's letter tells of nobody but bob, however many have signed in it."""
    done = carol.mail("receive", put(carol, "in.eml", (begun / "second.eml").read_bytes()), "--yes", "--json")
    assert [each["name"] for each in done.json["addresses"]] == ["bob"]


def test_a_known_label_without_its_block_tells_nothing(begun: Path, carol: Writer) -> None:
    """A letter that only claims to be one of the game, by its Message-ID, is not believed."""
    assert carol.mail("receive", put(carol, "in.eml", (begun / "second.eml").read_bytes())).code == 0
    first = (begun / "first.eml").read_bytes()
    head = first.partition(b"\r\n\r\n")[0] if b"\r\n\r\n" in first else first.partition(b"\n\n")[0]
    forged = changed(head, "From: alice@evil.example").replace(b"multipart/mixed", b"text/plain")
    done = carol.mail("receive", put(carol, "forged.eml", forged + b"\n\nnothing\n"), "--yes", "--json")
    assert [one["state"] for one in done.json["news"]] == ["older"]
    assert done.json["addresses"] == []


def test_somebody_at_a_terminal_is_asked(begun: Path, carol: Writer, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def confirm(question: str, **_: object) -> bool:
        asked.append(question)
        return len(asked) == 2

    monkeypatch.setattr("khronos_pbem.cli.delivery.ask_addresses.Confirmation.can_ask", lambda self: True)
    monkeypatch.setattr("typer.confirm", confirm)
    letter = put(carol, "in.eml", (begun / "second.eml").read_bytes())
    assert carol.mail("receive", letter).code == 0
    assert not carol.known()
    assert carol.mail("receive", letter).code == 0
    assert asked[0].startswith("bob (blue in Ours) wrote from bob@example.org. Sender addresses can be")
    assert set(carol.known()) == {"bob"}


def test_joining_a_letter_learns_too(begun: Path, carol: Writer) -> None:
    """So that who has to act next can be written to."""
    box = [put(carol, name, (begun / name).read_bytes()) for name in ("first.eml", "second.eml")]
    assert len(box) == 2
    done = carol.mail("join", "box", "--colour", "green", "--send", "--yes")
    assert done.code == 0, done.err
    assert "an e-mail to alice@example.org" in done.out


def test_broken_contacts_keep_no_game_out(begun: Path, carol: Writer) -> None:
    (carol.home / "contacts.toml").write_text("contact = 3\n", encoding="utf-8")
    done = carol.mail("receive", str(begun / "second.eml"), "--yes")
    assert done.code == 0
    assert "this is not a list of contacts" in done.err
    assert list((carol.home / "library").glob("*.khronos"))


def test_a_header_that_no_parser_takes(begun: Path) -> None:
    """Whatever a From holds, it is an address or it is nothing."""
    save = parse_save(next((begun / "bob" / "home" / "library").glob("*.khronos")).read_bytes())
    for text in (
        "From: (((((",
        "From: @@@",
        'From: "\\',
        "From: =?x?b?=?=",
        "From: a@b:;,<<>>",
        "From:\x00@x.y",
    ):
        data = f"{text}\n\n".encode()
        assert find_sender(Letter("x", data), [save], save) is None, text


def test_one_address_for_two_players_is_none(begun: Path, carol: Writer) -> None:
    save = parse_save(next((begun / "bob" / "home" / "library").glob("*.khronos")).read_bytes())
    data = b"From: both@example.org\n\n"
    first = find_sender(Letter("1", data), [type(save)(save.header, save.blocks[:1])], save)
    second = find_sender(Letter("2", data), [save], save)
    assert first is not None
    assert second is not None
    assert [each.seat.name for each in addresses_to_confirm(carol.home, [first], "")] == ["alice"]
    assert addresses_to_confirm(carol.home, [first, second], "") == []
