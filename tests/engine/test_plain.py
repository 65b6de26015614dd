"""Values as data and back: what is kept on this machine comes back as it was, and nothing else is built."""

from __future__ import annotations

import json
from enum import Enum
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from khronos_pbem.engine.codec import Codec
from khronos_pbem.messages import Message, VerbatimText, Word, message, plural_message
from khronos_pbem.record.chain import block_hashes
from khronos_pbem.record.save import parse_save
from khronos_pbem.session.replay.replay import replay
from khronos_pbem.session.replay.snapshots import _codec

ROOT = Path(__file__).parent.parent.parent


class Pair(NamedTuple):
    """Two values."""

    left: Any
    right: Any


class Size(Enum):
    """A size."""

    SMALL = "s"
    LARGE = "l"


def again(codec: Codec, value: Any) -> Any:
    """The value, written as JSON and read."""
    return codec.from_data(json.loads(json.dumps(codec.to_data(value))))


@pytest.mark.parametrize(
    "value",
    [
        None,
        True,
        0,
        2**70,
        "text",
        "list",
        b"\x00bytes",
        (),
        (1, ("a", ())),
        {3: b"x", "k": (None,)},
        Pair(Size.SMALL, Pair((), {1: Size.LARGE})),
        VerbatimText("rot"),
        Word("keep"),
    ],
)
def test_a_value_comes_back_as_it_was(value: Any) -> None:
    found = again(Codec((Pair, Size)), value)
    assert found == value
    assert type(found) is type(value)


def test_sentences_come_back_with_their_parts() -> None:
    inner = plural_message("{n} card of {who}", "{n} cards of {who}", 2, who=VerbatimText("red"))
    found = again(Codec(()), message("{inner}!", inner=inner))
    assert (found, found.template) == ("2 cards of red!", "{inner}!")
    assert isinstance(found.parts["inner"], Message)
    assert found.parts["inner"].many == "{n} cards of {who}"
    assert type(found.parts["inner"].parts["who"]) is VerbatimText


def test_what_is_given_is_not_written() -> None:
    shared = Pair(1, 2)
    codec = Codec((Pair,), (shared,))
    assert codec.to_data((shared,)) == ["list", ["given", 0]]
    assert again(codec, (shared,))[0] is shared


def test_a_class_that_is_not_among_them_is_neither_written_nor_built() -> None:
    with pytest.raises(TypeError, match="no Pair"):
        Codec(()).to_data(Pair(1, 2))
    with pytest.raises(KeyError):
        Codec(()).from_data(Codec((Pair,)).to_data(Pair(1, 2)))


def test_another_shape_is_another_hash() -> None:
    assert Codec((Pair,)).shape == Codec((Pair,)).shape
    assert len({Codec((Pair,)).shape, Codec((Pair, Size)).shape, Codec(()).shape}) == 3


@pytest.mark.parametrize(
    "path", sorted((ROOT / "sample_games").rglob("*.khronos")), ids=lambda path: path.stem
)
def test_every_table_of_a_game_comes_back(path: Path) -> None:
    save = parse_save(path.read_bytes())
    history = replay(save, block_hashes(save), len(save.blocks))
    codec = _codec(history.start)
    for entry in history.entries:
        table, events = again(codec, (entry.table, entry.events))
        assert (table.position, table.ledger, table.seats) == (
            entry.table.position, entry.table.ledger, entry.table.seats
        )  # fmt: skip
        assert table.game is entry.table.game or type(table.game) is type(entry.table.game)
        assert (table.header, table.openings, table.actor, table.seq) == (
            entry.table.header, entry.table.openings, entry.table.actor, entry.table.seq
        )  # fmt: skip
        assert events == entry.events
