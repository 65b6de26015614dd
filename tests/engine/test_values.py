"""Values: made, equal, hidden and kept as frozen dataclasses are, which takes them ten times as long."""

from __future__ import annotations

import copy
import pickle
from dataclasses import asdict, dataclass, is_dataclass, replace
from typing import Any

import pytest

from khronos_pbem.deck.crypto.secrets import DeckKey
from khronos_pbem.values import defaults_of, fields_of, value


@value
class Going:
    """Somebody goes somewhere."""

    who: str
    steps: int = 1
    past: tuple[str, ...] = ()

    @property
    def told(self) -> str:
        """The going in words."""
        return f"{self.who} goes {self.steps}"


@value
class Coming:
    """The same fields, and another thing."""

    who: str
    steps: int = 1
    past: tuple[str, ...] = ()


@value
class Running(Going):
    """A faster one, with a default of its own and one field more."""

    steps: int = 4
    shoes: bool = True


@dataclass(frozen=True, slots=True)
class Limping(Going):
    """A dataclass with a field more."""

    side: str = ""


@value
class Resting:
    """There is nothing to say of it."""


@value
class Shy:
    """What it holds is shown to nobody, and is made small."""

    HIDDEN = ("secret",)
    name: str
    secret: str

    def __post_init__(self) -> None:
        """Small letters only."""
        object.__setattr__(self, "name", self.name.lower())


def test_a_value_is_made_by_place_by_name_and_by_default() -> None:
    assert Going("ann", past=("here",)) == Going("ann", 1, ("here",))
    assert Going("ann").told == "ann goes 1"
    assert Running("bob") == Running("bob", 4, (), True)
    assert isinstance(Running("bob"), Going)
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'who'"):
        Going()  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="unexpected keyword argument"):
        Going("ann", speed=3)  # type: ignore[call-arg]


def test_values_are_equal_by_their_class_and_fields() -> None:
    ann: Any = Going("ann")
    assert Going("ann", 2) != ann
    assert Coming("ann") != ann
    assert Running("ann", 1) != ann
    assert Resting() == Resting() != ann
    assert len({ann, Coming("ann"), Going("ann"), Resting(), Resting()}) == 3
    assert ann != ("ann", 1, ())


def test_nobody_changes_a_value() -> None:
    going = Going("ann")
    with pytest.raises(AttributeError, match=r"Going\.who cannot be changed"):
        going.who = "bob"  # type: ignore[misc]
    with pytest.raises(AttributeError, match=r"Going\.plugins cannot be changed"):
        going.plugins = 2  # type: ignore[attr-defined]
    with pytest.raises(AttributeError, match=r"Going\.who cannot be changed"):
        del going.who
    assert not hasattr(going, "__dict__")


def test_a_value_is_read_by_its_pattern() -> None:
    match Running("bob"):
        case Running(who, steps, shoes=True):
            assert (who, steps) == ("bob", 4)
        case _:
            pytest.fail("no pattern fits")


def test_what_is_hidden_is_in_no_text() -> None:
    assert repr(Going("ann", 2)) == "Going(who='ann', steps=2, past=())"
    assert repr(Shy("ANN", "key")) == "Shy(name='ann')"
    assert repr(Resting()) == "Resting()"
    assert "7" not in f"{DeckKey(7)!r}{DeckKey(7)}{[DeckKey(7)]}"


def test_a_value_is_copied_and_sent_as_it_is() -> None:
    for each in (Going("ann", 2), Running("bob"), Resting(), Shy("ann", "key")):
        assert copy.deepcopy(each) == copy.copy(each) == each
        assert pickle.loads(pickle.dumps(each)) == each


def test_the_fields_of_a_value_are_known() -> None:
    assert fields_of(Running) == ("who", "steps", "past", "shoes")
    assert defaults_of(Running) == {"steps": 4, "past": (), "shoes": True}
    assert replace(Running("bob"), past=("there",)) == Running("bob", past=("there",))
    assert asdict(Going("ann")) == {"who": "ann", "steps": 1, "past": ()}
    assert is_dataclass(Resting)
    with pytest.raises(TypeError, match="unexpected keyword argument"):
        replace(Resting(), who="ann")


def test_a_dataclass_may_go_on_from_a_value() -> None:
    limping = Limping("ann", side="left")
    assert limping == replace(Limping("ann"), side="left") != Limping("ann")
    assert (limping.told, hash(limping)) == ("ann goes 1", hash(copy.copy(limping)))
    with pytest.raises(AttributeError, match="cannot assign"):
        limping.side = "right"  # type: ignore[misc]
