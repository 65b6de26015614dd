"""Watch a shared folder: merge conflict copies, send shares, run bots and report your moves.

The folder is polled, because network drives and sync tools do not report all changes as events.
"""

from __future__ import annotations

import contextlib
from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from subprocess import Popen

from khronos_pbem.cores import WorkerPoolMap, map_in_process
from khronos_pbem.engine.features.bots import Strength
from khronos_pbem.errors import Conflict, KhronosError, NothingToDo, UsageError
from khronos_pbem.home.game_paths import game_key, game_lock
from khronos_pbem.home.shared_folders import note_shared
from khronos_pbem.home.versions.game_files import note_game_file, noted_game_file
from khronos_pbem.home.versions.newest_seen import Comparison, OlderVersion, newest_seen
from khronos_pbem.home.versions.other_versions import store_other_version
from khronos_pbem.home.versions.signed_blocks import mark_received
from khronos_pbem.library.locate_game import brought_up_to_date_message
from khronos_pbem.library.newest_copy import update_shared_file
from khronos_pbem.library.notifications import Notifier
from khronos_pbem.messages import message, shell_quoted
from khronos_pbem.record.block import ACK, ASSIST
from khronos_pbem.record.leaving.differences import has_precedence
from khronos_pbem.record.leaving.forks import replaced_version_text
from khronos_pbem.record.save import Save, is_save, parse_save
from khronos_pbem.session.bots.bot_seats import play_bot
from khronos_pbem.session.commands.write_blocks import assist
from khronos_pbem.session.commands.write_save import save_text
from khronos_pbem.session.context import Context
from khronos_pbem.session.identities import find_own_seat
from khronos_pbem.session.queries.since_last_turn import entries_since_turn
from khronos_pbem.session.queries.summaries import entry_lines, headline, player_name, whose_move_line
from khronos_pbem.session.replay.open_save import (
    Opened,
    gave_way_message,
    open_for_play,
    receive_save,
    replay_known,
    two_versions_messages,
)
from khronos_pbem.session.replay.table import waiting
from khronos_pbem.storage.files import read_file, replace_if_unchanged

_QUIET = 2  # passes for which a file must not change before what is wrong with it is told


@dataclass(frozen=True, slots=True)
class FolderCopy:
    """One file of a game in the folder, with its bytes and its parsed save."""

    path: Path
    data: bytes
    save: Save


@dataclass
class FolderWatch:
    """A watched folder, and what has been seen and printed so far.

    `hook` is a command that gets the file's path when it is your move; `caller` runs it and shows notices.
    With `pays`, your shares are sent. `bots` maps names in the keyring to bot strengths. The bots play their
    seats, and take free seats or seats offered to them. Unless `terse`, the moves of other players are
    printed, each block once, followed by the command to type next.
    """

    folder: Path
    context: Context
    pays: bool = False
    hook: str = ""
    caller: Notifier = field(default_factory=Notifier)
    stamps: dict[Path, tuple[tuple[int, int], int]] = field(default_factory=dict)
    told: set[str] = field(default_factory=set)
    bots: Mapping[str, Strength] = field(default_factory=dict)
    starmap: WorkerPoolMap = map_in_process
    terse: bool = False
    shown: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Pass `hook` to the caller, unless the caller already has one."""
        self.caller.hook = self.caller.hook or self.hook

    @property
    def calls(self) -> list[Popen[bytes]]:
        """The hooks that are still running."""
        return self.caller.calls

    def poll(self) -> Iterator[str]:
        """Check the folder once; yield the lines to print. Raises UsageError if it cannot be read."""
        games: dict[str, list[FolderCopy]] = {}
        looks = {path: self._passes_unchanged(path) for path in self._files()}
        with contextlib.suppress(KhronosError):  # what is in it now is noted below, file by file
            note_shared(self.context.home, self.folder)
        if all(passes > _QUIET for passes in looks.values()):
            return
        for path, passes in looks.items():
            try:
                data = read_file(path)
                if is_save(data):
                    save = parse_save(data)
                    games.setdefault(game_key(save.header), []).append(FolderCopy(path, data, save))
            except KhronosError as problem:  # half-written as yet, or broken
                if passes == _QUIET:
                    yield message("{path}: {problem}", path=path, problem=problem)
        for copies in games.values():
            yield from self._process_game(copies)

    def _files(self) -> list[Path]:
        try:
            names = [
                path
                for path in self.folder.iterdir()
                if ".khronos" in path.name and not path.name.startswith(".")
            ]
            return sorted(path for path in names if path.is_file())
        except OSError as problem:
            why = (problem.strerror or message("cannot be used")).lower()
            what = message("{path} cannot be watched: {why}", path=self.folder, why=why)
            raise UsageError(what, hint=message("give the path of a folder")) from None

    def _passes_unchanged(self, path: Path) -> int:
        """Count this check of a file; return the number of consecutive checks with it unchanged."""
        try:
            status = path.stat()
            stamp = (status.st_mtime_ns, status.st_size)
        except OSError:
            stamp = (0, 0)
        old, passes = self.stamps.get(path, (stamp, 0))
        self.stamps[path] = (stamp, passes + 1 if old == stamp else 1)
        return self.stamps[path][1]

    def _process_game(self, copies: list[FolderCopy]) -> Iterator[str]:
        """Merge the copies of a game into one file, then do all pending work in it."""
        copies = sorted(copies, key=lambda copy: (len(copy.path.name), copy.path.name))
        try:
            held: list[FolderCopy] = []
            for copy in copies:
                if (yield from self._accept_copy(copy, only=len(copies) == 1)):
                    held.append(copy)
            main = (held or copies)[0]
            main = yield from self._replace_if_outvoted(main)
            held = [main if copy.path == main.path else copy for copy in held]
            for copy in list(held):
                if (yield from self._remove_if_outvoted(copy, main)):
                    held.remove(copy)
            yield from self._merge_copies(main, held)
            yield from self._update_main_file(main)
            yield from self._run_bots(main.path)
            yield from self._assist_or_notify(main.path)
        except (UsageError, NothingToDo):
            return
        except KhronosError as problem:
            yield from self._lines_not_told_yet(_problem_line(problem, main.path))

    def _accept_copy(self, copy: FolderCopy, *, only: bool) -> Generator[str, None, bool]:
        """Return whether a copy is valid and does not conflict with the version of the game already seen.

        Any other copy is reported and left alone: the game does not continue in it, and it is not merged.
        `only` is true if there is no other copy; then `_assist_or_notify` reports its problem.
        """
        try:
            mark_received(self.context.home, copy.save)
            compared = receive_save(self.context.home, copy.save)
        except OlderVersion:
            pass
        except KhronosError as problem:
            if not only:
                yield from self._lines_not_told_yet(_problem_line(problem, copy.path))
            return False
        else:
            if compared is Comparison.WENT_OUT:
                yield message("{path}: {problem}", path=copy.path, problem=gave_way_message())
        return True

    def _replace_if_outvoted(self, main: FolderCopy) -> Generator[str, None, FolderCopy]:
        """Replace the main file if votes, or a timely block against them, make another version valid.

        That version is the newest seen (DECK 9.2). The old content is kept in the home. Returns the resulting
        main file.
        """
        seen = newest_seen(self.context.home, main.save.header)
        if seen is None or not has_precedence(main.save, seen):
            return main
        text = save_text(seen, replay_known(self.context.home, seen))
        with game_lock(self.context.home, seen.header):
            store_other_version(self.context.home, main.save, settled=True)
            replace_if_unchanged(main.path, main.data, text, home=self.context.home)
        yield message("{path}: {fell}", path=main.path, fell=replaced_version_text(main.save, seen))
        return FolderCopy(main.path, text.encode(), seen)

    def _remove_if_outvoted(self, copy: FolderCopy, main: FolderCopy) -> Generator[str, None, bool]:
        """Remove a conflict copy that votes have made invalid, but keep its content in the home.

        Returns whether it was removed.
        """
        if not (is_conflict_copy(copy.path, main.path) and has_precedence(copy.save, main.save)):
            return False
        store_other_version(self.context.home, copy.save, settled=True)
        copy.path.unlink(missing_ok=True)
        yield message(
            "{path} was deleted: {fell}",
            path=copy.path.name,
            fell=replaced_version_text(copy.save, main.save),
        )
        return True

    def _merge_copies(self, main: FolderCopy, copies: list[FolderCopy]) -> Iterator[str]:
        """Copy the longest continuation into the main file; delete the conflict copies it contains."""
        longest = main
        for copy in copies:
            if copy.save.blocks[: len(longest.save.blocks)] == longest.save.blocks:
                longest = copy
        if len(longest.save.blocks) > len(main.save.blocks):
            with game_lock(self.context.home, main.save.header):
                replace_if_unchanged(main.path, main.data, longest.data.decode(), home=self.context.home)
            yield message(
                "{path}: block {part} copied from {path2}",
                path=main.path,
                part=len(longest.save.blocks) - 1,
                path2=longest.path.name,
            )
        for copy in copies:
            contained = longest.save.blocks[: len(copy.save.blocks)] == copy.save.blocks
            if copy is not main and contained and is_conflict_copy(copy.path, main.path):
                copy.path.unlink(missing_ok=True)
                yield message(
                    "{path}: conflict copy deleted; everything that it contained is also in {path2}",
                    path=copy.path.name,
                    path2=main.path.name,
                )

    def _update_main_file(self, main: FolderCopy) -> Iterator[str]:
        """Bring the file up to the newest version seen, and record it as the file of its game."""
        game = game_key(main.save.header)
        noted = noted_game_file(self.context.home, game)
        if noted is None or not noted.is_file():
            note_game_file(self.context.home, game, main.path)
        if update_shared_file(self.context.home, main.path) is not None:
            yield brought_up_to_date_message(main.path)

    def _run_bots(self, path: Path) -> Iterator[str]:
        """Let the bots play until the game is waiting for none of them."""
        going = bool(self.bots)
        while going:
            going = False
            for name, strength in self.bots.items():
                for line in self._run_bot(path, name, strength):
                    going = True
                    yield line

    def _run_bot(self, path: Path, name: str, strength: Strength) -> Iterator[str]:
        """Let one bot play; yield a line for each block. Each problem is printed only once."""
        try:
            for done in play_bot(path, self.context._replace(name=name), self.starmap, strength):
                who = player_name(done.draft.table, done.draft.block.seat)
                yield message("{path}: {who}: {what}", path=path, who=who, what=headline(done.draft.block))
        except NothingToDo:
            return
        except Conflict:
            raise
        except KhronosError as problem:
            yield from self._lines_not_told_yet(_problem_line(problem, path))

    def _assist_or_notify(self, path: Path) -> Iterator[str]:
        """Send your shares if the game waits for them; otherwise print whose move it is, and notify you."""
        opened = open_for_play(path, self.context.home, rewind=False)
        parted = two_versions_messages(opened, self.context.home)
        if parted:
            yield from self._lines_not_told_yet(parted[0])
            return
        now, own = waiting(opened.table), find_own_seat(self.context.home, opened.table, self.context.name)
        whose_move = whose_move_line(opened.table)
        if now is None or own is None or now.seat != own[1]:
            yield from self._news_lines(opened, None if own is None else own[1])
            sentence = message("{path}: {whose_move}", path=path, whose_move=whose_move)
            for line in self._lines_not_told_yet(sentence, opened):
                yield line
                if own is None and now is not None and now.seat is None:
                    yield from self._next_command_lines(path)
            return
        if now.need == ACK or (now.need == ASSIST and self.pays):
            done = assist(path, self.context._replace(name=own[0]))
            paid = message("{path}: your shares have been added to the game", path=path)
            acked = message("{path}: you have confirmed the vote", path=path)
            yield acked if done.draft.block.kind == ACK else paid
            yield from self._assist_or_notify(path)
            return
        yield from self._news_lines(opened, own[1])
        sentence = message("{path}: YOUR MOVE. {whose_move:Name}", path=path, whose_move=whose_move)
        for line in self._lines_not_told_yet(sentence, opened):
            yield line
            yield from self._next_command_lines(path)
            yield from self.caller.notify(path, opened.save.header.title, whose_move)

    def _news_lines(self, opened: Opened, seat: int | None) -> Iterator[str]:
        """The moves of others since the last turn of a seat, except those printed before."""
        game, table = game_key(opened.save.header), opened.table
        before, self.shown[game] = self.shown.get(game, -1), table.seq
        for entry in () if self.terse else entries_since_turn(opened.history, seat):
            if entry.block.seq > before and entry.block.seat != seat:
                yield from entry_lines(entry)

    def _next_command_lines(self, path: Path) -> Iterator[str]:
        """The line with the command to type next; nothing if `terse`."""
        if not self.terse:
            yield message("Type: {words}", words=f"khronos next {shell_quoted(path)}")

    def _lines_not_told_yet(self, line: str, opened: Opened | None = None) -> Iterator[str]:
        """Yield the line, unless it has already been yielded for this state of the game."""
        key = f"{line}/{opened.history.heads[-1].hex()}" if opened else line
        if key not in self.told:
            self.told.add(key)
            yield line


def _problem_line(problem: KhronosError, path: Path) -> str:
    """The text of a problem, preceded by the name of the file."""
    return problem.in_file(str(path)).full_message


def is_conflict_copy(path: Path, main: Path) -> bool:
    """Return whether a file has the name of a sync tool's conflict copy of the main file."""
    words = ("conflict", "konflikt", "conflit", "copy of", " (1)", " (2)", " (3)")
    return path.name.startswith(main.name.split(".")[0]) and any(word in path.name.lower() for word in words)
