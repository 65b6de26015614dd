"""What a join may say of a bot, and where else nobody may (docs/solo.md)."""

from __future__ import annotations

import re

import pytest

from khronos_pbem.errors import InvalidFile
from khronos_pbem.record.block import block_content, signed_bytes
from khronos_pbem.record.names import called
from khronos_pbem.record.offers import STRENGTHS
from khronos_pbem.record.save import parse_save
from tests.support.shell import ROOT

JOINED = (ROOT / "tests" / "hostile" / "saves" / "bot-joins.khronos").read_text(encoding="utf-8")
SAMPLE = (ROOT / "sample_games" / "two-players.khronos").read_bytes()


def test_a_bot_is_signed_with_its_strength() -> None:
    (block,) = parse_save(JOINED.encode()).blocks
    assert block.bot == "strong"
    assert b'"bot":"strong"' in signed_bytes(block)


def test_a_person_is_written_as_ever() -> None:
    assert all("bot" not in block_content(block) for block in parse_save(SAMPLE).blocks)


@pytest.mark.parametrize("strength", STRENGTHS)
def test_every_strength_can_join(strength: str) -> None:
    text = re.sub(r'^bot = "strong"$', f'bot = "{strength}"', JOINED, flags=re.MULTILINE)
    (block,) = parse_save(text.encode()).blocks
    assert block.bot == strength


@pytest.mark.parametrize("value", ['""', "true", '"godlike"', '"Strong"', "7", '["easy"]', '"easy "'])
def test_a_bot_that_cannot_be(value: str) -> None:
    with pytest.raises(InvalidFile, match="bot is ") as caught:
        parse_save(re.sub(r'^bot = "strong"$', f"bot = {value}", JOINED, flags=re.MULTILINE).encode())
    assert caught.value.block == 0


@pytest.mark.parametrize("kind", ["turn", "answer", "assist", "vote", "ack"])
def test_nothing_but_a_join_says_so(kind: str) -> None:
    text = re.sub(r'^kind = "join"$', f'kind = "{kind}"', JOINED, flags=re.MULTILINE)
    gone = "name|colour|identity" + ("|at" if kind in ("vote", "ack") else "")
    text = re.sub(rf"^({gone}) = .*\n", "", text, flags=re.MULTILINE)
    with pytest.raises(InvalidFile, match='the key "bot" is unknown'):
        parse_save(text.encode())


def test_what_bots_are_called() -> None:
    assert [called("marvin", strength) for strength in STRENGTHS] == [
        "marvin, easy bot",
        "marvin, steady bot",
        "marvin, strong bot",
        "marvin, expert bot",
    ]
    assert called("marvin") == "marvin"
