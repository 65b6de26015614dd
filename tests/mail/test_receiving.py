"""Taking mail in: from whatever it comes in, idempotent, never the wrong file."""

from __future__ import annotations

import mailbox
import shutil
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, tzinfo
from pathlib import Path

import pytest

from khronos_pbem.errors import UsageError
from khronos_pbem.mail.armor import armor, armored_lines
from khronos_pbem.mail.contacts import Contact, read_contacts, with_contact, write_contacts
from khronos_pbem.mail.letters import Addresses, letter, message_id, subject
from khronos_pbem.mail.library import Library, inbox, line_of
from khronos_pbem.mail.receiving import News, receive
from khronos_pbem.mail.sources import Letter, letters_in
from khronos_pbem.record.keyring import public_key_of
from khronos_pbem.session.acting import Desk, play_turn
from khronos_pbem.session.bots import orders_for
from khronos_pbem.session.opening import Opened, open_for_play
from khronos_pbem.session.table import ASSIST, waiting
from tests.playing import NAMES, Group, no_passphrase

BETWEEN = Addresses("alice@example.org", ("bob@example.org",), ("carol@example.org",))


@pytest.fixture(scope="module")
def group(tmp_path_factory: pytest.TempPathFactory) -> Group:
    """A game of two after some turns; every save on the way is kept as `N.khronos`."""
    group = Group(tmp_path_factory.mktemp("game"), 2, 3)
    group.start("By mail")
    for _ in range(7):
        group.step()
        keep(group)
    while (now := waiting(group.table())) is not None and now.reason == ASSIST:
        group.step()
        keep(group)
    return group


def keep(group: Group) -> None:
    shutil.copy(group.save, group.folder / f"{group.table().seq}.khronos")


def saved(group: Group, seq: int | None = None) -> bytes:
    return (group.folder / f"{group.table().seq if seq is None else seq}.khronos").read_bytes()


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return Library(tmp_path / "library", tmp_path / "home")


def take(library: Library, *parts: bytes, desk: Desk | None = None) -> list[News]:
    letters = [Letter(f"letter {number}", data) for number, data in enumerate(parts)]
    where = desk or Desk(library.home, no_passphrase, "2026-11-21T10:00:00Z")
    return receive(letters, library, where)


def states(news: list[News]) -> list[str]:
    return [one.state for one in news]


def opened_of(group: Group) -> Opened:
    return open_for_play(group.save, group.home("alice"), rewind=True)


def test_a_new_game_then_the_same_then_older(group: Group, library: Library) -> None:
    last = group.table().seq
    assert states(take(library, saved(group, last - 1))) == ["new"]
    assert states(take(library, saved(group, last - 1))) == ["same"]
    assert states(take(library, saved(group))) == ["new"]
    (news,) = take(library, saved(group, last - 2))
    assert news.state == "older"
    assert f"this is block {last - 2}, you are at {last}" in news.text
    assert len(library.files()) == 1


def test_only_the_newest_of_many_counts(group: Group, library: Library) -> None:
    last = group.table().seq
    news = take(library, *(saved(group, seq) for seq in (last - 2, last, last - 1)))
    assert sorted(states(news)) == ["new", "older", "older"]


FORMS: dict[str, Callable[[Group], bytes]] = {
    "armored": lambda group: armor(saved(group)).encode(),
    "the letter itself": lambda group: letter(opened_of(group), BETWEEN).as_bytes(),
    "quoted": lambda group: b"\n".join(b"> " + line for line in armor(saved(group)).encode().split(b"\n")),
    "bare": saved,
}


@pytest.mark.parametrize("form", FORMS)
def test_forms_of_a_letter(form: str, group: Group, library: Library) -> None:
    news = take(library, FORMS[form](group))
    assert states(news) == ["new"]
    assert library.files()[0].read_bytes() == saved(group)


def test_mbox_maildir_folder(group: Group, library: Library, tmp_path: Path) -> None:
    mail = letter(opened_of(group), BETWEEN)
    box = mailbox.mbox(tmp_path / "box")
    for seq in range(group.table().seq - 1, group.table().seq + 1):
        box.add(b"Subject: x\n\n" + armor(saved(group, seq)).encode())
    box.add(mail)
    box.close()
    news = receive(letters_in(str(tmp_path / "box")), library, desk_of(library))
    assert sorted(states(news)) == ["new", "older", "same"]
    folder = mailbox.Maildir(tmp_path / "maildir")
    folder.add(mail)
    news = receive(letters_in(str(tmp_path / "maildir")), library, desk_of(library))
    assert states(news) == ["same"]
    plain = tmp_path / "folder"
    plain.mkdir()
    (plain / "a.khronos").write_bytes(saved(group))
    (plain / "shopping.txt").write_text("milk", encoding="utf-8")
    assert states(receive(letters_in(str(plain)), library, desk_of(library))) == ["same"]


def desk_of(library: Library) -> Desk:
    return Desk(library.home, no_passphrase, "2026-11-21T10:00:00Z")


def test_damage_is_named_and_mended_by_lines_sent_again(group: Group, library: Library) -> None:
    text = armor(saved(group))
    lines = text.splitlines()
    lines[14] = lines[14][:30] + lines[14][33:]
    broken = "\n".join(lines).encode()
    (news,) = take(library, broken)
    assert news.problem is not None
    assert int(news.problem.exit) == 7
    assert "line 14 lost 3 characters" in news.text
    assert not library.files()
    news = take(library, broken, armored_lines(text, [14]).encode())
    assert "new" in states(news)
    assert all(one.problem is None for one in news)


def test_a_fork_is_told_with_its_proof(group: Group, library: Library, tmp_path: Path) -> None:
    now = waiting(group.table())
    assert now is not None
    assert now.seat is not None
    name = NAMES[now.seat]
    shutil.copytree(group.home(name), tmp_path / "cheat")
    files = []
    for words in ('message "one"; end', 'message "two"; end'):
        out = tmp_path / f"{len(files)}.khronos"
        desk = replace(group.desk(name), home=tmp_path / "cheat", out=out, rewind=True)
        play_turn(group.save, desk, words)
        files.append(out.read_bytes())
    assert states(take(library, files[0])) == ["new"]
    (news,) = take(library, files[1])
    assert news.problem is not None
    assert int(news.problem.exit) == 6
    assert "two different blocks" in news.text
    assert library.files()[0].read_bytes() == files[0]


def test_a_save_that_does_not_hold_is_not_kept(group: Group, library: Library) -> None:
    data = saved(group).replace(b'"end"', b'"resign"', 1)
    (news,) = take(library, data)
    assert news.problem is not None
    assert int(news.problem.exit) == 5
    assert not library.files()


def test_orders_sent_back_are_played_if_they_are_mine(group: Group, tmp_path: Path) -> None:
    table = group.table()
    now = waiting(table)
    assert now is not None
    assert now.seat is not None
    me, other = NAMES[now.seat], NAMES[1 - now.seat]
    for name in (me, other):
        shutil.copytree(group.home(name), tmp_path / "homes" / name)
    orders = "\n".join(orders_for(table, group.desk(me), group.random))
    head = f"-----BEGIN KHRONOS ORDERS {table.header.id} {table.seq}-----"
    block = "\n".join([head, orders, "-----END KHRONOS ORDERS-----", ""])
    reply = b"\n".join(b"> " + line for line in block.encode().splitlines())
    for name, expected in ((other, "ignored"), (me, "played")):
        home = tmp_path / "homes" / name
        library = Library(tmp_path / name, home)
        take(library, saved(group))
        (news,) = take(library, reply, desk=Desk(home, no_passphrase, "2026-11-29T10:00:00Z"))
        assert news.state == expected, news.text
        if expected == "played":
            (news,) = take(library, reply)
            assert news.state == "older"


def test_the_skeleton_itself_orders_nothing(group: Group, library: Library) -> None:
    """A letter that comes back as it was sent plays no turn."""
    data = letter(opened_of(group), BETWEEN).as_bytes()
    assert states(take(library, data)) == ["new"]
    assert states(take(library, data)) == ["same"]


def test_a_broken_file_in_the_library_stops_nothing(group: Group, library: Library) -> None:
    take(library, saved(group))
    (library.path / "broken.khronos").write_text("nonsense", encoding="utf-8")
    letters = [letter(opened_of(group), BETWEEN).as_bytes()] * 2
    assert states(take(library, *letters)) == ["same", "same"]


def test_nothing_of_ours(library: Library) -> None:
    assert take(library, b"Subject: lunch?\n\nAt noon?\n", b"", b"\x00\xff" * 100) == []


# --- letters ----------------------------------------------------------------------------------------------


def test_a_letter_is_always_the_same(group: Group) -> None:
    """`resend` reproduces the last message exactly."""
    opened = opened_of(group)
    assert letter(opened, BETWEEN).as_bytes() == letter(opened_of(group), BETWEEN).as_bytes()
    mail = letter(opened, BETWEEN)
    assert mail["To"] == "bob@example.org"
    assert mail["Cc"] == "carol@example.org"
    assert mail["Subject"] == subject(opened.table)
    assert "By mail" in mail["Subject"]
    assert mail["In-Reply-To"] == message_id(opened, opened.table.seq - 1)
    assert mail["References"].split()[0] == message_id(opened, 0)
    body = mail.get_body()
    assert body is not None
    text = body.get_content()
    assert "MIGHT" in text
    assert f"BEGIN KHRONOS ORDERS {opened.table.header.id} {opened.table.seq}" in text
    (attachment,) = mail.iter_attachments()
    assert attachment.get_filename() == "by-mail.khronos.txt"
    assert all(len(line) <= 998 for line in mail.as_bytes().split(b"\r\n"))


# --- inbox and contacts -----------------------------------------------------------------------------------


def test_the_inbox(group: Group) -> None:
    """Your moves first; a broken file is told, and keeps nothing from the others."""
    now = waiting(group.table())
    assert now is not None
    assert now.seat is not None
    name = NAMES[now.seat]
    library = Library(group.folder / "library", group.home(name))
    take(library, saved(group))
    (library.path / "broken.khronos").write_text("nonsense", encoding="utf-8")
    first, last = inbox(library)
    assert first["yours"] is True
    assert first["title"] == "By mail"
    assert "YOUR MOVE" in line_of(first)
    assert line_of(last).startswith("!! broken")
    assert inbox(library) == [first, last]
    stranger = Library(library.path, group.folder / "stranger")
    assert inbox(stranger)[0]["yours"] is False
    assert f"waits for {name}" in line_of(inbox(stranger)[0])


def test_clocks_and_absence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Reminders go by the game's clock, without weekends and days of absence; all is in the record."""
    from khronos_pbem.cli import mailing

    class Clock(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> datetime:
            return datetime(2026, 11, 30, 12, tzinfo=UTC)  # a Monday

    monkeypatch.setattr(mailing, "datetime", Clock)
    row = {"since": "2026-11-25T10:00:00Z"}
    assert mailing._is_late(row, 4, False) is True
    assert mailing._is_late(row, 5, False) is False
    assert mailing._is_late(row, 3, True) is False
    assert mailing._is_late({**row, "clock": {"days": 2, "workdays": True}}, 99, False) is True
    assert mailing._is_late({**row, "away_until": "2026-11-29"}, 1, False) is False
    group = Group(tmp_path, 2, 3)
    group.start("With a clock", clock={"days": 3, "workdays": True})
    while (now := waiting(group.table())) is not None and now.reason == ASSIST:
        group.step()
    assert now is not None
    assert now.seat is not None
    play_turn(group.save, group.desk(NAMES[now.seat]), "away until 2026-12-24; end")
    library = Library(tmp_path / "library", tmp_path / "stranger")
    take(library, group.save.read_bytes())
    (row,) = inbox(library)
    assert row["clock"] == {"days": 3, "workdays": True}
    assert row["away_until"] == ""
    group.step()
    group.step()
    take(library, group.save.read_bytes())
    rows = inbox(library)
    assert {row["away_until"] for row in rows} <= {"", "2026-12-24"}


@pytest.mark.parametrize(
    "clock", [{"days": 0, "workdays": True}, {"days": 3}, 7, {"days": "3", "workdays": True}]
)
def test_clocks_that_cannot_be(clock: object, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="clock"):
        Group(tmp_path, 2, 3).start("No clock", clock=clock)


def test_contacts(group: Group, tmp_path: Path) -> None:
    from khronos_pbem.mail.contacts import address_of, key_words, warnings_for

    seat = group.table().seats[1]
    key = public_key_of(group.home("bob"), "bob")
    assert seat.identity == key
    assert len(key_words(key).split("-")) == 8
    assert key_words(key) != key_words(bytes(32))
    known = with_contact([], Contact("bob", "bob@example.org"))
    assert address_of(known, seat) == "bob@example.org"
    assert "do not know" in warnings_for(known, seat)[0]
    known = with_contact(known, Contact("bob", "bob@example.org", key))
    assert warnings_for(known, seat) == []
    wrong = with_contact(known, Contact("bob", "bob@example.org", bytes(31) + b"\1"))
    assert all(line.startswith("WARNING") for line in warnings_for(wrong, seat))
    write_contacts(tmp_path, known)
    assert read_contacts(tmp_path) == known
