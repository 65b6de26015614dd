"""A mailbox of very many letters: what `next` takes more than with an empty one, once it has read them."""

from __future__ import annotations

from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import pytest

from khronos_pbem.home.config import read_config
from khronos_pbem.library.library import Library
from khronos_pbem.mail.incoming.inboxes import receive_from_all
from khronos_pbem.session.context import Context
from tests.support.playing import no_passphrase
from tests.support.shell import Person

LETTERS = 20_000
LETTER = b"From: shop@example.org\nSubject: letter %d\nMessage-ID: <%d@example.org>\n\nnothing of a game\n"


def maildir(folder: Path) -> None:
    """A folder as delivery programs fill it, a file for each letter."""
    for part in ("new", "cur", "tmp"):
        (folder / part).mkdir(parents=True)
    for number in range(LETTERS):
        text = LETTER % (number, number)
        (folder / "cur" / f"{1_700_000_000 + number}.M{number}P1.host:2,S").write_bytes(text)


def mbox(path: Path) -> None:
    """A file with one letter after the other."""
    letters = (
        b"From x Sat Nov 21 10:00:00 2026\n" + LETTER % (number, number) + b"\n" for number in range(LETTERS)
    )
    path.write_bytes(b"".join(letters))


@pytest.mark.parametrize("make", [maildir, mbox], ids=["Maildir", "mbox"])
def test_next_with_many_letters_it_has_read(make: Any, tmp_path: Path, benchmark: Any) -> None:
    """The whole process; `-s` shows the difference (at most 0.5 s is asked for) and the ratio."""
    person = Person("anna", tmp_path)
    person.ok("keygen", "anna")
    (tmp_path / "empty").mkdir()
    make(tmp_path / "full")
    config = read_config([f"mailboxes={tmp_path / 'full'}"])
    library = Library(person.home / "library", person.home)
    assert receive_from_all(config, library, Context(person.home, no_passphrase, ""), unread=True) == []

    taken: dict[str, list[float]] = {"empty": [], "full": []}
    for box in ["empty", "full"] * 7:  # in turn, as a machine may be busy for a while
        begun = perf_counter()
        assert person.process("next", KHRONOS_MAILBOXES=str(tmp_path / box)).code == 4
        taken[box].append(perf_counter() - begun)
    empty, full = median(taken["empty"]), median(taken["full"])
    print(
        f"\n{full - empty:.2f} s more than {empty:.2f} s with an empty one, {full / empty:.2f} times as long"
    )
    benchmark.pedantic(person.process, ("next",), {"KHRONOS_MAILBOXES": str(tmp_path / "full")}, rounds=3)
