"""The game My Village: pure rules (VILLAGE), its order language, its positions. Here is where what is."""

from __future__ import annotations

from khronos_pbem.engine.features.protocols import Wing

WING = Wing(
    f"{__name__}.game:MyVillage",
    {
        "Options": f"{__name__}.options:Declared",
        "DataFiles": f"{__name__}.model.card_sets:CardSets",
        "Study": f"{__name__}.study:VillageStudy",
        "Reports": f"{__name__}.scores:Scores",
        "Grids": f"{__name__}.drawing.tables:VillageTables",
        "Scenes": f"{__name__}.drawing.scenes:VillageScenes",
        "Drawing": f"{__name__}.drawing.pictures:Pictures",
        "Columns": f"{__name__}.columns:Seats",
        "Positions": f"{__name__}.positions.setup:SetUp",
        "Bots": f"{__name__}.bots.players:VillageBots",
        "Lessons": f"{__name__}.lessons:VillageLessons",
        "Guide": f"{__name__}.guide:VillageGuide",
        "Puzzles": f"{__name__}.puzzles:VillagePuzzles",
        "Words": f"{__name__}.language.offered:OrderWords",
        "WhatIf": f"{__name__}.whatif:Composed",
        "Composing": f"{__name__}.composing:Lists",
        "Nouns": f"{__name__}.language.nouns:VillageNouns",
        "Cautions": f"{__name__}.cautions:Hands",
    },
    "My Village",
)
"""The game and its features (`engine.features.protocols`)."""
