"""The data shown about each seat of My Village (`engine.features.protocols.Columns`, VILLAGE 15.3)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from khronos_pbem.engine.features.protocols import Columns, SeatValues
from khronos_pbem.games.my_village.model.position import Position
from khronos_pbem.games.my_village.rules.base.board_queries import goods_count
from khronos_pbem.games.my_village.rules.phases.score import HEADINGS, score, standings
from khronos_pbem.messages import listed, message, plural_message

_CHANGES: Mapping[str, Callable[[str, int], str]] = {
    "coins": lambda change, now: message("coins {change} (total {now})", change=change, now=now),
    "tree": lambda change, now: message("tree {change} (total {now})", change=change, now=now),
    "hall": lambda change, now: message("hall {change} (total {now})", change=change, now=now),
    "goods": lambda change, now: message("goods {change} (total {now})", change=change, now=now),
    "villagers": lambda change, now: message("villagers {change} (total {now})", change=change, now=now),
    "score": lambda change, now: message("PP {change} (total {now})", change=change, now=now),
}


class VillageColumns(Columns[Position]):
    """Coins, tree, hall, goods, villagers and score of each seat."""

    counted = _CHANGES
    before: SeatValues = MappingProxyType({
        "coins": None, "tree": None, "hall": None, "villagers": None, "score": None, "cards": None,
    })  # fmt: skip

    def standings(self, position: Position) -> tuple[SeatValues, ...]:
        """The public data of every seat; `score` is what it would be if the game ended now."""
        rows = zip(standings(position), position.players, strict=True)
        return tuple(
            {
                **row,
                "goods": goods_count(village),
                "policy": village.policy,
                "refuge": village.refuge,
                "gone": village.gone,
            }
            for row, village in rows
        )

    def main_value(self, values: SeatValues) -> str:
        """The score and the number of living villagers, in words; empty if there is no score yet."""
        if values["score"] is None:
            return ""
        villagers = plural_message("{n} villager", "{n} villagers", values["villagers"])
        return message(", {points} PP, {villagers}", points=values["score"], villagers=villagers)

    def turn_data(
        self, position: Position | None, before: Position | None = None, seat: int | None = None
    ) -> dict[str, object]:
        """The scores that all seats would have if the game ended now.

        With `before` and `seat`, also the score categories of that seat before and after its turn.
        """
        rows = () if position is None else self.standings(position)
        facts: dict[str, object] = {"scores": {row["colour"]: row["score"] for row in rows}}
        if position is not None and before is not None and seat is not None:
            pair = {"before": score(before, seat), "after": score(position, seat)}
            by_name = {name: {**each.by_heading(), "total": each.total} for name, each in pair.items()}
            facts["score"] = {"colour": position.players[seat].colour, **by_name}
        return facts

    def turn_lines(self, position: Position, before: Position, seat: int) -> list[str]:
        """The categories of the seat's score that its turn changed, and the total."""
        old, new = score(before, seat), score(position, seat)
        if old == new:
            return []
        pairs = zip(HEADINGS.values(), old, new, strict=True)
        parts = [
            message("{heading} from {before} to {after}", heading=words, before=was, after=now)
            for words, was, now in pairs
            if was != now
        ]
        parts.append(message("total from {before} to {after}", before=old.total, after=new.total))
        return [message("{who}'s score: {parts}", who=position.players[seat].colour, parts=listed(parts))]

    def hand(self, position: Position, seat: int) -> list[str] | None:
        """An empty list: the game has no hands of cards."""
        return []
