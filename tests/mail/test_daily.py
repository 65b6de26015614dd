"""`next`: the daily round in one command, and how few commands and letters a game needs."""

from __future__ import annotations

import json
import shlex
import shutil
from dataclasses import dataclass, field
from email import message_from_bytes
from email.policy import default
from pathlib import Path
from random import Random

import pytest

from khronos_pbem.record.block import ASSIST
from khronos_pbem.record.save import parse_save
from khronos_pbem.session.bots.bot_turn import quick_orders
from khronos_pbem.session.context import Context
from khronos_pbem.session.replay.open_save import open_for_play
from khronos_pbem.session.replay.table import waiting
from tests.support.chance import without_chance
from tests.support.playing import COLOURS, NAMES, Group, no_passphrase
from tests.support.shell import Person, Result


@dataclass
class Postman:
    """Three people who write to each other; all commands and letters are counted."""

    folder: Path
    commands: int = 0
    letters: int = 0
    said: list[str] = field(default_factory=list)

    def person(self, name: str) -> Person:
        (self.folder / name / "box").mkdir(parents=True, exist_ok=True)
        return Person(name, self.folder / name)

    def run(self, name: str, *arguments: str) -> Result:
        """A command of somebody whose mailbox is configured, and nothing else."""
        self.commands += 1
        person = self.person(name)
        own = {"KHRONOS_ADDRESS": f"{name}@example.org", "KHRONOS_MAILBOXES": str(person.folder / "box")}
        return person.run(*arguments, **own, KHRONOS_CONFIG=str(person.folder / "none"))

    def hand_over(self, name: str) -> None:
        """Bring what somebody has written to those it is for."""
        for path in self.person(name).outbox.glob("*.eml"):
            self.letters += 1
            mail = message_from_bytes(path.read_bytes(), policy=default)
            for each in (mail["To"], mail["Cc"]):
                for address in each.addresses if each is not None else ():
                    box = self.person(address.username).folder / "box"
                    shutil.copy(path, box / f"{self.letters}.eml")
            path.unlink()

    def library(self, name: str) -> Path:
        (path,) = (self.person(name).home / "library").glob("*.khronos")
        return path

    def awaited(self, name: str) -> tuple[str, str]:
        """Whom the game waits for, and for what, as somebody has it."""
        table = open_for_play(self.library(name), self.person(name).home, rewind=False).table
        now = waiting(table)
        assert now is not None
        return ("" if now.seat is None else table.seats[now.seat].name), now.need


def set_up(post: Postman) -> str:
    """A game of three, until somebody is shown that it is his turn; who."""
    for name in NAMES[:3]:
        post.run(name, "keygen", name)
    invited = ("--to", "bob@example.org", "--to", "carol@example.org")
    post.run("alice", "new", "--colour", "red", "--seats", "3", "--title", "Ours", "--send", *invited)
    post.hand_over("alice")
    post.run("bob", "join", "box", "--colour", "blue", "--send", "--to", "carol@example.org", "--yes")
    post.hand_over("bob")
    post.run("carol", "join", "box", "--colour", "green", "--send", "--yes")
    post.hand_over("carol")
    post.run("alice", "next", "--send", "--yes")
    post.hand_over("alice")
    return "bob"


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Postman:
    """The game once all have joined, and bob has the letter by which he pays."""
    post = Postman(tmp_path_factory.mktemp("post"))
    with without_chance("the daily round"):
        set_up(post)
    return post


@pytest.fixture
def post(begun: Postman, tmp_path: Path) -> Postman:
    shutil.copytree(begun.folder, tmp_path / "post")
    return Postman(tmp_path / "post", begun.commands, begun.letters)


def test_setting_up_takes_nine_commands_and_four_letters(post: Postman) -> None:
    """Keys included: DECK 7 asks for a lap of joins and a lap of debts, which are four letters between three.

    Bob's payment is the end of it; the letter that leaves with it is the first of the game, for the starter.
    Until he reads his hand there are never fewer than four, and if the last to join begins never fewer than
    five: each shuffles upon what the one before has shuffled, and the others' shares come after the last
    shuffle, else he could choose his among hands that he can read already (DECK 1, P1). Who begins is not
    known before all have shared (DECK 3), so only where that is bob does he play at once, by the fourth.
    """
    assert post.letters == 4
    done = post.run("bob", "next", "--send", "--yes", "--json")
    starter, need = post.awaited("bob")
    assert need == "turn"
    assert [each["title"] for each in done.json["paid"]] == ["Ours"]
    post.hand_over("bob")
    shown = post.run(starter, "next", "--send", "--yes", "--json")
    assert shown.code == 0, shown.err
    assert shown.json["game"]["mine"]["hand"]
    assert post.commands <= 9


def test_a_turn_by_mail_is_two_commands(post: Postman) -> None:
    """Over a whole lap and more, addresses learnt on the way: `next`, and the line that it says to type."""
    random = Random(1)
    post.run("bob", "next", "--send", "--yes")
    post.hand_over("bob")
    turns, payments, post.commands = 0, 0, 0
    mover, need = post.awaited("bob")
    while turns < 4:
        shown = post.run(mover, "next", "--send", "--yes", "--json")
        post.hand_over(mover)
        if need == ASSIST:
            payments += 1
        else:
            assert shown.code == 0, shown.err
            played = post.run(
                mover, *shlex.split(filled(post, mover, shown.json["game"]["command"], random))[1:]
            )
            assert played.code == 0, played.err
            post.hand_over(mover)
            turns += need == "turn"
        mover, need = post.awaited(mover)
    assert post.commands <= 2 * turns + payments
    assert {name for name, _ in (post.awaited(name) for name in NAMES[:3])}


def filled(post: Postman, name: str, command: str, random: Random) -> str:
    """The command with the orders of this player in it."""
    context = Context(post.person(name).home, no_passphrase, "2026-11-21T09:00:00Z", name)
    table = open_for_play(post.library(name), context.home, rewind=False).table
    orders = "; ".join(quick_orders(table, context, random))
    assert command == "khronos play ours -c '…' --send" or "…" not in command
    return command.replace("'…'", shlex.quote(orders))


def test_nothing_waits(post: Postman) -> None:
    """One line that names whom the game waits for, and exit code 4, in a document too."""
    done = post.run("carol", "next")
    assert done.code == 4
    assert done.err.splitlines()[-1].startswith("khronos: no game is waiting for you")
    assert done.err.rstrip().endswith("Ours is waiting for bob (blue)")
    told = post.run("carol", "next", "--json")
    assert told.code == told.json["exit"] == 4
    assert told.json["game"] is None
    assert [(each["title"], each["colour"]) for each in told.json["waiting"]] == [("Ours", "blue")]


def test_an_empty_library(tmp_path: Path) -> None:
    post = Postman(tmp_path)
    post.run("alice", "keygen", "alice")
    assert "no games" in post.run("alice", "next").err
    assert post.run("alice", "next").code == 4


def test_what_is_not_sent_is_sent_by_the_next_round(post: Postman) -> None:
    """A payment whose letter found no way leaves as soon as there is one."""
    contacts = post.person("bob").home / "contacts.toml"
    known = contacts.read_text(encoding="utf-8")
    contacts.unlink()
    shutil.rmtree(contacts.parent / "letters")  # what letters were told to go to
    failed = post.run("bob", "next", "--send")
    assert post.awaited("bob")[0] != "bob", "name the game otherwise: its starter is who pays last"
    assert failed.code == 2, failed.err
    assert "the e-mail was not sent" in failed.err
    told = post.run("bob", "next")
    assert "your block 4 has not been sent yet" in told.err
    contacts.write_text(known, encoding="utf-8")
    post.run("bob", "next", "--send", "--yes")
    before = post.letters
    post.hand_over("bob")
    assert post.letters == before + 1
    assert "not left" not in post.run("bob", "next").err


@pytest.fixture(scope="module")
def group(tmp_path_factory: pytest.TempPathFactory) -> Group:
    """A game of two in which somebody has to take a turn that is not his first."""
    group = Group(tmp_path_factory.mktemp("game"), 2, 3)
    group.start("By turns")
    group.play(4)
    group.step(lambda table, context, random: ['message "good luck"', *quick_orders(table, context, random)])
    while (now := waiting(group.table())) is not None and now.need == ASSIST:
        group.step()
    return group


def mover(group: Group, folder: Path) -> Person:
    """Whoever has to move, with the game in the library."""
    now = waiting(group.table())
    assert now is not None
    assert now.seat is not None
    person = Person(NAMES[now.seat], folder / "mover")
    shutil.copytree(group.home(person.name), person.home)
    assert person.run("receive", str(group.save)).code == 0
    return person


def asked(person: Person, *arguments: str, **more: str) -> Result:
    return person.run("next", *arguments, KHRONOS_CONFIG=str(person.folder / "none"), **more)


def test_it_shows_what_happened_since_my_last_turn(group: Group, tmp_path: Path) -> None:
    """The other's turn with his message, the own hand, the line to type; older blocks are not told again."""
    person = mover(group, tmp_path)
    done = asked(person)
    assert done.code == 0, done.err
    assert "says: good luck" in done.out
    assert "hand:" in done.out
    assert "takes seat" not in done.out
    assert "Type: khronos play by-turns -c '…' --send" in done.out
    game = asked(person, "--json").json["game"]
    assert [each["text"] for each in game["messages"]] == ["good luck"]
    assert {each["name"] for each in game["since"]} == set(NAMES[:2]) - {person.name}


def test_it_never_plays(group: Group, tmp_path: Path) -> None:
    """Orders in a letter are shown with the command that plays them."""
    person = mover(group, tmp_path)
    table = group.table()
    lines = [
        f"-----BEGIN KHRONOS ORDERS {table.header.id} {table.seq}-----",
        "end",
        "-----END KHRONOS ORDERS-----",
    ]
    (person.folder / "box").mkdir()
    (person.folder / "box" / "in.eml").write_text("\n".join(["Subject: x", "", *lines, ""]), encoding="utf-8")
    (file,) = (person.home / "library").glob("*.khronos")
    before = file.read_bytes()
    done = asked(person, "--json", KHRONOS_MAILBOXES="box")
    assert file.read_bytes() == before
    (draft,) = done.json["game"]["drafts"]
    assert draft["orders"] == ["end"]
    assert shlex.split(draft["command"])[:3] == ["khronos", "play", "by-turns"]
    assert "Anyone may have written them:" in asked(person).out


def test_those_who_wait_longest_come_first_and_debts_last(group: Group, tmp_path: Path) -> None:
    """Of two games that wait, the older; one that only waits for players to join comes after both."""
    person = mover(group, tmp_path)
    later = Group(tmp_path / "later", 2, 3, minutes=group.minutes + 500)
    shutil.rmtree(later.folder / "homes")
    shutil.copytree(group.folder / "homes", later.folder / "homes")
    later.start("Another")
    while (now := waiting(later.table())) is not None and (
        now.need == ASSIST or now.seat is None or NAMES[now.seat] != person.name
    ):
        later.step()
    stranger = Person("stranger", tmp_path / "stranger")
    stranger.ok("keygen", "stranger")
    stranger.ok("new", "game.khronos", "--colour", "red", "--seats", "2", "--title", "Invited")
    for path in (later.save, stranger.save):
        assert person.run("receive", str(path)).code == 0
    shown = asked(person, "--json").json
    assert shown["game"]["title"] == "By turns"
    assert (shown["mine"], shown["others"]) == (3, 2)
    assert "2 other games are waiting for you" in asked(person).out
    one = asked(person, "another", "--json").json
    assert (one["game"]["title"], one["others"]) == ("Another", 0)
    invited = asked(person, "invited").out
    assert "Type: khronos join invited --colour blue --send" in invited


def test_a_game_that_does_not_wait(group: Group, tmp_path: Path) -> None:
    person = mover(group, tmp_path)
    other = Person("other", tmp_path / "other")
    other.ok("keygen", "other")
    other.ok("new", "game.khronos", "--colour", "red", "--seats", "2", "--title", "Theirs")
    assert person.run("receive", str(other.save)).code == 0
    assert asked(other, "theirs").code == 4
    assert asked(other, "nowhere").code == 2


def test_a_way_in_that_is_closed_hides_no_game(group: Group, tmp_path: Path) -> None:
    """What is told is what could not be looked into; without a game to show that is how it ends."""
    person = mover(group, tmp_path)
    done = asked(person, KHRONOS_MAILBOXES="nowhere")
    assert done.code == 0
    assert "nowhere" in done.err
    alone = Person("alone", tmp_path / "alone")
    alone.ok("keygen", "alone")
    assert asked(alone, KHRONOS_MAILBOXES="nowhere").code == 2


def test_a_shared_folder_is_played_in(group: Group, tmp_path: Path) -> None:
    """There the file is the letter: the line to type leads to it, and sends nothing."""
    person = mover(group, tmp_path)
    (person.folder / "shared").mkdir()
    shutil.copy(group.save, person.folder / "shared" / "ours.khronos")
    shown = asked(person, "--json", KHRONOS_FOLDERS=str(person.folder / "shared"))
    assert shown.json["mine"] == 1
    command = shown.json["game"]["command"]
    assert command == "khronos play by-turns -c '…'"
    played = person.ok(
        "play", "by-turns", "-c", "end", "--yes", KHRONOS_FOLDERS=str(person.folder / "shared")
    )
    assert f"wrote {person.folder / 'shared' / 'ours.khronos'}" in played.out


def test_a_shared_folder_is_paid_in(tmp_path: Path) -> None:
    group = Group(tmp_path / "game", 3, 1)
    group.start("Shared")
    now = waiting(group.table())
    assert now is not None
    assert now.need == ASSIST
    assert now.seat is not None
    payer = Person(NAMES[now.seat], tmp_path / "payer")
    shutil.copytree(group.home(payer.name), payer.home)
    (payer.folder / "shared").mkdir()
    copy = payer.folder / "shared" / "ours.khronos"
    shutil.copy(group.save, copy)
    before = len(parse_save(copy.read_bytes()).blocks)
    asked(payer, KHRONOS_FOLDERS="shared:nowhere")
    assert len(parse_save(copy.read_bytes()).blocks) == before + 1


def test_a_hook_is_called_for_what_came_in(group: Group, tmp_path: Path) -> None:
    """Once for each move that has become mine, not each time it is looked at."""
    now = waiting(group.table())
    assert now is not None
    assert now.seat is not None
    person = Person(NAMES[now.seat], tmp_path / "mover")
    shutil.copytree(group.home(person.name), person.home)
    script = person.folder / "hook.sh"
    script.write_text('#!/bin/sh\necho "$1" >> "$(dirname "$0")/called"\n', encoding="utf-8")
    script.chmod(0o755)
    (person.folder / "box").mkdir()
    shutil.copy(group.save, person.folder / "box")
    for _ in range(2):
        assert asked(person, "--hook", str(script), KHRONOS_MAILBOXES="box").code == 0
    (file,) = (person.home / "library").glob("*.khronos")
    assert (person.folder / "called").read_text(encoding="utf-8") == f"{file}\n"


def test_two_identities_are_told_apart(group: Group, tmp_path: Path) -> None:
    """The line to type names who plays where the keyring holds several."""
    person = mover(group, tmp_path)
    person.ok("keygen", "spare")
    assert asked(person, "--json").json["game"]["command"].endswith(f"--as {person.name} --send")
    assert asked(person, "--as", "spare").code == 4
    assert json.loads(asked(person, "--as", person.name, "--json").out)["game"]["title"] == "By turns"


def test_two_histories_are_told(group: Group, tmp_path: Path) -> None:
    """A game that waits for a choice between two histories is no move, and is not passed over in silence."""
    person = mover(group, tmp_path)
    assert COLOURS[0] in asked(person).out
    fork = Group(tmp_path / "fork", 2, 3)
    shutil.rmtree(fork.folder / "homes")
    shutil.copytree(group.folder / "homes", fork.folder / "homes")
    shutil.copy(group.save, fork.save)
    table = group.table()
    now = waiting(table)
    assert now is not None
    assert now.seat is not None
    fork.step(lambda *_: ["end"])
    first = fork.save.read_bytes()
    shutil.copy(group.save, fork.save)
    shutil.rmtree(fork.home(NAMES[now.seat]))
    shutil.copytree(group.home(NAMES[now.seat]), fork.home(NAMES[now.seat]))
    fork.step(lambda *_: ['message "other"', "end"])
    (person.folder / "first.khronos").write_bytes(first)
    other = Person("x", tmp_path / "x")
    shutil.copytree(group.home(NAMES[1 - now.seat]), other.home)
    other.run("receive", str(person.folder / "first.khronos"))
    other.run("receive", str(fork.save))
    told = asked(other)
    assert "two versions of this game" in told.err


def test_a_game_that_cannot_be_opened_hides_no_other(group: Group, tmp_path: Path) -> None:
    """What was seen of one game is damaged: that is told, and the next one is shown."""
    person = mover(group, tmp_path)
    stranger = Person("stranger", tmp_path / "stranger")
    stranger.ok("keygen", "stranger")
    stranger.ok("new", "game.khronos", "--colour", "red", "--seats", "2", "--title", "Invited")
    assert person.run("receive", str(stranger.save)).code == 0
    (seen,) = (path for path in (person.home / "games").glob("*.khronos") if b"By turns" in path.read_bytes())
    seen.write_bytes(b"# AAAA\n" + seen.read_bytes()[:40])
    done = asked(person)
    assert "Type: khronos join invited" in done.out, done.err
    assert "cannot be read" in done.err


def test_a_locked_identity_keeps_no_game_from_being_shown(tmp_path: Path) -> None:
    """Where nobody can be asked for the passphrase the game is shown as the public sees it, and why."""
    person, other = Person("alice", tmp_path / "alice"), Person("bob", tmp_path / "bob")
    person.ok("keygen", "alice", "--passphrase", KHRONOS_PASSPHRASE="x")
    other.ok("keygen", "bob")
    new = ("new", "game.khronos", "--colour", "red", "--seats", "2", "--title", "Ours")
    person.ok(*new, KHRONOS_PASSPHRASE="x")
    person.hand_to(other)
    other.ok("join", "game.khronos", "--colour", "blue")
    assert person.run("receive", str(other.save)).code == 0
    done = asked(person)
    assert "Type: khronos assist ours --send" in done.out, done.err
    assert "locked with a passphrase" in done.err
    assert done.code == 2
    assert asked(person, KHRONOS_PASSPHRASE="x").code in (0, 4)


def test_a_folder_that_is_watched_is_where_a_game_goes_on(group: Group, tmp_path: Path) -> None:
    """Told nothing of it, `next` has the file played that the others get, not the copy in the library."""
    person = mover(group, tmp_path)
    shared = person.folder / "shared" / "ours.khronos"
    shared.parent.mkdir()
    shutil.copy(group.save, shared)
    person.ok("watch", "shared", "--once")
    for game in ((), ("by-turns",)):
        shown = asked(person, *game, "--json").json
        assert shown["mine"] == 1
        assert (shown["game"]["file"], shown["game"]["command"]) == (
            str(shared),
            "khronos play by-turns -c '…'",
        )
    shutil.rmtree(shared.parent)
    gone = asked(person, "--json").json
    assert gone["game"]["command"] == "khronos play by-turns -c '…' --send"
    assert [each["state"] for each in gone["news"]] == []
