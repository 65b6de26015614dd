"""Wrong first words of orders, such as "pass", and the advice given for them."""

from __future__ import annotations

from khronos_pbem.engine.orders.habits import habit_hints
from khronos_pbem.messages import message

HABITS = habit_hints(
    {
        "pass skip done finish next stop ok passer finir terminé suivant passen fertig weiter schluss": message(  # noqa: E501
            'to pass, end your turn with "{order}"', order="end"
        ),
        "move go walk sail aller bouger déplacer gehen ziehen laufen": message(
            "to move an adventurer, write an order such as {order}", order="travel 1 faith"
        ),
        "destroy raze remove tear raser enlever retirer zerstören entfernen wegnehmen": message(
            "to demolish a building of size 1, write an order such as {order}", order="demolish might F7"
        ),
        "put raise construct erect poser ériger errichten stellen": message(
            "to build, write an order such as {order}", order="build hamlet might F7"
        ),
        "grow extend enlarge improve étendre grandir erweitern aufwerten": message(
            "to make a building bigger, write an order such as {order}", order="upgrade keep might F7 from F7"
        ),
        "settle inhabit influence cube habiter coloniser bewohnen würfel": message(
            "to put cubes on a civil building on the Reason board, write an order such as {order}",
            order="populate F7 1",
        ),
        "repair restore rebuild réparer reconstruire reparieren sanieren": message(
            "to renovate a ruin, write an order such as {order}", order="renovate F7"
        ),
        "draw discard change redraw piocher défausser changer abwerfen": message(
            "to exchange cards, write an order such as {order}; at the end of your turn, you discard "
            "the rest of your hand",
            order="exchange civil",
        ),
        "quit concede surrender leave quitter partir verlassen": message(
            '"{order}" takes you out of the game permanently; to end your turn, write "{end}"',
            order="resign",
            end="end",
        ),
    }
)
"""Advice for each wrong word, in lower case and without accents."""
