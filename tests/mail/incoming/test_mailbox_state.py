"""What was read of a mailbox before is left out, and nothing that may bring more is."""

from __future__ import annotations

import mailbox
import re
from pathlib import Path

import pytest

from khronos_pbem.home.config import read_config
from khronos_pbem.library.contact_list import Contact, read_contacts, write_contacts
from khronos_pbem.library.library import Library
from khronos_pbem.mail.incoming.inboxes import receive_from_all
from khronos_pbem.mail.incoming.learn_addresses import block_author
from khronos_pbem.mail.incoming.mailbox_state import MailboxReadState
from khronos_pbem.mail.incoming.received_item import ReceivedItem
from khronos_pbem.mail.outgoing.letter import compose_letter
from khronos_pbem.mail.outgoing.recipients import Addresses
from khronos_pbem.session.context import Context
from khronos_pbem.session.replay.open_save import open_for_play
from tests.support.playing import Group, no_passphrase

FOREIGN = b"From: shop@example.org\nSubject: %d\n\nnothing of a game\n"


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> list[bytes]:
    """The letters of a game, one a block."""
    group = Group(tmp_path_factory.mktemp("game"), 2, 6)
    group.start("Read")
    letters: list[bytes] = []
    for _ in range(5):
        opened = open_for_play(group.save, group.home("alice"), rewind=False)
        letters.append(compose_letter(opened, Addresses("a@example.org", ("b@example.org",))).as_bytes())
        group.step()
    return letters


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return Library(tmp_path / "library", tmp_path / "home")


def maildir(tmp_path: Path, *letters: bytes) -> mailbox.Maildir:
    box = mailbox.Maildir(tmp_path / "box")
    for each in letters:
        box.add(each)
    return box


def mbox(path: Path, *letters: bytes) -> Path:
    """A file with these letters one after the other, added to what is there."""
    with path.open("ab") as file:
        for each in letters:
            file.write(
                b"From x@example.org Sat Nov 21 10:00:00 2026\n" + each.replace(b"\r\n", b"\n") + b"\n\n"
            )
    return path


def read(library: Library, *boxes: Path, unread: bool = True) -> list[ReceivedItem]:
    context = Context(library.home, no_passphrase, "2026-11-30T10:00:00Z")
    setting = ":".join(map(str, boxes or [library.path.parent / "box"]))
    return receive_from_all(read_config([f"mailboxes={setting}"]), library, context, unread=unread)


def states(news: list[ReceivedItem]) -> list[str]:
    return sorted(one.state for one in news)


def unread(library: Library, box: Path | None = None) -> list[int]:
    """Where the letters begin that would be looked at."""
    return [each.start for each in MailboxReadState(library, box or library.path.parent / "box").letters()]


def knowing_all(library: Library, *, by_key: bool = True) -> None:
    """Make everybody a contact, with their keys or by name alone: no address is to be asked for."""
    (path, save), *_ = library.saves()
    seats = [block_author(save, number) for number in range(2)]
    known = [
        Contact(seat.name, f"{seat.name}@example.org", seat.identity if by_key else b"")
        for seat in seats
        if seat is not None
    ]
    write_contacts(library.home, known)
    assert len(read_contacts(library.home)) == len({seat.name for seat in seats if seat is not None})
    assert path.exists()


def test_a_letter_is_read_once(game: list[bytes], library: Library, tmp_path: Path) -> None:
    """Whatever it was: of a game, older than what is here, or of somebody else."""
    maildir(tmp_path, *game[:3], *(FOREIGN % number for number in range(3)))
    assert states(read(library)) == ["new", "older", "older"]
    knowing_all(library)
    read(library)
    assert unread(library) == []
    assert read(library) == []
    maildir(tmp_path, game[3], FOREIGN % 9)
    assert len(unread(library)) == 2
    assert states(read(library)) == ["new"]
    assert unread(library) == []
    assert states(read(library, unread=False)) == ["older", "older", "older", "same"]


@pytest.mark.parametrize("by_key", [True, False])
def test_an_address_to_be_asked_for_is_offered_each_time(
    by_key: bool, game: list[bytes], library: Library, tmp_path: Path
) -> None:
    """Until it is that of a contact."""
    maildir(tmp_path, *game[:2], FOREIGN % 1)
    for _ in range(3):
        offered = [one.sender.address for one in read(library) if one.sender is not None]
        assert "a@example.org" in offered
    knowing_all(library, by_key=by_key)
    assert not [one for one in read(library) if one.sender is not None]
    assert unread(library) == []


def test_what_is_damaged_is_looked_at_until_it_is_mended(
    game: list[bytes], library: Library, tmp_path: Path
) -> None:
    """Two letters mend each other, though they come on two days."""
    armored = re.search(rb"-----BEGIN KHRONOS SAVE.*-----END KHRONOS SAVE[^\r]*", game[1], re.DOTALL)
    assert armored is not None
    lines = armored[0].split(b"\r\n")
    one, other = (b"Subject: x\n\n" + b"\n".join([*lines[:n], *lines[n + 1 :]]) for n in (4, 7))
    maildir(tmp_path, one)
    for _ in range(2):
        assert states(read(library)) == ["refused"]
    maildir(tmp_path, other)
    assert states(read(library)) == ["new"]


def test_orders_are_looked_at_each_time(game: list[bytes], library: Library, tmp_path: Path) -> None:
    """For a game that comes later, or a block that does."""
    found = re.search(rb"-----BEGIN KHRONOS ORDERS[^-]*-----", game[4])
    assert found is not None
    maildir(tmp_path, b"Subject: mine\n\n" + found[0] + b"\nend\n-----END KHRONOS ORDERS-----\n")
    for _ in range(2):
        assert states(read(library)) == ["ignored"]
    maildir(tmp_path, game[4])
    assert "new" in states(read(library))
    assert len(unread(library)) >= 1


def test_a_game_that_left_the_library_comes_again(
    game: list[bytes], library: Library, tmp_path: Path
) -> None:
    maildir(tmp_path, *game[:2])
    read(library)
    knowing_all(library)
    read(library)
    assert read(library) == []
    (path,) = library.files()
    path.unlink()
    assert "new" in states(read(library))
    assert library.files() == [path]


def test_an_mbox_that_grows_is_read_from_its_last_letter_on(
    game: list[bytes], library: Library, tmp_path: Path
) -> None:
    """The last one may have been on its way when it was read."""
    box = mbox(tmp_path / "mail", *(FOREIGN % number for number in range(9)), game[0])
    assert states(read(library, box)) == ["new"]
    knowing_all(library)
    read(library, box)
    assert unread(library, box) == []
    size = box.stat().st_size
    mbox(box, FOREIGN % 10, game[1])
    last, *fresh = unread(library, box)
    assert last < size
    assert [start >= size - 1 for start in fresh] == [True, True]
    assert states(read(library, box)) == ["new", "older"]
    assert unread(library, box) == []
    box.write_bytes(box.read_bytes().replace(b"Subject: 3", b"Subject: 33"))
    assert len(unread(library, box)) == 12


def test_what_is_open_in_an_mbox_keeps_nothing_else_open(
    game: list[bytes], library: Library, tmp_path: Path
) -> None:
    broken = game[0].partition(b"\r\n\r\n")[0] + b"\r\n\r\nthe attachment was removed\r\n"
    box = mbox(tmp_path / "mail", FOREIGN % 1, FOREIGN % 2, broken, FOREIGN % 3)
    (news,) = read(library, box)
    assert news.problem is not None
    assert "arrived without its attachment" in news.text
    (start,) = unread(library, box)
    (again,) = read(library, box)
    assert (again.text, again.origin) == (news.text, news.origin)
    mbox(box, FOREIGN % 4)
    assert start in unread(library, box)
    assert len(unread(library, box)) == 3


@pytest.mark.parametrize("content", [b"", b"nonsense", None])
def test_an_index_that_is_none_of_ours_is_not_believed(
    content: bytes | None, library: Library, tmp_path: Path
) -> None:
    """Nor one of another machine, or one that was changed by a byte."""
    maildir(tmp_path, FOREIGN % 1, FOREIGN % 2)
    read(library)
    assert unread(library) == []
    (index,) = (library.home / "cache").glob("mailbox-*")
    data = index.read_bytes()
    index.write_bytes(data[:-3] + b"x" + data[-2:] if content is None else content)
    assert len(unread(library)) == 2


def test_a_mailbox_that_is_not_there(library: Library, tmp_path: Path) -> None:
    (news,) = read(library, tmp_path / "nowhere")
    assert "does not exist" in news.text
    folder = tmp_path / "box"
    folder.mkdir()
    (folder / "link").symlink_to(folder / "nothing")
    assert read(library) == []
