"""What letters suggest: legal orders of both games, in the reader's language, and never too many."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import UTC

import pytest

from khronos_pbem.engine.features.bots import SearchSettings, Strength
from khronos_pbem.engine.features.turn_screen import Composing
from khronos_pbem.games.registry import feature_or_none
from khronos_pbem.languages import translator
from khronos_pbem.messages import untranslated
from khronos_pbem.remote.letters import suggested_answers as offered
from khronos_pbem.remote.letters.suggested_answers import (
    COMMENT_WIDTH,
    MOST_GROUPS,
    Suggestion,
    best_turn_suggestions,
    choice_suggestions,
    order_suggestions,
    own_orders_suggestion,
    turn_end_suggestions,
)
from khronos_pbem.session.turns.hint import advise
from khronos_pbem.session.turns.turn_draft import Composition
from tests.remote.letters.samples import composition_of, telephone
from tests.support.playing import Group

LANGUAGES = ("en", "fr", "de")
GAMES = ("khronos", "my-village")
QUICK = SearchSettings(Strength.STRONG, "1", 0.3)


def orders_in(suggestion: Suggestion) -> str:
    """The orders of a request to play or to try."""
    word, _, more = suggestion.request[0].partition(" ")
    assert word in ("play", "try")
    return "\n".join((more, *suggestion.request[1:]))


def orders_in_comments(comments: Sequence[str]) -> Iterator[str]:
    """The orders that comments list: each alone, or a form with the words for its `...` or its end."""
    joined = re.sub(r"\n#   ", " ", "\n".join(comments))
    for line in joined.splitlines():
        form, colon, words = line.removeprefix("# ").partition(": ")
        if not colon:
            yield form
        for word in words.split():
            yield form.replace("...", word) if "..." in form else f"{form} {word}"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_kind_of_order_is_suggested_with_all_its_targets(
    game: str, language: str, groups: dict[str, Group]
) -> None:
    """Together they are the legal orders, but for those that nobody should give by one tap."""
    composition = composition_of(telephone(groups[f"{game} turn"]))
    legal = [text for text, _ in composition.next.orders]
    found = list(order_suggestions(composition, translator(language, UTC)))
    assert 1 < len(found) <= MOST_GROUPS
    listed: set[str] = set()
    for suggestion in found:
        first = composition.read(orders_in(suggestion)).composition.texts
        assert len(first) == 1
        listed.update(first)
        for order in orders_in_comments(suggestion.comments):
            (parsed,) = composition.game.parse(order)
            listed.add(composition.game.text(parsed.order))
    assert listed == {text for text in legal if text.split()[0] not in ("end", "resign", "policy")}


@pytest.mark.parametrize("game", GAMES)
def test_comments_are_comments_after_any_mail_program(game: str, groups: dict[str, Group]) -> None:
    """They are short enough that none is broken into a line that would be an order."""
    composition = composition_of(telephone(groups[f"{game} turn"]))
    for language in LANGUAGES:
        for suggestion in order_suggestions(composition, translator(language, UTC)):
            assert all(line.startswith("#") for line in suggestion.comments)
            assert max(map(len, suggestion.comments), default=0) <= COMMENT_WIDTH


def test_what_costs_more_comes_last(groups: dict[str, Group]) -> None:
    composition = composition_of(telephone(groups["khronos turn"]))
    chapels = next(
        each for each in order_suggestions(composition, untranslated) if each.label.startswith("Build chapel")
    )
    assert "with" not in chapels.request[0]
    assert chapels.note.startswith("costs 1 religious; ")
    dear = [" with " in line for line in chapels.comments if not line.startswith("#   ")]
    assert dear == sorted(dear)


def test_suggestions_go_on_from_orders_that_were_tried(groups: dict[str, Group]) -> None:
    """The orders so far stand before each suggestion, and can be played as soon as the turn can end."""
    begun = composition_of(telephone(groups["khronos turn"]))
    tried = begun.add(next(order for text, order in begun.next.orders if text.startswith("build")))
    for suggestion in order_suggestions(tried, untranslated):
        assert suggestion.request[:2] == ("try", *tried.texts)
        assert len(begun.read(orders_in(suggestion)).composition.texts) == 2
    (play,) = turn_end_suggestions(tried, untranslated)
    assert play.request == ("play", *tried.texts, "end")
    assert play.main
    whole = begun.read(orders_in(play)).composition
    (same,) = turn_end_suggestions(whole, untranslated)
    assert (same.label, same.request) == ("Play these orders", play.request)
    assert own_orders_suggestion(tried, ["# end"], untranslated).request == ("try", *tried.texts)


def test_the_end_of_a_turn_is_suggested_where_it_is_legal(groups: dict[str, Group]) -> None:
    (end,) = turn_end_suggestions(composition_of(telephone(groups["khronos turn"])), translator("de", UTC))
    assert (end.label, end.request) == ("Den Zug beenden", ("play ende",))
    village = composition_of(telephone(groups["my-village turn"]))
    assert list(turn_end_suggestions(village, untranslated)) == [], "first two dice are taken"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_each_answer_to_a_choice_can_be_tapped(game: str, language: str, groups: dict[str, Group]) -> None:
    composition = composition_of(telephone(groups[f"{game} choice"]))
    choice = composition.choice
    assert choice is not None
    found = list(choice_suggestions(composition, choice, translator(language, UTC)))
    answers = list[str]()
    for suggestion in found:
        assert suggestion.request[0].startswith("play ")
        assert suggestion.note
        played = composition.read(orders_in(suggestion)).composition
        assert played.is_whole_block
        answers += played.texts
    assert answers == [f"{choice.kind} {option}" for option in choice.options]


def test_many_answers_share_the_last_link(groups: dict[str, Group], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(offered, "MOST_ANSWERS", 2)
    composition = composition_of(telephone(groups["khronos choice"]))
    choice = composition.choice
    assert choice is not None
    assert len(choice.options) > 2
    first, rest = choice_suggestions(composition, choice, untranslated)
    answers = [f"{choice.kind} {option}" for option in choice.options]
    assert first.request == (f"play {answers[0]}",)
    assert rest.request == (f"play {answers[1]}",)
    assert list(orders_in_comments(rest.comments)) == answers[1:]


@pytest.mark.parametrize("game", GAMES)
def test_the_best_turns_are_those_of_a_hint(game: str, groups: dict[str, Group]) -> None:
    start = composition_of(telephone(groups[f"{game} turn"])).starting_point
    found = list(best_turn_suggestions(start, QUICK, untranslated))
    advice = advise(start, QUICK).composition
    assert 1 < len(found) <= 3
    assert orders_in(found[0]).split() == "\n".join(advice.texts).split()
    positions = []
    for number, suggestion in enumerate(found, 1):
        assert suggestion.label == f"Suggestion {number}"
        assert suggestion.main
        played = Composition(start).read(orders_in(suggestion)).composition
        assert suggestion.note == "; ".join(played.texts)
        assert played.is_whole_block is suggestion.request[0].startswith("play")
        positions.append(played.position)
    assert all(one != two for number, one in enumerate(positions) for two in positions[:number])


def test_a_game_without_a_turn_screen_groups_its_orders_by_verb(
    groups: dict[str, Group], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        offered,
        "feature_or_none",
        lambda game, kind: None if kind is Composing else feature_or_none(game, kind),
    )
    composition = composition_of(telephone(groups["khronos turn"]))
    found = list(order_suggestions(composition, untranslated))
    verbs = [verb for verb in composition.next.verbs if verb not in ("end", "resign")]
    assert [each.label for each in found] == [f"{verb.capitalize()} …" for verb in verbs]


def test_there_are_never_too_many(groups: dict[str, Group], monkeypatch: pytest.MonkeyPatch) -> None:
    """The last kinds of orders share a link then, and none is lost."""
    composition = composition_of(telephone(groups["khronos turn"]))
    every = [each for found in order_suggestions(composition, untranslated) for each in found.comments]
    monkeypatch.setattr(offered, "MOST_GROUPS", 3)
    found = list(order_suggestions(composition, untranslated))
    assert len(found) == 3
    assert found[-1].label == "Other orders"
    assert (
        len({*orders_in_comments(every)} - {*orders_in_comments([c for f in found for c in f.comments])}) == 0
    )
