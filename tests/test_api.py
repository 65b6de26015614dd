"""The public API: both games by their names, files, orders, chance, views and errors."""

from __future__ import annotations

import doctest
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

import khronos_pbem
from khronos_pbem import (
    Audience,
    KhronosError,
    Position,
    api,
    apply,
    bot,
    legal_orders,
    load,
    new_position,
    parse,
    position_from_toml,
    render,
    score,
    to_text,
)
from khronos_pbem.errors import IllegalOrder, InvalidFile, NothingToDo, UnreadableOrder, UsageError
from khronos_pbem.session.turns import game_position
from tests import client
from tests.support.shell import ROOT

SAMPLES = ROOT / "sample_games"
FIVE = SAMPLES / "five-players.khronos"
CASES = ROOT / "tests" / "games" / "khronos" / "cases"
BOTH = pytest.mark.parametrize("game", ["khronos", "my-village"])


def test_every_name_is_exported_once() -> None:
    assert sorted(khronos_pbem.__all__) == sorted([*api.__all__, "__version__"])
    for name in khronos_pbem.__all__:
        assert getattr(khronos_pbem, name, None) is not None
    with pytest.raises(AttributeError, match="no attribute 'unload'"):
        getattr(khronos_pbem, "unload")  # noqa: B009


def test_the_examples_of_the_docstrings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    for module in (api, game_position):
        found = doctest.testmod(module, extraglobs={"new_position": new_position})
        assert found.failed == 0
        assert found.attempted > 0


def test_a_game_of_a_file() -> None:
    game = load(FIVE)
    game.verify()
    assert (game.name, game.title) == ("khronos", "Sample: five players")
    assert [seat.name for seat in game.seats] == ["alice", "bob", "carol", "dave", "erin"]
    assert game.waiting is None
    assert game.position.over
    assert game.position.winners == ("blue",)
    assert score(game.position) == {"red": 31, "blue": 42, "green": 36, "white": 36, "black": 36}
    assert [block.number for block in game.blocks] == list(range(len(game.blocks)))
    turn = next(block for block in game.blocks if block.kind == "turn")
    assert turn.events
    assert turn.orders[-1].startswith("end")
    assert load(FIVE.read_bytes()).blocks == game.blocks


def test_the_position_after_a_block() -> None:
    game = load(SAMPLES / "middle" / "game.khronos")
    assert game.waiting is not None
    assert game.waiting.need == "turn"
    assert game.position.to_move == game.waiting.colour
    last = game.blocks[-1].number
    assert game.position_at(last) == game.position
    with pytest.raises(NothingToDo, match="the game has not begun"):
        game.position_at(0)
    for number in (-1, last + 1):
        with pytest.raises(UsageError, match=f"there is no block {number}"):
            game.position_at(number)


def test_a_changed_file_is_not_valid(tmp_path: Path) -> None:
    path = tmp_path / "changed.khronos"
    path.write_bytes(FIVE.read_bytes().replace(b'"end"', b'"resign"', 1))
    game = load(path)
    assert game.title
    for use in (game.verify, lambda: game.blocks, lambda: game.seats, lambda: game.waiting):
        with pytest.raises(InvalidFile) as caught:
            use()
        assert caught.value.file == str(path)
        assert caught.value.block is not None


def test_what_is_no_save(tmp_path: Path) -> None:
    with pytest.raises(UsageError) as caught:
        load(tmp_path / "missing.khronos")
    assert caught.value.file == str(tmp_path / "missing.khronos")
    for data in (b"", b"\xff\x00", b"format = 3"):
        with pytest.raises(InvalidFile):
            load(data)


@BOTH
def test_a_whole_game(game: str) -> None:
    """It is the same again from the same seed, and another one from another seed."""
    end = client.play(game, client.RandomBot("a"), bot("easy"))
    assert end.over
    assert end.winners
    assert end == client.play(game, client.RandomBot("a"), bot("easy"))
    assert set(score(end)) == set(end.colours)
    assert end.public_data
    assert new_position(game, seed="1") != new_position(game, seed="2")
    assert new_position(game) != new_position(game)
    assert legal_orders(end) == ()
    with pytest.raises(NothingToDo):
        bot("easy").choose(end)
    with pytest.raises(IllegalOrder, match="the game is over"):
        apply(end, parse("end", game)[0])


@BOTH
def test_a_position_is_a_value(game: str) -> None:
    position = new_position(game, seed="1")
    order = legal_orders(position)[0]
    same = new_position(game, seed="1")
    assert apply(position, order) == apply(same, order)
    assert position == same
    assert to_text(order) == str(order)
    assert parse(str(order), game) == (order,)


@BOTH
@pytest.mark.parametrize("strength", ["easy", "steady", "strong", "expert"])
def test_a_bot_finds_a_legal_order(game: str, strength: str) -> None:
    position = new_position(game, seed="1")
    assert position.to_move is not None
    order = bot(strength, seconds=0.05).choose(position.seen_by(position.to_move))
    assert order in legal_orders(position)


def test_a_view_hides_the_cards_of_others() -> None:
    """Two positions that look the same to a player are the same view, and it does not know what is rolled."""
    position = new_position("khronos", seed="1")
    me, other = "red", "blue"
    view = position.seen_by(me)
    assert view != position
    assert view.seen_by(me) == view
    assert render(view, me) == render(position, me)
    assert render(position, me) != render(position, other)
    assert render(position) == render(view)
    village = new_position("my-village", seed="1")
    assert village.seen_by("red") == new_position("my-village", seed="1").seen_by("red")
    assert village.seen_by("red").chance.seed != "1"
    with pytest.raises(UsageError, match="there is no colour 'pink'"):
        position.seen_by("pink")


@BOTH
def test_a_view_can_be_played_on(game: str) -> None:
    random, position = Random(3), new_position(game, seed="1")
    for _ in range(40):
        if position.to_move is None:
            break
        view = position.seen_by(position.to_move)
        orders = [order for order in legal_orders(view) if str(order) != "resign"]
        assert orders == [order for order in legal_orders(position) if str(order) != "resign"]
        for order in random.sample(orders, min(4, len(orders))):
            apply(view, order)
        position, _ = apply(position, random.choice(orders))


def test_the_options_of_a_new_game() -> None:
    position = new_position("khronos", {"edition": 2, "holdem": True}, colours=["black", "red", "green"])
    assert position.colours == ("black", "red", "green")
    assert "market" in render(position)
    with pytest.raises(UsageError, match="there is no colour 'pink'"):
        new_position("khronos", colours=["red", "pink"])
    with pytest.raises(UsageError, match="two players cannot both be red"):
        new_position("khronos", colours=["red", "red"])
    wrong: list[dict[str, object]] = [
        {"edition": 3},
        {"speed": 1},
        {"map": "atlantis"},
        {"map": {"rows": []}},
    ]
    for options in wrong:
        with pytest.raises(KhronosError):
            new_position("khronos", options)
    with pytest.raises(InvalidFile, match="there is no game called 'chess'"):
        new_position("chess")


def before_cards_or_rolls(position: Position, wanted: str) -> tuple[Position, str]:
    """A position in which the wanted kind of chance follows from an order, and that order."""
    random = Random(1)
    while position.to_move:
        for order in legal_orders(position):
            after, _ = apply(position, order)
            decided = after.chance.dealt - position.chance.dealt
            if decided if wanted == "cards" else after.chance.served > position.chance.served:
                return position, str(order)
        orders = [order for order in legal_orders(position) if str(order) != "resign"]
        position, _ = apply(position, random.choice(orders))
    raise AssertionError("nothing was left to chance")


def test_given_cards_are_dealt() -> None:
    position, text = before_cards_or_rolls(new_position("khronos", seed="1"), "cards")
    (order,) = parse(text)
    me = position.to_move
    assert me is not None
    (deck,) = {handle.deck for handle in position.chance.dealt} - {"seats"}
    dealt = position.chance.dealt
    free = {label for slot, label in enumerate(position.chance.decks[deck]) if (deck, slot) not in dealt}
    for label in free:
        after, _ = apply(position, order, cards=[label])
        (first, *_) = sorted(after.chance.dealt - dealt)
        assert after.chance.decks[deck][first.slot] == label
        assert sorted(after.chance.decks[deck]) == sorted(position.chance.decks[deck])
    with pytest.raises(UsageError, match="the deck no longer contains this card: joker — choose from "):
        apply(position, order, cards=["joker"])
    with pytest.raises(UsageError, match="does not need these rolls or cards"):
        apply(position, order, rolls=[1])


def test_given_numbers_are_rolled() -> None:
    position, text = before_cards_or_rolls(new_position("my-village", seed="1"), "rolls")
    (order,) = parse(text, "my-village")
    first, second = (apply(position, order, rolls=[number])[0] for number in (0, 1))
    assert first != second
    assert first == apply(position, order, rolls=[0])[0]
    with pytest.raises(UsageError, match="this roll cannot result in -1 — give a number from 0 to "):
        apply(position, order, rolls=[-1])
    with pytest.raises(UsageError, match="does not need these rolls or cards: joker"):
        apply(position, order, cards=["joker"])


def test_a_position_of_a_file() -> None:
    for path in sorted(CASES.rglob("*.toml"))[:20]:
        try:
            position = position_from_toml(path.read_text(encoding="utf-8"))
        except InvalidFile:
            continue  # some cases say what is refused
        assert position.game == "khronos"
        for order in legal_orders(position)[:3]:
            apply(position, order)
        assert render(position, Audience.EVERYTHING)
    with pytest.raises(InvalidFile):
        position_from_toml("phase = 3")


def test_errors_are_those_of_the_program() -> None:
    position = new_position("khronos", seed="1")
    with pytest.raises(UnreadableOrder) as caught:
        parse("dance")
    assert (caught.value.line, caught.value.column) == (1, 1)
    with pytest.raises(IllegalOrder) as refused:
        apply(position, parse("build keep might A1")[0])
    assert refused.value.rule
    with pytest.raises(UsageError, match="there is no board 'moon'"):
        render(position, part="moon")
    assert len(render(position, part="might")) < len(render(position))
    for each in (caught, refused):
        assert isinstance(each.value, KhronosError)


def test_the_command_line_does_not_load_the_api() -> None:
    lines = "import sys, khronos_pbem; print(any(name in sys.modules for name in ('typer', 'rich', 'nacl')))"
    done = subprocess.run([sys.executable, "-c", lines], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_the_client_runs(tmp_path: Path) -> None:
    """As `.ci/run` does with the installed package."""
    words = [sys.executable, str(ROOT / "tests" / "client.py"), str(SAMPLES / "two-players.khronos")]
    done = subprocess.run(words, capture_output=True, text=True, check=True, cwd=tmp_path)
    assert len(done.stdout.splitlines()) == 3
    assert "Sample: two players" in done.stdout
    assert client.titles([tmp_path / "none"]) == [
        f"{tmp_path / 'none'}: {tmp_path / 'none'} does not exist — give the path of a file"
    ]
