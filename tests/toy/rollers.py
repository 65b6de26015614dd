"""The games with rolls at which the tests cheat: what a test has to know of each, as data."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from khronos_pbem.engine.digests import encode_bytes
from khronos_pbem.engine.runner import step
from khronos_pbem.games.my_village.model.orders import Desk, Take
from khronos_pbem.games.my_village.rules.base.dice import takes_by_value
from khronos_pbem.games.my_village.rules.turn import legal_orders
from khronos_pbem.record.save import Header
from khronos_pbem.session.replay.run_orders import can_go_on
from khronos_pbem.session.replay.table import with_requests
from tests.bots_before.my_village.steady import choose
from tests.session.memory import AT, Memory
from tests.support.playing import options_for
from tests.toy import playing


@dataclass(frozen=True)
class Roller:
    """A game. `asking` gives turns of whoever has to act that each leave a roll open, none if he has none;
    `plain` any turn; `parted` one cut behind a `look`; `other` another position; `answer` one to no question.
    """

    name: str
    header: Callable[..., Header]
    asking: Callable[[Memory], list[list[str]]]
    plain: Callable[[Memory], list[str]]
    parted: Callable[[Memory], tuple[list[str], list[str]] | None]
    other: Callable[[Any], Any]
    answer: str

    def begun(self, seats: int, **options: Any) -> Memory:
        """A game in which everybody has joined and the first roll is known."""
        return Memory(self.header(seats, **options)).start()

    def go_on(self, game: Memory) -> None:
        """The next turn, whatever it asks for, after all that is owed."""
        game.play(*next(iter(self.asking(game)), self.plain(game)))
        game.settle()

    def until_parted(self, game: Memory) -> list[str]:
        """Play until somebody has stopped to look and it is paid for; the rest of his turn."""
        while (parts := self.parted(game)) is None:
            self.go_on(game)
        game.play(*parts[0])
        game.settle()
        return parts[1]


RACE = Roller(
    "race",
    playing.header,
    lambda game: [["draw", "end"], ["end"], ["always block", "end"]],
    lambda game: ["end"],
    lambda game: (["draw", "look"], ["end"]),
    lambda position: replace(position, points=(0, 19, 0)),
    "let",
)


def village_header(seats: int, **options: Any) -> Header:
    """The header of a game of My Village, with the same id every time."""
    given = options_for("my-village", **options)
    name = encode_bytes(b"an id for a town")
    return Header(
        id=name,
        title="Village",
        game="my-village",
        seats=seats,
        created=AT,
        rules=1,
        options=given,
    )


def _completed(game: Memory, *begun: str) -> list[str]:
    """A turn that begins so and goes on as the program's own player would."""
    seat, orders, left = game.mover, list[str](), list(begun)
    private = game.private(seat)
    while can_go_on(private, seat):
        order = game.table.game.parse(left.pop(0))[0].order if left else choose(private.position, Random(1))
        done = step(private.game, private.position, seat, order)
        orders.append(done.text)
        private = with_requests(private._replace(position=done.position), done.requests)
    return orders


def _desks(game: Memory) -> list[list[str]]:
    """The beginnings of turns that take one customer, each another (VILLAGE 7.3)."""
    seat, private = game.mover, game.private(game.mover)
    if not any(isinstance(order, Take) for order in legal_orders(private.position)):
        return []
    for value in private.position.cards.board.desk_values:
        for take in takes_by_value(private.position, seat).get(value, [])[:1]:
            after = step(private.game, private.position, seat, take).position
            desks = [
                order for order in legal_orders(after) if isinstance(order, Desk) and len(order.cards) == 1
            ]
            return [[private.game.text(take), private.game.text(order)] for order in desks[:3]]
    return []


def _asking(game: Memory) -> list[list[str]]:
    turns = [_completed(game, *begun) for begun in _desks(game)]
    return [*turns, *(['message "Once more."', *turn] for turn in turns[:1])]


def _parted(game: Memory) -> tuple[list[str], list[str]] | None:
    desks = _desks(game)
    return ([*desks[0], "look"], _completed(game, *desks[0])[2:]) if desks else None


VILLAGE = Roller(
    "my-village",
    village_header,
    _asking,
    _completed,
    _parted,
    lambda position: position.with_player(1, coins=19),
    "sanatorium yes",
)
ROLLERS = (RACE, VILLAGE)
