"""Conversion of immutable values to JSON-able data and back, for caches on this machine.

Reading runs no code from the data. It creates only instances of the classes given to a `Codec`, from their
fields.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from hashlib import sha256
from typing import Any

from khronos_pbem.engine.digests import decode_bytes, encode_bytes
from khronos_pbem.engine.fields import Json
from khronos_pbem.messages import Message, Moment, Player, VerbatimText, Word

_PLAIN = (str, int, float, bool, type(None))
_GIVEN, _LIST, _TABLE, _BYTES, _SAID, _MANY = "given", "list", "table", "bytes", "said", "many"


class Codec:
    """A converter of values of these classes to JSON-able data and back.

    The classes are dataclasses, named tuples and enums. `given` are values that both writer and reader have.
    They are stored as an index into this sequence.
    """

    def __init__(self, classes: Sequence[type], given: Sequence[object] = ()) -> None:
        known = {*classes, Moment, Player, VerbatimText, Word}
        self._names = {kind: f"{kind.__module__}.{kind.__qualname__}" for kind in known}
        self._classes = {name: kind for kind, name in self._names.items()}
        self._given = list(given)
        self._places = {id(value): place for place, value in enumerate(given)}

    @property
    def shape(self) -> bytes:
        """A hash of the classes and their fields, 32 bytes; data written under another hash is unreadable."""
        listed = sorted(f"{name}({','.join(_field_names(kind))})" for name, kind in self._classes.items())
        return sha256("\n".join(listed).encode()).digest()

    def to_data(self, value: Any) -> Json:
        """Return a value as JSON-able data.

        Raises TypeError for a value of a class that this codec cannot convert.
        """
        kind = type(value)
        if kind in _PLAIN:
            return value
        if id(value) in self._places:
            return [_GIVEN, self._places[id(value)]]
        if kind in self._names:
            return [self._names[kind], *map(self.to_data, _parts_of(value))]
        if kind is tuple:
            return [_LIST, *map(self.to_data, value)]
        if isinstance(value, Mapping):
            pairs = (part for pair in value.items() for part in pair)
            return [_TABLE, *map(self.to_data, pairs)]
        if kind is bytes:
            return [_BYTES, encode_bytes(value)]
        if hasattr(kind, "__fspath__"):  # a path in a sentence is read back as text that is not translated
            return self.to_data(VerbatimText(value))
        if kind is Message:
            return [_SAID, str(value), value.template, self.to_data(value.parts), value.many]
        raise TypeError(f"no {kind.__qualname__} is kept")

    def from_data(self, data: Json) -> Any:
        """Return the value that `to_data` converted to this data.

        Raises ValueError, KeyError, TypeError or IndexError for other data.
        """
        if type(data) in _PLAIN:
            return data
        kind, *parts = data
        if kind in self._classes:
            return _build(self._classes[kind], [self.from_data(part) for part in parts])
        return _READERS[kind](self, parts)

    def _given_at(self, parts: list[Json]) -> object:
        return self._given[parts[0]]

    def _list(self, parts: list[Json]) -> tuple[object, ...]:
        return tuple(map(self.from_data, parts))

    def _table(self, parts: list[Json]) -> dict[object, object]:
        values = [self.from_data(part) for part in parts]
        return dict(zip(values[::2], values[1::2], strict=True))

    def _read_message(self, parts: list[Json]) -> Message:
        text, template, table, many = parts
        return Message(text, template, self.from_data(table), many)


_READERS: Mapping[str, Callable[[Codec, list[Json]], object]] = {
    _GIVEN: Codec._given_at,
    _LIST: Codec._list,
    _TABLE: Codec._table,
    _SAID: Codec._read_message,
    _BYTES: lambda _, parts: decode_bytes(parts[0]),
}


def _field_names(kind: type) -> tuple[str, ...]:
    """Return the field names of a named tuple or dataclass, in order."""
    return getattr(kind, "__match_args__", ())


def _parts_of(value: object) -> Sequence[object]:
    if isinstance(value, Enum):
        return (value.value,)
    if isinstance(value, str):
        return (str(value),)
    return [getattr(value, name) for name in _field_names(type(value))]


def _build(kind: type, parts: list[object]) -> object:
    names = _field_names(kind)
    return kind(**dict(zip(names, parts, strict=True))) if names else kind(*parts)
