"""The race played from hand to hand to its end: verified, shown, replayed, counted."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from khronos_pbem.archive.timeline import chronicle_from_history, step_title
from khronos_pbem.errors import NothingToDo
from khronos_pbem.record.block import ASSIST, JOIN, TURN
from khronos_pbem.record.chain import block_hashes
from khronos_pbem.record.save import Save, parse_save, write_save
from khronos_pbem.session.commands.write_blocks import check_turn, play_turn
from khronos_pbem.session.context import Context
from khronos_pbem.session.queries import player_view
from khronos_pbem.session.queries.documents import event_lines, show_document
from khronos_pbem.session.queries.summaries import whose_move_line
from khronos_pbem.session.replay.history import History
from khronos_pbem.session.replay.open_save import open_for_play, open_for_reading
from khronos_pbem.session.replay.replay import replay
from khronos_pbem.session.replay.snapshots import WORTH, LazyEntries
from khronos_pbem.session.replay.table import Table, lacks_share, waiting
from khronos_pbem.session.turns.branching import starting_point_of_save
from khronos_pbem.session.turns.turn_draft import Composition
from khronos_pbem.storage.files import read_file
from tests.support.playing import NAMES
from tests.toy.playing import Runners

TABLES = [(2, "", 2), (2, "all", 6), (3, "", 3), (3, "all", 2), (4, "", 2), (4, "all", 1)]
"""Seats, whose every roll is, and a seed with which a race is short."""


def options(rolls: str) -> dict[str, str]:
    return {"rolls": rolls} if rolls else {}


def saved(runners: Runners) -> Save:
    return parse_save(read_file(runners.save))


def cold(save: Save) -> History:
    """A record as somebody reads it who has never seen it."""
    return replay(save, block_hashes(save))


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Runners:
    """A race of three that is over, long enough for its last table to be kept."""
    runners = Runners(tmp_path_factory.mktemp("race"), 3, 3)
    runners.start()
    runners.play()
    return runners


@pytest.mark.parametrize(("seats", "rolls", "seed"), TABLES)
def test_a_race_is_played_to_its_end(seats: int, rolls: str, seed: int, tmp_path: Path) -> None:
    runners = Runners(tmp_path, seats, seed)
    runners.start(**options(rolls))
    runners.finish()
    save = saved(runners)
    history = cold(save)
    table = history.table
    assert history.problem is None
    assert waiting(table) is None
    assert table.game.winners(table.position)
    assert table.ledger.rolls.count > 5
    assert replay(save, block_hashes(save), len(save.blocks)).table == table
    assert parse_save(write_save(save, ["a comment"]).encode()) == save
    assert sum(runners.events.values()) == sum(len(entry.events) for entry in history.entries)
    assert {"wind", "die", "card"} <= set(runners.events)


def test_a_kept_table_goes_on_with_its_rolls(tmp_path: Path) -> None:
    """A history is left and gone on with in the middle of a roll."""
    runners = Runners(tmp_path, 3, 3)
    runners.start(rolls="all")
    runners.play(WORTH)
    while (roll := runners.table().ledger.rolls.open) is None or len(roll.points) != 2:
        runners.step()
    home = runners.home(NAMES[1])
    open_for_reading(runners.save, home, rewind=False)
    again = open_for_reading(runners.save, home, rewind=False).history
    assert isinstance(again.entries, LazyEntries)
    assert again.table == cold(saved(runners)).table
    assert again.table.asked
    runners.play()
    assert cold(saved(runners)).problem is None


def test_what_is_verified_is_counted(played: Runners) -> None:
    """A key for every seat, and one proof for each block's payment before and after its orders."""
    opened = player_view.verify(played.save, played.context(NAMES[0]))
    facts, blocks = player_view.verify_document(opened), opened.save.blocks
    payments = sum(("proof" in block.deck) + ("proof" in block.late) for block in blocks)
    assert facts["valid"]
    assert facts["finished"]
    assert facts["proofs"] == 3 + payments
    assert facts["blocks"] == len(blocks)
    position = opened.table.position
    best = max(position.points)
    pairs = zip(position.colours, position.points, strict=True)
    assert facts["winners"] == [colour for colour, points in pairs if points == best]


def test_every_roll_is_told_where_it_was_completed(played: Runners) -> None:
    history = cold(saved(played))
    for entry in history.entries:
        rolled = [stage for stage in entry.stages if not stage.order]
        assert len(rolled) <= 1
        assert bool(rolled) == (entry.stages[:1] == tuple(rolled) != ())
        assert entry.block.orders == tuple(stage.order for stage in entry.stages if stage.order)
        assert entry.block.auto == tuple(answer for stage in entry.stages for answer in stage.auto)
    facts = player_view.log_documents(history.entries)
    assert sum(len(row["events"]) for row in facts) == sum(played.events.values())
    chronicle = chronicle_from_history(history, played.save)
    assert [step.number for step in chronicle.steps] == list(range(len(chronicle.steps)))
    lines = [line for step in chronicle.steps for line in event_lines(step.events)]
    assert len([line for line in lines if ": wind " in line]) == played.events["wind"]
    assert any(
        step_title(chronicle, step).endswith(" adds the last share to the roll") for step in chronicle.steps
    )
    assert chronicle.finished
    assert chronicle.position == history.table.position


def test_the_seats_see_the_table_at_every_block(played: Runners) -> None:
    opened = open_for_play(played.save, played.home(NAMES[0]), rewind=False)
    for seq in range(len(opened.save.blocks)):
        table = player_view.at_block(opened, seq)
        seen = player_view.view_of(opened, table, played.context(NAMES[0]))
        facts = show_document(opened.history, seen.table, seen.seat, seen.hand, seen.now)
        assert facts["seq"] == seq
        assert (facts["position"] is None) == (table.position is None)
        if table.ledger.rolls.open is None:
            assert seen.table == table


def ends(table: Table, context: Context, random: Random) -> list[str]:
    """A turn without a roll of one's own: only the wind of the next is left open."""
    return ["end"]


def test_a_turn_begins_with_its_roll_and_costs_no_extra_pass(tmp_path: Path) -> None:
    """DECK 10.3: after the first roll, which is everybody's, nobody assists."""
    runners = Runners(tmp_path, 4)
    runners.start()
    runners.play(12, choose=ends)
    kinds = [block.kind for block in saved(runners).blocks]
    assert kinds == [JOIN] * 4 + [ASSIST] * 3 + [TURN] * 9
    for block in saved(runners).blocks[8:]:
        assert "roll" in block.deck
        assert "roll" in block.late


def test_with_rolls_of_all_a_roll_costs_all_but_two_assists(tmp_path: Path) -> None:
    """DECK 10.4."""
    runners = Runners(tmp_path, 4)
    runners.start(rolls="all")
    runners.play(13, choose=ends)
    kinds = [block.kind for block in saved(runners).blocks]
    assert kinds == [JOIN] * 4 + [ASSIST] * 3 + [TURN] + ([ASSIST] * 3 + [TURN]) * 2 + [ASSIST]


def test_with_two_players_the_first_turn_pays_the_first_roll(tmp_path: Path) -> None:
    runners = Runners(tmp_path, 2)
    runners.start()
    runners.play(3, choose=ends)
    assert [block.kind for block in saved(runners).blocks] == [JOIN] * 2 + [TURN] * 3


# --- what a player sees before he decides -------------------------------------------------------------------


@pytest.fixture
def rolled(tmp_path: Path) -> Runners:
    """A race of three in which the wind of seat 1's turn waits for his point."""
    runners = Runners(tmp_path, 3)
    runners.start()
    runners.play(3, choose=ends)
    while (now := waiting(runners.table())) is None or now.seat != 1:
        runners.step(ends)
    return runners


def test_the_payer_sees_his_roll_before_he_decides(rolled: Runners) -> None:
    """DECK 10.4: his own machine knows it; nobody else's does."""
    table = rolled.table()
    now = waiting(table)
    assert table.ledger.rolls.open is not None
    assert (now and now.seat, now and now.need) == (1, TURN)
    mine, other = (player_view.load_view(rolled.save, rolled.context(NAMES[seat])) for seat in (1, 2))
    assert other.table.position == table.position
    assert not mine.table.asked
    assert mine.table.position.active == 1
    assert mine.now is not None
    assert mine.now.need == TURN
    assert lacks_share(mine.opened.table, 1)
    ground = starting_point_of_save(rolled.save, rolled.context(NAMES[1]), explore=False)
    assert Composition(ground).next.verbs[:2] == ("roll", "draw")
    for explore in (False, True):  # the race says nothing of turns that are not on
        with pytest.raises(NothingToDo):
            starting_point_of_save(rolled.save, rolled.context(NAMES[2]), explore=explore)
    done = check_turn(rolled.save, rolled.context(NAMES[1]), "draw; end")
    seen = [event.event for event in done.draft.events]
    assert seen == ["wind"]
    assert done.draft.events[0].amount == mine.table.position.wind
    then = waiting(done.draft.table)
    assert (then and then.need) in (TURN, ASSIST)
    written = play_turn(rolled.save, rolled.context(NAMES[1]), "draw; end")
    assert written.draft.events == done.draft.events


def test_a_roll_that_gives_its_payer_nothing_to_decide_is_for_an_assist(tmp_path: Path) -> None:
    """DECK 10.3: the roll may end the race, so that no turn is certain; the other pays by assist."""
    runners = Runners(tmp_path, 2)
    runners.start()
    runners.step(lambda *_: ["roll", "look"])
    now = waiting(runners.table())
    assert (now and now.seat, now and now.need) == (1, ASSIST)
    assert whose_move_line(runners.table()) == "waiting for blue (bob): a roll"
    seen = player_view.load_view(runners.save, runners.context(NAMES[1]))
    assert (seen.now and seen.now.need) == ASSIST
    with pytest.raises(NothingToDo, match="it is not your move, but you still have to send your share"):
        play_turn(runners.save, runners.context(NAMES[1]), "draw; end")


def test_going_back_gives_the_same_rolls(rolled: Runners) -> None:
    """P4: whatever orders stand in the block, and whenever it is written."""
    data = rolled.save.read_bytes()
    positions = []
    for orders in ("end", "always let; end", "draw; end"):
        rolled.save.write_bytes(data)
        rewinding = rolled.context(NAMES[1])._replace(rewind=True)
        positions.append(play_turn(rolled.save, rewinding, orders).draft.table.ledger.rolls)
    assert len({rolls.stream for rolls in positions}) == 1
    assert len({rolls.open and rolls.open.point for rolls in positions}) == 1
