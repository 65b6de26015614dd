"""The feature `WhatIf` of Khronos: costs and effects of possible orders (`engine.features.what_if`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from khronos_pbem.engine.contract import Event
from khronos_pbem.engine.features.what_if import Price, WhatIf
from khronos_pbem.errors import OrderError
from khronos_pbem.games.khronos.model.orders import End, Order, Resign
from khronos_pbem.games.khronos.model.pieces import ROUNDS, Board, card_words, ecus_text
from khronos_pbem.games.khronos.model.position import Card, Phase, Position, known_types
from khronos_pbem.games.khronos.rules.checks.causes import choice_cause
from khronos_pbem.games.khronos.rules.checks.costs import CARRIED
from khronos_pbem.games.khronos.rules.why_not import nearest_refusal
from khronos_pbem.messages import listed, message, plural_message

_DIRECT = frozenset(
    {
        *("built", "upgraded", "demolished", "populated", "renovated", "renovation begun", "bonus"),
        *("travelled", "exchanged", "swapped", "drew", "reshuffled", "discarded", "policy", "resigned"),
        *("turn", "revenue", "earned"),
    }
)
"""The events that are already clear from the order, its price or its effects on the numbers."""


class KhronosWhatIf(WhatIf[Position, Order]):
    """Prices and effects of orders, reasons for refusals, and the next turn of a seat."""

    shown = gains = ("ecus", "income")
    unchanged = message("no player gains or loses ecus or revenue")

    def at_next_turn(self, position: Position, seat: int) -> Position | None:
        """Return the position as if this seat's next turn were starting (RULES 3.1, 3.2).

        During the seat's own turn, the turn state is unchanged. Return None if the seat has no turn left.
        """
        player = position.players[seat]
        if position.phase in (Phase.SETUP, Phase.OVER) or player.gone:
            return None
        hand = tuple(card if card.type is not None else Card(None) for card in player.hand)
        position = position.with_player(seat, hand=hand)
        if position.active == seat:
            return position
        order = position.seats_in_order()
        number = position.round + (order.index(seat) < order.index(position.active))
        if number > ROUNDS:
            return None
        fresh = position._replace(exchanged=False, swapped=False, loads=((0, 0),), spent=(0, 0, 0))
        return fresh._replace(active=seat, round=number, phase=Phase.CHANGE)

    def used_data(self, position: Position, seat: int) -> dict[str, Any]:
        """Return the minimum and maximum number of cards that each adventurer has carried (RULES 5.2).

        In edition 1, return the number of cards used on each board.
        """
        if position.options.edition == 1:
            return {"spent": {board.word: position.spent[board] for board in Board if position.spent[board]}}
        places = position.players[seat].adventurers
        carried = [
            {"adventurer": number, "board": board.word, "least": least, "most": most}
            for number, board, (least, most) in zip((1, 2), places, _carried_ranges(position), strict=True)
        ]
        return {"carried": carried, "cards_used": sum(position.loads[0])}

    def used_lines(self, position: Position, seat: int) -> list[str]:
        """Return the numbers of `used_data` as text: one line per adventurer, or per board in edition 1."""
        if position.options.edition == 1:
            used = [(board.word, position.spent[board]) for board in Board if position.spent[board]]
            return [
                plural_message("{n} card used on {board}", "{n} cards used on {board}", n, board=b)
                for b, n in used
            ]
        places = position.players[seat].adventurers
        pairs = zip((1, 2), places, _carried_ranges(position), strict=True)
        return [_carried_line(number, board, *carried) for number, board, carried in pairs]

    def price(
        self, before: Position, after: Position, seat: int, order: Order, events: Iterable[Event]
    ) -> Price:
        """Return the price of an order: the cards that left the hand and the ecus paid.

        For `end` and `resign`, cards are not counted.
        """
        player = before.players[seat]
        paid = -sum(min(event.amount, 0) for event in events if event.seat == player.colour)
        cards = list[str]()
        if not isinstance(order, End | Resign):
            gone = Counter(known_types(player.hand)) - Counter(known_types(after.players[seat].hand))
            cards = card_words(sorted(gone.elements()))
        words: list[str] = [
            plural_message("{n} {kind} card", "{n} {kind} cards", n, kind=kind)
            for kind, n in Counter(cards).items()
        ]
        words += [ecus_text(paid)] if paid else []
        text = listed(words) if words else message("nothing")
        return Price({"cards": cards, "ecus": paid}, text, len(cards) + paid)

    def consequences(self, events: Iterable[Event]) -> list[Event]:
        """Return the indirect effects of an order.

        These are ripples, paradoxes, junctions, downsizings, and copies that do not appear.
        """
        return [event for event in events if event.event not in _DIRECT]

    def choice_cause(self, position: Position) -> Event | None:
        """Return an event that explains why the open choice must be made; None if no choice is open.

        See RULES 7.8, 8.3 and 8.4.
        """
        return choice_cause(position)

    def why_not(self, position: Position, seat: int, wanted: Callable[[Order], bool]) -> OrderError | None:
        """Return the refusal of the wanted order that is closest to being legal.

        That is the order that fails at the latest check. Return None if a wanted order is legal, or if no
        order is wanted.
        """
        return nearest_refusal(position, seat, wanted)


def _carried_ranges(position: Position) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the minimum and maximum number of cards that each adventurer has carried."""
    ones, twos = zip(*position.loads, strict=True)
    return (min(ones), max(ones)), (min(twos), max(twos))


def _carried_line(number: int, board: Board, least: int, most: int) -> str:
    """Return a sentence with the number of cards that an adventurer has carried."""
    parts: dict[str, object] = {"number": number, "board": board.word, "allowed": CARRIED}
    if least == most:
        return message(
            "adventurer {number} on {board} has carried {used} of the {allowed} cards allowed",
            used=most,
            **parts,
        )
    return message(
        "adventurer {number} on {board} has carried between {least} and {most} cards (at most "
        "{allowed} are allowed)",
        least=least,
        most=most,
        **parts,
    )
