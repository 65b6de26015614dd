"""What was said and told by whoever had a seat before is not his successor's (DECK 9.4)."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import pytest

from khronos_pbem.archive.timeline import chronicle_from_history, step_title
from khronos_pbem.home.keyring import Identity
from khronos_pbem.mail.incoming.learn_addresses import block_author
from khronos_pbem.record.chain import block_hashes
from khronos_pbem.record.save import Save
from khronos_pbem.session.notes.player_messages import messages_in
from khronos_pbem.session.queries.vote_status import away_until, counted_days, find_awaited
from khronos_pbem.session.replay.replay import replay
from tests.session.memory import Memory, copy_of, header

DORA = Identity("dora", b"d" * 32)


@pytest.fixture(scope="module")
def spoken() -> Memory:
    """A game with a clock that waits again for somebody who has told his absence, and has said something."""
    game = Memory(header(3, clock={"days": 7, "workdays": False})).start()
    leaver = game.mover
    game.play('message "until later"', "away until 2099-12-31", "end")
    while game.settle().mover != leaver:
        game.play("end")
    return game


@pytest.fixture
def followed(spoken: Memory) -> Memory:
    """The same game, his seat given to dora, who has not moved yet."""
    game, leaver = copy_of(spoken), spoken.mover
    colour = game.table.seats[leaver].colour
    return game.go_on(colour, offers=(game.offer(colour, DORA),))


def test_what_a_predecessor_said_stays_his(spoken: Memory, followed: Memory) -> None:
    leaver = spoken.mover
    (message,) = messages_in(followed.save.blocks)
    assert (message.name, message.colour) == (
        spoken.table.seats[leaver].name,
        spoken.table.seats[leaver].colour,
    )
    assert messages_in(followed.save.blocks, message.seq) == []
    followed.settle()
    followed.play('message "mine"', "end")
    assert [each.name for each in messages_in(followed.save.blocks)][1:] == ["dora"]


def test_blocks_are_by_whoever_had_the_seat_then(spoken: Memory, followed: Memory) -> None:
    """In replays and exports, and where addresses are learnt from letters."""
    leaver = spoken.mover
    first = len(followed.save.blocks)
    followed.settle()
    followed.play("end")
    save, old = followed.save, spoken.table.seats[leaver].name
    chronicle = chronicle_from_history(replay(save, block_hashes(save), len(save.blocks)), Path("game"))
    own = [step for step in chronicle.steps if step.seat == leaver]
    assert {step.seq < first for step in own} == {True, False}
    for step in own:
        name = old if step.seq < first else "dora"
        assert name in step_title(chronicle, step)
        author = block_author(save, step.seq)
        assert author is not None
        assert author.name == name


def test_the_absence_of_a_predecessor_does_not_stop_the_clock_of_his_successor(
    spoken: Memory, followed: Memory
) -> None:
    leaver = spoken.mover
    before = find_awaited(spoken.save, spoken.table, "")
    assert before is not None
    assert before.due == "2100-01-07T10:00:00Z"
    assert away_until(followed.save.blocks, leaver) == ""
    now = find_awaited(followed.save, followed.table, "")
    assert now is not None
    assert now.due == "2026-11-28T10:00:00Z"


@pytest.mark.parametrize(
    ("since", "away"),
    [
        ("2026-11-21", ""),
        ("2026-11-21", "2026-11-21"),
        ("2026-11-21", "2027-02-31"),
        ("2026-02-27", "2026-02-31"),
    ],
)
@pytest.mark.parametrize("workdays", [False, True])
def test_days_count_behind_an_absence(since: str, away: str, workdays: bool) -> None:
    days = (date.fromisoformat(since) + timedelta(days=n) for n in range(1, 200))
    counted = [day for day in days if day.isoformat() > away and (day.weekday() < 5 or not workdays)]
    found = counted_days(f"{since}T10:00:00Z", away, workdays=workdays)
    assert [next(found).date() for _ in counted[:60]] == counted[:60]


@pytest.mark.parametrize("since", ["0001-01-01T00:00:00Z", "9999-12-30T00:00:00Z"])
def test_a_block_of_any_moment_is_counted_from_in_no_time(since: str, spoken: Memory) -> None:
    last = replace(spoken.save.blocks[-1], at=since)
    found = find_awaited(Save(spoken.header, (*spoken.save.blocks[:-1], last)), spoken.table, "")
    assert found is not None
    assert found.due == ("" if since[0] == "9" else "2100-01-07T00:00:00Z")
    first = next(counted_days(since, "2099-12-31", workdays=True), None)
    assert (first is None) == (since[0] == "9")
