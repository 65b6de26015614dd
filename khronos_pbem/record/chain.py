"""Hashes, signatures and links, which make a list of blocks tamper-evident (FORMATS 4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

from cryptography import exceptions
from cryptography.hazmat.primitives.asymmetric import ed25519

from khronos_pbem.engine.digests import canonical_json, decode_bytes, digest, encode_bytes, is_public_key
from khronos_pbem.errors import InvalidFile
from khronos_pbem.messages import Message, VerbatimText, message
from khronos_pbem.record.block import Block, check_block, hashed_bytes, signed_bytes
from khronos_pbem.record.offers import Offer, offer_table
from khronos_pbem.record.save import Header, Save, header_bytes

_NO_SIGNATURE = encode_bytes(bytes(64))


class Signer(Protocol):
    """Something that signs with Ed25519: an identity of the keyring, or a private key of `cryptography`."""

    def sign(self, data: bytes, /) -> bytes:
        """Return the signature of the data, 64 bytes."""


def game_hash(header: Header) -> bytes:
    """Return the hash of the header, 32 bytes: `prev` of block 0."""
    if not header.known.hash:
        header.known.hash = digest("record/game", header_bytes(header))[:32]
    return header.known.hash


def block_hash(block: Block) -> bytes:
    """Return the hash of a block with its signature, 32 bytes: `prev` of the next block."""
    if not block.known.hash:
        block.known.hash = digest("record/block", hashed_bytes(block))[:32]
    return block.known.hash


def head_hash(save: Save) -> bytes:
    """Return the hash of the newest block, or of the header if there is none.

    It is the `prev` of the next block.
    """
    return block_hash(save.blocks[-1]) if save.blocks else game_hash(save.header)


def block_hashes(save: Save) -> tuple[bytes, ...]:
    """Return the hash of the header and of every block after it, 32 bytes each."""
    return (game_hash(save.header), *(block_hash(block) for block in save.blocks))


def sign(block: Block, key: Signer) -> Block:
    """Return the block with a signature of its content. Raises InvalidFile if it violates the schema."""
    check_block(replace(block, sig=_NO_SIGNATURE))
    return replace(block, sig=encode_bytes(key.sign(_signed_digest(block))))


def check_signature(block: Block, public: bytes, who: str = "") -> None:
    """Raise InvalidFile unless the block is signed with this public key (32 bytes).

    `who` is the colour of the seat, used only in the message: a bad signature proves nothing about the seat
    (DECK 1).
    """
    if not is_signed_by(block, public):
        why = message(
            "the signature is wrong: the block was changed after {seat} signed it, or {seat} never signed it",
            seat=who or block.colour or message("seat {seat}", seat=block.seat),
        )
        raise InvalidFile(why, block=block.seq)


def is_signed_by(block: Block, public: bytes) -> bool:
    """Return whether a block's signature is valid for this Ed25519 public key (32 bytes)."""
    return is_signature(block.sig, _signed_digest(block), public)


def is_signature(signature: str, content: bytes, public: bytes) -> bool:
    """Return whether this is the signature (base64url of 64 bytes) of an Ed25519 key A over `content`.

    It is (R, S) with S < L and S·G - k·A = R, compared as bytes, for k = SHA-512(R, A, content). OpenSSL
    makes the same check. (libsodium refuses some of these signatures, and has compared only up to points of
    small order.)
    """
    if not is_public_key(public):
        return False
    try:
        ed25519.Ed25519PublicKey.from_public_bytes(public).verify(decode_bytes(signature, 64), content)
    except (exceptions.InvalidSignature, ValueError):
        return False
    return True


def is_linked(block: Block, before: bytes) -> bool:
    """Return whether the block was signed to follow the block (or header) with this hash, 32 bytes."""
    return block.prev == encode_bytes(before)


def are_linked(blocks: Sequence[Block], heads: Sequence[bytes]) -> bool:
    """Return whether each of these first blocks links to the previous one.

    `heads` come from `block_hashes`. Only if all are linked does the hash of the last block identify all of
    them.
    """
    return all(is_linked(block, head) for block, head in zip(blocks, heads, strict=False))


def check_link(block: Block, place: int, before: bytes) -> None:
    """Raise InvalidFile unless a block has the number `place` and links to the block before it.

    `place` counts from 0; `before` is the hash of the block (or header) before it, 32 bytes.
    """
    if block.seq != place:
        what = message(
            "the value of seq is {seq}, but the next block is block {place}", seq=block.seq, place=place
        )
        raise InvalidFile(what, block=place)
    if not is_linked(block, before):
        name = message("block {part}", part=place - 1) if place else "[game]"
        why = message(
            "the value of prev is not the hash of {name}: an earlier part of the record was changed, "
            "or the block belongs to a different game",
            name=name,
        )
        raise InvalidFile(why, block=place)


def _signed_digest(block: Block) -> bytes:
    return digest("record/signature", signed_bytes(block))


def offer_digest(offer: Offer, game: bytes, base: bytes) -> bytes:
    """Return the hash that the signature of an offer covers, 64 bytes (DECK 9.4).

    `game` and `base` are as for `check_offer`.
    """
    said = {key: value for key, value in offer_table(offer).items() if key != "sig"}
    return digest("record/offer", game, base, canonical_json(said))


def offer_again_hint(offer: Offer, colour: str | None) -> Message:
    """Return the hint to ask for a new offer; `colour` is the seat's colour if it is known."""
    name = VerbatimText(offer.name)
    if colour is None:
        return message("ask {name} to make a new offer with khronos join GAME --colour COLOUR", name=name)
    return message(
        "ask {name} to make a new offer with khronos join GAME --colour {colour}", name=name, colour=colour
    )


def check_offer(offer: Offer, game: bytes, base: bytes, colour: str | None = None) -> None:
    """Raise InvalidFile unless an offer is signed by its identity for this game and block (DECK 9.4).

    `game` is the hash of the header, `base` the hash of the block, 32 bytes each. `colour` is the seat's
    colour if it is known.
    """
    if not is_signature(encode_bytes(offer.sig), offer_digest(offer, game, base), offer.key):
        what = message("the offer's signature does not match this game and this block")
        raise InvalidFile(what, rule="DECK 9.4", hint=offer_again_hint(offer, colour))
