"""A game from its first step to its last, order by order, for replay, exports and statistics.

It is made from a verified save or a text record. It needs no key, no deck and no file.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from khronos_pbem.archive.final_votes import final_vote_text
from khronos_pbem.deck.payment import revealed_handles
from khronos_pbem.engine.card_handles import Handle
from khronos_pbem.engine.contract import AnyGame, AnyPosition, Event
from khronos_pbem.engine.orders.private_orders import without_sealed_bytes
from khronos_pbem.errors import NothingToDo, UsageError
from khronos_pbem.messages import VerbatimText, listed, message
from khronos_pbem.record.block import ACK, JOIN, VOTE
from khronos_pbem.record.names import called
from khronos_pbem.record.save import Header
from khronos_pbem.session.replay.history import Entry, History


class Player(NamedTuple):
    """The player at a seat."""

    name: str
    colour: str
    identity: bytes = b""
    """The Ed25519 public key; empty in a text record, which the players have not signed."""
    bot: str = ""
    """The strength of a bot; empty for a person."""


@dataclass(frozen=True, slots=True)
class Step:
    """An order with its consequences, a block without orders, or the result of a dice roll.

    Blocks without orders are joins, votes and shares of the deck. The result of a roll is a step of the block
    that completes the roll (DECK 10.1).

    `seq` is the block, `seat` its author, `at` its time (UTC in whole seconds). `cards` are the cards that
    the block shows to everyone, by slot. `position` is None until the game begins. `last` is true for the
    last step of a block. `rolled` contains the numbers of each dice request, in the order of the requests.
    `change` is the text of a block that changes who plays (`archive.final_votes`). `name` is the player who
    had the seat at that time; it is empty in a text record.
    """

    number: int
    seq: int
    seat: int
    kind: str
    at: str
    order: str
    auto: tuple[str, ...]
    events: tuple[Event, ...]
    position: AnyPosition
    last: bool
    cards: Mapping[Handle, str]
    rolled: tuple[tuple[int, ...], ...] = ()
    change: str = ""
    name: str = ""

    @property
    def changes_position(self) -> bool:
        """Whether the step changes the position: an order, the result of a roll, or a final vote."""
        return bool(self.order or self.rolled or self.change)


@dataclass(frozen=True, slots=True)
class Chronicle:
    """A game's header, players and steps; `source` is the path it was read from.

    `seal` contains the headers of a publication: its publisher, key, last block and signature.
    """

    header: Header
    game: AnyGame
    players: tuple[Player, ...]
    steps: tuple[Step, ...]
    source: Path
    seal: tuple[tuple[str, str], ...] = ()

    @property
    def colours(self) -> tuple[str, ...]:
        """The colours of the players, in seat order."""
        return tuple(player.colour for player in self.players)

    @property
    def position(self) -> AnyPosition:
        """The position after the last step; None if the game has not begun."""
        return self.steps[-1].position if self.steps else None

    @property
    def finished(self) -> bool:
        """Whether the game is over."""
        return self.position is not None and self.game.is_over(self.position)

    @property
    def winners(self) -> tuple[str, ...]:
        """The colours that won; empty until the game is over."""
        if self.position is None:
            return ()
        return tuple(self.players[seat].colour for seat in self.game.winners(self.position))

    def played_steps(self) -> Iterator[Step]:
        """The steps that change the position: orders, rolls and final votes."""
        return (step for step in self.steps if step.changes_position)

    def round_of(self, step: Step) -> int:
        """The number of the round in which a step is played; 0 before the game begins."""
        before = self.steps[step.number - 1].position if step.number else None
        return 0 if before is None else int(self.game.round(before))

    def named(self, seat: int) -> str:
        """A player as text: colour, name and kind of bot."""
        player = self.players[seat]
        return message("{colour} ({who})", colour=player.colour, who=called(player.name, player.bot))

    def author(self, step: Step) -> str:
        """The author of a step as text: colour, and the name of the player who had the seat then."""
        player = self.players[step.seat]
        return message("{colour} ({name})", colour=player.colour, name=VerbatimText(step.name or player.name))

    def players_text(self) -> str:
        """All players as text, in seat order."""
        return listed([self.named(seat) for seat in range(len(self.players))])

    def winners_text(self) -> str:
        """The winners as text; empty until the game is over."""
        seats = () if self.position is None else self.game.winners(self.position)
        return listed([self.named(seat) for seat in seats], " and ")

    def last_step_of(self, seq: int | None) -> Step:
        """The last step of a block, or of the game if `seq` is None.

        Raises UsageError if the block does not exist, NothingToDo if there are no steps at all.
        """
        if not self.steps:
            raise not_begun_error()
        found = [step for step in self.steps if seq is None or step.seq == seq]
        if not found:
            first, last = self.steps[0].seq, self.steps[-1].seq
            hint = message("choose a block from {first} to {last}", first=first, last=last)
            raise UsageError(message("there is no block {seq}", seq=seq), hint=hint)
        return found[-1]

    def changed(self, seq: int, since: int | None) -> tuple[Event, ...]:
        """The events of block `seq`, or of all blocks after `since` up to and including `seq`.

        If `since` is given, raises UsageError if that block does not exist, NothingToDo if there are no
        steps.
        """
        if since is None:
            since = seq - 1
        else:
            self.last_step_of(since)
        return tuple(event for step in self.steps if since < step.seq <= seq for event in step.events)


def not_begun_error() -> NothingToDo:
    """The error for a game without a position: seats are still free."""
    return NothingToDo(message("the game has not begun, because some seats are still free"))


def chronicle_from_history(history: History, source: Path) -> Chronicle:
    """The chronicle of a replayed save, up to its last valid block."""
    table = history.table
    players = tuple(Player(seat.name, seat.colour, seat.identity, seat.bot) for seat in table.seats)
    steps: list[Step] = []
    at = ""
    for entry in history.entries:
        at = entry.block.at or at  # votes and acks say no time
        steps += _steps_of_block(entry, len(steps), at)
    return Chronicle(table.header, table.game, players, tuple(steps), source)


_OF_BLOCKS = ("voted", "acked", "succeeded")
"""Events that a text record leaves out, because they only state the role of a block in a run."""


def _steps_of_block(entry: Entry, number: int, at: str) -> list[Step]:
    block, table = entry.block, entry.table
    cards, name = _cards_shown(entry), table.seats[block.seat].name
    if not entry.stages:
        where = (number, block.seq, block.seat, block.kind, at, "")
        change = final_vote_text(entry)
        events = tuple(each for each in entry.events if each.event not in _OF_BLOCKS) if change else ()
        return [Step(*where, (), events, table.position, True, cards, change=change, name=name)]
    steps = []
    for place, stage in enumerate(entry.stages):
        last = place == len(entry.stages) - 1
        position = table.position if last else stage.table.position
        where = (number + place, block.seq, block.seat, block.kind, at, without_sealed_bytes(stage.order))
        done = (stage.auto, stage.events, position, last, cards, stage.rolled)
        steps.append(Step(*where, *done, name=name))
    return steps


def _cards_shown(entry: Entry) -> dict[Handle, str]:
    """The cards that a block shows to everyone, by slot."""
    held = entry.table.ledger.held
    handles = revealed_handles(entry.block.deck)
    return {handle: label for handle in handles if (label := held[handle].label) is not None}


def with_known_cards(chronicle: Chronicle, labels: Mapping[Handle, str]) -> Chronicle:
    """The chronicle as seen by a player who knows these cards; they are known in every position."""
    learn = chronicle.game.learn
    steps = (
        step if step.position is None else replace(step, position=learn(step.position, labels))
        for step in chronicle.steps
    )
    return replace(chronicle, steps=tuple(steps))


def step_title(chronicle: Chronicle, step: Step) -> str:
    """One sentence about a step: who did what."""
    who = chronicle.author(step)
    if step.kind == ACK:
        return message("{who} confirms the vote", who=who)
    if step.kind == VOTE:
        return message("{who} votes", who=who)
    if step.kind == JOIN:
        return message("{who} takes seat {seat}", who=who, seat=step.seat + 1)
    if not step.order and step.events:
        return message("{who} adds the last share to the roll", who=who)
    if not step.order:
        return message("{who} sends shares", who=who)
    return message("{who}: {order}", who=who, order=step.order)
