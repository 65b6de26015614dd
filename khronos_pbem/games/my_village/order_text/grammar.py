"""The order language of My Village (VILLAGE 14), built from the forms of all verbs."""

from __future__ import annotations

from khronos_pbem.engine.orders.language import Language
from khronos_pbem.games.my_village.rules.verbs import VERBS
from khronos_pbem.games.my_village.vocabulary.order_parts import KINDS, SHAPES
from khronos_pbem.games.my_village.vocabulary.words import VOCABULARY

LANGUAGE = Language(__package__, VOCABULARY, [verb.form for verb in VERBS], KINDS, SHAPES)

parse = LANGUAGE.parse
text = LANGUAGE.text
