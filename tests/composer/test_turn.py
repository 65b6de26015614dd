"""`khronos turn` from the command line: what it opens, what becomes of the turn, what is refused."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from khronos_pbem.cli.terminal import fullscreen
from khronos_pbem.composer.app import Composer
from khronos_pbem.composer.composer_context import composer_context_of
from khronos_pbem.composer.screen import ComposerResult
from khronos_pbem.engine.digests import encode_bytes
from khronos_pbem.home import keyring
from khronos_pbem.home.keyring import load_identity
from khronos_pbem.home.turn_plans import PRESENT, next_letter
from khronos_pbem.record.save import parse_save
from khronos_pbem.record.toml import table_lines
from khronos_pbem.session.commands.write_blocks import play_turn
from khronos_pbem.storage.files import read_file
from tests.archive.games import MIDDLE, knowing
from tests.cli.look.test_replay import Terminal
from tests.composer.benches import middle, piloted, screen
from tests.support.pilots import drive
from tests.support.playing import no_passphrase
from tests.support.shell import ROOT, Person

Keys = Callable[..., None]


@pytest.fixture
def alice(tmp_path: Path) -> Person:
    """Alice, whose turn it is in the sample in the middle."""
    middle(tmp_path)
    return Person("alice", tmp_path)


@pytest.fixture
def pressing(monkeypatch: pytest.MonkeyPatch) -> Keys:
    """A terminal at which somebody presses keys."""

    def press(*keys: str, columns: int = 110, rows: int = 34, then: Callable[[], None] | None = None) -> None:
        def run(app: Composer) -> ComposerResult | None:
            drive(app, lambda pilot: pilot.press(*keys), (columns, rows))
            if then is not None:
                then()
            return app.return_value

        size = os.terminal_size((columns, rows))
        monkeypatch.setattr(fullscreen, "can_ask", lambda: True)
        monkeypatch.setattr("shutil.get_terminal_size", lambda *_: size)
        monkeypatch.setattr(Composer, "run", run)

    return press


def blocks(person: Person) -> int:
    """How many blocks the save has."""
    return len(parse_save(read_file(person.save)).blocks)


def test_a_turn_is_signed_by_the_code_of_play(alice: Person, pressing: Keys, tmp_path: Path) -> None:
    """The same text by `play` on a copy makes the same block; what was signed is no plan any more."""
    other = Person("alice", tmp_path / "other")
    middle(other.folder)
    pressing("t", "enter", "e", "enter", "enter", "down", "down", "enter")
    before = blocks(alice)
    out = alice.ok("turn", "game.khronos", "--as", "alice").out
    assert "wrote game.khronos" in out
    assert blocks(alice) == before + 1
    other.ok("play", "game.khronos", "--as", "alice", "-c", "travel 1 might", "-c", "end")
    mine, theirs = (parse_save(read_file(each.save)).blocks[-1] for each in (alice, other))
    assert (mine.orders, mine.kind, mine.prev) == (theirs.orders, theirs.kind, theirs.prev)
    assert not list((alice.home / "plans").glob("*.sealed"))


def test_a_locked_identity_is_asked_for_its_passphrase_once(
    alice: Person, pressing: Keys, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Composing needs it to see the hand, and signing to sign."""
    asked: list[str] = []

    def ask() -> str:
        asked.append("passphrase")
        return "sesame"

    identity = load_identity(alice.home, "alice", no_passphrase)
    table = {"format": keyring.FORMAT, "name": "alice", "public": encode_bytes(identity.public)}
    lines = table_lines({**table, **keyring._encrypt_seed(identity, ask(), 2**10)})
    keyring._path(alice.home, "alice").write_text("\n".join([*lines, ""]), encoding="utf-8")
    asked.clear()
    monkeypatch.setattr("khronos_pbem.cli.shared_options.ask_passphrase", ask)
    pressing("t", "enter", "e", "enter", "enter", "down", "down", "enter")
    assert "wrote game.khronos" in alice.ok("turn", "game.khronos", "--as", "alice").out
    assert asked == ["passphrase"]


def test_nothing_is_signed_by_a_key_alone(alice: Person, pressing: Keys) -> None:
    """Every key once, and Enter twice: the save stays as it was, the turn is kept."""
    data = alice.save.read_bytes()
    pressing("t", "enter", "e", "enter", "enter", "enter", "s", "y", "q")
    told = alice.ok("turn", "game.khronos", "--as", "alice").out
    assert "nothing was signed, but your turn is saved; to continue it: khronos turn game.khronos\n" in told
    assert alice.save.read_bytes() == data


def test_sign_and_send_writes_the_letter(alice: Person, pressing: Keys) -> None:
    pressing("t", "enter", "e", "enter", "enter", "down", "enter")
    alice.ok(
        "turn",
        "game.khronos",
        "--as",
        "alice",
        "--to",
        "bob@example.org",
        "--config",
        "address=alice@example.org",
    )
    assert list(alice.outbox.glob("*.eml"))


def test_a_position_is_analysed_and_its_orders_are_printed(tmp_path: Path, pressing: Keys) -> None:
    person = Person("x", tmp_path)
    middle(tmp_path)
    person.ok("show", "game.khronos", "--as", "alice", "--position", "-o", "position.toml")
    pressing("t", "enter", "enter", "up", "enter")
    out = person.ok("turn", "position.toml").out
    assert out == "travel 1 might\n"


def test_any_moment_of_a_game_is_stepped_into(tmp_path: Path, pressing: Keys) -> None:
    """What if: the cards that were shown later are known, and nothing can be signed."""
    person = Person("x", tmp_path)
    game = str(ROOT / "sample_games" / "two-players.khronos")
    pressing("e", "enter", "enter", "up", "enter")
    assert person.ok("turn", game, "--at", "10").out.startswith("end")
    assert "there is no block 999" in person.fails(2, "turn", game, "--at", "999")
    assert "there is no turn to play after block" in person.fails(
        4, "turn", game, "--at", str(last_block(game))
    )


def test_a_game_that_is_over_points_to_its_moments(alice: Person, pressing: Keys) -> None:
    alice.ok("play", "game.khronos", "--as", "alice", "-c", "resign")
    pressing()
    line = alice.fails(4, "turn", "game.khronos", "--as", "alice")
    assert "the game is over" in line
    block = re.search(r"khronos turn --at (\d+) game\.khronos", line)
    assert block, line
    pressing("q")
    alice.ok("turn", "game.khronos", "--at", block[1])


def test_a_turn_is_taken_up_again_where_the_name_begins_with_a_dash(alice: Person, pressing: Keys) -> None:
    alice.save.rename(alice.folder / "-game.khronos")
    pressing("t", "enter", "q")
    out = alice.ok("turn", "--as", "alice", "--", "-game.khronos").out
    assert "khronos turn -- -game.khronos" in out


def last_block(game: str) -> int:
    """The number of the last block."""
    return len(parse_save(read_file(Path(game))).blocks) - 1


def test_no_terminal_and_one_too_small(alice: Person, pressing: Keys) -> None:
    assert "you need a terminal" in alice.fails(2, "turn", "game.khronos", "--as", "alice")
    pressing(columns=79, rows=24)
    told = "enlarge the terminal to at least 80 by 24"
    assert told in alice.fails(2, "turn", "game.khronos", "--as", "alice")
    pressing(columns=80, rows=23)
    assert told in alice.fails(2, "turn", "game.khronos", "--as", "alice")


def test_who_has_no_seat_and_a_game_that_is_over(alice: Person, pressing: Keys) -> None:
    pressing()
    game = str(ROOT / "sample_games" / "two-players.khronos")
    assert "none of your identities has a seat in this game" in alice.fails(2, "turn", game)
    assert "position files contain no blocks" in alice.fails(
        2, "turn", str(made_position(alice)), "--at", "3"
    )


def made_position(person: Person) -> Path:
    """The sample in the middle as a position."""
    person.ok("show", "game.khronos", "--as", "alice", "--position", "-o", "p.toml")
    return person.folder / "p.toml"


def test_out_of_turn_one_plans_on_what_one_knows(alice: Person, pressing: Keys) -> None:
    alice.ok("play", "game.khronos", "--as", "alice", "-c", "travel 1 might; end")
    bench, state = composer_context_of(middle(alice.folder))
    assert not bench.signs
    assert any("nothing changes before your next turn" in line for line in bench.scene.about)
    assert state.composition.can_continue
    pressing("e", "enter", "c", "q")
    assert "your turn is saved" in alice.ok("turn", "game.khronos", "--as", "alice").out


def test_a_file_that_changes_while_one_composes(alice: Person) -> None:
    """The game goes on by another copy: told, the turn is kept as a plan, and judged again."""
    source = middle(alice.folder)
    bench, state = composer_context_of(source)
    composed = state.typed("travel 1 might")
    alice.ok("play", "game.khronos", "--as", "alice", "-c", "end")
    fresh = bench.reload_if_changed(composed)
    assert "the game has moved on" in fresh.message
    assert [plan.orders for plan in bench.plans] == [("travel 1 might",)]
    assert not bench.signs
    assert bench.reload_if_changed(fresh) is fresh
    (judged,) = bench.judged()
    assert judged.older


def test_a_file_that_breaks_while_one_composes(alice: Person) -> None:
    """Nothing is lost and nothing signed; once the file is whole again it goes on."""
    source = middle(alice.folder)
    bench, state = composer_context_of(source)
    composed = state.typed("travel 1 might")
    whole = alice.save.read_bytes()
    alice.save.write_bytes(whole[:-40])
    told = bench.reload_if_changed(composed)
    assert "the file has changed" in told.message
    assert told.composition == composed.composition
    assert not bench.signs
    alice.save.unlink()
    assert "the file has changed" in bench.reload_if_changed(told).message
    alice.save.write_bytes(whole)
    assert bench.reload_if_changed(told).composition == composed.composition
    assert bench.signs
    assert [plan.orders for plan in bench.plans] == [("travel 1 might",)]


def test_a_turn_signed_elsewhere_in_the_meantime_is_not_signed_again(alice: Person, pressing: Keys) -> None:
    """Between the last look and the signature: the block has to follow the record that was shown."""

    def elsewhere() -> None:
        play_turn(alice.save, middle(alice.folder).context, 'message "hello"; end')

    pressing("t", "enter", "e", "enter", "enter", "down", "down", "enter", then=elsewhere)
    before = blocks(alice)
    alice.fails(4, "turn", "game.khronos", "--as", "alice")
    assert blocks(alice) == before + 1
    bench, _ = composer_context_of(middle(alice.folder))
    assert [plan.orders for plan in bench.saved_plans] == [("travel 1 might", "end")]


def test_plans_are_sealed(alice: Person) -> None:
    """They show a hand: nothing of them can be read, and what was changed is put aside, not lost."""
    source = middle(alice.folder)
    bench, state = composer_context_of(source)
    bench.keep(state.typed("travel 1 might").composition)
    (path,) = (alice.home / "plans").glob("*.sealed")
    data = path.read_bytes()
    assert b"travel" not in data
    assert b"might" not in data
    assert path.stat().st_mode & 0o077 == 0
    path.write_bytes(data[:-1])
    again, there = composer_context_of(middle(alice.folder))
    assert again.saved_plans == ()
    assert f"{path} is damaged and will not be used" in there.message
    assert path.with_suffix(".damaged").read_bytes() == data[:-1]


def test_what_is_composed_survives_a_kill(alice: Person) -> None:
    """Each order is kept as it is given, not only at the end."""
    seen: list[tuple[str, ...]] = []

    async def test(pilot: Any, app: Composer) -> None:
        await pilot.press("t", "enter")
        other = composer_context_of(middle(alice.folder))
        seen.append(other[1].composition.texts)
        await pilot.press("z")
        assert not any(
            plan.letter == PRESENT for plan in composer_context_of(middle(alice.folder))[0].saved_plans
        )
        assert "taken back" in screen(app)

    piloted(test, composer_context_of(middle(alice.folder)))
    assert seen == [("travel 1 might",)]
    assert next_letter([]) == "A"


def test_on_a_real_terminal(alice: Person) -> None:
    knowing(alice, MIDDLE)
    terminal = Terminal(alice.folder, "turn", "game.khronos", "--as", "alice", columns=110, rows=34)
    terminal.wait_for("adventurer")
    terminal.type("\x03")
    assert terminal.code() == 0
