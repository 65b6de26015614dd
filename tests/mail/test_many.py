"""A mailbox with many games: only the newest letter of each is looked into, side by side."""

from __future__ import annotations

import mailbox
from collections import Counter
from pathlib import Path

import pytest

from khronos_pbem.mail.letters import Addresses, letter
from khronos_pbem.mail.library import Library
from khronos_pbem.mail.receiving import receive
from khronos_pbem.mail.sources import letters_in
from khronos_pbem.session import opening
from khronos_pbem.session.acting import Desk
from khronos_pbem.session.opening import open_for_play
from tests.playing import Group, no_passphrase


def test_many_games_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Verified in processes of their own; a game that does not hold is refused all the same."""
    monkeypatch.setattr(opening, "_WORTH_PROCESSES", 2)
    box = mailbox.mbox(tmp_path / "box")
    for number in range(3):
        group = Group(tmp_path / str(number), 2, number)
        group.start(f"Game {number}")
        for _ in range(3):
            opened = open_for_play(group.save, group.home("alice"), rewind=False)
            box.add(letter(opened, Addresses("a@example.org", ("b@example.org",))))
            group.step()
    broken = group.save.read_bytes().replace(b'"end"', b'"resign"', 1)
    box.add(b"Subject: a cheat\n\n" + broken)
    box.close()
    library = Library(tmp_path / "library", tmp_path / "home")
    desk = Desk(library.home, no_passphrase, "2026-11-30T10:00:00Z")
    news = receive(letters_in(str(tmp_path / "box")), library, desk)
    assert Counter(one.state for one in news) == {"new": 3, "older": 6, "refused": 1}
    assert len(library.files()) == 3
    again = receive(letters_in(str(tmp_path / "box")), library, desk)
    assert Counter(one.state for one in again) == {"same": 3, "older": 6, "refused": 1}
