"""A game of three is set up by letters, whatever way each answers; what is advised works (FORMATS 1)."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest

from tests.mail.letterbox import parsed, text_of
from tests.mail.outgoing.test_smtp import Writer

BOTH = ("--to", "bob@example.org", "--to", "carol@example.org")


def without_folds(mail: bytes) -> bytes:
    """A mail with each of its addresses on one line."""
    return mail.replace(b",\r\n ", b", ").replace(b",\n ", b", ")


@pytest.fixture(scope="module")
def invited(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Alice has invited bob and carol; bob has joined, and answered to both."""
    folder = tmp_path_factory.mktemp("invited")
    alice, bob, carol = (Writer(name, folder / name) for name in ("alice", "bob", "carol"))
    for person in (alice, bob, carol):
        person.ok("keygen", person.name)
    alice.ok("new", "--colour", "red", "--seats", "3", "--title", "Ours", "--send", *BOTH)
    shutil.copytree(bob.folder, folder / "bob before")
    to = ("--to", "alice@example.org", "--to", "carol@example.org")
    bob.ok("join", str(letter_of(alice)), "--colour", "blue", "--send", *to)
    return folder


@pytest.fixture
def people(invited: Path, tmp_path: Path) -> tuple[Writer, Writer, Writer]:
    shutil.copytree(invited, tmp_path / "people")
    alice, bob, carol = (Writer(name, tmp_path / "people" / name) for name in ("alice", "bob", "carol"))
    return alice, bob, carol


def letter_of(person: Writer) -> Path:
    """The newest letter in somebody's outbox."""
    return max(person.outbox.iterdir())


def test_the_last_to_join_writes_to_who_must_act(people: tuple[Writer, Writer, Writer]) -> None:
    """Who sent the invitation gets a copy."""
    alice, bob, carol = people
    for name in ("alice", "bob"):
        carol.contact(name, "--from", str(next((bob.home / "library").glob("*.khronos"))))
    carol.ok("join", str(letter_of(bob)), "--colour", "green", "--send", "--to", "bob@example.org")
    mail = parsed(letter_of(carol).read_bytes())
    assert (mail["To"], mail["Cc"]) == ("alice@example.org, bob@example.org", None)
    carol.ok("send", "ours", "--copies")
    assert {parsed(path.read_bytes())["Cc"] for path in carol.outbox.iterdir()} == {None, "bob@example.org"}
    assert alice.run("next", str(letter_of(carol)), "--send").code == 4
    assert parsed(letter_of(alice).read_bytes())["To"] == "bob@example.org, carol@example.org"


def test_joining_without_addresses_proposes_those_of_the_letter(
    people: tuple[Writer, Writer, Writer],
) -> None:
    """Where nobody can be asked the letter waits, and the command that is told sends it."""
    _, bob, carol = people
    done = carol.run("join", str(letter_of(bob)), "--colour", "green", "--send")
    assert done.code == 2
    told, failed = done.err.splitlines()[-2:]
    assert "to save it: khronos contacts add --from ours -- bob" in told
    assert failed.endswith("khronos send ours --copies --to bob@example.org --to alice@example.org")
    assert carol.run(*shlex.split(failed.partition("to send it: ")[2])[1:]).code == 0
    assert parsed(letter_of(carol).read_bytes())["To"] == "bob@example.org, alice@example.org"


@pytest.mark.parametrize("agrees", [True, False])
def test_those_of_the_letter_are_asked_for(
    people: tuple[Writer, Writer, Writer], agrees: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever wrote it is asked for as ever, the others in one question."""
    _, bob, carol = people
    asked: list[str] = []

    def confirm(question: str, **_: object) -> bool:
        asked.append(question)
        return agrees or len(asked) == 1

    monkeypatch.setattr("khronos_pbem.cli.delivery.ask_addresses.Confirmation.can_ask", lambda self: True)
    monkeypatch.setattr("typer.confirm", confirm)
    done = carol.run("join", str(letter_of(bob)), "--colour", "green", "--send")
    assert "bob (blue in Ours) wrote from bob@example.org" in asked[0]
    assert asked[1] == (
        "The e-mail also lists alice@example.org, but the header of an e-mail can be forged. Send your "
        "e-mail there too?"
    )
    assert done.code == (0 if agrees else 2), done.err
    if agrees:
        mail = parsed(letter_of(carol).read_bytes())
        assert (mail["To"], mail["Cc"]) == ("alice@example.org", "bob@example.org")


def test_a_forged_header_proposes_nothing_else(people: tuple[Writer, Writer, Writer]) -> None:
    """Only plain addresses come into a command; a header that is there twice, or says more, names nobody."""
    _, bob, carol = people
    data = letter_of(bob).read_bytes()
    for to in (
        b"To: =?utf-8?q?x=40example.org?=",
        b"To: a@example.org\r\nTo: b@example.org",
        b"To: \xc3\xa4@example.org",
        b'To: "$(touch x)"@example.org',
        b"To: a@example.org, -b",
    ):
        forged = without_folds(data).replace(b"To: alice@example.org, carol@example.org", to)
        (carol.folder / "in.eml").write_bytes(forged)
        fresh = Writer("carol", carol.folder.parent / to.hex()[:40] / "carol")
        shutil.copytree(carol.folder, fresh.folder)
        done = fresh.run("join", "in.eml", "--colour", "green", "--send")
        assert done.code == 2
        assert done.err.strip().endswith("khronos send ours --copies --to bob@example.org"), to


def test_a_seat_that_is_still_free_is_told(invited: Path, tmp_path: Path) -> None:
    """A letter that goes to players only invites nobody: the command that does is told."""
    alice, bob = Writer("alice", invited / "alice"), Writer("bob", tmp_path / "bob")
    shutil.copytree(invited / "bob before", bob.folder)
    first = without_folds(letter_of(alice).read_bytes()).replace(b", carol@example.org", b"", 1)
    (bob.folder / "in.eml").write_bytes(first)
    done = bob.run("join", "in.eml", "--colour", "blue", "--send", "--yes")
    assert done.code == 0, done.err
    assert parsed(letter_of(bob).read_bytes())["To"] == "alice@example.org"
    assert "a seat is still free; to invite a player: khronos send ours --to ADDRESS" in done.out
    told = bob.run("next")
    assert (
        "Ours is waiting for players to join (to invite someone: khronos send ours --to ADDRESS)" in told.err
    )
    bob.ok("send", "ours", "--to", "carol@example.org")
    bob.ok("send", "ours")
    assert {parsed(each.read_bytes())["To"] for each in bob.outbox.iterdir()} == {
        "alice@example.org",
        "carol@example.org",
    }


def test_without_an_address_of_ones_own(people: tuple[Writer, Writer, Writer]) -> None:
    """The seat is taken, and the command says what is missing; then the game knows the address."""
    _, bob, carol = people
    nobody = {"KHRONOS_ADDRESS": ""}
    done = carol.run("join", str(letter_of(bob)), "--colour", "green", "--send", *BOTH[:2], **nobody)
    assert done.code == 2
    line = done.err.partition("to send it: ")[2].replace("YOU@EXAMPLE.ORG", "carol@example.org")
    assert carol.run(*shlex.split(line)[1:], **nobody).code == 0
    again = carol.run("send", "ours", **nobody)
    assert again.code == 0
    assert (
        "the address of red (alice) or blue (bob) is unknown; to send the e-mail to this player "
        "too, type khronos send ours --to ADDRESS"
    ) in again.out


def test_no_letter_takes_the_place_of_another(people: tuple[Writer, Writer, Writer]) -> None:
    """Letters lie beside the library; a link that somebody has put there is not followed."""
    alice, *_ = people
    (first,) = alice.outbox.iterdir()
    before = first.read_bytes()
    assert first.parent == alice.home / "outbox"
    assert alice.ok("send", "ours", "--json").json["file"] == str(first)
    victim = alice.folder / "victim"
    victim.write_text("mine")
    (alice.outbox / "ours-0000-2.eml").symlink_to(victim)
    other = alice.ok("send", "ours", "--to", "dave@example.org", "--json").json["file"]
    assert other == str(alice.outbox / "ours-0000-3.eml")
    assert (first.read_bytes(), victim.read_text()) == (before, "mine")
    moved = {"KHRONOS_LIBRARY": str(alice.folder / "Games" / "library")}
    shutil.copytree(alice.home / "library", alice.folder / "Games" / "library")
    elsewhere = alice.ok("send", "ours", *BOTH, "--json", **moved).json["file"]
    assert elsewhere == str(alice.folder / "Games" / "outbox" / "ours-0000.eml")


def test_resend_writes_the_letter_again(people: tuple[Writer, Writer, Writer]) -> None:
    """As `send` does: to the outbox, to a file, to standard output only for -o -."""
    alice, *_ = people
    (path,) = alice.outbox.iterdir()
    before = path.read_bytes()
    path.unlink()
    done = alice.ok("resend", "ours")
    assert done.out.startswith(f"wrote {path}, an e-mail to bob@example.org, carol@example.org")
    assert path.read_bytes() == before
    assert len(done.out) < 2000
    assert alice.ok("resend", "ours", "-o", "x.eml", "--json").json["file"] == "x.eml"
    assert (alice.folder / "x.eml").read_bytes() == before
    assert "exists" in alice.fails(2, "resend", "ours", "-o", "x.eml")
    assert alice.ok("resend", "ours", "--send").out == done.out
    assert alice.ok("resend", "ours", "-o", "-").out.encode() == before.replace(b"\r\n", b"\n")


def test_next_takes_a_letter_in(people: tuple[Writer, Writer, Writer]) -> None:
    """A letter, its attachment, or a folder of letters; what is none of these is said."""
    alice, bob, carol = people
    mail = parsed(letter_of(bob).read_bytes())
    assert "khronos next ours-0001.khronos --send" in text_of(mail)
    (part,) = mail.iter_attachments()
    (alice.folder / "ours-0001.khronos").write_bytes(part.get_content())
    assert "update: Ours: block 1" in alice.run("next", "ours-0001.khronos").out
    (carol.folder / "box").mkdir()
    shutil.copy(letter_of(bob), carol.folder / "box" / "in.eml")
    shown = carol.run("next", "box", "--json").json
    assert shown["news"][0]["state"] == "new"
    to = "--to bob@example.org --to alice@example.org"
    assert shown["game"]["command"] == f"khronos join ours --colour green --send {to}"
    (carol.folder / "note.txt").write_text("nothing")
    assert "no game, offer or orders found in note.txt" in carol.fails(2, "next", "note.txt")


def test_a_save_of_ones_own_is_not_taken_in(people: tuple[Writer, Writer, Writer]) -> None:
    """Only what is called as letters call it; in a watched folder not even that."""
    alice, bob, carol = people
    (save,) = (bob.home / "library").glob("*.khronos")
    (carol.folder / "Shared").mkdir()
    for name in ("mine.khronos", "Shared/ours-0001.khronos"):
        shutil.copy(save, carol.folder / name)
        carol.ok("watch", "Shared", "--once")
        carol.run("next", name)
        assert not (carol.home / "library").exists()
    assert alice.run("next", str(save)).code == 4


def test_what_is_remembered_of_letters_is_checked(people: tuple[Writer, Writer, Writer]) -> None:
    """A damaged file of what letters were told reaches nobody, and stops nothing."""
    alice, *_ = people
    (kept,) = (alice.home / "letters").iterdir()
    text = kept.read_text(encoding="utf-8")
    for wrong in (text.replace("bob@example.org", "bob"), "nonsense", text.replace("given", "taken")):
        kept.write_text(wrong, encoding="utf-8")
        done = alice.run("send", "ours")
        assert done.code in (0, 2)
        assert "bob " not in done.out.partition("mailto:")[0]


def test_who_joins_by_next_is_told_whom_the_letter_names(people: tuple[Writer, Writer, Writer]) -> None:
    """A mailbox is looked into, nobody can be asked: the one line that `next` tells is enough."""
    alice, bob, carol = people
    box = carol.folder / "box"
    box.mkdir()
    shutil.copy(letter_of(bob), box / "in.eml")
    for _ in range(2):
        told = carol.ok("next", KHRONOS_MAILBOXES=str(box)).out
        line = next(line for line in told.splitlines() if line.startswith("Type: "))
        assert (
            line
            == "Type: khronos join ours --colour green --send --to bob@example.org --to alice@example.org"
        )
    assert carol.run(*shlex.split(line)[2:]).code == 0
    assert parsed(letter_of(carol).read_bytes())["To"] == "bob@example.org, alice@example.org"
    assert alice.run("next", str(letter_of(carol)), "--send").code == 4


def test_who_left_the_addresses_out_is_told_them(people: tuple[Writer, Writer, Writer]) -> None:
    """By `join`, and by `next` as long as the letter has not left."""
    alice, _, carol = people
    box = carol.folder / "box"
    box.mkdir()
    shutil.copy(letter_of(alice), box / "in.eml")
    dave = Writer("dave", carol.folder.parent / "dave")
    dave.ok("keygen", "dave")
    dave.run("next", str(box))
    failed = dave.run("join", "ours", "--colour", "black", "--send")
    send = "khronos send ours --copies --to alice@example.org --to bob@example.org --to carol@example.org"
    assert failed.err.strip().endswith(f"to send it: {send}")
    again = dave.run("next").err
    assert f"your block 1 has not been sent yet; to send it: {send}" in again
    assert dave.run(*shlex.split(send)[1:]).code == 0


def test_a_forged_letter_proposes_plain_addresses_alone(people: tuple[Writer, Writer, Writer]) -> None:
    """What is remembered of headers is typed by a person or not used: nothing is sent there by itself."""
    _, bob, carol = people
    data = without_folds(letter_of(bob).read_bytes())
    data = data.replace(b"To: alice@example.org, carol@example.org", b'To: "$(touch x)"@example.org')
    (carol.folder / "in.eml").write_bytes(data)
    told = carol.ok("next", "in.eml").out
    assert "Type: khronos join ours --colour green --send --to bob@example.org\n" in told
    failed = carol.run("join", "ours", "--colour", "green", "--send")
    assert failed.code == 2
    assert not carol.outbox.exists() or not list(carol.outbox.iterdir())


def test_two_who_join_at_once(people: tuple[Writer, Writer, Writer]) -> None:
    """Both took the same seat: each command that is told then works, and one of them joins again."""
    alice, bob, carol = people
    before = carol.folder / "in.eml"
    shutil.copy(min(alice.outbox.iterdir()), before)
    carol.run("next", str(before))
    to = ("--to", "alice@example.org", "--to", "bob@example.org")
    carol.ok("join", "ours", "--colour", "blue", "--send", *to)
    told = carol.run("next", str(letter_of(bob)))
    assert told.code == 6
    assert "no game is waiting for you — first choose a version: khronos settle ours" in told.err
    line = re.search(r"then compare the two versions and choose one: (khronos settle ours)\s", told.err)
    assert line is not None
    asked = carol.run(*shlex.split(line[1])[1:])
    choice = re.search(r"(khronos settle ours --take 1), or khronos settle ours --take 2", asked.err)
    assert choice is not None
    carol.ok(*shlex.split(choice[1].replace("--take 1", "--take 2"))[1:])
    told = carol.ok("next")
    line = re.search(r"Type: (.*)", told.out)
    assert line is not None
    assert line[1] == "khronos join ours --colour green --send"
    carol.ok(*shlex.split(line[1])[1:])
    assert parsed(letter_of(carol).read_bytes())["To"] == "alice@example.org, bob@example.org"


def test_ones_own_address_is_not_forgotten(people: tuple[Writer, Writer, Writer]) -> None:
    """Whom a letter names is remembered beside the address that one's own letters of the game had."""
    alice, bob, carol = people
    shutil.copy(max(alice.outbox.iterdir()), carol.folder / "in.eml")
    carol.run("next", "in.eml")
    carol.contact("alice", "--from", str(next((carol.home / "library").glob("*.khronos"))))
    nobody = {"KHRONOS_ADDRESS": ""}
    (kept,) = (carol.home / "letters").iterdir()
    kept.write_text(f'sender = "carol@example.org"\n{kept.read_text(encoding="utf-8")}', encoding="utf-8")
    carol.run("next", str(letter_of(bob)))
    assert 'sender = "carol@example.org"' in kept.read_text(encoding="utf-8")
    carol.ok("join", "ours", "--colour", "green", "--send", "--to", "bob@example.org", **nobody)
    assert parsed(letter_of(carol).read_bytes())["From"] == "carol@example.org"
