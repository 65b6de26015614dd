"""The options of a game as headers of a text record, as declared by the game (`features.Options`).

Each option of `new` has a header with the option's name, such as `[Rounds "7"]`. An option that is off has no
header. If a save contains the data of an option (a map, a card set), the header contains the name of these
data. Data that are not built in follow in additional headers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from khronos_pbem.engine.contract import AnyGame, GameOptions
from khronos_pbem.engine.features.protocols import DataFiles, Option, Options
from khronos_pbem.errors import InvalidFile, UsageError
from khronos_pbem.games.registry import feature, feature_or_none

_YES = "yes"


def option_headers(game: AnyGame, options: GameOptions) -> Iterator[tuple[str, str]]:
    """The headers (key and value) of a game's options, in the order of their declaration."""
    for option in _saved_options(game):
        value = options.get(option.name)
        if value is None:
            continue
        if option.data_file:
            yield from _data_headers(feature(game, DataFiles), _header_key(option), value)
        elif option.kind is not bool:
            yield _header_key(option), str(value)
        elif value:
            yield _header_key(option), _YES


def required_header_keys(game: AnyGame) -> tuple[str, ...]:
    """The keys of the option headers that every record of a game must have."""
    options = (each for each in _saved_options(game) if each.kind is not bool and each.default is not None)
    return tuple(map(_header_key, options))


def option_header_keys(game: AnyGame) -> frozenset[str]:
    """The keys of all option headers that a record of a game may have."""
    declared = _saved_options(game)
    own = feature(game, DataFiles).heads if any(option.data_file for option in declared) else ()
    return frozenset({*(_header_key(option) for option in declared), *own})


def options_from_headers(game: AnyGame, heads: Mapping[str, str]) -> dict[str, object]:
    """The options in these headers, not yet checked by the game.

    Raises InvalidFile if a header names data that do not exist.
    """
    found: dict[str, object] = {}
    for option in _saved_options(game):
        key = _header_key(option)
        if option.data_file:
            found[option.name] = _data_from_headers(feature(game, DataFiles), key, heads)
        elif option.kind is bool:
            found[option.name] = key in heads
        elif key in heads or option.default is not None:
            found[option.name] = whole_number(heads[key]) if option.kind is int else heads[key]
    return found


def whole_number(text: str) -> int:
    """The number in a text of one to four digits; -1 for any other text."""
    return int(text) if re.fullmatch(r"[0-9]{1,4}", text) else -1


def _saved_options(game: AnyGame) -> list[Option]:
    """The declared options of a game that are stored in its saves."""
    options = feature_or_none(game, Options)
    return [] if options is None else [each for each in options.declared if each.command == "new"]


def _header_key(option: Option) -> str:
    return option.name.capitalize()


def _data_headers(files: DataFiles, key: str, data: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    """The headers of an option's data: only a name for built-in data, else a name and the data."""
    for name in files.names():
        if files.built_in(name) == data:
            yield key, name
            return
    name, own = files.to_heads(data)
    yield key, name
    yield from zip(files.heads, own, strict=True)


def _data_from_headers(files: DataFiles, key: str, heads: Mapping[str, str]) -> dict[str, object]:
    if files.heads[0] in heads:
        return files.from_heads(heads[key], [heads.get(each, "") for each in files.heads])
    try:
        return files.built_in(heads[key])
    except UsageError as problem:
        raise InvalidFile(problem.message, line=1) from None
