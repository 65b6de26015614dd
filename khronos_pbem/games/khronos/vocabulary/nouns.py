"""The feature `Nouns` of Khronos: the genders of its nouns in German and French."""

from __future__ import annotations

from collections.abc import Mapping

from khronos_pbem.engine.features.protocols import Nouns
from khronos_pbem.messages import message

MASCULINE, FEMININE, NEUTER = 0, 1, 2

_GERMAN = {
    **dict.fromkeys(("wachturm", "weiler", "kontrollwürfel", "taler", "fluss", "wald"), MASCULINE),
    **dict.fromkeys(("burg", "festung", "kirche", "abtei", "stadt", "ruine", "karte", "domäne"), FEMININE),
    **dict.fromkeys(("burgruine", "festungsruine", "klosterruine", "abteiruine"), FEMININE),
    "glaube": MASCULINE,
    **dict.fromkeys(("macht", "vernunft"), FEMININE),
    **dict.fromkeys(("kloster", "dorf", "gebäude", "plättchen", "gebirge"), NEUTER),
}
_FRENCH = {
    **dict.fromkeys(("donjon", "château", "monastère", "hameau", "village", "bâtiment", "cube"), MASCULINE),
    **dict.fromkeys(("tour", "chapelle", "abbaye", "cité", "ruine", "carte", "tuile"), FEMININE),
}


class KhronosNouns(Nouns):
    """The nouns of the rules (RULES 1.2)."""

    genders: Mapping[str, Mapping[str, int]] = {"de": _GERMAN, "fr": _FRENCH}
    bent: Mapping[str, tuple[str, ...]] = {"glaube": ("Glaube", "Glauben", "Glaubens")}
    aspirated = frozenset(("hameau",))
    round_head = message("in round")

    def round(self, number: int) -> str:
        """Return a round number as text.

        In French, a round is "tour" here, but "manche" in My Village.
        """
        return message("round {number}", number=number)
