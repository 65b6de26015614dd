"""What each feature is worth, in prestige points: once, and for every fourteen turns to come."""

from __future__ import annotations

from typing import NamedTuple


class Weight(NamedTuple):
    """What one of a feature is worth in a game that is far from its end: by its being there, and by the
    turns in which it can be used."""

    soon: float
    lasting: float = 0.0


WEIGHTS: dict[str, Weight] = {
    "tree, headman at hall": Weight(0.71, 0.15),
    "tree, headman at coin": Weight(0.91, -0.15),
    "tree, headman at story": Weight(0.65, 0.16),
    "headman at coin": Weight(0.46, -0.22),
    "headman at story": Weight(-0.09, -0.02),
    "coins": Weight(0.61, 0.21),
    "coins beyond": Weight(0.01, 0.07),
    "horse": Weight(0.22, 0.23),
    "beer": Weight(0.12, 0.17),
    "plough": Weight(0.33, 0.33),
    "parchment": Weight(0.3, 0.28),
    "wagon": Weight(0.35, 0.33),
    "guild goods": Weight(0.42, 0.31),
    "ploughs on fields": Weight(0.25, 0.37),
    "fields": Weight(-0.55, 0.51),
    "stable": Weight(-0.25, 0.95),
    "brewery": Weight(-0.96, 0.55),
    "forge": Weight(0.38, 1.49),
    "scriptorium": Weight(-0.34, 0.92),
    "wheelwright": Weight(-0.13, 1.06),
    "workshops to come": Weight(0.21, 0.27),
    "abbot": Weight(0.93, 0.7),
    "councillor": Weight(0.69, 0.79),
    "traveller": Weight(0.38, 0.71),
    "craftsman": Weight(-0.2, 1.19),
    "merchant": Weight(0.33, 1.17),
    "customers from stock": Weight(0.52, 0.02),
    "customers by making": Weight(0.02, -0.13),
    "customers else": Weight(0, 0.06),
    "customers without merchant": Weight(-0.4, -0.01),
    "journey from stock": Weight(0.52, 0.2),
    "journey by making": Weight(0.19, 0.3),
    "journeys without traveller": Weight(0.07, 0.05),
    "church to come": Weight(0.91, 1.19),
    "next window": Weight(0.48, 0.5),
    "next window without coin": Weight(0.36, 0.51),
    "windows beyond": Weight(0.1, 0.07),
    "windows without abbot": Weight(0.13, 0.11),
    "mint": Weight(0.46, 1.17),
    "guild": Weight(-0.61, 0.11),
    "property": Weight(-0.01, 1),
    "citizens": Weight(-0.11, 0.51),
    "chamber to come": Weight(1.07, 1.32),
    "property to mark": Weight(0.19, 0.3),
    "citizens to mark": Weight(1.17, 0.65),
    "citizens marked": Weight(-0.54, -0.64),
    "left trainee": Weight(0.28, 0.14),
    "right trainee": Weight(1.76, 0.51),
    "empty places": Weight(-0.43, -0.13),
    "square": Weight(-0.17, 0.67),
    "markers": Weight(0.21, 0.03),
    "tile": Weight(0.03, 0.15),
    "first next": Weight(-0.27, -0.5),
    "time": Weight(-0.26, -0.11),
    "sanatorium": Weight(1.31, 1.42),
    "cloister": Weight(0.44, 0.31),
    "counter": Weight(-0.51, -0.06),
    "refuge": Weight(-0.19, 0.04),
}
"""By the names of the features."""
