"""Private orders: sealing them in a draft, checking them in a record, and opening them.

A record contains them only in sealed form (FORMATS 2). Only two players can know whether sealed bytes can be
opened. A record is therefore valid even if they cannot be; the reader then gets a message about it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from khronos_pbem.deck.crypto.secrets import GameSecret
from khronos_pbem.engine.contract import AnyOrder, AnyParsedOrder
from khronos_pbem.engine.digests import decode_bytes
from khronos_pbem.engine.orders.forms import InvalidValue
from khronos_pbem.engine.orders.private_orders import (
    PRIVATE,
    SEALED,
    Note,
    Plain,
    Sealed,
    SealedMessage,
    SealedNote,
    Whisper,
    is_sealed_message,
    parse_seal,
    without_sealed_bytes,
)
from khronos_pbem.engine.orders.splitting import quote_text
from khronos_pbem.engine.orders.table_orders import unquote_message
from khronos_pbem.engine.runner import locate_error
from khronos_pbem.errors import IllegalOrder
from khronos_pbem.messages import listed, message
from khronos_pbem.record.block import Block
from khronos_pbem.record.chain import game_hash
from khronos_pbem.record.leaving.votes import Seats, seats_after
from khronos_pbem.record.save import Header
from khronos_pbem.session.replay import sealed_text as sealing
from khronos_pbem.session.replay.table import Table, binding_hash

if TYPE_CHECKING:
    from khronos_pbem.home.keyring import Identity
    from khronos_pbem.session.replay.sealed_text import SealedPlace

# --- what a record may hold -------------------------------------------------------------------------------


def check_reader(order: AnyOrder, colours: Sequence[str], seat: int) -> None:
    """Raise IllegalOrder for a message to the author's own seat, or to a colour not in `colours`."""
    if not isinstance(order, Whisper | SealedMessage):
        return
    others = [colour for number, colour in enumerate(colours) if number != seat]
    if order.to not in others:
        own = seat < len(colours) and order.to == colours[seat]
        if own:
            hint = message('write a note instead: note "text"')
            raise IllegalOrder(message("you cannot send a message to yourself"), hint=hint)
        hint = message("choose from {items}", items=listed(others))
        raise IllegalOrder(message("nobody plays {colour}", colour=order.to), hint=hint)


def check_sealed(table: Table, seat: int, order: AnyOrder) -> None:
    """Raise IllegalOrder like `check_reader`, and for a private order that is not properly sealed."""
    check_reader(order, table.colours, seat)
    if isinstance(order, Plain) or (isinstance(order, Sealed) and not order.sealed):
        hint = message("ask the author for a new block in which the private texts are sealed")
        raise IllegalOrder(message("the private text is not sealed"), hint=hint)
    if isinstance(order, Sealed) and is_sealed_message(order.sealed) != isinstance(order, SealedMessage):
        raise IllegalOrder(message("this is not a sealed text; write your own text in quotes"))


# --- drafting ---------------------------------------------------------------------------------------------


class Sealer(NamedTuple):
    """The author of sealed texts: the seat, the secret of this game, and the hash of the block before."""

    seat: int
    secret: GameSecret
    prev: bytes


def seal_private_orders(table: Table, hand: Sealer, orders: Sequence[AnyParsedOrder]) -> list[AnyParsedOrder]:
    """Return the orders of a turn with all private texts sealed.

    Raises IllegalOrder, with line and column, for a text that is too long or not valid Unicode. Also raises
    it for a reader that does not exist, and for sealed bytes that do not belong to this block.
    """
    return [_seal_order(table, hand, number, each) for number, each in enumerate(orders)]


def _seal_order(table: Table, hand: Sealer, number: int, spelled: AnyParsedOrder) -> AnyParsedOrder:
    order = spelled.order
    if not isinstance(order, PRIVATE):
        return spelled
    try:
        check_reader(order, table.colours, hand.seat)
        place = _place(table, hand, number, order)
        if isinstance(order, Plain):
            order = _seal_text(order, place, hand.secret)
        elif not order.sealed or open_as_author(place, hand.secret, order.sealed) is None:
            hint = message("write the text in quotes; it will be sealed when you play the turn")
            raise IllegalOrder(message("this sealed text does not belong to this block"), hint=hint)
    except IllegalOrder as problem:
        raise locate_error(problem, spelled) from None
    return spelled._replace(order=order)


def _place(table: Table, hand: Sealer, number: int, order: Plain | Sealed) -> SealedPlace:
    reader = b""
    if isinstance(order, Whisper | SealedMessage):
        reader = next(each.identity for each in table.seats if each.colour == order.to)
    author = table.seats[hand.seat].identity
    return sealing.SealedPlace(binding_hash(table.header), hand.prev, author, number, reader)


def _seal_text(order: Plain, place: SealedPlace, secret: GameSecret) -> Sealed:
    if len(order.text.encode("utf-8", "replace")) > sealing.MOST_BYTES:
        what = message("a sealed text can be at most {most} bytes long", most=sealing.MOST_BYTES)
        raise IllegalOrder(what, hint=message("split the text into two"))
    try:
        sealed = sealing.seal(place, secret, order.text)
    except UnicodeEncodeError:
        what = message(
            "the text contains characters that are not valid Unicode; type the text again without them"
        )
        raise IllegalOrder(what) from None
    return SealedMessage(order.to, sealed) if isinstance(order, Whisper) else SealedNote(sealed)


def open_as_author(place: SealedPlace, secret: GameSecret, sealed: str) -> str | None:
    """Return the text of sealed bytes; None unless the author sealed them for this place."""
    return _typable(sealing.decrypt_text(place, sealing.key_of_author(place, secret, sealed), sealed))


def _typable(text: str | None) -> str | None:
    """Return the text if it could have been typed as an order; otherwise None."""
    try:
        return None if text is None else unquote_message(quote_text(text))
    except InvalidValue:
        return None


def unseal_own_orders(table: Table, hand: Sealer, orders: Sequence[str]) -> tuple[str, ...]:
    """Return the orders of an own block as they were typed.

    Sealed texts that can be opened are in quotes again.
    """
    texts = list(orders)
    for number, text in enumerate(orders):
        if without_sealed_bytes(text) == text:
            continue
        order = next(iter(table.game.parse(text))).order
        words = open_as_author(_place(table, hand, number, order), hand.secret, order.sealed)
        if words is not None:
            plain = Whisper(order.to, words) if isinstance(order, SealedMessage) else Note(words)
            texts[number] = table.game.text(plain)
    return tuple(texts)


# --- reading ----------------------------------------------------------------------------------------------


class PrivateOrder(NamedTuple):
    """A private order of a record, with its block, author, reader, sealed bytes and place.

    `number` is its place in the block, from 0. `colour`, `name` and `at` are the author's colour and name,
    and the date. `to` is the reader's colour, empty for a note. `sealed` is base64url.
    """

    seq: int
    number: int
    colour: str
    name: str
    at: str
    to: str
    sealed: str
    place: SealedPlace


def private_orders_in(header: Header, blocks: Sequence[Block]) -> list[PrivateOrder]:
    """Return the private orders in these blocks, which must start with the first block of a valid record."""
    found: list[PrivateOrder] = []
    for block, seats in zip(blocks, seats_after(blocks), strict=False):
        for number, text in enumerate(block.orders):
            one = _read(header, block, number, text, seats)
            found += [one] if one is not None else []
    return found


def _read(header: Header, block: Block, number: int, text: str, seats: Seats) -> PrivateOrder | None:
    """Return the private order that a text contains, or None; `seats` are the seats before its block."""
    words = text.split(" ")
    if words[0] == "note" and len(words) == 2:
        to, sealed, reader = "", words[1], b""
    elif words[:2] == ["message", "to"] and len(words) == 4:
        to, sealed = words[2], words[3]
        reader = dict(zip(seats.colours, seats.identities, strict=True)).get(to, b"")
    else:
        return None
    if block.seat >= len(seats.colours) or sealed == SEALED or not _is_seal(sealed):
        return None
    if bool(to) != bool(reader):
        return None
    author, colour = seats.identities[block.seat], seats.colours[block.seat]
    place = sealing.SealedPlace(game_hash(header), decode_bytes(block.prev, 32), author, number, reader)
    return PrivateOrder(block.seq, number, colour, seats.names[block.seat], block.at, to, sealed, place)


def _is_seal(text: str) -> bool:
    try:
        parse_seal(text)
    except InvalidValue:
        return False
    return True


class OpenedOrder(NamedTuple):
    """A private order with its text; the text is None if it cannot be opened."""

    order: PrivateOrder
    text: str | None


def open_private_orders(
    orders: Sequence[PrivateOrder], identity: Identity, secret: GameSecret
) -> Iterator[OpenedOrder]:
    """Yield the private orders written by an identity or addressed to it, with their texts."""
    for order in orders:
        if order.place.author == identity.public:
            yield OpenedOrder(order, open_as_author(order.place, secret, order.sealed))
        elif order.place.reader == identity.public:
            key = sealing.key_of_reader(order.place, identity, order.sealed)
            text = None if key is None else sealing.decrypt_text(order.place, key, order.sealed)
            yield OpenedOrder(order, _typable(text))


def open_with_key(order: PrivateOrder, key: bytes) -> str | None:
    """Open a private order with a disclosed key and return its text; None if the key does not fit."""
    return _typable(sealing.decrypt_text(order.place, key, order.sealed))


def author_key(order: PrivateOrder, secret: GameSecret) -> bytes:
    """Return the key of an own private order, 32 bytes; it opens no other text."""
    return sealing.key_of_author(order.place, secret, order.sealed)
