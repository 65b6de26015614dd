"""Judge a finished game turn by turn: what was played, and what a strong bot would have played.

Each turn is judged by what its player could see at that time. That includes the player's own hand, which the
record has shown since, but no hidden cards of the others. A verdict depends only on the game, the strength,
the thinking time and the seed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from khronos_pbem.archive.timeline import Chronicle, Step
from khronos_pbem.engine.card_handles import Handle
from khronos_pbem.engine.contract import AnyGame, AnyOrder, AnyPosition
from khronos_pbem.engine.features.bots import Bots, EvaluationPart, Outlook, SearchSettings
from khronos_pbem.errors import NothingToDo, OrderError
from khronos_pbem.games.registry import feature, game_by_name
from khronos_pbem.messages import message, shell_operand
from khronos_pbem.record.block import ANSWER, TURN
from khronos_pbem.session.turns import hint as advising
from khronos_pbem.session.turns import turn_draft as composing

if TYPE_CHECKING:
    from khronos_pbem.session.replay.worker_pool import WorkerPool
    from khronos_pbem.session.turns.hint import Advice
    from khronos_pbem.session.turns.rated_turn import ExpectedReply, RatedTurn

LEAST = 1.0
"""The minimum loss of a turn that is marked with `?`, in points of its game."""
MUCH = 4.0
"""The minimum loss of a turn that is marked with `??`, in points of its game."""


class PlayedBlock(NamedTuple):
    """A block of orders with the position before it.

    `view` is the position as the seat saw it. `orders` are the orders that changed anything, and `texts` are
    the same orders as canonical text.
    """

    seq: int
    round: int
    seat: int
    kind: str
    view: AnyPosition
    orders: tuple[AnyOrder, ...]
    texts: tuple[str, ...]


class Verdict(NamedTuple):
    """The verdict on a block: its orders and the best ones found, with the evaluation of both.

    `evaluation` and `best_evaluation` are the expected lead of the seat at the end of the game. `why`
    contains the reasons. `made_of` contains the parts of the difference, the largest first.

    A marked turn also has the `plan` of the best orders, and their `outlook`. `other` is another turn that is
    better than the played one, if any. `reply` and `best_reply` are the next opponent's best answers to the
    played orders and to the best ones.
    """

    seq: int
    round: int
    seat: int
    kind: str
    orders: tuple[str, ...]
    evaluation: float
    best: tuple[str, ...]
    best_evaluation: float
    why: tuple[str, ...]
    made_of: tuple[EvaluationPart, ...] = ()
    plan: str = ""
    outlook: Outlook | None = None
    other: RatedTurn | None = None
    reply: ExpectedReply | None = None
    best_reply: ExpectedReply | None = None

    @property
    def lost(self) -> float:
        """The loss compared to the better turn, in points of the game; 0 if no better turn was found."""
        return max(0.0, self.best_evaluation - self.evaluation)

    @property
    def mark(self) -> str:
        """`?` if a turn lost at least `LEAST`, `??` if it lost at least `MUCH`, else empty."""
        return "" if self.lost < LEAST else "?" if self.lost < MUCH else "??"


class Analysis(NamedTuple):
    """The verdicts on the blocks of a game, in order, and the settings of the analysis.

    `turns` is the number of verdicts of a complete analysis. `unknown` contains the blocks that cannot be
    judged, because some cards in the player's hand were never shown.
    """

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
        """The verdict on a block, or None."""
        return next((each for each in self.verdicts if each.seq == seq), None)

    def marked(self) -> list[Verdict]:
        """The verdicts on turns with a better alternative."""
        return [each for each in self.verdicts if each.mark]

    def worst_verdict(self, seat: int) -> Verdict | None:
        """The verdict on the turn that cost a seat most; None if no turn of the seat is marked."""
        return max((v for v in self.marked() if v.seat == seat), key=lambda v: v.lost, default=None)


# --- what there is to judge -------------------------------------------------------------------------------


def check_finished(chronicle: Chronicle) -> None:
    """Raise NothingToDo if a game is not over: its analysis would help one of the players."""
    if not chronicle.finished:
        what = message("the game is not over, so an analysis would help one of its players")
        hint = message(
            "for advice on your own turn, use khronos hint {file}", file=shell_operand(chronicle.source)
        )
        raise NothingToDo(what, hint=hint)


def played_blocks(chronicle: Chronicle) -> tuple[list[PlayedBlock], tuple[int, ...]]:
    """The blocks of orders that can be judged, and the numbers of those with unknown cards in hand."""
    labels = {handle: label for step in chronicle.steps for handle, label in step.cards.items()}
    found, unknown = list[PlayedBlock](), list[int]()
    for steps in _steps_by_block(chronicle):
        game, seat = chronicle.game, steps[0].seat
        start = chronicle.steps[steps[0].number - 1].position
        if game.has_left(steps[-1].position, seat):
            continue
        view = _seat_view(game, start, seat, labels)
        if view is None:
            unknown.append(steps[0].seq)
            continue
        orders = tuple(_changing_orders(chronicle, steps, labels))
        if orders:
            texts = tuple(game.text(order) for order in orders)
            place = (steps[0].seq, int(game.round(start)), seat, steps[0].kind)
            found.append(PlayedBlock(*place, view, orders, texts))
    return found, tuple(unknown)


def _steps_by_block(chronicle: Chronicle) -> Iterator[list[Step]]:
    """Yield the steps that have orders, grouped by block, for turns and answers only."""
    blocks: dict[int, list[Step]] = {}
    for step in chronicle.steps:
        if step.order and step.number and step.kind in (TURN, ANSWER):
            blocks.setdefault(step.seq, []).append(step)
    yield from (steps for steps in blocks.values() if chronicle.steps[steps[0].number - 1].position)


def _seat_view(game: AnyGame, position: AnyPosition, seat: int, labels: Mapping[Handle, str]) -> AnyPosition:
    """A position as its seat saw it, or None if a needed card in its hand was never shown.

    Cards without a slot are known to everyone. Cards that are not passed to `learn` stay as they are.
    """
    known = {handle: labels[handle] for handle in game.hand(position, seat) if handle in labels}
    view = feature(game, Bots).seat_view(game.learn(position, known), seat)
    return view if _knows_needed_cards(game, view, seat, known) else None


def _knows_needed_cards(game: AnyGame, view: AnyPosition, seat: int, known: Mapping[Handle, str]) -> bool:
    """Return whether `known` contains all the cards in a seat's hand that its turn needed."""
    own = set(game.hand(view, seat))
    return all(handle in known for handle in game.needed_cards(view, seat) if handle in own)


def _changing_orders(
    chronicle: Chronicle, steps: Sequence[Step], labels: Mapping[Handle, str]
) -> Iterator[AnyOrder]:
    """Yield the orders of a block that changed anything, with the hidden cards missing from the record."""
    game = chronicle.game
    for step in steps:
        before = chronicle.steps[step.number - 1].position
        view = None if step.position == before else _seat_view(game, before, step.seat, labels)
        if view is not None:
            yield _order_as_given(game, view, step, game.parse(step.order)[0].order, labels)


def _order_as_given(
    game: AnyGame, view: AnyPosition, step: Step, order: AnyOrder, labels: Mapping[Handle, str]
) -> AnyOrder:
    """An order as its player gave it.

    The record does not name cards that stay in the hand, so they are found from the legal orders.
    """
    seat = step.seat
    try:
        game.apply(view, seat, order)
    except OrderError:
        kept = _cards_still_held(game, step.position, view, seat, labels)
        for other in game.legal_orders(view):
            if game.text(game.public_order(view, seat, other)) == step.order:
                after = game.apply(view, seat, other).position
                if _cards_still_held(game, after, view, seat, labels) == kept:
                    return other
        raise
    return order


def _cards_still_held(
    game: AnyGame, after: AnyPosition, before: AnyPosition, seat: int, labels: Mapping[Handle, str]
) -> Counter[str]:
    """The cards in a seat's hand both before and after an order, counted by label."""
    still = set(game.hand(after, seat)) & set(game.hand(before, seat))
    return Counter(labels.get(handle, "") for handle in still)


# --- judging ----------------------------------------------------------------------------------------------


def judge_block(
    name: str, colours: tuple[str, ...], moment: PlayedBlock, thinking: SearchSettings
) -> Verdict:
    """Return the verdict on a block: the evaluation of its orders, and the best orders found."""
    game = game_by_name(name)
    bots = feature(game, Bots)
    evaluation = bots.evaluate(moment.view, moment.seat, moment.orders, thinking)
    readable = frozenset(game.hand(moment.view, moment.seat))
    starting_point = composing.StartingPoint(game, moment.view, colours, moment.seat, readable)
    advice = advising.advise(starting_point, thinking)
    better = advice.evaluation > evaluation
    verdict = Verdict(
        *moment[:4],
        moment.texts,
        round(evaluation, 2),
        advice.composition.texts if better else moment.texts,
        round(max(advice.evaluation, evaluation), 2),
        advice.why if better else (),
        _difference_parts(bots, moment, advice, advice.evaluation - evaluation, thinking) if better else (),
    )
    return _with_outlook(verdict, starting_point, moment, advice, thinking) if verdict.mark else verdict


def _with_outlook(
    verdict: Verdict,
    starting_point: composing.StartingPoint,
    moment: PlayedBlock,
    advice: Advice,
    thinking: SearchSettings,
) -> Verdict:
    """Return the verdict on a marked turn with the plan, outlook, other turn and replies added."""
    start = composing.Composition(starting_point)
    return verdict._replace(
        plan=advice.plan,
        outlook=advice.outlook,
        other=next((each for each in advice.others if each.evaluation - verdict.evaluation >= LEAST), None),
        reply=advising.expected_reply(start, moment.seat, moment.orders, thinking),
        best_reply=advice.reply,
    )


def _difference_parts(
    bots: Bots[AnyPosition, AnyOrder],
    moment: PlayedBlock,
    advice: Advice,
    lost: float,
    thinking: SearchSettings,
) -> tuple[EvaluationPart, ...]:
    """The parts of the difference to the better orders, rounded to 0.1 points; they add up to `lost`."""
    orders = [each.order for each in advice.composition.given]
    here = bots.parts(moment.view, moment.seat, moment.orders, thinking)
    there = bots.parts(moment.view, moment.seat, orders, thinking)
    found = [
        EvaluationPart(new.what, round(new.value - old.value, 1))
        for old, new in zip(here, there, strict=True)
    ]
    found = sorted((part for part in found if part.value), key=lambda part: -abs(part.value))
    rest = round(round(lost, 1) - sum(part.value for part in found), 1)
    return (*found, EvaluationPart(message("later turns"), rest)) if rest else tuple(found)


def analyse_game(
    chronicle: Chronicle,
    thinking: SearchSettings,
    worker_pool: WorkerPool,
    known: Sequence[Analysis] = (),
    told: Callable[[Analysis], None] = lambda analysis: None,
) -> Analysis:
    """Analyse a finished game with a pool of workers.

    Verdicts in `known` analyses are reused if those analyses have the same settings. `told` is called with
    the incomplete analysis before the first missing verdict, and again after each new verdict. Raises
    NothingToDo if the game is not over, UsageError if it has no bots.
    """
    check_finished(chronicle)
    found, unknown = played_blocks(chronicle)
    colours = chronicle.colours
    begun = Analysis(thinking.strength.value, thinking.seconds, thinking.seed, (), len(found), unknown)
    verdicts = _reusable_verdicts(begun, known)
    missing = [moment for moment in found if moment.seq not in verdicts]
    calls = [
        (chronicle.game.name, colours, moment, thinking._replace(seed=f"{thinking.seed}/{moment.seq}"))
        for moment in missing
    ]
    analysis = begun._replace(verdicts=_in_block_order(verdicts))
    if missing:
        told(analysis)
    for _, verdict in worker_pool.map_unordered(judge_block, calls):
        verdicts[verdict.seq] = verdict
        analysis = begun._replace(verdicts=_in_block_order(verdicts))
        told(analysis)
    return analysis


def _reusable_verdicts(begun: Analysis, known: Sequence[Analysis]) -> dict[int, Verdict]:
    """The verdicts, by block, of the analyses that were made with the same settings."""
    same = (each for each in known if each._replace(verdicts=()) == begun)
    return {verdict.seq: verdict for each in same for verdict in each.verdicts}


def _in_block_order(verdicts: Mapping[int, Verdict]) -> tuple[Verdict, ...]:
    return tuple(verdicts[seq] for seq in sorted(verdicts))
