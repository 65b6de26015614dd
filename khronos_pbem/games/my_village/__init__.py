"""The plug-in of the game My Village: `PLUGIN` names the game class and its features."""

from __future__ import annotations

from khronos_pbem import lazy_imports
from khronos_pbem.engine.features.protocols import GamePlugin

lazy_imports.add(__name__, "order_text.grammar")

PLUGIN = GamePlugin(
    f"{__name__}.game:MyVillage",
    {
        "Options": f"{__name__}.features.options:VillageOptions",
        "DataFiles": f"{__name__}.model.card_sets:CardSets",
        "Study": f"{__name__}.features.statistics:VillageStudy",
        "Reports": f"{__name__}.features.scores:VillageReports",
        "Grids": f"{__name__}.drawing.pictures.letter_tables:VillageTables",
        "Scenes": f"{__name__}.drawing.pictures.vector_drawing:VillageScenes",
        "Drawing": f"{__name__}.drawing.text.drawing:VillageDrawing",
        "Columns": f"{__name__}.features.seat_columns:VillageColumns",
        "Positions": f"{__name__}.positions.setup:VillagePositions",
        "Bots": f"{__name__}.bots.players:VillageBots",
        "Lessons": f"{__name__}.lessons:VillageLessons",
        "Guide": f"{__name__}.manual:VillageGuide",
        "Puzzles": f"{__name__}.puzzles:VillagePuzzles",
        "Words": f"{__name__}.order_text.suggestions:VillageWords",
        "WhatIf": f"{__name__}.features.what_if:VillageWhatIf",
        "Composing": f"{__name__}.features.turn_screen:VillageTurnScreen",
        "Nouns": f"{__name__}.vocabulary.nouns:VillageNouns",
        "Cautions": f"{__name__}.features.warnings:VillageCautions",
    },
    "My Village",
)
"""The game and its features (`engine.features.protocols`)."""
