"""`undo` as people type it, and where what has not been sent is said."""

from __future__ import annotations

import shlex
import shutil
from pathlib import Path

import pytest

from khronos_pbem.cli.play import undo as command
from khronos_pbem.home.keyring import load_identity
from khronos_pbem.home.sealed_orders import parse_sealed_orders, unseal_orders
from khronos_pbem.record.save import Save, parse_save
from khronos_pbem.storage.files import read_file
from tests.support.playing import Group, no_passphrase
from tests.support.shell import Person

LEFT = "you can no longer take this block back: it may already have left this computer"
"""What is said of a block that somebody else may have."""


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Group:
    """A game of two in which somebody has to take the first turn."""
    return Group(tmp_path_factory.mktemp("begun"), 2, 4).until_a_turn("Undoing", keep=True)


@pytest.fixture
def mover(begun: Group, tmp_path: Path) -> Person:
    """Whoever has to take it, with the game in the library and as a file."""
    name = begun.mover()
    person = Person(name, tmp_path / "mover").at_home(begun.home(name), begun.save)
    person.ok("receive", "game.khronos")
    return person


def saved(path: Path) -> Save:
    return parse_save(read_file(path))


def draft_of(person: Person, path: Path) -> tuple[str, ...]:
    """The orders of a draft, which its author alone can open."""
    public, sealed = parse_sealed_orders(path.read_bytes())
    identity = load_identity(person.home, person.name, no_passphrase)
    assert public == identity.public
    return unseal_orders(identity, sealed)


def test_what_has_not_been_sent_is_said_with_what_sends_it(mover: Person) -> None:
    assert not mover.ok("status", "undoing", "--json").json["unsent"]
    mover.ok("play", "undoing", "-c", "end")
    for shown in (("status", "undoing"), ("show", "undoing")):
        text = mover.ok(*shown).out
        assert "block 3 has not been sent yet; to send it: khronos send " in text
        assert mover.ok(*shown, "--json").json["unsent"] is True
    assert "not sent yet: khronos send undoing-" in mover.ok("inbox").out
    mover.ok("send", "undoing", "--to", "x@example.org", "--config", "address=me@example.org")
    for after in (("status", "undoing"), ("show", "undoing"), ("inbox",)):
        assert "sent yet" not in mover.ok(*after).out
    assert mover.ok("status", "undoing", "--json").json["unsent"] is False
    line = mover.fails(4, "undo", "undoing")
    assert f"block 3: {LEFT}" in line
    assert line.count("block 3") == 1


def test_the_orders_come_back_as_a_draft_that_gives_the_block_again(mover: Person) -> None:
    """As they were typed, with the cards that the record does not name; for the player alone."""
    hand = mover.ok("status", "undoing", "--json").json["mine"]["hand"]
    before = mover.ok("status", "undoing", "--json").json
    typed = f'message "late"; end keep {hand[0]}'
    seq = mover.ok("play", "undoing", "-c", typed, "--json").json["seq"]
    block = mover.ok("status", "undoing", "--json").json["head"]
    facts = mover.ok("undo", "undoing", "--json").json
    assert facts["seq"] == seq
    assert mover.ok("status", "undoing", "--json").json == before
    draft = Path(facts["draft"])
    assert draft_of(mover, draft) == ('message "late"', f"end keep {hand[0]}")
    assert draft.stat().st_mode & 0o77 == 0
    mover.ok(*shlex.split(facts["command"])[1:])
    assert mover.ok("status", "undoing", "--json").json["head"] == block


def test_a_file_outside_the_library_is_told_and_a_copy_of_it_refused(mover: Person) -> None:
    before = saved(mover.save)
    mover.ok("play", "game.khronos", "-c", "end")
    shutil.copy(mover.save, mover.folder / "copy.khronos")
    assert "the file with your block has been copied to copy.khronos, " in mover.fails(
        6, "undo", "copy.khronos"
    )
    after = read_file(mover.save)
    for more in ((), ("--json",)):
        told = mover.run("undo", "game.khronos", *more)
        assert (told.code, read_file(mover.save)) == (6, after)
        assert (
            "the library does not contain game.khronos, so only you know who else has a copy"
            in told.out + told.err
        )
        assert "if nobody else has a copy, add --not-sent" in told.out + told.err
    done = mover.ok("undo", "game.khronos", "--not-sent")
    assert "took back block 3: end" in done.out
    assert saved(mover.save) == before
    mover.ok("undo", "copy.khronos", "--not-sent")
    assert saved(mover.folder / "copy.khronos") == before


@pytest.mark.parametrize("answer", [True, False])
def test_on_a_terminal_it_is_asked(answer: bool, mover: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    mover.ok("play", "game.khronos", "-c", "end")
    after = saved(mover.save)
    monkeypatch.setattr(command, "ask_yes_no", lambda lines, question: answer)
    if answer:
        mover.ok("undo", "game.khronos")
        assert len(saved(mover.save).blocks) == len(after.blocks) - 1
    else:
        assert "nothing was taken back" in mover.fails(4, "undo", "game.khronos")
        assert saved(mover.save) == after


def test_a_second_turn_is_refused_with_the_way_to_give_it(mover: Person) -> None:
    before = shutil.copy(mover.save, mover.folder / "before.khronos")
    mover.ok("play", "game.khronos", "-c", "end")
    shutil.copy(before, mover.save)
    told = mover.fails(6, "play", "game.khronos", "-c", 'message "other"; end')
    assert (
        "that block has not left this computer, so you can take it back with khronos undo game.khronos"
        in told
    )
    mover.ok("undo", "game.khronos", "--not-sent")
    mover.ok("play", "game.khronos", "-c", 'message "other"; end')


def test_a_turn_that_pauses_for_cards_is_taken_back_whole(mover: Person) -> None:
    """What was not reached comes back with it, and the same orders pause in the very same place."""
    before = mover.ok("status", "undoing", "--json").json
    exchange = mover.ok("moves", "undoing", "exchange", "--json").json["orders"][0]
    played = mover.ok("play", "undoing", "-c", f"{exchange}; end", "--json").json
    assert played["left"] == ["end"]
    paused = mover.ok("status", "undoing", "--json").json
    assert paused["waiting_for"]["for"] == "assist"
    facts = mover.ok("undo", "undoing", "--json").json
    assert mover.ok("status", "undoing", "--json").json == before
    assert draft_of(mover, Path(facts["draft"])) == (exchange, "end")
    mover.ok(*shlex.split(facts["command"])[1:])
    assert mover.ok("status", "undoing", "--json").json == paused


def test_commands_that_are_told_work_where_the_name_begins_with_a_dash(mover: Person) -> None:
    mover.save.rename(mover.folder / "-game.khronos")
    done = mover.run(
        "play", "-c", "end", "--send", "--config", "address=me@example.org", "--", "-game.khronos"
    )
    assert done.code == 2
    send = done.err.strip().rpartition("to send it: ")[2]
    assert shlex.split(send)[1:3] == ["send", "./-game.khronos"]
    again = mover.ok("undo", "--not-sent", "--json", "--", "-game.khronos").json["command"]
    mover.ok(*shlex.split(again)[1:])
    mover.ok(*shlex.split(send.replace("ADDRESS", "x@example.org"))[1:])


# --- shared folders ---------------------------------------------------------------------------------------


def in_shared(mover: Person) -> Path:
    """The game in a folder of its own, which is configured as shared and was never watched."""
    folder = mover.folder / "shared"
    folder.mkdir()
    shutil.move(mover.save, folder)
    return folder


def test_a_folder_that_is_configured_counts_before_it_was_ever_watched(mover: Person) -> None:
    folder = in_shared(mover)
    mover.ok("play", "shared/game.khronos", "-c", "end", KHRONOS_FOLDERS=str(folder))
    assert LEFT in mover.fails(4, "undo", "shared/game.khronos", "--not-sent")


def test_a_folder_that_is_configured_after_the_turn_counts_too(mover: Person) -> None:
    """Others may have had the file since; and what has left once stays so."""
    folder = in_shared(mover)
    mover.ok("play", "shared/game.khronos", "-c", "end")
    shared = {"KHRONOS_FOLDERS": str(folder)}
    mover.fails(4, "undo", "shared/game.khronos", "--not-sent", **shared)
    assert LEFT in mover.fails(4, "undo", "shared/game.khronos", "--not-sent")


@pytest.mark.parametrize("link", ["file", "below", "folder", "played"])
def test_a_link_in_a_shared_folder_counts(link: str, mover: Person) -> None:
    """Sync tools follow them: to the file, far below, to its folder, or the one by which it is played."""
    folder = mover.folder / "shared"
    (folder / "deep" / "deeper").mkdir(parents=True)
    at = {"below": folder / "deep" / "deeper" / "ours.khronos", "folder": folder / "games"}
    target = mover.folder if link == "folder" else mover.save
    at.get(link, folder / "ours.khronos").symlink_to(target)
    mover.ok("watch", "shared", "--once")
    mover.ok("play", "shared/ours.khronos" if link == "played" else "game.khronos", "-c", "end")
    assert LEFT in mover.fails(4, "undo", "game.khronos", "--not-sent")


def test_a_list_of_shared_folders_that_is_damaged_lets_nothing_be_taken_back(mover: Person) -> None:
    """Nobody knows then who reads the file. It is said once, and holds on."""
    mover.ok("play", "game.khronos", "-c", "end")
    for damage in (b"{", b"{}", b"[1]", b"", bytes(9)):
        (mover.home / "shared.json").write_bytes(damage)
        said = mover.run("undo", "game.khronos", "--not-sent")
        assert said.code == 4
        assert LEFT in said.err
        assert "shared.json is damaged and will not be used" in said.err
        assert LEFT in mover.fails(4, "undo", "game.khronos", "--not-sent")
