"""Watching a shared folder: complete files, conflict copies, debts paid, a call when it is your move.

It looks again and again instead of waiting for events: network drives and sync tools do not send them all.
"""

from __future__ import annotations

import contextlib
from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from subprocess import Popen

from khronos_pbem.engine.features.bots import Strength, WorkerPoolMap, one_by_one
from khronos_pbem.errors import Conflict, KhronosError, NothingToDo, UsageError
from khronos_pbem.home.game_paths import at_game, game_key
from khronos_pbem.home.shared_folders import note_shared
from khronos_pbem.home.versions.game_files import note_place, noted_place
from khronos_pbem.home.versions.newest_seen import Behind, Compared, newest_seen
from khronos_pbem.home.versions.other_versions import keep
from khronos_pbem.home.versions.unsent import came_in
from khronos_pbem.library.newest_copy import bring_outside_up
from khronos_pbem.library.notifications import Caller
from khronos_pbem.messages import message, quoted
from khronos_pbem.record.block import ACK, ASSIST
from khronos_pbem.record.leaving.following import takes_place
from khronos_pbem.record.leaving.forks import fallen
from khronos_pbem.record.save import Save, is_save, parse_save
from khronos_pbem.session.bots.bot_seats import played_by
from khronos_pbem.session.commands.write_blocks import assist
from khronos_pbem.session.commands.write_save import save_text
from khronos_pbem.session.context import Context
from khronos_pbem.session.identities import seated_name
from khronos_pbem.session.queries.since_last_turn import since_turn_of
from khronos_pbem.session.queries.summaries import entry_lines, headline, player_name, whose_move
from khronos_pbem.session.replay.open_save import (
    Opened,
    about_giving_way,
    about_histories,
    enter,
    open_for_play,
    replay_known,
)
from khronos_pbem.session.replay.table import waiting
from khronos_pbem.storage.files import read_file, replace_if_unchanged

_QUIET = 2  # passes for which a file must not change before what is wrong with it is told


@dataclass(frozen=True, slots=True)
class Copy:
    """One file of a game in the folder."""

    path: Path
    data: bytes
    save: Save


@dataclass
class Watch:
    """A folder that is watched. `hook` is a command that gets the file's path when it is your move; `caller`
    calls by it, and by what else it knows. `bots` are names of the keyring whose seats are played, or taken
    where one is free or was given to them, each as a bot of its strength. What others did is told too, each
    block once, and what to type, unless it is `terse`."""

    folder: Path
    context: Context
    pays: bool = False
    hook: str = ""
    caller: Caller = field(default_factory=Caller)
    stamps: dict[Path, tuple[tuple[int, int], int]] = field(default_factory=dict)
    told: set[str] = field(default_factory=set)
    bots: Mapping[str, Strength] = field(default_factory=dict)
    spread: WorkerPoolMap = one_by_one
    terse: bool = False
    shown: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """A hook is the caller's."""
        self.caller.hook = self.caller.hook or self.hook

    @property
    def calls(self) -> list[Popen[bytes]]:
        """The hooks that were run, and go on."""
        return self.caller.calls

    def look(self) -> Iterator[str]:
        """Look once; what there is to tell. Raises UsageError if the folder cannot be read."""
        games: dict[str, list[Copy]] = {}
        looks = {path: self._seen(path) for path in self._files()}
        with contextlib.suppress(KhronosError):  # what is in it now is noted below, file by file
            note_shared(self.context.home, self.folder)
        if all(passes > _QUIET for passes in looks.values()):
            return
        for path, passes in looks.items():
            try:
                data = read_file(path)
                if is_save(data):
                    save = parse_save(data)
                    games.setdefault(game_key(save.header), []).append(Copy(path, data, save))
            except KhronosError as problem:  # half-written as yet, or broken
                if passes == _QUIET:
                    yield message("{path}: {problem}", path=path, problem=problem)
        for copies in games.values():
            yield from self._game(copies)

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
            raise UsageError(what, rule="FORMATS 1", hint=message("give the path of a folder")) from None

    def _seen(self, path: Path) -> int:
        """For how many looks a file has been as it is now."""
        try:
            status = path.stat()
            stamp = (status.st_mtime_ns, status.st_size)
        except OSError:
            stamp = (0, 0)
        old, passes = self.stamps.get(path, (stamp, 0))
        self.stamps[path] = (stamp, passes + 1 if old == stamp else 1)
        return self.stamps[path][1]

    def _game(self, copies: list[Copy]) -> Iterator[str]:
        """Merge the copies of a game into one file, then do what there is to do in it."""
        copies.sort(key=lambda copy: (len(copy.path.name), copy.path.name))
        try:
            held: list[Copy] = []
            for copy in copies:
                yield from self._let_in(copy, held, only=len(copies) == 1)
            main = (held or copies)[0]
            main = yield from self._overtaken(main)
            held = [main if copy.path == main.path else copy for copy in held]
            fallen_by = []
            for copy in held:
                if (yield from self._fallen(copy, main)):
                    fallen_by.append(copy)
            held = [copy for copy in held if copy not in fallen_by]
            yield from self._merge(main, held)
            yield from self._bring_up(main)
            yield from self._let_bots(main.path)
            yield from self._act(main.path)
        except (UsageError, NothingToDo):
            return
        except KhronosError as problem:
            yield from self._once(_told(problem, main.path))

    def _let_in(self, copy: Copy, held: list[Copy], *, only: bool) -> Iterator[str]:
        """Let a copy in by the one door, into those that hold and are no other history than was seen.

        What does not come in is told and left alone: it is never the file in which the game goes on, nor does
        it contain any other. An `only` one is told of by `_act`.
        """
        try:
            came_in(self.context.home, copy.save)
            compared = enter(self.context.home, copy.save)
        except Behind:
            pass
        except KhronosError as problem:
            if not only:
                yield from self._once(_told(problem, copy.path))
            return
        else:
            if compared is Compared.WENT_OUT:
                yield message("{path}: {problem}", path=copy.path, problem=about_giving_way())
        held.append(copy)

    def _overtaken(self, main: Copy) -> Generator[str, None, Copy]:
        """The main file; brought to what stands against it by votes, or by a block in time against them (DECK
        9.2). What it held is put aside in the home."""
        seen = newest_seen(self.context.home, main.save.header)
        if seen is None or not takes_place(main.save, seen):
            return main
        text = save_text(seen, replay_known(self.context.home, seen))
        with at_game(self.context.home, seen.header):
            keep(self.context.home, main.save, settled=True)
            replace_if_unchanged(main.path, main.data, text, home=self.context.home)
        yield message("{path}: {fell}", path=main.path, fell=fallen(main.save, seen))
        return Copy(main.path, text.encode(), seen)

    def _fallen(self, copy: Copy, main: Copy) -> Generator[str, None, bool]:
        """Whether a conflict copy has fallen by votes: it is put aside in the home, and removed."""
        if not (is_conflict_copy(copy.path, main.path) and takes_place(copy.save, main.save)):
            return False
        keep(self.context.home, copy.save, settled=True)
        copy.path.unlink(missing_ok=True)
        yield message("{path} was deleted: {fell}", path=copy.path.name, fell=fallen(copy.save, main.save))
        return True

    def _merge(self, main: Copy, copies: list[Copy]) -> Iterator[str]:
        """Put what goes on from the main file into it; drop the conflict copies that it contains then."""
        longest = main
        for copy in copies:
            if copy.save.blocks[: len(longest.save.blocks)] == longest.save.blocks:
                longest = copy
        if len(longest.save.blocks) > len(main.save.blocks):
            with at_game(self.context.home, main.save.header):
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
                    "{path}: conflict copy deleted; {path2} contains all of it",
                    path=copy.path.name,
                    path2=main.path.name,
                )

    def _bring_up(self, main: Copy) -> Iterator[str]:
        """Bring the file up to what was seen of its game, and note that the game is played there."""
        game = game_key(main.save.header)
        noted = noted_place(self.context.home, game)
        if noted is None or not noted.is_file():
            note_place(self.context.home, game, main.path)
        if bring_outside_up(self.context.home, main.path) is not None:
            yield message(
                "{path} was older than the newest version you have seen; now it is up to date", path=main.path
            )

    def _let_bots(self, path: Path) -> Iterator[str]:
        """Let the bots play, each as long as it is awaited, until none of them is."""
        going = bool(self.bots)
        while going:
            going = False
            for name, strength in self.bots.items():
                for line in self._let_bot(path, name, strength):
                    going = True
                    yield line

    def _let_bot(self, path: Path, name: str, strength: Strength) -> Iterator[str]:
        """What one bot does in a game, a line each; what is wrong with it is told once, as an error."""
        try:
            for done in played_by(path, self.context._replace(name=name), self.spread, strength):
                who = player_name(done.draft.table, done.draft.block.seat)
                yield message("{path}: {who}: {what}", path=path, who=who, what=headline(done.draft.block))
        except NothingToDo:
            return
        except Conflict:
            raise
        except KhronosError as problem:
            yield from self._once(_told(problem, path))

    def _act(self, path: Path) -> Iterator[str]:
        opened = open_for_play(path, self.context.home, rewind=False)
        parted = about_histories(opened, self.context.home)
        if parted:
            yield from self._once(parted[0])
            return
        now, own = waiting(opened.table), seated_name(self.context.home, opened.table, self.context.name)
        if now is None or own is None or now.seat != own[1]:
            yield from self._news(opened, None if own is None else own[1])
            sentence = message("{path}: {whose_move}", path=path, whose_move=whose_move(opened.table))
            for line in self._once(sentence, opened):
                yield line
                yield from self._to_type(path) if own is None and now is not None and now.seat is None else ()
            return
        if now.need == ACK or (now.need == ASSIST and self.pays):
            done = assist(path, self.context._replace(name=own[0]))
            paid = message("{path}: your shares have been added to the game", path=path)
            acked = message("{path}: you have confirmed the vote", path=path)
            yield acked if done.draft.block.kind == ACK else paid
            yield from self._act(path)
            return
        yield from self._news(opened, own[1])
        for line in self._once(
            message("{path}: YOUR MOVE. {whose_move:Name}", path=path, whose_move=whose_move(opened.table)),
            opened,
        ):
            yield line
            yield from self._to_type(path)
            yield from self.caller.call(path, opened.save.header.title, whose_move(opened.table))

    def _news(self, opened: Opened, seat: int | None) -> Iterator[str]:
        """What the others did since the last turn of a seat, and is not told yet."""
        game, table = game_key(opened.save.header), opened.table
        before, self.shown[game] = self.shown.get(game, -1), table.seq
        for entry in () if self.terse else since_turn_of(opened.history, seat):
            if entry.block.seq > before and entry.block.seat != seat:
                yield from entry_lines(entry)

    def _to_type(self, path: Path) -> Iterator[str]:
        """The command that shows a game, and what to type for it."""
        if not self.terse:
            yield message("Type: {words}", words=f"khronos next {quoted(path)}")

    def _once(self, line: str, opened: Opened | None = None) -> Iterator[str]:
        """Tell something only once for each state of a game."""
        key = f"{line}/{opened.history.heads[-1].hex()}" if opened else line
        if key not in self.told:
            self.told.add(key)
            yield line


def _told(problem: KhronosError, path: Path) -> str:
    """What is wrong with a file, its name in front."""
    problem.file = problem.file or str(path)
    return problem.said


def is_conflict_copy(path: Path, main: Path) -> bool:
    """Whether a sync tool's name for a conflict copy of the main file."""
    words = ("conflict", "konflikt", "conflit", "copy of", " (1)", " (2)", " (3)")
    return path.name.startswith(main.name.split(".")[0]) and any(word in path.name.lower() for word in words)
