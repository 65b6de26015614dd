"""Signing is once per state: whatever happens in between, the same block comes out (FORMATS 4, DECK 1 P4)."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from khronos_pbem.engine.digests import encode_bytes
from khronos_pbem.errors import Conflict, InvalidFile, KhronosError, NothingToDo, UsageError
from khronos_pbem.home import cache
from khronos_pbem.home.versions import newest_seen as seen
from khronos_pbem.home.versions.newest_seen import (
    Comparison,
    OlderVersion,
    compare_with_newest,
    newest_seen,
    undecided_versions,
)
from khronos_pbem.record.block import ASSIST, Block
from khronos_pbem.record.chain import head_hash
from khronos_pbem.record.leaving.forks import VersionConflict
from khronos_pbem.record.save import Save, parse_save, write_save
from khronos_pbem.session.commands import write_blocks
from khronos_pbem.session.commands import write_save as saving
from khronos_pbem.session.commands.write_blocks import assist, join_game, new_game, play_turn
from khronos_pbem.session.commands.write_save import SecondTurn
from khronos_pbem.session.context import Context
from khronos_pbem.session.replay.open_save import open_for_play, open_for_reading
from khronos_pbem.session.replay.table import waiting
from khronos_pbem.storage import files
from khronos_pbem.storage.files import read_file
from tests.support.chance import without_chance
from tests.support.playing import NAMES, Group, no_passphrase, options

EARLY, LATE = "2026-11-29T10:00:00Z", "2026-11-30T10:00:00Z"


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A game of two in three moments."""
    return three_moments(tmp_path_factory.mktemp("moments"))


def three_moments(folder: Path) -> dict[str, Path]:
    """A game of two in which a seat is free, a debt is owed, a turn is to be taken; the folder of each."""
    found = {}
    group = Group(folder / "now", 2, 4)
    with without_chance("once"):
        new_game(group.save, group.context("alice"), "Once", 2, options(), "red")
    found["join"] = shutil.copytree(group.folder, folder / "join")
    join_game(group.save, group.context("bob"), "blue")
    now = waiting(group.table())
    assert now is not None
    assert now.need == ASSIST
    found["assist"] = shutil.copytree(group.folder, folder / "assist")
    while (now := waiting(group.table())) is not None and now.need == ASSIST:
        group.step()
    found["turn"] = shutil.copytree(group.folder, folder / "turn")
    return found


@pytest.fixture(params=["join", "assist", "turn"])
def moment(request: pytest.FixtureRequest, games: dict[str, Path], tmp_path: Path) -> Moment:
    """Each of the three moments."""
    return Moment(request.param, Group(shutil.copytree(games[request.param], tmp_path / "game"), 2, 4))


@pytest.fixture
def turn(games: dict[str, Path], tmp_path: Path) -> Moment:
    """The moment at which a turn is to be taken."""
    return Moment("turn", Group(shutil.copytree(games["turn"], tmp_path / "game"), 2, 4))


class Moment:
    """A game in which somebody has to act, in one of three ways."""

    def __init__(self, kind: str, group: Group) -> None:
        self.kind, self.group = kind, group
        now = waiting(parse_table(group.save, group.home("alice")))
        assert now is not None
        self.name = "bob" if now.seat is None else NAMES[now.seat]
        self.home = group.home(self.name)

    @property
    def save(self) -> Path:
        return self.group.save

    def act(self, at: str = EARLY, path: Path | None = None, **more: Any) -> Block:
        """Do what there is to do; the block."""
        context = Context(self.home, no_passphrase, at, self.name, **more)
        if self.kind == "join":
            return join_game(path or self.save, context, "blue").draft.block
        if self.kind == "assist":
            return assist(path or self.save, context).draft.block
        return play_turn(path or self.save, context, "end").draft.block

    def otherwise(self, at: str = LATE, **more: Any) -> Block:
        """Do something else on the same state."""
        context = Context(self.home, no_passphrase, at, self.name, **more)
        if self.kind == "join":
            return join_game(self.save, context, "green").draft.block
        return play_turn(self.save, context, 'message "no, wait"; end').draft.block

    def file(self, name: str) -> Path:
        return self.group.folder / name

    def signed(self, base: Save) -> set[str]:
        """The signatures of all blocks on a state, wherever files of this player hold them."""
        places = [*self.group.folder.glob("*.khronos"), *(self.home / "games").glob("*.khronos")]
        saves = [parse_save(read_file(path)) for path in places]
        return {s.blocks[len(base.blocks)].sig for s in saves if len(s.blocks) > len(base.blocks)}


def parse_table(path: Path, home: Path) -> Any:
    return open_for_reading(path, home, rewind=True).table


def saved(path: Path) -> Save:
    return parse_save(read_file(path))


def test_two_outputs_get_the_same_block(moment: Moment) -> None:
    one = moment.act(EARLY, out=moment.file("a.khronos"))
    other = moment.act(LATE, out=moment.file("b.khronos"))
    assert one == other
    assert saved(moment.file("a.khronos")) == saved(moment.file("b.khronos"))


def test_two_copies_of_a_file_get_the_same_block(moment: Moment) -> None:
    copy = Path(shutil.copy(moment.save, moment.file("copy.khronos")))
    assert moment.act(EARLY) == moment.act(LATE, copy)
    assert saved(copy) == saved(moment.save)


@pytest.mark.parametrize("kind", ["join", "turn"])
def test_something_else_on_the_same_state_is_refused(
    kind: str, games: dict[str, Path], tmp_path: Path
) -> None:
    moment = Moment(kind, Group(shutil.copytree(games[kind], tmp_path / "game"), 2, 4))
    block, out = moment.act(out=moment.file("a.khronos")), moment.file("b.khronos")
    with pytest.raises(SecondTurn, match="already played at this point in the game") as caught:
        moment.otherwise(out=out)
    assert int(caught.value.exit) == 6
    assert caught.value.block == block.seq
    assert not out.exists()
    assert moment.act(LATE, out=out) == block


def test_on_another_machine_that_has_seen_the_block(turn: Moment, tmp_path: Path) -> None:
    before = Path(shutil.copy(turn.save, turn.file("before.khronos")))
    home = turn.home
    turn.home = shutil.copytree(home, tmp_path / "laptop")
    block = turn.act()
    turn.home = home
    open_for_play(turn.save, home, rewind=False)
    assert turn.act(LATE, before) == block


def test_a_person_who_rewinds_may_fork_and_gets_old_blocks_again(turn: Moment) -> None:
    """--rewind is somebody's explicit way; what he has signed once stays what it was."""
    block = turn.act(out=turn.file("a.khronos"))
    other = turn.otherwise(out=turn.file("b.khronos"), rewind=True)
    assert other != block
    again = turn.act(LATE, out=turn.file("c.khronos"), rewind=True)
    assert again == block
    assert newest_seen(turn.home, saved(turn.save).header) == saved(turn.file("c.khronos"))
    assert undecided_versions(turn.home, saved(turn.save).header) == []


def test_rewinding_without_a_block_lowers_nothing(turn: Moment) -> None:
    before, home = Path(shutil.copy(turn.save, turn.file("before.khronos"))), turn.home
    turn.act()
    context = Context(home, no_passphrase, LATE, turn.name, rewind=True)
    with pytest.raises(KhronosError):
        play_turn(before, context, "build nonsense")
    assert open_for_play(before, home, rewind=True).older is not None
    assert newest_seen(home, saved(before).header) == saved(turn.save)


# --- stopped at any point ---------------------------------------------------------------------------------


class Killed(BaseException):
    """The machine stops."""


@contextmanager
def stopped_at(point: int) -> Iterator[list[str]]:
    """Stop before or after the file operation of this number; what was reached is listed."""
    reached: list[str] = []

    def reach(name: str) -> None:
        if len(reached) <= point:
            reached.append(name)
        if len(reached) > point:  # nothing is done any more, nor tidied up
            raise Killed

    def watched(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def wrapper(*arguments: Any, **named: Any) -> Any:
            reach(f"before {name}")
            result = function(*arguments, **named)
            reach(f"after {name}")
            return result

        return wrapper

    with pytest.MonkeyPatch.context() as patch:
        for owner, name in (
            (files, "_write_through"), (files, "_sync_folder"), (files, "ensure_folder"), (Path, "replace"),
            (Path, "hardlink_to"), (Path, "unlink"), (seen, "remember_newest"), (saving, "mark_verified"),
            (saving, "remember_newest"),
        ):  # fmt: skip
            patch.setattr(owner, name, watched(name, getattr(owner, name)))
        yield reached


def held_in(folder: Path) -> dict[str, bytes]:
    """All files of a folder: who finds the same goes on in the same way."""
    return {str(path): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def draft_but_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make and prove the block of a state and moment once, however often it is tried."""
    drafts: dict[Any, Any] = {}

    def once(real: Callable[..., Any]) -> Callable[..., Any]:
        def drafted(*arguments: Any) -> Any:
            state = (arguments[0].seq, *arguments[-2:])
            if state not in drafts:
                drafts[state] = real(*arguments)
            return drafts[state]

        return drafted

    for name in ("draft_join", "draft_turn", "draft_assist"):
        monkeypatch.setattr(write_blocks, name, once(getattr(write_blocks, name)))
    monkeypatch.setattr(write_blocks, "verify_draft", lambda draft, table: draft.table)


@pytest.mark.parametrize("in_place", [True, False])
def test_stopped_anywhere_the_same_block_comes_out(
    in_place: bool, moment: Moment, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever was reached when the machine stopped, doing it again later signs nothing new."""
    draft_but_once(monkeypatch)
    open_for_play(moment.save, moment.home, rewind=False)
    point, points, folder = -1, set[str](), tmp_path / "case"
    before: dict[str, bytes] = {}
    while True:
        shutil.rmtree(folder, ignore_errors=True)
        case = Moment(moment.kind, Group(shutil.copytree(moment.group.folder, folder), 2, 4))
        base, out = saved(case.save), None if in_place else case.file("out.khronos")
        point += 1
        try:
            with without_chance("stopped"), stopped_at(point) as reached:
                case.act(EARLY, out=out)
            break
        except Killed:
            points.add(reached[point])
        left = held_in(folder)
        if left == before:
            continue
        before = left
        first = case.signed(base)
        assert len(first) <= 1
        try:
            case.act(LATE, out=out, force=True)
        except (NothingToDo, UsageError):  # it is in its place already, the colour is taken by himself
            assert in_place
        assert len(saved(out or case.save).blocks) == len(base.blocks) + 1
        assert len(case.signed(base)) == 1, points
        assert first <= case.signed(base)
    assert {"before replace", "after replace", "after remember_newest", "before mark_verified"} <= points


def test_a_new_game_is_whole_or_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    draft_but_once(monkeypatch)
    group, point = Group(tmp_path, 2, 4), 0
    while True:
        folder, home = tmp_path / f"folder {point}", tmp_path / f"home {point}"
        shutil.copytree(group.home("alice"), home)
        folder.mkdir()
        path = folder / "new.khronos"
        try:
            with without_chance("stopped"), stopped_at(point):
                new_game(path, Context(home, no_passphrase, EARLY, "alice"), "New", 2, options(), "red")
            break
        except Killed:
            point += 1
        if path.exists():
            assert compare_with_newest(home, saved(path)) is Comparison.SAME
    assert point > 8


# --- what cannot be written -------------------------------------------------------------------------------


def full(*arguments: Any, **named: Any) -> None:
    raise UsageError("no space left on device", hint="nothing was written")


def test_what_cannot_be_remembered_is_not_written(moment: Moment, monkeypatch: pytest.MonkeyPatch) -> None:
    data = read_file(moment.save)
    monkeypatch.setattr(seen, "write_state_file", full)
    with pytest.raises(UsageError, match="nothing was written"):
        moment.act(out=moment.file("out.khronos"))
    with pytest.raises(UsageError, match="nothing was written"):
        moment.act()
    assert read_file(moment.save) == data
    assert not moment.file("out.khronos").exists()


def test_a_home_that_is_full_afterwards_is_a_warning(moment: Moment, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "write_state_file", full)
    context = Context(moment.home, no_passphrase, EARLY, moment.name)
    if moment.kind == "turn":
        done = play_turn(moment.save, context, "end")
        (warning,) = done.warnings
        assert "has been written" in warning
    else:
        moment.act()
    assert saved(moment.save).blocks[-1].at == EARLY


def test_an_output_that_cannot_be_written_is_not_remembered(turn: Moment) -> None:
    """So that other orders may still be given."""
    with pytest.raises(UsageError, match="nothing was written"):
        turn.act(out=turn.file("nowhere") / "out.khronos")
    assert compare_with_newest(turn.home, saved(turn.save)) is Comparison.SAME
    assert turn.otherwise(out=turn.file("b.khronos"))


def test_a_place_that_is_lost_at_the_last_moment(turn: Moment, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is remembered then, and the same orders write it."""
    out = turn.file("out.khronos")

    def lost(self: Path, target: Path) -> Path:
        if target == out:
            raise OSError(30, "Read-only file system")
        return target.with_name(self.name).rename(target)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", lost)
        patch.setattr(Path, "hardlink_to", lambda self, target: lost(target, self))
        with pytest.raises(UsageError, match="give the same orders again"):
            turn.act(out=out)
    assert not out.exists()
    with pytest.raises(SecondTurn):
        turn.otherwise(out=out)
    assert turn.act(LATE, out=out).at == EARLY


def test_comments_go_when_they_are_too_much(turn: Moment, monkeypatch: pytest.MonkeyPatch) -> None:
    """A save is measured before it replaces the old one."""
    bare = len(write_save(saved(turn.save), []).encode())
    data = read_file(turn.save)
    monkeypatch.setattr(saving, "MAX_BYTES", bare)
    with pytest.raises(InvalidFile, match="would be too large"):
        turn.act()
    assert read_file(turn.save) == data
    assert compare_with_newest(turn.home, saved(turn.save)) is Comparison.SAME
    monkeypatch.setattr(saving, "MAX_BYTES", bare + 3000)
    turn.act()
    assert not read_file(turn.save).startswith(b"#")
    assert len(read_file(turn.save)) <= bare + 3000


# --- what comes in ----------------------------------------------------------------------------------------


def fork(turn: Moment, tmp_path: Path) -> list[Path]:
    """Two different turns on the same state, by a player with two machines."""
    found: list[Path] = []
    for words in ('message "one"; end', 'message "two"; end'):
        home = shutil.copytree(turn.home, tmp_path / f"machine {len(found)}")
        out = turn.file(f"{len(found)}.khronos")
        play_turn(turn.save, Context(home, no_passphrase, EARLY, turn.name, out), words)
        found.append(out)
    return found


def test_an_argument_that_conflicts_is_kept_and_refused(turn: Moment, tmp_path: Path) -> None:
    one, two = fork(turn, tmp_path)
    other = turn.group.home("alice" if turn.name == "bob" else "bob")
    open_for_play(one, other, rewind=False)
    for opening in (open_for_play, open_for_reading):
        with pytest.raises(VersionConflict, match="two different blocks"):
            opening(two, other, rewind=False)
    assert newest_seen(other, saved(one).header) == saved(one)
    assert [each.save for each in undecided_versions(other, saved(one).header)] == [saved(two)]


def test_a_longer_history_that_does_not_hold_changes_nothing(turn: Moment) -> None:
    turn.act()
    save = saved(turn.save)
    forged = replace(save.blocks[-1], seq=len(save.blocks), prev=encode_bytes(head_hash(save)))
    text = write_save(save._replace(blocks=(*save.blocks, forged)), [])
    longer = turn.file("longer.khronos")
    longer.write_text(text, encoding="utf-8")
    with pytest.raises(InvalidFile):
        open_for_play(longer, turn.home, rewind=False)
    assert open_for_reading(longer, turn.home, rewind=False).problem is not None
    assert newest_seen(turn.home, save.header) == save


def test_a_conflicting_history_that_does_not_hold_is_not_kept(turn: Moment, tmp_path: Path) -> None:
    one, two = fork(turn, tmp_path)
    other = turn.group.home("alice" if turn.name == "bob" else "bob")
    open_for_play(one, other, rewind=False)
    two.write_bytes(two.read_bytes().replace(b"two", b"six"))
    with pytest.raises(InvalidFile):
        open_for_play(two, other, rewind=False)
    assert undecided_versions(other, saved(one).header) == []


def test_looking_at_an_older_file_lowers_nothing(turn: Moment) -> None:
    before = Path(shutil.copy(turn.save, turn.file("before.khronos")))
    turn.act()
    for rewind in (True, False):
        assert isinstance(open_for_reading(before, turn.home, rewind=rewind).older, OlderVersion)
    with pytest.raises(Conflict):
        open_for_play(before, turn.home, rewind=False)
    open_for_play(before, turn.home, rewind=True)
    assert newest_seen(turn.home, saved(before).header) == saved(turn.save)


def test_the_same_turn_signed_twice_may_be_gone_on_from(turn: Moment, tmp_path: Path) -> None:
    """Two machines have signed the same orders at different times: an accident, no fork."""
    homes = [shutil.copytree(turn.home, tmp_path / f"machine {number}") for number in range(2)]
    home, blocks = turn.home, []
    for turn.home, at in zip(homes, (EARLY, LATE), strict=True):
        blocks.append(turn.act(at, out=turn.file(f"{at[:10]}.khronos")))
    turn.home = home
    assert blocks[0] == replace(blocks[1], at=EARLY, sig=blocks[0].sig)
    other = turn.group.home("alice" if turn.name == "bob" else "bob")
    for at, twice in ((EARLY, False), (LATE, True)):
        opened = open_for_play(turn.file(f"{at[:10]}.khronos"), other, rewind=False)
        assert opened.twice is twice
    table = opened.table
    now = waiting(table)
    assert now is not None
    assert now.seat is not None
    name = "alice" if turn.name == "bob" else "bob"
    if NAMES[now.seat] == name:
        done = play_turn(opened.path, Context(other, no_passphrase, LATE, name), "end")
        assert "signed twice" in done.warnings[0]
        assert newest_seen(other, table.header) == saved(opened.path)
