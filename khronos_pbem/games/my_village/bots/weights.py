"""The value of each feature in prestige points: once, and for every fourteen turns to come.

The weights were first guessed, then fitted by `python -m tests.fit_weights --game my-village`. The data were
500 games of the strong bot against itself, with two to four players.
"""

from __future__ import annotations

from typing import NamedTuple


class Weight(NamedTuple):
    """The value of one unit of a feature, far from the end of the game.

    `soon` is the value of having it, `lasting` the value of using it for fourteen turns.
    """

    soon: float
    lasting: float = 0.0


WEIGHTS: dict[str, Weight] = {
    "tree, headman at hall": Weight(0.68, 0.06),
    "tree, headman at coin": Weight(0.87, -0.04),
    "tree, headman at story": Weight(0.68, 0.12),
    "headman at coin": Weight(0.63, 0.10),
    "headman at story": Weight(-0.29, -0.43),
    "coins": Weight(0.21, 0.21),
    "coins beyond": Weight(0.11, 0.04),
    "horse": Weight(0.03, 0.17),
    "beer": Weight(0.23, 0.15),
    "plough": Weight(0.19, -0.00),
    "parchment": Weight(-0.05, 0.34),
    "wagon": Weight(0.31, 0.11),
    "guild goods": Weight(0.02, 0.47),
    "ploughs on fields": Weight(0.20, 0.13),
    "fields": Weight(0.21, 0.02),
    "stable": Weight(0.02, 0.70),
    "brewery": Weight(-0.87, 0.36),
    "forge": Weight(-0.12, 0.55),
    "scriptorium": Weight(-0.55, 0.96),
    "wheelwright": Weight(-0.31, 0.46),
    "workshops to come": Weight(0.09, 0.15),
    "abbot": Weight(0.73, 0.68),
    "councillor": Weight(1.07, 0.80),
    "traveller": Weight(0.36, 0.65),
    "craftsman": Weight(-0.55, 0.61),
    "merchant": Weight(-0.06, 0.64),
    "customers from stock": Weight(0.39, -0.28),
    "customers by making": Weight(0.31, -0.37),
    "customers else": Weight(0.07, 0.02),
    "customers without merchant": Weight(-0.17, -0.05),
    "journey from stock": Weight(0.28, 0.17),
    "journey by making": Weight(0.21, 0.20),
    "journeys without traveller": Weight(0.25, 0.11),
    "church to come": Weight(1.37, 1.58),
    "next window": Weight(0.43, 0.23),
    "next window without coin": Weight(0.24, 0.24),
    "windows beyond": Weight(-0.02, 0.07),
    "windows without abbot": Weight(0.06, 0.10),
    "mint": Weight(-0.33, 0.72),
    "guild": Weight(-0.76, 0.14),
    "property": Weight(0.42, 1.08),
    "citizens": Weight(0.51, -0.03),
    "chamber to come": Weight(0.88, 0.75),
    "property to mark": Weight(-0.02, 0.18),
    "citizens to mark": Weight(1.35, -0.14),
    "citizens marked": Weight(-0.25, -1.11),
    "left trainee": Weight(0.41, 0.35),
    "right trainee": Weight(1.26, 0.54),
    "empty places": Weight(-0.16, -0.32),
    "square": Weight(-0.18, -0.16),
    "markers": Weight(0.31, 0.13),
    "tile": Weight(0.35, 0.06),
    "first next": Weight(-0.25, -0.29),
    "time": Weight(-0.24, -0.05),
    "sanatorium": Weight(0.40, 0.46),
    "cloister": Weight(-0.17, 0.37),
    "counter": Weight(-1.19, -1.65),
    "refuge": Weight(-0.30, -0.64),
    "banner pairs": Weight(0.06, -0.01),
    "tree before rats": Weight(-0.32, -0.59),
    "poor in villagers": Weight(-0.21, -0.43),
    "any village": Weight(-5.77, 16.13),
}
"""The weight of each feature, by name."""
