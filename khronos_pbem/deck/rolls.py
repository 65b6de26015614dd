"""Dice rolls that everyone can see and nobody can choose, repeat or predict (DECK 10).

The point of a roll depends on nothing that a player can vary. Each contributing seat multiplies it by its
deck key, which has only one possible result. The random stream is the hash of all these products.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import NamedTuple

from khronos_pbem.deck.crypto.group import hash_to_point, number
from khronos_pbem.engine.digests import digest

_SPACE = 2**64
_WORD = 8


class OpenRoll(NamedTuple):
    """A roll for which shares are still missing.

    `number` counts from 1; `point` has 32 bytes. `payers` are the seats that have to give a share, in order.
    `points` are the shares given so far, by seat (32 bytes each). `opener` is the seat whose block opened the
    roll.
    """

    number: int
    point: bytes
    payers: tuple[int, ...]
    points: Mapping[int, bytes] = MappingProxyType({})
    opener: int = 0

    @property
    def missing(self) -> tuple[int, ...]:
        """The seats whose shares are missing, in the order in which they are due."""
        return tuple(seat for seat in self.payers if seat not in self.points)

    def paid(self, seat: int, point: bytes) -> OpenRoll:
        """Return the roll with a seat's share (32 bytes)."""
        return self._replace(points={**self.points, seat: point})


@dataclass(frozen=True, slots=True)
class Rolls:
    """The rolls of a game: the number of completed rolls, the stream of the last one, and the open one.

    `stream` has 64 bytes; it is empty before the first roll. `fresh` is true until a roll is completed under
    the current list of keys. With `all_pay`, every roll needs a share from every seat, as with the option
    `rolls = "all"` (DECK 10.4, 10.5).
    """

    all_pay: bool = False
    fresh: bool = True
    count: int = 0
    stream: bytes = b""
    open: OpenRoll | None = None

    def opened(
        self, binding: bytes, keys: Iterable[bytes], payers: tuple[int, ...], opener: int = 0
    ) -> Rolls:
        """Return the rolls with the next one opened by a block of seat `opener`.

        Its shares are due from the `payers`. `keys` are as for `roll_point`. A roll that is already open
        starts again, and its shares are void (DECK 10.5).
        """
        number = self.count + 1
        point = roll_point(binding, number, self.stream, keys)
        return replace(self, open=OpenRoll(number, point, payers, opener=opener))

    def paid(self, binding: bytes, seat: int, point: bytes) -> Rolls:
        """Return the rolls with a seat's share (32 bytes) added to the open roll.

        The last missing share completes the roll.
        """
        assert self.open is not None
        roll = self.open.paid(seat, point)
        if roll.missing:
            return replace(self, open=roll)
        return replace(self, fresh=False, count=roll.number, stream=roll_stream(binding, roll), open=None)


def roll_point(binding: bytes, roll: int, before: bytes, keys: Iterable[bytes]) -> bytes:
    """Return P_k of DECK 10.2 (32 bytes) for roll number `roll` (from 1) of the game `binding`.

    `before` is the stream of the previous roll (64 bytes; empty for the first). `keys` are the public keys X
    of all contributing seats, in seat order (32 bytes each).
    """
    return hash_to_point(digest("roll", binding, number(roll), before, *keys))


def roll_stream(binding: bytes, roll: OpenRoll) -> bytes:
    """Return the stream (64 bytes) of a roll for which all shares are in (DECK 10.2)."""
    points = (roll.points[seat] for seat in sorted(roll.points))
    return digest("rolled", binding, roll.point, *points)


def expand_stream(stream: bytes) -> Iterator[int]:
    """Yield endless random numbers below 2^64 from a stream (DECK 10.2)."""
    counter = 0
    while True:
        block = digest("rolled more", stream, number(counter))
        for at in range(0, len(block), _WORD):
            yield int.from_bytes(block[at : at + _WORD], "little")
        counter += 1


def draw_below(numbers: Iterator[int], bound: int) -> int:
    """Draw a uniform number below `bound` (1 to 2^64) from an expanded stream (DECK 10.2)."""
    most = _SPACE - _SPACE % bound
    return next(value for value in numbers if value < most) % bound
