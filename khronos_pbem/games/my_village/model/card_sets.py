"""The sets of cards that come with the program, and a player's own (VILLAGE 1.5, 15)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from khronos_pbem.engine.features.protocols import DataFiles
from khronos_pbem.games.my_village.model.cards_file import STANDARD, cards_of, named_cards


class CardSets(DataFiles):
    """The cards files of My Village: a save carries the whole one (VILLAGE 1.5)."""

    heads = ("CardRows",)

    def named(self, name: str) -> dict[str, Any]:
        """The cards of this name. Raises UsageError for a name there is not."""
        return named_cards(name).data

    def names(self) -> Sequence[str]:
        """The one set there is."""
        return [STANDARD]

    def checked(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """The cards of a player's file. Raises InvalidFile, with what is wrong and where."""
        return cards_of(data).data
