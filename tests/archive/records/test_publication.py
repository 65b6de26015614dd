"""What spectators get: behind by the delay, signed, checked, and nothing of anybody's hand."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from khronos_pbem.archive.records.open_record import read_game
from khronos_pbem.archive.records.publication import (
    check_nothing_hidden,
    check_publication_matches,
    parse_delay,
    read_publication,
    sign_publication,
)
from khronos_pbem.archive.records.text_record import text_record_of
from khronos_pbem.errors import InvalidFile, NothingToDo, UsageError
from khronos_pbem.home.keyring import Identity
from tests.archive.games import EVERY, KEYRING, MIDDLE, NOW, SAMPLES, context, opened
from tests.support.shell import Person

WRITER = Identity("editor", bytes(range(32)))
HERE = Path("game.krec")


def last_block(text: str) -> int:
    return int([line for line in text.splitlines() if line[:1].isdigit()][-1].split(".")[0])


@pytest.mark.parametrize(
    ("delay", "behind"), [("0 blocks", 0), ("1 block", 1), ("5 blocks", 5), ("3blocks", 3)]
)
def test_behind_by_blocks(delay: str, behind: int) -> None:
    history = opened(MIDDLE).history
    text = sign_publication(history, MIDDLE, WRITER, parse_delay(delay), NOW)
    played = [entry.block.seq for entry in history.entries if entry.block.orders]
    old = [seq for seq in played if seq < len(history.entries) - behind]
    assert last_block(text) == old[-1]


def test_behind_by_rounds_and_days() -> None:
    history = opened(MIDDLE).history
    game = history.table.game
    now = game.round(history.table.position)
    text = sign_publication(history, MIDDLE, WRITER, parse_delay("1 round"), NOW)
    entry = history.entries[last_block(text)]
    assert game.round(entry.table.position) <= now
    assert game.round(history.entries[last_block(text) - 1].table.position) < now
    at = history.entries[9].block.at.replace("2026-11-0", "2026-11-1")
    text = sign_publication(history, MIDDLE, WRITER, parse_delay("10 days"), at)
    assert last_block(text) == 9
    with pytest.raises(NothingToDo):
        sign_publication(history, MIDDLE, WRITER, parse_delay("300 days"), NOW)
    with pytest.raises(NothingToDo):
        sign_publication(history, MIDDLE, WRITER, parse_delay("7 rounds"), NOW)


@pytest.mark.parametrize("words", ["", "soon", "-1 blocks", "1 week", "1000000 days", "blocks"])
def test_no_delay(words: str) -> None:
    with pytest.raises(UsageError):
        parse_delay(words)


@pytest.mark.parametrize("path", [*EVERY, MIDDLE], ids=lambda path: path.stem)
def test_a_publication_can_be_checked(path: Path) -> None:
    history = opened(path).history
    text = sign_publication(history, path, WRITER, parse_delay("0 blocks"), NOW)
    found = read_publication(text.encode(), HERE)
    assert (found.publisher, found.key) == ("editor", WRITER.public)
    check_publication_matches(found, history)


def test_of_another_game() -> None:
    text = sign_publication(opened(SAMPLES[0]).history, HERE, WRITER, parse_delay("0 blocks"), NOW)
    with pytest.raises(InvalidFile, match="does not belong to this game"):
        check_publication_matches(read_publication(text.encode(), HERE), opened(SAMPLES[1]).history)


def test_a_changed_publication_is_refused() -> None:
    """Whatever is changed: the rules, the bytes or the signature say so."""
    text = sign_publication(opened(MIDDLE).history, HERE, WRITER, parse_delay("0 blocks"), NOW)
    other = Identity("other", bytes(32))
    changes = [
        (text.replace("editor", "author"), "signature"),
        (text.replace("T13:44", "T13:45", 1), "signature"),
        (text.replace('[Publisher "editor"]\n', ""), "not signed"),
    ]
    own = sign_publication(opened(MIDDLE).history, HERE, other, parse_delay("0 blocks"), NOW)
    keys = [line for line in own.splitlines() if line.startswith("[Key")]
    theirs = [line for line in text.splitlines() if line.startswith("[Key")]
    changes.append((text.replace(theirs[0], keys[0]), "signature"))
    changes.append((text.replace(theirs[0], '[Key "?"]'), "cannot be read"))
    changes.append((re.sub(r'\[Head "[^"]*', '[Head "AAA', text), "cannot be read"))
    for changed, said in changes:
        assert changed != text
        with pytest.raises(InvalidFile, match=said):
            read_publication(changed.encode(), HERE)


def test_a_record_that_is_not_the_game_is_not_published() -> None:
    """The proof fails for a record with another order, another card, or a block too few."""
    history = opened(MIDDLE).history
    text = text_record_of(read_game(MIDDLE, context()).chronicle)
    check_nothing_hidden(history, text)
    lines = text.splitlines()
    with pytest.raises(InvalidFile, match="missing"):
        check_nothing_hidden(history, "\n".join(lines[:-2]) + "\n")
    short = history._replace(entries=history.entries[:-1])
    check_nothing_hidden(short, "\n".join(lines[:-2]) + "\n")


def test_no_hidden_card_is_published() -> None:
    """Every card in it is open in the record; those in hands are not there."""
    history = opened(MIDDLE).history
    text = sign_publication(history, MIDDLE, WRITER, parse_delay("0 blocks"), NOW)
    table = history.table
    named = {
        handle for step in read_publication(text.encode(), HERE).chronicle.steps for handle in step.cards
    }
    for seat in range(len(table.seats)):
        assert not named & set(table.game.hand(table.position, seat))
    assert named == {
        handle for handle, held in table.ledger.held.items() if held.label and handle.deck != "seats"
    }


def test_the_command(tmp_path: Path) -> None:
    somebody = Person("x", tmp_path)
    save, home = str(MIDDLE), {"KHRONOS_HOME": str(tmp_path / "keyring")}
    import shutil

    shutil.copytree(KEYRING, tmp_path / "keyring")
    facts = somebody.ok("publish", save, "--delay", "1 round", "--json", **home).json
    assert facts["file"] == "game.krec"
    assert "VALID" in somebody.ok("publish", "game.krec", "--check", "--save", save, **home).out
    assert somebody.ok("publish", "game.krec", "--check", "--json").json["valid"] is True
    somebody.fails(2, "publish", save, **home)
    somebody.fails(2, "publish", save, "--delay", "often", "--force", **home)
    somebody.ok("replay", "game.krec")
    somebody.ok("export", "game.krec", "--html")
    somebody.fails(5, "publish", save, "--check")
