"""Read text records (see `text_record`): replay every order by the rules, account for every card."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from operator import ge
from pathlib import Path

from khronos_pbem.archive.file_kind import game_header_key
from khronos_pbem.archive.final_votes import apply_final_vote, parse_final_vote
from khronos_pbem.archive.records.text_record import (
    BOT,
    NO_ORDERS,
    PILES,
    SEAL,
    VERSION,
    draws_first_player,
    text_record_of,
)
from khronos_pbem.archive.records.text_record_options import (
    option_header_keys,
    options_from_headers,
    required_header_keys,
    whole_number,
)
from khronos_pbem.archive.records.text_record_seats import (
    parse_bot_header,
    players_from_headers,
    record_error,
)
from khronos_pbem.archive.timeline import Chronicle, Step
from khronos_pbem.engine.card_handles import FIRST, Handle
from khronos_pbem.engine.contract import (
    AnyGame,
    AnyPosition,
    Event,
    GameOptions,
    Outcome,
    Request,
    RollRequest,
    Seating,
    ShuffleRequest,
    as_rolling_game,
)
from khronos_pbem.engine.fields import is_plain_line
from khronos_pbem.engine.runner import AnsweredOutcome, step, with_standing_answers
from khronos_pbem.errors import InvalidFile, KhronosError, OrderError, UnsupportedFormat
from khronos_pbem.games.registry import DEFAULT, game_by_name, game_for_rules, game_names
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
    """One block as written in a record; `line` is the number of its first line."""

    line: int
    seq: int
    colour: str
    at: str
    rolled: tuple[tuple[int, ...], ...]
    cards: Mapping[Handle, str]
    auto: str
    orders: str


def read_text_record(data: bytes, source: Path) -> Chronicle:
    """Return the game of a text record, replayed by the rules. `source` is named in errors.

    Raises InvalidFile, usually with the number of the bad line, or UnsupportedFormat for a newer version.
    """
    if data.count(b"\n") > _MOST_LINES:
        what = message("the text has more than {most} lines", most=_MOST_LINES)
        raise InvalidFile(what, file=str(source))
    try:
        lines = re.split(r"\r?\n", data.decode("utf-8-sig").removesuffix("\n"))
    except UnicodeDecodeError:
        raise InvalidFile(message("the file is not UTF-8 text"), file=str(source)) from None
    try:
        chronicle = _replayed(lines, source)
        if text_record_of(chronicle) != "\n".join(lines) + "\n":
            raise _mismatch_error(chronicle, lines)
    except KhronosError as problem:
        raise problem.changed(file=str(source)) from None
    return chronicle


def _replayed(lines: list[str], source: Path) -> Chronicle:
    name = _game_name_in(lines[0])
    heads, seats, first_turn = _read_headers(lines, name)
    header, players = _save_header(heads, name, len(seats)), players_from_headers(seats, heads)
    game, options = game_for_rules(name, header.rules), game_options(header)
    game.check_options(options, len(players))
    colours = tuple(player.colour for player in players)
    strange = [colour for colour in colours if colour not in game.colours]
    if strange:
        raise record_error(
            message("there is no colour {words!r}", words=strange[0]), _line_number_of(lines, "Seat")
        )
    begun = game.begin(Seating(colours, options))
    position = begun.position
    steps: list[Step] = []
    if "First" in heads and draws_first_player(game, header):
        if heads["First"] not in colours:
            raise record_error(
                message("the First header must name a player of this game"), _line_number_of(lines, "First")
            )
        seat = colours.index(heads["First"])
        position = game.learn(position, {FIRST: f"seat/{seat}"})
    pools = _unseen_cards(game, options, len(players))
    asked = [request for request in begun.requests if isinstance(request, RollRequest)]
    play = _Replay(game, position, colours, pools, asked)
    for turn in _read_turns(lines, first_turn, frozenset(label for pool in pools.values() for label in pool)):
        steps += play.block(turn, len(steps))
    if not steps:
        raise record_error(message("the record has no blocks"), len(lines))
    seal = tuple((key, heads[key]) for key in SEAL if key in heads)
    return Chronicle(header, game, players, tuple(steps), source, seal)


def _unseen_cards(game: AnyGame, options: GameOptions, seats: int) -> dict[str, Counter[str]]:
    """The cards of each deck that have not been shown yet, counted by kind."""
    decks = game.first_decks(options, seats)
    return {name: Counter(labels) for name, labels in decks.items() if name.startswith(PILES)}


@dataclass
class _Replay:
    """The state of a game after the last block that was read; `block` changes it."""

    game: AnyGame
    position: AnyPosition
    colours: tuple[str, ...]
    pools: dict[str, Counter[str]]
    asked: list[RollRequest]
    seq: int = -1

    def block(self, turn: _Turn, number: int) -> list[Step]:
        """Replay a block and return its steps. Raises InvalidFile if the rules do not allow it."""
        if turn.colour not in self.colours:
            what = message("{colour} is not a player in this game", colour=turn.colour)
            raise record_error(what, turn.line)
        if turn.seq <= self.seq:
            raise record_error(message("the blocks are out of order"), turn.line)
        self.seq = turn.seq
        seat = self.colours.index(turn.colour)
        if turn.orders.startswith("vote "):
            return [self._final_vote_step(turn, seat, number)]
        steps = [self._roll_step(turn, seat, number)] if turn.rolled else []
        if turn.rolled and turn.orders == NO_ORDERS:
            return steps
        played = self._turn(turn, seat, number + len(steps))
        kind, cards = played[0].kind, turn.cards
        return [*(replace(each, last=False, kind=kind, cards=cards) for each in steps), *played]

    def _final_vote_step(self, turn: _Turn, seat: int, number: int) -> Step:
        """Replay a run of votes that becomes final, with all its effects under the rules."""
        if turn.rolled or turn.cards:
            what = message("a block with votes must not contain cards or a dice roll")
            raise record_error(what, turn.line)
        done, kind = self._outcome_of_vote(turn, seat)
        self.position = done.position
        self._note_requests(done.requests)
        where = (number, turn.seq, seat, kind, turn.at, "", (), done.events, done.position)
        return Step(*where, True, {}, change=turn.orders)

    def _outcome_of_vote(self, turn: _Turn, seat: int) -> tuple[AnsweredOutcome, str]:
        ballot = parse_final_vote(turn.orders)
        if ballot is None or not set(ballot.without) <= set(self.colours):
            hint = message("write it like this: vote without red")
            raise record_error(message("this is not a vote"), turn.line, hint=hint)
        seats = [self.colours.index(colour) for colour in ballot.without]
        living = [each for each in range(len(self.colours)) if not self.game.has_left(self.position, each)]
        if seat in seats or not {seat, *seats} <= set(living) or self.game.is_over(self.position):
            raise record_error(message("this vote is not possible at this point"), turn.line)
        gone = [each for each in seats if self.colours[each] not in ballot.given]
        kind = VOTE if len(living) == len(seats) + 1 else ACK
        return apply_final_vote(self.game, self.position, gone), kind

    def _turn(self, turn: _Turn, seat: int, number: int) -> list[Step]:
        decision = self.game.decision(self.position)
        if decision is None or decision.seat != seat:
            raise record_error(message("it is not {colour}'s turn now", colour=turn.colour), turn.line)
        before = set(self.game.hand(self.position, seat))
        self._show(turn)
        kind = decision.need.value
        steps = self._order_steps(turn, seat, kind, number)
        if before - set(self.game.hand(self.position, seat)) != set(turn.cards):
            raise record_error(message("the cards shown are not the cards that leave the hand"), turn.line)
        return steps

    def _roll_step(self, turn: _Turn, seat: int, number: int) -> Step:
        """Replay a dice roll: assign its numbers to all open requests, in order."""
        game, events, left = as_rolling_game(self.game), tuple[Event, ...](), list(turn.rolled)
        while game is not None and self.asked and left:
            request, values = self.asked.pop(0), left.pop(0)
            if len(values) != len(request.bounds) or any(map(ge, values, request.bounds)):
                break
            outcome = game.apply_roll(self.position, request.name, values)
            self.position, events = outcome.position, events + outcome.events
            self._note_requests(outcome.requests)
        else:
            if not left and not self.asked:
                done = with_standing_answers(self.game, Outcome(self.position, events))
                self.position = done.position
                self._note_requests(done.requests)
                where = (number, turn.seq, seat, ASSIST, turn.at, "")
                return Step(*where, done.auto, done.events, done.position, True, {}, turn.rolled)
        raise record_error(message("the numbers rolled do not match the game"), turn.line)

    def _note_requests(self, requests: Iterable[Request]) -> None:
        """Add the game's new requests: dice rolls to be made, and decks that are shuffled."""
        for request in requests:
            if isinstance(request, RollRequest):
                self.asked.append(request)
            elif isinstance(request, ShuffleRequest):
                self.pools[request.deck] = Counter(request.labels)

    def _show(self, turn: _Turn) -> None:
        for handle, label in turn.cards.items():
            pool = self.pools.get(handle.deck, Counter())
            if pool[label] < 1:
                what = message("there are not that many {kind} cards in the deck", kind=label)
                raise record_error(what, turn.line)
            pool[label] -= 1
        self.position = self.game.learn(self.position, turn.cards)

    def _order_steps(self, turn: _Turn, seat: int, kind: str, number: int) -> list[Step]:
        steps: list[Step] = []
        try:
            orders = list(self.game.parse(turn.orders))
            for place, spelled in enumerate(orders):
                done = step(self.game, self.position, seat, spelled.order)
                self.position, last = done.position, place == len(orders) - 1
                self._note_requests(done.requests)
                where = (number + place, turn.seq, seat, kind, turn.at)
                steps.append(Step(*where, done.text, done.auto, done.events, done.position, last, turn.cards))
        except OrderError as problem:
            raise _illegal_order_error(problem, turn.line + 1) from None
        if not steps:
            raise record_error(message("the block has no orders"), turn.line)
        return steps


def _game_name_in(line: str) -> str:
    """The name of the game in the first line of a record."""
    for name in game_names():
        if line.startswith(f'[{game_header_key(name)} "'):
            return name
    word = game_header_key(DEFAULT)
    hint = message('its first line must be [{game} "1"]', game=word)
    raise record_error(message("this is not a text record of {game}", game=word), 1, hint=hint)


def _read_headers(lines: list[str], game: str) -> tuple[dict[str, str], list[str], int]:
    """The headers by key, the values of the `Seat` headers, and the number of the empty line after them."""
    known = _ONCE | option_header_keys(game_by_name(game)) | {game_header_key(game)}
    heads: dict[str, str] = {}
    seats: list[str] = []
    for number, line in enumerate(lines, 1):
        if not line:
            return heads, seats, number
        match = _HEAD.fullmatch(line) if len(line) <= _LONGEST else None
        if match is None:
            hint = message('write it like this: [Title "Ours"]')
            raise record_error(message("this line is not a header"), number, hint=hint)
        key, value = match[1], re.sub(r"\\(.)", r"\1", match[2])
        if not is_plain_line(value):
            raise record_error(message("the header contains unprintable characters"), number)
        if key == "Seat":
            seats.append(value)
            continue
        unknown = key not in known and key != BOT
        if key == BOT:
            key, value = parse_bot_header(value, number)
        if unknown or key in heads:
            what = message("the header {key} is unknown or appears twice", key=key)
            raise record_error(what, number)
        heads[key] = value
    return heads, seats, len(lines)


def _save_header(heads: dict[str, str], name: str, seats: int) -> Header:
    word, game = game_header_key(name), game_by_name(name)
    version = heads.get(word, "")
    if not re.fullmatch(r"[0-9]{1,9}", version):
        hint = message('its first line must be [{game} "1"]', game=word)
        raise record_error(message("this is not a text record of {game}", game=word), 1, hint=hint)
    if int(version) > VERSION:
        what = message(
            "this text record is in format version {version}, which this program cannot read", version=version
        )
        raise UnsupportedFormat(what, hint=message("install a newer version of khronos"))
    missing = [key for key in (*_NEEDED, *required_header_keys(game)) if key not in heads]
    if missing:
        raise record_error(message("the header {key} is missing", key=missing[0]), 1)
    options = options_from_headers(game, heads)
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
        raise record_error(message("a block needs two lines: its header and its orders"), len(lines))
    for number in range(first + 1, len(lines), 2):
        match = _TURN.fullmatch(lines[number - 1])
        if match is None:
            hint = message("write it like this: 5. red 2026-11-22T18:03:00Z {{17 civil}}")
            raise record_error(message("this line is not the header of a block"), number, hint=hint)
        instant_moment(match[3])
        orders = lines[number].strip()
        seq, colour, at, rolled, cards, auto = match.groups(default="")
        shown = _shown_cards(cards, number, labels)
        yield _Turn(number, int(seq), colour, at, _roll_numbers(rolled), shown, auto, orders)


def _roll_numbers(text: str) -> tuple[tuple[int, ...], ...]:
    """The numbers of a roll. A number with too many digits is cut, and so fails the rules."""
    return tuple(tuple(int(each[:_DIGITS]) for each in part.split()) for part in text.split(", ") if part)


def _shown_cards(text: str, line: int, labels: frozenset[str]) -> dict[Handle, str]:
    found: dict[Handle, str] = {}
    for part in text.split(", ") if text else ():
        match = _CARD.fullmatch(part)
        if match is None or match[3] not in labels:
            what = message("{words!r} is not a card", words=part[:40])
            raise record_error(what, line, hint=message("write it like this: 17 civil"))
        found[Handle(f"{PILES}{match[1] or 1}", int(match[2]))] = match[3]
    return found


def _mismatch_error(chronicle: Chronicle, lines: list[str]) -> InvalidFile:
    """The error for the first line that differs from the record of the replayed game."""
    again = text_record_of(chronicle).splitlines()
    number = next((n for n, pair in enumerate(zip(again, lines, strict=False), 1) if pair[0] != pair[1]), 0)
    line = number or min(len(again), len(lines)) + 1
    right = again[line - 1] if line <= len(again) else ""
    hint = message("according to the rules, the line should be {words!r}", words=right[:80])
    return record_error(message("this line does not match the game"), line, hint=hint)


def _line_number_of(lines: list[str], key: str) -> int:
    return next((number for number, line in enumerate(lines, 1) if line.startswith(f"[{key} ")), 1)


def _illegal_order_error(problem: OrderError, line: int) -> InvalidFile:
    """Return the error of an illegal order as an InvalidFile error for this line."""
    return InvalidFile(
        problem.message, rule=problem.rule, detail=problem.detail, hint=problem.hint, line=line
    )
