"""A payment: shuffles, shares for the slots of others, own cards revealed, the point of a roll; one proof
for all points (DECK 5, 6, 10.2).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from khronos_pbem.deck.crypto.equality import PROOF_SIZE, Equality, holds_equality, prove_equality
from khronos_pbem.deck.crypto.group import SIZE, NotInGroup, mul
from khronos_pbem.deck.crypto.secrets import DeckKey, GameSecret
from khronos_pbem.deck.key_reveal import with_known_shares
from khronos_pbem.deck.ledger import Checks, Ledger, SlotState, owed, state_of
from khronos_pbem.deck.mixing import SHUFFLE_KEYS, accept_shuffle, make_shuffle
from khronos_pbem.deck.parts import (
    Part,
    broken,
    bytes_of,
    opened_points,
    points_of,
    same_slots,
    scalars_of,
    tables_of,
)
from khronos_pbem.deck.slot_labels import label_of
from khronos_pbem.engine.card_handles import PARTS, Handle
from khronos_pbem.engine.digests import digest, encode_bytes
from khronos_pbem.messages import VerbatimText, message


class Paid(NamedTuple):
    """A payment: its part of the block, the ledger after it, and what everybody can read by it."""

    part: Part
    ledger: Ledger
    labels: Mapping[Handle, str]


class _Points(NamedTuple):
    """The points of a payment, 32 bytes each: the author's key times each slot's point, or the roll's."""

    shares: Mapping[Handle, bytes] = MappingProxyType({})
    reveal: Mapping[Handle, bytes] = MappingProxyType({})
    roll: bytes | None = None

    def __bool__(self) -> bool:
        return bool(self.shares or self.reveal or self.roll is not None)

    @property
    def slots(self) -> dict[Handle, bytes]:
        """The points of slots, shares before reveals."""
        return {**self.shares, **self.reveal}

    def part(self) -> Part:
        """The points as they stand in a block."""
        part: Part = {}
        if self.shares:
            part["shares"] = opened_points(self.shares)
        if self.reveal:
            part["reveal"] = opened_points(self.reveal)
        if self.roll is not None:
            part["roll"] = encode_bytes(self.roll)
        return part


def pay(ledger: Ledger, seat: int, secret: GameSecret, reveal: Sequence[Handle]) -> Paid:
    """Pay every debt of a seat, and reveal these cards of its own."""
    part, ledger = pay_shuffles(ledger, seat, secret)
    points = _own_points(ledger, seat, secret.key(), reveal)
    if not points:
        return Paid(part, ledger, {})
    proof = prove_equality(_claim(ledger, seat, points), secret)
    part |= {**points.part(), "proof": encode_bytes(proof)}
    ledger, labels = _noted(ledger, seat, points)
    return Paid(part, ledger, labels)


def pay_shuffles(ledger: Ledger, seat: int, secret: GameSecret) -> tuple[Part, Ledger]:
    """Every shuffle that a seat owes, as a part of a block, and the ledger after them."""
    part: Part = {}
    for name in owed(ledger, seat).shuffles:
        shuffle, deck = make_shuffle(ledger, ledger.decks[name], seat, secret)
        part.setdefault("shuffle", []).append({"deck": name, **shuffle})
        ledger = with_known_shares(ledger.with_deck(deck)._replace(proofs=ledger.proofs + 1))
    return part, ledger


def _own_points(ledger: Ledger, seat: int, key: DeckKey, reveal: Sequence[Handle]) -> _Points:
    """What a seat owes and reveals, shuffles aside, made with its own key."""
    due, roll = owed(ledger, seat), ledger.rolls.open
    return _Points(
        {handle: mul(key.scalar, _base(ledger, handle)) for handle in due.shares},
        {handle: mul(key.scalar, _base(ledger, handle)) for handle in sorted(reveal)},
        mul(key.scalar, roll.point) if roll is not None and due.roll else None,
    )


def foreseen(ledger: Ledger, seat: int, secret: GameSecret) -> Ledger:
    """The ledger as the last payer of the open roll knows it before his block is out (DECK 10.4).

    It is that of everybody if no roll is open, or others have to pay too: nobody foresees anything then.
    """
    roll = ledger.rolls.open
    if roll is None or roll.missing != (seat,):
        return ledger
    point = mul(secret.key().scalar, roll.point)
    return ledger._replace(rolls=ledger.rolls.paid(ledger.game, seat, point))


def revealed_handles(part: Mapping[str, Any]) -> tuple[Handle, ...]:
    """The slots that a payment says it reveals. Raises DeckError if that cannot be read."""
    if not isinstance(part, Mapping):
        raise broken(message("the shares are not a table"))
    return tuple(_points_under(part, "reveal"))


def accept_payment(
    ledger: Ledger, seat: int, part: Mapping[str, Any], checks: Checks
) -> tuple[Ledger, dict[Handle, str]]:
    """The ledger after a seat's payment, and the labels that everybody can read by it.

    Raises DeckError unless it pays every debt, nothing else, and proves it.
    """
    _check_form(part)
    ledger = accept_shuffles(ledger, seat, part, checks)
    shares, reveal = _points_under(part, "shares"), _points_under(part, "reveal")
    same_slots(shares, owed(ledger, seat).shares, lambda handle: _no_share(ledger, seat, handle))
    for handle in reveal:
        _check_reveal(ledger, seat, handle)
    points = _Points(shares, reveal, _roll_in(ledger, seat, part))
    if not points:
        if "proof" in part:
            raise broken(message("there is a proof, but there are no shares"))
        return ledger, {}
    if "proof" not in part:
        raise broken(
            message("the shares have no proof")
            if points.slots
            else message("the share of the roll has no proof")
        )
    challenge, response = scalars_of(part, "proof", PROOF_SIZE, message("the proof of the shares"))
    if checks is Checks.FULL:
        _check_proof(_claim(ledger, seat, points), challenge, response, roll=points.roll is not None)
    return _noted(ledger, seat, points)


def _points_under(part: Mapping[str, Any], key: str) -> dict[Handle, bytes]:
    """The points under a key of a payment. Raises DeckError."""
    return points_of(part.get(key, []), VerbatimText(key))


def _roll_in(ledger: Ledger, seat: int, part: Mapping[str, Any]) -> bytes | None:
    """The point of the open roll in a payment, where its author owes one (DECK 10.2). Raises DeckError."""
    due = owed(ledger, seat).roll
    if not due and "roll" in part:
        raise broken(message("the block contains a share of a roll, but none is due"), rule="DECK 10.2")
    if due and "roll" not in part:
        raise broken(
            message("the share of roll {number} is missing", number=due),
            message("a block must contain everything that is due"),
            rule="DECK 10.2",
        )
    return bytes_of(part, "roll", SIZE, message("the roll")) if due else None


def _check_form(part: Any) -> None:
    """Raise DeckError unless this is a table with known keys, none of them with an empty list."""
    if not isinstance(part, Mapping):
        raise broken(message("the shares are not a table"))
    known = message("choose from: {keys}", keys=", ".join(PARTS))
    for key, value in part.items():
        if key not in PARTS:
            raise broken(message("unknown key {part} among the shares", part=ascii(key)[:40]), known)
        if value in ([], ()):
            raise broken(message("{key} is empty", key=VerbatimText(key)), message("leave out empty keys"))


def accept_shuffles(ledger: Ledger, seat: int, part: Mapping[str, Any], checks: Checks) -> Ledger:
    """The ledger after the shuffles in a part of a block: all that a seat owes. Raises DeckError."""
    due = list(owed(ledger, seat).shuffles)
    for table in tables_of(part.get("shuffle", []), ("deck", *SHUFFLE_KEYS), VerbatimText("shuffle")):
        name = table["deck"]
        if not due or name != due[0]:
            raise broken(
                message("the block contains a shuffle of {part} that is not due", part=ascii(name)[:40]),
                rule="DECK 6",
            )
        deck = accept_shuffle(ledger, ledger.decks[due.pop(0)], seat, table, checks)
        ledger = with_known_shares(ledger.with_deck(deck)._replace(proofs=ledger.proofs + 1))
    if due:
        raise broken(
            message("the shuffle of {due} is missing", due=due[0]),
            message("a block must contain everything that is due"),
            rule="DECK 6",
        )
    return ledger


def _no_share(ledger: Ledger, seat: int, handle: Handle) -> str:
    held = ledger.held.get(handle)
    if held is None:
        return message("no player holds this card")
    if held.holder == seat:
        return message("a seat sends no share for its own card")
    match state_of(ledger, handle):
        case SlotState.REVEALED:
            return message("all players can read this card already")
        case SlotState.DEALT:
            return message("its deck is not final yet")
    return message("this share has already been given")


def _check_reveal(ledger: Ledger, seat: int, handle: Handle) -> None:
    held = ledger.held.get(handle)
    if held is None or held.holder != seat:
        raise broken(
            message("slot {handle} is revealed by a player who does not hold it", handle=handle),
            rule="DECK 5",
        )
    match state_of(ledger, handle):
        case SlotState.REVEALED:
            raise broken(message("slot {handle} is revealed twice", handle=handle), rule="DECK 5")
        case SlotState.DEALT | SlotState.SHARED:
            what = message(
                "slot {handle} is revealed before the player who holds it can read it", handle=handle
            )
            raise broken(what, rule="DECK 5")


def _base(ledger: Ledger, handle: Handle) -> bytes:
    return ledger.decks[handle.deck].slots.a_at(handle.slot)


def _claim(ledger: Ledger, seat: int, points: _Points) -> Equality:
    """One claim for all points of a payment; which are shares, which reveals, and which roll it is, is bound
    into it."""
    entries = [f"share {handle}" for handle in points.shares] + [
        f"reveal {handle}" for handle in points.reveal
    ]
    bases = [_base(ledger, handle) for handle in (*points.shares, *points.reveal)]
    images = [*points.shares.values(), *points.reveal.values()]
    roll = ledger.rolls.open
    if roll is not None and points.roll is not None:
        entries.append(f"roll {roll.number}")
        bases.append(roll.point)
        images.append(points.roll)
    context = digest("payment", ledger.context("payment", "", seat), *(entry.encode() for entry in entries))
    return Equality(context, ledger.keys[seat], tuple(bases), tuple(images))


def _check_proof(claim: Equality, challenge: int, response: int, *, roll: bool) -> None:
    try:
        holds = holds_equality(claim, challenge, response)
    except NotInGroup as problem:
        what = message("a share of the deck or of the roll: {problem}", problem=problem)
        raise broken(what if roll else message("a share: {problem}", problem=problem)) from None
    if holds:
        return
    if roll:
        hint = message("a roll has exactly one share from each seat")
        raise broken(
            message("the proof of the share of the roll, or of a share sent with it, is not valid"),
            hint,
            "DECK 10.2",
        )
    raise broken(
        message("the proof of the shares or of the revealed cards is not valid"),
        message("a card cannot be exchanged for another one"),
    )


def _noted(ledger: Ledger, seat: int, points: _Points) -> tuple[Ledger, dict[Handle, str]]:
    """The points written down, and what everybody can read now that all of them are in."""
    if points.roll is not None:
        ledger = ledger._replace(rolls=ledger.rolls.paid(ledger.game, seat, points.roll))
    held, labels = dict(ledger.held), dict[Handle, str]()
    for handle, point in points.slots.items():
        shares = {**held[handle].shares, seat: point}
        held[handle] = held[handle]._replace(shares=shares)
        if len(shares) == len(ledger.keyed):
            labels[handle] = label_of(ledger.decks[handle.deck], handle, shares.values())
            held[handle] = held[handle]._replace(label=labels[handle], shares={})
    return ledger._replace(held=held, proofs=ledger.proofs + 1), labels
