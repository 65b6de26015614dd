"""Reading what is long: four times the size takes about four times as long, not sixteen."""

from __future__ import annotations

import contextlib
from typing import Any

import pytest

from khronos_pbem.errors import KhronosError
from khronos_pbem.games.khronos.order_text.grammar import LANGUAGE
from khronos_pbem.record.save import is_save, parse_readable
from tests.record.test_toml_limits import SHAPES


@pytest.mark.parametrize("megabytes", [1, 4])
@pytest.mark.parametrize("shape", SHAPES)
def test_a_text_that_is_no_save(shape: str, megabytes: int, benchmark: Any) -> None:
    data = SHAPES[shape](megabytes * 1_000_000).encode()

    def read() -> None:
        is_save(data)
        with contextlib.suppress(KhronosError):
            parse_readable(data)

    benchmark.group = shape
    benchmark.pedantic(read, rounds=3)


@pytest.mark.parametrize("count", [2_000, 16_000])
@pytest.mark.parametrize("words", ["end keep| civil", "exchange| m", "end keep| zi"])
def test_an_order_of_many_words(words: str, count: int, benchmark: Any) -> None:
    start, word = words.split("|")

    def read() -> None:
        with contextlib.suppress(KhronosError):
            LANGUAGE.parse(f"{start}{word * count} x")

    benchmark.group = words
    benchmark(read)
