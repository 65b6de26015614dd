"""The contributions of a block: shuffles, shares of slots, revealed cards and the share of a roll.

One equality proof covers all points (DECK 5, 6, 10.2). In names, "pay" means to contribute.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from khronos_pbem.deck.crypto.equality import PROOF_SIZE, EqualityClaim, holds_equality, prove_equality
from khronos_pbem.deck.crypto.group import SIZE, NotInGroup, mul
from khronos_pbem.deck.crypto.secrets import DeckKey, GameSecret
from khronos_pbem.deck.decrypt_cards import decrypt_label
from khronos_pbem.deck.key_reveal import with_known_shares
from khronos_pbem.deck.ledger import CheckLevel, Ledger, SlotState, due_parts, slot_state
from khronos_pbem.deck.mixing import SHUFFLE_KEYS, accept_shuffle, make_shuffle
from khronos_pbem.deck.parts import (
    Part,
    check_slots,
    deck_error,
    parse_bytes,
    parse_points,
    parse_scalars,
    parse_tables,
    point_tables,
)
from khronos_pbem.engine.card_handles import PARTS, Handle
from khronos_pbem.engine.digests import digest, encode_bytes
from khronos_pbem.messages import VerbatimText, message


class Payment(NamedTuple):
    """A seat's contributions: their part of the block, the ledger after them, and the labels made public."""

    part: Part
    ledger: Ledger
    labels: Mapping[Handle, str]


class _Points(NamedTuple):
    """The points that a seat contributes, 32 bytes each.

    Each is the seat's key times the point of a slot or of the roll.
    """

    shares: Mapping[Handle, bytes] = MappingProxyType({})
    reveal: Mapping[Handle, bytes] = MappingProxyType({})
    roll: bytes | None = None

    def __bool__(self) -> bool:
        return bool(self.shares or self.reveal or self.roll is not None)

    @property
    def slots(self) -> dict[Handle, bytes]:
        """The points by slot, shares before reveals."""
        return {**self.shares, **self.reveal}

    def part(self) -> Part:
        """Return the points as they are stored in a block."""
        part: Part = {}
        if self.shares:
            part["shares"] = point_tables(self.shares)
        if self.reveal:
            part["reveal"] = point_tables(self.reveal)
        if self.roll is not None:
            part["roll"] = encode_bytes(self.roll)
        return part


def pay(ledger: Ledger, seat: int, secret: GameSecret, reveal: Sequence[Handle]) -> Payment:
    """Make all contributions that are due from a seat, and reveal the cards in `reveal`, which it holds."""
    part, ledger = pay_shuffles(ledger, seat, secret)
    points = _compute_points(ledger, seat, secret.key(), reveal)
    if not points:
        return Payment(part, ledger, {})
    proof = prove_equality(_equality_claim(ledger, seat, points), secret)
    part |= {**points.part(), "proof": encode_bytes(proof)}
    ledger, labels = _with_points(ledger, seat, points)
    return Payment(part, ledger, labels)


def pay_shuffles(ledger: Ledger, seat: int, secret: GameSecret) -> tuple[Part, Ledger]:
    """Make all shuffles due from a seat; return them as a part of a block, and the ledger after them."""
    part: Part = {}
    for name in due_parts(ledger, seat).shuffles:
        shuffle, deck = make_shuffle(ledger, ledger.decks[name], seat, secret)
        part.setdefault("shuffle", []).append({"deck": name, **shuffle})
        ledger = with_known_shares(ledger.with_deck(deck)._replace(proofs=ledger.proofs + 1))
    return part, ledger


def _compute_points(ledger: Ledger, seat: int, key: DeckKey, reveal: Sequence[Handle]) -> _Points:
    """Compute, with the seat's key, the points that are due from a seat or that it reveals.

    Shuffles are not included.
    """
    due, roll = due_parts(ledger, seat), ledger.rolls.open
    return _Points(
        {handle: mul(key.scalar, _slot_base(ledger, handle)) for handle in due.shares},
        {handle: mul(key.scalar, _slot_base(ledger, handle)) for handle in sorted(reveal)},
        mul(key.scalar, roll.point) if roll is not None and due.roll else None,
    )


def with_own_roll_share(ledger: Ledger, seat: int, secret: GameSecret) -> Ledger:
    """Return the ledger with a seat's share added to the open roll, if only that share is missing.

    The last seat to share a roll can know its result before sending the block (DECK 10.4). The ledger is
    returned unchanged if no roll is open or other shares are missing.
    """
    roll = ledger.rolls.open
    if roll is None or roll.missing != (seat,):
        return ledger
    point = mul(secret.key().scalar, roll.point)
    return ledger._replace(rolls=ledger.rolls.paid(ledger.game, seat, point))


def revealed_handles(part: Mapping[str, object]) -> tuple[Handle, ...]:
    """Return the slots that a block's deck part reveals. Raises DeckError if the part is malformed."""
    if not isinstance(part, Mapping):
        raise deck_error(message("the shares are not a table"))
    return tuple(_parse_points_under(part, "reveal"))


def accept_payment(
    ledger: Ledger, seat: int, part: Mapping[str, object], checks: CheckLevel
) -> tuple[Ledger, dict[Handle, str]]:
    """Verify a seat's contributions; return the ledger after them, and the labels they make public.

    Raises DeckError unless they are exactly what is due and, with full checks, proven.
    """
    _check_form(part)
    ledger = accept_shuffles(ledger, seat, part, checks)
    shares, reveal = _parse_points_under(part, "shares"), _parse_points_under(part, "reveal")
    check_slots(
        shares, due_parts(ledger, seat).shares, lambda handle: _no_share_message(ledger, seat, handle)
    )
    for handle in reveal:
        _check_reveal(ledger, seat, handle)
    points = _Points(shares, reveal, _parse_roll_share(ledger, seat, part))
    if not points:
        if "proof" in part:
            raise deck_error(message("there is a proof, but there are no shares"))
        return ledger, {}
    if "proof" not in part:
        of_roll = message("the share of the roll has no proof")
        raise deck_error(message("the shares have no proof") if points.slots else of_roll)
    challenge, response = parse_scalars(part, "proof", PROOF_SIZE, message("the proof of the shares"))
    if checks is CheckLevel.FULL:
        _check_proof(_equality_claim(ledger, seat, points), challenge, response, roll=points.roll is not None)
    return _with_points(ledger, seat, points)


def _parse_points_under(part: Mapping[str, object], key: str) -> dict[Handle, bytes]:
    """Parse the points under a key of a block's deck part. Raises DeckError."""
    return parse_points(part.get(key, []), VerbatimText(key))


def _parse_roll_share(ledger: Ledger, seat: int, part: Mapping[str, object]) -> bytes | None:
    """Parse the share of the open roll, if one is due from the seat (DECK 10.2). Raises DeckError."""
    due = due_parts(ledger, seat).roll
    if not due and "roll" in part:
        raise deck_error(message("the block contains a share of a roll, but none is due"), rule="DECK 10.2")
    if due and "roll" not in part:
        what = message("the share of roll {number} is missing", number=due)
        raise deck_error(
            what, message("a block must contain all shares and shuffles that are due"), rule="DECK 10.2"
        )
    return parse_bytes(part, "roll", SIZE, message("the share of the roll")) if due else None


def _check_form(part: object) -> None:
    """Raise DeckError unless this is a table with only known keys and without empty lists."""
    if not isinstance(part, Mapping):
        raise deck_error(message("the shares are not a table"))
    known = message("choose from {items}", items=", ".join(PARTS))
    for key, value in part.items():
        if key not in PARTS:
            raise deck_error(message("unknown key {part} among the shares", part=ascii(key)[:40]), known)
        if value in ([], ()):
            what = message("{key} is empty", key=VerbatimText(key))
            raise deck_error(what, message("leave out empty keys"))


def accept_shuffles(ledger: Ledger, seat: int, part: Mapping[str, object], checks: CheckLevel) -> Ledger:
    """Verify that a block holds exactly the shuffles due from a seat; return the ledger after them.

    Raises DeckError if a shuffle is malformed, missing, not due or, with full checks, not proven.
    """
    due = list(due_parts(ledger, seat).shuffles)
    for table in parse_tables(part.get("shuffle", []), ("deck", *SHUFFLE_KEYS), VerbatimText("shuffle")):
        name = table["deck"]
        if not due or name != due[0]:
            what = message("the block contains a shuffle of {part} that is not due", part=ascii(name)[:40])
            raise deck_error(what, rule="DECK 6")
        deck = accept_shuffle(ledger, ledger.decks[due.pop(0)], seat, table, checks)
        ledger = with_known_shares(ledger.with_deck(deck)._replace(proofs=ledger.proofs + 1))
    if due:
        what = message("the shuffle of deck {due} is missing", due=due[0])
        raise deck_error(
            what, message("a block must contain all shares and shuffles that are due"), rule="DECK 6"
        )
    return ledger


def _no_share_message(ledger: Ledger, seat: int, handle: Handle) -> str:
    held = ledger.held.get(handle)
    if held is None:
        return message("no player holds this card")
    if held.holder == seat:
        return message("players send no shares for their own cards")
    match slot_state(ledger, handle):
        case SlotState.REVEALED:
            return message("all players can already read this card")
        case SlotState.DEALT:
            return message("the deck that this card belongs to is not ready yet")
    return message("this share has already been sent")


def _check_reveal(ledger: Ledger, seat: int, handle: Handle) -> None:
    held = ledger.held.get(handle)
    if held is None or held.holder != seat:
        what = message("slot {handle} was revealed by a player who does not hold the card", handle=handle)
        raise deck_error(what, rule="DECK 5")
    match slot_state(ledger, handle):
        case SlotState.REVEALED:
            raise deck_error(message("slot {handle} was revealed twice", handle=handle), rule="DECK 5")
        case SlotState.DEALT | SlotState.SHARED:
            what = message(
                "slot {handle} was revealed before the player who holds the card could read it", handle=handle
            )
            raise deck_error(what, rule="DECK 5")


def _slot_base(ledger: Ledger, handle: Handle) -> bytes:
    return ledger.decks[handle.deck].slots.a_at(handle.slot)


def _equality_claim(ledger: Ledger, seat: int, points: _Points) -> EqualityClaim:
    """Return the single claim for all points that a seat contributes.

    It also binds the number of the roll, and which points are shares and which are reveals.
    """
    entries = [f"share {handle}" for handle in points.shares]
    entries += [f"reveal {handle}" for handle in points.reveal]
    bases = [_slot_base(ledger, handle) for handle in (*points.shares, *points.reveal)]
    images = [*points.shares.values(), *points.reveal.values()]
    roll = ledger.rolls.open
    if roll is not None and points.roll is not None:
        entries.append(f"roll {roll.number}")
        bases.append(roll.point)
        images.append(points.roll)
    context = digest("payment", ledger.context("payment", "", seat), *(entry.encode() for entry in entries))
    return EqualityClaim(context, ledger.keys[seat], tuple(bases), tuple(images))


def _check_proof(claim: EqualityClaim, challenge: int, response: int, *, roll: bool) -> None:
    try:
        holds = holds_equality(claim, challenge, response)
    except NotInGroup as problem:
        what = message("a share of the deck or of the roll is not valid: {problem}", problem=problem)
        raise deck_error(
            what if roll else message("a share is not valid: {problem}", problem=problem)
        ) from None
    if holds:
        return
    if roll:
        what = message("the proof is not valid for the share of the roll, or for a share sent with it")
        raise deck_error(what, message("a roll must have exactly one share from each seat"), "DECK 10.2")
    what = message("the proof of the shares or of the revealed cards is not valid")
    raise deck_error(what, message("a card must not be replaced with a different card"))


def _with_points(ledger: Ledger, seat: int, points: _Points) -> tuple[Ledger, dict[Handle, str]]:
    """Return the ledger with these points recorded, and the labels that have become public."""
    if points.roll is not None:
        ledger = ledger._replace(rolls=ledger.rolls.paid(ledger.game, seat, points.roll))
    held, labels = dict(ledger.held), dict[Handle, str]()
    for handle, point in points.slots.items():
        shares = {**held[handle].shares, seat: point}
        held[handle] = held[handle]._replace(shares=shares)
        if len(shares) == len(ledger.keyed_seats):
            labels[handle] = decrypt_label(ledger.decks[handle.deck], handle, shares.values())
            held[handle] = held[handle]._replace(label=labels[handle], shares={})
    return ledger._replace(held=held, proofs=ledger.proofs + 1), labels
