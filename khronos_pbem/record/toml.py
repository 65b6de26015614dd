"""Read TOML with tomllib, and write the subset of TOML that a save needs (FORMATS 4).

tomlkit is too slow, since a save of several megabytes is written at every turn.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from khronos_pbem.characters import escape_invisible
from khronos_pbem.engine.fields import is_plain_line
from khronos_pbem.errors import InvalidFile
from khronos_pbem.messages import message, third_party_message
from khronos_pbem.record.record_fields import instant_text
from khronos_pbem.record.toml_limits import check_tokens

_KEY_TWICE = "a key appears twice"
_TABLE_TWICE = "a table appears twice"

PROBLEMS = {
    "Invalid statement": "a line must begin with a key or with [",
    "Expected newline or end of document after a statement": "there is extra text after a value",
    "Expected '=' after a key in a key/value pair": "= is missing after a key",
    "Expected ']' at the end of a table declaration": "] is missing after the name of a table",
    "Expected ']]' at the end of an array declaration": "]] is missing after the name of a table",
    "Expected {what}": "{what} is missing",
    "Found invalid character {what}": "the character {what} is not allowed here",
    "Illegal character {what}": "the character {what} is not allowed here",
    "Cannot declare {what} twice": _TABLE_TWICE,
    "Cannot redefine namespace {what}": _TABLE_TWICE,
    "Cannot mutate immutable namespace {what}": "an inline table or a list cannot be extended later",
    "Cannot overwrite a value": _KEY_TWICE,
    "Duplicate inline table key {what}": "the key {what} appears twice",
    "Invalid initial character for a key part": "a key cannot begin with this character",
    "Unclosed array": "the closing bracket of a list is missing",
    "Unclosed inline table": "the closing brace of a table is missing",
    "Unescaped '\\' in a string": "a \\ in quoted text must be written as \\\\",
    "Invalid hex value": "hexadecimal digits are missing after \\x, \\u or \\U",
    "Escaped character is not a Unicode scalar value": (
        "the number after \\u or \\U is not a valid character code"
    ),
    "Unterminated string": "a closing quotation mark is missing",
    "Invalid date or datetime": "this is not a valid date or time",
    "Invalid value": "a value is missing or cannot be read",
}
"""Our wording of tomllib's error messages."""

CUT_OFF = message("ask for the file again: it seems to be incomplete")

_PLACE = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_CODED = re.compile(r"[A-Za-z0-9_-]{40,}")
_WIDTH = 100


def read_text(data: bytes, hint: str) -> str:
    """Decode a file's bytes as UTF-8, dropping a byte order mark.

    Raises InvalidFile with this `hint` if the content is not UTF-8 or is empty.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        line = data.count(b"\n", 0, problem.start) + 1
        raise InvalidFile(message("the file is not UTF-8 text"), hint=hint, line=line) from None
    if not text.strip():
        raise InvalidFile(message("the file is empty"), hint=hint)
    return text


def read_filled(text: str, hint: str = CUT_OFF) -> dict[str, object]:
    """Parse a TOML text that must have content.

    Raises the same errors as `read_toml`, and InvalidFile with this `hint` if there are only comments.
    """
    tables = read_toml(text)
    if not tables:
        raise InvalidFile(message("the file contains only comments"), hint=hint)
    return tables


def read_toml(text: str) -> dict[str, object]:
    """Parse a TOML text. Raises InvalidFile with line and column if it is not TOML."""
    check_tokens(text)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        raise _toml_error(str(problem), text) from None
    except (RecursionError, ValueError, OverflowError):
        what = message("not valid TOML: values are nested too deeply, or a number is too long")
        raise InvalidFile(what) from None


def _toml_error(problem: str, text: str) -> InvalidFile:
    place = _PLACE.search(problem)
    what = problem[: place.start()] if place else problem
    line, column = (int(place[1]), int(place[2])) if place and place[1] else (text.count("\n") + 1, None)
    ended = message("; the file seems to be cut off") if place and not place[1] else ""
    plain = is_plain_line(what) and len(what) < 100
    shown = (third_party_message(what, PROBLEMS) if plain else None) or message("unexpected characters")
    told = message("not TOML: {shown}{ended}", shown=shown, ended=ended)
    return InvalidFile(told, line=line, column=column)


def table_lines(table: Mapping[str, object]) -> list[str]:
    """Return the lines `key = value` of a table, in its order; a long list takes several lines."""
    return [f"{_key(key)} = {value_text(value)}" for key, value in table.items()]


def value_text(value: Any) -> str:
    """Return a value in TOML: text, bool, int, UTC date-time, list or (inline) table."""
    if isinstance(value, str):
        return _string(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, datetime):
        return instant_text(value)
    if isinstance(value, dict):
        return _inline_table(value)
    if isinstance(value, list):
        return _array([value_text(part) for part in value])
    return str(int(value))


def comment_lines(comments: list[str]) -> list[str]:
    """Return comments as lines that begin with `# `, so that none of them is read as TOML."""
    lines = [line for comment in comments for line in comment.split("\n")]
    return [f"# {escape_invisible(line)}".rstrip() for line in lines]


def _string(text: str) -> str:
    if _CODED.fullmatch(text):  # tomllib reads literal strings much faster
        return f"'{text}'"
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _key(key: str) -> str:
    return key if _BARE_KEY.fullmatch(key) else json.dumps(key, ensure_ascii=False).replace("\x7f", "\\u007f")


def _inline_table(table: dict[str, object]) -> str:
    parts = ", ".join(f"{_key(key)} = {value_text(part)}" for key, part in table.items())
    return f"{{ {parts} }}" if parts else "{}"


def _array(parts: list[str]) -> str:
    """Return a list on one line if it fits, otherwise with one element per line."""
    if sum(map(len, parts)) + 2 * len(parts) <= _WIDTH and not any("\n" in part for part in parts):
        return f"[{', '.join(parts)}]"
    return "[\n" + "".join(f"  {part},\n" for part in parts) + "]"
