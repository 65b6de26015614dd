"""`send`, `resend` and `contacts`: to whom a letter goes, in which language, and the same one again."""

from __future__ import annotations

import json
import shlex
import shutil
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest

from khronos_pbem.errors import UsageError
from khronos_pbem.languages import translator
from khronos_pbem.library.contact_list import Contact, find_contact, with_contact
from tests.mail.letterbox import Page, page_of, parsed, text_of
from tests.support.chance import without_chance
from tests.support.shell import Person, Result

WHO = ("alice", "bob", "carol")
COLOURS = ("red", "blue", "green")
TOLD = {"en": "waiting for red (alice)", "fr": "en attente de Rouge (alice)", "de": "wartet auf Rot (alice)"}


class Writer(Person):
    """Somebody in a folder of his own, with an address."""

    def run(self, *arguments: str, stdin: str | None = None, **environment: str) -> Result:
        given = {"KHRONOS_ADDRESS": f"{self.name}@example.org", **environment}
        return super().run(*arguments, stdin=stdin, KHRONOS_CONFIG=str(self.folder / "config.toml"), **given)

    def contact(self, name: str, *more: str) -> str:
        return self.ok("contacts", "add", name, f"{name}@example.org", *more).out

    def sent(self, *options: str) -> bytes:
        """The letter that `send` writes."""
        self.ok("send", "game.khronos", "-o", "letter.eml", "--force", *options)
        return (self.folder / "letter.eml").read_bytes()

    def again(self, *options: str, **environment: str) -> bytes:
        """The letter that `resend` prints."""
        return (
            self.ok("resend", "game.khronos", "-o", "-", *options, **environment)
            .out.replace("\n", "\r\n")
            .encode()
        )


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three people with a game that all have joined."""
    folder = tmp_path_factory.mktemp("sending")
    people = [Writer(name, folder / name) for name in WHO]
    with without_chance("sending"):
        for number, person in enumerate(people):
            person.ok("keygen", person.name)
            if number:
                shutil.copy(people[number - 1].save, person.save)
                person.ok("join", "game.khronos", "--colour", COLOURS[number])
            else:
                person.ok("new", "game.khronos", "--colour", "red", "--seats", "3", "--title", "Evenings")
    return folder


@pytest.fixture
def people(begun: Path, tmp_path: Path) -> Iterator[list[Writer]]:
    """The same; the last to join has to send the game on, to alice."""
    shutil.copytree(begun, tmp_path / "people")
    with without_chance("sending on"):
        yield [Writer(name, tmp_path / "people" / name) for name in WHO]


def test_a_letter_is_in_the_language_of_its_reader(people: list[Writer]) -> None:
    *_, carol = people
    for language, told in TOLD.items():
        assert carol.contact("alice", "--lang", language).endswith(f"language: {language}\n")
        mail = parsed(carol.sent())
        assert mail["To"] == "alice@example.org"
        assert f'<html lang="{language}">' in page_of(mail)
        assert told in text_of(mail)
        assert told in Page(page_of(mail)).shown
    assert "language: de" in carol.ok("contacts", "list").out
    (row,) = carol.ok("contacts", "list", "--json").json["contacts"]
    assert row["language"] == "de"


def test_the_language_of_a_contact_stays_when_his_address_changes(people: list[Writer]) -> None:
    *_, carol = people
    carol.contact("alice", "--lang=fr")
    assert "language: fr" in carol.ok("contacts", "add", "alice", "new@example.org").out
    assert "language: en" in carol.contact("alice", "--lang", "en")


def test_without_one_it_is_that_of_the_writer(people: list[Writer]) -> None:
    *_, carol = people
    carol.contact("alice")
    assert TOLD["de"] in text_of(parsed(carol.sent("--lang", "de")))
    assert TOLD["en"] in text_of(parsed(carol.sent()))


def test_a_language_there_is_not(people: list[Writer]) -> None:
    *_, carol = people
    line = carol.fails(2, "contacts", "add", "alice", "alice@example.org", "--lang", "tlh")
    assert "choose one of en, fr, de" in line
    (carol.home / "contacts.toml").write_text(
        '[[contact]]\nname = "alice"\naddress = "a@example.org"\nlanguage = "../x"\n', encoding="utf-8"
    )
    assert "contacts.toml" in carol.fails(5, "contacts", "list")


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("", "is empty"),
        ("  ", "is empty"),
        ("x" * 201, "is too long"),
        ("bob ", "contains characters that are not allowed"),
        ("bob\ncarol", "contains characters that are not allowed"),
    ],
)
def test_a_name_that_no_contact_can_have(name: str, what: str) -> None:
    with pytest.raises(UsageError) as caught:
        with_contact([], Contact(name, "bob@example.org"))
    assert caught.value.message == f"the name of the contact {what}"
    assert caught.value.hint


def test_a_contact_called_like_a_colour_keeps_its_name() -> None:
    with pytest.raises(UsageError) as caught:
        find_contact([], "black")
    assert "black" in translator("de")(caught.value.full_message)
    assert "schwarz" not in translator("de")(caught.value.full_message)


def test_the_last_letter_again_is_the_same_byte_for_byte(people: list[Writer]) -> None:
    """Whatever contacts and languages have become since."""
    *_, carol = people
    carol.contact("alice", "--lang", "fr")
    carol.contact("bob")
    first = carol.sent()
    assert carol.again() == first
    carol.contact("alice", "--lang", "de")
    carol.ok("contacts", "add", "alice", "elsewhere@example.org")
    assert carol.again(KHRONOS_LANG="de") == first
    copied = carol.sent("--copies", "--to", "alice@example.org")
    assert carol.again() == copied != first
    assert carol.again("--copies", "--to", "alice@example.org") == copied
    (kept,) = (carol.home / "letters").iterdir()
    kept.write_text("nonsense", encoding="utf-8")
    assert parsed(carol.again())["To"] == "elsewhere@example.org"


def test_copies_go_to_those_who_can_be_reached(people: list[Writer]) -> None:
    """The letter goes all the same; it is said whom it does not reach, and the exit code is that of done."""
    *_, carol = people
    carol.contact("alice")
    assert carol.ok("send", "game.khronos", "--copies", "--json").json["missing"] == ["blue (bob)"]
    assert "the address of blue (bob) is unknown" in carol.ok("send", "game.khronos", "--copies").out
    assert (
        "the address of blue (bob) is unknown" in carol.ok("send", "game.khronos", "--copies", "-o", "-").err
    )
    (letter,) = carol.outbox.iterdir()
    mail = parsed(letter.read_bytes())
    assert (mail["To"], mail["Cc"]) == ("alice@example.org", None)
    carol.contact("bob")
    done = carol.ok("send", "game.khronos", "--copies", "--json")
    assert (done.json["missing"], done.err) == ([], "")
    assert parsed((carol.outbox / "evenings-0002-2.eml").read_bytes())["Cc"] == "bob@example.org"


def test_the_player_who_must_act_has_to_be_reached(people: list[Writer]) -> None:
    *_, carol = people
    carol.contact("bob")
    assert "you have no address for red (alice)" in carol.fails(2, "send", "game.khronos", "--copies")
    assert not carol.outbox.exists()


def test_who_is_no_contact_is_reached_by_what_was_given(people: list[Writer]) -> None:
    """By every address that `--to` was given before and is no contact's; if these are too few it is said."""
    *_, carol = people
    carol.ok("send", "game.khronos", "--to", "bob@example.org")
    few = carol.ok("send", "game.khronos", "--copies", "--json").json
    assert (few["to"], few["missing"]) == ("bob@example.org", ["red (alice) or blue (bob)"])
    carol.ok("send", "game.khronos", "--to", "alice@example.org", "--to", "CAROL@example.org")
    enough = carol.ok("send", "game.khronos", "--json").json
    assert (enough["to"], enough["missing"]) == ("bob@example.org, alice@example.org", [])
    carol.contact("bob")
    assert carol.ok("send", "game.khronos", "--json").json["to"] == "alice@example.org"


def test_nobody_gets_a_letter_twice(people: list[Writer]) -> None:
    *_, carol = people
    carol.contact("alice")
    carol.contact("bob")
    mail = parsed(carol.sent("--to", "alice", "--to", "alice@example.org", "--copies"))
    assert (mail["To"], mail["Cc"]) == ("alice@example.org", "bob@example.org")


def test_an_invitation_is_all_that_somebody_needs(tmp_path: Path) -> None:
    """Somebody who has never seen the program types what the letter says, and is in the game."""
    alice, bob = (Writer(name, tmp_path / name) for name in WHO[:2])
    with without_chance("inviting"):
        alice.ok("keygen", "alice")
        alice.ok("new", "game.khronos", "--colour", "red", "--seats", "2", "--title", "Evenings")
        mail = parsed(alice.sent("--to", "bob@example.org"))
        (file,) = mail.iter_attachments()
        bob.folder.mkdir()
        (bob.folder / str(file.get_filename())).write_bytes(file.get_content())
        typed = [line for line in text_of(mail).splitlines() if line.startswith("khronos ")]
        assert [line.split()[1] for line in typed] == ["keygen", "join"]
        for line in typed:
            words = [word.replace("YOUR-NAME", "bob").replace("YOU@", "bob@") for word in shlex.split(line)]
            bob.ok(*words[1:])
        (answer,) = bob.outbox.glob("*.eml")
        assert parsed(answer.read_bytes())["To"] == "alice@example.org"
        seats = alice.ok("receive", str(answer), "--json").json["news"]
        assert [news["state"] for news in seats] == ["new"]
    assert json.loads(alice.ok("status", "evenings", "--json").out)["seats"][1]["name"] == "bob"


def test_several_who_are_invited_join_one_after_the_other(tmp_path: Path) -> None:
    """Each types what the newest letter says; nobody writes to himself, and who invited gets the last one."""
    alice, bob, carol = (Writer(name, tmp_path / name) for name in WHO[:3])
    told = "This e-mail invites several players. Join one after another"
    with without_chance("inviting several"):
        alice.ok("keygen", "alice")
        alice.ok("new", "game.khronos", "--colour", "red", "--seats", "3", "--title", "Evenings")
        mail = parsed(alice.sent("--to", "bob@example.org", "--to", "carol@example.org"))
        assert told in " ".join(text_of(mail).split())
        mail = typed_what_it_says(mail, bob)
        assert mail["To"] == "alice@example.org, carol@example.org"
        assert told in " ".join(text_of(mail).split())
        mail = typed_what_it_says(mail, carol)
    assert mail["To"] == "bob@example.org, alice@example.org"
    assert str(mail["Subject"]).endswith("red's shares are missing")


def typed_what_it_says(mail: EmailMessage, person: Writer) -> EmailMessage:
    """The letter that somebody writes who types the commands of an invitation."""
    (file,) = mail.iter_attachments()
    person.folder.mkdir()
    (person.folder / str(file.get_filename())).write_bytes(file.get_content())
    for line in text_of(mail).splitlines():
        if line.startswith(("khronos keygen", "khronos join")):
            text = line.replace("YOUR-NAME", person.name).replace(
                "YOU@EXAMPLE.ORG", f"{person.name}@example.org"
            )
            person.ok(*shlex.split(text)[1:])
    (answer,) = person.outbox.glob("*.eml")
    return parsed(answer.read_bytes())
