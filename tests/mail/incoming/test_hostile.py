"""Letters by people who want to stop the program: each harms itself at most, in time and memory."""

from __future__ import annotations

import mailbox
import random
from pathlib import Path

import pytest

from khronos_pbem.errors import Damaged, InvalidFile
from khronos_pbem.library.library import Library
from khronos_pbem.mail.formats.armor import MAX_ARMORS, _line, armor, dearmor
from khronos_pbem.mail.formats.decode_mail import _LEAST, _MOST, decode_contents, decode_readings
from khronos_pbem.mail.formats.mail_sources import MAX_MAIL, Letter, letters_in_source
from khronos_pbem.mail.formats.mime_parts import MAX_PARTS, parse_mime_parts
from khronos_pbem.mail.incoming.receive import receive
from khronos_pbem.mail.incoming.received_item import ReceivedItem
from khronos_pbem.mail.incoming.scan_letter import scan_letter, unreadable_letter_error
from khronos_pbem.session.context import Context
from khronos_pbem.storage.files import MAX_BYTES
from tests.mail.incoming.hostile import FORMS, SMALL, attached, fill, jpeg, mail, zipped
from tests.support.playing import Group, no_passphrase
from tests.support.shell import ROOT

SIZE = 100_000
GOOD = (ROOT / "sample_games" / "two-players.khronos").read_bytes()
UNREADABLE = unreadable_letter_error(ValueError()).message.partition("ValueError")[0]
"""What is said of a letter at which the program itself has failed."""


@pytest.fixture(scope="module")
def save(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A game that has just been started."""
    group = Group(tmp_path_factory.mktemp("game"), 2)
    group.start("By mail")
    return group.save.read_bytes()


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return Library(tmp_path / "library", tmp_path / "home")


def taken(library: Library, source: Path) -> list[ReceivedItem]:
    return receive(
        letters_in_source(str(source)), library, Context(library.home, no_passphrase, "2026-11-21T10:00:00Z")
    )


def hostile() -> list[bytes]:
    return [*SMALL.values(), *(make(20_000) for make in FORMS.values())]


def test_a_good_save_among_all_bad_letters(save: bytes, library: Library, tmp_path: Path) -> None:
    """In a folder, a Maildir and an mbox: the one good letter is taken in, whatever stands around it."""
    good = b"Subject: my turn\n\n" + armor(save).encode()
    folder, maildir, box = (
        tmp_path / "folder",
        mailbox.Maildir(tmp_path / "dir"),
        mailbox.mbox(tmp_path / "box"),
    )
    folder.mkdir()
    letters = hostile()
    for number, data in enumerate([*letters[:9], good, *letters[9:]]):
        (folder / f"{number:03}").write_bytes(data)
        (tmp_path / "dir" / "new" / f"{number:03}").write_bytes(data)
        box.add(b"From somebody\n" + data)
    box.close()
    assert maildir.keys()
    states = [[one.state for one in taken(library, tmp_path / each)] for each in ("folder", "dir", "box")]
    assert [each.count("new") for each in states] == [1, 0, 0]
    assert [each.count("same") for each in states] == [0, 1, 1]
    assert all(set(each) <= {"new", "same", "refused", "ignored"} for each in states)
    assert len(library.files()) == 1


@pytest.mark.parametrize("name", SMALL)
def test_a_small_letter_is_read_or_refused(name: str) -> None:
    found = scan_letter(Letter("x", SMALL[name]))
    assert not found.saves
    assert found.problem is None or UNREADABLE not in found.problem.message


@pytest.mark.parametrize("name", FORMS)
def test_all_readings_of_a_letter_are_bounded_by_its_size(name: str) -> None:
    data = FORMS[name](SIZE)
    inside = decode_contents(data)
    assert len(inside.texts) <= _MOST + 2
    assert sum(map(len, inside.texts)) <= 2 * len(data) + max(_LEAST, 2 * len(data))
    found = scan_letter(Letter("x", data))
    assert not found.saves
    assert len(found.damages) <= MAX_ARMORS
    assert all(len(damage.faults) <= 3 for damage in found.damages)
    assert found.problem is None or UNREADABLE not in found.problem.message


def test_what_nobody_thought_of_is_the_letters_own_problem(
    save: bytes, library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever is raised while a letter is read, the next one is looked into."""
    real = decode_contents

    def breaking(data: bytes) -> object:
        if data.startswith(b"bad"):
            raise [MemoryError(), RecursionError(), KeyError("x")][data[3] - 48]
        return real(data)

    monkeypatch.setattr("khronos_pbem.mail.incoming.scan_letter.decode_contents", breaking)
    for number in range(3):
        (tmp_path / f"{number}.eml").write_bytes(b"bad%d" % number)
    (tmp_path / "z.khronos").write_bytes(save)
    news = taken(library, tmp_path)
    assert [one.state for one in news] == ["refused", "refused", "refused", "new"]
    assert "MemoryError" in news[0].text


def test_half_broken_letters_by_the_hundred(save: bytes) -> None:
    """Good letters with random damage: read, or told, never more than that."""
    chance = random.Random(9)
    whole = attached(save, b"text/plain; name=a.khronos", beside=armor(save).encode())
    pieces = [
        b"<",
        b">",
        b"&#",
        b"=",
        b"\x00",
        b"[",
        b"--b",
        b"\n\n",
        b'"',
        b"charset=undefined",
        b"\xff\xfe",
    ]
    for _ in range(200):
        data = bytearray(whole)
        for _ in range(chance.randrange(1, 30)):
            at = chance.randrange(len(data))
            data[at : at + chance.randrange(40)] = chance.choice(pieces) * chance.randrange(4)
        found = scan_letter(Letter("x", bytes(data)))
        assert found.problem is None or UNREADABLE not in found.problem.message


# --- one limit, pictures, zips ----------------------------------------------------------------------------


def test_one_limit_for_letters_from_anywhere(save: bytes, library: Library, tmp_path: Path) -> None:
    large = b"Subject: x\n\n" + fill(b"a\n", MAX_MAIL)
    (tmp_path / "box").write_bytes(b"From a\n" + large + b"\n\nFrom b\n\n" + armor(save).encode())
    assert [one.state for one in taken(library, tmp_path / "box")] == ["refused", "new"]
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "large").write_bytes(large)
    for news in (taken(library, folder), taken(library, folder / "large")):
        assert [type(one.problem) for one in news] == [InvalidFile]
        assert "too large" in news[0].text
    with pytest.raises(InvalidFile, match="too large"):
        assert Letter("a pipe", large).data


def test_a_picture_beside_a_save_is_not_read(save: bytes) -> None:
    """A part that is no text is not even decoded."""
    data = jpeg(4_000_000).replace(b"hello", armor(save).encode())
    inside = decode_contents(data)
    assert sum(map(len, inside.texts)) < 2 * len(armor(save))
    assert len(scan_letter(Letter("x", data)).saves) == 1


def test_parts_are_counted() -> None:
    parts = parse_mime_parts(FORMS["many parts"](SIZE))
    assert len(parts.found) <= MAX_PARTS
    assert not parts.whole


def test_a_zip_with_one_save(save: bytes, library: Library, tmp_path: Path) -> None:
    packed = zipped(("__MACOSX/._a", b"x"), ("notes.txt", b"hello"), ("my games/a.khronos", save))
    (tmp_path / "a.zip").write_bytes(packed)
    assert [one.state for one in taken(library, tmp_path / "a.zip")] == ["new"]
    for kind in (
        b"application/zip",
        b"application/octet-stream",
        b"application/x-zip-compressed; name=a.zip",
    ):
        assert len(scan_letter(Letter("x", attached(packed, kind))).saves) == 1
    (tmp_path / "a.zip").write_bytes(zipped(("a", save), ("b", save)))
    (news,) = taken(library, tmp_path / "a.zip")
    assert "the zip file contains several saves" in news.text
    assert scan_letter(Letter("x", attached(zipped(("a", b"x")), b"application/zip"))).problem is None


def test_zips_that_do_harm(save: bytes) -> None:
    """One that unpacks to very much, one that is locked, one that lies about its size."""
    large = zipped(("a", save + b"#" * (MAX_BYTES + 1)))
    assert "too large" in str(scan_letter(Letter("x", large)).problem)
    locked = bytearray(zipped(("a", save)))
    for mark, at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        locked[locked.find(mark) + at] |= 1
    assert "cannot be opened" in str(scan_letter(Letter("x", bytes(locked))).problem)
    lying = bytearray(large)
    at = lying.find(b"PK\x01\x02") + 24
    lying[at : at + 4] = (5).to_bytes(4, "little")
    assert isinstance(scan_letter(Letter("x", bytes(lying))).problem, InvalidFile)


# --- armor ------------------------------------------------------------------------------------------------


def test_armor_survives_every_format_character(save: bytes) -> None:
    """Soft hyphens, marks of direction, joiners, no-break spaces of all kinds, amid its lines."""
    between = "\u00ad\u200b\u200e\u202e\u2060\u2066\ufeff\u061c\u180e\u00a0\u202f\u2007\U000e0041\ufe0f"
    text = armor(save)
    broken = "".join(f"{c}{between[n % len(between)]}" if n % 7 == 0 else c for n, c in enumerate(text))
    assert dearmor(decode_readings(broken.encode())).saves == (save,)


def test_lines_that_are_too_many_do_no_harm(save: bytes) -> None:
    """Another armor's line of the same tag, behind the last one, does not spoil what is whole."""
    text = armor(save)
    tag = text.split()[3]
    assert dearmor([text + _line(tag, 9999, "A" * 48)]).saves == (save,)


def test_a_claim_is_not_believed() -> None:
    (damage,) = dearmor(decode_readings(SMALL["an armor line shorter than its head"])).damages
    assert damage.lines == (1,)
    (error,) = [
        one.error() for one in dearmor(decode_readings(FORMS["armors that claim 2^32 - 1 lines"](1))).damages
    ]
    assert isinstance(error, Damaged)


def test_a_mail_in_html_alone(save: bytes) -> None:
    body = b"<html><p>" + armor(save).replace("\n", "<br\n>").encode() + b"</p>"
    assert len(scan_letter(Letter("x", mail(b"text/html", body))).saves) == 1


def test_nothing_is_left_out_of_a_good_letter() -> None:
    """A finished game, which is long, is found in its attachment at once."""
    found = scan_letter(Letter("x", attached(GOOD, b"text/plain; name=a.khronos.txt")))
    assert len(found.saves) == 1
    assert found.problem is None
