"""The game Khronos: pure rules (RULES), its order language, its views and drawings. Here is where what is."""

from __future__ import annotations

from khronos_pbem.engine import features as f
from khronos_pbem.engine.bots import Bots
from khronos_pbem.engine.composing import Composing
from khronos_pbem.engine.grids import Grids
from khronos_pbem.engine.scenes import Scenes
from khronos_pbem.engine.study import Study
from khronos_pbem.engine.whatif import WhatIf

WING = f.Wing(
    f"{__name__}.game:Khronos",
    {
        f.Options: f"{__name__}.options:Declared",
        f.DataFiles: f"{__name__}.model.maps:Maps",
        f.Drawing: f"{__name__}.drawing.pictures:Pictures",
        Grids: f"{__name__}.drawing.tables:BoardTables",
        Scenes: f"{__name__}.drawing.scenes:KhronosScenes",
        Study: f"{__name__}.study:KhronosStudy",
        f.Reports: f"{__name__}.drawing.earnings:Earnings",
        f.Cautions: f"{__name__}.cautions:Hands",
        f.Columns: f"{__name__}.drawing.columns:Seats",
        f.Positions: f"{__name__}.positions.setup:SetUp",
        Bots: f"{__name__}.bots.players:KhronosBots",
        f.Words: f"{__name__}.language.offered:OrderWords",
        f.Guide: f"{__name__}.guide:KhronosGuide",
        WhatIf: f"{__name__}.whatif:Composed",
        Composing: f"{__name__}.composing:Boards",
        f.Nouns: f"{__name__}.language.nouns:KhronosNouns",
    },
    "Khronos",
)
"""The game and its features (`engine.features`)."""
