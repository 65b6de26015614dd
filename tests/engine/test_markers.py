"""What people type holds no mark of orders, armor or a save, whatever it is wrapped in (FORMATS 2)."""

from __future__ import annotations

import base64
from pathlib import Path

import pytest

from khronos_pbem.engine.markers import holds_mark
from khronos_pbem.errors import UnreadableOrder, UsageError
from khronos_pbem.games.khronos.order_text.grammar import parse
from tests.support.playing import Group

MARKS = [
    "-----BEGIN KHRONOS ORDERS AAAAAAAAAAAAAAAAAAAAAA 5-----",
    "-----END KHRONOS ORDERS-----",
    "hello -----begin khronos save",
    "-----BE\u00adGIN\u200b KHRO NOS ORDERS",
    "\u2014\u2014BEGIN KHRONOS SAVE",
    "\uff0d\uff0d\uff0d\uff22EGIN KHRONOS ORDERS",
    "&#45;&#45;BEGIN KHRONOS SAVE",
    "&amp;#45;&amp;#45;BEGIN KHRONOS SAVE",
    "=2D=2D=2DBEGIN KHRONOS ORDERS",
    "--BE<b>GIN KHRONOS ORDERS",
    "[abcd0001AAAA.abcd]",
    "> [abcd 0001 AAAA .abcd]",
    'format = "khronos-pbem/3"',
    base64.b64encode(b"\n-----BEGIN KHRONOS ORDERS x 5-----\nresign").decode(),
    base64.encodebytes(b"\n-----BEGIN KHRONOS ORDERS x 5-----\nresign").decode().replace("\n", " "),
]
WORDS = [
    "in the end Khronos saved us",
    "well played",
    "a -- b",
    "BEGIN KHRONOS",
    "x=5 & y<7 > 3",
    "&#999999999999;",
    "https://example.org/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    "[1] at last",
]


@pytest.mark.parametrize("text", MARKS, ids=lambda text: ascii(text)[:40])
def test_a_mark_in_a_message_is_refused(text: str) -> None:
    assert holds_mark(text)
    escaped = text.replace('"', '\\"')
    if text.isprintable():
        with pytest.raises(UnreadableOrder):
            parse(f'message "{escaped}"')


@pytest.mark.parametrize("text", WORDS)
def test_words_are_no_marks(text: str) -> None:
    assert not holds_mark(text)


@pytest.mark.parametrize("text", [text for text in MARKS if text.isprintable()], ids=lambda text: text[:40])
def test_a_mark_in_a_title_is_refused(text: str, tmp_path: Path) -> None:
    group = Group(tmp_path, 2)
    with pytest.raises(UsageError, match="title"):
        group.start(text)
    assert not group.save.exists()
