"""One round of `watch --mail`: read mail, carry out answers, send shares, run bots, write letters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field, replace
from email.message import EmailMessage
from functools import partial
from pathlib import Path
from typing import NamedTuple

from khronos_pbem.cli.bots.run_bots import BotActivity, run_bots_in_games
from khronos_pbem.cli.delivery.ask_addresses import Confirmation, learn_addresses
from khronos_pbem.cli.delivery.notify_turns import TurnNotifier
from khronos_pbem.cli.delivery.send_option import SendOptions, send_game
from khronos_pbem.cli.delivery.send_shares_automatically import AutomaticShare, send_missing_shares
from khronos_pbem.cli.mail.receive import print_news
from khronos_pbem.cli.terminal.printing import language, note, print_lines, translate
from khronos_pbem.engine.features.bots import SearchSettings, Strength
from khronos_pbem.errors import KhronosError
from khronos_pbem.home.config import Config, environment_variable, paths_of
from khronos_pbem.home.keyring import BOTS, list_names, own_keys_of
from khronos_pbem.home.versions.signed_blocks import unsent_last_block
from khronos_pbem.library.game_row import GameRow
from khronos_pbem.library.library import Library
from khronos_pbem.library.send_shares import own_identities
from khronos_pbem.mail.formats.mail_sources import Letter
from khronos_pbem.mail.incoming.learn_addresses import Sender
from khronos_pbem.mail.incoming.mailbox_state import MailboxReadState
from khronos_pbem.mail.incoming.players_games import PlayersGames
from khronos_pbem.mail.incoming.receive import receive_with_open_letters
from khronos_pbem.mail.incoming.received_item import ReceivedItem
from khronos_pbem.mail.outgoing.smtp import send_letter
from khronos_pbem.messages import message
from khronos_pbem.record.block import ACK, ASSIST
from khronos_pbem.record.save import parse_save
from khronos_pbem.remote.answers.read_answer import SortedLetters
from khronos_pbem.remote.answers.remote_state import remote_settings
from khronos_pbem.remote.answers.run_request import Run, run_program
from khronos_pbem.remote.new_mail import NewMail, new_mail
from khronos_pbem.remote.reports import Report, problem_report
from khronos_pbem.remote.robot import Post, Robot
from khronos_pbem.session.bots.bot_seats import awaited_bot
from khronos_pbem.session.context import Context
from khronos_pbem.session.replay.open_save import open_to_act
from khronos_pbem.storage.files import inherited_lock, read_file
from khronos_pbem.storage.json_store import take_notices


class Source(NamedTuple):
    """A source of mail: its name, and a function that opens it."""

    name: str
    open: Callable[[], AbstractContextManager[NewMail]]


@dataclass
class MailRobot:
    """The robot of `watch --mail`.

    `settings` are the values of `--config`; with `assist`, the robot sends shares. `told` contains the
    problems already printed, so that each is printed only once while it lasts. `senders` are the players
    whose addresses were already reported.
    """

    library: Library
    config: Config
    context: Context
    settings: tuple[str, ...] = ()
    assist: bool = False
    bots: Mapping[str, Strength] = field(default_factory=dict)
    run: Run | None = None
    told: set[str] = field(default_factory=set)
    senders: set[Sender] = field(default_factory=set)

    def poll(self, arrivals: TurnNotifier) -> None:
        """Run one round, and print what was done. A problem does not stop the rest of the round."""
        busy = message("another robot is already reading this player's mail")
        problems: list[str] = []
        try:
            with inherited_lock("mail-robot", self.context.home, busy) as kept:
                said = set[str]()
                for report in self._round(kept):
                    if report.is_problem:
                        problems.append(report.line)
                    elif report.line not in said:  # thousands of letters may be the same attempt
                        print_lines([report.line])
                    said.add(report.line)
        except KhronosError as problem:
            problems.append(problem.full_message)
        problems += take_notices().values()
        note(*(line for line in dict.fromkeys(problems) if line not in self.told))
        self.told = set(problems)
        arrivals.call()

    def _round(self, kept: Sequence[int]) -> Iterator[Report]:
        """Run one round, and yield its reports.

        The processes that carry out answers inherit the file descriptors `kept`.
        """
        robot, names = self._robot(kept), own_identities(self.context)
        if robot is not None:
            yield from robot.recover(self._rows(), names)
        if robot is not None or self.assist:
            yield from self._check_folders()
        for source in self._sources():
            yield from self._take(source, robot, names)
        yield from self._shares_and_bots(robot)
        if robot is not None:
            self._keep_unsent(robot)
            yield from robot.send_held(self._rows(), {**_own_bots(self.context.home), **names})
            yield from robot.write_letters(self._rows(), names)

    def _robot(self, kept: Sequence[int]) -> Robot | None:
        """Return the robot for answers from a phone.

        It is None if such answers are turned off or no letter can be sent.
        """
        settings = remote_settings(self.context.home)
        if not (settings.is_on and self.config.get("smtp_host") and self.config.get("address")):
            return None
        run = self.run or run_program(_as_variables(self.settings), kept)
        post = Post(self.config.get("address"), self._write, self._send)
        thinking = SearchSettings(Strength.STRONG) if settings.hints else None
        return Robot(self.context, settings, language(), translate, run, post, thinking)

    def _write(self, mail: EmailMessage, again: bool) -> None:
        """Send a letter to the player. Raises UsageError if it cannot be sent."""
        send_letter(self.config, self.context.home, mail, lambda: None, again=again)

    def _send(self, path: Path, name: str, again: bool) -> None:
        """Send the newest block of a game to the other players. Raises the problem of the letter."""
        letter = send_game(path, name, SendOptions(self.settings, again=again))
        if letter.problem is not None:
            raise letter.problem

    @property
    def _games(self) -> PlayersGames:
        return PlayersGames(self.library, self.config, self.context)

    def _rows(self) -> list[GameRow]:
        return [row for row in self._games.rows() if row.get("game")]

    def _free_rows(self, robot: Robot | None) -> list[GameRow]:
        """Return the rows of the games in which no turn is being held."""
        return [row for row in self._rows() if robot is None or not robot.is_held(row)]

    def _check_folders(self) -> Iterator[Report]:
        """Check the shared folders, and yield reports on what was done.

        In these folders, shares are sent without letters.
        """
        for found in self._games.check_shared_folders():
            if isinstance(found, KhronosError):
                yield Report(found.full_message, True)
            else:
                yield Report(found)

    def _sources(self) -> Iterator[Source]:
        """The configured sources of mail; their letters are read one source after the other."""
        if self.config.get("imap_host"):
            open_new = partial(new_mail, self.config, self.context.home, self.context.at)
            yield Source(self.config.get("imap_host"), open_new)
        for path in paths_of(self.config, "mailboxes"):
            yield Source(str(path), partial(_unread_letters, self.library, path))

    def _take(self, source: Source, robot: Robot | None, names: Mapping[str, str]) -> Iterator[Report]:
        """Receive the letters of a source, then carry out the answers among them, and report both.

        This order means that an answer is applied to the newest state of its game. If one cannot be stored,
        all letters are read again.
        """
        try:
            with source.open() as mail:
                if robot is None:
                    letters = SortedLetters([], list(mail.letters))
                else:
                    letters = robot.reader(self._rows(), names).sort(mail.letters)
                taken = receive_with_open_letters(letters.others, self.library, self.context)
                fresh = [one for one in taken.news if one.state in _FRESH]
                print_news(fresh)
                self._note_senders(taken.news)
                yield from (Report(one.text, True) for one in fresh if one.state == "refused")
                if robot is not None and letters.answers:
                    yield from self._answer(letters.answers, robot, names)
                mail.note(taken.still_open, (one.game for one in taken.news if one.game is not None))
        except KhronosError as problem:
            yield Report(message("{name}: {problem}", name=source.name, problem=problem.full_message), True)

    def _note_senders(self, news: Iterable[ReceivedItem]) -> None:
        """For each unknown address of a player, print once how to save it."""
        fresh = [one for one in news if one.sender is not None and one.sender not in self.senders]
        learn_addresses(fresh, self.config, Confirmation(quiet=True))
        self.senders.update(one.sender for one in fresh if one.sender is not None)

    def _answer(self, letters: Iterable[Letter], robot: Robot, names: Mapping[str, str]) -> Iterator[Report]:
        """Carry out answers, and report each. Raises KhronosError if the state of a game cannot be stored."""
        reader = robot.reader(self._rows(), names)
        for letter in letters:
            try:
                answer = reader.read(letter)
            except KhronosError:
                raise
            except Exception as problem:  # whatever is in one letter, the others are read
                yield problem_report(letter.origin, problem)
            else:
                if answer is not None:
                    yield robot.carry_out(answer)

    def _shares_and_bots(self, robot: Robot | None) -> Iterator[Report]:
        """Send the player's shares and let the bots play, with their letters, and report both.

        Games in which a turn is being held are skipped, because their letters would include that turn.
        """
        how = SendOptions(self.settings) if self.config.get("smtp_host") else None
        if self.assist or robot is not None:
            for share in send_missing_shares(self._free_rows(robot), self.context, how):
                yield from _reports(share, share.paid.path, robot)
        for row in self._free_rows(robot):
            bots = {**self.bots, **_awaited_bot(row, self.context)}
            by_mail = None if self._games.is_shared(Path(row["file"])) else how
            for activity in run_bots_in_games([row], bots, self.context, by_mail):
                yield from _reports(activity, activity.path, robot)

    def _keep_unsent(self, robot: Robot) -> None:
        """Schedule written shares and bots' turns for sending if sending their letters has not begun."""
        bots = _own_bots(self.context.home)
        for row in self._free_rows(robot):
            if row.get("unsent") and not (row["yours"] or row.get("histories")):
                path = Path(row["file"])
                block = unsent_last_block(self.context.home, parse_save(read_file(path)))
                if block is not None and (block.kind in (ASSIST, ACK) or block.by.hex() in bots):
                    robot.keep(path)


_FRESH = ("new", "draft", "refused")
"""The states of news that the robot reports."""


def _reports(done: AutomaticShare | BotActivity, path: Path, robot: Robot | None) -> Iterator[Report]:
    """Yield the reports about blocks written to a file; if their letter was not sent, it is sent later.

    If no letter was due, the reports leave out what a person would have to type.
    """
    letter = done.letter
    if robot is not None and letter is not None and letter.problem is not None:
        robot.keep(path)
    if letter is not None and letter.problem is None and not letter.facts:
        done = replace(done, letter=None)
    yield from map(Report, done.lines())
    yield from (Report(line, is_problem=True) for line in done.notes())


def _own_bots(home: Path) -> dict[str, str]:
    """The names of the player's bots by public key (hex)."""
    return {key: name for name in list_names(home, BOTS) for key in own_keys_of(home, [name])}


def _awaited_bot(row: GameRow, context: Context) -> dict[str, Strength]:
    """Return the player's bot for which a game is waiting, with its strength.

    The result is empty if the game is not waiting for one.
    """
    who = row.get("waiting_for")
    if who is None or not who["bot"] or row.get("histories"):
        return {}
    name = awaited_bot(context.home, open_to_act(Path(row["file"]), context.home, rewind=False).table)
    return {} if name is None else {name: Strength(who["bot"])}


def _as_variables(settings: Iterable[str]) -> dict[str, str]:
    """Return the values of `--config` as environment variables for a program."""
    parts = (each.partition("=") for each in settings)
    return {environment_variable(key.strip()): value.strip() for key, _, value in parts}


@contextmanager
def _unread_letters(library: Library, path: Path) -> Iterator[NewMail]:
    """Yield the letters in a mailbox file or folder that have not been read before."""
    box = MailboxReadState(library, path)
    yield NewMail(box.letters(), box.note)
