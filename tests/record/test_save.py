"""A save's text and its schema: what is written is read back, all else is refused (FORMATS 4)."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from khronos_pbem.engine.digests import canonical_json, decode_bytes, encode_bytes, is_public_key
from khronos_pbem.errors import InvalidFile, KhronosError, UnsupportedFormat
from khronos_pbem.home.keyring import Identity
from khronos_pbem.record.block import Block
from khronos_pbem.record.chain import (
    block_hash,
    check_link,
    check_signature,
    game_hash,
    head_hash,
    is_signed_by,
    sign,
)
from khronos_pbem.record.save import Header, Save, is_save, parse_readable, parse_save, write_save

ANNA, BERT = Identity("anna", b"\1" * 32), Identity("bert", b"\2" * 32)
HEADER = Header(
    id=encode_bytes(b"0123456789abcdef"),
    title="A title",
    game="khronos",
    seats=2,
    created="2026-11-21T09:00:00Z",
    rules=1,
    options={"edition": 2, "holdem": False, "map": {"name": "m", "terrain": "...\n...\n", "hamlets": ["A1"]}},
)


def chain(count: int = 4, header: Header = HEADER) -> Save:
    """A record of two joins and some turns; it knows nothing of rules."""
    save = Save(header)
    for number in range(count):
        who = (ANNA, BERT)[number % 2]
        block = Block(
            seq=number,
            seat=number % 2,
            kind="join" if number < 2 else "turn",
            at=f"2026-11-21T10:0{number}:00Z",
            prev=encode_bytes(head_hash(save)),
            name=who.name if number < 2 else "",
            colour=("red", "blue")[number] if number < 2 else "",
            identity=who.public if number < 2 else b"",
            orders=() if number < 2 else ("travel 1 faith", "end"),
            deck={"join_deck": {"key": "AA", "list": [1, 2, {"x": "y"}]}} if number < 2 else {"proof": "AA"},
            after="" if number < 1 else encode_bytes(bytes([number]) * 32),
        )
        save = save._replace(blocks=(*save.blocks, sign(block, who)))
    return save


def check_links(save: Save) -> None:
    """Every block links to the one before it."""
    for place, block in enumerate(save.blocks):
        check_link(block, place, head_hash(save._replace(blocks=save.blocks[:place])))


def check_signatures(save: Save) -> None:
    """Every block is signed by its seat."""
    for block in save.blocks:
        check_signature(block, (ANNA, BERT)[block.seat].public)


def check_all(save: Save) -> None:
    check_links(save)
    check_signatures(save)


def test_round_trip() -> None:
    save = chain()
    text = write_save(save, ["for people", 'even with "quotes"\nand lines'])
    assert parse_save(text.encode()) == save
    assert is_save(text.encode())
    check_links(save)
    check_signatures(save)


def test_line_ends_comments_and_key_order_are_free() -> None:
    """What is hashed is the content, never the file's bytes."""
    save = chain()
    text = write_save(save, ["something"])
    mailed = text.replace("\n", "\r\n").replace("# something", "# > quoted\r\n\r\n")
    assert parse_save(b"\xef\xbb\xbf" + mailed.encode()) == save
    header, *blocks = text.split("[[block]]\n")
    turned = ["\n".join(reversed(block.strip().split("\n"))) + "\n" for block in blocks[2:]]
    again = "[[block]]\n".join([header, *blocks[:2], *turned])
    assert parse_save(again.encode()) == save


@settings(max_examples=60, deadline=None)
@given(
    title=st.text(
        st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Zl", "Zp")), min_size=1, max_size=50
    ),
    orders=st.lists(
        st.text(st.characters(min_codepoint=32, max_codepoint=0x2FFF), min_size=1, max_size=30),
        min_size=1,
        max_size=3,
    ),
)
def test_any_text_survives(title: str, orders: list[str]) -> None:
    try:
        save = chain(2, replace(HEADER, title=title))
        block = Block(
            seq=2,
            seat=0,
            kind="turn",
            at="2026-11-21T10:05:00Z",
            prev=encode_bytes(head_hash(save)),
            orders=tuple(orders),
        )
        save = save._replace(blocks=(*save.blocks, sign(block, ANNA)))
        text = write_save(save, [])
    except InvalidFile:
        return  # not a line that may be in a save
    assert parse_save(text.encode()) == save


@settings(max_examples=80, deadline=None)
@given(st.binary(max_size=300))
def test_any_bytes_are_refused_by_our_own_error(data: bytes) -> None:
    with pytest.raises(KhronosError):
        parse_save(data)


FIELDS = ["seq", "seat", "kind", "at", "prev", "orders", "proof", "after", "sig"]


@pytest.mark.parametrize("field", FIELDS)
def test_every_field_is_signed(field: str) -> None:
    """A changed field breaks the form, the link or the signature of its block."""
    save = chain()
    block = save.blocks[2]
    changes: dict[str, Any] = {
        "seq": 3,
        "seat": 1,
        "kind": "answer",
        "at": "2026-11-21T11:11:11Z",
        "prev": encode_bytes(bytes(32)),
        "orders": ("end",),
        "proof": None,
        "after": encode_bytes(bytes(32)),
        "sig": encode_bytes(bytes(64)),
    }
    changed = (
        replace(block, deck={"proof": "BB"})
        if field == "proof"
        else replace(block, **{field: changes[field]})
    )
    assert changed != block
    broken = save._replace(blocks=(*save.blocks[:2], changed, save.blocks[3]))
    with pytest.raises(InvalidFile) as caught:
        check_all(broken)
    assert caught.value.block in (2, 3)


@pytest.mark.parametrize("field", ["id", "title", "seats", "created", "options"])
def test_every_field_of_the_game_is_bound(field: str) -> None:
    """`prev` of block 0 is the hash of [game]."""
    changes: dict[str, Any] = {
        "id": encode_bytes(b"fedcba9876543210"),
        "title": "Another",
        "seats": 3,
        "created": "2026-11-21T09:00:01Z",
        "options": {"edition": 1},
    }
    save = chain()
    broken = save._replace(header=replace(HEADER, **{field: changes[field]}))
    assert game_hash(broken.header) != game_hash(save.header)
    with pytest.raises(InvalidFile) as caught:
        check_links(broken)
    assert caught.value.block == 0


def test_swapped_removed_repeated_foreign() -> None:
    save = chain()
    one, two, three, four = save.blocks
    other = chain(4, replace(HEADER, title="Another")).blocks
    for blocks in (
        (one, three, two, four),
        (one, two, four),
        (one, two, three, three, four),
        (one, two, other[2]),
    ):
        with pytest.raises(InvalidFile):
            check_links(save._replace(blocks=blocks))


def test_signatures_of_others() -> None:
    save = chain()
    forged = sign(replace(save.blocks[2], sig=""), BERT)
    with pytest.raises(InvalidFile, match="signature"):
        check_signatures(save._replace(blocks=(*save.blocks[:2], forged)))


def test_keys_of_small_order_are_no_keys() -> None:
    """With such a key there are signatures that fit any block."""
    for data in (bytes(32), (1).to_bytes(32, "little"), b"\xff" * 32, b"short"):
        assert not is_public_key(data)
        assert not is_signed_by(chain().blocks[0], data)
    assert is_public_key(ANNA.public)


WRONG = [
    ("seq = 2", "seq = 2.5", "seq"),
    ("seq = 2", "seq = true", "seq"),
    ("seat = 0", "seat = 7", "seat"),
    ('kind = "turn"', 'kind = "gift"', "kind"),
    ('kind = "turn"', 'kind = "turn"\nnew = 1', "new"),
    ("at = 2026-11-21T10:02:00Z", 'at = "yesterday"', "at"),
    ('orders = ["travel 1 faith", "end"]', 'orders = "end"', "orders"),
    ('orders = ["travel 1 faith", "end"]', 'orders = ["a\\nb"]', "orders"),
    ('name = "anna"', 'name = "an\\u0007na"', "name"),
    ("seats = 2", 'seats = "two"', "seats"),
    ('title = "A title"', 'title = ""', "title"),
    ("rules = 1", "rules = 0", "rules"),
]


@pytest.mark.parametrize(("old", "new", "word"), WRONG)
def test_wrong_types_and_unknown_keys(old: str, new: str, word: str) -> None:
    text = write_save(chain(), [])
    assert old in text
    with pytest.raises(InvalidFile) as caught:
        parse_save(text.replace(old, new, 1).encode())
    assert word in str(caught.value)


def test_a_newer_format() -> None:
    text = write_save(chain(), []).replace("khronos-pbem/3", "khronos-pbem/4")
    with pytest.raises(UnsupportedFormat, match="version 4"):
        parse_save(text.encode())


def is_whole(data: bytes) -> bool:
    try:
        return parse_save(data) == chain()
    except KhronosError:
        return False


@pytest.mark.parametrize("part", range(5, 100, 7))
def test_cut_off_anywhere(part: int) -> None:
    """It is refused, and what can be read of it can be looked at."""
    data = write_save(chain(), ["a comment"]).encode()
    cut = data[: len(data) * part // 100]
    assert not is_whole(cut)
    if b"[[block]]" in cut:
        blocks = parse_readable(cut).save.blocks
        assert blocks == chain().blocks[: len(blocks)]


def test_base64_has_one_form() -> None:
    """DECK 8: base64 that is not canonical."""
    assert decode_bytes(encode_bytes(b"\1\2\3\4")) == b"\1\2\3\4"
    for text in ("AQIDBA==", "AQIDBB", "AQI DBA", "AQIDB", "AQ/+", "ä"):
        with pytest.raises(ValueError, match="base64"):
            decode_bytes(text)


def test_canonical_json() -> None:
    assert canonical_json({"b": 1, "a": ["ü", True]}) == '{"a":["ü",true],"b":1}'.encode()


def test_hashes_cover_the_signature() -> None:
    block = chain().blocks[1]
    assert block_hash(block) != block_hash(replace(block, sig=encode_bytes(bytes(64))))
    assert re.fullmatch(r"[A-Za-z0-9_-]{86}", block.sig)
