"""Rolls: chance that everybody sees, and nobody can choose, repeat or foresee (DECK 10).

A roll has a point that nothing an author can vary enters. Each payer multiplies it by the own deck key, which
has one result only; the stream of numbers is the hash of all these points.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import NamedTuple

from khronos_pbem.deck.crypto.group import number, to_point
from khronos_pbem.engine.digests import digest
from khronos_pbem.values import value

_SPACE = 2**64
_WORD = 8


class OpenRoll(NamedTuple):
    """A roll that waits for points: its number from 1, its point (32 bytes), the seats that give one, in the
    order in which they are asked, the points given so far by seat (32 bytes each), and the seat whose block
    has left it open."""

    number: int
    point: bytes
    payers: tuple[int, ...]
    points: Mapping[int, bytes] = MappingProxyType({})
    opener: int = 0

    @property
    def missing(self) -> tuple[int, ...]:
        """The seats whose points are missing, in the order in which they are asked."""
        return tuple(seat for seat in self.payers if seat not in self.points)

    def paid(self, seat: int, point: bytes) -> OpenRoll:
        """The roll with a seat's point."""
        return self._replace(points={**self.points, seat: point})


@value
class Rolls:
    """The rolls of a game: how many are complete, the stream of the last one (64 bytes; empty before the
    first), and the one that is open.

    `fresh` says that no roll is complete under the list of keys as it is, `all_pay` that every roll takes the
    point of every seat: the option `rolls = "all"` (DECK 10.4, 10.5).
    """

    all_pay: bool = False
    fresh: bool = True
    count: int = 0
    stream: bytes = b""
    open: OpenRoll | None = None

    def opened(
        self, binding: bytes, keys: Iterable[bytes], payers: tuple[int, ...], opener: int = 0
    ) -> Rolls:
        """The next roll is open, by a block of the seat `opener`, and takes the points of these seats.

        `keys` as of `roll_point`. One that is open already begins again: its points are void (DECK 10.5).
        """
        number = self.count + 1
        point = roll_point(binding, number, self.stream, keys)
        return replace(self, open=OpenRoll(number, point, payers, opener=opener))

    def paid(self, binding: bytes, seat: int, point: bytes) -> Rolls:
        """The open roll has a seat's point (32 bytes); with the last one it is complete and has a stream."""
        assert self.open is not None
        roll = self.open.paid(seat, point)
        if roll.missing:
            return replace(self, open=roll)
        return replace(self, fresh=False, count=roll.number, stream=roll_stream(binding, roll), open=None)


def roll_point(binding: bytes, roll: int, before: bytes, keys: Iterable[bytes]) -> bytes:
    """P_k of DECK 10.2 in 32 bytes: for roll number `roll` (from 1) of the game with this binding.

    `before` is the stream of the roll before (64 bytes; empty for the first), `keys` the X of every living
    seat in seat order (32 bytes each).
    """
    return to_point(digest("roll", binding, number(roll), before, *keys))


def roll_stream(binding: bytes, roll: OpenRoll) -> bytes:
    """The stream of a roll whose points are all there, 64 bytes (DECK 10.2)."""
    points = (roll.points[seat] for seat in sorted(roll.points))
    return digest("rolled", binding, roll.point, *points)


def expanded(stream: bytes) -> Iterator[int]:
    """The numbers below 2^64 that a stream is expanded to, without end (DECK 10.2)."""
    counter = 0
    while True:
        block = digest("rolled more", stream, number(counter))
        for at in range(0, len(block), _WORD):
            yield int.from_bytes(block[at : at + _WORD], "little")
        counter += 1


def below(numbers: Iterator[int], bound: int) -> int:
    """The next number of an expanded stream below a bound from 1 to 2^64, exactly uniform (DECK 10.2)."""
    most = _SPACE - _SPACE % bound
    return next(value for value in numbers if value < most) % bound
