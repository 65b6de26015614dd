"""What is printed about each seat of Khronos (`engine.features.protocols.Columns`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from khronos_pbem.engine.features.protocols import Columns
from khronos_pbem.games.khronos.model.pieces import card_words, ecus_said
from khronos_pbem.games.khronos.model.position import Position, known
from khronos_pbem.games.khronos.rules.effects.revenue import incomes
from khronos_pbem.messages import message, plural_message

_CHANGES: Mapping[str, Callable[[str, int], str]] = {
    "ecus": lambda change, now: message("ecus {change} (then {now})", change=change, now=now),
    "income": lambda change, now: message("revenue {change} (then {now})", change=change, now=now),
    "cards": lambda change, now: message("cards {change} (then {now})", change=change, now=now),
    "cubes": lambda change, now: message("cubes in stock {change} (then {now})", change=change, now=now),
}


class Seats(Columns[Position]):
    """Ecus, cards, adventurers, cubes, income."""

    counted = _CHANGES
    before: Mapping[str, Any] = {"ecus": None, "cards": None}

    def standings(self, position: Position) -> tuple[dict[str, Any], ...]:
        """What is open about every seat; `income` is what it would take as revenue now."""
        return tuple(
            {
                "colour": player.colour,
                "ecus": player.ecus,
                "cards": len(player.hand),
                "adventurers": [board.word for board in player.adventurers],
                "cubes": position.cubes(seat),
                "income": sum(income.amount for income in incomes(position, seat)),
                "policy": player.policy,
                "gone": player.gone,
            }
            for seat, player in enumerate(position.players)
        )

    def worth(self, facts: Mapping[str, Any]) -> str:
        """The ecus and the number of cards."""
        if facts["ecus"] is None:
            return ""
        ecus = ecus_said(facts["ecus"])
        return message(
            ", {ecus}, {cards}", ecus=ecus, cards=plural_message("{n} card", "{n} cards", facts["cards"])
        )

    def turn_facts(
        self, position: Position | None, before: Position | None = None, seat: int | None = None
    ) -> dict[str, Any]:
        """What each colour would take as revenue now."""
        rows = () if position is None else self.standings(position)
        return {"revenue": {row["colour"]: row["income"] for row in rows}}

    def hand(self, position: Position, seat: int) -> list[str] | None:
        """The words of the cards in a hand, sorted; None if not all are known."""
        cards = position.players[seat].hand
        words = card_words(known(cards))
        return words if len(words) == len(cards) else None
