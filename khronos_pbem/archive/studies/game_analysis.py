"""A finished game turn by turn: what was played, and what a strong player would have done in that place.

Every turn is judged by what its seat saw then: the hand of that moment, which the record has shown since, and
nothing of the others'. A verdict hangs on the game, the strength, the time and the seed alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from khronos_pbem.archive.timeline import Chronicle, Step
from khronos_pbem.engine.card_handles import Handle
from khronos_pbem.engine.contract import Game
from khronos_pbem.engine.features.bots import Bots, Part, Thinking
from khronos_pbem.errors import NothingToDo, OrderError
from khronos_pbem.games.registry import feature, game_named
from khronos_pbem.messages import message, operand
from khronos_pbem.record.block import ANSWER, TURN
from khronos_pbem.session.turns import hint as advising
from khronos_pbem.session.turns import turn_draft as composing

if TYPE_CHECKING:
    from khronos_pbem.session.replay.worker_pool import WorkerPool
    from khronos_pbem.session.turns.hint import Advice

LEAST = 1.0
"""What another turn has to be worth more for a turn to be marked, in what its game counts."""
MUCH = 4.0
"""From here on it is marked twice."""


class Moment(NamedTuple):
    """A block of orders as its seat stood before it: `view` is the position by what the seat saw, `orders`
    what it gave that changed anything, `texts` the same in canonical text."""

    seq: int
    round: int
    seat: int
    kind: str
    view: Any
    orders: tuple[Any, ...]
    texts: tuple[str, ...]


class Verdict(NamedTuple):
    """A block that was judged: what its orders were worth, the best ones found with their worth, why they
    are, and what the difference is made of, the greatest part first. `worth` is how the seat was expected to
    stand at the end against the others."""

    seq: int
    round: int
    seat: int
    kind: str
    orders: tuple[str, ...]
    worth: float
    best: tuple[str, ...]
    best_worth: float
    why: tuple[str, ...]
    made_of: tuple[Part, ...] = ()

    @property
    def lost(self) -> float:
        """By how much the other turn was worth more; 0 where none was found."""
        return max(0.0, self.best_worth - self.worth)

    @property
    def mark(self) -> str:
        """`?` for a turn that another one was better than, `??` for one that gave much away."""
        return "" if self.lost < LEAST else "?" if self.lost < MUCH else "??"


class Analysis(NamedTuple):
    """The verdicts on a game in the order of its blocks, how they were found, and how many there are if none
    is missing; `unknown` are blocks that could not be judged, for not all cards of their hands were ever
    shown."""

    strength: str
    seconds: float
    seed: str
    verdicts: tuple[Verdict, ...]
    turns: int
    unknown: tuple[int, ...] = ()

    @property
    def whole(self) -> bool:
        """Whether every turn was judged."""
        return len(self.verdicts) == self.turns

    def of(self, seq: int) -> Verdict | None:
        """The verdict on a block, if there is one."""
        return next((each for each in self.verdicts if each.seq == seq), None)

    def marked(self) -> list[Verdict]:
        """The turns that another one was better than."""
        return [each for each in self.verdicts if each.mark]

    def worst_of(self, seat: int) -> Verdict | None:
        """The turn of a seat that another one was worth most more than; None if none is marked."""
        return max((v for v in self.marked() if v.seat == seat), key=lambda v: v.lost, default=None)


# --- what there is to judge -------------------------------------------------------------------------------


def check_finished(chronicle: Chronicle) -> None:
    """Raise NothingToDo for a game that is still played: an analysis would help one of its players."""
    if not chronicle.finished:
        what = message("the game is not over, so an analysis would help one of its players")
        hint = message("for advice on your own turn, use khronos hint {file}", file=operand(chronicle.source))
        raise NothingToDo(what, rule="FORMATS 1", hint=hint)


def moments(chronicle: Chronicle) -> tuple[list[Moment], tuple[int, ...]]:
    """Every block of orders with what its seat saw, and the blocks whose hands are not all known."""
    labels = {handle: label for step in chronicle.steps for handle, label in step.cards.items()}
    found, unknown = list[Moment](), list[int]()
    for steps in _blocks(chronicle):
        game, seat = chronicle.game, steps[0].seat
        start = chronicle.steps[steps[0].number - 1].position
        if game.gone(steps[-1].position, seat):
            continue
        view = _seen(game, start, seat, labels)
        if view is None:
            unknown.append(steps[0].seq)
            continue
        orders = tuple(_orders(chronicle, steps, labels))
        if orders:
            texts = tuple(game.text(order) for order in orders)
            place = (steps[0].seq, int(game.round(start)), seat, steps[0].kind)
            found.append(Moment(*place, view, orders, texts))
    return found, tuple(unknown)


def _blocks(chronicle: Chronicle) -> Iterator[list[Step]]:
    """The steps with orders of each turn and answer."""
    blocks: dict[int, list[Step]] = {}
    for step in chronicle.steps:
        if step.order and step.number and step.kind in (TURN, ANSWER):
            blocks.setdefault(step.seq, []).append(step)
    yield from (steps for steps in blocks.values() if chronicle.steps[steps[0].number - 1].position)


def _seen(game: Game[Any, Any], position: Any, seat: int, labels: Mapping[Handle, str]) -> Any:
    """A position as its seat saw it then; None if a card of its hand was never shown.

    A card without a slot is known to everybody; what `learn` is not told of stays as it is.
    """
    known = {handle: labels[handle] for handle in game.hand(position, seat) if handle in labels}
    view = feature(game, Bots).seen(game.learn(position, known), seat)
    return view if _readable(game, view, seat, known) else None


def _readable(game: Game[Any, Any], view: Any, seat: int, known: Mapping[Handle, str]) -> bool:
    """Whether a seat knew all the cards that it needed for a turn."""
    own = set(game.hand(view, seat))
    return all(handle in known for handle in game.needed_cards(view, seat) if handle in own)


def _orders(chronicle: Chronicle, steps: Sequence[Step], labels: Mapping[Handle, str]) -> Iterator[Any]:
    """The orders of a block that changed anything, with what the record leaves unsaid of hidden cards."""
    game = chronicle.game
    for step in steps:
        before = chronicle.steps[step.number - 1].position
        view = None if step.position == before else _seen(game, before, step.seat, labels)
        if view is not None:
            yield _unhidden(game, view, step, game.parse(step.order)[0].order, labels)


def _unhidden(game: Game[Any, Any], view: Any, step: Step, order: Any, labels: Mapping[Handle, str]) -> Any:
    """An order as its player gave it: the record does not name cards that stay in his hand."""
    seat = step.seat
    try:
        game.apply(view, seat, order)
    except OrderError:
        kept = _hand(game, step.position, view, seat, labels)
        for other in game.legal(view):
            if game.text(game.public_order(view, seat, other)) == step.order:
                after = game.apply(view, seat, other).position
                if _hand(game, after, view, seat, labels) == kept:
                    return other
        raise
    return order


def _hand(
    game: Game[Any, Any], after: Any, before: Any, seat: int, labels: Mapping[Handle, str]
) -> Counter[str]:
    """The cards of a seat's hand that are still in it."""
    still = set(game.hand(after, seat)) & set(game.hand(before, seat))
    return Counter(labels.get(handle, "") for handle in still)


# --- judging ----------------------------------------------------------------------------------------------


def judged(name: str, colours: tuple[str, ...], moment: Moment, thinking: Thinking) -> Verdict:
    """What a block was worth, and the best that its seat could have done."""
    game = game_named(name)
    bots = feature(game, Bots)
    worth = bots.worth(moment.view, moment.seat, moment.orders, thinking)
    readable = frozenset(game.hand(moment.view, moment.seat))
    starting_point = composing.StartingPoint(game, moment.view, colours, moment.seat, readable)
    advice = advising.advise(starting_point, thinking)
    better = advice.worth > worth
    return Verdict(
        *moment[:4],
        moment.texts,
        round(worth, 2),
        advice.composition.texts if better else moment.texts,
        round(max(advice.worth, worth), 2),
        advice.why if better else (),
        _made_of(bots, moment, advice, advice.worth - worth, thinking) if better else (),
    )


def _made_of(
    bots: Bots[Any, Any], moment: Moment, advice: Advice, lost: float, thinking: Thinking
) -> tuple[Part, ...]:
    """What other orders are worth more by, part by part, to a tenth: the parts add up to the difference."""
    orders = [each.order for each in advice.composition.given]
    here = bots.parts(moment.view, moment.seat, moment.orders, thinking)
    there = bots.parts(moment.view, moment.seat, orders, thinking)
    found = [Part(new.what, round(new.worth - old.worth, 1)) for old, new in zip(here, there, strict=True)]
    found = sorted((part for part in found if part.worth), key=lambda part: -abs(part.worth))
    rest = round(round(lost, 1) - sum(part.worth for part in found), 1)
    return (*found, Part(message("later turns"), rest)) if rest else tuple(found)


def analysed(
    chronicle: Chronicle,
    thinking: Thinking,
    worker_pool: WorkerPool,
    known: Sequence[Analysis] = (),
    told: Callable[[Analysis], None] = lambda analysis: None,
) -> Analysis:
    """The analysis of a finished game by a crew; verdicts that are known are not found anew.

    `told` is called before the first verdict that is missing and after each, with what is there so far.
    Raises NothingToDo for a game that is not over, UsageError for one without players of its own.
    """
    check_finished(chronicle)
    found, unknown = moments(chronicle)
    colours = tuple(player.colour for player in chronicle.players)
    begun = Analysis(thinking.strength.value, thinking.seconds, thinking.seed, (), len(found), unknown)
    verdicts = _still_good(begun, known)
    missing = [moment for moment in found if moment.seq not in verdicts]
    calls = [
        (chronicle.game.name, colours, moment, thinking._replace(seed=f"{thinking.seed}/{moment.seq}"))
        for moment in missing
    ]
    analysis = begun._replace(verdicts=_sorted(verdicts))
    if missing:
        told(analysis)
    for _, verdict in worker_pool.as_they_come(judged, calls):
        verdicts[verdict.seq] = verdict
        analysis = begun._replace(verdicts=_sorted(verdicts))
        told(analysis)
    return analysis


def _still_good(begun: Analysis, known: Sequence[Analysis]) -> dict[int, Verdict]:
    """The verdicts of analyses that were found in the same way."""
    same = (each for each in known if each._replace(verdicts=()) == begun)
    return {verdict.seq: verdict for each in same for verdict in each.verdicts}


def _sorted(verdicts: Mapping[int, Verdict]) -> tuple[Verdict, ...]:
    return tuple(verdicts[seq] for seq in sorted(verdicts))
