"""Set-up positions read from data (VILLAGE 15)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from khronos_pbem.engine.features.setup_faults import refuse_faults
from khronos_pbem.errors import InvalidFile, UsageError
from khronos_pbem.games.my_village.model.cards import Cards
from khronos_pbem.games.my_village.model.cards_file import STANDARD, cards_from_data, named_cards
from khronos_pbem.games.my_village.model.position import Die, Draw, Hand, Open, Position, Village
from khronos_pbem.games.my_village.model.rows import Row
from khronos_pbem.games.my_village.model.terms import DESK, HEADMAN, PILES, SCHOOL, Branch, Person, Phase
from khronos_pbem.games.my_village.positions.problems import position_faults
from khronos_pbem.games.my_village.positions.village_data import read_banners, read_strings, read_village
from khronos_pbem.games.my_village.rules.base.draws import CUSTOMERS, MARKET, MONK, PILE, POOL, with_draw
from khronos_pbem.games.my_village.rules.phases.first_deal import MOST_ROUNDS, check_players
from khronos_pbem.messages import VerbatimText, message

RULE = "VILLAGE 15"
KEYS = (
    "game", "cards", "rounds", "round", "first", "active", "phase", "turn", "pool", "hand", "rat",
    "chronicle", "graves", "zone", "monks", "results", "player", "draws", "stopped", "choice",
)  # fmt: skip
TURN_KEYS = ("number", "dice", "branch", "used", "offers", "revealed", "reaper", "buried")
DRAW_KEYS = ("number", "name", "count", "to", "refuse", "ask", "without")
_PHASES = ("take", "act", "over")
_DICE = {str(Die(black, face)): Die(black, face) for black in (False, True) for face in range(1, 7)}
_MANY = 10**6


def position_from_data(data: Mapping[str, object]) -> Position:
    """Return the position described by a table of VILLAGE 15.

    Missing keys take the values of a first turn. If the zone, the monks or the pool is missing, draws are
    opened for it. Raises InvalidFile, naming the key, if the table has another form or the position is
    impossible.
    """
    top = Row(data, message("the position"), RULE)
    top.allow_only(KEYS)
    if data.get("game", "my-village") != "my-village":
        raise top.bad("game", message('write game = "my-village"'))
    cards = _read_cards(data.get("cards", STANDARD))
    position = _read_players(top, cards)
    position = _read_turn(top, _read_display(top, _read_seats(top, position)))
    with_draws = _read_draws if data.get("draws") else _with_missing_draws
    position = with_draws(top, position)
    position = _read_choice(top, position)
    refuse_faults(position_faults(position))
    return position._replace(results=read_strings(top, "results"))


def _read_cards(found: Any) -> Cards:
    if isinstance(found, str):
        try:
            return named_cards(found)
        except UsageError as problem:
            raise InvalidFile(
                message("cards: {what}", what=problem.message), rule=RULE, hint=problem.hint
            ) from None
    return cards_from_data(found)


# --- seats --------------------------------------------------------------------------------------------------


def _read_players(top: Row, cards: Cards) -> Position:
    tables = top.table.get("player", [])
    if not isinstance(tables, list):
        raise top.bad("player", message("write a [[player]] table for each player"))
    rows = [Row(table, message("player {n}", n=n), RULE) for n, table in enumerate(tables, 1)]
    check_players([str(row.table.get("colour", "")) for row in rows])
    given = [row.table["personal"] for row in rows if "personal" in row.table]
    free = [pair for pair in cards.board.pairs if "/".join(map(str, pair)) not in given]
    colours = [row.table["colour"] for row in rows]
    first = colours.index(top.one_of("first", colours, colours[0]))
    villages = []
    for seat, row in enumerate(rows):
        pair = free.pop(0) if "personal" not in row.table and free else ()
        coins = cards.board.start_coins[(seat - first) % len(rows)]
        villages.append(read_village(row, cards, Village(colours[seat], pair, coins=coins)))
    return Position(cards, tuple(villages), first=first)


def _read_seats(top: Row, position: Position) -> Position:
    """Read the round, the turn and the hand (VILLAGE 3, 7.2)."""
    colours = [village.colour for village in position.players]
    turn = _inner_row(top, "turn", TURN_KEYS)
    numbers = range(1, position.turns + 1)
    number = turn.number("number", 1, position.turns) if "number" in turn.table else 0
    active = colours[position.seat_of_turn(number or 1)]
    active = top.one_of("active", colours, active)
    fitting = [each for each in numbers if colours[position.seat_of_turn(each)] == active]
    if number and number not in fitting:
        what = message(
            "turn: turn {number} of the round does not belong to {active}", number=number, active=active
        )
        raise InvalidFile(what, rule="VILLAGE 3.2", hint=message("write number = {n}", n=fitting[0]))
    hand = _inner_row(top, "hand", ("holder", "side", "story"))
    holder = colours.index(hand.one_of("holder", colours, colours[position.first]))
    palm = hand.one_of("side", ("palm", "back"), "palm") == "palm"
    story = hand.number("story", 0, _MANY, int(palm))
    return position._replace(
        rounds=top.number("rounds", 0, MOST_ROUNDS, 0),
        round=top.number("round", 1, _MANY, 1),
        active=colours.index(active),
        number=number or fitting[0],
        hand=Hand(holder, palm, story),
    )


# --- display ------------------------------------------------------------------------------------------------


def _read_display(top: Row, position: Position) -> Position:
    """Read the rat, chronicle, graves, zone and monks (VILLAGE 1.2)."""
    start = position.cards.board.rat[len(position.players)]
    chronicle = _inner_row(top, "chronicle", tuple(map(str, Person)))
    monks, places = _inner_row(top, "monks", PILES), position.cards.board.chronicle
    tops = [monks.one_of(pile, ("", *position.cards.monks[pile]), "") for pile in PILES]
    return position._replace(
        rat=top.number("rat", 0, start, start),
        chronicle=tuple(chronicle.number(each, 0, len(places[each]), 0) for each in Person),
        graves=top.number("graves", 0, _MANY, 0),
        zone=tuple(sorted(top.some_of("zone", position.cards.customers))),
        monks=(tops[0], tops[1], tops[2]),
    )


def _inner_row(top: Row, key: str, allowed: tuple[str, ...]) -> Row:
    """Return the table under a key, or an empty one if the key is missing.

    Raises InvalidFile if the table contains keys other than those in `allowed`.
    """
    row = Row(top.table.get(key, {}), VerbatimText(key), RULE)
    row.allow_only(allowed)
    return row


def _read_turn(top: Row, position: Position) -> Position:
    """Read the state of the turn, including its phase and the pool (VILLAGE 15.1)."""
    turn = Row(top.table.get("turn", {}), VerbatimText("turn"), RULE)
    offers = (HEADMAN, SCHOOL, *(f"{DESK} {most}" for most in range(1, 100)))
    branch = turn.one_of("branch", tuple(map(str, Branch)), "")
    revealed = ("", "new", *position.cards.customers)
    return position._replace(
        phase=Phase(top.one_of("phase", _PHASES, Phase.TAKE)),
        dice=tuple(sorted(turn.choices("dice", _DICE))),
        branch=Branch(branch),
        used=read_banners(turn, "used"),
        offers=turn.some_of("offers", offers),
        revealed=turn.one_of("revealed", revealed, ""),
        reaper=turn.flag("reaper"),
        buried=turn.one_of("buried", ("", *Person), ""),
        pool=tuple(sorted(top.choices("pool", _DICE))),
    )


# --- draws and choices --------------------------------------------------------------------------------------


def _with_missing_draws(top: Row, position: Position) -> Position:
    """Return the position with draws added for a missing zone, monks and pool (VILLAGE 15.2).

    The draws are in the order of VILLAGE 12.1.
    """
    if "zone" not in top.table:
        gone = sum(len(village.market) + len(village.served) for village in position.players)
        left = len(position.cards.customers) - gone
        position = with_draw(position, CUSTOMERS, min(position.cards.board.zone, left))
    given = top.table.get("monks", {})
    joined = {monk for village in position.players for monk in village.monks}
    for pile in PILES:
        if pile not in given and not joined.issuperset(position.cards.monks[pile]):
            position = with_draw(position, MONK + pile)
    if "pool" not in top.table and position.phase is not Phase.OVER:
        return with_draw(position, POOL, _pool_size(position))
    return position


def _pool_size(position: Position) -> int:
    """Return the number of dice in the pool if each turn so far took two (VILLAGE 18.6)."""
    taken = position.number if position.phase is Phase.ACT else position.number - 1
    return sum(position.cards.board.dice[len(position.players)]) - 2 * taken


def _read_draws(top: Row, position: Position) -> Position:
    """Read the open draws and the order, if any, that stopped the turn (VILLAGE 15.2)."""
    found = top.table["draws"]
    if not isinstance(found, list):
        raise top.bad("draws", message("write a list of tables"))
    draws = tuple(_read_draw(Row(table, message("draw {n}", n=n), RULE)) for n, table in enumerate(found, 1))
    stopped = top.one_of("stopped", ("", "look", "end"), "")
    return position._replace(
        draws=draws,
        drawn=max(draw.number for draw in draws),
        ended=stopped == "end",
        looking=stopped == "look",
    )


def _read_draw(row: Row) -> Draw:
    row.allow_only(DRAW_KEYS)
    name = row.table.get("name")
    if not isinstance(name, str) or name not in DRAWS:
        raise row.bad("name", message("write one of these: {keys}", keys=", ".join(DRAWS)))
    without = row.table.get("without", "")
    if not isinstance(without, str):
        raise row.bad("without", message("write the ID of a card"))
    return Draw(
        row.number("number", 1, _MANY),
        name,
        row.number("count", 1, 99),
        row.one_of("to", ("", MARKET, PILE), ""),
        read_strings(row, "refuse") if "refuse" in row.table else None,
        row.flag("ask"),
        without,
    )


DRAWS = (
    "customers", *(MONK + pile for pile in PILES), "pool",
    *(f"travel {letter}" for letter in "ABCDE"), "rat",
)  # fmt: skip


def _read_choice(top: Row, position: Position) -> Position:
    """Read the open choice (VILLAGE 15).

    If it is the sanatorium choice, the turn has ended.
    """
    if "choice" not in top.table:
        return position
    row = Row(top.table["choice"], VerbatimText("choice"), RULE)
    row.allow_only(("kind", "player", "card", "asked"))
    kind = row.one_of("kind", ("sanatorium", "refuge"))
    colours = [village.colour for village in position.players]
    seat = colours.index(row.one_of("player", colours))
    letters = [card for cards in position.cards.travels.values() for card in cards]
    card = row.one_of("card", letters) if kind == "refuge" else ""
    asked = row.flag("asked")
    return position._replace(choice=Open(kind, seat, card, asked), ended=kind == "sanatorium")
