"""Finished games turn by turn: what a seat saw, what was worth more, and what is kept of it."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC
from pathlib import Path

import pytest

from khronos_pbem.archive.records.open_record import read_game
from khronos_pbem.archive.replay.cursor import cursor_at_start
from khronos_pbem.archive.studies import game_analysis as an
from khronos_pbem.archive.studies.analysis_cache import load_analyses, load_complete_analysis, store_analysis
from khronos_pbem.archive.studies.analysis_text import analysis_lines, marked_turns_table
from khronos_pbem.archive.studies.game_analysis import Analysis, Verdict, played_blocks
from khronos_pbem.engine.features.bots import EvaluationPart, Outlook, SearchSettings, Strength
from khronos_pbem.errors import NothingToDo
from khronos_pbem.languages import translator
from khronos_pbem.messages import message
from khronos_pbem.session.replay.worker_pool import WorkerPool
from khronos_pbem.session.turns.rated_turn import ExpectedReply, RatedTurn
from tests.archive.games import MIDDLE, context, sample

TURNS = [*range(3, 11), *range(12, 19)]
"""The blocks of the sample for two in which a seat has decided something."""
QUICK = SearchSettings(Strength.STRONG, "7", 0.001)
BUILT = Verdict(5, 1, 1, "turn", ("end",), -2.0, ("build keep might J10", "end"), 5.5, (message("why"),))
GOOD = Verdict(6, 2, 0, "turn", ("end",), 1.0, ("end",), 1.0, ())
REST = "later turns"
FOUND = Analysis("strong", 2.0, "0", (BUILT, GOOD), 2)


# --- what a seat saw --------------------------------------------------------------------------------------


def test_a_seat_is_shown_its_own_hand_and_no_other() -> None:
    found, unknown = played_blocks(sample("two-players"))
    assert unknown == ()
    assert [moment.seq for moment in found] == TURNS
    for moment in found:
        mine, other = moment.view.players[moment.seat], moment.view.players[1 - moment.seat]
        assert len(mine.hand) == 4
        assert all(card.type is not None for card in mine.hand)
        assert all(card.type is None for card in (*other.hand, *moment.view.pile))


def test_what_is_said_to_others_is_no_part_of_a_turn() -> None:
    found, _ = played_blocks(sample("my-village-two-players"))
    turn = next(moment for moment in found if moment.seq == 32)
    assert turn.texts == ("take 1 b6", "buy field", "plough 1 from forge", "end")
    assert all("message" not in text for moment in found for text in moment.texts)


def test_cards_that_were_kept_are_named_and_hands_never_shown_are_left_out() -> None:
    """With the option keep the record says how many were kept; what became of them tells which."""
    found, unknown = played_blocks(sample("three-players-keep-holdem"))
    assert unknown == (24, 26)
    recorded = {step.seq: step.order for step in sample("three-players-keep-holdem").steps if step.last}
    kept = [(recorded[each.seq], each.texts[-1]) for each in found if "keep" in each.texts[-1]]
    assert kept
    assert all(text != record and not any(map(str.isdigit, text)) for record, text in kept)


def test_a_game_that_goes_on_is_not_analysed() -> None:
    with pytest.raises(
        NothingToDo,
        match="the game is not over, so an analysis would help one of its players",
    ):
        an.check_finished(read_game(MIDDLE, context()).chronicle)


# --- judging ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["two-players", "my-village-two-players"])
def test_a_verdict_is_the_same_each_time_and_its_orders_are_legal(name: str) -> None:
    chronicle = sample(name)
    colours = tuple(player.colour for player in chronicle.players)
    moment = played_blocks(chronicle)[0][5]
    verdict = an.judge_block(chronicle.game.name, colours, moment, QUICK)
    assert verdict == an.judge_block(chronicle.game.name, colours, moment, QUICK)
    assert verdict.best_evaluation >= verdict.evaluation
    position = moment.view
    for order in (each.order for text in verdict.best for each in chronicle.game.parse(text)):
        position = chronicle.game.apply(position, moment.seat, order).position
    assert bool(verdict.why) == (verdict.best != verdict.orders)


@pytest.mark.parametrize("name", ["two-players", "my-village-two-players"])
@pytest.mark.parametrize("strength", [Strength.STEADY, Strength.STRONG])
def test_a_difference_is_the_sum_of_its_parts(name: str, strength: Strength) -> None:
    """To a tenth; what is counted without playing on has no rest."""
    chronicle, how = sample(name), QUICK._replace(strength=strength)
    colours = tuple(player.colour for player in chronicle.players)
    verdicts = [
        an.judge_block(chronicle.game.name, colours, each, how) for each in played_blocks(chronicle)[0][:6]
    ]
    lost = [verdict for verdict in verdicts if verdict.mark]
    assert lost
    for verdict in lost:
        assert sum(part.value for part in verdict.made_of) == pytest.approx(verdict.lost, abs=0.06)
        sizes = [abs(part.value) for part in verdict.made_of if part.what != REST]
        assert sizes == sorted(sizes, reverse=True)
        rest = sum(part.value for part in verdict.made_of if part.what == REST)
        assert strength is Strength.STRONG or abs(rest) < 0.5, "only what rounding leaves"


def test_a_marked_turn_has_two_better_ones_and_what_follows() -> None:
    chronicle = sample("two-players")
    moment = next(each for each in played_blocks(chronicle)[0] if each.seq == 15)
    how = QUICK._replace(seconds=1.0)
    verdict = an.judge_block(chronicle.game.name, chronicle.colours, moment, how)
    assert verdict.mark == "??"
    assert verdict.plan
    assert verdict.outlook is not None
    assert verdict.other is not None
    assert verdict.best_evaluation >= verdict.other.evaluation > verdict.evaluation
    assert verdict.other.orders not in (verdict.best, verdict.orders)
    assert verdict.reply is not None
    assert verdict.reply.colour == "red"
    analysis = FOUND._replace(verdicts=(verdict,))
    lines = analysis_lines(chronicle, analysis)
    assert f"       Plan: {verdict.plan}" in lines
    more = verdict.other.evaluation - verdict.evaluation
    assert f"     or, worth {more:.1f} ecus more: {'; '.join(verdict.other.orders)}" in lines
    calm = GOOD._replace(best_evaluation=1.5)
    assert not calm.mark
    assert (calm.plan, calm.outlook, calm.other, calm.reply, calm.best_reply) == ("", None, None, None, None)


def test_a_difference_is_told_and_an_advice_explained_once() -> None:
    chronicle = sample("two-players")
    made_of = (EvaluationPart(message("ecus"), 8.0), EvaluationPart(message("revenue to come"), -0.5))
    first, again = (BUILT._replace(seq=seq, made_of=made_of) for seq in (4, 6))
    again = again._replace(why=(*first.why, message("new")))
    lines = analysis_lines(chronicle, FOUND._replace(verdicts=(first, again)))
    assert lines.count("       Difference: ecus +8.0, revenue to come -0.5") == 2
    assert lines.count("       * why") == 1
    assert lines[lines.index("       * the same advice as for block 4") + 1] == "       * new"
    other = again._replace(seat=0)
    lines = analysis_lines(chronicle, FOUND._replace(verdicts=(first, other)))
    assert lines.count("       * why") == 2, "what the one was told the other was not"


def test_no_sum_is_told() -> None:
    """What one turn could have been worth more is no part of what another could: only the worst is named."""
    lines = analysis_lines(
        sample("two-players"), FOUND._replace(verdicts=(BUILT, BUILT._replace(seq=6), GOOD))
    )
    end = lines[lines.index("The turn that cost each player the most:") :]
    assert end[1:3] == ["  red (alice): none", "  blue (bob): block 5 in round 1, 7.5 ecus"]
    assert not any("15.0" in line for line in lines)


def test_a_number_has_the_comma_of_its_language() -> None:
    lines = [
        translator("de", UTC)(line) for line in analysis_lines(sample("two-players"), FOUND) if "7.5" in line
    ]
    assert lines == [
        "     das hätte 7,5 Taler mehr gebracht: bauen burg macht J10; ende",
        "  Blau (bob): Block 5 in Runde 1, 7,5 Taler",
    ]


def test_what_is_known_is_not_found_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of an analysis that was stopped only the missing turns are thought about, if all else is the same."""
    asked = list[int]()

    def judged(
        name: str, colours: tuple[str, ...], moment: an.PlayedBlock, thinking: SearchSettings
    ) -> Verdict:
        asked.append(moment.seq)
        assert thinking.seed == f"7/{moment.seq}"
        return GOOD._replace(seq=moment.seq)

    monkeypatch.setattr(an, "judge_block", judged)
    chronicle = sample("two-players")
    whole = an.analyse_game(chronicle, QUICK, WorkerPool())
    assert asked == TURNS
    assert whole.whole
    asked.clear()
    part = whole._replace(verdicts=whole.verdicts[:10])
    assert not part.whole
    assert an.analyse_game(chronicle, QUICK, WorkerPool(), [part]) == whole
    assert asked == TURNS[10:]
    asked.clear()
    an.analyse_game(chronicle, QUICK._replace(seconds=9.0), WorkerPool(), [whole])
    assert asked == TURNS


# --- what is shown and kept -------------------------------------------------------------------------------


def test_marks_sums_and_the_table_of_the_worst() -> None:
    assert (BUILT.lost, BUILT.mark, GOOD.lost, GOOD.mark) == (7.5, "??", 0.0, "")
    assert BUILT._replace(evaluation=4.0).mark == "?"
    chronicle = sample("two-players")
    assert [FOUND.worst_verdict(seat) for seat in range(2)] == [None, BUILT]
    table = marked_turns_table(chronicle, FOUND)
    assert table.rows == (("blue bob", 1, 5, "7.5", "end", "build keep might J10; end"),)
    before = replace(chronicle, steps=tuple(replace(step, name="carla") for step in chronicle.steps))
    assert marked_turns_table(before, FOUND).rows[0][0] == "blue carla"
    assert any("5. blue (carla): end" in line for line in analysis_lines(before, FOUND))
    assert [line for line in analysis_lines(before, FOUND) if line != line.rstrip()] == []


def test_a_replay_marks_the_turn_and_says_what_was_better_at_its_end() -> None:
    cursor = cursor_at_start(sample("two-players"), analysis=FOUND)
    found = cursor.to_marked_turn()
    assert found is not None
    assert (found.step.seq, found.step.last) == (5, True)
    assert found.title() == "blue (bob): end ??"
    assert found.lines()[-1] == "worth 7.5 ecus more: build keep might J10; end"
    assert found.moved(-1).lines()[-1] != found.lines()[-1]
    assert found.to_marked_turn() == found
    assert cursor_at_start(sample("two-players")).to_marked_turn() is None


def test_an_analysis_is_kept_for_whoever_looks(tmp_path: Path) -> None:
    chronicle = sample("two-players")
    store_analysis(tmp_path, chronicle, None, FOUND)
    assert load_analyses(tmp_path, chronicle, None) == [FOUND]
    assert load_analyses(tmp_path, chronicle, 1) == []
    assert load_complete_analysis(tmp_path, chronicle, 1) == FOUND
    store_analysis(tmp_path, chronicle, 1, FOUND._replace(seed="own"))
    assert load_complete_analysis(tmp_path, chronicle, 1) == FOUND._replace(seed="own")
    assert load_complete_analysis(tmp_path, chronicle, None) == FOUND
    options = {**chronicle.header.options, "map": {}}
    other = replace(chronicle, header=replace(chronicle.header, options=options))
    assert load_analyses(tmp_path, other, None) == []


def test_all_of_a_verdict_is_kept(tmp_path: Path) -> None:
    turn = RatedTurn(("end",), 1.5, Outlook(3, 4.25))
    reply = ExpectedReply("red", ("build keep might J10", "end"), 2, 3, (message("why"),))
    verdict = BUILT._replace(
        plan=message("plan"), outlook=turn.outlook, other=turn, reply=reply, best_reply=None
    )
    analysis = FOUND._replace(verdicts=(verdict, GOOD))
    store_analysis(tmp_path, sample("two-players"), None, analysis)
    assert load_analyses(tmp_path, sample("two-players"), None) == [analysis]


def test_an_analysis_that_was_stopped_is_gone_on_with_and_hides_no_whole_one(tmp_path: Path) -> None:
    chronicle, stopped = sample("two-players"), FOUND._replace(turns=3, seed="9")
    store_analysis(tmp_path, chronicle, None, stopped)
    assert load_complete_analysis(tmp_path, chronicle, None) is None
    store_analysis(tmp_path, chronicle, None, FOUND)
    store_analysis(tmp_path, chronicle, None, stopped)
    store_analysis(tmp_path, chronicle, None, stopped._replace(verdicts=()))
    assert load_analyses(tmp_path, chronicle, None) == [stopped, FOUND]
    assert load_complete_analysis(tmp_path, chronicle, None) == FOUND
    store_analysis(tmp_path, chronicle, None, FOUND._replace(seed="9"))
    assert load_analyses(tmp_path, chronicle, None) == [FOUND._replace(seed="9")]


@pytest.mark.parametrize("damage", [b"", b"{}", b"[" * 100_000, bytes(5 * 1024 * 1024)])
def test_what_others_have_put_there_is_nothing(tmp_path: Path, damage: bytes) -> None:
    chronicle = sample("two-players")
    store_analysis(tmp_path, chronicle, None, FOUND)
    (path,) = (tmp_path / "cache" / "analyses").iterdir()
    good = path.read_bytes()
    for data in (damage, good[:32] + damage, good[:-1], good[:40] + b"x" + good[41:]):
        path.write_bytes(data)
        assert load_analyses(tmp_path, chronicle, None) == []
    stranger = tmp_path / "stranger"
    store_analysis(stranger, chronicle, None, FOUND)
    path.write_bytes(next((stranger / "cache" / "analyses").iterdir()).read_bytes())
    assert load_analyses(tmp_path, chronicle, None) == []


def test_a_home_that_cannot_be_written_keeps_nothing(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("in the way", encoding="utf-8")
    store_analysis(tmp_path, sample("two-players"), None, FOUND)
    assert load_analyses(tmp_path, sample("two-players"), None) == []


def test_only_so_many_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("khronos_pbem.archive.studies.analysis_cache.MOST", 1)
    for seat in (None, 0, 1):
        store_analysis(tmp_path, sample("two-players"), seat, FOUND)
    assert len(list((tmp_path / "cache" / "analyses").iterdir())) == 1
