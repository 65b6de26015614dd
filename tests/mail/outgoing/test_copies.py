"""News for all: whether the other players get a copy of a letter, and who is told that one is missing."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from tests.mail.letterbox import parsed
from tests.mail.outgoing.test_smtp import Writer
from tests.support.chance import without_chance

ALICE, BOB, CAROL = "alice@example.org", "bob@example.org", "carol@example.org"
COLOURS = {"alice": "red", "bob": "blue", "carol": "green"}


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three people who know each other's addresses; all have joined, and alice has to send a share."""
    folder = tmp_path_factory.mktemp("copies")
    people = [Writer(name, folder / name) for name in COLOURS]
    with without_chance("copies"):
        for person in people:
            person.ok("keygen", person.name)
            for other in people:
                if other is not person:
                    person.contact(other.name)
        people[0].ok("new", "game.khronos", "--colour", "red", "--seats", "3", "--title", "Ours")
        for before, person in pairwise(people):
            before.hand_to(person)
            person.ok("join", "game.khronos", "--colour", COLOURS[person.name])
        for person in people[:2]:
            person.ok("receive", str(people[2].save))
    return folder


@pytest.fixture
def people(begun: Path, tmp_path: Path) -> Iterator[list[Writer]]:
    shutil.copytree(begun, tmp_path / "people")
    with without_chance("more copies"):
        yield [Writer(name, tmp_path / "people" / name) for name in COLOURS]


def written(person: Writer) -> list[tuple[str, str | None]]:
    """To whom the letters in an outbox are, and who gets a copy."""
    letters = [parsed(path.read_bytes()) for path in sorted(person.outbox.glob("*.eml"))]
    return [(str(each["To"]), each["Cc"] and str(each["Cc"])) for each in letters]


def addressed(person: Writer, *options: str, **environment: str) -> tuple[str, list[str]]:
    """To whom `send` writes, and who gets a copy."""
    done = person.ok("send", "game.khronos", "-o", "x.eml", "--force", "--json", *options, **environment)
    mail = parsed((person.folder / "x.eml").read_bytes())
    assert done.json["to"] == mail["To"]
    assert done.json["copies"] == (mail["Cc"].split(", ") if mail["Cc"] else [])
    return mail["To"], done.json["copies"]


# --- the setting ------------------------------------------------------------------------------------------


def test_all_others_get_a_copy(people: list[Writer]) -> None:
    *_, carol = people
    assert addressed(carol) == (ALICE, [BOB])
    done = carol.ok("send", "game.khronos")
    assert f"an e-mail to {ALICE}, with a copy to {BOB}: [khronos] Ours" in done.out
    assert f"&cc={BOB.replace('@', '%40')}&" in done.out


def test_one_setting_and_what_comes_before_it(people: list[Writer]) -> None:
    """The command line comes before the game, and the game before the settings."""
    *_, carol = people
    for copies, cc in (("all", [BOB]), ("none", [])):
        carol.ok("config", "copies", copies)
        assert addressed(carol) == (ALICE, cc)
    assert addressed(carol, KHRONOS_COPIES="all") == (ALICE, [BOB])
    carol.ok("config", "copies", "all", "--in", "game.khronos")
    assert addressed(carol, KHRONOS_COPIES="none") == (ALICE, [BOB])
    assert addressed(carol, "--no-copies") == (ALICE, [])
    assert addressed(carol, "--config", "copies=none") == (ALICE, [])
    assert addressed(carol, "--config", "copies=none", "--copies") == (ALICE, [BOB])
    carol.ok("config", "--unset", "copies", "--in", "game.khronos")
    assert addressed(carol) == (ALICE, [])
    shown = carol.ok("config", "copies", "--in", "game.khronos", "--json").json
    assert shown == {
        "game": "Ours",
        "values": {"copies": {"value": "none", "source": str(carol.folder / "config.toml")}},
    }


def test_the_setting_of_a_game_is_for_this_game_only(people: list[Writer]) -> None:
    *_, carol = people
    assert carol.ok("config", "copies", "none", "--in", "ours").out == "Ours: copies = 'none'\n"
    assert carol.ok("config", "--in", "ours").out == "copies = 'none'   # Ours\n"
    assert carol.ok("config", "copies").out == "copies = 'all'   # default\n"
    carol.ok("new", "other.khronos", "--colour", "red", "--seats", "3", "--title", "Theirs")
    assert carol.ok("config", "--in", "theirs").out == "copies = 'all'   # default\n"
    assert not (carol.folder / "config.toml").exists()


def test_what_a_game_cannot_set(people: list[Writer]) -> None:
    *_, carol = people
    assert "applies to all games and cannot be set for just one" in carol.fails(
        2, "config", "timeout", "9", "--in", "ours"
    )
    assert "choose from all, none" in carol.fails(2, "config", "copies", "some", "--in", "ours")
    assert "choose from all, none" in carol.fails(2, "config", "copies", "some")
    assert "no game in your library is called nothing" in carol.fails(2, "config", "--in", "nothing")
    assert "is not set in Ours" in carol.fails(4, "config", "--unset", "copies", "--in", "ours")
    carol.fails(2, "config", "copies", "--unset", "copies", "--in", "ours")
    (carol.folder / "x.khronos").write_text("nonsense", encoding="utf-8")
    carol.fails(5, "config", "copies", "none", "--in", "x.khronos")


def test_a_letter_keeps_the_setting_of_its_game(people: list[Writer]) -> None:
    """The setting stands beside the addresses of the game's letters, which each letter writes anew."""
    *_, carol = people
    carol.ok("config", "copies", "none", "--in", "ours")
    for _ in range(2):
        assert addressed(carol) == (ALICE, [])
    (kept,) = (carol.home / "letters").iterdir()
    kept.write_text(kept.read_text(encoding="utf-8").replace('"none"', '"some"'), encoding="utf-8")
    assert addressed(carol) == (ALICE, [BOB])


def test_who_is_named_gets_the_letter_alone(people: list[Writer]) -> None:
    *_, carol = people
    assert addressed(carol, "--to", "dave@example.org") == ("dave@example.org", [])
    assert addressed(carol, "--to", "dave@example.org", "--copies") == (f"{ALICE}, dave@example.org", [BOB])


def test_copies_go_only_with_a_letter(people: list[Writer]) -> None:
    *_, carol = people
    for option in ("--copies", "--no-copies"):
        line = carol.fails(2, "assist", "game.khronos", option)
        assert f"{option} works only with --send — add --send" in line


# --- every way a letter leaves ----------------------------------------------------------------------------


WAYS: dict[str, Callable[[Writer], tuple[str, ...]]] = {
    "assist": lambda _: ("assist", "ours", "--send"),
    "next": lambda _: ("next", "--send"),
    "receive": lambda carol: ("receive", str(carol.save), "--assist", "--send"),
}


@pytest.mark.parametrize("way", WAYS)
def test_however_a_share_leaves(way: str, people: list[Writer], tmp_path: Path) -> None:
    alice, _, carol = people
    shutil.copytree(alice.folder, tmp_path / "twin")
    twin = Writer("alice", tmp_path / "twin")
    alice.run(*WAYS[way](carol))
    twin.run(*WAYS[way](carol), "--config", "copies=none")
    assert (written(alice), written(twin)) == ([(BOB, CAROL)], [(BOB, None)])


def test_a_share_that_was_not_sent_leaves_with_its_copies(people: list[Writer]) -> None:
    """By the next `next`, and by the line that it prints."""
    alice, *_ = people
    alice.ok("assist", "ours")
    assert alice.run("next").err.splitlines()[-1].endswith("to send it: khronos send ours")
    alice.run("next", "--send")
    assert written(alice) == [(BOB, CAROL)]


def test_those_who_join_write_to_all_whatever_is_set(tmp_path: Path) -> None:
    """Else nobody learns the address of a new player; only --no-copies is stronger."""
    alice, bob, carol = (Writer(name, tmp_path / name) for name in COLOURS)
    for person in (alice, bob, carol):
        person.ok("keygen", person.name)
        person.ok("config", "copies", "none")
    to = ("--to", BOB, "--to", CAROL)
    alice.ok("new", "--colour", "red", "--seats", "3", "--title", "Ours", "--send", *to)
    (first,) = alice.outbox.iterdir()
    shutil.copytree(bob.folder, tmp_path / "quiet")
    back = ("--to", ALICE, "--to", CAROL)
    bob.ok("join", str(first), "--colour", "blue", "--send", *back)
    assert written(bob) == [(f"{ALICE}, {CAROL}", None)]
    bob.contact("alice", "--from", "ours")
    shutil.copy(next(bob.outbox.iterdir()), carol.folder / "in.eml")
    carol.contact("bob")
    carol.contact("alice")
    carol.ok("join", "in.eml", "--colour", "green", "--send")
    assert written(carol) == [(ALICE, BOB)]
    quiet = Writer("bob", tmp_path / "quiet")
    quiet.contact("alice")
    quiet.ok("join", str(first), "--colour", "blue", "--send", "--no-copies", "--to", CAROL)
    assert written(quiet) == [(CAROL, None)]


# --- to whom ----------------------------------------------------------------------------------------------


def test_a_missing_copy_is_told_once(people: list[Writer]) -> None:
    """It does not keep a turn from leaving; who asks for copies is told each time."""
    *_, carol = people
    lines = (carol.home / "contacts.toml").read_text(encoding="utf-8").split("[[contact]]")
    kept = [part for part in lines if 'name = "bob"' not in part]
    (carol.home / "contacts.toml").write_text("[[contact]]".join(kept), encoding="utf-8")
    told = "the address of blue (bob) is unknown; to send the e-mail to this player too, type khronos send "
    assert told in carol.ok("send", "ours").out
    assert told not in carol.ok("send", "ours").out
    assert carol.ok("send", "ours", "--json").json["missing"] == ["blue (bob)"]
    for _ in range(2):
        assert told in carol.ok("send", "ours", "--copies").out
    assert carol.ok("send", "ours", "--no-copies", "--json").json["missing"] == []
    carol.ok("send", "ours", "--to", BOB)
    assert addressed(carol) == (ALICE, [BOB])


def test_without_the_address_of_the_player_to_move(people: list[Writer]) -> None:
    """The command that is told sends the copies too."""
    alice, *_ = people
    (alice.home / "contacts.toml").write_text(f'[[contact]]\nname = "carol"\naddress = "{CAROL}"\n')
    failed = alice.fails(2, "assist", "ours", "--send")
    assert failed.rstrip().endswith("to send it: khronos send ours --copies --to ADDRESS")
    assert alice.fails(2, "send", "ours").rstrip().endswith("— khronos send ours --copies --to ADDRESS")
    assert alice.fails(2, "send", "ours", "--no-copies").rstrip().endswith("— khronos send ours --to ADDRESS")
    alice.ok("send", "ours", "--copies", "--to", BOB)
    assert written(alice) == [(BOB, CAROL)]


def test_letter_case_makes_no_second_address(people: list[Writer]) -> None:
    *_, carol = people
    carol.ok("contacts", "add", "bob", "ALICE@example.org")
    assert addressed(carol) == (ALICE, [])
    carol.ok("contacts", "add", "bob", "CAROL@example.org")
    assert addressed(carol) == (ALICE, [])


def test_your_own_bot_needs_no_letter(tmp_path: Path) -> None:
    """Neither it nor you are told to be without an address, whoever of you has played."""
    alice, bob, _ = (Writer(name, tmp_path / name) for name in COLOURS)
    with without_chance("a bot"):
        alice.ok("keygen", "alice")
        alice.ok("keygen", "marvin", "--bot")
        bob.ok("keygen", "bob")
        alice.contact("bob")
        alice.ok("new", "game.khronos", "--colour", "red", "--seats", "3", "--title", "Ours")
        alice.hand_to(bob)
        bob.ok("join", "game.khronos", "--colour", "blue")
        bob.hand_to(alice)
        alice.ok("bot", "game.khronos", "--as", "marvin", "--strength", "easy", "--colour", "green", "--send")
        assert written(alice) == []
        told = alice.ok("assist", "game.khronos", "--send")
    assert "address" not in told.out + told.err
    assert written(alice) == [(BOB, None)]
