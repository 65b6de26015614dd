"""A mailbox with many games: only the newest letter of each is looked into, side by side."""

from __future__ import annotations

import mailbox
import re
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from khronos_pbem.library.library import Library
from khronos_pbem.mail.formats import mail_sources
from khronos_pbem.mail.formats.mail_sources import Letter, letters_in_source
from khronos_pbem.mail.incoming import receive as receiving
from khronos_pbem.mail.incoming.receive import receive
from khronos_pbem.mail.outgoing.letter import compose_letter
from khronos_pbem.mail.outgoing.recipients import Addresses
from khronos_pbem.session.context import Context
from khronos_pbem.session.replay import open_save
from khronos_pbem.session.replay.open_save import open_for_play
from tests.support.playing import Group, no_passphrase


@pytest.mark.usefixtures("two_cores")
def test_many_games_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Verified in processes of their own; a game that does not hold is refused all the same."""
    monkeypatch.setattr(open_save, "_WORTH_PROCESSES", 2)
    box = mailbox.mbox(tmp_path / "box")
    for number in range(3):
        group = Group(tmp_path / str(number), 2, number)
        group.start(f"Game {number}")
        for _ in range(3):
            opened = open_for_play(group.save, group.home("alice"), rewind=False)
            box.add(compose_letter(opened, Addresses("a@example.org", ("b@example.org",))))
            group.step()
    broken = group.save.read_bytes().replace(b'"end"', b'"resign"', 1)
    box.add(b"Subject: a cheat\n\n" + broken)
    box.close()
    library = Library(tmp_path / "library", tmp_path / "home")
    context = Context(library.home, no_passphrase, "2026-11-30T10:00:00Z")
    news = receive(letters_in_source(str(tmp_path / "box")), library, context)
    assert Counter(one.state for one in news) == {"new": 3, "older": 6, "refused": 1}
    assert len(library.files()) == 3
    again = receive(letters_in_source(str(tmp_path / "box")), library, context)
    assert Counter(one.state for one in again) == {"same": 3, "older": 6, "refused": 1}


def test_where_the_mails_of_an_mbox_begin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However the pieces fall in which the file is read."""
    pieces = [b"\n\nFrom ", b"a", b"\n", b"\r\n", b"From ", b"bc def"]
    for seed in range(60):
        random = Random(seed)
        monkeypatch.setattr(mail_sources, "_PIECE", random.choice([9, 16, 23, 64]))
        data = b"From x\n" + b"".join(random.choice(pieces) for _ in range(60))
        (tmp_path / "box").write_bytes(data)
        letters = list(letters_in_source(str(tmp_path / "box")))
        expected = [0, *(match.end() - 5 for match in re.finditer(rb"\n\r?\nFrom ", data))]
        assert [letter.start for letter in letters] == expected
        assert b"".join(letter.data for letter in letters) == data


def test_every_letter_of_a_mailbox_is_counted_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A mailbox of nothing but empty mails is gone through in time linear in their number."""
    asked = Counter[str]()

    class Empty:
        """What is found in a letter with nothing of ours in it."""

        saves, offers, orders, damages, problem, lost = (), (), (), (), None, None

        @property
        def size(self) -> int:
            asked["size"] += 1
            return 0

    monkeypatch.setattr(receiving, "scan_letter", lambda letter: Empty())
    library = Library(tmp_path / "library", tmp_path / "home")
    context = Context(library.home, no_passphrase, "2026-11-30T10:00:00Z")
    assert receive((Letter(f"mail {number}") for number in range(400)), library, context) == []
    assert asked["size"] <= 400
