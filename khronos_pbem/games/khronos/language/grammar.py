"""The order language of Khronos (FORMATS 2): the words of the rows of all verbs."""

from __future__ import annotations

from khronos_pbem.engine.orders.language import Language
from khronos_pbem.games.khronos.language.mistakes import HABITS
from khronos_pbem.games.khronos.language.parts import KINDS, SHAPES
from khronos_pbem.games.khronos.language.words import VOCABULARY
from khronos_pbem.games.khronos.rules.verbs import VERBS

LANGUAGE = Language(__package__, VOCABULARY, [verb.form for verb in VERBS], KINDS, SHAPES, HABITS)

parse = LANGUAGE.parse
text = LANGUAGE.text
