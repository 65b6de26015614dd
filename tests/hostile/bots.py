"""Hostile saves about seats of bots: who is one, and who only seems to be."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from tests.hostile.cases import Hostile
from tests.hostile.save_files import Scene

_SEEMS = {
    "undone": ("signature", "a bot that was made a person afterwards", r'^bot = "strong"\n', ""),
    "weakened": ("signature", "a strong bot that is called easy", r'^bot = "strong"$', 'bot = "easy"'),
    "unknown": ("schema", "a strength that there is not", r'^bot = "strong"$', 'bot = "godlike"'),
}


def bots(scene: Scene) -> Iterator[Hostile]:
    """The first join, by red, as a bot's; and what is made of it without its key."""
    alone = replace(scene, save=scene.save._replace(blocks=()))
    first = replace(scene.save.blocks[0], bot="strong")
    text = alone.with_blocks(alone.signed(first, 0)).decode()
    yield Hostile("saves/bot-joins.khronos", "red joins as a bot", text.encode(), 0, "whole")
    for name, (reason, about, before, after) in _SEEMS.items():
        data = re.sub(before, after, text, count=1, flags=re.MULTILINE).encode()
        yield Hostile(f"saves/bot-{name}.khronos", about, data, 5, reason, block=0)
