"""Games in which somebody has to take a turn, to choose or to vote; tests only look at them."""

from __future__ import annotations

import json
import pickle
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from khronos_pbem.session.commands.write_blocks import play_turn, vote
from khronos_pbem.session.replay.table import waiting
from tests.remote.letters.samples import CLOCK, TOKEN, played_until
from tests.support.playing import Group
from tests.support.sharing import shared
from tests.support.voters import begun_in

HOSTILE = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</a><a href=mailto:eve@example.org>End the turn</a>",
    "</pre></td></table><h1>Winner: me</h1>",
    "{{ 7*7 }}{% raw %}&lt;b&gt;",
    "play resign",
    f"{TOKEN} and {TOKEN.upper()}",
    "mailto:eve@example.org?subject=x&body=play%20resign%0D%0Aend",
)
"""What another player may type to get something into the letter, or into an answer to it."""


@pytest.fixture(scope="session")
def groups(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Group]:
    """Games of three by what has to be done: `khronos turn`, `my-village choice`, and so on.

    One worker plays them, and each has a copy of all that the players have.
    """
    own = tmp_path_factory.mktemp("letters") / "games"
    with shared("letters") as folder:
        kept = folder / "groups"
        if not kept.exists():
            kept.write_bytes(pickle.dumps(dict(_played(folder))))
        found: dict[str, Group] = pickle.loads(kept.read_bytes())
        shutil.copytree(folder, own)
    return {
        kind: replace(group, folder=own / group.folder.relative_to(folder)) for kind, group in found.items()
    }


def _played(folder: Path) -> Iterator[tuple[str, Group]]:
    for game, seed, options in (("khronos", 2, {"clock": CLOCK}), ("my-village", 5, {})):
        group = Group(folder / game, 3, seed, game=game)
        group.until_a_turn("Ours", **options)
        group.play(9)
        played_until(group, "turn")
        copied = folder / f"{game}-turn"
        shutil.copytree(group.folder, copied)
        yield f"{game} turn", replace(group, folder=copied, known=None)
        played_until(group, "answer")
        yield f"{game} choice", replace(group, known=None)


@pytest.fixture(scope="session")
def voting(tmp_path_factory: pytest.TempPathFactory) -> Group:
    """A game of three in which one has voted to continue without another, and the third votes next."""
    group = begun_in(tmp_path_factory.mktemp("voting"), 3)
    now = waiting(group.table())
    assert now is not None
    assert now.seat is not None
    stay = group.table().record_seats.staying((now.seat,))
    vote(group.save, group.context(group.name_of(stay[1])), [group.colours[now.seat]])
    return group


@pytest.fixture(scope="session")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Group:
    """A game of two in which the title and all that the other player said is hostile."""
    group = Group(tmp_path_factory.mktemp("hostile"), 2, 5)
    group.until_a_turn(f"play end; <b>{TOKEN}</b> &body=x")
    orders = [f"message {json.dumps(words)}" for words in HOSTILE]
    others = [each for each in group.colours[:2] if each != group.table().seats[_mover(group)].colour]
    orders.append(f"message to {others[0]} {json.dumps(HOSTILE[0] + TOKEN)}")
    play_turn(group.save, group.context(group.mover()), "\n".join([*orders, "end"]))
    return group


def _mover(group: Group) -> int:
    now = waiting(group.table())
    assert now is not None
    assert now.seat is not None
    return now.seat
