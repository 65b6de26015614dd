"""The game My Village: pure rules (VILLAGE), its order language, its positions. Here is where what is."""

from __future__ import annotations

from khronos_pbem.engine import features as f
from khronos_pbem.engine.bots import Bots
from khronos_pbem.engine.composing import Composing
from khronos_pbem.engine.grids import Grids
from khronos_pbem.engine.scenes import Scenes
from khronos_pbem.engine.study import Study
from khronos_pbem.engine.whatif import WhatIf

WING = f.Wing(
    f"{__name__}.game:MyVillage",
    {
        f.Options: f"{__name__}.options:Declared",
        f.DataFiles: f"{__name__}.model.card_sets:CardSets",
        Study: f"{__name__}.study:VillageStudy",
        f.Reports: f"{__name__}.scores:Scores",
        Grids: f"{__name__}.drawing.tables:VillageTables",
        Scenes: f"{__name__}.drawing.scenes:VillageScenes",
        f.Drawing: f"{__name__}.drawing.pictures:Pictures",
        f.Columns: f"{__name__}.columns:Seats",
        f.Positions: f"{__name__}.positions.setup:SetUp",
        Bots: f"{__name__}.bots.players:VillageBots",
        f.Guide: f"{__name__}.guide:VillageGuide",
        f.Words: f"{__name__}.language.offered:OrderWords",
        WhatIf: f"{__name__}.whatif:Composed",
        Composing: f"{__name__}.composing:Lists",
        f.Nouns: f"{__name__}.language.nouns:VillageNouns",
        f.Cautions: f"{__name__}.cautions:Hands",
    },
    "My Village",
)
"""The game and its features (`engine.features`)."""
