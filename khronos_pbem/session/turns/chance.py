"""Decks and dice without shares: all requests of a game are served at once, as in a trial."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from types import MappingProxyType
from typing import NamedTuple

from khronos_pbem.engine.card_handles import Handle
from khronos_pbem.engine.contract import (
    AnyGame,
    AnyPosition,
    DealRequest,
    OpenRequest,
    Outcome,
    Request,
    RollRequest,
    ShuffleRequest,
    as_rolling_game,
)
from khronos_pbem.engine.features.protocols import Positions
from khronos_pbem.errors import UsageError
from khronos_pbem.games.registry import feature
from khronos_pbem.messages import listed, message


class Chance(NamedTuple):
    """The decks of a position, and the seed that decides all further random results.

    `served` counts the requests already served. `decks` has the labels of each deck by slot; a deck that is
    missing stays hidden. `dealt` are the slots that have been dealt or opened. `prepared` is true for a
    set-up position, which may itself contain the results of its next rolls.
    """

    seed: str = ""
    served: int = 0
    decks: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    dealt: frozenset[Handle] = frozenset()
    prepared: bool = False


class ChanceServer:
    """A server for the requests of one order; `chance` is the state after them.

    `rolls` are the numbers of the next dice, `cards` the labels of the next cards that are dealt or opened.
    Everything beyond them comes from the seed.
    """

    def __init__(
        self, game: AnyGame, chance: Chance, rolls: Iterable[int] = (), cards: Iterable[str] = ()
    ) -> None:
        self.chance = chance
        self._game, self._rolls, self._cards = game, list(rolls), list(cards)

    def shuffle(self, deck: str, labels: Sequence[str]) -> None:
        """Add a shuffled deck of these labels."""
        shuffled = tuple(self._random().sample(labels, len(labels)))
        self.chance = self.chance._replace(decks={**self.chance.decks, deck: shuffled})

    def serve(self, position: AnyPosition, request: Request) -> Outcome[AnyPosition]:
        """Serve one request, with the signature of `engine.runner.Serve`.

        Raises UsageError if a given number or card is impossible.
        """
        match request:
            case DealRequest(_, handles):
                return Outcome(self._with_cards(position, handles))
            case OpenRequest(handle):
                return Outcome(self._with_cards(position, [handle]))
            case ShuffleRequest(deck, labels):
                self.shuffle(deck, labels)
                return Outcome(position)
            case RollRequest():
                return self._roll(position, request)

    def check_all_used(self) -> None:
        """Raise UsageError if some of the given numbers or cards were not needed."""
        left = [*map(str, self._rolls), *self._cards]
        if left:
            what = message("the order does not need these rolls or cards: {names}", names=listed(left))
            raise UsageError(what)

    def _random(self) -> Random:
        """Return the random number generator for the next request."""
        self.chance = self.chance._replace(served=self.chance.served + 1)
        return Random(f"{self.chance.seed}/{self.chance.served}")

    def _roll(self, position: AnyPosition, request: RollRequest) -> Outcome[AnyPosition]:
        random = self._random()
        if self.chance.prepared and not self._rolls:
            return feature(self._game, Positions).serve(random.getrandbits(32))(position, request)
        game = as_rolling_game(self._game)
        assert game is not None
        numbers = tuple(self._number(bound, random) for bound in request.bounds)
        return game.apply_roll(position, request.name, numbers)

    def _number(self, bound: int, random: Random) -> int:
        """Return the next given number, or a random one if none is left."""
        number = self._rolls.pop(0) if self._rolls else random.randrange(bound)
        if not 0 <= number < bound:
            what = message("this roll cannot result in {number}", number=number)
            raise UsageError(what, hint=message("give a number from 0 to {most}", most=bound - 1))
        return number

    def _with_cards(self, position: AnyPosition, handles: Sequence[Handle]) -> AnyPosition:
        """Return the position with the cards in these slots made known, except in a hidden deck."""
        labels = {handle: self._label(handle) for handle in handles if handle.deck in self.chance.decks}
        return self._game.learn(position, labels) if labels else position

    def _label(self, handle: Handle) -> str:
        """Deal a slot and return its card; a card that was given is first swapped into the slot."""
        deck = list(self.chance.decks[handle.deck])
        if self._cards:
            place = self._find(deck, handle, self._cards.pop(0))
            deck[place], deck[handle.slot] = deck[handle.slot], deck[place]
        decks = {**self.chance.decks, handle.deck: tuple(deck)}
        self.chance = self.chance._replace(decks=decks, dealt=self.chance.dealt | {handle})
        return deck[handle.slot]

    def _find(self, deck: Sequence[str], handle: Handle, label: str) -> int:
        """Return a slot that is not dealt yet and holds this card, preferably the slot to be dealt.

        Raises UsageError if there is none.
        """
        dealt = self.chance.dealt
        free = [slot for slot in range(len(deck)) if Handle(handle.deck, slot) not in dealt]
        found = [slot for slot in free if deck[slot] == label]
        if not found:
            what = message("the deck no longer contains this card: {words}", words=label)
            hint = message("choose from {items}", items=listed(sorted({deck[slot] for slot in free})))
            raise UsageError(what, hint=hint)
        return handle.slot if handle.slot in found else found[0]
