"""A game step by step: it is the record, no more and no less."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from khronos_pbem.archive.game_summary import seat_accounts, shown_steps
from khronos_pbem.archive.records.open_record import read_game
from khronos_pbem.archive.replay.cursor import cursor_at_start, jump_to
from khronos_pbem.archive.timeline import chronicle_from_history
from khronos_pbem.engine.features.vector_drawing import Scenes
from khronos_pbem.errors import UsageError
from khronos_pbem.games.registry import feature, round_heading, round_text
from khronos_pbem.languages import translator
from khronos_pbem.messages import message
from tests.archive.games import EVERY, KEYRING, MIDDLE, context, names, opened, sample


@pytest.mark.parametrize("path", EVERY, ids=lambda path: path.stem)
def test_the_steps_are_the_blocks(path: Path) -> None:
    """Every order, event and answer of every block, in order; the positions are those of the blocks."""
    history = opened(path).history
    chronicle = chronicle_from_history(history, path)
    for entry in history.entries:
        steps = [step for step in chronicle.steps if step.seq == entry.block.seq]
        assert tuple(step.order for step in steps if step.order) == entry.block.orders
        told = tuple(event for event in entry.events if event.event not in ("voted", "acked", "succeeded"))
        assert tuple(event for step in steps for event in step.events) == told
        assert tuple(answer for step in steps for answer in step.auto) == entry.block.auto
        assert [step.last for step in steps] == [False] * (len(steps) - 1) + [True]
        assert steps[-1].position == entry.table.position
    assert [step.number for step in chronicle.steps] == list(range(len(chronicle.steps)))


@pytest.mark.parametrize("name", names())
def test_the_accounts_add_up(name: str) -> None:
    """RULES 5.6, 10: the ecus of each are 4, what was earned, less what was spent."""
    chronicle = sample(name)
    for seat, account in enumerate(seat_accounts(chronicle)):
        earned, spent = sum(account["sources"].values()), sum(account["expenses"].values())
        assert account["ecus"] == 4 + earned - spent == chronicle.position.players[seat].ecus
    given = sum(account["downsizing"]["given"] for account in seat_accounts(chronicle))
    assert given == sum(account["downsizing"]["suffered"] for account in seat_accounts(chronicle))
    assert {account["colour"] for account in seat_accounts(chronicle) if account["won"]} == set(
        chronicle.winners
    )
    orders = sum(account["orders"] for account in seat_accounts(chronicle))
    assert orders == sum(1 for step in chronicle.played_steps() if not step.change)


def test_wealth_begins_at_four_and_ends_with_the_result() -> None:
    chronicle = sample("five-players")
    positions = [step.position for step in shown_steps(chronicle)]
    charts = feature(chronicle.game, Scenes).charts(positions)
    assert [chart.title for chart in charts] == [
        "Wealth",
        "Possible revenue of the domains on might",
        "Possible revenue of the domains on faith",
        "Possible revenue of the domains on reason",
    ]
    series = charts[0].values
    assert [values[0] for values in series] == [4] * 5
    assert [values[-1] for values in series] == [player.ecus for player in chronicle.position.players]
    assert {len(values) for values in series} == {len(positions)}
    assert all(any(any(values) for values in chart.values) for chart in charts)


def test_only_the_own_hand_is_seen(tmp_path: Path) -> None:
    """RULES 11.1: with --as the own cards are known in every step, nobody else's, and none without."""
    home = tmp_path / "keyring"
    shutil.copytree(KEYRING, home)
    shown = read_game(MIDDLE, context("alice", home))
    assert shown.seat is not None
    public = read_game(MIDDLE, context()).chronicle
    for step, bare in zip(shown.chronicle.steps, public.steps, strict=True):
        if step.position is None:
            continue
        for seat, player in enumerate(step.position.players):
            if seat != shown.seat:
                assert player.hand == bare.position.players[seat].hand
            else:
                assert len(player.hand) == len(bare.position.players[seat].hand)
    assert all(card.type is not None for card in shown.chronicle.position.players[shown.seat].hand)
    assert all(card.type is None for player in public.position.players for card in player.hand)


def test_a_cursor_goes_where_it_is_sent() -> None:
    cursor = cursor_at_start(sample("two-players"))
    assert cursor.place == 0
    assert cursor.moved(-1).place == 0
    assert cursor.moved(10**6).is_at_end
    assert cursor.moved(3).moved(-1).place == 2
    fourth = jump_to(cursor, "round 4")
    assert fourth.chronicle.round_of(fourth.step) == 4
    assert fourth.chronicle.round_of(fourth.moved(-1).step) == 3
    assert jump_to(cursor, "9") == jump_to(cursor, "block 9") == cursor.to_block(9)
    assert cursor.to_block(9).step.last
    assert cursor.to_block(9).to_adjacent_block(1).step.seq == 10
    assert cursor.to_block(9).to_adjacent_block(-1).step.seq == 8
    assert jump_to(cursor, "r2") == cursor.to_round(2)


@pytest.mark.parametrize("word", ["round ", "Runde ", "tour ", "manche ", "R", "t ", "m"])
def test_a_round_and_a_block_are_called_as_in_all_languages(word: str) -> None:
    cursor = cursor_at_start(sample("two-players"))
    assert jump_to(cursor, f"{word}3") == cursor.to_round(3)
    assert jump_to(cursor, "Block 3") == jump_to(cursor, "bloc 3") == cursor.to_block(3)


@pytest.mark.parametrize("where", ["round 9", "block 999", "0", "x", "round", "-1", "1.5"])
def test_a_place_there_is_not(where: str) -> None:
    with pytest.raises(UsageError):
        jump_to(cursor_at_start(sample("two-players")), where)


def test_searching_goes_round() -> None:
    cursor = cursor_at_start(sample("five-players"))
    first = cursor.found("paradox")
    assert first is not None
    assert "paradox" in first.words()
    places = [first.place]
    here = first
    while (after := here.found("PARADOX ")) is not None and after.place != first.place:
        places.append(after.place)
        here = after
    assert places == sorted(set(places))
    back = first.found("paradox", -1)
    assert back is not None
    assert back.place == places[-1]
    assert cursor.found("no such words") is None


@pytest.mark.parametrize(("game", "said"), [("khronos", "tour 5"), ("my-village", "manche 5")])
def test_a_round_has_the_word_of_the_games_own_printed_rules(game: str, said: str) -> None:
    assert translator("fr")(round_text(game, 5)) == said
    assert translator("fr")(message("{round:Name}", round=round_text(game, 5))) == said.capitalize()
    assert translator("fr")(round_heading(game)) == said.split(maxsplit=1)[0]
    assert translator("de")(round_text(game, 5)) == "Runde 5"
    assert round_text(game, 5) == "round 5"
