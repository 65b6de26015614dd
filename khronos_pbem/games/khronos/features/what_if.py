"""The feature `WhatIf` of Khronos: what orders would cost and change (`engine.features.what_if`)."""

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
"""Events that the order itself, its price or its differences already express."""


class KhronosWhatIf(WhatIf[Position, Order]):
    """Prices and effects of orders, reasons for refusals, and the next turn of a seat."""

    shown = gains = ("ecus", "income")
    unchanged = message("no player gains or loses ecus or revenue")

    def at_next_turn(self, position: Position, seat: int) -> Position | None:
        """The position as at the start of this seat's next turn (RULES 3.1, 3.2); None after its last turn.

        During the seat's own turn the position stays as it is.
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
        """The cards that each adventurer has carried, at least and at most (RULES 5.2), as data.

        In edition 1: the cards that were used on each board.
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
        """The same as text: one line for each adventurer, or in edition 1 for each board."""
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
        """The price of an order: the cards that left the hand and the ecus that were paid.

        For `end` and `resign` no cards count.
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
        """The indirect effects: ripples, paradoxes, junctions, downsizings, and copies that do not appear."""
        return [event for event in events if event.event not in _DIRECT]

    def choice_cause(self, position: Position) -> Event | None:
        """Why the open choice must be made (RULES 7.8, 8.3, 8.4), as an event; None if no choice is open."""
        return choice_cause(position)

    def why_not(self, position: Position, seat: int, wanted: Callable[[Order], bool]) -> OrderError | None:
        """The refusal of the wanted orders that fails at the latest check; None if one of them is legal."""
        return nearest_refusal(position, seat, wanted)


def _carried_ranges(position: Position) -> tuple[tuple[int, int], tuple[int, int]]:
    """For each adventurer, how many cards it has carried, at least and at most."""
    ones, twos = zip(*position.loads, strict=True)
    return (min(ones), max(ones)), (min(twos), max(twos))


def _carried_line(number: int, board: Board, least: int, most: int) -> str:
    """What an adventurer has carried, as a sentence."""
    parts: dict[str, object] = {"number": number, "board": board.word, "most": most, "carried": CARRIED}
    if least == most:
        return message(
            "adventurer {number} on {board} has carried {most} of the {carried} cards allowed", **parts
        )
    return message(
        "adventurer {number} on {board} has carried between {least} and {most} of the {carried} "
        "cards allowed",
        least=least,
        **parts,
    )
