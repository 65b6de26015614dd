"""Three friends play three rounds, by mail and in a folder, and type only what they were told last."""

from __future__ import annotations

from pathlib import Path

from tests.support.chance import without_chance
from tests.support.friends import NAMES, ByFolder, ByMail

ROUNDS = 3


def test_three_rounds_by_mail(tmp_path: Path) -> None:
    """At most nine commands and four letters till all have joined; nobody has a configuration or a contact.

    Whom a letter was sent to once is reached by every later one, and each letter says how it is taken in.
    """
    friends = ByMail(tmp_path)
    with without_chance("friends by mail"):
        friends.type("alice", "khronos keygen alice")
        invited = " ".join(f"--to {name}@example.org" for name in NAMES[1:])
        start = "khronos new --colour red --seats 3 --title Ours --send --config address=alice@example.org"
        friends.type("alice", f"{start} {invited}")
        friends.post("alice")
        assert list(friends.came) == ["bob", "carol"]
        while friends.round(NAMES[0]) == 0:
            assert friends.came, "nobody has a letter, and the game has not begun"
            if friends.read() == "carol":
                assert len(friends.table("carol").seats) == 3
                assert len(friends.typed) <= 9, friends.typed
                assert len(friends.letters) <= 4, friends.letters
        while friends.round(NAMES[0]) <= ROUNDS:
            assert friends.came, "nobody has a letter, and the game is not over"
            friends.read()
    assert len(friends.letters) == len(set(friends.letters)), "a later letter took the place of another"


def test_three_rounds_in_a_folder(tmp_path: Path) -> None:
    """The two who are invited only look at the folder; what the others did is told on the way."""
    friends = ByFolder(tmp_path)
    friends.shared.mkdir()
    with without_chance("friends in a folder"):
        for name in NAMES:
            friends.type(name, f"khronos keygen {name}")
        friends.type(NAMES[0], f"khronos new {friends.file} --colour red --seats 3 --title Ours")
        while friends.round(NAMES[0], str(friends.file)) <= ROUNDS:
            before = friends.file.read_bytes()
            for name in NAMES:
                friends.look(name)
            assert friends.file.read_bytes() != before, "all have looked, and the game has not gone on"
