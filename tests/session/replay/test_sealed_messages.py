"""What is sealed to one player opens for him and its author, in its place, and for nobody else."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ed25519
from nacl.bindings import crypto_sign_ed25519_pk_to_curve25519

from khronos_pbem.engine.digests import decode_bytes, encode_bytes
from khronos_pbem.engine.orders.forms import InvalidValue
from khronos_pbem.engine.orders.private_orders import SEALED, parse_seal, without_sealed_bytes
from khronos_pbem.errors import IllegalOrder
from khronos_pbem.record.block import Block
from khronos_pbem.record.budget import find_budget_excess
from khronos_pbem.session.replay.sealed_messages import open_private_orders, private_orders_in
from khronos_pbem.session.replay.sealed_text import (
    MOST_BYTES,
    SealedPlace,
    curve_point,
    decrypt_text,
    key_of_author,
    key_of_reader,
    note_size,
    seal,
)
from tests.session.memory import Memory, header, identity

RED, BLUE, GREEN = (identity(seat) for seat in range(3))
GAME = bytes(range(32))


def place(**changes: Any) -> SealedPlace:
    """Where red writes to blue."""
    return SealedPlace(GAME, bytes(32), RED.public, 2, BLUE.public)._replace(**changes)


@pytest.fixture(scope="module")
def sealed() -> str:
    return seal(place(), Memory(header(3)).author(0).secret, "only you")


def test_reader_and_author_have_the_same_key(sealed: str) -> None:
    secret = Memory(header(3)).author(0).secret
    key = key_of_reader(place(), BLUE, sealed)
    assert key is not None
    assert key == key_of_author(place(), secret, sealed)
    assert decrypt_text(place(), key, sealed) == "only you"


def test_the_same_text_in_the_same_place_is_the_same_bytes(sealed: str) -> None:
    secret = Memory(header(3)).author(0).secret
    assert seal(place(), secret, "only you") == sealed
    assert seal(place(number=3), secret, "only you") != sealed
    assert seal(place(), secret, "only  you") != sealed


def test_no_other_identity_opens_it(sealed: str) -> None:
    for who in (RED, GREEN):
        assert key_of_reader(place(), who, sealed) is None
    other = Memory(header(3)).author(2).secret
    assert decrypt_text(place(), key_of_author(place(), other, sealed), sealed) is None


@pytest.mark.parametrize(
    "moved",
    [
        {"game": bytes(32)},
        {"prev": bytes([1]) * 32},
        {"author": GREEN.public},
        {"number": 0},
        {"reader": GREEN.public},
    ],
    ids=lambda moved: next(iter(moved)),
)
def test_it_opens_in_no_other_place(sealed: str, moved: dict[str, Any]) -> None:
    """Not in another game, behind another block, by another author, as another order, for another one."""
    elsewhere, key = place(**moved), key_of_reader(place(), BLUE, sealed)
    assert key is not None
    assert decrypt_text(elsewhere, key, sealed) is None
    assert key_of_reader(elsewhere, BLUE, sealed) is None
    assert key_of_reader(elsewhere, GREEN, sealed) is None


def test_every_byte_counts(sealed: str) -> None:
    """Changed anywhere, it opens neither for its reader nor with its key."""
    data, key = decode_bytes(sealed), key_of_reader(place(), BLUE, sealed)
    assert key is not None
    for at in range(1, len(data), 7):
        other = encode_bytes(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
        theirs = key_of_reader(place(), BLUE, other)
        assert theirs is None or decrypt_text(place(), theirs, other) is None, at
        assert decrypt_text(place(), key, other) is None, at


def test_lengths_show_in_steps_alone(sealed: str) -> None:
    secret = Memory(header(3)).author(0).secret
    lengths = {len(seal(place(), secret, "x" * size)) for size in range(1, 63)}
    assert lengths == {len(sealed)}
    assert len(seal(place(), secret, "x" * MOST_BYTES)) < 2000
    with pytest.raises(ValueError, match="too long"):
        seal(place(), secret, "x" * (MOST_BYTES + 1))


def test_the_size_of_a_note_is_known_before_it_is_sealed() -> None:
    secret, alone = Memory(header(3)).author(0).secret, place(reader=b"")
    for size in (1, 62, 63, 500, MOST_BYTES):
        assert note_size("x" * size) == len("note ") + len(seal(alone, secret, "x" * size))


def test_points_are_those_of_libsodium() -> None:
    for number in range(1, 20):
        key = ed25519.Ed25519PrivateKey.from_private_bytes(bytes([number]) * 32).public_key()
        public = key.public_bytes_raw()
        assert curve_point(public) == crypto_sign_ed25519_pk_to_curve25519(public)


# --- bytes that cannot have been sealed -------------------------------------------------------------------

P = 2**255 - 19
ORDER_8 = "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800"
WEAK = [
    *(number.to_bytes(32, "little") for number in (0, 1, P - 1, P, P + 1, 2**255 - 1, 2**255 + 9)),
    bytes.fromhex(ORDER_8),
    bytes.fromhex("5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157"),
]


@pytest.mark.parametrize("point", WEAK, ids=lambda point: point.hex()[:8])
def test_a_point_of_small_order_or_not_canonical_is_refused(sealed: str, point: bytes) -> None:
    data = decode_bytes(sealed)
    with pytest.raises(InvalidValue, match="not canonical or has small order"):
        parse_seal(encode_bytes(data[:65] + point + data[97:]))


def test_what_has_another_length_or_form_is_refused(sealed: str) -> None:
    data = decode_bytes(sealed)
    for wrong in (data[:-1], data + b"\0", b"\x02" + data[1:], b"\x03" + data[1:], b"", data * 5):
        with pytest.raises(InvalidValue, match="this is not a sealed text"):
            parse_seal(encode_bytes(wrong))
    with pytest.raises(InvalidValue, match="this is not a sealed text"):
        parse_seal(sealed[:-1] + "=")
    assert parse_seal(sealed) == sealed
    assert parse_seal(SEALED) == ""


# --- at the table -----------------------------------------------------------------------------------------


@pytest.fixture
def memory() -> Memory:
    return Memory(header(3)).start()


def others_of(memory: Memory) -> list[str]:
    return [seat.colour for number, seat in enumerate(memory.table.seats) if number != memory.mover]


def read_by(memory: Memory, seat: int) -> list[str | None]:
    """What a seat reads of everything private in the record."""
    found = private_orders_in(memory.header, memory.save.blocks)
    return [text for _, text in open_private_orders(found, identity(seat), memory.author(seat).secret)]


def test_a_block_holds_it_sealed_and_three_players_read_what_is_theirs(memory: Memory) -> None:
    mover, (to, _) = memory.mover, others_of(memory)
    draft = memory.play(f'message to {to} "meet me at F7"', 'note "he will not come"', "end")
    colours = [seat.colour for seat in memory.table.seats]
    assert [without_sealed_bytes(order) for order in draft.block.orders] == [
        f"message to {to} sealed",
        "note sealed",
        "end",
    ]
    assert "F7" not in "".join(draft.block.orders)
    for seat, colour in enumerate(colours):
        wanted = ["meet me at F7"] if colour == to else []
        wanted = ["meet me at F7", "he will not come"] if seat == mover else wanted
        assert read_by(memory, seat) == wanted
    assert [event.event for event in draft.events][:2] == ["sealed", "note"]
    assert not any("F7" in event.text for event in draft.events)


def test_the_same_orders_give_the_same_block(memory: Memory) -> None:
    orders = (f'message to {others_of(memory)[0]} "twice"', 'note "twice"', "end")
    assert memory.draft(*orders).block == memory.draft(*orders).block
    kept = memory.draft(*orders).block.orders
    assert memory.draft(*kept).block.orders == kept


def refusal(memory: Memory, *orders: str) -> str:
    with pytest.raises(IllegalOrder) as caught:
        memory.draft(*orders)
    return str(caught.value)


def test_what_cannot_be_sealed_is_refused_with_its_place(memory: Memory) -> None:
    own = memory.table.seats[memory.mover].colour
    assert "you cannot send a message to yourself" in refusal(memory, f'message to {own} "x"', "end")
    assert "nobody plays black" in refusal(memory, 'message "x"', 'message to black "x"', "end")
    assert "1:14" in refusal(memory, 'message "x"', 'message to black "x"', "end")
    long = "\N{GRINNING FACE}" * 300
    assert "a sealed text can be at most 1022 bytes long" in refusal(memory, f'note "{long}"', "end")
    assert "this sealed text does not belong to this block" in refusal(memory, "note sealed", "end")


def test_bytes_of_another_block_are_not_taken_from_the_keyboard(memory: Memory, sealed: str) -> None:
    to, wrong = others_of(memory)[0], "this sealed text does not belong to this block"
    assert wrong in refusal(memory, f"message to {to} {sealed}", "end")
    first = memory.draft('note "x"', "end").block.orders[0]
    assert wrong in refusal(memory, 'message "moved on"', first, "end")


def wrong(memory: Memory, block: Block, *orders: str) -> str:
    """What everybody says of a block of the mover with these orders in its record."""
    history = memory.with_block(replace(block, orders=orders), memory.mover)
    assert history.problem is not None
    assert (history.problem.block, int(history.problem.exit)) == (block.seq, 5)
    return str(history.problem)


def test_a_record_holds_nothing_private_in_plain_words(memory: Memory) -> None:
    to, block = others_of(memory)[0], memory.draft("end").block
    for order in (f'message to {to} "x"', 'note "x"', f"message to {to} sealed", "note sealed"):
        said = wrong(memory, block, order, "end")
        assert "not sealed" in said
        assert "— ask the author for a new block in which the private texts are sealed" in said


def test_a_record_with_hostile_bytes_is_refused(memory: Memory) -> None:
    to = others_of(memory)[0]
    block = memory.draft(f'message to {to} "x"', "end").block
    own, text = memory.table.seats[memory.mover].colour, block.orders[0].split(" ")[-1]
    data = decode_bytes(text)
    weak = encode_bytes(data[:65] + bytes(32) + data[97:])
    assert "small order" in wrong(memory, block, f"message to {to} {weak}", "end")
    assert "this is not a sealed text" in wrong(
        memory, block, f"message to {to} {encode_bytes(data[:-3])}", "end"
    )
    assert "this is not a sealed text" in wrong(memory, block, f"note {text}", "end")
    assert "a message to yourself" in wrong(memory, block, f"message to {own} {text}", "end")
    assert "nobody plays black" in wrong(memory, block, f"message to black {text}", "end")
    assert find_budget_excess([f"message to {to} {text}"] * 26) is not None
    assert find_budget_excess(["note " + text] * 26) is not None
    many = [f'message to {to} "x"'] * 26
    assert "too many messages: a block can hold at most 25" in refusal(memory, *many, "end")


def test_a_text_copied_from_another_block_opens_for_nobody(memory: Memory) -> None:
    """Whoever repeats another's sealed text under his own name has bytes that say so to their reader."""
    mover = memory.mover
    target = (mover + 2) % 3
    to = memory.table.seats[target].colour
    stolen = memory.play(f'message to {to} "only once"', "end").block.orders[0]
    memory.settle()
    block = memory.draft("end").block
    history = memory.with_block(replace(block, orders=(stolen, "end")), memory.mover)
    assert history.problem is None  # everybody else sees bytes
    found = private_orders_in(memory.header, [entry.block for entry in history.entries])
    assert [
        text for _, text in open_private_orders(found, identity(target), memory.author(target).secret)
    ] == [
        "only once",
        None,
    ]
