"""Taking mail in: from whatever it comes in, idempotent, never the wrong file."""

from __future__ import annotations

import base64
import mailbox
import shutil
import stat
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from pathlib import Path
from random import Random
from typing import Self

import pytest

from khronos_pbem.errors import UsageError
from khronos_pbem.home.keyring import public_key_of
from khronos_pbem.library.contact_list import Contact, read_contacts, with_contact, write_contacts
from khronos_pbem.library.game_row import GameRow
from khronos_pbem.library.inbox_rows import row_line
from khronos_pbem.library.library import Library, read_inbox_rows
from khronos_pbem.mail.formats.armor import armor, armored_lines
from khronos_pbem.mail.formats.mail_sources import Letter, letters_in_source
from khronos_pbem.mail.formats.order_blocks import MAX_DRAFTS
from khronos_pbem.mail.incoming.receive import receive
from khronos_pbem.mail.incoming.received_item import ReceivedItem
from khronos_pbem.mail.outgoing.letter import compose_letter
from khronos_pbem.mail.outgoing.letter_headers import letter_subject, message_id
from khronos_pbem.mail.outgoing.recipients import Addresses
from khronos_pbem.record.block import ASSIST
from khronos_pbem.record.save import parse_save, write_save
from khronos_pbem.session.bots.bot_turn import quick_orders
from khronos_pbem.session.commands.write_blocks import play_turn
from khronos_pbem.session.context import Context
from khronos_pbem.session.replay.open_save import Opened, open_for_play
from khronos_pbem.session.replay.table import waiting
from tests.support.playing import NAMES, Group, no_passphrase

BETWEEN = Addresses("alice@example.org", ("bob@example.org",), ("carol@example.org",))


@pytest.fixture(scope="module")
def group(tmp_path_factory: pytest.TempPathFactory) -> Group:
    """A game of two after some turns; every save on the way is kept as `N.khronos`."""
    group = Group(tmp_path_factory.mktemp("game"), 2, 3)
    group.start("By mail")
    for _ in range(7):
        group.step()
        keep(group)
    while (now := waiting(group.table())) is not None and now.need == ASSIST:
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


def take(library: Library, *parts: bytes, context: Context | None = None) -> list[ReceivedItem]:
    letters = [Letter(f"letter {number}", data) for number, data in enumerate(parts)]
    where = context or Context(library.home, no_passphrase, "2026-11-21T10:00:00Z")
    return receive(letters, library, where)


def states(news: list[ReceivedItem]) -> list[str]:
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
    assert f"this is block {last - 2}, but you already have block {last}" in news.text
    assert len(library.files()) == 1


def test_a_game_that_nobody_has_joined_does_no_harm(group: Group, library: Library) -> None:
    """Anybody can cut all blocks off; the game comes in all the same, however far it is."""
    save = parse_save(saved(group))
    empty, first = (write_save(save._replace(blocks=save.blocks[:number]), []).encode() for number in (0, 1))
    assert states(take(library, empty)) == ["new"]
    assert states(take(library, empty)) == ["same"]
    assert states(take(library, first)) == ["new"]
    assert states(take(library, empty)) == ["older"]
    assert states(take(library, saved(group))) == ["new"]
    assert library.files()[0].read_bytes() == saved(group)


def test_only_the_newest_of_many_counts(group: Group, library: Library) -> None:
    last = group.table().seq
    news = take(library, *(saved(group, seq) for seq in (last - 2, last, last - 1)))
    assert sorted(states(news)) == ["new", "older", "older"]


FORMS: dict[str, Callable[[Group], bytes]] = {
    "armored": lambda group: armor(saved(group)).encode(),
    "the letter itself": lambda group: compose_letter(opened_of(group), BETWEEN).as_bytes(),
    "quoted": lambda group: b"\n".join(b"> " + line for line in armor(saved(group)).encode().split(b"\n")),
    "bare": saved,
}


@pytest.mark.parametrize("form", FORMS)
def test_forms_of_a_letter(form: str, group: Group, library: Library) -> None:
    news = take(library, FORMS[form](group))
    assert states(news) == ["new"]
    assert library.files()[0].read_bytes() == saved(group)


def test_mbox_maildir_folder(group: Group, library: Library, tmp_path: Path) -> None:
    mail = compose_letter(opened_of(group), BETWEEN)
    box = mailbox.mbox(tmp_path / "box")
    for seq in range(group.table().seq - 1, group.table().seq + 1):
        box.add(b"Subject: x\n\n" + armor(saved(group, seq)).encode())
    box.add(mail)
    box.close()
    news = receive(letters_in_source(str(tmp_path / "box")), library, desk_of(library))
    assert sorted(states(news)) == ["new", "older", "same"]
    folder = mailbox.Maildir(tmp_path / "maildir")
    folder.add(mail)
    news = receive(letters_in_source(str(tmp_path / "maildir")), library, desk_of(library))
    assert states(news) == ["same"]
    plain = tmp_path / "folder"
    plain.mkdir()
    (plain / "a.khronos").write_bytes(saved(group))
    (plain / "shopping.txt").write_text("milk", encoding="utf-8")
    assert states(receive(letters_in_source(str(plain)), library, desk_of(library))) == ["same"]


def desk_of(library: Library) -> Context:
    return Context(library.home, no_passphrase, "2026-11-21T10:00:00Z")


def test_damage_is_named_and_mended_by_lines_sent_again(group: Group, library: Library) -> None:
    text = armor(saved(group))
    lines = text.splitlines()
    lines[14] = lines[14][:30] + lines[14][33:]
    broken = "\n".join(lines).encode()
    (news,) = take(library, broken)
    assert news.problem is not None
    assert int(news.problem.exit) == 7
    assert "3 characters are missing from line 14" in news.text
    assert not library.files()
    mended = take(library, broken, armored_lines(text, [14]).encode())
    assert "new" in states(mended)
    assert all(one.problem is None for one in mended)


def test_a_fork_is_told_with_its_proof(group: Group, library: Library, tmp_path: Path) -> None:
    now = waiting(group.table())
    assert now is not None
    assert now.seat is not None
    name = NAMES[now.seat]
    shutil.copytree(group.home(name), tmp_path / "cheat")
    files: list[bytes] = []
    for words in ('message "one"; end', 'message "two"; end'):
        out = tmp_path / f"{len(files)}.khronos"
        context = group.context(name)._replace(home=tmp_path / "cheat", out=out, rewind=True)
        play_turn(group.save, context, words)
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


@dataclass(frozen=True)
class Reply:
    """Orders for the turn that is to be played, by whom, and the marks around them."""

    me: str
    other: str
    orders: str
    head: str

    @property
    def block(self) -> str:
        return f"{self.head}\n{self.orders}\n-----END KHRONOS ORDERS-----\n"


@pytest.fixture
def reply(group: Group) -> Reply:
    table = group.table()
    now = waiting(table)
    assert now is not None
    assert now.seat is not None
    me, other = NAMES[now.seat], NAMES[1 - now.seat]
    orders = "\n".join(quick_orders(table, group.context(me), Random(1)))
    return Reply(me, other, orders, f"-----BEGIN KHRONOS ORDERS {table.header.id} {table.seq}-----")


def library_of(group: Group, name: str, folder: Path) -> Library:
    """A library with the newest save, and a home like that of a player."""
    shutil.copytree(group.home(name), folder / "homes" / name)
    library = Library(folder / name, folder / "homes" / name)
    take(library, saved(group))
    return library


def test_orders_in_a_letter_become_a_draft(group: Group, reply: Reply, tmp_path: Path) -> None:
    """Nobody plays for me, and nothing is lost; the same letter again makes no second draft."""
    quoted = b"\n".join(b"> " + line for line in reply.block.encode().splitlines())
    library = library_of(group, reply.me, tmp_path)
    for _ in range(2):
        (news,) = take(library, quoted)
        assert news.state == "draft"
        assert news.orders == tuple(reply.orders.splitlines())
        assert library.files()[0].read_bytes() == saved(group)
    assert news.draft is not None
    assert news.game == library.files()[0]
    assert list(library.path.rglob("*.txt")) == [news.draft]
    assert stat.S_IMODE(news.draft.stat().st_mode) == 0o600
    context = Context(library.home, no_passphrase, "2026-11-29T10:00:00Z")
    play_turn(news.game, context, news.draft.read_text(encoding="utf-8"))
    assert states(take(library, quoted)) == ["older"]


def test_what_comes_in_is_never_written_through_a_planted_link(
    group: Group, reply: Reply, tmp_path: Path
) -> None:
    """The names of a game and of a draft can be guessed by whoever may write into a shared library."""
    library = library_of(group, reply.me, tmp_path)
    (path,) = library.files()
    foreign = tmp_path / "foreign"
    foreign.write_text("mine", encoding="utf-8")
    (library.path / "drafts").mkdir()
    draft = library.path / "drafts" / f"{path.stem}-{group.table().seq}.txt"
    draft.symlink_to(tmp_path / "nowhere")
    (news,) = take(library, reply.block.encode())
    assert news.draft == draft.with_name(f"{draft.stem}-2.txt")
    path.unlink()
    path.symlink_to(foreign)
    (news,) = take(library, saved(group))
    assert news.state == "refused"
    assert "is a link, and khronos does not write to the target of a link" in news.text
    assert foreign.read_text(encoding="utf-8") == "mine"
    assert not (tmp_path / "nowhere").exists()


def test_orders_for_somebody_else_are_ignored(group: Group, reply: Reply, tmp_path: Path) -> None:
    library = library_of(group, reply.other, tmp_path)
    assert states(take(library, reply.block.encode())) == ["ignored"]
    assert not list(library.path.rglob("*.txt"))


def test_drafts_are_never_overwritten_and_never_without_end(
    group: Group, reply: Reply, tmp_path: Path
) -> None:
    """A hostile letter cannot replace an honest draft, nor fill the disk; every character is seen."""
    library = library_of(group, reply.me, tmp_path)
    (honest,) = take(library, reply.block.encode())
    letters = [
        f'{reply.head}\nmessage "{n}\u202e\x1b[2J"\nresign\n-----END KHRONOS ORDERS-----' for n in range(20)
    ]
    news = take(library, *(letter.encode() for letter in letters))
    assert Counter(states(news)) == {"draft": MAX_DRAFTS - 1, "refused": 21 - MAX_DRAFTS}
    assert all(one.orders[0].isprintable() and "\\u202e\\x1b" in one.orders[0] for one in news if one.orders)
    assert len({one.draft for one in news if one.draft} | {honest.draft}) == MAX_DRAFTS
    assert honest.draft is not None
    assert honest.draft.read_text(encoding="utf-8").endswith(f"\n{reply.orders}\n")


WRAPPED: dict[str, Callable[[str, str], str]] = {
    "on one line": lambda head, _: f"{head} resign -----END KHRONOS ORDERS-----",
    "after other words": lambda head, _: f"I say {head}\nresign\n-----END KHRONOS ORDERS-----",
    "before other words": lambda head, _: f"{head} now\nresign\n-----END KHRONOS ORDERS-----",
    "without an end": lambda head, _: f"{head}\nresign\n",
    "with an end amid words": lambda head, _: f"{head}\nresign\nthe -----END KHRONOS ORDERS-----",
    "attached": lambda _, block: f"{TWO_PARTS}Content-Disposition: attachment\n\n{block}\n--x--",
    "in a file with a name": lambda _, block: (
        f'{TWO_PARTS}Content-Type: text/plain; name="a.txt"\n\n{block}\n--x--'
    ),
    "in an attached mail": lambda _, block: (
        f"{TWO_PARTS}Content-Type: message/rfc822\n\nSubject: x\n\n{block}\n--x--"
    ),
    "in a comment": lambda _, block: "\n".join(f"# {line}" for line in block.splitlines()),
    "in base64 in a letter": lambda _, block: base64.encodebytes(block.encode() * 3).decode(),
    "in markup of plain text": lambda _, block: "Subject: x\n\nhello " + block.replace("\n", "<br>"),
    "with a number of 5,000 digits": lambda head, block: block.replace("-----\n", "9" * 5000 + "-----\n", 1),
}
TWO_PARTS = "Subject: x\nContent-Type: multipart/mixed; boundary=x\n\n--x\n\nhello\n--x\n"


@pytest.mark.parametrize("way", WRAPPED)
def test_marks_count_only_on_lines_of_their_own(way: str, group: Group, reply: Reply, tmp_path: Path) -> None:
    library = library_of(group, reply.me, tmp_path)
    block = f"{reply.head}\nresign\n-----END KHRONOS ORDERS-----\n"
    assert states(take(library, block.encode())) == ["draft"]
    assert take(library, WRAPPED[way](reply.head, block).encode()) == []


def test_comments_of_a_file_go_no_further(group: Group, library: Library, tmp_path: Path) -> None:
    """What somebody wrote into the comments of a save is neither kept nor sent on."""
    planted = b"# -----BEGIN KHRONOS ORDERS planted\n" + saved(group)
    take(library, planted)
    assert library.files()[0].read_bytes() == saved(group)
    path = tmp_path / "planted.khronos"
    path.write_bytes(planted)
    opened = open_for_play(path, group.home("alice"), rewind=True)
    parts = [part.get_content() for part in compose_letter(opened, BETWEEN).walk() if not part.is_multipart()]
    assert len(parts) == 3
    assert not any((b"planted" if isinstance(part, bytes) else "planted") in part for part in parts)


def test_the_skeleton_itself_orders_nothing(group: Group, library: Library) -> None:
    """A letter that comes back as it was sent plays no turn."""
    data = compose_letter(opened_of(group), BETWEEN).as_bytes()
    assert states(take(library, data)) == ["new"]
    assert states(take(library, data)) == ["same"]


def test_a_broken_file_in_the_library_stops_nothing(group: Group, library: Library) -> None:
    take(library, saved(group))
    (library.path / "broken.khronos").write_text("nonsense", encoding="utf-8")
    letters = [compose_letter(opened_of(group), BETWEEN).as_bytes()] * 2
    assert states(take(library, *letters)) == ["same", "same"]


def test_nothing_of_ours(library: Library) -> None:
    assert take(library, b"Subject: lunch?\n\nAt noon?\n", b"", b"\x00\xff" * 100) == []


# --- letters ----------------------------------------------------------------------------------------------


def test_a_letter_is_always_the_same(group: Group) -> None:
    """`resend` reproduces the last message exactly."""
    opened = opened_of(group)
    assert compose_letter(opened, BETWEEN).as_bytes() == compose_letter(opened_of(group), BETWEEN).as_bytes()
    mail = compose_letter(opened, BETWEEN)
    assert mail["To"] == "bob@example.org"
    assert mail["Cc"] == "carol@example.org"
    assert mail["Subject"] == letter_subject(opened.table)
    assert "By mail" in mail["Subject"]
    assert mail["In-Reply-To"] == message_id(opened, opened.table.seq - 1)
    assert mail["References"].split()[0] == message_id(opened, 0)
    body = mail.get_body(("plain",))
    assert body is not None
    text = body.get_content()
    assert "MIGHT" in text
    assert f"BEGIN KHRONOS ORDERS {opened.table.header.id} {opened.table.seq}" in text
    (attachment,) = mail.iter_attachments()
    assert attachment.get_filename() == f"by-mail-{opened.table.seq:04}.khronos"


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
    first, last = read_inbox_rows(library)
    assert first["yours"] is True
    assert first["title"] == "By mail"
    assert "YOUR MOVE" in row_line(first)
    assert row_line(last).startswith("!! broken")
    assert read_inbox_rows(library) == [first, last]
    stranger = Library(library.path, group.folder / "stranger")
    assert read_inbox_rows(stranger)[0]["yours"] is False
    assert f"waiting for {name}" in row_line(read_inbox_rows(stranger)[0])


def test_clocks_and_absence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Reminders go by the game's clock, without weekends and days of absence; all is in the record."""
    from khronos_pbem.cli.mail import remind

    class Clock(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> Self:
            return cls(2026, 11, 30, 12, tzinfo=UTC)  # a Monday

    monkeypatch.setattr(remind, "datetime", Clock)
    row: GameRow = {"counted": "2026-11-25T10:00:00Z"}
    assert remind._is_late(row, 4, False) is True
    assert remind._is_late(row, 5, False) is False
    assert remind._is_late(row, 3, True) is False
    assert remind._is_late({**row, "clock": {"days": 2, "workdays": True}}, 99, False) is True
    assert remind._is_late({**row, "away_until": "2026-11-29"}, 1, False) is False
    group = Group(tmp_path, 2, 3)
    group.start("With a clock", clock={"days": 3, "workdays": True})
    while (now := waiting(group.table())) is not None and now.need == ASSIST:
        group.step()
    assert now is not None
    assert now.seat is not None
    play_turn(group.save, group.context(NAMES[now.seat]), "away until 2026-12-24; end")
    library = Library(tmp_path / "library", tmp_path / "stranger")
    take(library, group.save.read_bytes())
    (row,) = read_inbox_rows(library)
    assert row["clock"] == {"days": 3, "workdays": True}
    assert row["away_until"] == ""
    group.step()
    group.step()
    take(library, group.save.read_bytes())
    rows = read_inbox_rows(library)
    assert {row["away_until"] for row in rows} <= {"", "2026-12-24"}


@pytest.mark.parametrize(
    ("clock", "why"),
    [
        ({"days": 0, "workdays": True}, "clock"),
        ({"days": 3}, "clock"),
        (7, "clock"),
        ({"days": "3", "workdays": True}, "clock"),
        ({"days": 3, "workdays": 1}, "workdays must be true or false"),
    ],
)
def test_clocks_that_cannot_be(clock: object, why: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=why):
        Group(tmp_path, 2, 3).start("No clock", clock=clock)


def test_contacts(group: Group, tmp_path: Path) -> None:
    from khronos_pbem.library.contact_list import contact_at_seat, key_warnings, key_words

    seat = group.table().seats[1]
    key = public_key_of(group.home("bob"), "bob")
    assert seat.identity == key
    assert len(key_words(key).split("-")) == 8
    assert key_words(key) != key_words(bytes(32))
    known = with_contact([], Contact("bob", "bob@example.org"))
    found = contact_at_seat(known, seat)
    assert found is not None
    assert found.address == "bob@example.org"
    assert contact_at_seat([], seat) is None
    assert "do not know" in key_warnings(known, seat)[0]
    known = with_contact(known, Contact("bob", "bob@example.org", key))
    assert key_warnings(known, seat) == []
    wrong = with_contact(known, Contact("bob", "bob@example.org", bytes(31) + b"\1"))
    assert all(line.startswith("WARNING") for line in key_warnings(wrong, seat))
    write_contacts(tmp_path, known)
    assert read_contacts(tmp_path) == known
