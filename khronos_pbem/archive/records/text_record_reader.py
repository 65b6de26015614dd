"""Reading text records (see `notated`): every order is replayed by the rules, every card accounted for."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from operator import ge
from pathlib import Path
from typing import Any

from khronos_pbem.archive.file_kind import head_word
from khronos_pbem.archive.records.text_record import (
    BOT,
    NO_ORDERS,
    PILES,
    SEAL,
    VERSION,
    draws_first,
    notation_of,
)
from khronos_pbem.archive.records.text_record_options import known_keys, needed_keys, options_in, whole_number
from khronos_pbem.archive.records.text_record_seats import bot_in, players_in, wrong_at
from khronos_pbem.archive.table_changes import after_votes, ballot_in
from khronos_pbem.archive.timeline import Chronicle, Step
from khronos_pbem.engine.card_handles import FIRST, Handle
from khronos_pbem.engine.contract import Event, Outcome, Request, Roll, Seating, Shuffle, rolling
from khronos_pbem.engine.fields import is_plain_line
from khronos_pbem.engine.runner import Answered, answered, step
from khronos_pbem.errors import InvalidFile, KhronosError, OrderError, OtherFormat
from khronos_pbem.games.registry import DEFAULT, GAMES, game_named, game_of
from khronos_pbem.messages import message
from khronos_pbem.record.block import ACK, ASSIST, VOTE
from khronos_pbem.record.budget import MOST_BLOCKS
from khronos_pbem.record.record_fields import instant_moment
from khronos_pbem.record.save import Header, check_header
from khronos_pbem.session.replay.table import game_options

_HEAD = re.compile(r'\[([A-Z][A-Za-z]*) "((?:[^"\\]|\\.)*)"\]')
_TURN = re.compile(
    r"(\d{1,6})\. ([a-z]+) (\S+)(?: \(([0-9]+(?:,? [0-9]+)*)\))?(?: \{([^{}]*)\})?(?: <([^<>]*)>)?"
)
_CARD = re.compile(r"(?:(\d{1,3})/)?(\d{1,3}) ([^\s,{}<>]+)")
_LONGEST = 400_000
_DIGITS = 20
_MOST_LINES = 3 * MOST_BLOCKS
_NEEDED = ("Title", "Id", "Created", "Rules")
_ONCE = frozenset({*_NEEDED, "Clock", "Rolls", "First", "Result", *SEAL})


@dataclass(frozen=True, slots=True)
class _Turn:
    """A block of a record as it is written."""

    line: int
    seq: int
    colour: str
    at: str
    rolled: tuple[tuple[int, ...], ...]
    cards: Mapping[Handle, str]
    auto: str
    orders: str


def read_notation(data: bytes, source: Path) -> Chronicle:
    """The game of a text record, replayed by the rules. Raises InvalidFile with the line that is wrong."""
    if data.count(b"\n") > _MOST_LINES:
        what = message("the text has more than {most} lines", most=_MOST_LINES)
        raise InvalidFile(what, rule="FORMATS 4", file=str(source))
    try:
        lines = re.split(r"\r?\n", data.decode("utf-8-sig").removesuffix("\n"))
    except UnicodeDecodeError:
        raise InvalidFile(
            message("the file is not text in UTF-8"), rule="FORMATS 4", file=str(source)
        ) from None
    try:
        chronicle = _chronicle(lines, source)
        if notation_of(chronicle) != "\n".join(lines) + "\n":
            raise _different(chronicle, lines)
    except KhronosError as problem:
        problem.file = str(source)
        raise
    return chronicle


def _chronicle(lines: list[str], source: Path) -> Chronicle:
    name = _game_of_record(lines[0])
    heads, seats, first_turn = _read_heads(lines, name)
    header, players = _header(heads, name, len(seats)), players_in(seats, heads)
    game, options = game_of(name, header.rules), game_options(header)
    game.check_options(options, len(players))
    colours = tuple(player.colour for player in players)
    strange = [colour for colour in colours if colour not in game.colours]
    if strange:
        raise wrong_at(message("there is no colour {words!r}", words=strange[0]), _line_of(lines, "Seat"))
    begun = game.begin(Seating(colours, options))
    position = begun.position
    steps: list[Step] = []
    if "First" in heads and draws_first(game, header):
        if heads["First"] not in colours:
            raise wrong_at(
                message("the header First must name a player of this game"), _line_of(lines, "First")
            )
        seat = colours.index(heads["First"])
        position = game.learn(position, {FIRST: f"seat/{seat}"})
    pools = _pools(game, options, len(players))
    asked = [request for request in begun.requests if isinstance(request, Roll)]
    play = _Play(game, position, colours, pools, asked)
    for turn in _read_turns(lines, first_turn, frozenset(label for pool in pools.values() for label in pool)):
        steps += play.block(turn, len(steps))
    if not steps:
        raise wrong_at(message("the record has no blocks"), len(lines))
    seal = tuple((key, heads[key]) for key in SEAL if key in heads)
    return Chronicle(header, game, players, tuple(steps), source, seal)


def _pools(game: Any, options: Mapping[str, Any], seats: int) -> dict[str, Counter[str]]:
    """How many cards of each kind every deck of cards has that are not shown yet."""
    decks = game.first_decks(options, seats)
    return {name: Counter(labels) for name, labels in decks.items() if name.startswith(PILES)}


@dataclass
class _Play:
    """A game as far as it is read."""

    game: Any
    position: Any
    colours: tuple[str, ...]
    pools: dict[str, Counter[str]]
    asked: list[Roll]
    seq: int = -1

    def block(self, turn: _Turn, number: int) -> list[Step]:
        """The steps of a block. Raises InvalidFile for what the rules do not allow."""
        if turn.colour not in self.colours:
            raise wrong_at(message("{colour} does not play in this game", colour=turn.colour), turn.line)
        if turn.seq <= self.seq:
            raise wrong_at(message("the blocks are out of order"), turn.line)
        self.seq = turn.seq
        seat = self.colours.index(turn.colour)
        if turn.orders.startswith("vote "):
            return [self._change(turn, seat, number)]
        steps = [self._roll(turn, seat, number)] if turn.rolled else []
        if turn.rolled and turn.orders == NO_ORDERS:
            return steps
        played = self._turn(turn, seat, number + len(steps))
        kind, cards = played[0].kind, turn.cards
        return [*(replace(each, last=False, kind=kind, cards=cards) for each in steps), *played]

    def _change(self, turn: _Turn, seat: int, number: int) -> Step:
        """A run of votes that becomes final, and what follows by the rules."""
        if turn.rolled or turn.cards:
            raise wrong_at(message("a block of votes has neither cards nor a dice roll"), turn.line)
        done, kind = self._voted(turn, seat)
        self.position = done.position
        self._note(done.requests)
        where = (number, turn.seq, seat, kind, turn.at, "", (), done.events, done.position)
        return Step(*where, True, {}, change=turn.orders)

    def _voted(self, turn: _Turn, seat: int) -> tuple[Answered, str]:
        ballot = ballot_in(turn.orders)
        if ballot is None or not set(ballot.without) <= set(self.colours):
            raise wrong_at(
                message("this is not a vote"), turn.line, hint=message("write it like vote without red")
            )
        seats = [self.colours.index(colour) for colour in ballot.without]
        living = [each for each in range(len(self.colours)) if not self.game.gone(self.position, each)]
        if seat in seats or not {seat, *seats} <= set(living) or self.game.over(self.position):
            raise wrong_at(message("this vote is not possible here"), turn.line)
        gone = [each for each in seats if self.colours[each] not in ballot.given]
        kind = VOTE if len(living) == len(seats) + 1 else ACK
        return after_votes(self.game, self.position, gone), kind

    def _turn(self, turn: _Turn, seat: int, number: int) -> list[Step]:
        decision = self.game.decision(self.position)
        if decision is None or decision.seat != seat:
            raise wrong_at(message("it is not {colour}'s turn here", colour=turn.colour), turn.line)
        before = set(self.game.hand(self.position, seat))
        self._show(turn)
        kind = decision.need.value
        steps = self._orders(turn, seat, kind, number)
        if before - set(self.game.hand(self.position, seat)) != set(turn.cards):
            raise wrong_at(message("the cards shown are not the cards that leave the hand"), turn.line)
        return steps

    def _roll(self, turn: _Turn, seat: int, number: int) -> Step:
        """What a roll gave, for every request of the game in its order, and what followed."""
        game, events, left = rolling(self.game), tuple[Event, ...](), list(turn.rolled)
        while game is not None and self.asked and left:
            request, values = self.asked.pop(0), left.pop(0)
            if len(values) != len(request.bounds) or any(map(ge, values, request.bounds)):
                break
            outcome = game.drawn(self.position, request.name, values)
            self.position, events = outcome.position, events + outcome.events
            self._note(outcome.requests)
        else:
            if not left and not self.asked:
                done = answered(self.game, Outcome(self.position, events))
                self.position = done.position
                self._note(done.requests)
                where = (number, turn.seq, seat, ASSIST, turn.at, "")
                return Step(*where, done.auto, done.events, done.position, True, {}, turn.rolled)
        raise wrong_at(message("the numbers of the roll do not fit the game"), turn.line)

    def _note(self, requests: Iterable[Request]) -> None:
        """Keep what the game asks for: rolls to be served, decks that are shuffled."""
        for request in requests:
            if isinstance(request, Roll):
                self.asked.append(request)
            elif isinstance(request, Shuffle):
                self.pools[request.deck] = Counter(request.labels)

    def _show(self, turn: _Turn) -> None:
        for handle, label in turn.cards.items():
            pool = self.pools.get(handle.deck, Counter())
            if pool[label] < 1:
                raise wrong_at(
                    message("there are not that many {kind} cards in the deck", kind=label), turn.line
                )
            pool[label] -= 1
        self.position = self.game.learn(self.position, turn.cards)

    def _orders(self, turn: _Turn, seat: int, kind: str, number: int) -> list[Step]:
        steps: list[Step] = []
        try:
            orders = list(self.game.parse(turn.orders))
            for place, spelled in enumerate(orders):
                done = step(self.game, self.position, seat, spelled.order)
                self.position, last = done.position, place == len(orders) - 1
                self._note(done.requests)
                where = (number + place, turn.seq, seat, kind, turn.at)
                steps.append(Step(*where, done.text, done.auto, done.events, done.position, last, turn.cards))
        except OrderError as problem:
            raise _refused(problem, turn.line + 1) from None
        if not steps:
            raise wrong_at(message("the block has no orders"), turn.line)
        return steps


def _game_of_record(line: str) -> str:
    """The name of the game that the first line of a record says."""
    for name in GAMES:
        if line.startswith(f'[{head_word(name)} "'):
            return name
    word = head_word(DEFAULT)
    hint = message('its first line must be [{game} "1"]', game=word)
    raise wrong_at(message("this is not a text record of {game}", game=word), 1, hint=hint)


def _read_heads(lines: list[str], game: str) -> tuple[dict[str, str], list[str], int]:
    """The headers by key, the seats in order, and the number of the first line behind them."""
    known = _ONCE | known_keys(game_named(game)) | {head_word(game)}
    heads: dict[str, str] = {}
    seats: list[str] = []
    for number, line in enumerate(lines, 1):
        if not line:
            return heads, seats, number
        match = _HEAD.fullmatch(line) if len(line) <= _LONGEST else None
        if match is None:
            raise wrong_at(
                message("this line is not a header"), number, hint=message('write it like [Title "Ours"]')
            )
        key, value = match[1], re.sub(r"\\(.)", r"\1", match[2])
        if not is_plain_line(value):
            raise wrong_at(message("the header contains unprintable characters"), number)
        if key == "Seat":
            seats.append(value)
            continue
        if key == BOT:
            key, value = bot_in(value, number)
        elif key not in known:
            raise _unknown(key, number)
        if key in heads:
            raise _unknown(key, number)
        heads[key] = value
    return heads, seats, len(lines)


def _unknown(key: str, line: int) -> InvalidFile:
    return wrong_at(message("the header {key} is unknown or appears twice", key=key), line)


def _header(heads: dict[str, str], name: str, seats: int) -> Header:
    word, game = head_word(name), game_named(name)
    version = heads.get(word, "")
    if not re.fullmatch(r"[0-9]{1,9}", version):
        hint = message('its first line must be [{game} "1"]', game=word)
        raise wrong_at(message("this is not a text record of {game}", game=word), 1, hint=hint)
    if int(version) > VERSION:
        what = message(
            "this text record has version {version}, which this program does not know yet", version=version
        )
        raise OtherFormat(what, rule="FORMATS 4", hint=message("install a newer version of khronos"))
    missing = [key for key in (*_NEEDED, *needed_keys(game)) if key not in heads]
    if missing:
        raise wrong_at(message("the header {key} is missing", key=missing[0]), 1)
    options = options_in(game, heads)
    if "Rolls" in heads:
        options["rolls"] = heads["Rolls"]
    if "Clock" in heads:
        days, _, kind = heads["Clock"].partition(" ")
        options["clock"] = {"days": whole_number(days), "workdays": kind == "workdays"}
    rules, created = whole_number(heads["Rules"]), heads["Created"]
    header = Header(
        id=heads["Id"], title=heads["Title"], game=name, seats=seats, created=created, rules=rules,
        options=options,
    )  # fmt: skip
    check_header(header)
    return header


def _read_turns(lines: list[str], first: int, labels: frozenset[str]) -> Iterator[_Turn]:
    if (len(lines) - first) % 2:
        raise wrong_at(message("a block needs two lines: its header and its orders"), len(lines))
    for number in range(first + 1, len(lines), 2):
        match = _TURN.fullmatch(lines[number - 1])
        if match is None:
            hint = message("write it like 5. red 2026-11-22T18:03:00Z {{17 civil}}")
            raise wrong_at(message("this line is not the header of a block"), number, hint=hint)
        instant_moment(match[3])
        orders = lines[number].strip()
        yield _Turn(
            number,
            int(match[1]),
            match[2],
            match[3],
            _numbers(match[4]),
            _cards(match[5], number, labels),
            match[6] or "",
            orders,
        )


def _numbers(text: str | None) -> tuple[tuple[int, ...], ...]:
    """The numbers of a roll; one that is too long for the rules is none of theirs."""
    parts = text.split(", ") if text else []
    return tuple(tuple(int(each[:_DIGITS]) for each in part.split()) for part in parts)


def _cards(text: str | None, line: int, labels: frozenset[str]) -> dict[Handle, str]:
    found: dict[Handle, str] = {}
    for part in (text or "").split(", ") if text else []:
        match = _CARD.fullmatch(part)
        if match is None or match[3] not in labels:
            raise wrong_at(
                message("{words!r} is not a card", words=part[:40]),
                line,
                hint=message("write it like 17 civil"),
            )
        found[Handle(f"{PILES}{match[1] or 1}", int(match[2]))] = match[3]
    return found


def _different(chronicle: Chronicle, lines: list[str]) -> InvalidFile:
    """What differs between a record and the same game written anew: the first such line."""
    again = notation_of(chronicle).splitlines()
    number = next((n for n, pair in enumerate(zip(again, lines, strict=False), 1) if pair[0] != pair[1]), 0)
    line = number or min(len(again), len(lines)) + 1
    right = again[line - 1] if line <= len(again) else ""
    hint = message("by the rules it should be {words!r}", words=right[:80])
    return wrong_at(message("this line does not match the game"), line, hint=hint)


def _line_of(lines: list[str], key: str) -> int:
    return next((number for number, line in enumerate(lines, 1) if line.startswith(f"[{key} ")), 1)


def _refused(problem: OrderError, line: int) -> InvalidFile:
    """An order that may not be given, as a fault of the record."""
    return InvalidFile(
        problem.message, rule=problem.rule, detail=problem.detail, hint=problem.hint, line=line
    )
