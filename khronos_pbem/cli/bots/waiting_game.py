"""The game that waits for me: what happened since my last turn, the boards, and the line to type."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from khronos_pbem.cli.terminal.print_pictures import Look, print_legend, print_table
from khronos_pbem.cli.terminal.printing import note, print_lines
from khronos_pbem.engine.features.protocols import Drawing
from khronos_pbem.errors import UsageError
from khronos_pbem.games.registry import optional
from khronos_pbem.library.send_shares import acts_for, own_names, votes_for
from khronos_pbem.mail.incoming.todo import Games, Row
from khronos_pbem.mail.outgoing import last_addresses
from khronos_pbem.messages import Moment, Typed, message, quoted
from khronos_pbem.record.block import ACK, ANSWER, ASSIST, JOIN
from khronos_pbem.session.bots import solo
from khronos_pbem.session.context import Context
from khronos_pbem.session.notes.notes import note_lines
from khronos_pbem.session.notes.player_messages import told_private
from khronos_pbem.session.queries.documents import table_facts
from khronos_pbem.session.queries.queries import (
    Seen,
    leaving_facts,
    log_facts,
    look,
    marked,
    urgent_lines,
)
from khronos_pbem.session.queries.since_last_turn import since_last_turn
from khronos_pbem.session.queries.summaries import entry_lines, move_sentence
from khronos_pbem.session.queries.unseen_events import note_seen, rolled_lines
from khronos_pbem.session.replay.history import Entry
from khronos_pbem.session.turns.open_choice import answer_lines, cause_lines

DOTS = "…"
"""What stands for the orders in a line to type."""


@dataclass(frozen=True, slots=True)
class Waits:
    """A game that waits for somebody: as he sees it, what happened since, the drafts, and what to type."""

    row: Row
    seen: Seen
    word: str
    since: tuple[Entry, ...]
    drafts: tuple[tuple[Path, list[str]], ...]
    options: tuple[str, ...]
    context: Context
    proposed: tuple[str, ...] = ()

    def command(self) -> str:
        """The line to type, for a shell."""
        need = self.row["for"]
        if self.row["your_vote"]:
            return self._line("vote", *self.row["ballot"])
        if need == JOIN:
            return self._line("join", "--colour", self._free_colour(), after=self.proposed)
        if need in (ASSIST, ACK):
            return self._line("assist")
        now = self.seen.now
        if need == ANSWER and now is not None and now.choice is not None:
            return self._line("play", "-c", f"{now.choice.kind} {now.choice.options[0]}")
        return f"{shlex.join(['khronos', 'play', self.word])} -c '{DOTS}' {shlex.join(self.options)}".rstrip()

    def _line(self, command: str, *words: str, after: tuple[str, ...] = ()) -> str:
        return shlex.join(["khronos", command, self.word, *words, *self.options, *after])

    def _free_colour(self) -> str:
        table = self.seen.opened.table
        taken = {seat.colour for seat in table.seats}
        return next(colour for colour in table.game.colours if colour not in taken)

    def to_data(self) -> dict[str, Any]:
        """The game in the document: its facts, what happened since, messages of others, and what to type."""
        seen = self.seen
        history = seen.opened.history
        facts = table_facts(history, seen.table, seen.seat, seen.hand, seen.now, seen.sealed)
        return {
            **facts,
            **leaving_facts(seen, self.context),
            "file": self.row["file"],
            "for": self.row["for"],
            "waits_since": self.row["since"],
            "since": log_facts(self.since),
            "rolled": [event.to_data() for event in seen.rolled],
            "drafts": [
                {"file": str(path), "orders": lines, "command": self._line("play", str(path))}
                for path, lines in self.drafts
            ],
            "command": self.command(),
        }

    def print(self, wanted: Look, *, since: bool = True) -> None:
        """Print it for people, with what happened `since` their last turn."""
        table, seen = self.seen.table, self.seen
        title, at = Typed(table.header.title), Moment(self.row["since"])
        head = message("{title}: this game has been waiting for you since {since}", title=title, since=at)
        if self.row["your_vote"]:
            head = message("{title}: it is your turn to vote", title=title)
        clock = urgent_lines(seen, self.context, quoted(self.word), voting=not self.row["your_vote"])
        print_lines([head, move_sentence(table, seen.now), *clock, ""])
        if self.since and since:
            told = [line for entry in self.since for line in entry_lines(entry)]
            first = self.since[0].block.seq == 0
            head = (
                message("This has happened so far:")
                if first
                else message("This has happened since your last turn:")
            )
            print_lines([head, *told, ""])
        print_lines([*rolled_lines(seen.rolled), ""] if seen.rolled else [])
        private = [
            *told_private(seen.opened.history.entries, seen.seat, quoted(self.word), seen.sealed),
            *note_lines(seen.notes, quoted(self.word)),
        ]
        print_lines([*private, ""] if private else [])
        if table.position is not None and optional(table.game, Drawing) is not None:
            changed = (*marked(seen.opened, seen.seat, None, None).events, *seen.rolled)
            print_table(table, seen.seat, wanted, changed, tell=False)
            print_legend(table.game, table.position, wanted.plain)
            print_lines([""])
        print_lines([*self._draft_lines(), *self._lines_to_type()])
        note_seen(self.context.home, seen)

    def _draft_lines(self) -> list[str]:
        lines: list[str] = []
        for path, orders in self.drafts:
            lines.append(message("These orders came in a letter. Anyone may have written them:"))
            lines += [message("    {words}", words=order) for order in orders]
            lines.append(message("to play them: {words}", words=self._line("play", str(path))))
        return lines

    def _lines_to_type(self) -> list[str]:
        lines: list[str] = [message("Type: {words}", words=self.command())]
        now = self.seen.now
        if now is not None and now.choice is not None and not self.row["your_vote"]:
            lines += ["", *cause_lines(self.seen.table, self.seen.opened.history)]
            lines.append(message("Choose an answer. This is what each one does:"))
            lines += [message("  {line}", line=line) for line in answer_lines(self.seen.table, now.choice)]
        elif self.row["for"] not in (JOIN, ASSIST, ACK) and not self.row["your_vote"]:
            listing = shlex.join(["khronos", "moves", self.word, *self._identity()])
            lines.append(message("To list the possible orders: {words}", words=listing))
        return lines

    def _identity(self) -> tuple[str, ...]:
        return self.options[:2] if self.options[:1] == ("--as",) else ()


def _seen(path: Path, context: Context) -> Seen:
    """The game as an identity sees it; as the public does, where it is locked and nobody can be asked."""
    try:
        return look(path, context)
    except UsageError as problem:
        seen = look(path, context._replace(name=None, ask=_nobody))
        note(problem.said)
        return seen


def _nobody() -> str:
    raise UsageError(message("the identity is locked with a passphrase"), rule="FORMATS 1")


def waits_for(games: Games, row: Row) -> Waits:
    """The game of a row as the identity sees it that it waits for. Raises what opening raises."""
    path, names = Path(row["file"]), own_names(games.context)
    name = acts_for(row, names) or votes_for(row, names)
    seen = _seen(path, games.context._replace(name=name))
    entries = seen.opened.history.entries
    since = tuple(entries) if seen.seat is None else since_last_turn(entries, seen.seat)
    alone = any(seat.bot for seat in seen.table.seats) and solo.solo_in(games.context.home, seen.table)
    options = [] if alone or games.is_shared(path) else ["--send"]
    if games.context.name is not None or (name is not None and len(names) > 1):
        options = ["--as", name or str(games.context.name), *options]
    drafts = tuple(games.drafts(path, row["seq"]))
    word = games.name_of(path)
    proposed = letter_words(games, seen) if "--send" in options else ()
    return Waits(row, seen, word, since, drafts, tuple(options), games.context._replace(name=name), proposed)


def letter_words(games: Games, seen: Seen) -> tuple[str, ...]:
    """The options by which the letter of a join reaches those whom the letter names that brought the game."""
    own = games.config.get("address")
    found = last_addresses.proposed(games.context.home, seen.opened.save.header, own)
    words = [word for address in found for word in ("--to", address)]
    return (*words, *(() if own else ("--config", "address=YOU@EXAMPLE.ORG")))
