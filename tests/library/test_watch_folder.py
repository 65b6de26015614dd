"""A shared folder: half-written files, conflict copies, forks, debts, the call on your move."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from khronos_pbem.library.watch_folder import FolderWatch, is_conflict_copy
from khronos_pbem.record.block import ASSIST, TURN
from khronos_pbem.record.save import parse_save
from khronos_pbem.session.commands.write_blocks import play_turn
from khronos_pbem.session.context import Context
from khronos_pbem.session.replay.open_save import open_for_play
from khronos_pbem.session.replay.table import waiting
from khronos_pbem.storage.files import read_file
from tests.support.killing import killed, revived
from tests.support.playing import NAMES, Group, no_passphrase
from tests.support.shell import PATIENCE, Person


@pytest.fixture
def group(tmp_path: Path) -> Group:
    """A game of two, in a shared folder, where somebody has to take a turn."""
    group = Group(tmp_path / "game", 2, 4)
    group.start("In a folder")
    while (now := waiting(group.table())) is not None and now.need == ASSIST:
        group.step()
    (tmp_path / "shared").mkdir()
    return group


def mover(group: Group) -> str:
    now = waiting(group.table())
    assert now is not None
    assert now.seat is not None
    return NAMES[now.seat]


def other(group: Group) -> str:
    return NAMES[1 - NAMES.index(mover(group))]


def copy_of_home(group: Group, name: str) -> Path:
    """A home like a player's, so that what is done there is not known here."""
    home = group.folder / "copies" / name
    shutil.copytree(group.home(name), home)
    return home


def shared(group: Group) -> Path:
    return group.folder.parent / "shared" / "ours.khronos"


def watch(group: Group, name: str, **more: object) -> FolderWatch:
    context = Context(group.home(name), no_passphrase, "2026-11-30T10:00:00Z", name)
    return FolderWatch(shared(group).parent, context, **more)  # type: ignore[arg-type]


def test_your_move_is_told_once(group: Group) -> None:
    shutil.copy(group.save, shared(group))
    mine, theirs = watch(group, mover(group)), watch(group, other(group))
    line, typed = mine.poll()
    assert "YOUR MOVE" in line
    assert typed == f"Type: khronos next {shared(group)}"
    assert list(mine.poll()) == list(mine.poll()) == []
    (line,) = theirs.poll()
    assert "YOUR MOVE" not in line


def test_a_half_written_file_is_waited_for(group: Group) -> None:
    data = read_file(group.save)
    shared(group).write_bytes(data[: len(data) // 2])
    watching = watch(group, mover(group))
    assert list(watching.poll()) == []
    shared(group).write_bytes(data)
    assert "YOUR MOVE" in " ".join(watching.poll())
    shared(group).write_bytes(data[:-50])
    assert list(watching.poll()) == []
    assert "not TOML" in " ".join([*watching.poll(), *watching.poll()])


def test_a_conflict_copy_that_goes_on_is_merged(group: Group) -> None:
    """Histories that extend each other become one; what is contained in it is dropped."""
    shutil.copy(group.save, shared(group))
    name = mover(group)
    copy = shared(group).with_name("ours (Bob's conflicted copy 2026-11-30).khronos")
    before = len(parse_save(read_file(shared(group))).blocks)
    watcher = watch(group, other(group))
    context = Context(copy_of_home(group, name), no_passphrase, "2026-11-30T10:00:00Z", name, copy)
    play_turn(shared(group), context, "end")
    lines = " ".join(watcher.poll())
    assert "copied from" in lines
    assert not copy.exists()
    assert len(parse_save(read_file(shared(group))).blocks) == before + 1


def test_a_fork_is_told_and_nothing_is_touched(group: Group) -> None:
    shutil.copy(group.save, shared(group))
    name = mover(group)
    files = [shared(group), shared(group).with_name("ours.sync-conflict-2026.khronos")]
    watcher = watch(group, other(group))
    context = Context(
        copy_of_home(group, name), no_passphrase, "2026-11-30T10:00:00Z", name, force=True, rewind=True
    )
    for number, path in enumerate(files):
        play_turn(group.save, context._replace(out=path), f'message "{number}"; end')
    before = [path.read_bytes() for path in files]
    lines = " ".join(watcher.poll())
    assert "two different blocks" in lines
    assert [path.read_bytes() for path in files] == before


def test_debts_are_paid_if_allowed(tmp_path: Path) -> None:
    group = Group(tmp_path / "game", 2, 4)
    group.start("Debts")
    now = waiting(group.table())
    assert now is not None
    assert now.need == ASSIST
    (tmp_path / "shared").mkdir()
    shutil.copy(group.save, shared(group))
    assert "YOUR MOVE" in " ".join(watch(group, mover(group)).poll())
    assert "your shares have been added" in " ".join(watch(group, mover(group), pays=True).poll())
    now = waiting(open_for_play(shared(group), group.home("alice"), rewind=True).table)
    assert now is not None
    assert now.need == TURN


def test_the_hook_gets_the_file_and_nothing_else(group: Group, tmp_path: Path) -> None:
    script = tmp_path / "hook.py"
    script.write_text(
        "import sys, pathlib\npathlib.Path(sys.argv[1] + '.called').write_text(' '.join(sys.argv[1:]))\n"
    )
    shutil.copy(group.save, shared(group))
    hook = f"{sys.executable} {script}"
    watching = watch(group, mover(group), hook=hook)
    assert list(watching.poll())
    called = shared(group).with_name(shared(group).name + ".called")
    (call,) = watching.calls
    assert call.wait(PATIENCE) == 0
    assert called.read_text(encoding="utf-8") == str(shared(group))


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("ours (Bob's conflicted copy 2026-11-30).khronos", True),
        ("ours.sync-conflict-20261130-101010.khronos", True),
        ("ours (1).khronos", True),
        ("another.khronos", False),
        ("ours-backup.khronos", False),
    ],
)
def test_names_of_conflict_copies(name: str, expected: bool) -> None:
    assert is_conflict_copy(Path(name), Path("ours.khronos")) is expected


def test_killed_at_any_change_nothing_is_lost(tmp_path: Path) -> None:
    """Two watch, and one of them is killed while it pays: the file stays whole, and the game goes on."""
    group = Group(tmp_path / "game", 2, 4)
    group.start("Killed")
    name, before = mover(group), group.table()
    payer, onlooker = Person(name, tmp_path / name), Person(other(group), tmp_path / "onlooker")
    for person in (payer, onlooker):
        shutil.copytree(group.home(person.name), person.home)
        (person.folder / "shared").mkdir()
        shutil.copy(group.save, person.folder / "shared" / "ours.khronos")
    left_behind = killed(payer, tmp_path / "work", "watch", "shared", "--assist", "--once")
    assert len(left_behind) >= 5
    paid = set()
    for person in left_behind:
        save = person.folder / "shared" / "ours.khronos"
        shutil.copy(save, onlooker.folder / "shared")
        assert "ours.khronos: " in onlooker.ok("watch", "shared", "--once").out
        written = parse_save(read_file(save)).blocks[before.seq + 1 :]
        paid.add(len(written))
        with revived(person) as going_on:
            going_on.ok("watch", "shared", "--assist", "--once")
        opened = open_for_play(save, group.home(onlooker.name), rewind=True)
        assert not written or opened.save.blocks[before.seq + 1 :] == written
        now = waiting(opened.table)
        assert now is not None
        assert (opened.table.seq, now.need) == (before.seq + 1, TURN)
    assert paid == {0, 1}


def test_what_the_others_did_is_told_with_the_call(group: Group) -> None:
    """Each block once, with its events, above the line that calls; one's own are not."""
    first, second = mover(group), other(group)
    shutil.copy(group.save, shared(group))
    watching, mine = watch(group, second), watch(group, first)
    assert len(list(watching.poll())) == 1
    assert len(list(mine.poll())) == 2
    seq = group.table().seq + 1
    group.step(lambda *_: ['message "good luck"', "travel 1 faith", "end"])
    shutil.copy(group.save, shared(group))
    *told, call, typed = watching.poll()
    assert told[0].startswith(f"{seq}. ")
    assert "good luck" in " ".join(told)
    assert "faith" in " ".join(told[1:])
    assert "YOUR MOVE" in call
    assert typed.startswith("Type: khronos next ")
    assert list(watching.poll()) == []
    (line,) = mine.poll()
    assert ": waiting for " in line
