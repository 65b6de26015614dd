"""The colours of the pictures, all light enough for dark text."""

from __future__ import annotations

from khronos_pbem.canvas.player_styles import INK, PAPER

__all__ = ["INK", "PAPER"]

PARCHMENT, EDGE = "#f4e9cf", "#8a6a3c"
QUIET, ASK = "#5c5140", "#9c2f0f"
TIMBER, PLASTER, ROOF, STONE = "#7a4f26", "#fbf3df", "#b4553c", "#cdc5b6"
MEADOW, LEAF, SKY, CLOUD = "#cfe0a8", "#5e8f3e", "#d3e7f2", "#ffffff"
EARTH, DARK_EARTH, NIGHT = "#d9c09a", "#6f5a3e", "#4a4653"
GOLD, STORY, STAR, SAND = "#f2c545", "#8d5fb0", "#e58f1f", "#f7dd94"
GONE, PALE = "#e6dcc4", "#b3a588"
RED, GLASS = "#c8402e", ("#c8402e", "#3f7fbf", "#f2c545", "#5e8f3e", "#8d5fb0", "#e58f1f")
MARK = "#ffe23d"
