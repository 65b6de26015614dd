"""The words of the orders of My Village in English, German and French (VILLAGE 1.7)."""

from __future__ import annotations

from khronos_pbem.engine.orders import private_orders, table_orders
from khronos_pbem.engine.orders.vocabulary import Vocabulary, rows_of
from khronos_pbem.games.my_village.model.boards import COLOURS

_TABLE = """
TAKE | take | prendre | nehmen
TO | to | en à | zu an
BUY | buy | acquérir acheter | kaufen
ON | on | sur | auf
WITH | with | avec | mit
USE | use | activer | nutzen
SERVE | serve | servir | bedienen
MONK | monk | moine | mönch
TRAVEL | travel | voyager | reisen
REFUSE | refuse | refuser | ablehnen
HAND | hand | main | hand
DESK | desk | bureau | vogtei
FREE | free | gratuit | frei
NEW | new | nouveau | neu
REVEAL | reveal | révéler | aufdecken
HEADMAN | headman | chef | oberhaupt
PERSONAL | personal | personnelle | eigenes eigene
SCHOOL | school | école | schule
LEFT | left | gauche | links
RIGHT | right | droite | rechts
NONE | none | aucun | keine
PLOUGH | plough | charrue | pflug
FIELD | field | champ | feld
FROM | from | de | von
BURY | bury | enterrer | begraben
HIRE | hire | engager | anstellen
ABBOT | abbot | abbé | abt
COUNCILLOR | councillor | conseiller | ratsherr
TRAVELLER | traveller | voyageur | reisender
CRAFTSMAN | craftsman | artisan | handwerker
MERCHANT | merchant | marchand | händler
YES | yes | oui | ja
NO | no | non | nein
ASK | ask | demander | fragen
BEST | best | meilleur meilleure | beste bester bestes
NEVER | never | jamais | nie
HALL | hall | hôtel-de-ville hôtel | haus haupthaus
COIN | coin | pièce | münze
STORY | story | histoire | geschichte
STAY | stay | rester | bleiben
BACK | back | renvoyer | zurück
KEEP | keep | garder | behalten
CHURCH | church | église | kirche
SQUARE | square | place | dorfplatz platz
SANATORIUM | sanatorium | sanatorium | sanatorium
CLOISTER | cloister | cloître | kreuzgang
COUNTER | counter | comptoir | kontor
REFUGE | refuge | refuge | herberge
MINT | mint | monnaie | kämmerei
GUILD | guild | guilde | gilde
PROPERTY | property | propriétés | besitz
CITIZENS | citizens | citoyens | bürger
STABLE | stable | étable | stall
HORSE | horse | cheval | pferd
BREWERY | brewery | brasserie | brauerei
BEER | beer | bière | bier
FORGE | forge | forge | schmiede
SCRIPTORIUM | scriptorium | parcheminerie | schreibstube
PARCHMENT | parchment | parchemin | pergament
WHEELWRIGHT | wheelwright | charronnerie | stellmacherei
WAGON | wagon | chariot | wagen
QUILL | quill | plume | feder
CHALICE | chalice | calice | kelch
ROSARY | rosary | rosaire | rosenkranz
JOURNEYS | journeys | voyages | reisen fahrten
WORKSHOPS | workshops | ateliers | werkstätten
SERVED | served | servis | bediente
FIELDS | fields | champs | felder
RED | red | rouge | rot
YELLOW | yellow | jaune | gelb
GREEN | green | vert | grün
BLUE | blue | bleu | blau
MARKET | market | marché | markt
VILLAGES | villages | villages | dörfer
GRAVES | graves | tombes | gräber
"""

_MANY_WORDS = {
    "hôtel de ville": "hôtel-de-ville",
    "hotel de ville": "hôtel-de-ville",
    "chef de village": "chef",
    "place du village": "place",
    "bureau de l'intendant": "bureau",
    "refuge des pèlerins": "refuge",
    "refuge des pelerins": "refuge",
    "comptoir du diocèse": "comptoir",
    "comptoir du diocese": "comptoir",
}
"""The single word used in orders for each French name that the rulebook prints as several words."""

_OF_THE_TABLE = ("POLICY", "MESSAGE", "AWAY", "UNTIL", "HANDOVER", "RESIGN", "END", "LOOK")

VOCABULARY = Vocabulary(
    "\n".join((rows_of(table_orders.WORDS, _OF_THE_TABLE), _TABLE.strip(), private_orders.WORDS.strip())),
    placeholders={
        "workshop": ("WORKSHOP", "ATELIER", "WERKSTATT"),
        "chamber": ("CHAMBER", "CHAMBRE", "RATSKAMMER"),
        "church": ("CHURCH", "ÉGLISE", "KIRCHE"),
        "pile": ("PILE", "PILE", "STAPEL"),
        "step": ("STEP", "PAS", "SCHRITT"),
        "side": ("SIDE", "CÔTÉ", "SEITE"),
        "person": ("PERSON", "MÉTIER", "PERSON"),
        "mark": ("PLACE|PERSON", "LIEU|MÉTIER", "ORT|PERSON"),
        "banner": ("BANNER", "BANNIÈRE", "BANNER"),
        "good": ("GOOD", "RESSOURCE", "WARE"),
        "colour": ("COLOUR", "COULEUR", "FARBE"),
    },
    many_words=_MANY_WORDS,
)

WORDS = VOCABULARY.words
"""The words for each terminal of the grammar, by language."""

COLOUR_WORDS = tuple(colour.upper() for colour in COLOURS)
PART_WORDS = ("MARKET", "VILLAGES", "GRAVES")
"""The parts of the picture (VILLAGE 16)."""
