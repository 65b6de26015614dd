"""Names shown in the help of every command: the seat colours and the boards of the display."""

from __future__ import annotations

COLOURS = ("red", "yellow", "green", "blue")
"""The colours of the seats (VILLAGE 1.1)."""

MARKET, VILLAGES, GRAVES = "market", "villages", "graves"
BOARDS = (MARKET, VILLAGES, GRAVES)
"""The parts of the display that can be shown alone (VILLAGE 16); events name the changed one."""
