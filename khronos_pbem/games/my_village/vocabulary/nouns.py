"""The grammatical genders of the nouns of My Village, in languages whose articles depend on them."""

from __future__ import annotations

from collections.abc import Mapping

from khronos_pbem.engine.features.protocols import Nouns

MASCULINE, FEMININE, NEUTER = 0, 1, 2

_GERMAN = {
    **dict.fromkeys(("abt", "ratsherr", "reisender", "handwerker", "händler", "pflug", "wagen"), MASCULINE),
    **dict.fromkeys(
        ("dorfplatz", "stapel", "kunde", "stall", "kelch", "rosenkranz", "kreuzgang", "besitz"), MASCULINE
    ),
    **dict.fromkeys(
        ("münze", "geschichte", "hand", "reise", "ware", "feder", "brauerei", "schmiede", "schreibstube"),
        FEMININE,
    ),
    **dict.fromkeys(
        ("stellmacherei", "kämmerei", "gilde", "bürger", "herberge", "schule", "vogtei"), FEMININE
    ),
    **dict.fromkeys(("kirche", "werkstatt", "ratskammer"), FEMININE),
    **dict.fromkeys(("pferd", "bier", "pergament", "feld", "haus", "sanatorium", "eigenes"), NEUTER),
    **dict.fromkeys(("kontor", "oberhaupt"), NEUTER),
}
_FRENCH = {
    **dict.fromkeys(("abbé", "conseiller", "voyageur", "artisan", "marchand", "cheval"), MASCULINE),
    **dict.fromkeys(
        (
            "parchemin",
            "chariot",
            "champ",
            "atelier",
            "voyage",
            "client",
            "bureau",
            "hôtel",
            "calice",
            "rosaire",
        ),
        MASCULINE,
    ),
    **dict.fromkeys(("sanatorium", "cloître", "comptoir", "refuge", "chef"), MASCULINE),
    **dict.fromkeys(
        ("bière", "charrue", "ressource", "main", "pile", "bannière", "place", "pièce", "histoire", "plume"),
        FEMININE,
    ),
    **dict.fromkeys(("étable", "brasserie", "forge", "parcheminerie", "charronnerie"), FEMININE),
    **dict.fromkeys(("monnaie", "guilde", "église", "chambre", "école"), FEMININE),
}


class VillageNouns(Nouns):
    """The nouns of the rules (VILLAGE 1.7).

    A German plural such as `Bürger` counts as feminine, because it has the same articles.
    """

    genders: Mapping[str, Mapping[str, int]] = {"de": _GERMAN, "fr": _FRENCH}
    aspirated: frozenset[str] = frozenset()
    bent: Mapping[str, tuple[str, ...]] = {
        "reisender": ("Reisende", "Reisenden"),
        "ratsherr": ("Ratsherr", "Ratsherrn"),
        "kunde": ("Kunde", "Kunden"),
        "eigenes": ("eigene", "eigenen"),
        "eigenes banner": ("eigene Banner", "eigenen Banner", "eigenen Banners"),
    }
