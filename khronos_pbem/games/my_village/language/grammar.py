"""The order language of My Village (VILLAGE 14): the words of the rows of all verbs."""

from __future__ import annotations

from khronos_pbem.engine.orders.language import Language
from khronos_pbem.games.my_village.language.parts import KINDS, SHAPES
from khronos_pbem.games.my_village.language.words import VOCABULARY
from khronos_pbem.games.my_village.rules.verbs import VERBS

LANGUAGE = Language(__package__, VOCABULARY, [verb.form for verb in VERBS], KINDS, SHAPES)

parse = LANGUAGE.parse
text = LANGUAGE.text
