"""The order language of Khronos (FORMATS 2), built from the forms of all verbs."""

from __future__ import annotations

from khronos_pbem.engine.orders.language import Language
from khronos_pbem.games.khronos.rules.verbs import VERBS
from khronos_pbem.games.khronos.vocabulary.mistakes import HABITS
from khronos_pbem.games.khronos.vocabulary.order_parts import KINDS, SHAPES
from khronos_pbem.games.khronos.vocabulary.words import VOCABULARY

LANGUAGE = Language(__package__, VOCABULARY, [verb.form for verb in VERBS], KINDS, SHAPES, HABITS)

parse = LANGUAGE.parse
text = LANGUAGE.text
