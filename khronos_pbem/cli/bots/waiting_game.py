"""A game that is waiting for you: recent events, the boards, and the command to type."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from pathlib import Path

from khronos_pbem.cli.terminal.print_pictures import PictureOptions, print_legend, print_table
from khronos_pbem.cli.terminal.printing import note, print_lines, translate
from khronos_pbem.engine.features.protocols import Drawing
from khronos_pbem.errors import UsageError
from khronos_pbem.games.registry import feature_or_none
from khronos_pbem.library.game_row import GameRow
from khronos_pbem.library.send_shares import identity_to_act, identity_to_vote, own_identities
from khronos_pbem.mail.incoming.players_games import PlayersGames
from khronos_pbem.mail.outgoing import last_addresses
from khronos_pbem.messages import YOUR_ADDRESS, Moment, VerbatimText, message, shell_quoted
from khronos_pbem.record.block import ACK, ANSWER, ASSIST, JOIN
from khronos_pbem.session.bots import solo
from khronos_pbem.session.context import Context
from khronos_pbem.session.notes.notes import note_lines
from khronos_pbem.session.notes.player_messages import new_private_message_lines
from khronos_pbem.session.queries.documents import show_document
from khronos_pbem.session.queries.player_view import (
    PlayerView,
    changes_to_mark,
    leaving_document,
    load_view,
    log_documents,
    urgent_lines,
)
from khronos_pbem.session.queries.since_last_turn import noteworthy_since_turn
from khronos_pbem.session.queries.summaries import entry_lines, waiting_line
from khronos_pbem.session.queries.unseen_events import note_view_seen, rolled_lines
from khronos_pbem.session.replay.history import Entry
from khronos_pbem.session.turns.open_choice import answer_lines, cause_lines

DOTS = "…"
"""The placeholder for the orders in a command to type."""


@dataclass(frozen=True, slots=True)
class WaitingGame:
    """A game that is waiting for a player, as that player sees it.

    `word` names the game in commands. `since` holds the events since the player's last turn, and `drafts` the
    orders that arrived by mail. `options` are the options of the command to type.
    """

    row: GameRow
    seen: PlayerView
    word: str
    since: tuple[Entry, ...]
    drafts: tuple[tuple[Path, list[str]], ...]
    options: tuple[str, ...]
    context: Context
    proposed: tuple[str, ...] = ()

    def command(self) -> str:
        """Return the command to type, quoted for a shell."""
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

    def to_data(self) -> dict[str, object]:
        """Return the game as JSON-able data.

        It includes the table, what happened since the last turn, the drafts and the command.
        """
        seen = self.seen
        history = seen.opened.history
        facts = show_document(history, seen.table, seen.seat, seen.hand, seen.now, seen.sealed)
        return {
            **facts,
            **leaving_document(seen, self.context),
            "file": self.row["file"],
            "for": self.row["for"],
            "waits_since": self.row["since"],
            "since": log_documents(self.since),
            "rolled": [event.to_data() for event in seen.rolled],
            "drafts": [
                {"file": str(path), "orders": lines, "command": self._line("play", str(path))}
                for path, lines in self.drafts
            ],
            "command": self.command(),
        }

    def print(self, wanted: PictureOptions, *, since: bool = True) -> None:
        """Print the game as text, and record that the player has seen it.

        With `since`, also print what happened since the player's last turn.
        """
        table, seen = self.seen.table, self.seen
        title, at = VerbatimText(table.header.title), Moment(self.row["since"])
        head = message("{title}: this game has been waiting for you since {since}", title=title, since=at)
        if self.row["your_vote"]:
            head = message("{title}: it is your turn to vote", title=title)
        clock = urgent_lines(seen, self.context, shell_quoted(self.word), voting=not self.row["your_vote"])
        print_lines([head, waiting_line(table, seen.now), *clock, ""])
        if self.since and since:
            told = [line for entry in self.since for line in entry_lines(entry)]
            first = self.since[0].block.seq == 0
            head = (
                message("What has happened so far:")
                if first
                else message("What has happened since your last turn:")
            )
            print_lines([head, *told, ""])
        print_lines([*rolled_lines(seen.rolled), ""] if seen.rolled else [])
        private = [
            *new_private_message_lines(
                seen.opened.history.entries, seen.seat, shell_quoted(self.word), seen.sealed
            ),
            *note_lines(seen.notes, shell_quoted(self.word)),
        ]
        print_lines([*private, ""] if private else [])
        if table.position is not None and feature_or_none(table.game, Drawing) is not None:
            changed = (*changes_to_mark(seen.opened, seen.seat, None, None).events, *seen.rolled)
            print_table(table, seen.seat, wanted, changed, tell=False)
            print_legend(table.game, table.position, wanted.plain)
            print_lines([""])
        print_lines([*self._draft_lines(), *self._lines_to_type()])
        note_view_seen(self.context.home, seen)

    def _draft_lines(self) -> list[str]:
        lines: list[str] = []
        for path, orders in self.drafts:
            lines.append(message("These orders came in an e-mail. Anyone may have written them:"))
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


def _view_or_public_view(path: Path, context: Context) -> PlayerView:
    """Return the game as an identity sees it.

    If the identity is locked and cannot be unlocked, return the public view.
    """
    try:
        return load_view(path, context)
    except UsageError as problem:
        seen = load_view(path, context._replace(name=None, ask=_refuse_passphrase))
        note(problem.full_message)
        return seen


def _refuse_passphrase() -> str:
    """Raise UsageError instead of asking for a passphrase."""
    raise UsageError(message("the identity is locked with a passphrase"))


def open_waiting_game(games: PlayersGames, row: GameRow) -> WaitingGame:
    """Open the game of a row, using the identity that has to act or vote in it.

    Raises the same errors as opening a save.
    """
    path, names = Path(row["file"]), own_identities(games.context)
    name = identity_to_act(row, names) or identity_to_vote(row, names)
    seen = _view_or_public_view(path, games.context._replace(name=name))
    entries = seen.opened.history.entries
    since = tuple(entries) if seen.seat is None else noteworthy_since_turn(entries, seen.seat)
    alone = any(seat.bot for seat in seen.table.seats) and solo.find_solo_game(games.context.home, seen.table)
    options = [] if alone or games.is_shared(path) else ["--send"]
    if games.context.name is not None or (name is not None and len(names) > 1):
        options = ["--as", name or str(games.context.name), *options]
    drafts = tuple(games.drafts(path, row["seq"]))
    word = games.name_of(path)
    proposed = join_letter_options(games, seen) if "--send" in options else ()
    return WaitingGame(
        row, seen, word, since, drafts, tuple(options), games.context._replace(name=name), proposed
    )


def join_letter_options(games: PlayersGames, seen: PlayerView) -> tuple[str, ...]:
    """Return the `--to` and `--config` options for sending the letter of a `join`.

    The addresses come from the letter that brought the game.
    """
    own = games.config.get("address")
    found = last_addresses.proposed_addresses(games.context.home, seen.opened.save.header, own)
    words = [word for address in found for word in ("--to", address)]
    return (*words, *(() if own else ("--config", f"address={translate(YOUR_ADDRESS)}")))
