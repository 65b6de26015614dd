"""What each feature is worth, in prestige points: once, and for every fourteen turns to come."""

from __future__ import annotations

from typing import NamedTuple


class Weight(NamedTuple):
    """What one of a feature is worth in a game that is far from its end: by its being there, and by the
    turns in which it can be used."""

    soon: float
    lasting: float = 0.0


WEIGHTS: dict[str, Weight] = {
    "tree, headman at hall": Weight(0.7, 0.1),
    "tree, headman at coin": Weight(0.8, 0.1),
    "tree, headman at story": Weight(0.65, 0.15),
    "headman at coin": Weight(0.3, 0.2),
    "headman at story": Weight(0.0, 0.0),
    "coins": Weight(0.7, 0.1),
    "coins beyond": Weight(0.1, 0.1),
    "horse": Weight(0.3, 0.3),
    "beer": Weight(0.3, 0.3),
    "plough": Weight(0.3, 0.3),
    "parchment": Weight(0.3, 0.3),
    "wagon": Weight(0.3, 0.3),
    "guild goods": Weight(0.5, 0.4),
    "ploughs on fields": Weight(0.3, 0.4),
    "fields": Weight(0.0, 0.3),
    "stable": Weight(0.0, 1.2),
    "brewery": Weight(0.0, 1.2),
    "forge": Weight(0.0, 1.2),
    "scriptorium": Weight(0.0, 1.2),
    "wheelwright": Weight(0.0, 1.2),
    "workshops to come": Weight(0.0, 0.3),
    "abbot": Weight(0.6, 0.6),
    "councillor": Weight(0.2, 0.3),
    "traveller": Weight(0.2, 0.5),
    "craftsman": Weight(0.2, 1.5),
    "merchant": Weight(0.5, 1.5),
    "customers from stock": Weight(0.55, 0.1),
    "customers by making": Weight(0.25, 0.15),
    "customers else": Weight(0.1, 0.1),
    "customers without merchant": Weight(-0.4, 0.0),
    "journey from stock": Weight(0.5, 0.2),
    "journey by making": Weight(0.2, 0.3),
    "journeys without traveller": Weight(0.1, 0.1),
    "church to come": Weight(0.8, 1.0),
    "next window": Weight(0.4, 0.5),
    "next window without coin": Weight(0.1, 0.4),
    "windows beyond": Weight(0.1, 0.25),
    "windows without abbot": Weight(0.1, 0.1),
    "mint": Weight(0.0, 0.8),
    "guild": Weight(0.0, 0.8),
    "property": Weight(0.0, 1.0),
    "citizens": Weight(0.0, 0.5),
    "chamber to come": Weight(0.8, 1.0),
    "property to mark": Weight(0.2, 0.3),
    "citizens to mark": Weight(0.8, 0.7),
    "citizens marked": Weight(0.0, -0.8),
    "left trainee": Weight(0.6, 0.4),
    "right trainee": Weight(1.6, 0.5),
    "empty places": Weight(0.0, 0.0),
    "square": Weight(0.0, 0.8),
    "markers": Weight(0.3, 0.1),
    "tile": Weight(0.2, 0.3),
    "first next": Weight(0.3, 0.0),
    "time": Weight(-0.15, -0.05),
    "sanatorium": Weight(0.2, 0.5),
    "cloister": Weight(0.0, 0.0),
    "counter": Weight(0.2, 0.8),
    "refuge": Weight(0.2, 0.5),
}
"""By the names of the features."""
