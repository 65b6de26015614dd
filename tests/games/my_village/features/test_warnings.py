"""What `play` asks about in My Village before it signs: a look, and banners that are given away."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from khronos_pbem.engine.features.protocols import Cautions
from khronos_pbem.games.my_village.model.orders import BuyMonk, Desk, End, Order
from khronos_pbem.games.my_village.model.position import Position
from khronos_pbem.games.my_village.order_text.grammar import parse, text
from khronos_pbem.games.my_village.rules.base.dice import takes_by_value
from khronos_pbem.games.my_village.rules.turn import apply, apply_unchecked, legal_orders
from khronos_pbem.games.registry import feature
from khronos_pbem.session.replay.table import waiting
from tests.cli.delivery.test_ask_addresses import Terminal
from tests.games.my_village.cases import position_of, value
from tests.games.my_village.playing import any_of, game
from tests.support.playing import Group

CAUTIONS = feature("my-village", Cautions)


def said(position: Position, words: str) -> list[str]:
    """The cautions of one order by whoever decides."""
    (spelled,) = parse(words)
    return [each.text for each in CAUTIONS.before(position, position.active, spelled.order)]


def used(*banners: str) -> Position:
    """A turn with value 8 in which red has used these white banners."""
    turn = {**value(8)["turn"], "branch": "white", "used": list(banners)}
    return position_of(
        {"phase": "act", "turn": turn, "red": {"personal": "5/8", "workshops": ["forge 5/8 0"]}}
    )


def test_an_end_names_a_banner_that_is_left() -> None:
    (line,) = said(used("forge"), "end")
    assert line == ("after this, you cannot use another banner; you can still play this first: use personal")


def test_a_headman_who_stays_gives_the_dice_away() -> None:
    (line,) = said(position_of(value(3)), "headman stay")
    assert line.startswith(
        "with this order, you gain nothing from your dice; you can still play this first: "
    )


def test_what_is_taken_lightly_is_not_told() -> None:
    assert said(position_of(value(3)), "headman coin") == []
    assert said(position_of(value(3)), "look") == [], "there is nothing to draw now"
    assert said(used("forge"), 'message "x"') == []


def hasty(position: Position, orders: list[Order], random: Random) -> Order:
    """Ends the turn as soon as that may be."""
    return End() if End() in orders else any_of(position, orders, random)


def test_every_banner_that_is_named_may_be_used() -> None:
    """And where none is named, none is left but what does nothing."""
    told = silent = 0
    for step in game(3, 7, hasty, rounds=16):
        if not isinstance(step.order, End) or step.seat is None:
            continue
        found = CAUTIONS.before(step.before, step.seat, step.order)
        if not found:
            silent += 1
            continue
        (spelled,) = parse(found[0].text.split("you can still play this first: ")[1])
        assert not found[0].waits
        apply(step.before, step.seat, spelled.order)
        told += 1
    assert told > 3
    assert silent > 3


def drawing_turn(position: Position, seat: int) -> str:
    """A turn up to a draw: dice and a black banner."""
    for ways in takes_by_value(position, seat).values():
        after = apply_unchecked(position, seat, ways[0]).position
        for order in legal_orders(after):
            if isinstance(order, Desk | BuyMonk) and apply_unchecked(after, seat, order).position.draws:
                return f"{text(ways[0])}; {text(order)}"
    raise AssertionError("no draw in the first turn")


def test_a_look_says_how_many_letters_it_costs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    group = Group(tmp_path, 2, 4, game="my-village")
    group.start(rounds=3)
    while (now := waiting(group.table())) is None or now.need == "assist":
        group.step()
    assert now.seat is not None
    orders = drawing_turn(group.table().position, now.seat)
    terminal = Terminal(group, monkeypatch, capsys)
    code, out = terminal.play(f"{orders}; look", answer="n")
    assert code == 4
    match = re.search(
        r"sent their shares of the roll "
        r"\(this requires (\d) (?:e-mail from another player|e-mails from other players)\)",
        out,
    )
    assert match is not None, out
    assert terminal.play(f"{orders}; look", answer="y")[0] == 0
    letters = 0
    while (then := waiting(group.table())) is not None and then.need == "assist":
        group.step()
        letters += 1
    assert letters == int(match[1])
