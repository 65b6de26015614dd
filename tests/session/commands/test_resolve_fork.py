"""A forced choice says its cause, the block that raised it, what each answer does (RULES 8, VILLAGE 13)."""

from __future__ import annotations

from pathlib import Path

import pytest

from khronos_pbem.cli.bots.waiting_game import WaitingGame
from khronos_pbem.cli.terminal.print_pictures import PictureOptions
from khronos_pbem.cli.terminal.printing import set_language
from khronos_pbem.composer import screen_lines
from khronos_pbem.composer.state import initial_state
from khronos_pbem.errors import OrderError
from khronos_pbem.library.game_row import GameRow
from khronos_pbem.mail.outgoing.letter import compose_letter
from khronos_pbem.mail.outgoing.recipients import Addresses
from khronos_pbem.messages import untranslated
from khronos_pbem.record.block import ANSWER
from khronos_pbem.record.save import parse_save, write_save
from khronos_pbem.session.queries.player_view import PlayerView
from khronos_pbem.session.queries.summaries import entry_lines
from khronos_pbem.session.replay.open_save import Opened, open_for_reading
from khronos_pbem.session.replay.table import waiting
from khronos_pbem.session.turns.open_choice import answer_lines, cause_lines
from khronos_pbem.session.turns.turn_draft import Composition, StartingPoint
from tests.archive.games import EVERY, context
from tests.games.khronos.cases import FOLDER, read_case
from tests.games.khronos.sandbox import play_text
from tests.support.shell import Person

BETWEEN = Addresses("me@example.org", ("you@example.org",))

CAUSES = {
    "five-players-gone": (
        "white has linked domains on faith with the city at J8, so green's keep at M8 shares the "
        "highest rank in its domain with black's keep at I11; it becomes a watchtower, and green "
        "chooses its place"
    ),
    "my-village-four-players": (
        "after the burial in red's village, the rats come: yellow must either fill a place in "
        "the sanatorium or lose 2 SP"
    ),
}
PARAGRAPHS = {"five-players-gone": "RULES 8.3", "my-village-four-players": "VILLAGE 9.8"}
BLOCKS = {
    "five-players-gone": "block 38, white (dave): upgrade city faith J8 from K9; downsize M8",
    "my-village-four-players": "block 64, red (alice): take 1 2; monk quill; school left; "
    "school left to craftsman; bury abbot; end",
}
ANSWERS = {
    "five-players-gone": "green's keep on faith at M8 is downsized to a watchtower at N9",
    "my-village-four-players": "red: tree -3 (total 3); green: tree -3 (total 3); blue: tree -4 (total 5)",
}


def cut(name: str, folder: Path) -> Opened:
    """A sample game just before its first answer: a choice is open that another player's turn has raised."""
    path = next(path for path in EVERY if path.stem == name)
    save = parse_save(path.read_bytes())
    first = next(block.seq for block in save.blocks if block.kind == ANSWER)
    target = folder / path.name
    target.write_text(write_save(save._replace(blocks=save.blocks[:first]), []))
    return open_for_reading(target, folder / "home", rewind=True)


@pytest.fixture(scope="module", params=CAUSES)
def asked(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Opened:
    """A game in which somebody has a choice."""
    return cut(request.param, tmp_path_factory.mktemp("asked"))


def test_the_cause_the_block_and_the_answers(asked: Opened) -> None:
    name, now = asked.path.stem, waiting(asked.table)
    assert now is not None
    assert now.choice is not None
    why = [f"Why: {CAUSES[name]} ({PARAGRAPHS[name]})", f"  {BLOCKS[name]}"]
    assert cause_lines(asked.table, asked.history) == why
    lines = answer_lines(asked.table, now.choice)
    orders = [line for line in lines if not line.startswith(" ")]
    assert orders == [f"{now.choice.kind} {option}" for option in now.choice.options]
    assert f"    {ANSWERS[name]}" in lines
    assert not any("costs nothing" in line for line in lines)


def test_the_log_tells_it_where_it_was_raised(asked: Opened) -> None:
    told = [line.strip() for entry in asked.history.entries[-2:] for line in entry_lines(entry)]
    assert CAUSES[asked.path.stem] in told


def test_letters_say_it_as_text_and_as_a_page(asked: Opened) -> None:
    name, mail = asked.path.stem, compose_letter(asked, BETWEEN)
    for kind in ("plain", "html"):
        body = mail.get_body((kind,))
        assert body is not None
        told = " ".join(body.get_content().replace("&#39;", "'").split())
        assert f"Why: {CAUSES[name]} ({PARAGRAPHS[name]})" in told
        assert ANSWERS[name] in told


def test_next_and_status_say_it(asked: Opened, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    set_language("en")
    name, now = asked.path.stem, waiting(asked.table)
    assert now is not None
    row: GameRow = {"your_vote": False, "for": now.need, "since": asked.save.blocks[-1].at}
    seen = PlayerView(asked, asked.table, now.seat, None, now)
    WaitingGame(row, seen, "sample", (), (), (), context(home=tmp_path)).print(PictureOptions(plain=True))
    shown = capsys.readouterr().out
    assert f"Why: {CAUSES[name]} ({PARAGRAPHS[name]})" in shown
    assert BLOCKS[name] in shown
    assert ANSWERS[name] in shown
    assert f"Why: {CAUSES[name]}" in Person("x", tmp_path).ok("status", str(asked.path)).out


def test_the_screen_of_a_turn_says_it(asked: Opened) -> None:
    now = waiting(asked.table)
    assert now is not None
    colours = tuple(seat.colour for seat in asked.table.seats)
    starting_point = StartingPoint(asked.table.game, asked.table.position, colours, now.seat)
    lines = screen_lines.choice_lines(initial_state(Composition(starting_point)), 240, untranslated)
    assert CAUSES[asked.path.stem] in "".join(span.text for span in lines[0])


def test_a_choice_that_is_passed_over_says_why_it_comes_first() -> None:
    """RULES 9.1: the orders after it wait; the refusal names its cause and the answers."""
    case = read_case(FOLDER / "13_11_green_chooses.toml")
    with pytest.raises(OrderError) as caught:
        play_text(case.position, f"{case.orders}\nend")
    why = "green has linked domains on might with the hamlet at E4"
    assert f"a choice is still open (RULES 8.4): {why}" in str(caught.value)
    assert str(caught.value).endswith(' — choose "downsize C4" or "downsize F4"')
