"""The command `moves`: list the legal orders, now or after other orders, and the effect of each."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from khronos_pbem.cli import completion
from khronos_pbem.cli import shared_options as opt
from khronos_pbem.cli.look.open_file import SaveOrPosition, starting_point_of_file
from khronos_pbem.cli.option_types import argument, flag, option
from khronos_pbem.cli.terminal.paging import print_paged
from khronos_pbem.cli.terminal.printing import print_json, print_lines, translate
from khronos_pbem.engine.contract import ListedOrder
from khronos_pbem.engine.order_lists import order_list_lines
from khronos_pbem.errors import KhronosError, UsageError
from khronos_pbem.messages import listed, message, plural_message
from khronos_pbem.session.turns import branching
from khronos_pbem.session.turns import order_effects as effects
from khronos_pbem.session.turns.turn_draft import Composition

SORTS = ("gain", "price", "text")
WordList = Annotated[
    list[str] | None,
    argument(
        "[ORDERS] [WORD…]",
        "List only the orders that begin with these words. To list what could follow the orders in "
        "a file, give that file first (- for standard input).",
        completion.moves,
    ),
]
After = Annotated[
    list[str] | None,
    option(
        "-c", "ORDERS", "List what could follow these orders. You can repeat this option.", completion.orders
    ),
]
WithEffect = Annotated[
    bool, flag("--effect", "For each order, also show what it costs, what it causes, and who gains what.")
]
Sort = Annotated[str | None, option("--sort", "gain|price|text", "Sort by gain, by price or alphabetically.")]
Explore = Annotated[bool, flag("--explore", "If it is not your turn, pretend that your next turn has begun.")]


def moves(
    file: SaveOrPosition,
    words: WordList = None,
    commands: After = None,
    effect: WithEffect = False,
    sort: Sort = None,
    explore: Explore = False,
    name: opt.As = None,
    rewind: opt.Rewind = False,
    plain: opt.Plain = False,
    as_json: opt.Json = False,
) -> None:
    if sort is not None and sort not in SORTS:
        hint = message("choose from {items}", items=listed(SORTS))
        raise UsageError(message("--sort does not accept {value!r}", value=sort), hint=hint)
    begun = list(words or [])
    source = begun.pop(0) if begun and _is_file(begun[0]) else None
    asked = source is not None or bool(commands)
    text, place = opt.read_orders(source, commands) if asked else ("", None)
    explore = explore or asked or effect
    starting_point = starting_point_of_file(file, name, rewind, explore=explore)
    composed = branching.compose_text(starting_point, text, place)
    if as_json:
        print_json(_document(composed.composition, begun, sort, effect, asked=explore))
    elif plain:
        print_lines(_moves_lines(composed.composition, begun, sort, effect, plain=True))
    else:
        print_paged(_moves_lines(composed.composition, begun, sort, effect))


def _is_file(word: str) -> bool:
    """Return whether a word names a file with orders: it is `-`, has a suffix, or is a path to a file."""
    return word == "-" or bool(Path(word).suffix) or (os.sep in word and Path(word).is_file())


def _matching_orders(composition: Composition, begun: Sequence[str]) -> list[ListedOrder]:
    game = composition.game
    return [each for each in composition.next.orders if branching.order_matches(game, *each, begun)]


def _document(
    composition: Composition, begun: Sequence[str], sort: str | None, effect: bool, *, asked: bool
) -> dict[str, object]:
    """The document of `moves` (FORMATS 1); its `orders` are always in the game's fixed order."""
    fitting = _matching_orders(composition, begun)
    facts: dict[str, object] = {"orders": [text for text, _ in fitting]}
    if not fitting:
        problem = branching.why_no_order(composition, begun)
        facts["why"] = None if problem is None else problem.to_data()
    if asked:
        facts |= {"given": list(composition.texts), "stage": composition.stage.value}
        facts["exploring"] = branching.exploring_document(composition.starting_point)
    if effect or sort is not None:
        found = effects.sort_effects(effects.compute_effects(composition, fitting), sort or SORTS[0])
        facts["effects"] = [effects.effect_document(composition, each) for each in found]
    return facts


def _moves_lines(
    composition: Composition, begun: Sequence[str], sort: str | None, effect: bool, *, plain: bool = False
) -> list[str]:
    about = branching.exploring_lines(composition.starting_point)
    fitting = _matching_orders(composition, begun)
    if not fitting:
        return [*about, *_no_order_lines(composition, begun)]
    if not effect and sort is None:
        grouped = _screen_reader_lines if plain else _grouped_lines
        return [*about, *grouped(composition, fitting)]
    found = effects.sort_effects(effects.compute_effects(composition, fitting), sort or SORTS[0])
    if not effect:
        return [*about, *(message("{order}", order=each.text) for each in found)]
    return [*about, *(line for each in found for line in effects.effect_lines(composition, each))]


def _grouped_lines(composition: Composition, fitting: Sequence[ListedOrder]) -> list[str]:
    """Return the orders, one per line, under the game's headings, which are written as comments."""
    lines = list[str]()
    for heading, orders in branching.order_groups(composition.game, fitting):
        lines += [message("# {heading}", heading=heading)] if heading else []
        lines += [message("{order}", order=text) for text, _ in orders]
    return lines


def _screen_reader_lines(composition: Composition, fitting: Sequence[ListedOrder]) -> list[str]:
    """Return the number of orders, then the orders under their headings, similar ones on one line."""
    lines: list[str] = [plural_message("{n} legal order:", "{n} legal orders:", len(fitting))]
    for heading, orders in branching.order_groups(composition.game, fitting):
        lines += [heading] if heading else []
        lines += order_list_lines(translate(message("{order}", order=text)) for text, _ in orders)
    return lines


def _no_order_lines(composition: Composition, begun: Sequence[str]) -> list[str]:
    """Return lines that explain why there is no order to list."""
    if not composition.can_continue:
        return [branching.stage_line(composition)]
    problem: KhronosError | None = branching.why_no_order(composition, begun)
    none = message("no legal order begins like this")
    return (
        [none] if problem is None else [message("{none}: {problem}", none=none, problem=problem.full_message)]
    )
