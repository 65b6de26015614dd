"""The feature `Columns` of Khronos: the values that commands print for each seat."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from khronos_pbem.engine.features.protocols import Columns, SeatValues
from khronos_pbem.games.khronos.model.pieces import card_words, ecus_text
from khronos_pbem.games.khronos.model.position import Position, known_types
from khronos_pbem.games.khronos.rules.effects.revenue import revenue_now
from khronos_pbem.messages import message, plural_message

_CHANGES: Mapping[str, Callable[[str, int], str]] = {
    "ecus": lambda change, now: message("ecus {change} (total {now})", change=change, now=now),
    "income": lambda change, now: message("revenue {change} (total {now})", change=change, now=now),
    "cards": lambda change, now: message("cards {change} (total {now})", change=change, now=now),
    "cubes": lambda change, now: message("cubes in stock {change} (total {now})", change=change, now=now),
}


class KhronosColumns(Columns[Position]):
    """Ecus, cards, adventurers, cubes and income of each seat."""

    counted = _CHANGES
    before: SeatValues = MappingProxyType({"ecus": None, "cards": None})

    def standings(self, position: Position) -> tuple[SeatValues, ...]:
        """Return the public data of every seat; `income` is the revenue that it would receive now."""
        return tuple(
            {
                "colour": player.colour,
                "ecus": player.ecus,
                "cards": len(player.hand),
                "adventurers": [board.word for board in player.adventurers],
                "cubes": position.cubes(seat),
                "income": revenue_now(position, seat),
                "policy": player.policy,
                "downsizing": player.downsizing,
                "gone": player.gone,
            }
            for seat, player in enumerate(position.players)
        )

    def main_value(self, values: SeatValues) -> str:
        """Return the ecus and the number of cards of a seat for `status`; empty before the game."""
        if values["ecus"] is None:
            return ""
        ecus = ecus_text(values["ecus"])
        return message(
            ", {ecus}, {cards}", ecus=ecus, cards=plural_message("{n} card", "{n} cards", values["cards"])
        )

    def turn_data(
        self, position: Position | None, before: Position | None = None, seat: int | None = None
    ) -> dict[str, object]:
        """Return, under the key `revenue`, the revenue that each colour would receive now."""
        rows = () if position is None else self.standings(position)
        return {"revenue": {row["colour"]: row["income"] for row in rows}}

    def hand(self, position: Position, seat: int) -> list[str] | None:
        """The names of the cards in a hand, sorted; None if not all of them are known."""
        cards = position.players[seat].hand
        words = card_words(known_types(cards))
        return words if len(words) == len(cards) else None
