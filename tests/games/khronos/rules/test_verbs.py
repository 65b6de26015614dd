"""One verb, one row: every order has one, and refusing, listing and explaining say the same by it."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from khronos_pbem.engine.orders import private_orders as p
from khronos_pbem.engine.orders import table_orders
from khronos_pbem.engine.orders.verbs import When
from khronos_pbem.games.khronos.model import orders as o
from khronos_pbem.games.khronos.model.decision import decision
from khronos_pbem.games.khronos.model.pieces import Board, Type
from khronos_pbem.games.khronos.model.position import Card, Phase, Position
from khronos_pbem.games.khronos.order_text.grammar import LANGUAGE, parse
from khronos_pbem.games.khronos.rules.legal_orders import legal_orders
from khronos_pbem.games.khronos.rules.verbs import VERBS, VERBS_BY_ORDER
from tests.games.khronos.rules.test_random_play import SMALL, deal, pick
from tests.games.khronos.sandbox import after_order


def test_every_order_has_one_row() -> None:
    assert Counter(verb.form.order for verb in VERBS) == Counter(o.Order.__args__)
    assert [form.order for form in LANGUAGE.forms] == [verb.form.order for verb in VERBS]


def test_the_orders_of_the_table_are_those_of_all_games() -> None:
    rows = {verb.form.order: verb.form for verb in VERBS}
    assert rows[o.Message] is table_orders.MESSAGE
    assert rows[o.Away] is table_orders.AWAY
    assert rows[o.Resign] == table_orders.resign_form("RULES 11.3")
    assert issubclass(o.End, table_orders.End)
    assert issubclass(o.Policy, table_orders.Policy)
    assert issubclass(o.DownsizingPolicy, table_orders.Policy)


def positions(seed: int) -> list[Position]:
    """Positions of a game in which much is built: rich hands, adventurers on two boards."""
    random, found = Random(seed), list[Position]()
    position = deal(3, 2, random, map=SMALL)
    for step in range(60):
        if position.pending is None and step % 3 == 0 and position.phase is not Phase.OVER:
            seat, hand = position.active, tuple(Card(random.choice(list(Type))) for _ in range(4))
            boards = random.sample(list(Board), 2)
            position = position.with_player(seat, hand=hand, ecus=9, adventurers=(boards[0], boards[1]))
            position = position._replace(loads=((0, 0),), spent=(0, 0, 0))
        found.append(position)
        waiting = decision(position)
        if waiting is None:
            break
        position = after_order(position, waiting.seat, pick(legal_orders(position), random), seed).position
    return found


@pytest.mark.parametrize("seed", range(4))
def test_what_is_listed_is_what_no_question_refuses(seed: int) -> None:
    """Orders that are certain answer all questions of their row too, and so do all others that are listed."""
    listed = Counter[type]()
    for position in positions(seed):
        waiting = decision(position)
        orders = legal_orders(position)
        assert bool(orders) == (waiting is not None)
        for order in orders[:: max(1, len(orders) // 200)]:
            assert waiting is not None
            assert VERBS_BY_ORDER[type(order)].refusal(position, waiting.seat, order) is None, order
            listed[type(order)] += 1
    assert {o.Build, o.Travel, o.End} <= set(listed)


def test_while_a_choice_is_open_every_order_of_the_turn_waits_for_it() -> None:
    chosen = next(p for seed in range(20) for p in positions(seed) if p.pending is not None)
    pending = chosen.pending
    assert pending is not None
    for verb in VERBS:
        words = EXAMPLES[verb.form.order]
        problem = verb.refusal(chosen, 0, parse(words)[0].order)
        if verb.when is When.ANYTIME:
            assert problem is None
        elif verb.when is not When.ANSWER:
            assert problem is not None
            assert problem.message == "a choice is still open"
            assert problem.hint_text().startswith(f'choose "{pending.choice.kind} ')


def test_without_a_choice_there_is_nothing_to_answer() -> None:
    position = deal(2, 2, Random(1), map=SMALL)
    for verb in VERBS:
        if verb.when is When.ANSWER:
            problem = verb.refusal(position, position.active, parse(EXAMPLES[verb.form.order])[0].order)
            assert problem is not None
            assert (problem.rule, problem.message) == ("9", "there is nothing to choose now")


EXAMPLES: dict[type, str] = {
    o.Exchange: "exchange civil",
    o.Swap: "swap civil 1 for military",
    o.Travel: "travel 1 faith",
    o.Build: "build keep might F7",
    o.Upgrade: "upgrade castle might E6 from F7",
    o.Demolish: "demolish faith K9",
    o.Populate: "populate C7",
    o.Renovate: "renovate C7",
    o.Downsize: "downsize Z99",
    o.Place: "place Z99",
    o.Keep: "keep black",
    o.Policy: "policy placement ask",
    o.DownsizingPolicy: "policy downsizing ask",
    o.Message: 'message "hello"',
    p.Whisper: 'message to blue "hello"',
    p.SealedMessage: "message to blue sealed",
    p.Note: 'note "hello"',
    p.SealedNote: "note sealed",
    o.Away: "away until 2026-12-24",
    o.Handover: "handover WGZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmY",
    o.Resign: "resign",
    o.End: "end",
}
"""An order of each verb."""
