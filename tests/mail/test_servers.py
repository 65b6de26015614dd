"""Sending and fetching through servers: a whole game by mail, and every wrong answer."""

from __future__ import annotations

import json
import shutil
import smtplib
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from khronos_pbem.home.config import read_config
from khronos_pbem.session.bots.bot_turn import quick_orders
from khronos_pbem.session.context import Context
from khronos_pbem.session.replay.open_save import open_for_play
from khronos_pbem.session.replay.table import Table
from tests.mail.servers import ImapServer, Post, dovecot, free_port, smtp_server
from tests.support.chance import without_chance
from tests.support.clocks import saw
from tests.support.playing import COLOURS, NAMES, Chooser, no_passphrase
from tests.support.shell import Person as User

SETTINGS = ("KHRONOS_SMTP_HOST", "KHRONOS_SMTP_PORT", "KHRONOS_SMTP_SECURITY")


@pytest.fixture
def post() -> Iterator[Post]:
    """A post office in a folder that a mail server may read as another user."""
    with TemporaryDirectory(prefix="khronos-post-") as folder:
        Path(folder).chmod(0o755)
        yield Post(Path(folder) / "post")


@pytest.fixture
def server(post: Post, monkeypatch: pytest.MonkeyPatch) -> Iterator[Post]:
    """A running SMTP server, configured in the environment."""
    controller = smtp_server(post)
    configure(monkeypatch, smtp_host="127.0.0.1", smtp_port=controller.port, smtp_security="none")
    yield post
    controller.stop()


def configure(monkeypatch: pytest.MonkeyPatch, **values: object) -> None:
    for key, value in values.items():
        monkeypatch.setenv(f"KHRONOS_{key.upper()}", str(value))


class Person:
    """Somebody in a home of his own, who writes and gets mail."""

    def __init__(self, name: str, folder: Path) -> None:
        self.name, self.home = name, folder / name
        self._user = User(name, folder)

    def run(self, *arguments: str) -> tuple[int, str, str]:
        done = self._user.run(
            *arguments,
            KHRONOS_HOME=str(self.home),
            KHRONOS_CONFIG=str(self.home / "config.toml"),
            KHRONOS_ADDRESS=f"{self.name}@example.org",
        )
        return done.code, done.out, done.err

    def ok(self, *arguments: str) -> str:
        code, out, err = self.run(*arguments)
        assert code == 0, (arguments, out, err)
        return out

    def fails(self, code: int, *arguments: str) -> str:
        found, out, err = self.run(*arguments)
        assert found == code, (arguments, found, out, err)
        assert err.count("\n") == 1, err
        return err

    @property
    def file(self) -> Path:
        (path,) = (self.home / "library").glob("*.khronos")
        return path


@pytest.fixture(scope="module")
def homes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The homes of three people who know each other's addresses: `fresh`, and with a game of their own."""
    folder = tmp_path_factory.mktemp("homes")
    with without_chance("by post"):
        group = [Person(name, folder / "fresh") for name in NAMES[:3]]
        for person in group:
            person.ok("keygen", person.name)
            for other in group:
                if other is not person:
                    person.ok("contacts", "add", other.name, f"{other.name}@example.org")
        begin(folder, "begun")
        begin(folder, "village", "--game", "my-village", "--rounds", "1")
    return folder


def begin(folder: Path, name: str, *options: str) -> None:
    """Homes of this name in which all have joined a game."""
    shutil.copytree(folder / "fresh", folder / name)
    group = [Person(each, folder / name) for each in NAMES[:3]]
    file = str(folder / f"{name}.khronos")
    group[0].ok("new", file, "--colour", COLOURS[0], "--seats", "3", "--title", "By post", *options)
    for person, colour in zip(group[1:], COLOURS[1:], strict=False):
        person.ok("join", file, "--colour", colour)
    for person in group:
        person.ok("receive", file)
    Path(file).unlink()  # from here on the game goes by mail


@pytest.fixture
def people(homes: Path, tmp_path: Path) -> Iterator[list[Person]]:
    """Three people who know each other's addresses."""
    shutil.copytree(homes / "fresh", tmp_path / "people")
    with without_chance("more by post"):
        yield [Person(name, tmp_path / "people") for name in NAMES[:3]]


@pytest.fixture
def players(request: pytest.FixtureRequest, homes: Path, people: list[Person]) -> list[Person]:
    """The same, with a game that all have joined in everybody's library."""
    for person in people:
        shutil.rmtree(person.home)
        shutil.copytree(homes / getattr(request, "param", "begun") / person.name, person.home)
    return people


def test_a_whole_game_by_mail(server: Post, players: list[Person]) -> None:
    """Three players, SMTP there, a Maildir back; each works on his own library only."""

    def fetch(person: Person) -> None:
        person.ok("receive", str(server.folder / person.name))
        server.box(person.name).clear()

    whole_game(server, players, fetch, for_a_while)


def for_a_while(table: Table, context: Context, random: Random) -> list[str]:
    """Two rounds of real turns; then all but one give up, so that the game comes to an end too."""
    return quick_orders(table, context, random) if table.game.round(table.position) < 3 else ["resign"]


def briefly(table: Table, context: Context, random: Random) -> list[str]:
    """Turns that only end; after a round all but one give up, so that the game comes to an end too."""
    return ["end" if table.game.round(table.position) < 2 else "resign"]


@pytest.mark.skipif(
    shutil.which("dovecot") is None, reason="dovecot is not installed: no test with a real IMAP server"
)
@pytest.mark.parametrize(
    ("players", "choose"), [("begun", briefly), ("village", quick_orders)], indirect=["players"]
)
def test_a_whole_game_by_smtp_and_imap(
    server: Post, players: list[Person], choose: Chooser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same through dovecot, and a round of the other game: new mail is fetched, and marked as read."""
    for person in players:
        server.box(person.name)
    server.hand_over()
    with dovecot(server) as port:
        configure(
            monkeypatch, imap_host="127.0.0.1", imap_port=port, imap_security="none", imap_password="secret"
        )

        def fetch(person: Person) -> None:
            monkeypatch.setenv("KHRONOS_IMAP_USER", person.name)
            person.ok("receive", "--imap")

        whole_game(server, players, fetch, choose, least=5)
        monkeypatch.setenv("KHRONOS_IMAP_PASSWORD", "wrong")
        assert "refused the login" in players[0].fails(2, "receive", "--imap")


def whole_game(
    server: Post, people: list[Person], fetch: Callable[[Person], None], choose: Chooser, least: int = 8
) -> None:
    """A game to its end, everybody getting his letters by `fetch` and choosing his orders by `choose`.

    There are at least so many blocks.
    """
    random, blocks, person = Random(1), 0, people[0]
    waiting = waiting_for(person)
    while waiting is not None:
        before, person = person, people[COLOURS.index(waiting["colour"])]
        if person is not before:
            fetch(person)
        if waiting["for"] == "assist":
            person.ok("assist", str(person.file))
        else:
            table = open_for_play(person.file, person.home, rewind=False).table
            orders = choose(table, Context(person.home, no_passphrase, "", person.name), random)
            person.ok("play", str(person.file), "-c", "\n".join(orders))
        blocks += 1
        waiting = waiting_for(person)
        if waiting is None or waiting["colour"] != COLOURS[people.index(person)]:
            assert "sent to" in person.ok("send", "by-post", "--smtp")
    assert blocks >= least
    for other in people:
        if other is not person:
            fetch(other)
        assert json.loads(other.ok("verify", str(other.file), "--json"))["winners"]
        assert "finished" in other.ok("inbox")
    letters = server.letters
    assert "has already been sent to" in person.ok("send", "by-post", "--smtp")
    assert server.letters == letters, "a mail never gets sent twice"
    person.ok("resend", "by-post", "--smtp")
    assert server.letters == letters + 1


def waiting_for(person: Person) -> Any:
    """Who has to act, and for what, by this person's copy; None when the game is over."""
    return json.loads(person.ok("status", str(person.file), "--json"))["waiting_for"]


def sender(people: list[Person]) -> Person:
    """Somebody who has just moved, and so has a letter to send."""
    waiting = json.loads(people[0].ok("status", str(people[0].file), "--json"))["waiting_for"]
    return people[(COLOURS.index(waiting["colour"]) + 1) % 3]


def test_the_server_refuses_recipients(server: Post, players: list[Person]) -> None:
    """It says how many there are, and the letter can be sent once the server takes it."""
    server.unknown = "550 no such box"
    person = sender(players)
    for copies in (False, True):
        line = person.fails(2, "send", "by-post", "--smtp", *([] if copies else ["--no-copies"]))
        refused = line.partition(" refused the ")[2].partition(" — ")[0]
        assert refused.startswith("recipients " if copies else "recipient ")
        assert refused.count("@example.org") == (2 if copies else 1)
    server.unknown = ""
    assert "sent to" in person.ok("send", "by-post", "--smtp")


def recipients_of(person: Person) -> tuple[str, str]:
    """The names of the player to whom somebody's letter goes, and of the one who gets a copy."""
    found = json.loads(person.ok("send", "by-post", "--json"))
    (copy,) = found["copies"]
    return found["to"].partition("@")[0], copy.partition("@")[0]


def test_only_the_player_to_move_is_refused(server: Post, players: list[Person]) -> None:
    """That is an error, and once the server takes it only that player gets the letter."""
    person = sender(players)
    to, copy = recipients_of(person)
    server.closed = (f"{to}@example.org",)
    line = person.fails(2, "send", "by-post", "--smtp")
    assert f"refused the recipient {to}@example.org — the e-mail was sent to all other recipients" in line
    server.closed = ()
    assert f"sent to {to}@example.org: [khronos]" in person.ok("send", "by-post", "--smtp")
    assert "already been sent to" in person.ok("send", "by-post", "--smtp")
    assert [len(server.box(each)) for each in (to, copy)] == [1, 1]


def test_only_a_copy_is_refused(server: Post, players: list[Person]) -> None:
    """The letter has left, and the command that is told sends the copy alone."""
    person = sender(players)
    to, copy = recipients_of(person)
    server.closed = (f"{copy}@example.org",)
    found = json.loads(person.ok("send", "by-post", "--smtp", "--json"))
    assert (found["reached"], found["refused"]) == ([f"{to}@example.org"], [f"{copy}@example.org"])
    told = person.ok("resend", "by-post", "--smtp")
    command = "khronos send by-post --smtp"
    assert f"the mail server refused the copy for {copy}@example.org; to try again: {command}\n" in told
    server.closed = ()
    assert f"sent to {copy}@example.org: [khronos]" in person.ok(*command.split()[1:])
    assert [len(server.box(each)) for each in (to, copy)] == [2, 1]


def test_a_letter_to_more_players_goes_only_to_those(server: Post, players: list[Person]) -> None:
    """`send` again, with copies now or to somebody else, is no second letter for who has it."""
    person = sender(players)
    person.ok("send", "by-post", "--smtp", "--no-copies")
    person.ok("send", "by-post", "--smtp")
    person.ok("send", "by-post", "--smtp", "--to", "dave@example.org", "--copies")
    assert "already been sent" in person.ok("send", "by-post", "--smtp", "--to", "DAVE@example.org")
    others = [each.name for each in players if each is not person]
    assert [len(server.box(name)) for name in (*others, "dave")] == [1, 1, 1]
    assert server.letters == 3
    person.ok("resend", "by-post", "--smtp")
    assert [len(server.box(name)) for name in (*others, "dave")] == [2, 2, 2]


def test_a_reminder_is_for_one_and_resend_repeats_the_letter(server: Post, players: list[Person]) -> None:
    person = sender(players)
    late, copy = recipients_of(person)
    person.ok("send", "by-post", "--smtp")
    saw(person.home, person.file, "2020-11-01T09:00:00Z")
    assert f"By post: reminded {late}" in person.ok("remind", "--days", "1", "--smtp")
    assert [len(server.box(each)) for each in (late, copy)] == [2, 1]
    person.ok("resend", "by-post", "--smtp")
    assert [len(server.box(each)) for each in (late, copy)] == [3, 2]


@pytest.mark.parametrize("answer", ["451 try later", "550 no such box", "554 refused"])
def test_the_server_refuses(answer: str, server: Post, players: list[Person]) -> None:
    """One clear line, and the letter can be sent once the server takes it."""
    server.answer = answer
    person = sender(players)
    line = person.fails(2, "send", "by-post", "--smtp")
    assert f"refused the e-mail: {answer[:3]}" in line
    server.answer = ""
    assert "sent to" in person.ok("send", "by-post", "--smtp")


def test_a_lost_reply_sends_nothing_twice(
    server: Post, players: list[Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server took the letter, its reply got lost: it counts as sent, and says how to send it again."""
    person = sender(players)
    real = smtplib.SMTP.send_message

    def lost(self: smtplib.SMTP, *arguments: object, **more: object) -> None:
        real(self, *arguments, **more)  # type: ignore[arg-type]
        raise smtplib.SMTPServerDisconnected("gone")

    monkeypatch.setattr(smtplib.SMTP, "send_message", lost)
    assert "khronos resend" in person.fails(2, "send", "by-post", "--smtp")
    monkeypatch.setattr(smtplib.SMTP, "send_message", real)
    assert "has already been sent to" in person.ok("send", "by-post", "--smtp")
    assert server.letters == 1


@pytest.mark.filterwarnings("ignore:Requiring AUTH")  # a login without TLS is all right on a loopback port
def test_a_login(post: Post, players: list[Person], monkeypatch: pytest.MonkeyPatch) -> None:
    """The password comes from a command or the environment; a wrong one is refused, and not shown."""
    controller = smtp_server(post, password="right horse")
    configure(monkeypatch, smtp_host="127.0.0.1", smtp_port=controller.port, smtp_security="none")
    configure(monkeypatch, smtp_user="anna", smtp_password_command="echo wrong horse")
    person = sender(players)
    try:
        line = person.fails(2, "send", "by-post", "--smtp")
        assert "refused the login" in line
        assert "horse" not in line
        configure(monkeypatch, smtp_password_command="false")
        assert "the command in the setting smtp_password_command failed" in person.fails(
            2, "send", "by-post", "--smtp"
        )
        configure(monkeypatch, smtp_password_command="echo right horse")
        person.ok("send", "by-post", "--smtp")
        configure(monkeypatch, smtp_password="wrong")
        person.fails(2, "resend", "by-post", "--smtp")
    finally:
        controller.stop()
    assert post.letters == 1


def test_no_server(players: list[Person], monkeypatch: pytest.MonkeyPatch) -> None:
    person = sender(players)
    assert "smtp_host is not set" in person.fails(2, "send", "by-post", "--smtp")
    configure(monkeypatch, smtp_host="127.0.0.1", smtp_port=free_port(), smtp_security="none")
    assert "cannot be reached" in person.fails(2, "send", "by-post", "--smtp")


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # smtplib's own socket
def test_a_server_without_safety(
    server: Post, players: list[Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    """TLS was asked for and is not there: nothing is sent in the open."""
    person = sender(players)
    for security in ("tls", "starttls"):
        configure(monkeypatch, smtp_security=security)
        person.fails(2, "send", "by-post", "--smtp")
    assert server.letters == 0


def test_a_server_that_goes_silent(players: list[Person], monkeypatch: pytest.MonkeyPatch) -> None:
    """The seconds of the timeout are counted by the program's own socket, a hundred times as fast here."""
    person, connect = sender(players), socket.create_connection
    waited = list[float]()

    def connected(address: tuple[str, int], timeout: float, *more: Any) -> socket.socket:
        waited.append(timeout)
        return connect(address, timeout / 100, *more)

    monkeypatch.setattr(socket, "create_connection", connected)
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        configure(
            monkeypatch,
            smtp_host="127.0.0.1",
            smtp_port=silent.getsockname()[1],
            smtp_security="none",
            timeout=1,
        )
        person.fails(2, "send", "by-post", "--smtp")
    assert waited == [1]


def test_imap(server: Post, players: list[Person], monkeypatch: pytest.MonkeyPatch) -> None:
    """New mail is fetched, taken in, and only then marked as read."""
    person = sender(players)
    person.ok("send", "by-post", "--smtp")
    other = next(each for each in players if each is not person and server.box(each.name).keys())
    with ImapServer(server.box(other.name)) as imap:
        configure(
            monkeypatch, imap_host="127.0.0.1", imap_port=imap.port, imap_security="none", imap_user="x"
        )
        configure(monkeypatch, imap_password="wrong")
        assert "refused the login" in other.fails(2, "receive", "--imap")
        configure(monkeypatch, imap_password="secret", imap_folder="Elsewhere")
        assert "no mailbox called Elsewhere" in other.fails(2, "receive", "--imap")
        configure(monkeypatch, imap_folder="INBOX")
        for command in ("SEARCH", "FETCH"):
            imap.breaks = command
            assert f"refused the command {command.lower()}" in other.fails(2, "receive", "--imap")
        imap.breaks = ""
        assert "block" in other.ok("receive", "--imap")
        assert imap.read == {1}
        assert "no game, offer or orders found" in other.fails(4, "receive", "--imap")


def test_config_says_why(people: list[Person], monkeypatch: pytest.MonkeyPatch) -> None:
    """Options before the environment before the file before defaults."""
    person = people[0]
    (person.home / "config.toml").write_text('smtp_host = "file.example"\nsmtp_port = 25\n', encoding="utf-8")
    monkeypatch.setenv("KHRONOS_SMTP_PORT", "26")
    values = json.loads(person.ok("config", "--json", "--config", "smtp_user=me"))["values"]
    assert values["smtp_host"]["value"] == "file.example"
    assert values["smtp_port"] == {"value": "26", "source": "KHRONOS_SMTP_PORT"}
    assert values["smtp_user"]["source"] == "--config"
    assert values["imap_port"]["source"] == "default"
    assert "smtp_host = 'file.example'" in person.ok("config")
    for wrong in ("password=x", "smtp_port=many", "smtp_security=maybe", "nonsense"):
        person.fails(2, "config", "--config", wrong)
    (person.home / "config.toml").write_text("[smtp]\n", encoding="utf-8")
    person.fails(2, "config")
    assert read_config.__doc__


def test_an_invitation_and_unknown_keys(server: Post, people: list[Person], tmp_path: Path) -> None:
    """The first letter goes to whom it is said; a key that is not the known one cannot be overlooked."""
    alice, bob, carol = people
    file = str(tmp_path / "ours.khronos")
    alice.ok("new", file, "--colour", "red", "--seats", "2", "--title", "Invited")
    assert "give the address of the player you want to invite" in alice.fails(2, "send", file)
    assert "you have no contact called dora" in alice.fails(2, "send", file, "--to", "dora")
    alice.ok("send", file, "--to", "bob", "--smtp")
    code, _, err = bob.run("receive", str(server.folder / "bob"))
    assert code == 0
    assert "alice (red) joined with a public key you do not know" in err
    bob.ok("join", "invited", "--colour", "blue")
    bob.ok("send", "invited", "--smtp")
    alice.ok("contacts", "add", "bob", "bob@example.org")
    code, _, err = alice.run("receive", str(server.folder / "alice"))
    assert code == 0
    assert "bob (blue) joined with a public key you do not know" in err
    known = (alice.home / "contacts.toml").read_text(encoding="utf-8")
    fake = json.loads(carol.ok("keygen", "other", "--json"))["public"]
    lines = [f"key = '{fake}'" if line.startswith("key =") else line for line in known.splitlines()]
    (carol.home / "contacts.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    code, _, err = carol.run("receive", str(bob.file))
    assert "WARNING: the public key of bob (blue) is not the one in your contacts!" in err


def test_contacts_on_the_command_line(players: list[Person]) -> None:
    alice = players[0]
    words = alice.ok("contacts", "add", "bob", "bob@example.org", "--from", "by-post").split()[-1]
    assert words.count("-") == 7
    assert words in alice.ok("contacts", "list")
    assert f"bob (blue) has the same public key as in your contacts: {words}" in alice.ok(
        "contacts", "check", "by-post"
    )
    assert "is not an e-mail address" in alice.fails(2, "contacts", "add", "x", "not an address")
