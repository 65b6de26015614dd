"""The card sets that come with the program, and players' own cards files (VILLAGE 1.5, 15)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from khronos_pbem.engine.features.protocols import DataFiles
from khronos_pbem.games.my_village.model.cards_file import STANDARD, cached_cards, named_cards


class CardSets(DataFiles):
    """The cards files of My Village; a save contains the whole file (VILLAGE 1.5)."""

    heads = ("CardRows",)

    def built_in(self, name: str) -> dict[str, object]:
        """The data of the card set with this name. Raises UsageError if the name is unknown."""
        return named_cards(name).data

    def names(self) -> Sequence[str]:
        """The names of the card sets that come with the program; there is only one."""
        return [STANDARD]

    def validate(self, data: Mapping[str, object]) -> dict[str, object]:
        """The data of a player's cards file, checked. Raises InvalidFile with the place of the error."""
        return cached_cards(data).data
