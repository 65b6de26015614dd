"""A history that was verified here is gone on with from its kept table: the same is said, only faster."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from khronos_pbem.errors import KhronosError
from khronos_pbem.home.cache import load_table, save_table
from khronos_pbem.session.replay import replay
from khronos_pbem.session.replay.history import Entry, History
from khronos_pbem.session.replay.open_save import Opened, open_for_reading
from khronos_pbem.session.replay.snapshots import LazyEntries
from tests.support.shell import ROOT, Person

FIVE = ROOT / "sample_games" / "five-players.khronos"
TWO = ROOT / "sample_games" / "two-players.khronos"
MIDDLE = ROOT / "sample_games" / "middle"


@pytest.fixture(scope="module")
def knowing(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home that has verified the game of five; nobody may change it."""
    found = tmp_path_factory.mktemp("knowing")
    assert isinstance(opened(found).history.entries, tuple)
    return found


@pytest.fixture
def home(knowing: Path, tmp_path: Path) -> Path:
    """A home of one's own that has verified the game of five."""
    return Path(shutil.copytree(knowing, tmp_path / "home"))


def opened(home: Path, path: Path = FIVE) -> Opened:
    """The game as it is opened in a home."""
    return open_for_reading(path, home, rewind=False)


def is_resumed(history: History) -> bool:
    """Whether the history was gone on with from its kept table."""
    return isinstance(history.entries, LazyEntries)


def kept_file(home: Path) -> Path:
    """The one kept table."""
    (found,) = (home / "cache" / "tables").iterdir()
    return found


def test_the_second_look_replays_nothing(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay, "replay", no_replay)
    history = opened(home).history
    assert is_resumed(history)
    assert history.table.game.is_over(history.table.position)
    assert len(history.entries) == 67
    assert next(iter(reversed(history.entries))).block.seq == 66


@pytest.mark.parametrize("command", ["status", "show"])
def test_a_spectator_looks_again_without_a_replay(
    command: str, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither what others have said nor what the last turn changed asks for older entries."""
    somebody = Person("x", tmp_path)
    assert somebody.home == home
    before = somebody.ok(command, str(FIVE), "--json").out
    monkeypatch.setattr(replay, "replay", no_replay)
    assert somebody.ok(command, str(FIVE), "--json").out == before
    assert somebody.ok(command, str(FIVE)).out


def test_a_player_looks_again_without_a_replay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What happened since his own last turn is kept with the table: the other's turns came behind it."""
    shutil.copytree(ROOT / "sample_games" / "middle", tmp_path / "mine")
    somebody = Person("bob", tmp_path)
    home, game = {"KHRONOS_HOME": str(tmp_path / "mine" / "keyring")}, "mine/game.khronos"
    first, before = (somebody.ok("show", game, **home).out for _ in range(2))
    assert before.partition("MIGHT")[2].rstrip() in first
    assert "since your last turn" in before
    monkeypatch.setattr(replay, "replay", no_replay)
    assert somebody.ok("show", game, **home).out == before
    (seen,) = (tmp_path / "mine" / "keyring" / "told").glob("seen-*")
    seen.unlink()
    told = first.partition("What has changed since you last looked:")[2].partition("MIGHT")[0]
    assert "draws 4 cards" in told
    assert told in somebody.ok("show", game, **home).out


def test_a_turn_goes_on_from_the_kept_table_and_is_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Played on a table that is kept, and by somebody who replays all: the same turn, and the same file."""
    moment = "2026-01-01T00:00:00Z"
    cold, warm = (Person(name, tmp_path / name) for name in ("cold", "warm"))
    monkeypatch.setattr("khronos_pbem.cli.shared_options.current_time", lambda: moment)
    said, known = [], []
    for person in (cold, warm):
        shutil.copytree(MIDDLE, person.folder)
        home = person.folder / "keyring"
        with monkeypatch.context() as patch:
            if person is warm:
                opened(home, person.save)
                patch.setattr(replay, "replay", no_replay)
            said.append(person.ok("play", "game.khronos", "turn.txt", KHRONOS_HOME=str(home)).out)
        known.append(opened(home, person.save).history)
    assert said[0] == said[1]
    assert comments_of(cold.save) == comments_of(warm.save)
    assert known[0].problem is known[1].problem is None
    assert known[0].table.position == known[1].table.position


def comments_of(path: Path) -> list[str]:
    """What stands in a save for people."""
    return [line for line in path.read_text(encoding="utf-8").splitlines() if line.startswith("#")]


def no_replay(*_: object) -> History:
    """In the place of a replay that must not be."""
    raise AssertionError("replayed")


def test_entries_that_follow_known_ones_are_known_too(home: Path) -> None:
    before = opened(home).history.entries
    assert isinstance(before, LazyEntries)
    last = before[-1]
    more = before.followed_by(last)
    assert len(more) == len(before) + 1
    assert more[-1] is last
    assert more[-2] is more[len(before) - 1] is last
    assert not more[-2].stages
    assert [entry.block.seq for entry in more] == [*range(67), 66]
    assert more[-2].stages
    with pytest.raises(IndexError):
        more[len(more)]


def test_it_is_the_same_history(home: Path, tmp_path: Path) -> None:
    fresh, again = opened(tmp_path / "other").history, opened(home).history
    assert not is_resumed(fresh)
    assert again.heads == fresh.heads
    assert again.table.position == fresh.table.position
    assert again.table.ledger == fresh.table.ledger
    assert again.entries[-1].events == fresh.entries[-1].events
    assert [told(entry) for entry in again.entries] == [told(entry) for entry in fresh.entries]
    assert told(again.entries[-1]) == told(fresh.entries[-1])
    assert [told(entry) for entry in again.entries[:]] == [told(entry) for entry in fresh.entries]
    assert again.entries[12].table.position == fresh.entries[12].table.position
    assert len(again.entries[:12]) == 12


def told(entry: Entry) -> object:
    """An entry with all that happened in it, order by order."""
    steps = [(stage.order, stage.auto, stage.events, stage.table.position) for stage in entry.stages]
    return entry.block, entry.events, entry.table.position, steps


def test_the_last_entry_has_no_steps_before_it_is_replayed_and_says_so(home: Path) -> None:
    """Whoever goes through the steps goes through the entries, and finds them all."""
    entries = opened(home).history.entries
    assert not entries[-1].stages
    assert [len(entry.stages) for entry in entries][-1] > 0
    assert entries[-1].stages


EXPORTS = ["--svg", "--html", "--text", "--markdown", "--json", "--record"]


@pytest.mark.parametrize(
    "words",
    ["show", "show --at 10", "status", "log", "show --json", "show --lang de", "replay", "stats --json"]
    + [f"export {kind} -o -" for kind in EXPORTS],
)
def test_the_same_is_said_cold_and_warm(words: str, tmp_path: Path) -> None:
    person = Person("x", tmp_path)
    person.folder.mkdir(exist_ok=True)
    shutil.copy(TWO, person.save)
    command, *rest = words.split()
    person.ok("show", "game.khronos")  # the legend of the boards is told once
    shutil.rmtree(person.home / "cache")
    cold = person.ok(command, "game.khronos", *rest).out
    if command != "stats":  # which keeps numbers, not tables
        assert kept_file(person.home)
    assert person.ok(command, "game.khronos", *rest).out == cold


def test_a_changed_table_is_not_taken(home: Path) -> None:
    data = kept_file(home).read_bytes()
    for changed in (data[:-1], data + b" ", b"", data[:40], bytes([data[0] ^ 1]) + data[1:],
                    data[:-300] + bytes([data[-300] ^ 1]) + data[-299:]):  # fmt: skip
        kept_file(home).write_bytes(changed)
        assert not is_resumed(opened(home).history)


def test_a_table_of_another_home_is_not_taken(home: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    opened(other)
    kept_file(home).write_bytes(kept_file(other).read_bytes())
    assert not is_resumed(opened(home).history)


def test_a_table_is_kept_for_one_history_and_one_shape(tmp_path: Path) -> None:
    head, other, shape = bytes(32), bytes([1]) * 32, b"s" * 32
    save_table(tmp_path, head, shape, b"table")
    assert load_table(tmp_path, head, shape) == b"table"
    assert load_table(tmp_path, head, b"t" * 32) is None
    assert load_table(tmp_path, other, shape) is None
    here = kept_file(tmp_path)
    save_table(tmp_path, other, shape, b"other")
    (there,) = {*here.parent.iterdir()} - {here}
    shutil.copy(there, here)
    assert load_table(tmp_path, head, shape) is None


def test_only_the_newest_tables_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("khronos_pbem.home.cache.MAX_TABLES", 3)
    for number in range(6):
        save_table(tmp_path, bytes([number]) * 32, b"s" * 32, b"table")
    assert len(list((tmp_path / "cache" / "tables").iterdir())) == 3


def test_a_home_that_cannot_be_written_keeps_nothing(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("in the way", encoding="utf-8")
    save_table(tmp_path, bytes(32), bytes(32), b"table")
    assert load_table(tmp_path, bytes(32), bytes(32)) is None


def test_a_changed_block_in_the_middle_is_found_in_spite_of_it(home: Path, tmp_path: Path) -> None:
    """The last block and its hash are as they were: the kept table is not taken on their word."""
    text = FIVE.read_text(encoding="utf-8")
    at = text.index('"end"')
    broken = tmp_path / "broken.khronos"
    broken.write_text(f'{text[:at]}"resign"{text[at + 5 :]}', encoding="utf-8")
    cold = said_of(tmp_path / "cold", broken)
    assert cold is not None
    assert said_of(home, broken) == cold


def said_of(home: Path, path: Path) -> tuple[object, ...] | None:
    """What is said against a file in a home: the sentence, the block, the seat."""
    try:
        problem = opened(home, path).problem
    except KhronosError as raised:
        problem = raised
    return None if problem is None else (problem.message, problem.block, problem.seat)
