"""`khronos turn` from the command line: what it opens, what becomes of the turn, what is refused."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from khronos_pbem.cli import fullscreen
from khronos_pbem.composer.app import Composer
from khronos_pbem.composer.desk import bench_of
from khronos_pbem.composer.screen import Outcome
from khronos_pbem.engine.digests import encode_bytes
from khronos_pbem.record import keyring
from khronos_pbem.record.files import read_file
from khronos_pbem.record.keyring import load_identity
from khronos_pbem.record.plans import PRESENT, next_letter
from khronos_pbem.record.save import parse_save
from khronos_pbem.record.toml import table_lines
from khronos_pbem.session.acting import play_turn
from tests.archive.games import MIDDLE, knowing
from tests.composer.benches import middle, piloted, screen
from tests.pilots import drive
from tests.playing import no_passphrase
from tests.program.shell import ROOT, Person
from tests.program.test_replay import Terminal

Keys = Callable[..., None]


@pytest.fixture
def bob(tmp_path: Path) -> Person:
    """Bob, whose turn it is in the sample in the middle."""
    middle(tmp_path)
    return Person("bob", tmp_path)


@pytest.fixture
def pressing(monkeypatch: pytest.MonkeyPatch) -> Keys:
    """A terminal at which somebody presses keys."""

    def press(*keys: str, columns: int = 110, rows: int = 34, then: Callable[[], None] | None = None) -> None:
        def run(app: Composer) -> Outcome | None:
            drive(app, lambda pilot: pilot.press(*keys), (columns, rows))
            if then is not None:
                then()
            return app.return_value

        size = os.terminal_size((columns, rows))
        monkeypatch.setattr(fullscreen, "is_terminal", lambda: True)
        monkeypatch.setattr("shutil.get_terminal_size", lambda *_: size)
        monkeypatch.setattr(Composer, "run", run)

    return press


def blocks(person: Person) -> int:
    """How many blocks the save has."""
    return len(parse_save(read_file(person.save)).blocks)


def test_a_turn_is_signed_by_the_code_of_play(bob: Person, pressing: Keys, tmp_path: Path) -> None:
    """The same text by `play` on a copy makes the same block; what was signed is no plan any more."""
    other = Person("bob", tmp_path / "other")
    middle(other.folder)
    pressing("t", "enter", "e", "enter", "enter", "down", "down", "enter")
    before = blocks(bob)
    out = bob.ok("turn", "game.khronos", "--as", "bob").out
    assert "wrote game.khronos" in out
    assert blocks(bob) == before + 1
    other.ok("play", "game.khronos", "--as", "bob", "-c", "travel 1 faith", "-c", "end")
    mine, theirs = (parse_save(read_file(each.save)).blocks[-1] for each in (bob, other))
    assert (mine.orders, mine.kind, mine.prev) == (theirs.orders, theirs.kind, theirs.prev)
    assert not list((bob.home / "plans").glob("*.sealed"))


def test_a_locked_identity_is_asked_for_its_passphrase_once(
    bob: Person, pressing: Keys, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Composing needs it to see the hand, and signing to sign."""
    asked: list[str] = []

    def ask() -> str:
        asked.append("passphrase")
        return "sesame"

    identity = load_identity(bob.home, "bob", no_passphrase)
    table = {"format": keyring.FORMAT, "name": "bob", "public": encode_bytes(identity.public)}
    lines = table_lines({**table, **keyring._sealed(identity, ask(), 2**10)})
    keyring._path(bob.home, "bob").write_text("\n".join([*lines, ""]), encoding="utf-8")
    asked.clear()
    monkeypatch.setattr("khronos_pbem.cli.options.ask_passphrase", ask)
    pressing("t", "enter", "e", "enter", "enter", "down", "down", "enter")
    assert "wrote game.khronos" in bob.ok("turn", "game.khronos", "--as", "bob").out
    assert asked == ["passphrase"]


def test_nothing_is_signed_by_a_key_alone(bob: Person, pressing: Keys) -> None:
    """Every key once, and Enter twice: the save stays as it was, the turn is kept."""
    data = bob.save.read_bytes()
    pressing("t", "enter", "e", "enter", "enter", "enter", "s", "y", "q")
    assert "nothing was signed; your turn is kept" in bob.ok("turn", "game.khronos", "--as", "bob").out
    assert bob.save.read_bytes() == data


def test_sign_and_send_writes_the_letter(bob: Person, pressing: Keys) -> None:
    pressing("t", "enter", "e", "enter", "enter", "down", "enter")
    bob.ok(
        "turn",
        "game.khronos",
        "--as",
        "bob",
        "--to",
        "alice@example.org",
        "--config",
        "address=bob@example.org",
    )
    assert list(bob.outbox.glob("*.eml"))


def test_a_position_is_analysed_and_its_orders_are_printed(tmp_path: Path, pressing: Keys) -> None:
    person = Person("x", tmp_path)
    middle(tmp_path)
    person.ok("show", "game.khronos", "--as", "bob", "--position", "-o", "position.toml")
    pressing("t", "enter", "enter", "up", "enter")
    out = person.ok("turn", "position.toml").out
    assert out == "travel 1 faith\n"


def test_any_moment_of_a_game_is_stepped_into(tmp_path: Path, pressing: Keys) -> None:
    """What if: the cards that were shown later are known, and nothing can be signed."""
    person = Person("x", tmp_path)
    game = str(ROOT / "sample_games" / "two-players.khronos")
    pressing("e", "enter", "enter", "up", "enter")
    assert person.ok("turn", game, "--at", "10").out.startswith("end")
    assert "there is no block 999" in person.fails(2, "turn", game, "--at", "999")
    assert "there is no turn behind block" in person.fails(4, "turn", game, "--at", str(last_block(game)))


def test_a_game_that_is_over_points_to_its_moments(bob: Person, pressing: Keys) -> None:
    bob.ok("play", "game.khronos", "--as", "bob", "-c", "resign")
    pressing()
    line = bob.fails(4, "turn", "game.khronos", "--as", "bob")
    assert "the game is over" in line
    assert "--at N" in line


def test_a_turn_is_taken_up_again_where_the_name_begins_with_a_dash(bob: Person, pressing: Keys) -> None:
    bob.save.rename(bob.folder / "-game.khronos")
    pressing("t", "enter", "q")
    out = bob.ok("turn", "--as", "bob", "--", "-game.khronos").out
    assert "khronos turn -- -game.khronos" in out


def last_block(game: str) -> int:
    """The number of the last block."""
    return len(parse_save(read_file(Path(game))).blocks) - 1


def test_no_terminal_and_one_too_small(bob: Person, pressing: Keys) -> None:
    assert "no terminal" in bob.fails(2, "turn", "game.khronos", "--as", "bob")
    pressing(columns=79, rows=24)
    assert "80 by 24 at least" in bob.fails(2, "turn", "game.khronos", "--as", "bob")
    pressing(columns=80, rows=23)
    assert "80 by 24 at least" in bob.fails(2, "turn", "game.khronos", "--as", "bob")


def test_who_has_no_seat_and_a_game_that_is_over(bob: Person, pressing: Keys) -> None:
    pressing()
    game = str(ROOT / "sample_games" / "two-players.khronos")
    assert "no identity of the keyring plays here" in bob.fails(2, "turn", game)
    assert "a position has no blocks" in bob.fails(2, "turn", str(made_position(bob)), "--at", "3")


def made_position(person: Person) -> Path:
    """The sample in the middle as a position."""
    person.ok("show", "game.khronos", "--as", "bob", "--position", "-o", "p.toml")
    return person.folder / "p.toml"


def test_out_of_turn_one_plans_on_what_one_knows(bob: Person, pressing: Keys) -> None:
    bob.ok("play", "game.khronos", "--as", "bob", "-c", "travel 1 faith; end")
    bench, state = bench_of(middle(bob.folder))
    assert not bench.signs
    assert any("exploring" in line for line in bench.scene.about)
    assert state.composition.goes_on
    pressing("e", "enter", "c", "q")
    assert "your turn is kept" in bob.ok("turn", "game.khronos", "--as", "bob").out


def test_a_file_that_changes_while_one_composes(bob: Person) -> None:
    """The game goes on by another copy: told, the turn is kept as a plan, and judged again."""
    source = middle(bob.folder)
    bench, state = bench_of(source)
    composed = state.typed("travel 1 faith")
    bob.ok("play", "game.khronos", "--as", "bob", "-c", "end")
    fresh = bench.looked(composed)
    assert "the game has gone on" in fresh.said
    assert [plan.orders for plan in bench.plans] == [("travel 1 faith",)]
    assert not bench.signs
    assert bench.looked(fresh) is fresh
    (judged,) = bench.judged()
    assert judged.older


def test_a_file_that_breaks_while_one_composes(bob: Person) -> None:
    """Nothing is lost and nothing signed; once the file is whole again it goes on."""
    source = middle(bob.folder)
    bench, state = bench_of(source)
    composed = state.typed("travel 1 faith")
    whole = bob.save.read_bytes()
    bob.save.write_bytes(whole[:-40])
    told = bench.looked(composed)
    assert "the file has changed" in told.said
    assert told.composition == composed.composition
    assert not bench.signs
    bob.save.unlink()
    assert "the file has changed" in bench.looked(told).said
    bob.save.write_bytes(whole)
    assert bench.looked(told).composition == composed.composition
    assert bench.signs
    assert [plan.orders for plan in bench.plans] == [("travel 1 faith",)]


def test_a_turn_signed_elsewhere_in_the_meantime_is_not_signed_again(bob: Person, pressing: Keys) -> None:
    """Between the last look and the signature: the block has to follow the record that was shown."""

    def elsewhere() -> None:
        play_turn(bob.save, middle(bob.folder).desk, 'message "hello"; end')

    pressing("t", "enter", "e", "enter", "enter", "down", "down", "enter", then=elsewhere)
    before = blocks(bob)
    bob.fails(4, "turn", "game.khronos", "--as", "bob")
    assert blocks(bob) == before + 1
    bench, _ = bench_of(middle(bob.folder))
    assert [plan.orders for plan in bench.kept] == [("travel 1 faith", "end")]


def test_plans_are_sealed(bob: Person) -> None:
    """They show a hand: nothing of them can be read, and what was changed is put aside, not lost."""
    source = middle(bob.folder)
    bench, state = bench_of(source)
    bench.keep(state.typed("travel 1 faith").composition)
    (path,) = (bob.home / "plans").glob("*.sealed")
    data = path.read_bytes()
    assert b"travel" not in data
    assert b"faith" not in data
    assert path.stat().st_mode & 0o077 == 0
    path.write_bytes(data[:-1])
    again, there = bench_of(middle(bob.folder))
    assert again.kept == ()
    assert "cannot be opened" in there.said
    assert path.with_suffix(".damaged").read_bytes() == data[:-1]


def test_what_is_composed_survives_a_kill(bob: Person) -> None:
    """Each order is kept as it is given, not only at the end."""
    seen: list[tuple[str, ...]] = []

    async def test(pilot: Any, app: Composer) -> None:
        await pilot.press("t", "enter")
        other = bench_of(middle(bob.folder))
        seen.append(other[1].composition.texts)
        await pilot.press("z")
        assert not any(plan.letter == PRESENT for plan in bench_of(middle(bob.folder))[0].kept)
        assert "taken back" in screen(app)

    piloted(test, bench_of(middle(bob.folder)))
    assert seen == [("travel 1 faith",)]
    assert next_letter([]) == "A"


def test_on_a_real_terminal(bob: Person) -> None:
    knowing(bob, MIDDLE)
    terminal = Terminal(bob.folder, "turn", "game.khronos", "--as", "bob", columns=110, rows=34)
    terminal.wait_for("adventurer")
    terminal.type("\x03")
    assert terminal.code() == 0
