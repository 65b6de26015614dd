"""The value of each feature in prestige points: once, and for every fourteen turns to come."""

from __future__ import annotations

from typing import NamedTuple


class Weight(NamedTuple):
    """The value of one unit of a feature, far from the end of the game.

    `soon` is for having it, `lasting` for fourteen turns of using it.
    """

    soon: float
    lasting: float = 0.0


WEIGHTS: dict[str, Weight] = {
    "tree, headman at hall": Weight(0.68, 0.09),
    "tree, headman at coin": Weight(0.87, -0.06),
    "tree, headman at story": Weight(0.68, 0.18),
    "headman at coin": Weight(0.39, -0.04),
    "headman at story": Weight(0, 0.04),
    "coins": Weight(0.62, 0.13),
    "coins beyond": Weight(0.04, 0.08),
    "horse": Weight(0.21, 0.23),
    "beer": Weight(0.18, 0.21),
    "plough": Weight(0.31, 0.31),
    "parchment": Weight(0.25, 0.26),
    "wagon": Weight(0.31, 0.3),
    "guild goods": Weight(0.46, 0.35),
    "ploughs on fields": Weight(0.18, 0.34),
    "fields": Weight(-0.4, 0.3),
    "stable": Weight(-0.26, 0.97),
    "brewery": Weight(-1.02, 0.5),
    "forge": Weight(0.02, 1.25),
    "scriptorium": Weight(-0.27, 0.96),
    "wheelwright": Weight(-0.27, 1.01),
    "workshops to come": Weight(0.28, 0.32),
    "abbot": Weight(0.83, 0.67),
    "councillor": Weight(0.7, 0.85),
    "traveller": Weight(0.4, 0.7),
    "craftsman": Weight(-0.16, 1.2),
    "merchant": Weight(0.22, 1.19),
    "customers from stock": Weight(0.49, 0.02),
    "customers by making": Weight(-0, -0.07),
    "customers else": Weight(0.03, 0.06),
    "customers without merchant": Weight(-0.4, 0),
    "journey from stock": Weight(0.51, 0.2),
    "journey by making": Weight(0.2, 0.3),
    "journeys without traveller": Weight(0.05, 0.05),
    "church to come": Weight(0.86, 1.1),
    "next window": Weight(0.47, 0.51),
    "next window without coin": Weight(0.31, 0.45),
    "windows beyond": Weight(0.04, 0.09),
    "windows without abbot": Weight(0.06, 0.09),
    "mint": Weight(0.13, 0.86),
    "guild": Weight(-0.4, 0.33),
    "property": Weight(-0.01, 1),
    "citizens": Weight(0.02, 0.59),
    "chamber to come": Weight(1.06, 1.33),
    "property to mark": Weight(0.18, 0.3),
    "citizens to mark": Weight(1.34, 0.91),
    "citizens marked": Weight(-0.5, -0.73),
    "left trainee": Weight(0.43, 0.22),
    "right trainee": Weight(1.88, 0.62),
    "empty places": Weight(-0.29, -0.18),
    "square": Weight(-0.02, 0.75),
    "markers": Weight(0.2, 0.01),
    "tile": Weight(-0.02, 0.03),
    "first next": Weight(-0.11, -0.39),
    "time": Weight(-0.25, -0.11),
    "sanatorium": Weight(0.4, 0.4),
    "cloister": Weight(0.46, 0.33),
    "counter": Weight(0, 0.3),
    "refuge": Weight(0.1, 0.3),
}
"""By the names of the features."""
