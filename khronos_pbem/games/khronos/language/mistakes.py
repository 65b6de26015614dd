"""Words that people write from habit where an order of Khronos begins, and what is said of them."""

from __future__ import annotations

from khronos_pbem.engine.orders.mistakes import habits_of
from khronos_pbem.saying import say

HABITS = habits_of(
    {
        "pass skip done finish next stop ok passer finir terminé suivant passen fertig weiter schluss": say(
            "there is nothing to pass: {order} ends the turn", order="end"
        ),
        "move go walk sail aller bouger déplacer gehen ziehen laufen": say(
            "adventurers move by an order like {order}", order="travel 1 faith"
        ),
        "destroy raze remove tear détruire raser enlever zerstören entfernen": say(
            "buildings of size 1 are taken away by an order like {order}", order="demolish might F7"
        ),
        "put raise construct erect poser ériger errichten stellen": say(
            "buildings are put down by an order like {order}", order="build hamlet might F7"
        ),
        "grow extend enlarge improve étendre erweitern vergrößern": say(
            "buildings become bigger by an order like {order}", order="upgrade keep might F7 from F7"
        ),
        "settle inhabit influence cube habiter coloniser bewohnen": say(
            "cubes are put on reason by an order like {order}", order="populate F7 1"
        ),
        "repair restore rebuild réparer restaurer reparieren sanieren": say(
            "ruins are renovated by an order like {order}", order="renovate F7"
        ),
        "draw discard change redraw piocher défausser changer abwerfen": say(
            "cards are changed by an order like {order}; what is left of a hand is discarded by the end",
            order="exchange civil",
        ),
        "quit concede surrender leave quitter partir verlassen": say(
            "{order} leaves the game for good; the end of a turn is another order", order="resign"
        ),
    }
)
"""Sentences by words in small letters, without their marks."""
