"""What the program advises in each of its outputs, typed in the very state in which it was advised."""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from tests.make_catalogues import messages, pair
from tests.program.advised.advice import advising_templates, is_help, said_in
from tests.support.chance import without_chance
from tests.support.shell import Person, Result

GAPS = {
    "YOUR-NAME": "zoe",
    "YOU@EXAMPLE.ORG": "me@example.org",
    "ADDRESS": "friend@example.org",
    "FILE": "game.khronos",
    "GAME": "game.khronos",
    "NAME": "zoe",
    "TOPIC": "start",
    "COMMAND": "show",
    "'…'": "end",
    "ORDERS; end": "end",
    "ORDERS": "end",
}
"""What a person writes in the place of a word that stands for another."""

QUIET = ("next", "watch")
"""Commands that may find nothing left to do, and say so with exit code 4."""

ASKING = {"undo": ["--not-sent"], "send": ["--to", "friend@example.org"], "settle": ["--take", "1"]}
"""Commands that ask at a terminal, and what answers them where there is none."""

LATER = {
    "{title}: your next block will name this identity": "after that block",
    "{title}: {colour} has named this identity as a replacement.": "when the game is waiting for that colour",
    "ask the author for the lines": "by the author, when the game is over",
}
"""How templates begin that advise something for another time, with that time."""

MAY: dict[str, tuple[int, ...]] = {}
"""Other exit codes that the commands of a template may have."""

THINKING = ("hint", "solo")
"""Commands that are given less time to think than they take."""

QUICK = ["--strength", "easy", "--opponents", "1"]
"""What a new game against bots is begun with here: strong ones take longer than all else."""

LATER_ON = "2026-11-22T09:00:00Z"
"""When what is advised is typed; the situation goes on as if nothing had been."""

_PART = re.compile(r"\{(\w+)[^}]*\}")
_CARRIED = r"khronos [a-z][^\n`]*?"
_ANY = r"(?:(?!(?<![\w./-])khronos [a-z])[^\n]){0,300}?"
_WORD = r"(?:'[^'\n]*'|\S+?)"
_ADVISING = r"Type|to send|To play|to play|lists|shows|explains|vote|agree|invite|[Tt]hen type|computer"
_CARRYING = ("words", "command")
"""Parts of a sentence that may be a whole command."""


@cache
def saying_no_more() -> set[str]:
    """What `demo` has typed itself, in a folder that is gone when it is read."""
    return {
        text
        for text, commands in advising_templates().items()
        if commands == (text,) and said_in(text) == {"khronos_pbem/cli/practise/demo.py"}
    }


@dataclass(frozen=True)
class Sentence:
    """A template, what finds it in an output, and the commands in it."""

    template: str
    found: re.Pattern[str]
    commands: tuple[str, ...]

    @cached_property
    def needle(self) -> str:
        """Its longest piece in one line, without which it is nowhere."""
        pieces = _PART.sub("\0", self.template).replace("\n", "\0").split("\0")
        return max((" ".join(piece.split()) for piece in pieces), key=len)

    def advised_in(self, text: str) -> Iterator[str]:
        """The commands that it advises in a text, as they are printed."""
        for match in self.found.finditer(text):
            parts = match.groupdict()
            for command in self.commands:
                line = " ".join(_PART.sub(lambda part, parts=parts: parts[part[1]], command).split())  # type: ignore[misc]
                if line.startswith("khronos "):
                    yield line


def _pattern(template: str, carried: str = "") -> re.Pattern[str]:
    """What a template looks like when it is printed, wrapped or not."""
    known, end = set[str](), 0
    pieces = [r"^[^\n]{0,40}?" if template.startswith("{") else ""]
    alone = (template,) == advising_templates().get(template)
    for part in _PART.finditer(template):
        pieces += [re.sub(r"(\\ )+", r"\\s+", re.escape(template[end : part.start()]))]
        last = part.end() == len(template)
        any_text = _CARRIED if part[1] == carried else _WORD if alone else _ANY
        pieces.append(f"(?P={part[1]})" if part[1] in known else f"(?P<{part[1]}>{any_text})")
        pieces[-1] += r"(?=$| — |; |\)$)" if last else ""
        known.add(part[1])
        end = part.end()
    pieces.append(re.sub(r"(\\ )+", r"\\s+", re.escape(template[end:])))
    found = "".join(pieces)
    return re.compile(rf"(?:^\s*|(?<=: )|(?<=— )|(?<=\()){found}$" if alone else found, re.MULTILINE)


@cache
def sentences() -> tuple[Sentence, ...]:
    """The templates that advise something, and those that may carry a command which is made elsewhere."""
    own = [
        Sentence(text, _pattern(text, "words"), (*commands, "{words}"))
        if text.endswith("type: {words}")
        else Sentence(text, _pattern(text), commands)
        for text, commands in advising_templates().items()
        if not is_help(text) and text not in saying_no_more()
    ]
    every = {text for message in messages() for text in pair(message)}
    for text in sorted(every):
        for part in _CARRYING:
            if f"{{{part}}}" in text and re.search(_ADVISING, text) and "khronos" not in text:
                after = " --help" if f"{{{part}}} --help" in text else ""
                own.append(Sentence(text, _pattern(text, part), (f"{{{part}}}{after}",)))
    return tuple(own)


def sentences_in(text: str) -> list[Sentence]:
    """Those of the sentences that may be in a text, wrapped or not."""
    flat = " ".join(text.split())
    return [sentence for sentence in sentences() if sentence.needle in flat]


@dataclass
class Harvest:
    """Every output of some persons is searched for advice; all that is found is typed, and undone again."""

    root: Path
    """The folder in which all of them live; it is made."""
    met: set[str]
    wrong: list[tuple[str, ...]] = field(default_factory=list)
    gaps: dict[str, str] = field(default_factory=dict)
    typed: set[str] = field(default_factory=set)
    others: dict[str, Person] = field(default_factory=dict)
    """Who types what a template tells somebody else to type, by its beginning."""
    stdin: str = ""
    busy: bool = False

    def __post_init__(self) -> None:
        self.root.mkdir(parents=True)

    def search(self, person: Person, text: str, **environment: str) -> None:
        """Type what a text advises this person, line by line, each in the state as it is now."""
        for sentence in sentences_in(text):
            for command in sentence.advised_in(text):
                self.met.add(sentence.template)
                self._try(person, sentence.template, [command], environment)

    def read(self, person: Person, text: str, **environment: str) -> None:
        """Type the commands of a letter one after the other."""
        lines = [line for line in text.splitlines() if line.startswith("khronos ")]
        for sentence in sentences_in(text):
            for command in sentence.advised_in(text):
                self.met.add(sentence.template)
                lines += [] if command in lines else [command]
        self._try(person, "a letter", lines, environment)

    def _try(self, person: Person, template: str, lines: list[str], environment: dict[str, str]) -> None:
        for begin, other in self.others.items():
            if template.startswith(begin):
                person, environment = other, {"KHRONOS_ADDRESS": f"{other.name}@example.org"}
        key = " ".join([person.name, *lines])
        if key in self.typed or self.busy or template.startswith(tuple(LATER)):
            return
        self.typed.add(key)
        with self._as_it_was():
            for line in lines:
                self._type(person, template, line, environment)

    def _type(self, person: Person, template: str, line: str, environment: dict[str, str]) -> None:
        try:
            words = self.filled(line)
        except ValueError as problem:
            self.wrong.append((template, line, str(problem)))
            return
        stdin = self.stdin if words[-1] == "-" else ""
        done = person.run(*words, stdin=stdin, **environment)
        answer = ASKING.get(words[0], [])
        if done.code in (2, 6) and answer and answer[0] in done.err:
            done = person.run(*words, *answer, **environment)
        quiet = done.code == 4 and words[0] in QUIET
        if done.code not in (0, *MAY.get(template, ())) and not quiet:
            self.wrong.append((template, line, str(done.code), done.err[-300:]))

    def filled(self, line: str) -> list[str]:
        """The words of an advised line after `khronos`, with something in each gap."""
        for gap, value in {**GAPS, **self.gaps}.items():
            line = re.sub(rf"(?<![A-Za-z-]){re.escape(gap)}(?![A-Za-z])", lambda _, word=value: word, line)  # type: ignore[misc]
        words = shlex.split(line)[1:]
        if words[0] == "solo" and words[1:2] in ([], ["--as"]):
            words += QUICK
        if words[0] == "watch":
            words += ["--once"]
        return [*words, "--think", "0.01"] if words[0] in THINKING else words

    @contextmanager
    def _as_it_was(self) -> Iterator[None]:
        """The folder of all persons as it is now, again when this is done."""
        kept = self.root.with_name(f"{self.root.name} as it was")
        shutil.copytree(self.root, kept, symlinks=True)
        self.busy = True
        try:
            with (
                without_chance("advice"),
                patch("khronos_pbem.cli.shared_options.current_time", lambda: LATER_ON),
            ):
                yield
        finally:
            self.busy = False
            shutil.rmtree(self.root)
            kept.rename(self.root)


def listening(harvest: Harvest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let each output of `Person.run` be searched; everybody has settings of their own."""
    run = Person.run

    def heard(person: Person, *arguments: str, **more: Any) -> Result:
        more.setdefault("KHRONOS_CONFIG", str(person.folder / "settings.toml"))
        result = run(person, *arguments, **more)
        if not harvest.busy and "--json" not in arguments:
            more.pop("stdin", None)
            harvest.search(person, f"{result.out}\n{result.err}", **more)
        return result

    monkeypatch.setattr(Person, "run", heard)
