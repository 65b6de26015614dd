"""Letters that mail has damaged: the good copy is taken, or it is said whom to ask for it again."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from khronos_pbem.errors import ExitCode
from khronos_pbem.library.contact_list import Contact, write_contacts
from khronos_pbem.library.library import Library
from khronos_pbem.mail.formats.armor import armor
from khronos_pbem.mail.formats.mail_sources import Letter
from khronos_pbem.mail.incoming.receive import receive
from khronos_pbem.mail.incoming.received_item import ReceivedItem
from khronos_pbem.mail.incoming.scan_letter import scan_letter
from khronos_pbem.mail.outgoing.letter_headers import label_game_id
from khronos_pbem.record.chain import head_hash
from khronos_pbem.record.save import parse_save, write_save
from khronos_pbem.session.context import Context
from khronos_pbem.session.replay.open_save import open_for_play
from tests.archive.games import opened
from tests.mail.letterbox import bytes_of
from tests.support.playing import Group, no_passphrase
from tests.support.shell import ROOT, Person

FIVE = ROOT / "sample_games" / "five-players.khronos"
"""A save that is too long for the text of a letter."""

Harm = Callable[[bytes], bytes]


def split(mail: bytes) -> tuple[bytes, list[bytes], bytes]:
    """A letter up to its attachment, the lines of base64, and what stands behind them."""
    start = mail.index(b"\r\n\r\n", mail.index(b"Content-Disposition: attachment")) + 4
    end = mail.index(b"\r\n\r\n--=_khronos", start)
    return mail[:start], mail[start:end].split(b"\r\n"), mail[end:]


def without_line(number: float) -> Harm:
    """What takes one line of the attachment away, so far from its beginning (0 to 1)."""

    def harm(mail: bytes) -> bytes:
        head, lines, rest = split(mail)
        at = int(number * (len(lines) - 1))
        return head + b"\r\n".join(lines[:at] + lines[at + 1 :]) + rest

    return harm


def without_title(mail: bytes) -> bytes:
    """The line of base64 in which the title begins is missing."""
    head, lines, rest = split(mail)
    at = _decoded(lines).index(b"\ntitle = ") // (len(lines[0]) * 3 // 4)
    return head + b"\r\n".join(lines[:at] + lines[at + 1 :]) + rest


def without_end(mail: bytes) -> bytes:
    """The last two lines are missing: the very last one may hold nothing but the end of a line."""
    head, lines, rest = split(mail)
    return head + b"\r\n".join(lines[:-2]) + rest


def with_other_letter(mail: bytes) -> bytes:
    """One character of base64 is another one: the text stays a save, and no signature holds."""
    head, lines, rest = split(mail)
    at = len(lines) * 2 // 3
    lines[at] = (b"B" if lines[at][:1] == b"A" else b"A") + lines[at][1:]
    return head + b"\r\n".join(lines) + rest


def with_lost_letter(mail: bytes) -> bytes:
    """One character is missing: everything behind it is shifted by six bits."""
    head, lines, rest = split(mail)
    return head + b"\r\n".join([lines[0], lines[1][1:], *lines[2:]]) + rest


def cut_off(mail: bytes) -> bytes:
    head, lines, _ = split(mail)
    return head + b"\r\n".join(lines[: len(lines) // 2])


def at_a_block(mail: bytes) -> bytes:
    """Cut off just where a block ends: what is left is a good save, and an older one."""
    head, lines, rest = split(mail)
    data = b"\n[[block]]".join(_decoded(lines).split(b"\n[[block]]")[:-1])
    return head + _encoded(data) + rest


def _decoded(lines: list[bytes]) -> bytes:
    return binascii.a2b_base64(b"".join(lines))


def _encoded(data: bytes) -> bytes:
    return base64.encodebytes(data).replace(b"\n", b"\r\n").rstrip()


def stripped(mail: bytes) -> bytes:
    """A gateway has taken the attachment away."""
    start = mail.rindex(b"\r\n--=_khronos", 0, mail.index(b"Content-Disposition: attachment"))
    return mail[:start] + mail[mail.rindex(b"\r\n--=_khronos") :]


def without_armor(mail: bytes) -> bytes:
    """The letter with nothing in its text."""
    return re.sub(rb"-----BEGIN KHRONOS SAVE.*?-----END KHRONOS SAVE[^\r]*", b"", mail, flags=re.DOTALL)


def with_broken_armor(mail: bytes) -> bytes:
    """The letter without the third line of its armor."""
    return re.sub(rb"\[[0-9a-f]{4}0003[^\r]*\r\n", b"", mail)


DAMAGES: dict[str, Harm] = {
    "first line": without_line(0),
    "early line": without_title,
    "line in the middle": without_line(0.5),
    "late line": without_line(0.9),
    "last lines": without_end,
    "another letter": with_other_letter,
    "a letter lost": with_lost_letter,
    "cut off": cut_off,
    "cut off at a block": at_a_block,
    "stripped": stripped,
}


UNREADABLE = ("stripped", "a letter lost", "first line", "early line")
"""What leaves nothing of the title: the game is called by its id then."""


@pytest.fixture(scope="module")
def mail(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A letter of a young game, whose save stands in its text too."""
    group = Group(tmp_path_factory.mktemp("losses"), 2, 8).until_a_turn("Ours, at last")
    return bytes_of(open_for_play(group.save, group.home("alice"), rewind=False))


@pytest.fixture
def library(tmp_path: Path) -> Library:
    home = tmp_path / "home"
    write_contacts(home, [Contact("bob", "Alice@example.org")])
    return Library(tmp_path / "library", home)


def taken(library: Library, *letters: bytes) -> list[ReceivedItem]:
    context = Context(library.home, no_passphrase, "2026-11-30T10:00:00Z")
    return receive([Letter(f"letter {n}", data) for n, data in enumerate(letters)], library, context)


def in_letter(mail: bytes) -> bytes:
    """The bytes that are attached to a letter, unharmed."""
    return _decoded(split(mail)[1])


@pytest.mark.parametrize("harm", DAMAGES)
def test_the_armor_is_taken_where_the_attachment_is_damaged(harm: str, mail: bytes, library: Library) -> None:
    """Nobody is bothered, and nothing is asked for again."""
    harmed = DAMAGES[harm](mail)
    assert harmed != mail
    (news,) = taken(library, harmed)
    assert (news.state, news.problem) == ("new", None)
    assert library.load_save(parse_save(in_letter(mail)).header) == parse_save(in_letter(mail))


@pytest.mark.parametrize("harm", [with_broken_armor, without_armor, lambda mail: mail])
def test_the_attachment_is_taken_where_the_armor_is_damaged(
    harm: Harm, mail: bytes, library: Library
) -> None:
    (news,) = taken(library, harm(mail))
    assert (news.state, news.problem) == ("new", None)


@pytest.mark.parametrize("harm", DAMAGES)
@pytest.mark.parametrize("text", [with_broken_armor, without_armor])
def test_it_is_said_whom_to_ask_where_no_copy_is_good(
    text: Harm, harm: str, mail: bytes, library: Library
) -> None:
    """Exit 7, with the name of the contact and a word that finds the game; never that it was changed after
    somebody signed it."""
    news = taken(library, DAMAGES[harm](text(mail)))
    refused = [one for one in news if one.state == "refused"]
    (problem,) = [one.problem for one in refused]
    assert problem is not None
    assert problem.exit is ExitCode.DAMAGED
    lost = harm == "stripped" and text is without_armor
    said = (
        "bob's e-mail arrived without its attachment" if lost else "the attachment to bob's e-mail is damaged"
    )
    assert said in problem.message
    assert problem.hint is not None
    name = rb"[0-9a-f]{8}" if harm in UNREADABLE else rb"ours-at-last"
    assert re.fullmatch(rb"ask bob to type khronos resend " + name, problem.hint.encode())
    assert "signed" not in "".join(one.text for one in refused)
    assert [one.state for one in news if one not in refused] == (
        ["new"] if harm == "cut off at a block" else []
    )


@pytest.mark.parametrize("harm", UNREADABLE)
def test_a_game_that_is_here_is_called_by_its_title(harm: str, mail: bytes, library: Library) -> None:
    (earlier,) = taken(library, in_letter(at_a_block(mail)))
    assert earlier.state == "new"
    *_, news = taken(library, DAMAGES[harm](without_armor(mail)))
    assert news.text.endswith(" — ask bob to type khronos resend ours-at-last")


@pytest.mark.parametrize("harm", DAMAGES)
def test_a_save_that_is_too_long_for_the_text(harm: str, library: Library) -> None:
    """There is no second copy: the letter's own id tells a broken way from a broken signature."""
    news = taken(library, DAMAGES[harm](bytes_of(opened(FIVE))))
    problem = news[-1].problem
    assert problem is not None
    assert problem.exit is ExitCode.DAMAGED
    assert "bob's e-mail" in problem.message
    assert len([one for one in news if one.state == "refused"]) == 1


def test_a_server_that_gives_letters_ids_of_its_own(mail: bytes, library: Library) -> None:
    """The id stands in a header of the program's own too."""
    renamed = re.sub(rb"^Message-ID: [^\r]*", b"Message-ID: <1@mail.example.org>", mail, flags=re.M)
    assert renamed != mail
    (news,) = taken(library, with_other_letter(without_armor(renamed)))
    assert isinstance(news.problem, Exception)
    assert news.problem.exit is ExitCode.DAMAGED


def test_what_really_was_changed_is_still_called_so(mail: bytes, library: Library) -> None:
    """A letter that arrived as it was sent, of a save whose signatures do not hold."""
    save = parse_save(in_letter(mail))
    last = save.blocks[-1]
    cheated = save._replace(blocks=(*save.blocks[:-1], replace(last, at=save.blocks[0].at)))
    label = (
        f"<{label_game_id(save.header)}.{last.seq}.{head_hash(cheated).hex()[:16]}@khronos.invalid>".encode()
    )
    head, _, rest = split(without_armor(mail))
    head = re.sub(rb"<[0-9a-f]{32}\.\d+\.[0-9a-f]{16}@khronos.invalid>", label, head)
    (news,) = taken(library, head + _encoded(write_save(cheated, []).encode()) + rest)
    assert news.problem is not None
    assert news.problem.exit is ExitCode.INVALID
    assert (
        "the signature is wrong: the block was changed after red signed it, or red never signed it"
        in news.text
    )


def test_damaged_letters_mend_each_other(mail: bytes, library: Library) -> None:
    """Two letters whose attachments are gone, with different lines of armor lost."""
    one = stripped(with_broken_armor(mail))
    other = stripped(re.sub(rb"\[[0-9a-f]{4}0005[^\r]*\r\n", b"", mail))
    (news,) = taken(library, one, other)
    assert (news.state, news.problem) == ("new", None)


def test_an_armor_of_another_game_in_a_letter_changes_nothing(mail: bytes, library: Library) -> None:
    """Somebody has written the armor of another save above the one that was sent."""
    other = armor(FIVE.read_bytes()[:200]).replace("\n", "\r\n").encode()
    found = scan_letter(
        Letter("x", without_line(0.5)(mail.replace(b"-----BEGIN", other + b"\r\n-----BEGIN", 1)))
    )
    assert found.saves == (parse_save(in_letter(mail)),)
    assert found.lost is None


def test_an_unknown_sender_is_named_by_the_address(mail: bytes, tmp_path: Path) -> None:
    library = Library(tmp_path / "library", tmp_path / "home")
    (news,) = taken(library, with_other_letter(without_armor(mail)))
    assert "the attachment to alice@example.org's e-mail is damaged" in news.text
    hidden = re.sub(rb"^From: [^\r]*", b"From: =?utf-8?q?x=0D=0ABcc:?= <a b>", mail, flags=re.M)
    (news,) = taken(library, with_other_letter(without_armor(hidden)))
    assert "the attachment to the e-mail is damaged" in news.text
    assert "ask the sender to type khronos resend" in news.text


def test_the_command_that_is_named_works(tmp_path: Path) -> None:
    """As it is said, at home with whoever sent the letter; the letter that it makes is whole."""
    alice, bob = Person("alice", tmp_path / "alice"), Person("bob", tmp_path / "bob")
    settings = {"KHRONOS_CONFIG": "none.toml"}
    alice.ok("keygen", "alice")
    bob.ok("keygen", "bob")
    own = {**settings, "KHRONOS_ADDRESS": "alice@example.org"}
    sent = ("--send", "--to", "bob@example.org")
    alice.ok("new", "--colour", "red", "--seats", "2", "--title", "Ours", *sent, **own)
    (letter,) = alice.folder.rglob("*.eml")
    harmed = bob.folder / "harmed.eml"
    harmed.write_bytes(with_other_letter(without_armor(letter.read_bytes())))
    line = bob.fails(7, "receive", "harmed.eml", **settings)
    command = re.search(r"ask alice@example.org to type khronos ((?:\w+ )*\w+)", line)
    assert command is not None
    done = alice.ok(*command[1].split(), **own)
    letters = [done.out.encode(), *(path.read_bytes() for path in alice.folder.rglob("*.eml"))]
    assert all(scan_letter(Letter("again", each)).lost is None for each in letters)
