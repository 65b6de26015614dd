"""`moves`: the legal orders."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from khronos_pbem.cli import completing
from khronos_pbem.cli import options as opt
from khronos_pbem.cli.desks import desk
from khronos_pbem.cli.kinds import SAVE, SaveOrPosition, kind_of
from khronos_pbem.cli.printing import print_json, print_lines
from khronos_pbem.engine.contract import Game
from khronos_pbem.engine.features import Words
from khronos_pbem.games.registry import optional
from khronos_pbem.lazily import later
from khronos_pbem.saying import say
from khronos_pbem.session.looking import moves as save_moves

if TYPE_CHECKING:
    from khronos_pbem.session import trying
else:
    trying = later("khronos_pbem.session.trying")


def moves(
    file: SaveOrPosition,
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="[WORD…]", autocompletion=completing.moves, help="The first words."),
    ] = None,
    name: opt.As = None,
    rewind: opt.Rewind = False,
    as_json: opt.Json = False,
) -> None:
    """List the legal orders here, those that begin with the words given."""
    if kind_of(file) == SAVE:
        game, orders = save_moves(file, desk(name, rewind=rewind))
    else:
        start = trying.read_position(file)
        game, orders = start.game, trying.position_moves(start)
    orders = [order for order in orders if _begins(game, order, words or [])]
    if as_json:
        print_json({"orders": orders})
    else:
        print_lines([say("{order}", order=order) for order in orders] or [say("no legal order begins so")])


def _begins(game: Game[Any, Any], order: str, begun: list[str]) -> bool:
    """Whether an order begins with these words, in any language that the game's orders have."""
    words = optional(game, Words)
    return order.startswith(" ".join(begun)) if words is None else words.begins(order, begun)
