"""`moves`: the legal orders."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from khronos_pbem.cli import options as opt
from khronos_pbem.cli.desks import desk
from khronos_pbem.cli.kinds import SAVE, SaveOrPosition, kind_of
from khronos_pbem.cli.printing import print_json, print_lines
from khronos_pbem.games.khronos.language.words import LANGUAGES, in_language, plain_forms
from khronos_pbem.lazily import later
from khronos_pbem.saying import say
from khronos_pbem.session.looking import moves as save_moves

if TYPE_CHECKING:
    from khronos_pbem.session import trying
else:
    trying = later("khronos_pbem.session.trying")


def moves(
    file: SaveOrPosition,
    words: Annotated[list[str] | None, typer.Argument(metavar="[WORD…]", help="The first words.")] = None,
    name: opt.As = None,
    rewind: opt.Rewind = False,
    as_json: opt.Json = False,
) -> None:
    """List the legal orders here, those that begin with the words given."""
    if kind_of(file) == SAVE:
        orders = save_moves(file, desk(name, rewind=rewind))
    else:
        orders = trying.position_moves(trying.read_position(file))
    orders = [order for order in orders if _begins(order, words or [])]
    if as_json:
        print_json({"orders": orders})
    else:
        print_lines([say("{order}", order=order) for order in orders] or [say("no legal order begins so")])


def _begins(order: str, words: list[str]) -> bool:
    """Whether an order begins with these words, in any language."""
    wanted = [plain_forms(word)[0] for text in words for word in text.split()]

    def fits(text: str) -> bool:
        have = [plain_forms(word)[0] for word in text.split()]
        pairs = zip(have, wanted, strict=False)
        return len(have) >= len(wanted) and all(word.startswith(want) for word, want in pairs)

    return any(fits(in_language(order, language)) for language in LANGUAGES)
