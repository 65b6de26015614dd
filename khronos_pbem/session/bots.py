"""A turn chosen by the program: for demonstrations and practice. It knows what its player knows."""

from __future__ import annotations

from random import Random

from khronos_pbem.engine.bots import Bots
from khronos_pbem.engine.runner import step
from khronos_pbem.games.registry import feature
from khronos_pbem.session.desk import Desk
from khronos_pbem.session.draft import Author, private_table
from khronos_pbem.session.identities import author
from khronos_pbem.session.running import may_go_on
from khronos_pbem.session.table import Table, with_requests


def orders_for(table: Table, desk: Desk, random: Random) -> list[str]:
    """The orders of a whole turn, or of an answer, for the desk's player, in canonical text."""
    return turn_of(table, author(desk.home, table, desk.name, desk.ask), random)


def turn_of(table: Table, writer: Author, random: Random) -> list[str]:
    """The orders of a whole turn, or of an answer, for this player."""
    private, orders = private_table(table, writer), list[str]()
    bots = feature(table.game, Bots)
    while may_go_on(private, writer.seat):
        done = step(
            private.game,
            private.position,
            writer.seat,
            bots.choose(bots.seen(private.position, writer.seat), random),
        )
        orders.append(private.game.text(done.order))
        private = with_requests(private._replace(position=done.position), done.requests)
    return orders
