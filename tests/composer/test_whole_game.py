"""A whole game of three played through the composer: each order by its keys, each turn as `play` takes it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from khronos_pbem.composer.app import Composer
from khronos_pbem.composer.composer_context import composer_context_of
from khronos_pbem.composer.keys import keys_of
from khronos_pbem.composer.pages import PageAction, commit_page
from khronos_pbem.composer.state import State, initial_state
from khronos_pbem.composer.turn_sources import Scene
from khronos_pbem.home.turn_plans import Plan
from khronos_pbem.messages import untranslated
from khronos_pbem.session.turns.starting_point import starting_point_of
from khronos_pbem.session.turns.turn_draft import Composition
from tests.composer.benches import piloted
from tests.session.memory import Memory, header


def by_keys(state: State, text: str) -> State:
    """The order given as a person gives it: its key, the tool's digit, the cursor, the option, Enter."""
    if state.aim is None:
        verb = text.split(maxsplit=1)[0]
        state = state.begun(next(key.verbs for key in state.game.verb_keys if verb in key.verbs))
    assert state.aim is not None, state.message
    numbers = range(len(state.aim.tools))
    number = next(n for n in numbers if text in [each for each, _ in state.aim.tools[n].orders])
    state = state.digit(number + 1) if len(numbers) > 1 else state
    if state.orders_by_spot:
        found = (
            spot for spot, orders in state.orders_by_spot.items() if text in [each for each, _ in orders]
        )
        state = state.at(next(found))
        state = state.given() if len(state.options) > 1 else state
    while state.chosen is not None and state.chosen[0] != text:
        state = state.moved(1, 0)
    assert state.preview is not None
    foreseen = state.preview.position
    given = state.given()
    if not given.composition.given[-1].revealed:
        assert given.composition.position == foreseen, "what was shown before is what came"
    return given


def picked(state: State, random: Random, most: int = 3) -> str:
    """An order by chance, of a verb by chance: so many in a turn, then its end."""
    legal, verbs = state.composition.next.orders, set(state.composition.next.verbs)
    wanted = sorted(verbs - {"policy", "resign", "exchange", "end"})
    if state.aim is not None:
        wanted = [verb for verb in wanted if verb in state.aim.verbs]
    if not wanted or (state.aim is None and len(state.composition.given) >= most):
        wanted = ["end"]
    verb = random.choice(wanted)
    return random.choice([text for text, _ in legal if text.split()[0] == verb])


def test_a_whole_game_of_three() -> None:
    game, random, kinds = Memory(header(3, holdem=True, title="Composed")).start(), Random(3), set[str]()
    while not game.table.game.is_over(game.table.position):
        writer = game.author(game.mover)
        state = initial_state(Composition(starting_point_of(game.table, writer, explore=False)))
        while state.composition.can_continue:
            text = picked(state, random)
            state = by_keys(state, text)
            kinds.add(text.split()[0])
        page = commit_page(state.composition, True, untranslated)
        assert [choice.do for choice in page.choices] == [
            PageAction.BACK,
            PageAction.SEND,
            PageAction.SIGN,
            PageAction.KEEP,
        ]
        drafted = game.play("\n".join(state.composition.texts))
        assert drafted.events == state.composition.events
        game.settle()
    assert game.table.game.winners(game.table.position)
    assert kinds >= {"build", "upgrade", "travel", "swap", "populate", "end"}


@dataclass
class AtTable:
    """The table of a game in memory as its next player sees it."""

    game: Memory
    signs: bool = True
    seen: int = -1
    kept: tuple[Plan, ...] = field(default=())

    def scene(self) -> Scene:
        """Whoever has to move."""
        self.seen = self.game.table.seq
        starting_point = starting_point_of(self.game.table, self.game.author(self.game.mover), explore=False)
        return Scene(starting_point, "Composed", head=str(self.seen))

    def changed(self) -> bool:
        """Whether a block has come since."""
        return self.game.table.seq != self.seen

    def plans(self) -> tuple[Plan, ...]:
        """Those of this sitting."""
        return self.kept

    def keep(self, plans: Sequence[Plan]) -> None:
        """For this sitting."""
        self.kept = tuple(plans)


def test_a_round_of_three_on_the_screen() -> None:
    """The keys themselves: three players, one after the other, on one screen that follows the game."""
    game, random = Memory(header(3, title="Composed")).start(), Random(4)

    async def test(pilot: Any, app: Composer) -> None:
        for _ in range(3):
            while app.state.composition.can_continue:
                await pressed(pilot, app, picked(app.state, random, most=1))
            await pilot.press("enter")
            assert app.page is not None
            assert PageAction.SIGN in [choice.do for choice in app.page.choices]
            await pilot.press("escape")
            game.play("\n".join(app.state.composition.texts))
            game.settle()
            app.bench.saved_plans = ()
            app.state = initial_state(app.state.composition)
            app.look()
            app.to(initial_state(Composition(app.bench.scene.starting_point)))

    piloted(test, composer_context_of(AtTable(game)))


async def pressed(pilot: Any, app: Composer, text: str) -> None:
    """The keys that `by_keys` stands for."""
    if app.state.aim is None:
        table = {key.action: key.keys[0] for key in keys_of(app.state.game)}
        verbs = [key.verbs for key in app.state.game.verb_keys]
        number = next(n for n, each in enumerate(verbs) if text.split(maxsplit=1)[0] in each)
        await pilot.press(table[f"begin({number})"])
    wanted = by_keys(app.state, text)
    aim = app.state.aim
    assert aim is not None
    tool = next(n for n, each in enumerate(aim.tools) if text in [order for order, _ in each.orders])
    if len(aim.tools) > 1:
        await pilot.press(str(tool + 1))
    spots = [
        spot for spot, orders in app.state.orders_by_spot.items() if text in [each for each, _ in orders]
    ]
    if spots:
        app.to(app.state.at(spots[0]))
        if len(app.state.options) > 1:
            await pilot.press("enter")
    while app.state.chosen is not None and app.state.chosen[0] != text:
        app.to(app.state.moved(1, 0))
    await pilot.press("enter")
    assert app.state.composition == wanted.composition
