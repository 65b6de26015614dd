"""New mail by IMAP: every letter once, whether it was opened on a telephone, and whatever the server says."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from khronos_pbem.errors import UsageError
from khronos_pbem.home.config import Config, ConfigValue
from khronos_pbem.remote import new_mail as module
from khronos_pbem.remote.new_mail import new_mail
from tests.mail.servers import ImapServer, Post, dovecot

AT = "2026-11-22T18:03:00Z"
LONG_AGO = "2020-01-01T00:00:00Z"

with_dovecot = pytest.mark.skipif(
    shutil.which("dovecot") is None, reason="dovecot is not installed: no test with a real IMAP server"
)


def config(port: int) -> Config:
    values = {"host": "127.0.0.1", "port": port, "security": "none", "user": "anna", "folder": "INBOX"}
    given = {f"imap_{key}": ConfigValue(str(value), "") for key, value in values.items()}
    return Config({**given, "timeout": ConfigValue("20", "")})


@pytest.fixture(autouse=True)
def _password(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KHRONOS_IMAP_PASSWORD", "secret")


def look(home: Path, port: int, *, still_open: Sequence[str] = (), at: str = AT) -> list[str]:
    """The subjects of the new letters, which are noted as read but for those that are still open."""
    with new_mail(config(port), home, at) as mail:
        found = {one.origin: _subject(one.data) for one in mail.letters if one.problem is None}
        mail.note([origin for origin, subject in found.items() if subject in still_open], ())
    return list(found.values())


def _subject(mail: bytes) -> str:
    return mail.partition(b"Subject: ")[2].partition(b"\n")[0].decode().strip()


# --- a real server ----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def server() -> Iterator[tuple[Post, int]]:
    """A post office that dovecot reads, and its port."""
    with TemporaryDirectory(prefix="khronos-post-") as folder:
        Path(folder).chmod(0o755)
        office = Post(Path(folder) / "post")
        office.box("anna")
        office.hand_over()
        with dovecot(office) as port:
            yield office, port


@pytest.fixture
def office(server: tuple[Post, int]) -> Iterator[Post]:
    """The post office with an empty box, whose numbers begin anew."""
    yield server[0]
    shutil.rmtree(server[0].folder / "anna")
    server[0].box("anna")
    server[0].hand_over()


@pytest.fixture
def port(server: tuple[Post, int]) -> int:
    return server[1]


def put(office: Post, *subjects: str, flags: str = "") -> None:
    """Put letters into the box; flags as in a Maildir: S for one that was opened."""
    for subject in subjects:
        box = office.box("anna")
        key = box.add(f"From: a@b.c\nSubject: {subject}\n\nHello\n".encode())
        if flags:
            letter = box[key]
            letter.set_subdir("cur")
            letter.set_flags(flags)
            box[key] = letter
    office.hand_over()


@with_dovecot
def test_each_letter_comes_once(office: Post, port: int, tmp_path: Path) -> None:
    put(office, "one", "two")
    assert look(tmp_path, port) == ["one", "two"]
    assert look(tmp_path, port) == []
    put(office, "three")
    assert look(tmp_path, port) == ["three"]


@with_dovecot
def test_letters_opened_on_a_telephone_come_too_and_stay_as_they_are(
    office: Post, port: int, tmp_path: Path
) -> None:
    look(tmp_path, port)
    put(office, "opened", flags="S")
    put(office, "closed")
    assert look(tmp_path, port, at=LONG_AGO) == ["opened", "closed"]
    flags = {_subject(mail.as_bytes()): mail.get_flags() for mail in office.box("anna")}
    assert flags == {"opened": "S", "closed": ""}


@with_dovecot
def test_the_first_look_takes_unread_and_recent_letters(office: Post, port: int, tmp_path: Path) -> None:
    put(office, "old", flags="S")
    put(office, "new")
    assert look(tmp_path, port, at="2100-01-01T00:00:00Z") == ["new"]
    assert look(tmp_path / "other", port, at=LONG_AGO) == ["old", "new"]


@with_dovecot
def test_deleted_letters_are_no_problem(office: Post, port: int, tmp_path: Path) -> None:
    put(office, "one", "two", "three")
    assert look(tmp_path, port, still_open=["two"]) == ["one", "two", "three"]
    box = office.box("anna")
    for key in [key for key in list(box.iterkeys()) if _subject(box.get_bytes(key)) != "one"]:
        box.remove(key)
    assert look(tmp_path, port) == []
    put(office, "four")
    assert look(tmp_path, port) == ["four"]
    put(office, "five")
    assert look(tmp_path, port) == ["five"]


@with_dovecot
def test_open_letters_come_again_with_the_next_new_one(office: Post, port: int, tmp_path: Path) -> None:
    put(office, "one", "two")
    look(tmp_path, port, still_open=["one"])
    assert look(tmp_path, port) == []
    put(office, "three")
    assert look(tmp_path, port) == ["three", "one"]
    put(office, "four")
    assert look(tmp_path, port) == ["four"]


@with_dovecot
def test_new_numbers_miss_no_letter(office: Post, port: int, tmp_path: Path) -> None:
    """The server numbers its letters anew: they are read again, with one that was opened meanwhile."""
    put(office, "one", flags="S")
    look(tmp_path, port)
    put(office, "two", flags="S")
    numbers = office.folder / "anna" / "dovecot-uidlist"
    numbers.write_text(re.sub(r" V\d+ ", " V99 ", numbers.read_text(encoding="utf-8")), encoding="utf-8")
    for index in numbers.parent.glob("dovecot.index*"):
        index.unlink()
    assert look(tmp_path, port, at=LONG_AGO) == ["one", "two"]
    assert look(tmp_path, port) == []


@with_dovecot
def test_a_letter_that_comes_during_a_look_comes_with_the_next(
    office: Post, port: int, tmp_path: Path
) -> None:
    put(office, "one")
    with new_mail(config(port), tmp_path, AT) as mail:
        put(office, "two")
        assert [_subject(one.data) for one in mail.letters] == ["one"]
        mail.note([], ())
    assert look(tmp_path, port) == ["two"]


@with_dovecot
def test_a_look_that_is_not_noted_is_repeated(office: Post, port: int, tmp_path: Path) -> None:
    put(office, "one")
    with new_mail(config(port), tmp_path, AT):
        pass
    assert look(tmp_path, port) == ["one"]


@with_dovecot
def test_many_letters_come_in_several_looks(
    office: Post, port: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MOST_AT_ONCE", 3)
    look(tmp_path, port)
    names = [f"letter {number}" for number in range(8)]
    put(office, *names)
    looks = [look(tmp_path, port) for _ in range(4)]
    assert [len(each) for each in looks] == [3, 3, 2, 0]
    assert [*chain(*looks)] == names


@with_dovecot
@pytest.mark.parametrize("damage", [b"", b"[]", b"{", b"[1, 2, [3], -4]", b'[1, true, ["x"], 0]'])
def test_a_damaged_position_misses_no_recent_letter(
    office: Post, port: int, tmp_path: Path, damage: bytes
) -> None:
    put(office, "one", flags="S")
    look(tmp_path, port)
    (state,) = (tmp_path / "remote").glob("mail-*.json")
    state.write_bytes(damage)
    assert look(tmp_path, port, at=LONG_AGO) == ["one"]


# --- a server that lies -----------------------------------------------------------------------------------


class Liar(ImapServer):
    """A server with UIDs, letter n having UID n; what it says of them can be replaced.

    It breaks the connection when one of the letters `deadly` is fetched.
    """

    validity = "7"
    following = ""
    deadly: tuple[int, ...] = ()
    lie: Callable[[str, str], bytes | None] = staticmethod(lambda command, rest: None)

    def answer(self, tag: str, command: str, rest: str) -> bytes:
        keys, ok = sorted(self.box.keys(), key=_number), f"{tag} OK done\r\n".encode()
        lie = self.lie(command, rest)
        if lie is not None:
            return lie.replace(b"TAG", tag.encode())
        if command in ("SELECT", "EXAMINE"):
            lines = [f"* {len(keys)} EXISTS\r\n"]
            following = self.following or str(len(keys) + 1)
            for name, value in (("UIDVALIDITY", self.validity), ("UIDNEXT", following)):
                lines += [f"* OK [{name} {value}] x\r\n"] if value != "-" else []
            return "".join(lines).encode() + ok
        if command != "UID":
            return super().answer(tag, command, rest)
        what, _, rest = rest.partition(" ")
        if what == "SEARCH":
            return f"* SEARCH {' '.join(self._found(rest, len(keys)))}\r\n".encode() + ok
        uid = int(rest.split()[0])
        if uid in self.deadly:
            raise ConnectionError
        if not 0 < uid <= len(keys):
            return ok
        data = self.box.get_bytes(keys[uid - 1])
        return b"* %d FETCH (UID %d BODY[] {%d}\r\n%b)\r\n" % (uid, uid, len(data), data) + ok

    def _found(self, wanted: str, last: int) -> list[str]:
        first = re.fullmatch(r"UID (\d+|\*)(?::\*)?", wanted)
        begin = 1 if first is None else last if first[1] == "*" else min(int(first[1]), last)
        return [str(uid) for uid in range(max(begin, 1), last + 1)]


def _number(key: str) -> int:
    found = re.search(r"Q([0-9]+)", key)
    return int(found[1]) if found else 0


@pytest.fixture
def box(tmp_path: Path) -> Post:
    return Post(tmp_path / "post")


@contextmanager
def liar(box: Post) -> Iterator[Liar]:
    server = Liar(box.box("anna"))
    with server:
        yield server


def fill(box: Post, *subjects: str) -> None:
    for subject in subjects:
        box.box("anna").add(f"From: a@b.c\nSubject: {subject}\n\nHello\n".encode())


@pytest.mark.parametrize("following", ["-", "0", "1", "4294967295", "99999999999", "-5", "many", ""])
def test_no_next_number_makes_the_robot_deaf(box: Post, tmp_path: Path, following: str) -> None:
    fill(box, "one", "two")
    with liar(box) as server:
        server.following = following
        assert look(tmp_path, server.port) == ["one", "two"]
        fill(box, "three")
        assert "three" in look(tmp_path, server.port)
        server.following = ""
        fill(box, "four")
        assert "four" in look(tmp_path, server.port)
        assert look(tmp_path, server.port) == []


@pytest.mark.parametrize("validity", ["-", "0", "-1", "x", "4294967296", "99999999999"])
def test_a_server_without_numbers_is_a_problem(box: Post, tmp_path: Path, validity: str) -> None:
    fill(box, "one")
    with liar(box) as server:
        server.validity = validity
        with pytest.raises(UsageError) as caught:
            look(tmp_path, server.port)
        assert "does not give its e-mails unique IDs" in caught.value.full_message
        server.validity = "7"
        assert look(tmp_path, server.port) == ["one"]


def test_a_validity_that_always_changes_costs_copies_alone(box: Post, tmp_path: Path) -> None:
    fill(box, "one")
    with liar(box) as server:
        for server.validity in ("1", "2", "4294967295"):
            assert look(tmp_path, server.port) == ["one"]


def test_a_list_of_letters_that_do_not_exist(box: Post, tmp_path: Path) -> None:
    fill(box, "one")
    with liar(box) as server:
        look(tmp_path, server.port)
        fill(box, "two")
        server.lie = lambda command, rest: (
            b"* SEARCH 2 99 4294967295 0 -4 99999999999999\r\nTAG OK done\r\n" if "SEARCH" in rest else None
        )
        assert look(tmp_path, server.port) == ["two"]
        server.lie = lambda command, rest: None
        fill(box, "three")
        assert "three" in look(tmp_path, server.port)


def test_a_lost_connection_loses_no_letter(box: Post, tmp_path: Path) -> None:
    fill(box, *"abcde")
    with liar(box) as server:
        server.deadly = (3,)
        assert look(tmp_path, server.port) == ["a", "b"]
        server.deadly = ()
        assert look(tmp_path, server.port) == ["c", "d", "e"]


def test_a_letter_that_always_breaks_the_connection_is_given_up(box: Post, tmp_path: Path) -> None:
    fill(box, *"abcde")
    with liar(box) as server:
        server.deadly = (3,)
        looks = [look(tmp_path, server.port) for _ in range(4)]
    assert [*chain(*looks)] == ["a", "b", "d", "e"]


def test_open_letters_survive_a_lost_connection(box: Post, tmp_path: Path) -> None:
    fill(box, *"abc")
    with liar(box) as server:
        look(tmp_path, server.port, still_open=["b"])
        fill(box, "d")
        server.deadly = (4,)
        assert look(tmp_path, server.port) == []
        server.deadly = (2,)
        assert look(tmp_path, server.port) == ["d"]
        server.deadly = ()
        fill(box, "e")
        assert look(tmp_path, server.port) == ["e", "b"]


@pytest.mark.parametrize(
    "reply",
    [
        b"* SEARCH\r\nTAG BAD no\r\n",
        b"* SEARCH 1 2 x 3\r\nTAG NO no\r\n",
        b"TAG OK nothing found\r\n",
        b"* 1 FETCH (UID 1\r\nTAG OK done\r\n",
        b"\r\nTAG OK done\r\n",
        b"* BYE I am tired\r\n",
        b"+ go on\r\nTAG OK done\r\n",
        b"* SEARCH {3}\r\n1 2\r\nTAG OK done\r\n",
        b"* 9999999999999999999999 EXPUNGE\r\nTAG OK\r\n",
        b"\xff\xfe\x00 garbage\r\nTAG OK done\r\n",
        b"* OK [UIDNEXT 1] x\r\n* OK [UIDVALIDITY 9] y\r\n* SEARCH 1\r\nTAG OK done\r\n",
    ],
)
@pytest.mark.parametrize("command", ["SEARCH", "FETCH", "EXAMINE"])
def test_hostile_replies_are_problems_and_no_letter_is_lost(
    box: Post, tmp_path: Path, reply: bytes, command: str
) -> None:
    fill(box, "one", "two")
    with liar(box) as server:
        server.lie = lambda said, rest: reply if command in (said, rest.partition(" ")[0]) else None
        for _ in range(2):
            with suppress(UsageError):
                look(tmp_path, server.port)
        server.lie = lambda said, rest: None
        server.validity = "8"
        assert look(tmp_path, server.port) == ["one", "two"]


def test_the_password_stands_in_no_state(box: Post, tmp_path: Path) -> None:
    fill(box, "one")
    with liar(box) as server:
        look(tmp_path, server.port)
    (state,) = (tmp_path / "remote").glob("mail-*.json")
    assert "secret" not in state.read_text(encoding="utf-8")
    assert state.stat().st_mode & 0o077 == 0
    assert json.loads(state.read_text(encoding="utf-8")) == [7, 2, [], 0]
