"""A save: the game's fixed header and its blocks, read from and written as TOML (FORMATS 4)."""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from khronos_pbem.engine.digests import canonical_json, encode_bytes
from khronos_pbem.engine.fields import Json, plain_data
from khronos_pbem.errors import InvalidFile, KhronosError, UnsupportedFormat
from khronos_pbem.messages import VerbatimText, listed, message
from khronos_pbem.record.block import Block, Computed, block_table, check_block, parse_block
from khronos_pbem.record.budget import MOST_BLOCKS, find_budget_excess
from khronos_pbem.record.names import check_game_names, check_player_name
from khronos_pbem.record.offers import MAX_SEATS
from khronos_pbem.record.record_fields import Keys, instant_moment
from khronos_pbem.record.toml import comment_lines, read_filled, read_text, read_toml, table_lines

_VERSION = 3
FORMAT = f"khronos-pbem/{_VERSION}"
"""The only supported format of games; earlier versions were never published."""
A_SAVE = message("a save must be a TOML file")
_FIXED = ("id", "title", "game", "seats", "created", "rules")
_FIRST, _LAST = ("id", "title", "game"), ("clock", "created", "rules")
_KINDS = (int, bool)
_FORMAT_OR_TABLE = re.compile(
    rb"""^(?:\xef\xbb\xbf)?+[ \t]*+(?:(\[)|["']?format["']?[ \t]*+=)""", re.MULTILINE
)
_BLOCK_LINE = re.compile(r"^[ \t]*+\[\[block\]\][ \t\r]*+$", re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """The properties of a game that `new` fixes for its whole duration.

    `id` is 128 random bits (base64url, 22 characters), `created` is UTC in whole seconds, and `rules` is the
    revision of the rules code. `options` are the other keys of [game], which the game itself checks.
    """

    id: str
    title: str
    game: str
    seats: int
    created: str
    rules: int
    options: Mapping[str, Json] = field(default_factory=dict)
    known: Computed = field(default_factory=Computed, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Copy the options, so that they cannot be changed later.

        The title is marked as text that a person typed.
        """
        object.__setattr__(self, "title", VerbatimText(self.title))
        object.__setattr__(self, "options", plain_data(self.options))


class Save(NamedTuple):
    """A game's record: its header and its blocks, oldest first."""

    header: Header
    blocks: tuple[Block, ...] = ()


class Readable(NamedTuple):
    """The readable part of a save, and the error in the rest (None if there is none)."""

    save: Save
    problem: KhronosError | None = None


def new_id() -> str:
    """Return a random id for a new game: 128 bits in base64url."""
    return encode_bytes(secrets.token_bytes(16))


def header_bytes(header: Header) -> bytes:
    """Return the canonical JSON of the header: format and [game]."""
    game = {**header.options, **{key: getattr(header, key) for key in _FIXED}}
    return canonical_json({"format": FORMAT, "game": game})


def is_save(data: bytes) -> bool:
    """Return whether the content of a file declares its format before its first table, as every save does."""
    first = _FORMAT_OR_TABLE.search(data)
    return first is not None and first[1] is None


def parse_save(data: bytes) -> Save:
    """Parse the bytes of a save; only its form is checked, not its chain, signatures or rules.

    Raises UnsupportedFormat if it has another format, and InvalidFile if it is not a save or any key is
    wrong.
    """
    readable = _read(read_text(data, A_SAVE))
    if readable.problem is not None:
        raise readable.problem
    return readable.save


def parse_readable(data: bytes) -> Readable:
    """Parse a save up to its first unreadable block, to examine broken records.

    Raises UnsupportedFormat or InvalidFile if not even the header can be read.
    """
    text = read_text(data, A_SAVE)
    try:
        return _read(text)
    except InvalidFile as problem:
        whole = _before_break(text, problem.line)
        if not whole:
            raise
        return Readable(_read_tables(read_toml(whole)).save, problem)


def parse_if_possible(data: bytes) -> Save | None:
    """Return the readable part of a save; None if not even its header can be read."""
    try:
        return parse_readable(data).save
    except KhronosError:
        return None


def write_save(save: Save, comments: Sequence[str]) -> str:
    """Return the TOML text of a save, with comments for people at the top; `parse_save` reads it back.

    Raises InvalidFile if it could not be read back, for example with an unsigned block or an invalid title.
    """
    if _LastWritten.save is not save:
        _LastWritten.save, _LastWritten.text = save, _text_of(save)
    return "\n".join([*comment_lines(list(comments)), _LastWritten.text])


class _LastWritten:
    """The most recently written save and its text without comments.

    It is kept because each save is written to two places.
    """

    save: Save | None = None
    text = ""


def _text_of(save: Save) -> str:
    """Return the text of a save without comments. Raises InvalidFile like `write_save`."""
    header = _lines_of(save.header)
    _check_number(len(save.blocks))
    names: tuple[str, ...] = ()
    parts = [f'format = "{FORMAT}"', "[game]", *header]
    for place, block in enumerate(save.blocks):
        parts += ["", "[[block]]", *_lines_of_block(block)]
        names = _names_after(block, place, save.header, names)
    return "\n".join(parts) + "\n"


def _lines_of_block(block: Block) -> list[str]:
    """Return the lines of a block. Raises InvalidFile if the block could not be read back."""
    if not block.known.lines:
        check_block(block)
        block.known.lines = table_lines(block_table(block))
    return block.known.lines


def _lines_of(header: Header) -> list[str]:
    """Return the lines of [game]. Raises InvalidFile if the header could not be read back."""
    if not header.known.lines:
        check_header(header)
        header.known.lines = table_lines(header_table(header))
    return header.known.lines


def check_header(header: Header) -> None:
    """Raise InvalidFile if a header made in memory could not be read back unchanged."""
    if any(key in header.options for key in _FIXED):
        what = message("an option must not have any of these names: {items}", items=listed(_FIXED))
        raise InvalidFile(what)
    _parse_header(header_table(header))


def header_table(header: Header) -> dict[str, object]:
    """Return [game] as a TOML table in the order of FORMATS 4.

    Raises InvalidFile if `created` is not a valid time.
    """
    table = {**header.options, **{key: getattr(header, key) for key in _FIXED}}
    table["created"] = instant_moment(header.created)
    between = sorted(
        (_option_order(value), key) for key, value in table.items() if key not in (*_FIRST, *_LAST)
    )
    keys = (*_FIRST, *(key for _, key in between), *_LAST)
    return {key: table[key] for key in keys if key in table}


def _option_order(value: Json) -> int:
    """Return the sort key of an option's value: numbers first, then booleans, then all others."""
    return _KINDS.index(type(value)) if type(value) in _KINDS else len(_KINDS)


def _read(text: str) -> Readable:
    return _read_tables(read_filled(text))


def _read_tables(tables: dict[str, object]) -> Readable:
    _check_format(tables.get("format"))
    top = Keys(tables, "the save")
    top.allow_only(("format", "game", "block"))
    header = _parse_header(top.inner("game").table)
    found = top.tables("block")
    blocks: list[Block] = []
    names: tuple[str, ...] = ()
    try:
        _check_number(len(found))
        for place, table in enumerate(found):
            block = parse_block(table, place)
            names = _names_after(block, place, header, names)
            blocks.append(block)
    except InvalidFile as problem:
        return Readable(Save(header, tuple(blocks)), problem)
    return Readable(Save(header, tuple(blocks)))


def _check_format(found: object) -> None:
    """Raise UnsupportedFormat for a save of another version, InvalidFile for a file that is not a save."""
    version = re.fullmatch(r"khronos-pbem/([1-9]\d{0,8})", found if isinstance(found, str) else "", re.ASCII)
    if version is None:
        hint = message('a save must contain the line format = "{format}"', format=FORMAT)
        raise InvalidFile(message("not a Khronos save"), hint=hint)
    number = int(version[1])
    if number < _VERSION:
        what = message("this save was created by a test version of khronos from before the first release")
        hint = message(
            "start a new game: this version of khronos reads only format {version}", version=_VERSION
        )
        raise UnsupportedFormat(what, hint=hint)
    if number > _VERSION:
        hint = message(
            "install a newer version of khronos; yours can only read files up to version {version}",
            version=_VERSION,
        )
        what = message("this save uses version {version} of the file format", version=number)
        raise UnsupportedFormat(what, hint=hint)


def _parse_header(table: Mapping[str, object]) -> Header:
    keys = Keys(table, "[game]")
    for key in table:
        if not re.fullmatch(r"[a-z][a-z0-9_]{0,39}", key):
            raise keys.wrong(message("a key must be a word in lower-case letters"))
    header = Header(
        id=keys.coded("id", 16),
        title=keys.line("title", 200),
        game=keys.word("game", "[a-z][a-z0-9_-]{0,39}", "the name of a game, in small letters"),
        seats=keys.number("seats", 1, MAX_SEATS),
        created=keys.instant("created"),
        rules=keys.number("rules", 1, 2**31),
        options={key: keys.option(key) for key in table if key not in _FIXED},
    )
    check_game_names(header.title, header.options)
    return header


def _check_number(blocks: int) -> None:
    if blocks > MOST_BLOCKS:
        what = message("too many blocks: a save can hold at most {most}", most=MOST_BLOCKS)
        raise InvalidFile(what, block=MOST_BLOCKS)


def _names_after(block: Block, place: int, header: Header, names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names of the players after a block.

    Raises InvalidFile if the block is not possible in its game.
    """
    _check_seat(block, place, header)
    if block.name:
        check_player_name(block.name, names[:MAX_SEATS], place)
        names = (*names, block.name)
    for offer in block.offers:
        check_player_name(offer.name, names[:MAX_SEATS], place)
    beyond = find_budget_excess(block.orders)
    if beyond is not None:
        raise InvalidFile(beyond.what, rule="FORMATS 2", block=place)
    return names


def _check_seat(block: Block, place: int, header: Header) -> None:
    if block.seat >= header.seats:
        seats = message("seats are numbered from 0 to {part}", part=header.seats - 1)
        raise InvalidFile(message("there is no seat {seat}", seat=block.seat), hint=seats, block=place)


def _before_break(text: str, line: int | None) -> str:
    """Return the text before the block that contains a line; empty if no block does."""
    end = 0
    for _ in range(line or 0):
        end = text.find("\n", end) + 1
        if end == 0:
            end = len(text)
            break
    starts = [match.start() for match in _BLOCK_LINE.finditer(text, 0, end)]
    return text[: starts[-1]] if starts else ""
