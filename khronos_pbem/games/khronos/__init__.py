"""The game Khronos: rules (RULES), order language, views, drawings and bots.

`PLUGIN` lists its features.
"""

from __future__ import annotations

from khronos_pbem import lazy_imports
from khronos_pbem.engine.features.protocols import GamePlugin

lazy_imports.add(
    __name__,
    """
    model.orders order_text.grammar positions.to_data rules.checks.costs rules.effects.choices
    rules.effects.player_departures rules.legal_orders rules.near_squares rules.turn
    """,
)

PLUGIN = GamePlugin(
    f"{__name__}.game:Khronos",
    {
        "Options": f"{__name__}.features.options:KhronosOptions",
        "DataFiles": f"{__name__}.model.maps:KhronosMaps",
        "Drawing": f"{__name__}.drawing.text.drawing:KhronosDrawing",
        "Grids": f"{__name__}.drawing.pictures.letter_tables:KhronosGrids",
        "Scenes": f"{__name__}.drawing.pictures.vector_drawing:KhronosScenes",
        "Study": f"{__name__}.features.statistics:KhronosStudy",
        "Reports": f"{__name__}.drawing.text.revenue_report:KhronosReports",
        "Cautions": f"{__name__}.features.warnings:KhronosCautions",
        "Columns": f"{__name__}.features.seat_columns:KhronosColumns",
        "Positions": f"{__name__}.positions.setup:KhronosPositions",
        "Bots": f"{__name__}.bots.players:KhronosBots",
        "Puzzles": f"{__name__}.puzzles:KhronosPuzzles",
        "Words": f"{__name__}.order_text.suggestions:KhronosWords",
        "Lessons": f"{__name__}.lessons:KhronosLessons",
        "Guide": f"{__name__}.manual:KhronosGuide",
        "WhatIf": f"{__name__}.features.what_if:KhronosWhatIf",
        "Composing": f"{__name__}.features.turn_screen:KhronosComposing",
        "Nouns": f"{__name__}.vocabulary.nouns:KhronosNouns",
    },
    "Khronos",
)
"""The game and its features (`engine.features.protocols`)."""
