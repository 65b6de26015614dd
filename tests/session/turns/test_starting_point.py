"""The starting point of a turn: the same from a player's view of a table as from the player's secrets."""

from __future__ import annotations

from pathlib import Path

import pytest

from khronos_pbem.games.registry import GAMES
from khronos_pbem.record.block import ANSWER, TURN
from khronos_pbem.session.identities import load_author
from khronos_pbem.session.queries.player_view import load_view
from khronos_pbem.session.replay.table import waiting
from khronos_pbem.session.turns.starting_point import starting_point_in_view, starting_point_of
from tests.support.playing import Group


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_view_has_the_same_starting_point(game: str, tmp_path: Path) -> None:
    """Turns and answers alike: the same position, the same cards that can be read."""
    group = Group(tmp_path, 2, 4, game=game)
    group.start()
    kinds = set()
    for _ in range(16):
        now = waiting(group.table())
        if now is not None and now.need in (TURN, ANSWER):
            kinds.add(now.need)
            context = group.context(group.mover())
            view = load_view(group.save, context)
            author = load_author(context.home, group.table(), context.name, context.ask)
            known = starting_point_of(group.table(), author, explore=False)
            assert starting_point_in_view(view) == known
        group.step()
    assert TURN in kinds
