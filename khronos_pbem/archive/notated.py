"""The text record of a game: headers and orders, to keep, to print and to import again, the same to the byte.

    [Khronos "1"]
    [Title "Ours"]
    [Seat "red alice"]
    [First "red"]
    [Result "red 31, blue 27: red"]

    5. red 2026-11-22T18:03:00Z {17 civil, 3 military}
      build keep might F7; end

A block's head names its number in the save, who wrote it and when, the cards it shows to all (slot and
card; `2/5` is slot 5 of the second deck) and, in angle brackets, the answers by standing order. Joins and
shares for the deck are left out. The record has no place for anything that is not public.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from khronos_pbem.archive.chronicle import Chronicle, Player, Step
from khronos_pbem.engine.advance import advance
from khronos_pbem.engine.cards import Handle
from khronos_pbem.engine.contract import Need, Seating
from khronos_pbem.errors import InvalidFile, KhronosError, NewerFormat, OrderError
from khronos_pbem.khronos.game import START
from khronos_pbem.khronos.maps import map_names, standard_map
from khronos_pbem.khronos.pieces import TYPES
from khronos_pbem.record.fields import instant_moment
from khronos_pbem.record.save import Header, check_header
from khronos_pbem.saying import say
from khronos_pbem.session.games import game_of

VERSION = 1
_HEAD = re.compile(r'\[([A-Z][A-Za-z]*) "((?:[^"\\]|\\.)*)"\]')
_TURN = re.compile(r"(\d{1,6})\. ([a-z]+) (\S+)(?: \{([^{}]*)\})?(?: <([^<>]*)>)?")
_CARD = re.compile(r"(?:(\d{1,3})/)?(\d{1,3}) ([a-z]+)")
_LONGEST = 2000
_SEAL = ("Publisher", "Key", "Head", "Signature")
_ONCE = frozenset(
    {"Khronos", "Title", "Id", "Created", "Rules", "Edition", "Holdem", "Keep", "Map", "Terrain", "Hamlets"}
    | {"Clock", "First", "Result", *_SEAL}
)


def is_notated(data: bytes) -> bool:
    """Whether a file begins like a text record."""
    return data.lstrip(b"\xef\xbb\xbf").startswith(b'[Khronos "')


def notation_of(chronicle: Chronicle) -> str:
    """The text record of a game, as far as it is played."""
    heads = [f'[{key} "{_escaped(value)}"]' for key, value in _headers(chronicle)]
    return "\n".join([*heads, "", *_turn_lines(chronicle)]) + "\n"


def _headers(chronicle: Chronicle) -> Iterator[tuple[str, str]]:
    header, options = chronicle.header, chronicle.header.options
    yield from (("Khronos", str(VERSION)), ("Title", header.title), ("Id", header.id))
    yield from (
        ("Created", header.created),
        ("Rules", str(header.rules)),
        ("Edition", str(options["edition"])),
    )
    for key in ("holdem", "keep"):
        if options[key]:
            yield key.capitalize(), "yes"
    yield from _map_headers(options["map"])
    clock = options.get("clock")
    if isinstance(clock, Mapping):
        yield "Clock", f"{clock['days']}{' workdays' if clock['workdays'] else ' days'}"
    for player in chronicle.players:
        yield "Seat", f"{player.colour} {player.name}"
    first = next(chronicle.played(), None)
    if first is not None:
        yield "First", chronicle.players[first.seat].colour
    if chronicle.finished:
        yield "Result", result_of(chronicle)
    yield from chronicle.seal


def _map_headers(data: Any) -> Iterator[tuple[str, str]]:
    for name in map_names():
        if standard_map(name).as_data() == data:
            yield "Map", name
            return
    yield "Map", str(data["name"])
    yield "Terrain", "/".join(str(data["terrain"]).split())
    yield "Hamlets", " ".join(data["hamlets"])


def result_of(chronicle: Chronicle) -> str:
    """The ecus of all, and who won: `red 31, blue 27: red`."""
    wealth = ", ".join(f"{each['colour']} {each['ecus']}" for each in _standings(chronicle))
    return f"{wealth}: {' '.join(chronicle.winners)}"


def _standings(chronicle: Chronicle) -> tuple[dict[str, Any], ...]:
    return chronicle.game.standings(chronicle.position)


def _turn_lines(chronicle: Chronicle) -> Iterator[str]:
    orders: list[str] = []
    auto: list[str] = []
    for step in chronicle.played():
        orders.append(step.order)
        auto += step.auto
        if step.last:
            cards = ", ".join(_card_text(handle, step.cards[handle]) for handle in sorted(step.cards))
            shown = f" {{{cards}}}" if cards else ""
            answers = f" <{'; '.join(auto)}>" if auto else ""
            yield f"{step.seq}. {chronicle.players[step.seat].colour} {step.at}{shown}{answers}"
            yield f"  {'; '.join(orders)}"
            orders, auto = [], []


def _card_text(handle: Handle, label: str) -> str:
    deck = handle.deck.removeprefix("cards/")
    return f"{'' if deck == '1' else f'{deck}/'}{handle.slot} {label}"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


# --- reading ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Turn:
    """A block of a record as it is written."""

    line: int
    seq: int
    colour: str
    at: str
    cards: Mapping[Handle, str]
    auto: str
    orders: str


def read_notation(data: bytes, source: Path) -> Chronicle:
    """The game of a text record, replayed by the rules. Raises InvalidFile with the line that is wrong."""
    try:
        lines = data.decode("utf-8-sig").splitlines()
    except UnicodeDecodeError:
        raise InvalidFile(say("not a text in UTF-8"), rule="FORMATS 4", file=str(source)) from None
    try:
        chronicle = _chronicle(lines, source)
        if notation_of(chronicle) != "\n".join(lines) + "\n":
            raise _different(chronicle, lines)
    except KhronosError as problem:
        problem.file = str(source)
        raise
    return chronicle


def _chronicle(lines: list[str], source: Path) -> Chronicle:
    heads, seats, first_turn = _read_heads(lines)
    header, players = _header(heads, len(seats)), _players(seats)
    game = game_of(header.game, header.rules)
    options = {key: value for key, value in header.options.items() if key != "clock"}
    game.check_options(options, len(players))
    colours = tuple(player.colour for player in players)
    strange = [colour for colour in colours if colour not in game.colours]
    if strange:
        raise _wrong(say("there is no colour {words!r}", words=strange[0]), _line_of(lines, "Seat"))
    position = game.begin(Seating(colours, options)).position
    steps: list[Step] = []
    if "First" in heads:
        if heads["First"] not in colours:
            raise _wrong(say("First is no player of this game"), _line_of(lines, "First"))
        seat = colours.index(heads["First"])
        position = game.learn(position, {START: f"seat/{seat}"})
    for turn in _read_turns(lines, first_turn):
        if turn.colour not in colours:
            raise _wrong(say("{colour} is no player of this game", colour=turn.colour), turn.line)
        steps += _replayed(game, position, turn, colours.index(turn.colour), len(steps))
        position = steps[-1].position
    seal = tuple((key, heads[key]) for key in _SEAL if key in heads)
    return Chronicle(header, game, players, tuple(steps), source, seal)


def _replayed(game: Any, position: Any, turn: _Turn, seat: int, number: int) -> list[Step]:
    """The steps of a block. Raises InvalidFile for orders that the rules do not allow."""
    decision = game.decision(position)
    if decision is None or decision.seat != seat:
        raise _wrong(say("{colour} is not the one to act here", colour=turn.colour), turn.line)
    kind = "answer" if decision.need is Need.ANSWER else "turn"
    position, steps = game.learn(position, turn.cards), list[Step]()
    try:
        orders = list(game.parse(turn.orders))
        for place, spelled in enumerate(orders):
            step = advance(game, position, seat, spelled.order)
            position, last = step.position, place == len(orders) - 1
            steps.append(
                Step(
                    number + place,
                    turn.seq,
                    seat,
                    kind,
                    turn.at,
                    step.text,
                    step.auto,
                    step.events,
                    position,
                    last,
                    turn.cards,
                )
            )
    except OrderError as problem:
        raise InvalidFile(
            problem.message, rule=problem.rule, detail=problem.detail, hint=problem.hint, line=turn.line + 1
        ) from None
    if not steps:
        raise _wrong(say("a block without orders"), turn.line)
    return steps


def _read_heads(lines: list[str]) -> tuple[dict[str, str], list[str], int]:
    """The headers by key, the seats in order, and the number of the first line behind them."""
    heads: dict[str, str] = {}
    seats: list[str] = []
    for number, line in enumerate(lines, 1):
        if not line:
            return heads, seats, number
        match = _HEAD.fullmatch(line) if len(line) <= _LONGEST * 200 else None
        if match is None:
            raise _wrong(say("not a header"), number, hint=say('a header is like [Title "Ours"]'))
        key, value = match[1], re.sub(r"\\(.)", r"\1", match[2])
        if key == "Seat":
            seats.append(value)
        elif key in heads or key not in _ONCE:
            raise _wrong(say("the header {key} is unknown or there twice", key=key), number)
        else:
            heads[key] = value
    return heads, seats, len(lines)


def _header(heads: dict[str, str], seats: int) -> Header:
    version = heads.get("Khronos", "")
    if not version.isdigit():
        raise _wrong(say("not a record of Khronos"), 1, hint=say('it begins with [Khronos "1"]'))
    if int(version) > VERSION:
        what = say("needs version {version} of the text record", version=version)
        raise NewerFormat(what, rule="FORMATS 4", hint=say("install a newer khronos"))
    missing = [key for key in ("Title", "Id", "Created", "Rules", "Edition", "Map") if key not in heads]
    if missing:
        raise _wrong(say("the header {key} is missing", key=missing[0]), 1)
    options: dict[str, Any] = {
        "edition": _whole(heads["Edition"]),
        "holdem": "Holdem" in heads,
        "keep": "Keep" in heads,
        "map": _map(heads),
    }
    if "Clock" in heads:
        days, _, kind = heads["Clock"].partition(" ")
        options["clock"] = {"days": _whole(days), "workdays": kind == "workdays"}
    rules, created = _whole(heads["Rules"]), heads["Created"]
    header = Header(
        id=heads["Id"], title=heads["Title"], game="khronos", seats=seats, created=created, rules=rules,
        options=options,
    )  # fmt: skip
    check_header(header)
    return header


def _map(heads: dict[str, str]) -> dict[str, Any]:
    if "Terrain" not in heads:
        return standard_map(heads["Map"]).as_data()
    terrain = "".join(f"{row}\n" for row in heads["Terrain"].split("/"))
    return {"name": heads["Map"], "terrain": terrain, "hamlets": heads.get("Hamlets", "").split()}


def _whole(text: str) -> int:
    return int(text) if re.fullmatch(r"[0-9]{1,4}", text) else -1


def _players(seats: list[str]) -> tuple[Player, ...]:
    found = []
    for seat in seats:
        colour, _, name = seat.partition(" ")
        found.append(Player(name, colour))
    if len({player.colour for player in found}) < len(found):
        raise _wrong(say("two seats have the same colour"), 1)
    return tuple(found)


def _read_turns(lines: list[str], first: int) -> Iterator[_Turn]:
    if (len(lines) - first) % 2:
        raise _wrong(say("a block has two lines, its head and its orders"), len(lines))
    for number in range(first + 1, len(lines), 2):
        match = _TURN.fullmatch(lines[number - 1])
        if match is None:
            hint = say("like: 5. red 2026-11-22T18:03:00Z {{17 civil}}")
            raise _wrong(say("not the head of a block"), number, hint=hint)
        instant_moment(match[3])
        orders = lines[number].strip()
        yield _Turn(
            number, int(match[1]), match[2], match[3], _cards(match[4], number), match[5] or "", orders
        )


def _cards(text: str | None, line: int) -> dict[Handle, str]:
    found: dict[Handle, str] = {}
    for part in (text or "").split(", ") if text else []:
        match = _CARD.fullmatch(part)
        if match is None or match[3] not in TYPES:
            raise _wrong(say("{words!r} is no card", words=part[:40]), line, hint=say("like 17 civil"))
        found[Handle(f"cards/{match[1] or 1}", int(match[2]))] = match[3]
    return found


def _different(chronicle: Chronicle, lines: list[str]) -> InvalidFile:
    """What differs between a record and the same game written anew: the first such line."""
    again = notation_of(chronicle).splitlines()
    number = next((n for n, pair in enumerate(zip(again, lines, strict=False), 1) if pair[0] != pair[1]), 0)
    line = number or min(len(again), len(lines)) + 1
    right = again[line - 1] if line <= len(again) else ""
    hint = say("the rules give {words!r}", words=right[:80])
    return _wrong(say("not what the game comes to"), line, hint=hint)


def _line_of(lines: list[str], key: str) -> int:
    return next((number for number, line in enumerate(lines, 1) if line.startswith(f"[{key} ")), 1)


def _wrong(what: str, line: int, hint: str | None = None) -> InvalidFile:
    return InvalidFile(what, rule="FORMATS 4", line=line, hint=hint)
