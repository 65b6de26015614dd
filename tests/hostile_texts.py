"""Makes the rest of `tests/hostile/`: broken chains, damaged files, histories, armor, letters, positions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from khronos_pbem.engine.digests import encode_bytes
from khronos_pbem.mail.armor import armor
from khronos_pbem.record.save import write_save
from khronos_pbem.session.draft import draft_turn
from khronos_pbem.record.chain import heads_of
from tests.hostile_saves import LATER, Hostile, Scene
