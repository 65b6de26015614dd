"""The words of Khronos orders in the languages of the printed rules (RULES 1.2)."""

from __future__ import annotations

from khronos_pbem.engine.orders import private_orders, table_orders
from khronos_pbem.engine.orders.vocabulary import Vocabulary, rows_of

_TABLE = """
EXCHANGE | exchange | échanger | tauschen umtauschen
SWAP | swap | permuter troquer | wechseln einwechseln
TRAVEL | travel | voyager | reisen
BUILD | build | construire bâtir | bauen
UPGRADE | upgrade | agrandir améliorer | vergrößern ausbauen
DEMOLISH | demolish | détruire démolir | abreißen abbrechen
POPULATE | populate | peupler | besiedeln bevölkern
RENOVATE | renovate | restaurer rénover | restaurieren renovieren
DOWNSIZE | downsize | réduire | verkleinern
PLACE | place | placer | setzen platzieren
KEEP | keep | garder | behalten
PLACEMENT | placement | placement | platzierung
DOWNSIZING | downsizing | réduction | verkleinerung
AUTO | auto | auto | auto
BEST | best | meilleur meilleure | beste bester bestes
ASK | ask | demander | fragen
FOR | for | pour | für
WITH | with | avec | mit
FROM | from | de depuis | von aus
MILITARY | military | militaire | militärisch
RELIGIOUS | religious | religieux religieuse | religiös
CIVIL | civil | civil civile | bürgerlich zivil
MIGHT | might | commanderies | macht
FAITH | faith | prieurés | glaube
REASON | reason | confréries | vernunft
RED | red | rouge | rot
BLUE | blue | bleu | blau
GREEN | green | vert | grün
WHITE | white | blanc | weiß
BLACK | black | noir | schwarz
WATCHTOWER | watchtower | tour-de-guet tour | wachturm
DONJON | keep | donjon | burg
CASTLE | castle | château | festung
CHAPEL | chapel | chapelle | kirche
MONASTERY | monastery | monastère | kloster
ABBEY | abbey | abbaye | abtei
HAMLET | hamlet | hameau | weiler
TOWN | town | village | dorf
CITY | city | cité | stadt
"""

_OF_THE_TABLE = ("POLICY", "MESSAGE", "AWAY", "UNTIL", "HANDOVER", "RESIGN", "END")

VOCABULARY = Vocabulary(
    "\n".join((rows_of(table_orders.WORDS, _OF_THE_TABLE), private_orders.WORDS.strip(), _TABLE.strip())),
    placeholders={
        "card": ("CARD", "CARTE", "KARTE"),
        "board": ("BOARD", "PLATEAU", "ZEITALTER"),
        "piece": ("PIECE", "BÂTIMENT", "GEBÄUDE"),
        "colour": ("COLOUR", "COULEUR", "FARBE"),
    },
    many_words={"tour de guet": "tour-de-guet"},
)

WORDS = VOCABULARY.words
"""The words for each terminal of the grammar, by language."""

BOARD_WORDS = ("MIGHT", "FAITH", "REASON")
COLOUR_WORDS = ("RED", "BLUE", "GREEN", "WHITE", "BLACK")
TYPE_WORDS = ("MILITARY", "RELIGIOUS", "CIVIL")
PIECE_WORDS = (
    *("WATCHTOWER", "DONJON", "CASTLE"),
    *("CHAPEL", "MONASTERY", "ABBEY"),
    *("HAMLET", "TOWN", "CITY"),
)
