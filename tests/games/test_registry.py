"""The table of games: found by name, with their features, and loaded only for what is asked of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from khronos_pbem.engine.features import (
    bots,
    lessons,
    letter_tables,
    puzzles,
    statistics,
    turn_screen,
    vector_drawing,
    what_if,
)
from khronos_pbem.engine.features import protocols as features
from khronos_pbem.engine.features.protocols import MISSING, Columns, Drawing, GamePlugin, Options
from khronos_pbem.errors import InvalidFile, UnsupportedFormat, UsageError
from khronos_pbem.games import registry
from khronos_pbem.games.registry import (
    GAMES,
    feature,
    feature_or_none,
    game_by_name,
    game_for_rules,
    games_with_feature,
)

BARE = GamePlugin("tests.games.test_registry:Bare", {})
"""The wing of a game without features."""

UNASKED = {"WhatIf"}
"""Features whose lack nobody is told: the table does without."""


def protocols() -> dict[str, type[Any]]:
    """The features that there are, by their names."""
    modules = (
        features,
        bots,
        turn_screen,
        letter_tables,
        lessons,
        puzzles,
        vector_drawing,
        statistics,
        what_if,
    )
    own = [
        each for m in modules for each in vars(m).values() if getattr(each, "__module__", "") == m.__name__
    ]
    return {each.__name__: each for each in own if getattr(each, "_is_protocol", False)}


KINDS = protocols()


class Bare:
    """As much of a game as the table of games looks at."""

    name = "bare"
    rules = 3


@pytest.fixture
def _bare(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setitem(GAMES, "bare", "tests.games.test_registry:BARE")
    yield
    registry._instance.cache_clear()


@pytest.mark.parametrize("kind", KINDS.values(), ids=list(KINDS))
def test_what_the_games_offer_is_what_its_protocol_says(kind: type[Any]) -> None:
    found: list[tuple[str, Any]] = list(games_with_feature(kind))
    assert found
    for name, each in found:
        assert isinstance(each, kind), name
        assert feature(name, kind) is each


def test_every_feature_has_a_sentence_for_its_lack() -> None:
    assert KINDS.keys() - UNASKED == MISSING.keys()


def test_a_game_offers_nothing_that_is_no_feature() -> None:
    assert set().union(*(registry._plugin(name).features for name in GAMES)) == KINDS.keys()


def test_a_game_is_the_same_one_however_often_it_is_asked_for() -> None:
    assert game_by_name("khronos") is game_for_rules("khronos", 1)


@pytest.mark.usefixtures("_bare")
def test_a_game_without_a_feature_is_told_in_one_line() -> None:
    game = game_by_name("bare")
    assert feature_or_none(game, Drawing) is None
    with pytest.raises(UsageError, match="the game bare has no pictures"):
        feature(game, Drawing)
    assert [name for name, _ in games_with_feature(Columns)] == sorted(set(GAMES) - {"bare"})


@pytest.mark.usefixtures("_bare")
def test_a_game_of_newer_rules_needs_a_newer_program() -> None:
    assert game_for_rules("bare", 3).name == "bare"
    with pytest.raises(UnsupportedFormat, match="revision 4 of the rules of bare"):
        game_for_rules("bare", 4)


@pytest.mark.parametrize("name", ["", "chess", "khronos ", "khronos_pbem.games.khronos:PLUGIN"])
def test_there_is_no_game_of_another_name(name: str) -> None:
    with pytest.raises(InvalidFile, match="there is no game") as caught:
        game_by_name(name)
    assert caught.value.hint == "choose one of khronos, my-village"


def test_options_are_declared_once() -> None:
    for name, options in games_with_feature(Options):
        declared = [(option.command, option.flag) for option in options.declared]
        assert len(set(declared)) == len(declared), name
