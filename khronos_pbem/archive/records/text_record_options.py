"""The options of a game in the heads of a text record: as the game declares them (`features.Options`).

Each option that `new` takes has a head of its name, like `[Rounds "7"]`; one that is off has none. Data that
a save carries whole are named, or, if they are a player's own, written into heads of their own as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from khronos_pbem.engine.contract import Game
from khronos_pbem.engine.features.protocols import DataFiles, Option, Options
from khronos_pbem.errors import InvalidFile, UsageError
from khronos_pbem.games.registry import feature, optional

_YES = "yes"


def option_heads(game: Game[Any, Any], options: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The heads of a game's options, in the order in which it declares them."""
    for option in _declared(game):
        value = options[option.name]
        if option.data_file:
            yield from _data_heads(feature(game, DataFiles), _key(option), value)
        elif option.kind is not bool:
            yield _key(option), str(value)
        elif value:
            yield _key(option), _YES


def needed_keys(game: Game[Any, Any]) -> tuple[str, ...]:
    """The keys of the heads that every record of a game has."""
    return tuple(_key(option) for option in _declared(game) if option.kind is not bool)


def known_keys(game: Game[Any, Any]) -> frozenset[str]:
    """The keys of all heads for a game's options."""
    declared = _declared(game)
    own = feature(game, DataFiles).heads if any(option.data_file for option in declared) else ()
    return frozenset({*(_key(option) for option in declared), *own})


def options_in(game: Game[Any, Any], heads: Mapping[str, str]) -> dict[str, Any]:
    """The options that these heads say, for the game to check. Raises InvalidFile for data there are not."""
    found: dict[str, Any] = {}
    for option in _declared(game):
        key = _key(option)
        if option.data_file:
            found[option.name] = _data(feature(game, DataFiles), key, heads)
        elif option.kind is bool:
            found[option.name] = key in heads
        else:
            found[option.name] = whole_number(heads[key]) if option.kind is int else heads[key]
    return found


def whole_number(text: str) -> int:
    """A number of up to four digits; -1 for what is none."""
    return int(text) if re.fullmatch(r"[0-9]{1,4}", text) else -1


def _declared(game: Game[Any, Any]) -> list[Option]:
    """The options of a game that are in its saves."""
    options = optional(game, Options)
    return [] if options is None else [each for each in options.declared if each.command == "new"]


def _key(option: Option) -> str:
    return option.name.capitalize()


def _data_heads(files: DataFiles, key: str, data: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for name in files.names():
        if files.named(name) == data:
            yield key, name
            return
    name, own = files.to_heads(data)
    yield key, name
    yield from zip(files.heads, own, strict=True)


def _data(files: DataFiles, key: str, heads: Mapping[str, str]) -> dict[str, Any]:
    if files.heads[0] in heads:
        return files.from_heads(heads[key], [heads.get(each, "") for each in files.heads])
    try:
        return files.named(heads[key])
    except UsageError as problem:
        raise InvalidFile(problem.message, rule="FORMATS 4", line=1) from None
