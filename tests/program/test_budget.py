"""A block has a budget, and a text of orders a size: what is beyond is refused, and nothing is written."""

from __future__ import annotations

from pathlib import Path

import pytest

from khronos_pbem.engine.orders.habits import MAX_ORDERS
from khronos_pbem.games.khronos.order_text.grammar import parse
from khronos_pbem.record.block import ASSIST
from khronos_pbem.record.budget import (
    MOST_BLOCKS,
    MOST_MESSAGE_BYTES,
    MOST_MESSAGES,
    MOST_ORDER_BYTES,
    MOST_ORDERS,
    find_budget_excess,
)
from khronos_pbem.record.save import parse_readable, write_save
from khronos_pbem.session.replay.table import waiting
from tests.cli.test_bad_input import person
from tests.record.test_save import chain
from tests.support.playing import NAMES, Group
from tests.support.shell import Person


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Group:
    """A game of two whose mover may act."""
    group = Group(tmp_path_factory.mktemp("game"), 2, 5)
    group.start("A budget")
    group.play(3)
    while (now := waiting(group.table())) is not None and now.need == ASSIST:
        group.step()
    return group


@pytest.fixture
def mover(game: Group, tmp_path: Path) -> Person:
    """Whoever has to act, with an own copy of the game."""
    now = waiting(game.table())
    assert now is not None
    assert now.seat is not None
    return person(game, tmp_path, NAMES[now.seat])


LONG = "ö" * 500
LESS, FEWER = " — write less here, and send the rest by e-mail\n", " — give fewer orders\n"
TOO_MUCH = {
    "messages": (
        ['message "x"'] * (MOST_MESSAGES + 1),
        f"too many messages: a block can hold at most {MOST_MESSAGES}{LESS}",
        MOST_MESSAGES + 1,
    ),
    "bytes": (
        [f'message "{LONG}"'] * 9,
        f"too long: a block can hold at most {MOST_MESSAGE_BYTES} bytes of messages{LESS}",
        9,
    ),
    "orders": (
        ["policy placement ask"] * (MOST_ORDERS + 1),
        f"too many orders: a block can hold at most {MOST_ORDERS}{FEWER}",
        MOST_ORDERS + 1,
    ),
    "a thousand orders": (["policy placement ask"] * (MAX_ORDERS + 1), "1000 orders", MAX_ORDERS + 1),
}


@pytest.mark.parametrize("what", TOO_MUCH)
def test_more_than_a_block_may_hold_is_refused_at_the_order_that_is_too_much(
    what: str, game: Group, mover: Person
) -> None:
    orders, words, line = TOO_MUCH[what]
    (mover.folder / "turn.txt").write_text("\n".join([*orders, "end"]), encoding="utf-8")
    for command in ("check", "play"):
        error = mover.fails(3, command, "game.khronos", "turn.txt")
        assert error.startswith(f"khronos: turn.txt:{line}:1: ")
        assert words in error
    assert mover.save.read_bytes() == game.save.read_bytes()


def test_a_whole_budget_is_played_and_verified(mover: Person) -> None:
    orders = ['message "x"'] * MOST_MESSAGES + ["policy placement ask"] * (MOST_ORDERS - MOST_MESSAGES - 1)
    (mover.folder / "turn.txt").write_text("\n".join([*orders, "end"]), encoding="utf-8")
    mover.ok("play", "game.khronos", "turn.txt")
    assert mover.ok("verify", "game.khronos", "--json").json["valid"] is True


def test_a_text_of_orders_has_a_size(mover: Person) -> None:
    text = "# a comment\n" * 30_000 + "end\n"
    (mover.folder / "turn.txt").write_text(text, encoding="utf-8")
    assert "too long" in mover.fails(3, "play", "game.khronos", "turn.txt")
    assert "too long" in mover.fails(3, "play", "game.khronos", "-", stdin=text * 4 + "ö" * 100)


def test_an_order_has_a_size() -> None:
    for text in ("exchange " + "civil " * 50_000, "faire une pause " * 50_000, 'message "' + "x" * 50_000):
        with pytest.raises(ValueError, match="too long for an order"):
            parse(text)


def test_all_orders_together_have_a_size() -> None:
    assert find_budget_excess(["x" * 1000] * 32) is None
    beyond = find_budget_excess(["x" * 1000] * 33)
    assert beyond is not None
    what = f"the orders are too long: a block can hold at most {MOST_ORDER_BYTES} bytes of orders"
    assert beyond == (32, what, "give fewer orders")


def test_a_save_has_at_most_so_many_blocks() -> None:
    text = write_save(chain(2), []) + "[[block]]\n" * (MOST_BLOCKS - 1)
    readable = parse_readable(text.encode())
    assert readable.problem is not None
    assert f"too many blocks: a save can hold at most {MOST_BLOCKS}" in str(readable.problem)
