"""The game Khronos: pure rules (RULES), its order language, its views and drawings. Here is where what is."""

from __future__ import annotations

from khronos_pbem.engine.features.protocols import Wing

WING = Wing(
    f"{__name__}.game:Khronos",
    {
        "Options": f"{__name__}.options:Declared",
        "DataFiles": f"{__name__}.model.maps:Maps",
        "Drawing": f"{__name__}.drawing.pictures:Pictures",
        "Grids": f"{__name__}.drawing.tables:BoardTables",
        "Scenes": f"{__name__}.drawing.scenes:KhronosScenes",
        "Study": f"{__name__}.study:KhronosStudy",
        "Reports": f"{__name__}.drawing.earnings:Earnings",
        "Cautions": f"{__name__}.cautions:Hands",
        "Columns": f"{__name__}.drawing.columns:Seats",
        "Positions": f"{__name__}.positions.setup:SetUp",
        "Bots": f"{__name__}.bots.players:KhronosBots",
        "Puzzles": f"{__name__}.puzzles:KhronosPuzzles",
        "Words": f"{__name__}.language.offered:OrderWords",
        "Lessons": f"{__name__}.lessons:KhronosLessons",
        "Guide": f"{__name__}.guide:KhronosGuide",
        "WhatIf": f"{__name__}.whatif:Composed",
        "Composing": f"{__name__}.composing:Boards",
        "Nouns": f"{__name__}.language.nouns:KhronosNouns",
    },
    "Khronos",
)
"""The game and its features (`engine.features.protocols`)."""
