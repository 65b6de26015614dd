"""`--plain`: what a screen reader is told of a position is all of it (RULES 1–10)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from khronos_pbem.engine.choice_text import open_choice_message
from khronos_pbem.engine.features.protocols import Audience, PositionToDraw
from khronos_pbem.games.khronos.bots.sample_world import hidden_from
from khronos_pbem.games.khronos.drawing.text.drawing import KhronosDrawing
from khronos_pbem.games.khronos.model.maps import standard_map
from khronos_pbem.games.khronos.model.pieces import Board
from khronos_pbem.games.khronos.model.position import Phase, Position
from khronos_pbem.games.khronos.positions.from_data import position_from_data
from khronos_pbem.games.khronos.positions.to_data import position_to_data
from khronos_pbem.games.khronos.rules.effects.revenue import domain_incomes
from khronos_pbem.languages import translator
from tests.archive.games import sample
from tests.games.khronos.cases import FOLDER, position_of, read_case
from tests.games.khronos.drawing.test_board_text import scene
from tests.games.khronos.sandbox import play_text

LAND = {"forest": "f", "mountain": "^", "river": "~"}
BOARDS = ("might", "faith", "reason")


def told(position: Position, audience: int | Audience | None = Audience.EVERYTHING) -> list[str]:
    """The facts of a position in English."""
    return KhronosDrawing().sentences(PositionToDraw(position, audience))


# --- read again -------------------------------------------------------------------------------------------


def found(lines: list[str], pattern: str) -> re.Match[str] | None:
    """The one line of this form, if there is one."""
    matches = [match for line in lines if (match := re.fullmatch(pattern, line))]
    assert len(matches) <= 1, pattern
    return matches[0] if matches else None


def wanted(lines: list[str], pattern: str) -> re.Match[str]:
    """The one line of this form."""
    match = found(lines, pattern)
    assert match is not None, pattern
    return match


def cards(text: str) -> list[str]:
    """The cards of a list like `2 civil, 1 military`."""
    if text in ("none", "empty"):
        return []
    return sorted(word for part in text.split(", ") for n, word in [part.split()] for _ in range(int(n)))


def rebuilt(lines: list[str]) -> dict[str, Any]:
    """The position as the facts tell it, as data of FORMATS 3."""
    head = wanted(lines, "Khronos, (?:the game is over|round (\\d) of 7, (\\w+)'s turn)")
    hidden = int(wanted(lines, r"pile: (\d+) cards?")[1])
    market = found(lines, "market: (.+)")
    active = head[2]
    return {
        "edition": int(wanted(lines, r"edition (\d)")[1]),
        "holdem": found(lines, "with the Hold'em option") is not None,
        "keep": found(lines, 'with the option "keep"') is not None,
        "map": land(lines),
        "round": int(head[1]),
        "active": active,
        "phase": "change" if found(lines, "\\w+ can exchange cards before the first action") else "act",
        "market": sorted(market[1].split(", ")) if market else [],
        "discard": cards(wanted(lines, "discards: (.+)")[1]),
        "pile": [],
        **({"hidden": hidden} if hidden else {}),
        "turn": {
            "exchanged": found(lines, f"{active} has exchanged cards this turn") is not None,
            "swapped": found(lines, f"{active} has swapped cards with the market this turn") is not None,
            "loads": loads(lines),
            "spent": {
                match[2]: int(match[1])
                for line in lines
                if (match := re.fullmatch(r"(\d) cards? used on (\w+) this turn", line))
            },
        },
        "player": [player(lines, match) for line in lines if (match := re.fullmatch(PLAYER, line))],
        "building": sorted(buildings(lines), key=place),
    }


def place(building: dict[str, Any]) -> tuple[int, tuple[int, int]]:
    return BOARDS.index(building["board"]), spot(building["at"])


def loads(lines: list[str]) -> list[list[int]]:
    match = found(lines, "number of cards that adventurers 1 and 2 have carried: (.+)")
    pairs = match[1].split(" or ") if match else ["(0, 0)"]
    return [[int(n) for n in pair.strip("()").split(", ")] for pair in pairs]


PLAYER = (
    "(\\w+): (\\d+) ecus?, (\\d) cards?, \\d+ cubes? left, adventurer 1 on (\\w+), adventurer 2 on (\\w+)"
)


PLACED = "during other players' turns, the program places this player's downsized buildings"
BEST_PLACED = PLACED.replace("places", "finds the best place for")
CHOSEN = "during this player's turns, the program chooses which building is downsized"


def player(lines: list[str], match: re.Match[str]) -> dict[str, Any]:
    colour, ecus, count, one, two = match.groups()
    hand = found(lines, f"{colour}'s hand: (.+)")
    known = [card for card in cards(hand[1]) if card != "?"] if hand else []
    data = {
        "colour": colour,
        "ecus": int(ecus),
        "adventurers": [one, two],
        "hand": known,
        "policy": "auto" if found(lines, f"{colour}: {PLACED}") else "ask",
    }
    if found(lines, f"{colour}: {BEST_PLACED}"):
        data["policy"] = "best"
    if found(lines, f"{colour}: {CHOSEN}"):
        data["downsizing"] = "best"
    if int(count) > len(known):
        data["hidden"] = int(count) - len(known)
    return {**data, "gone": True} if found(lines, f"{colour} has left the game") else data


def buildings(lines: list[str]) -> Iterator[dict[str, Any]]:
    """Those that the data of a position list: all but printed hamlets with nothing on them."""
    board = ""
    for line in lines:
        head = re.fullmatch("(\\w+) board: \\d+ domains?", line)
        board = head[1] if head else board
        match = re.fullmatch(
            r"  (\w+) at (\w+)(?:-\w+)?, value \d(?:, owner (\w+))?(, a ruin)?(, printed on the board)?"
            r"(?:, cubes: ([a-z0-9, ]+?))?(?:, changed)?",
            line,
        )
        if match is None:
            assert not line.startswith("  "), line
            continue
        name, at, owner, ruin, printed, cubes = match.groups()
        data: dict[str, Any] = {"board": board, "name": name, "at": at}
        data |= {"owner": owner} if owner else {}
        data |= {"ruin": True} if ruin else {}
        data |= {"printed": True} if printed else {}
        if cubes:
            data["cubes"] = {colour: int(n) for part in cubes.split(", ") for colour, n in [part.split()]}
        if not printed or cubes:
            yield data


def land(lines: list[str]) -> Any:
    """The map: the standard one by its name."""
    columns, rows = map(int, wanted(lines, r"land: (\d+) columns, (\d+) rows").groups())
    terrain = [["."] * columns for _ in range(rows)]
    for kind, sign in LAND.items():
        match = found(lines, f"land, {kind}: (.+)")
        for place in match[1].split(", ") if match else []:
            first, _, last = place.partition("-")
            (top, left), (bottom, right) = map(spot, (first, last or first))
            for row in range(top, bottom + 1):
                terrain[row][left : right + 1] = sign * (right + 1 - left)
    drawn = "\n".join("".join(row) for row in terrain) + "\n"
    return "valley" if drawn == "\n".join(standard_map().terrain) + "\n" else drawn


def spot(name: str) -> tuple[int, int]:
    return int(name[1:]) - 1, ord(name[0]) - ord("A")


def data_of(position: Position) -> dict[str, Any]:
    """What the facts have to tell: a map that is not the standard one by its terrain."""
    data = position_to_data(position)
    data["building"] = sorted(data["building"], key=place)
    if isinstance(data["map"], dict):
        data["map"] = data["map"]["terrain"]
    return data


# --- all of it --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "block"),
    [("two-players", 8), ("three-players-edition-1", 20), ("three-players-holdem", 24),
     ("three-players-keep-holdem", 25), ("five-players", 38), ("five-players", 61)],
)  # fmt: skip
def test_a_position_of_a_game_is_rebuilt(name: str, block: int) -> None:
    chronicle = sample(name)
    step = next(step for step in reversed(chronicle.steps) if step.seq == block and not step.position.pending)
    for seat in (None, step.position.active):
        shown = hidden_from(step.position, step.position.active if seat is None else seat)
        if seat is None:
            hand = tuple(card._replace(type=None) for card in shown.players[shown.active].hand)
            shown = shown.with_player(shown.active, hand=hand)
        assert rebuilt(told(step.position, seat)) == data_of(shown)
        assert position_from_data({**data_of(shown), "map": position_to_data(shown)["map"]})


@pytest.mark.parametrize(
    "case",
    ["13_8_dominion_on_faith", "13_12_castle_becomes_keep", "13_18_division_choice", "13_20_two_and_two",
     "13_22_cube_stays_on_hamlet", "13_15_renovate"],
)  # fmt: skip
def test_a_position_of_the_rules_is_rebuilt(case: str) -> None:
    position = read_case(FOLDER / f"{case}.toml").position
    assert rebuilt(told(position)) == data_of(position)


def test_every_state_of_a_turn_and_of_a_player_is_told() -> None:
    position = position_of(
        {
            "phase": "act",
            "players": [
                {"colour": "red", "ecus": 1, "hand": ["civil"], "policy": "auto"},
                {"colour": "blue", "gone": True, "policy": "auto"},
                {"colour": "green", "policy": "best", "downsizing": "best"},
            ],
            "turn": {"exchanged": True, "swapped": True, "loads": [[0, 1], [1, 0]], "spent": {"faith": 1}},
            "holdem": True,
            "keep": True,
            "market": ["civil", "civil", "religious"],
            "discard": ["military", "military"],
        }
    )
    lines = told(position)
    assert rebuilt(lines) == data_of(position)
    assert "1 card used on faith this turn" in lines
    assert "number of cards that adventurers 1 and 2 have carried: (0, 1) or (1, 0)" in lines


def test_domain_by_domain_who_rules_and_what_it_pays() -> None:
    """RULES 6.3, 10: each once, also those that nobody rules, in the words of the rules themselves."""
    position = next(step for step in sample("five-players").steps if step.seq == 61).position
    lines = told(position, None)
    for board in Board:
        heads = [line for line in lines if line.startswith(f"{board.word}, domain at ")]
        incomes = domain_incomes(position, board)
        assert len(heads) == len(incomes)
        for head, income in zip(heads, incomes, strict=True):
            at = position.land.named(income.squares)[0]
            assert head.startswith(f"{board.word}, domain at {at}, worth {income.amount}: ")
            rulers = [position.players[seat].colour for seat in income.rulers]
            assert re.findall(r"(\w+) rules it", head) == (rulers or ["nobody"])
    assert "reason, domain at A3, worth 2: black rules it, but has no adventurer there" in told(scene())


def test_what_is_asked_and_what_has_changed_is_told() -> None:
    position = position_of({"players": [{"colour": "red", "hand": ["civil"] * 3}, "blue"]})
    trial = play_text(position, "build town might E5")
    lines = KhronosDrawing().sentences(PositionToDraw(trial.position, Audience.EVERYTHING, trial.events))
    assert "  town at E5-F6, value 3, changed" in lines
    asked = read_case(FOLDER / "13_11_green_chooses.toml")
    pending = play_text(asked.position, asked.orders).position
    assert pending.pending is not None
    assert str(open_choice_message("green", pending.pending.choice)) in told(pending)
    over = position._replace(phase=Phase.OVER)
    assert told(over)[0] == "Khronos, the game is over"


def test_one_board_and_other_languages() -> None:
    position = read_case(FOLDER / "13_8_dominion_on_faith.toml").position
    lines = KhronosDrawing().sentences(PositionToDraw(position, part="faith"))
    assert [line for line in lines if line.startswith("board ")] == [
        line for line in told(position, None) if line.startswith("board faith")
    ]
    for language in ("de", "fr"):
        for line in KhronosDrawing().sentences(
            PositionToDraw(position, Audience.EVERYTHING, speak=translator(language))
        ):
            assert not re.search(r"\b(domain|worth|rules|value|owner|hand|cards|land)\b", line), line
