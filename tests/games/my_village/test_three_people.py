"""Three people with a home each play My Village through processes, and look at what they have."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from khronos_pbem.languages import LANGUAGES
from khronos_pbem.record.save import parse_save
from khronos_pbem.session.bots.bot_turn import quick_orders
from khronos_pbem.session.context import Context
from khronos_pbem.session.replay.open_save import open_for_play
from tests.archive.games import VILLAGES, knowing, opened
from tests.mail.letterbox import attached, letter_in, page_of, text_of
from tests.support.chance import without_chance
from tests.support.playing import no_passphrase
from tests.support.shell import ROOT, Person, Result

MIDDLE = ROOT / "sample_games" / "my-village-middle"
GONE = next(path for path in VILLAGES if path.stem.endswith("gone"))
COLOURS = ("red", "yellow", "green")
STRANGE = ("ecu", "\u00e9cu", "Might", "Faith", "Reason", "Macht", "Glaube", "Vernunft")
"""Words of the other game, which nobody who plays this one may meet."""


def test_a_whole_game_through_processes(tmp_path: Path) -> None:
    """VILLAGE 10.1: an agreed round, the file going from hand to hand; all three come to the same end.

    What everybody does first goes through a process, and so does the first block of each kind.
    """
    group = [Person(name, tmp_path / name) for name in ("alice", "bob", "carol")]
    with without_chance("three in a village"):
        for person in group:
            person.ok("keygen", person.name)
        new = ("new", "game.khronos", "--game", "my-village", "--seats", "3", "--rounds", "1")
        assert group[0].process(*new, "--colour", COLOURS[0]).code == 0
        for before, person, colour in zip(group, group[1:], COLOURS[1:], strict=False):
            before.hand_to(person)
            assert person.process("join", "game.khronos", "--colour", colour).code == 0
    group[-1].hand_to(group[0])
    group[-1].hand_to(group[1])
    kinds = list[str]()
    while (waiting := group[0].ok("status", "game.khronos", "--json").json["waiting_for"]) is not None:
        person = group[COLOURS.index(waiting["colour"])]
        need = waiting["for"]
        done = moved(person, need, person.run if need in kinds else person.process)
        assert done.code == 0, done.err
        for other in group:
            if other is not person:
                person.hand_to(other)
        kinds.append(need)
    assert len(kinds) >= 5
    first, *others = group
    verdicts = [first.process("verify", "game.khronos", "--json").json]
    verdicts += [person.ok("verify", "game.khronos", "--json").json for person in others]
    assert verdicts[0] == verdicts[1] == verdicts[2]
    assert verdicts[0]["valid"] is True
    assert verdicts[0]["winners"]


def moved(person: Person, need: str, run: Callable[..., Result]) -> Result:
    """What whoever is awaited does, run so."""
    if need == "assist":
        return run("assist", "game.khronos")
    table = open_for_play(person.save, person.home, rewind=False).table
    context = Context(person.home, no_passphrase, "2026-11-21T09:00:00Z", person.name)
    return run("play", "game.khronos", "-", stdin="\n".join(quick_orders(table, context, Random(1))))


@pytest.fixture
def bob(tmp_path: Path) -> Person:
    """Whoever has to act in the game in the middle."""
    somebody = Person("bob", tmp_path)
    shutil.copytree(MIDDLE / "keyring", somebody.home)
    shutil.copy(MIDDLE / "game.khronos", somebody.save)
    shutil.copy(MIDDLE / "turn.txt", tmp_path / "turn.txt")
    return somebody


LOOKS = [["status"], ["show"], ["show", "--plain"], ["log"], ["verify"], ["moves"], ["check"]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_way_to_look_speaks_of_this_game(language: str, bob: Person) -> None:
    """In all languages, and nowhere in words of the other game."""
    for command, *more in LOOKS:
        turn = ["turn.txt"] if command == "check" else []
        out = bob.ok(command, "game.khronos", *turn, *more, "--lang", language).out
        assert out
        assert not [word for word in STRANGE if word in out], (command, out)
    letter = letter_in(opened(MIDDLE / "game.khronos"), language)
    for text in (text_of(letter), page_of(letter)):
        assert not [word for word in STRANGE if word in text]
    assert attached(letter)[1]


def test_nobody_is_told_of_a_hand_where_no_cards_are_held(bob: Person) -> None:
    """VILLAGE 1.1: nothing is known to one player only."""
    told = bob.ok("status", "game.khronos").out
    assert "You play yellow.\n" in told
    assert "hand" not in told


def test_a_turn_is_taken_back(bob: Person) -> None:
    """To the same game; the sample's boards, which are comments, were drawn when it was made."""
    game = parse_save(bob.save.read_bytes())
    found = list[bytes]()
    for _ in range(2):
        bob.ok("play", "game.khronos", "turn.txt")
        assert parse_save(bob.save.read_bytes()) != game
        bob.ok("undo", "game.khronos", "--yes")
        assert parse_save(bob.save.read_bytes()) == game
        found.append(bob.save.read_bytes())
    assert found[0] == found[1]


def test_a_game_goes_through_the_library(bob: Person) -> None:
    """Received, listed, played on, and ready to be sent."""
    bob.ok("receive", "game.khronos")
    (row,) = bob.ok("inbox", "--json").json["games"]
    assert row["title"] == "Sample: in the middle"
    assert "in the middle" in bob.ok("inbox").out
    (file,) = (bob.home / "library").glob("*.khronos")
    bob.ok("play", str(file), "turn.txt")
    assert "in the middle" in bob.ok("inbox").out


def test_a_shared_folder_and_next_say_whose_move_it_is(bob: Person) -> None:
    (bob.folder / "shared").mkdir()
    shutil.copy(bob.save, bob.folder / "shared")
    assert "YOUR MOVE. Waiting for yellow (bob): a turn" in bob.ok("watch", "shared", "--once").out
    bob.ok("receive", "game.khronos")
    told = bob.ok("next").out
    assert "MY VILLAGE   round 8" in told
    assert "khronos moves" in told


def test_a_finished_game_is_published_and_checked(tmp_path: Path) -> None:
    somebody = knowing(Person("editor", tmp_path), GONE)
    somebody.ok("keygen", "editor")
    somebody.ok("publish", str(GONE), "-o", "game.krec")
    assert somebody.ok("publish", "game.krec", "--check", "--save", str(GONE)).out
