"""The boards in text as VILLAGE 16 shows them: the display, its parts, facts, marks, colours, widths."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest
from rich.style import Style

from khronos_pbem.canvas.player_styles import FILLS, STYLES
from khronos_pbem.canvas.spans import screen_width, to_rich
from khronos_pbem.engine.contract import Event
from khronos_pbem.engine.features.protocols import PositionToDraw
from khronos_pbem.errors import UsageError
from khronos_pbem.games.my_village.drawing.pictures.vector_drawing import VillageScenes
from khronos_pbem.games.my_village.drawing.text import abbreviations
from khronos_pbem.games.my_village.drawing.text.ascii import legend_lines, position_lines
from khronos_pbem.games.my_village.drawing.text.drawing import VillageDrawing
from khronos_pbem.games.my_village.drawing.text.graves import rat_track_text
from khronos_pbem.games.my_village.drawing.text.market import sums_message
from khronos_pbem.games.my_village.drawing.text.page import Page, changed_places
from khronos_pbem.games.my_village.model.boards import BOARDS
from khronos_pbem.games.my_village.model.cards_file import standard_cards
from khronos_pbem.games.my_village.model.position import Die, Position
from khronos_pbem.games.my_village.model.terms import Phase
from khronos_pbem.games.my_village.rules import turn
from khronos_pbem.games.my_village.rules.base import events
from khronos_pbem.games.my_village.rules.base.phrases import goods_texts
from khronos_pbem.games.my_village.view import view
from khronos_pbem.languages import translator
from khronos_pbem.messages import Translate, and_list, untranslated
from tests.games.my_village.cases import play_text, position_of
from tests.games.my_village.drawing.display import NEW, picture, scene, vast
from tests.games.my_village.playing import game

DRAWING = VillageDrawing()


def drawn(
    position: Position,
    width: int = 80,
    made: tuple[Event, ...] = (),
    part: str | None = None,
    speak: Translate = untranslated,
) -> list[str]:
    return DRAWING.lines(PositionToDraw(position, None, made, speak, part), width)


@cache
def positions() -> tuple[Position, ...]:
    """Positions of whole games, every phase among them."""
    found = [scene()]
    for players, seed in ((2, 3), (3, 5), (4, 8)):
        steps = list(game(players, seed))
        found += [step.after for step in steps[:: max(1, len(steps) // 12)]] + [steps[-1].after]
    return tuple(found)


# --- the picture of the page ------------------------------------------------------------------------------


def test_the_display_is_that_of_the_page() -> None:
    """VILLAGE 16, line by line."""
    wanted = picture()
    assert drawn(scene(), 80, NEW)[: len(wanted)] == wanted


def test_below_stand_choice_policies_and_who_waits_in_the_markets() -> None:
    assert drawn(scene(), 80)[-5:] == [
        "Sanatorium: each player is asked whether to use it",
        "red's customers",
        " k01 ?    2 parchments  3  k09 3/11 wagon         3",
        "blue's customers",
        " k14 4/10 beer          2",
    ]


def test_an_open_choice_is_told() -> None:
    choice = {"kind": "refuge", "player": "blue", "card": "t09"}
    lines = drawn(position_of({"seats": 2, **REFUGE, "choice": choice}))
    assert 'blue decides what to do with t09: "refuge back" or "refuge keep"' in lines


REFUGE: dict[str, Any] = {
    "round": 3,
    "active": "blue",
    "phase": "act",
    "turn": {"number": 2, "dice": ["3", "4"], "branch": "black"},
    "blue": {"church": "refuge", "travels": ["t01", "t05"]},
}


def test_a_turn_in_the_middle_is_told() -> None:
    trial = play_text(scene(), "take b2 4; use brewery")
    lines = drawn(trial.position)
    assert "blue took 4 b2: value 6" in lines
    assert "banners used: brewery" in lines


def test_policies_are_told() -> None:
    position = scene()
    position = position.with_player(1, policy="2").with_player(2, policy="never")
    told = (
        "Sanatorium: blue uses it if the loss would be 2 SP or more, green never uses it; "
        "for the other players, the program asks each time"
    )
    assert told in " ".join(drawn(position, 200))
    for seat in range(len(position.players)):
        position = position.with_player(seat, policy="never")
    told = "Sanatorium: red never uses it, blue never uses it, green never uses it"
    assert told in drawn(position, 200)
    position = position.with_player(0, policy="best", refuge="best").with_player(2, refuge="best")
    lines = drawn(position, 200)
    assert "Sanatorium: red uses it for every loss, blue never uses it, green never uses it" in lines
    assert "Refuge: for red and green, the program chooses which cards go back" in lines
    facts = DRAWING.sentences(PositionToDraw(position))
    assert f"red: {POLICIES['best']}" in facts
    assert [line for line in facts if "refuge: the" in line] == [
        f"{who}: refuge: the program chooses which journey cards go back" for who in ("red", "green")
    ]


@pytest.mark.parametrize(
    ("banner", "fact", "german", "french"),
    [
        ("k14", "2/12 tile on customer k14", "dem Kunden k14", "sur le client k14"),
        (
            "personal",
            "2/12 tile on the personal banner",
            "dem eigenen Banner",
            "sur la bannière personnelle",
        ),
        ("square", "2/12 tile on the square", "dem Dorfplatz", "sur la Place du village"),
    ],
)
def test_the_tile_of_a_square_is_a_fact(banner: str, fact: str, german: str, french: str) -> None:
    position = scene()
    blue = position.players[1]._replace(tile=banner)
    position = position._replace(players=(position.players[0], blue, *position.players[2:]))
    assert f"blue: {fact}" in DRAWING.sentences(PositionToDraw(position))
    for language, said in (
        ("de", f"Blau: Plättchen 2/12 auf {german}"),
        ("fr", f"Bleu : tuile 2/12 {french}"),
    ):
        assert said in DRAWING.sentences(PositionToDraw(position, speak=translator(language)))


def test_the_last_turn_is_told_in_words() -> None:
    trial = play_text(scene(), "take b2 4; use brewery")
    told = " ".join(DRAWING.event_lines(trial.events, 60))
    assert told.startswith("What happened:")
    for event in trial.events:
        assert event.text in re.sub(" +", " ", told)
    assert DRAWING.event_lines((), 60) == []


# --- parts of it ------------------------------------------------------------------------------------------


def test_each_board_alone() -> None:
    """Market, villages, graves: together all lines of the display, each short enough for 24 rows."""
    whole = {line for line in drawn(scene(), 80) if line.strip("-")}
    parts = {part: drawn(scene(), 80, part=part) for part in BOARDS}
    assert whole - {line for lines in parts.values() for line in lines} <= {
        "hand  4/10  red's, palm, 2 SP rat  9 steps to go  [.....R..!!!!!!]  start 14",
        "Sanatorium: each player is asked whether to use it",
    }
    assert all(len(lines) <= 23 for lines in parts.values())
    assert any(
        "if the rats came, they would take:  red 2 SP  blue 4 SP  green 0 SP" in line
        for line in parts["graves"]
    )


def test_a_board_there_is_not() -> None:
    with pytest.raises(UsageError, match="there is no board 'might'"):
        DRAWING.check_part("might")


def test_the_sums_of_the_pool() -> None:
    """Two dice without paying; a black one among them says so (VILLAGE 4.1)."""
    assert sums_message([Die(False, 1), Die(False, 6)]) == "sums 7"
    assert sums_message([Die(False, 1), Die(True, 2)]) == "sums -; with black dice 3"
    assert sums_message([]) == "sums -"


def test_the_rat_on_its_track() -> None:
    """The last six spaces are red; during an invasion it stands behind them (VILLAGE 9.6, 15)."""
    assert rat_track_text(view(scene(rat=14)).graves) == "[R.......!!!!!!]"
    assert rat_track_text(view(scene(rat=1)).graves) == "[........!!!!!R]"
    assert rat_track_text(view(scene()._replace(rat=0)).graves) == "[........!!!!!!]R"


def test_a_sanatorium_shows_its_places() -> None:
    red = {"church": "sanatorium", "sheltered": 1, "monks": ["m01", "m04"]}
    lines = drawn(position_of({"seats": 2, "red": red, "monks": {"quill": "m02", "chalice": "m05"}}))
    assert any(line.startswith("sanatorium o.") for line in lines)
    assert any("2 windows 8 PP" in line for line in lines)
    shown = drawn(
        position_of({"seats": 2, "red": red, "monks": {"quill": "m02", "chalice": "m05"}}), part="graves"
    )
    assert any("red can use the sanatorium" in line for line in shown)


def test_goods_are_shortened_only_as_far_as_needed() -> None:
    assert abbreviations.fitted_goods_text(["beer", "beer"], untranslated) == "2 beers"
    assert abbreviations.fitted_goods_text(["plough", "parchment"], untranslated) == "plough parchm."
    for name in standard_cards().customers:
        assert (
            len(abbreviations.fitted_goods_text(standard_cards().card[name].pay[0], untranslated))
            <= abbreviations.GOODS_WIDE
        )


# --- facts ------------------------------------------------------------------------------------------------


POLICIES = {
    "ask": "sanatorium: the player is asked each time",
    "never": "sanatorium: the player never uses it",
    "2": "sanatorium: the player uses it for a loss of 2 SP or more",
    "best": "sanatorium: the player uses it for every loss",
}


@pytest.mark.parametrize("number", range(12))
def test_every_fact_of_a_position_is_in_plain_text(number: int) -> None:
    """VILLAGE 15: each card, marker, number and word of every village and of the table, one a line."""
    position = positions()[number * 3]
    lines = DRAWING.sentences(PositionToDraw(position))
    for village in position.players:
        own = " | ".join(
            line.removeprefix(f"{village.colour}: ")
            for line in lines
            if line.startswith(f"{village.colour}:")
        )
        for word, place in (("coins", "coins"), ("SP on the tree", "tree"), ("SP in the hall", "hall")):
            assert f"| {word}: {getattr(village, place)} |" in own
        assert f"clock: cloud {village.cloud} of 10" in own
        assert f"headman: {village.headman}" in own
        for name in (*village.monks, *village.travels, *village.market, *village.served):
            assert name in own
        for shop in village.workshops:
            assert f"{shop.type} {shop.values}: {shop.goods} of" in own
        for word in (village.church, village.chamber, *village.marks, *village.villagers):
            assert word in own
        assert own.count("with a plough") == sum(village.fields)
        assert len(re.findall(r"field \d+:", own)) == len(village.fields)
        assert POLICIES[village.policy] in own
        assert ("gone" in own.split(" | ")) == village.gone
    table = " | ".join(lines)
    for name in (*position.zone, *filter(None, position.monks)):
        assert name in table
    assert f"graves: {position.graves}" in table
    assert f"coffins: {position.coffins} of" in table
    assert f"rat: {position.rat} of" in table


def test_facts_are_sentences_and_say_what_changed() -> None:
    lines = DRAWING.sentences(PositionToDraw(scene(), None, NEW))
    assert "customer k20, values 5/9: 4 PP for 2 horses (changed)" in lines
    assert sum(line.endswith("(changed)") for line in lines) == 1
    assert not any("|" in line or "  " in line for line in lines)
    assert "red: clock: cloud 8 of 10" in lines
    assert "desk, values 4/10: 3 customers for 2 time, 1 coin" in lines


@pytest.mark.parametrize("part", BOARDS)
def test_facts_of_one_board(part: str) -> None:
    lines = DRAWING.sentences(PositionToDraw(scene(), part=part))
    assert any(line.startswith("red: ") for line in lines) == (part == "villages")
    assert any(line.startswith("rat:") for line in lines) == (part == "graves")
    assert any(line.startswith("customer k03") for line in lines) == (part == "market")


# --- marks ------------------------------------------------------------------------------------------------

MARKED = [
    (events.pool([]), "pool*"),
    (events.hand("blue", 2), "hand*"),
    (events.rat("red", 3), "rat*"),
    (events.grave("red", "abbot", 1), "graves*"),
    (events.chronicle("red", "abbot", 2), "chronicle*"),
    (events.bought("red", "forge 5/6", "VILLAGE 8.1"), "*forge 3t"),
    (events.bought("red", "mint", "VILLAGE 8.8"), "chamber*"),
    (events.bought("red", "cloister", "VILLAGE 8.9"), "church*"),
    (events.top("red", "m02", "quill"), "quill*"),
    (events.travelled("red", "t07", "B", 5, "beer"), "B*2t"),
]


@pytest.mark.parametrize(("event", "shown"), MARKED, ids=[shown for _, shown in MARKED])
def test_what_changed_on_the_main_board_is_starred(event: Event, shown: str) -> None:
    """And nothing moves for it (VILLAGE 16)."""
    before, after = drawn(scene()), drawn(scene(), 80, (event,))
    assert sum(shown in line for line in after) == 1
    assert not any(shown in line for line in before)
    assert [line.replace("*", " ").rstrip() for line in after] == before


IN_VILLAGES = [
    (events.coins("red", 2, "VILLAGE 8.2"), "coins 2"),
    (events.spent("red", 2, 6, 8), "clock"),
    (events.banked("red", 2), "coins 2"),
    (events.died("red", "councillor"), "Ab --"),
    (events.bought("red", "mint", "VILLAGE 8.8"), "mint"),
    (events.monk("red", "m01", 2), "cloister"),
    (events.paid("red", 0, ("field 2",)), "fields"),
    (events.good("red", "parchment", "VILLAGE 8.1"), "scriptor."),
    (events.travelled("red", "t07", "B", 5, "beer"), "journey A3"),
    (events.desk("red", ["k01"]), "market k01"),
]


@pytest.mark.parametrize(("event", "shown"), IN_VILLAGES, ids=[shown for _, shown in IN_VILLAGES])
def test_what_changed_in_a_village_is_starred_there_alone(event: Event, shown: str) -> None:
    lines = drawn(scene(), 80, (event,), part="villages")
    starred = [line for line in lines if "*" in line]
    assert len(starred) == 1
    assert starred[0].startswith(shown)
    assert starred[0][24] == "*"
    assert starred[0].count("*") == 1


def test_every_event_that_changes_something_says_where() -> None:
    """In whole games: all of them have a mark, but for what only passes on the turn."""
    silent = {"turn", "message", "away", "choice", "look", "over", "score", "won", "policy", "first", "full",
              "refused", "resigned", "skipped"}  # fmt: skip
    for players, seed in ((2, 4), (4, 6)):
        for step in game(players, seed):
            for event in step.outcome.events:
                if event.text not in (events.stays(event.seat).text, events.idle(event.seat).text):
                    assert bool(event.squares) != (event.event in silent), event
                assert event.board in (BOARDS if event.squares else ("",))


# --- colours and widths -----------------------------------------------------------------------------------


def test_players_have_their_fixed_colours_and_their_names() -> None:
    text = to_rich(position_lines(Page(view(scene()), changed_places(NEW), 80, untranslated)))
    styles: dict[str, set[str]] = {}
    for span in text.spans:
        styles.setdefault(str(span.style), set()).add(text.plain[span.start : span.end])
    for colour in ("red", "blue", "green"):
        assert colour in styles[STYLES[colour]]
        assert all(colour in words for words in styles[STYLES[colour]])
    fixed = re.compile("#(00|5f|87|af|d7|ff|[0-9a-f]{2}){3}")
    for style in styles:
        parsed = Style.parse(style)
        for each in (parsed.color, parsed.bgcolor):
            assert each is None or fixed.fullmatch(each.name)
        assert (parsed.color is None) == (parsed.bgcolor is None)
    assert set(FILLS) >= {village.colour for village in scene().players}


def test_without_colours_it_says_the_same() -> None:
    for part in (None, *BOARDS):
        text = to_rich(position_lines(Page(view(scene()), changed_places(NEW), 80, untranslated), part))
        assert [line.rstrip() for line in text.plain.split("\n")] == drawn(scene(), 80, NEW, part)


@pytest.mark.parametrize("width", [20, 24, 33, 40, 60, 76, 79, 80, 100, 110, 160])
def test_no_line_is_wider_than_the_terminal(width: int) -> None:
    for position in positions():
        for part in (None, *BOARDS):
            lines = drawn(position, width, part=part)
            assert max(map(len, lines)) <= width
            assert all(line.isascii() for line in lines)


@pytest.mark.parametrize("width", [20, 60, 80])
def test_no_cards_file_makes_it_wider(width: int) -> None:
    """Whatever numbers somebody writes into his cards file: columns stay columns."""
    for part in (None, *BOARDS):
        lines = drawn(vast(), width, part=part)
        assert max(map(len, lines)) <= width
    if width == 80:
        assert sum(line.count(" | ") == 2 for line in drawn(vast(), 80, part="villages")) >= 11


@pytest.mark.parametrize("language", ["de", "fr"])
def test_in_other_languages_too(language: str) -> None:
    speak = translator(language)
    for position in positions()[::4]:
        for width in (40, 80, 110):
            lines = drawn(position, width, speak=speak)
            assert max(map(screen_width, lines)) <= width
        assert not set(DRAWING.sentences(PositionToDraw(position, speak=speak))) & set(
            DRAWING.sentences(PositionToDraw(position))
        )
        assert len(set(DRAWING.legend(position, 80, speak)) & set(DRAWING.legend(position, 80))) == 0


def test_under_80_columns_villages_stand_one_below_the_other() -> None:
    assert any(line.count(" | ") == 2 for line in drawn(scene(), 80))
    assert not any(" | " in line for line in drawn(scene(), 79))


@pytest.mark.parametrize(("width", "beside"), [(80, 2), (110, 4)])
def test_four_villages(width: int, beside: int) -> None:
    """Two by two in 80 columns; all four where they fit."""
    last = positions()[-1]
    assert len(last.players) == 4
    text = to_rich(position_lines(Page(view(last), frozenset(), width, untranslated), "villages")).plain
    heads = [line for line in text.split("\n") if line.startswith("personal ")]
    assert [line.count("personal") for line in heads] == [beside] * (4 // beside)


SHORTENED = ("scriptor.", "wheelwr.", "parchm.", "plo.", "wag.", "journ.", "worksh.")


@pytest.mark.parametrize("width", [120, 160, 200])
def test_from_120_columns_on_nothing_is_shortened(width: int) -> None:
    """VILLAGE 16: words are in full, all villages stand beside each other, the width is used."""
    for position in (*positions(), scene()):
        lines = drawn(position, width)
        assert not [word for word in SHORTENED for line in lines if word in line]
        assert sum(line.startswith("personal ") for line in lines) == 1
        assert max(map(len, lines)) == min(width, 160)
    assert any("scriptor." in line for line in drawn(scene(), 110))


@pytest.mark.parametrize("width", [80, 120, 160])
def test_a_church_is_worth_the_same_in_boards_and_facts(width: int) -> None:
    """Its own points and those of its windows (VILLAGE 10.2)."""
    churches = 0
    for position in (*positions(), scene()):
        facts = DRAWING.sentences(PositionToDraw(position, part="villages"))
        told = sorted(line.rsplit(", ", 1)[1] for line in facts if ": church " in line)
        shown = " ".join(drawn(position, width, part="villages"))
        assert sorted(re.findall(r"windows? +(\d+ PP)", shown)) == told
        churches += len(told)
    assert churches > 10


def test_who_acts_after_a_roll_is_said_once_and_the_same_everywhere() -> None:
    """VILLAGE 12.4: at the start of a round the dice are awaited; whoever opens it acts after that."""
    found = [each.after for each in game(2, 3) if each.after.draws and turn.is_waiting_for_draw(each.after)]
    found = [each for each in found if each.phase is Phase.TAKE or each.ended]
    assert any(not view(each).market.rolled for each in found)
    for position in found:
        seat = turn.next_to_act(position)
        lines, facts = drawn(position), DRAWING.sentences(PositionToDraw(position))
        assert not [line for line in (*lines, *facts) if "nobody" in line]
        if seat is not None:
            who = position.players[seat].colour
            assert lines[0].split("opened")[0].count(f"a roll, then {who} ") == 1
            assert any(line.endswith(f"; then {who} plays") for line in facts)
        heads = [line for line in lines if "to move" in line]
        assert len(heads) == (seat is not None)
        if not view(position).market.rolled:
            assert "the dice of this round have not been rolled yet" in facts
            assert lines[1].split(None, 1)[1] == "the dice of this round have not been rolled yet"
        cells = VillageScenes().scene(PositionToDraw(position))
        assert cells.active == ("" if seat is None else position.players[seat].colour)


def test_an_answer_is_awaited_from_whom_it_is_asked() -> None:
    """VILLAGE 13.1: the owner of the sanatorium may be another player than the one whose turn it is."""
    choice = {"kind": "refuge", "player": "blue", "card": "t09"}
    position = position_of({"seats": 2, **REFUGE, "choice": choice})._replace(active=0)
    assert "blue to move" in drawn(position)[0]
    assert [line.split("|")[1].split()[-2:] for line in drawn(position) if line.startswith("red  ")] == [
        ["to", "move"]
    ]


def test_what_the_boards_print_on_every_village_can_be_read() -> None:
    """VILLAGE 7.7 to 7.9: the school's values and prices, the headman's; 9.7: what the rats would take."""
    lines, facts = drawn(scene()), DRAWING.sentences(PositionToDraw(scene()))
    assert "school 3/11   1t for a villager (on the right: +2 SP)     headman ? 1t" in lines
    assert "if the rats came, they would take:  red 2 SP  blue 4 SP  green 0 SP" in lines
    assert "school, values 3/11: a villager for 1 time; also 2 SP if the trainee was on the right" in facts
    assert "headman, any value: a step for 1 time" in facts


def test_columns_never_run_into_each_other() -> None:
    """Behind a village's 24 columns there is room for a star, then a line."""
    for position in positions():
        for line in drawn(position, 80, part="villages"):
            if "| " in line:
                assert re.fullmatch(r"(.{24}[ *]\| )+.{0,24}[ *]?", f"{line} "), line


def test_the_legend_fits_and_explains_the_signs() -> None:
    text = " ".join("".join(span.text for span in line) for line in legend_lines(80, untranslated))
    for sign in ("o a marker", "x a filled place", "! a red space", "# a card", "p a plough", "* and bold"):
        assert sign in text


PLAIN = [
    ("en", "2t 1c", "2 time 1 coin", "2 horses and 1 beer"),
    ("de", "2Z 1M", "2 Zeit 1 Münze", "2 Pferde und 1 Bier"),
    ("fr", "2s 1p", "2 sabliers 1 pièce", "2 chevaux et 1 bière"),
]


@pytest.mark.parametrize(("language", "letters", "words", "goods"), PLAIN)
def test_costs_and_goods_are_in_the_words_of_each_language(
    language: str, letters: str, words: str, goods: str
) -> None:
    """With its own letters, which the legend explains, and with its own plurals."""
    speak = translator(language)
    assert abbreviations.cost_text(2, 1, speak) == letters
    assert abbreviations.cost_text(2, 1, speak, full=True) == words
    assert speak(and_list(goods_texts(["horse", "beer", "horse"]))) == goods
    assert abbreviations.goods_text(["horse", "horse"], speak) in goods
    assert letters.split(maxsplit=1)[0] in " ".join(DRAWING.legend(scene(), 80, speak))


@pytest.mark.parametrize(
    ("language", "pool", "letter", "taken", "event"),
    [
        ("en", " 1 3 4 4  b2 b6 ", "b", "blue took 4 b2: value 6", "blue takes 4 and b2: value 6"),
        ("de", " 1 3 4 4 s2 s6 ", "s", "Blau hat 4 s2 genommen: Wert 6", "Blau nimmt 4 und s2: Wert 6"),
        ("fr", " 1 3 4 4  n2 n6 ", "n", "Bleu a pris 4 n2 : valeur 6", "Bleu prend 4 et n2 : valeur 6"),
    ],
)
def test_black_dice_have_the_letter_of_the_language(
    language: str, pool: str, letter: str, taken: str, event: str
) -> None:
    """In the pool, in what was taken, in the events and in the legend, as in orders (VILLAGE 14)."""
    speak = translator(language)
    assert pool in drawn(scene(), speak=speak)[1]
    trial = play_text(scene(), "take 4 b2")
    assert taken in drawn(trial.position, speak=speak)
    assert event in [speak(each.text) for each in trial.events]
    assert re.search(rf"\b{letter}4 ?: ", " ".join(DRAWING.legend(scene(), 80, speak)))


def test_hand_and_rat_have_a_line_each_where_they_do_not_fit_beside_each_other() -> None:
    lines = drawn(scene(), 80, speak=translator("de"))
    assert "Hand  4/10  Rot, Handfläche, 2 GP" in lines
    assert any(line.startswith("Ratte noch  9 Schritte  [") for line in lines)
