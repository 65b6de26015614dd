"""Taking back a block that has not left (FORMATS 1, `undo`): stopped anywhere, again and again, met again."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from khronos_pbem.errors import Conflict, NothingToDo, UsageError
from khronos_pbem.home.versions.newest_seen import newest_seen, undecided_versions
from khronos_pbem.home.versions.signed_blocks import mark_sent, signed_here, unsent_last_block
from khronos_pbem.home.versions.withdrawn_blocks import WithdrawnBlock
from khronos_pbem.library.library import Library
from khronos_pbem.library.watch_folder import FolderWatch
from khronos_pbem.mail.formats.mail_sources import Letter
from khronos_pbem.mail.incoming.receive import receive
from khronos_pbem.record.block import Block
from khronos_pbem.record.leaving.differences import first_difference
from khronos_pbem.record.leaving.forks import find_fork
from khronos_pbem.record.save import Header, Save
from khronos_pbem.session.commands import undo as undoing
from khronos_pbem.session.commands.undo import Undoable, find_undoable, take_back
from khronos_pbem.session.commands.write_blocks import new_game
from khronos_pbem.session.commands.write_save import SecondTurn
from khronos_pbem.session.context import Context
from khronos_pbem.session.replay.open_save import open_for_play
from khronos_pbem.storage.files import read_file
from tests.session.commands.test_write_blocks import (
    EARLY,
    LATE,
    Killed,
    Moment,
    draft_but_once,
    full,
    saved,
    stopped_at,
    three_moments,
)
from tests.support.playing import Group, no_passphrase, options


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    return three_moments(tmp_path_factory.mktemp("moments"))


@pytest.fixture(params=["join", "assist", "turn"])
def moment(request: pytest.FixtureRequest, games: dict[str, Path], tmp_path: Path) -> Moment:
    """Each of the three moments."""
    return in_copy(request.param, games[request.param], tmp_path / "game")


@pytest.fixture
def turn(games: dict[str, Path], tmp_path: Path) -> Moment:
    """The moment at which a turn is to be taken."""
    return in_copy("turn", games["turn"], tmp_path / "game")


def in_copy(kind: str, folder: Path, to: Path) -> Moment:
    return Moment(kind, Group(shutil.copytree(folder, to), 2, 4))


def undo(moment: Moment, path: Path | None = None) -> Undoable:
    """Take back the newest block of the game."""
    context = Context(moment.home, no_passphrase, LATE, moment.name)
    found = find_undoable(path or moment.save, context, lambda header: library_file(moment, header))
    take_back(found, moment.home)
    return found


def library(moment: Moment) -> Library:
    return Library(moment.home / "library", moment.home)


def library_file(moment: Moment, header: Header) -> Path:
    return library(moment).file_of(header)


def come_in(moment: Moment, save: Path) -> list[str]:
    """A letter with a save comes in; the states of the news, and what they say."""
    context = Context(moment.home, no_passphrase, LATE, moment.name)
    return [
        f"{one.state}: {one.text}"
        for one in receive([Letter("mail", read_file(save))], library(moment), context)
    ]


def test_it_is_as_it_was_before(moment: Moment) -> None:
    before = saved(moment.save)
    open_for_play(moment.save, moment.home, rewind=False)
    block = moment.act()
    found = undo(moment)
    assert found.block == block
    assert saved(moment.save) == before == newest_seen(moment.home, before.header)
    assert open_for_play(moment.save, moment.home, rewind=False).older is None
    with pytest.raises(NothingToDo):
        undo(moment)


def test_the_same_orders_give_the_same_block(moment: Moment) -> None:
    """P4: nothing is drawn, rolled or signed anew; again and again."""
    block = moment.act(EARLY)
    for _ in range(3):
        undo(moment)
        assert moment.act(LATE) == block
    assert unsent_last_block(moment.home, saved(moment.save)) is not None


def test_another_turn_may_be_signed_while_nothing_has_left(turn: Moment) -> None:
    blocks: list[Block] = []
    for at in (EARLY, LATE):
        blocks += [turn.act(at), undo(turn).block, turn.otherwise(at), undo(turn).block]
    assert len({block.sig for block in blocks}) == 2
    other = turn.otherwise()
    mark_sent(turn.home, saved(turn.save))
    with pytest.raises(NothingToDo, match="it may already have left this computer"):
        undo(turn)
    assert saved(turn.save).blocks[-1] == other
    assert undecided_versions(turn.home, saved(turn.save).header) == []


def test_another_join_in_another_colour(games: dict[str, Path], tmp_path: Path) -> None:
    moment = in_copy("join", games["join"], tmp_path / "game")
    moment.act()
    undo(moment)
    assert moment.otherwise().colour == "green"


def test_a_new_game_is_gone_again(tmp_path: Path) -> None:
    group = Group(tmp_path, 2, 4)
    context = Context(group.home("alice"), no_passphrase, EARLY, "alice")
    new_game(group.save, context, "New", 2, options(), "red")
    header = saved(group.save).header
    take_back(find_undoable(group.save, context, lambda _: tmp_path / "none"), context.home)
    assert not group.save.exists()
    assert newest_seen(context.home, header) is None
    assert not list((context.home / "games").iterdir())
    new_game(group.save, context, "New", 2, options(), "red")


def test_only_the_newest_and_only_ones_own(turn: Moment) -> None:
    turn.act()
    other = "alice" if turn.name == "bob" else "bob"
    for home, name in ((turn.group.home(other), None), (turn.home, other)):
        context = Context(home, no_passphrase, LATE, name)
        with pytest.raises((NothingToDo, UsageError)):
            find_undoable(turn.save, context, lambda _: turn.file("none"))
    turn.group.play(1)
    with pytest.raises(NothingToDo, match="cannot take back the newest block"):
        undo(turn)


def test_what_another_identity_of_this_home_went_on_from_has_left(turn: Moment) -> None:
    other = "alice" if turn.name == "bob" else "bob"
    for key in (turn.group.home(other) / "keys").iterdir():
        shutil.copy(key, turn.home / "keys")
    first = turn.act()
    mover = Moment("turn", turn.group)
    assert mover.name == other
    mover.home = turn.home
    second = mover.act()
    assert undo(mover).block == second
    assert saved(turn.save).blocks[-1] == first
    with pytest.raises(NothingToDo, match="may already have left"):
        undo(turn)


# --- files ------------------------------------------------------------------------------------------------


def test_the_copy_in_the_library_goes_back_too(turn: Moment) -> None:
    before = saved(turn.save)
    turn.act()
    kept = library(turn).write_newest(saved(turn.save), read_file(turn.save))
    found = undo(turn)
    assert [path for path, _ in found.files] == [turn.save, kept]
    assert saved(turn.save) == saved(kept) == before


def test_an_old_copy_with_the_block_is_told_and_brought_to_the_newest(turn: Moment) -> None:
    turn.act()
    copy = Path(shutil.copy(turn.save, turn.file("copy.khronos")))
    undo(turn)
    turn.otherwise()
    with pytest.raises(WithdrawnBlock, match="which you have taken back"):
        open_for_play(copy, turn.home, rewind=False)
    assert undecided_versions(turn.home, saved(copy).header) == []
    assert undo(turn, copy).only_copy
    assert saved(copy) == saved(turn.save)


def test_a_changed_file_is_left_alone(turn: Moment, monkeypatch: pytest.MonkeyPatch) -> None:
    turn.act()
    after = saved(turn.save)
    context = Context(turn.home, no_passphrase, LATE, turn.name)
    found = find_undoable(turn.save, context, lambda _: turn.file("none"))
    data = read_file(turn.save)
    turn.save.write_bytes(b"# mine\n" + data)
    with pytest.raises(Conflict, match="changed by another program"):
        take_back(found, turn.home)
    assert newest_seen(turn.home, after.header) == after
    turn.save.write_bytes(data)
    mark_sent(turn.home, after)
    with pytest.raises(Conflict, match="has left this computer in the meantime"):
        take_back(found, turn.home)
    assert saved(turn.save) == after == newest_seen(turn.home, after.header)


def test_a_full_disk_changes_nothing(turn: Moment, monkeypatch: pytest.MonkeyPatch) -> None:
    turn.act()
    after = saved(turn.save)
    monkeypatch.setattr(undoing, "staged_write", full)
    with pytest.raises(UsageError):
        undo(turn)
    assert saved(turn.save) == after == newest_seen(turn.home, after.header)


def test_stopped_anywhere_it_is_taken_back_or_not(
    games: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever was reached when the machine stopped, doing it again takes it back."""
    draft_but_once(monkeypatch)
    scene = in_copy("turn", games["turn"], tmp_path / "scene")
    before = saved(scene.save)
    block = scene.act()
    library(scene).write_newest(saved(scene.save), read_file(scene.save))
    point = 0
    while True:
        case = in_copy("turn", scene.group.folder, tmp_path / str(point))
        case.name, case.home = scene.name, case.group.home(scene.name)
        relocated(case, scene)
        try:
            with stopped_at(point):
                undo(case)
            break
        except Killed:
            point += 1
        files = [case.save, library_file(case, before.header)]
        for path in files:
            assert saved(path).blocks[: len(before.blocks)] == before.blocks
            with contextlib.suppress(NothingToDo):
                undo(case, path)
        assert [saved(path) for path in files] == [before, before]
        assert newest_seen(case.home, before.header) == before
        free = [one for one in signed_here(case.home, before.header) if not one.left]
        assert free[-1].is_block(block)
    assert point > 6


def relocated(case: Moment, scene: Moment) -> None:
    """The home of a copy knows its own file."""
    for path in (case.home / "unsent").iterdir():
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace(str(scene.group.folder), str(case.group.folder)), encoding="utf-8")


# --- what had left after all ------------------------------------------------------------------------------


def test_a_letter_with_a_block_that_was_taken_back(turn: Moment) -> None:
    """It had left: it stands, that is said, and nothing else may be signed."""
    block = turn.act()
    letter = Path(shutil.copy(turn.save, turn.file("letter.khronos")))
    undo(turn)
    (news,) = come_in(turn, letter)
    assert "You took block 3 back after it had been sent, so it stays in the game." in news
    assert newest_seen(turn.home, saved(letter).header) == saved(letter)
    with pytest.raises(SecondTurn):
        turn.otherwise()
    assert turn.act(LATE) == block
    with pytest.raises(NothingToDo, match="may already have left"):
        undo(turn)


def test_a_letter_with_a_block_in_whose_place_another_was_signed(turn: Moment) -> None:
    """The other one has not left, and never does: there is no fork to be shown."""
    first = turn.act()
    letter = Path(shutil.copy(turn.save, turn.file("letter.khronos")))
    undo(turn)
    second = turn.otherwise()
    kept = library(turn).write_newest(saved(turn.save), read_file(turn.save))
    (news,) = come_in(turn, letter)
    assert news.startswith("new:")
    assert "You took block 3 back after it had been sent, so it stays in the game." in news
    header = saved(letter).header
    assert newest_seen(turn.home, header) == saved(letter) == saved(kept)
    assert undecided_versions(turn.home, header) == []
    with pytest.raises(Conflict, match="sent a different block in its place"):
        mark_sent(turn.home, saved(turn.save))
    with pytest.raises(WithdrawnBlock):
        open_for_play(turn.save, turn.home, rewind=False)
    assert undo(turn).only_copy
    assert saved(turn.save).blocks[-1] == first != second


def test_when_both_have_left_it_is_a_fork_and_said(turn: Moment) -> None:
    turn.act()
    letter = Path(shutil.copy(turn.save, turn.file("letter.khronos")))
    undo(turn)
    turn.otherwise()
    mark_sent(turn.home, saved(turn.save))
    mine = saved(turn.save)
    (news,) = come_in(turn, letter)
    assert news.startswith("refused:")
    assert "signed two different blocks numbered 3 (" in news
    assert newest_seen(turn.home, mine.header) == mine
    assert [each.save for each in undecided_versions(turn.home, mine.header)] == [saved(letter)]


@pytest.mark.parametrize("by_mail", [True, False], ids=["letter", "folder"])
def test_a_block_of_ones_own_from_another_machine_goes_over_an_unsent_one(
    by_mail: bool, turn: Moment, tmp_path: Path
) -> None:
    """Two machines with one identity: what others have stands, what never left goes, and that is said."""
    home = turn.home
    turn.home = shutil.copytree(home, tmp_path / "laptop")
    theirs = turn.otherwise(out=turn.file("laptop.khronos"))
    turn.home = home
    turn.act()
    shared = turn.file("shared")
    shared.mkdir()
    shutil.copy(turn.file("laptop.khronos"), shared)
    if by_mail:
        (news,) = come_in(turn, turn.file("laptop.khronos"))
        assert news.startswith("new:")
    else:
        news, *_ = FolderWatch(shared, Context(home, no_passphrase, LATE, turn.name)).poll()
    assert "your unsent block has been discarded" in news
    header = saved(turn.save).header
    seen = newest_seen(home, header)
    assert seen is not None
    assert seen.blocks[-1] == theirs


def test_no_two_blocks_that_ever_left_prove_a_fork(turn: Moment) -> None:
    """Everything that an honest player can do, in many orders: nothing that went out contradicts another."""
    out: list[Save] = []

    def give() -> None:
        save = saved(turn.save)
        mark_sent(turn.home, save)
        out.append(save)

    deeds: dict[str, Callable[[], object]] = {
        "act": turn.act,
        "otherwise": turn.otherwise,
        "undo": lambda: undo(turn),
        "give": give,
    }
    tried = "act undo otherwise undo act undo otherwise give undo act give undo otherwise give act give"
    done: list[str] = []
    for deed in tried.split():
        with contextlib.suppress(NothingToDo, Conflict):
            deeds[deed]()
            done.append(deed)
    assert done[:8] == tried.split()[:8]
    assert len(done) < len(tried.split())
    assert len(out) >= 2
    for one in out:
        for other in out:
            assert first_difference(one, other) is None
            assert find_fork(one, other) is None


def test_a_block_that_was_forgotten_counts_as_one_that_left(turn: Moment) -> None:
    turn.act()
    header = saved(turn.save).header
    next((turn.home / "unsent").iterdir()).unlink()
    assert signed_here(turn.home, header) == []
    with pytest.raises(NothingToDo, match="it may already have left"):
        undo(turn)
