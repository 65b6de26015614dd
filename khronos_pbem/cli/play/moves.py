"""`moves`: the legal orders, what could follow others, and what each would come to."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from khronos_pbem.cli import completion
from khronos_pbem.cli import shared_options as opt
from khronos_pbem.cli.look.open_file import SAVE, SaveOrPosition, kind_of
from khronos_pbem.cli.play.order_lists import order_lists
from khronos_pbem.cli.table_context import context
from khronos_pbem.cli.terminal.paging import print_paged
from khronos_pbem.cli.terminal.printing import print_json, print_lines, spoken
from khronos_pbem.errors import KhronosError, UsageError
from khronos_pbem.messages import listed, message, plural_message
from khronos_pbem.session.turns import branching
from khronos_pbem.session.turns import order_effects as effects
from khronos_pbem.session.turns import setup_position as trying
from khronos_pbem.session.turns.turn_draft import Composition, StartingPoint

SORTS = ("gain", "price", "text")
WordList = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[ORDERS] [WORD…]",
        autocompletion=completion.moves,
        help="List only the orders that begin with these words. Name a file with orders first, or -, to "
        "list what could follow them.",
    ),
]
After = Annotated[
    list[str] | None,
    typer.Option(
        "-c", metavar="ORDERS", help="List what could follow these orders; can be repeated.",
        autocompletion=completion.orders,
    ),
]  # fmt: skip
WithEffect = Annotated[
    bool,
    typer.Option(
        "--effect", help="Also show the price and the consequences of each order, and who gains what."
    ),
]
Sort = Annotated[
    str | None,
    typer.Option("--sort", metavar="gain|price|text", help="Sort by gain, by price or alphabetically."),
]
Explore = Annotated[
    bool, typer.Option("--explore", help="If it is not your turn, pretend that your next turn has begun.")
]


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
    """List the legal orders here, or those that could follow others, that begin with the words given."""
    if sort is not None and sort not in SORTS:
        hint = message("choose from {items}", items=listed(SORTS))
        raise UsageError(message("--sort does not accept {value!r}", value=sort), rule="FORMATS 1", hint=hint)
    begun = list(words or [])
    source = begun.pop(0) if begun and _is_file(begun[0]) else None
    asked = source is not None or bool(commands)
    text, place = opt.read_orders(source, commands) if asked else ("", None)
    explore = explore or asked or effect
    starting_point = _starting_point(file, name, rewind, explore=explore)
    composed = branching.composed_on(starting_point, text, place)
    if as_json:
        print_json(_facts(composed.composition, begun, sort, effect, asked=explore))
    elif plain:
        print_lines(_lines(composed.composition, begun, sort, effect, plain=True))
    else:
        print_paged(_lines(composed.composition, begun, sort, effect))


def _is_file(word: str) -> bool:
    """Whether a word names a file with orders: no word of an order is - or has a suffix."""
    return word == "-" or bool(Path(word).suffix) or (os.sep in word and Path(word).is_file())


def _starting_point(file: Path, name: str | None, rewind: bool, *, explore: bool) -> StartingPoint:
    """Where the orders begin: a save as its player knows it, or a position."""
    if kind_of(file) == SAVE:
        return branching.starting_point_of_save(file, context(name, rewind=rewind), explore=explore)
    return branching.starting_point_of_setup(trying.read_position(file))


def _fitting(composition: Composition, begun: Sequence[str]) -> list[tuple[str, Any]]:
    game = composition.game
    return [each for each in composition.next.orders if branching.meant(game, *each, begun)]


def _facts(
    composition: Composition, begun: Sequence[str], sort: str | None, effect: bool, *, asked: bool
) -> dict[str, Any]:
    """The document of `moves` (FORMATS 1); `orders` are always in the fixed order of the game."""
    fitting = _fitting(composition, begun)
    facts: dict[str, Any] = {"orders": [text for text, _ in fitting]}
    if not fitting:
        problem = branching.why_none(composition, begun)
        facts["why"] = None if problem is None else problem.to_data()
    if asked:
        facts |= {"given": list(composition.texts), "stage": composition.stage.value}
        facts["exploring"] = branching.exploring_facts(composition.starting_point)
    if effect or sort is not None:
        found = effects.sorted_by(effects.effects(composition, fitting), sort or SORTS[0])
        facts["effects"] = [effects.effect_facts(composition, each) for each in found]
    return facts


def _lines(
    composition: Composition, begun: Sequence[str], sort: str | None, effect: bool, *, plain: bool = False
) -> list[str]:
    about = branching.exploring_lines(composition.starting_point)
    fitting = _fitting(composition, begun)
    if not fitting:
        return [*about, *_none(composition, begun)]
    if not effect and sort is None:
        grouped = _read_out if plain else _grouped
        return [*about, *grouped(composition, fitting)]
    found = effects.sorted_by(effects.effects(composition, fitting), sort or SORTS[0])
    if not effect:
        return [*about, *(message("{order}", order=each.text) for each in found)]
    return [*about, *(line for each in found for line in effects.effect_lines(composition, each))]


def _grouped(composition: Composition, fitting: Sequence[tuple[str, Any]]) -> list[str]:
    """The orders one a line, under the headings of their game, which are comments."""
    lines = list[str]()
    for heading, orders in branching.groups(composition.game, fitting):
        lines += [message("# {heading}", heading=heading)] if heading else []
        lines += [message("{order}", order=text) for text, _ in orders]
    return lines


def _read_out(composition: Composition, fitting: Sequence[tuple[str, Any]]) -> list[str]:
    """How many orders there are; under their headings, those that differ in one word in one line."""
    lines: list[str] = [plural_message("{n} legal order:", "{n} legal orders:", len(fitting))]
    for heading, orders in branching.groups(composition.game, fitting):
        lines += [heading] if heading else []
        lines += order_lists(spoken(message("{order}", order=text)) for text, _ in orders)
    return lines


def _none(composition: Composition, begun: Sequence[str]) -> list[str]:
    """Why there is nothing to list."""
    if not composition.goes_on:
        return [branching.stage_line(composition)]
    problem: KhronosError | None = branching.why_none(composition, begun)
    none = message("no legal order begins like this")
    return [none] if problem is None else [message("{none}: {problem}", none=none, problem=problem.said)]
