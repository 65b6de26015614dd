"""`--help` in groups, `khronos help`, and what is said where a command line goes wrong."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path
from typing import Any

import pytest

from khronos_pbem.cli.commands import COMMANDS, FOLDERS, HEADINGS, command_module, commands_by_heading
from khronos_pbem.cli.help.help_ import command_help, command_line
from khronos_pbem.cli.help_texts import METAVARS
from khronos_pbem.engine.features.protocols import Guide, Options
from khronos_pbem.errors import UsageError
from khronos_pbem.games.registry import GAMES, feature_or_none, game_by_name, game_title
from khronos_pbem.languages import LANGUAGES, translator
from khronos_pbem.manual import topics as guide
from khronos_pbem.manual.topics import FOLDER, Topic, find_topics, parse_topics, topics
from tests.support.shell import ROOT, Person

FOREIGN = [language for language in LANGUAGES if language != "en"]


@pytest.fixture
def somebody(tmp_path: Path) -> Person:
    return Person("x", tmp_path)


# --- groups -----------------------------------------------------------------------------------------------


def test_a_command_stands_in_the_folder_of_the_heading_that_lists_it(somebody: Person) -> None:
    cli = ROOT / "khronos_pbem" / "cli"
    folders = [folder for found in HEADINGS.values() for folder in found]
    assert len(folders) == len(set(folders))
    assert sorted(" ".join(FOLDERS.values()).split()) == sorted(COMMANDS)
    assert set(FOLDERS) == set(folders)
    out = somebody.ok("--help").out
    for heading, folder_names in HEADINGS.items():
        section = out.partition(f"\n{heading}:\n")[2].partition("\n\n")[0]
        names = re.findall(r"^  (\w+)  ", section, re.MULTILINE)
        assert names == dict(commands_by_heading())[heading]
        for name in names:
            places = [path.parent.name for path in cli.glob(f"*/{command_module(name)}.py")]
            assert [place for place in places if place in folder_names] == places[:1] == places, name


def test_help_lists_the_commands_in_groups_and_in_full(somebody: Person) -> None:
    out = somebody.ok("--help").out
    places = [out.index(f"\n{heading}:\n") for heading in HEADINGS]
    assert places == sorted(places)
    said = " ".join(out.split())
    for name, text in COMMANDS.items():
        assert f" {name} {text}" in said, name
    assert max(map(len, out.splitlines())) <= 80
    assert "\nSpielen:\n" in somebody.ok("--help", "--lang", "de").out


def test_headings_have_the_colon_of_their_language(somebody: Person) -> None:
    out = somebody.ok("league", "--help", "--lang", "fr").out
    assert out.startswith("Usage : khronos league [OPTIONS] DOSSIER…\n")
    assert "\nOptions :\n" in out
    assert "[par défaut : khronos]" in somebody.ok("new", "--help", "--lang", "fr").out
    assert "\nJouer :\n" in somebody.ok("--help", "--lang", "fr").out


@pytest.mark.parametrize("columns", ["50", "60", "70", "80"])
def test_no_line_of_french_begins_with_a_sign(columns: str, somebody: Person) -> None:
    for command in ("undo", "note", "settle", "solo"):
        out = somebody.ok(command, "--help", "--lang", "fr", COLUMNS=columns).out
        assert re.search(r"\w [:;!?]", out)
        assert not re.search(r"^\s*[:;!?]", out, re.MULTILINE)


def test_subcommands_are_listed_in_full(somebody: Person) -> None:
    out = somebody.ok("contacts", "--help").out
    assert "..." not in out.partition("Commands:")[2]
    said = " ".join(out.split())
    for each in command_line("contacts").commands["contacts"].commands.values():
        assert each.help in said


def test_arguments_are_called_by_their_names_alone(somebody: Person) -> None:
    out = somebody.ok("moves", "--help").out
    assert out.startswith("Usage: khronos moves [OPTIONS] FILE [ORDERS] [WORD…]\n")
    assert "<" not in out


# --- where a command line goes wrong ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (["show"], "the argument 'FILE' is missing — to see the options: khronos show --help"),
        (["contacts", "add"], "— to see the options: khronos contacts add --help"),
        (["new", "x", "--colour", "red", "--seats", "two"], "— to see the options: khronos new --help"),
        (["play", "x.khronos", "y", "z"], "— to see the options: khronos play --help"),
        (["--no-such"], "— to list the commands: khronos --help"),
        (["shwo"], "did you mean 'show'?"),
        (["nothing-like-it"], "— to list the commands: khronos --help"),
        (["mail"], "— to read about this topic: khronos help mail"),
        (["courrier", "--lang", "fr"], "pour lire l'explication : khronos help courrier"),
        (["two words.khronos"], "— to see this file: khronos show 'two words.khronos'"),
        (["help", "maul"], "there is no topic 'maul' — did you mean mail?"),
        (["help", "contacts", "ad"], "— to see the options: khronos contacts --help"),
    ],
)
def test_the_hint_leads_to_the_help_of_the_very_command(
    arguments: list[str], hint: str, somebody: Person
) -> None:
    shutil.copy(ROOT / "sample_games" / "two-players.khronos", somebody.folder / "two words.khronos")
    assert hint in somebody.fails(2, *arguments)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["log", "--x"], ("there is no option --x", "es gibt keine Option --x", "l'option --x n'existe pas")),
        (["next", "a", "b"], ("too many arguments: b", "zu viele Argumente: b", "trop d'arguments : b")),
        (
            ["show", "--at"],
            (
                "the option '--at' needs a value",
                "die Option '--at' braucht einen Wert",
                "l'option '--at' attend une valeur",
            ),
        ),
        (["shwo"], ("there is no command", "es gibt kein Kommando", "n'existe pas")),
    ],
)
def test_the_parser_complains_in_our_words(
    arguments: list[str], words: tuple[str, ...], somebody: Person
) -> None:
    for language, said in zip(("en", "de", "fr"), words, strict=True):
        assert said in somebody.fails(2, "--lang", language, *arguments)


# --- topics -----------------------------------------------------------------------------------------------


def test_help_lists_the_topics_and_the_commands(somebody: Person) -> None:
    out = somebody.ok("help").out
    for topic in topics():
        assert re.search(rf"^  {topic.names[0]} +{re.escape(topic.title)}", out, re.MULTILINE), topic.key
    listed = set(re.findall(r"[a-z]+", out))
    assert set(COMMANDS) <= listed
    found = somebody.ok("help", "--json", "--lang", "de").json["topics"]
    assert found[0] == {"topic": "start", "title": "Your first game", "game": None}
    assert {"topic": "squares", "title": "How squares are named", "game": "Khronos"} in found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_topic_is_found_by_all_its_names(language: str, somebody: Person) -> None:
    for topic in topics(language):
        for name in (topic.key, *topic.names):
            assert topic in find_topics(name, language), name
            assert topic in find_topics(name.upper(), language), name
    topic = topics(language)[1]
    out = somebody.ok("help", topic.names[0], "--lang", language, COLUMNS="60").out
    assert out.startswith(f"{topic.title}\n\n")
    assert max(map(len, out.splitlines())) <= 88


def test_a_topic_may_be_shortened_while_it_is_the_only_one() -> None:
    assert [topic.key for topic in find_topics("fair")] == ["trust"]
    with pytest.raises(UsageError, match="could mean several topics") as refused:
        find_topics("f")
    assert refused.value.hint == "choose one of folder, formats, start, trust"
    with pytest.raises(UsageError, match="there is no topic ''"):
        find_topics("")


def test_a_command_is_explained_as_its_own_help_does(somebody: Person) -> None:
    for words in (["show"], ["contacts", "add"], ["contacts"]):
        out = somebody.ok("help", *words).out
        assert out == somebody.ok(*words, "--help").out
        assert somebody.ok("help", *words, "--json").json == {"command": " ".join(words), "text": out[:-1]}
    assert "Aufruf: khronos show" in somebody.ok("help", "show", "--lang", "de").out


def test_what_is_both_a_topic_and_a_command_says_so(somebody: Person) -> None:
    both = {name for topic in topics() for name in topic.names} & set(COMMANDS)
    assert "orders" in both
    for name in both:
        out = somebody.ok("help", name).out
        assert out.startswith(f"{find_topics(name)[0].title}\n")
        assert out.endswith(f"Options: khronos {name} --help\n")


def test_a_topic_as_json_is_english(somebody: Person) -> None:
    found = somebody.ok("help", "vertrauen", "--json", "--lang", "de").json
    assert (found["topic"], found["title"], found["game"]) == ("trust", "What is protected", None)
    assert found["text"] == find_topics("trust")[0].text


def test_two_games_may_explain_the_same(monkeypatch: pytest.MonkeyPatch, somebody: Person) -> None:
    both = [Topic("game", ("game",), "What it is about", f"{name}.", name) for name in ("Chess", "Go")]
    monkeypatch.setattr(guide, "topics", lambda language="en": list(both))
    out = somebody.ok("help", "game").out
    assert out == "What it is about (Chess)\n\nChess.\n\nWhat it is about (Go)\n\nGo.\n"
    assert [row["game"] for row in somebody.ok("help", "game", "--json").json["games"]] == ["Chess", "Go"]


# --- what the topics say ----------------------------------------------------------------------------------


def pages(language: str) -> dict[str, tuple[Topic, ...]]:
    """The topics of the program and of each game in a language, by whose they are."""
    found = {"": parse_topics((FOLDER / f"{language}.md").read_text(encoding="utf-8"))}
    for name in GAMES:
        own = feature_or_none(name, Guide)
        assert own is not None, name
        found[name] = parse_topics(own.topics(language))
    return found


@pytest.mark.parametrize("language", FOREIGN)
def test_the_topics_are_the_same_in_every_language(language: str) -> None:
    for whose, original in pages("en").items():
        translated = pages(language)[whose]
        assert [topic.key for topic in translated] == [topic.key for topic in original]
        for one, other in zip(original, translated, strict=True):
            lines = [filled_in(line, language) for line in invocations(one.text)]
            assert sorted(lines) == sorted(invocations(other.text)), one.key
            assert one.text.count("\n") == other.text.count("\n"), one.key
            assert one.text != other.text


def filled_in(line: str, language: str) -> str:
    """A command line with what is to be filled in as a language calls it."""
    speak = translator(language)
    return re.sub(r"[A-Z]{2,}", lambda word: speak(word[0]) if word[0] in METAVARS else word[0], line)


def invocations(text: str) -> list[str]:
    """The command lines of the program that a text shows; other topics are called as in its language."""
    quoted = re.findall(r"`([^`]+)`", re.sub(r"```.*?```", "", text, flags=re.DOTALL))
    blocks = [line for block in re.findall(r"```\n(.*?)```", text, re.DOTALL) for line in block.splitlines()]
    return [
        re.sub(r"^(khronos help) .*", r"\1", line) for line in quoted + blocks if line.startswith("khronos ")
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_topics_name_commands_options_and_topics_that_there_are(language: str) -> None:
    texts = [topic.text for found in pages(language).values() for topic in found]
    lines = [line for text in texts for line in re.findall(r"`(khronos [^`]+)`", text)]
    lines += [line for text in texts for line in text.splitlines() if line.startswith("khronos ")]
    assert len(lines) > 40
    for line in lines:
        words = shlex.split(line)[1:]
        if words[0] == "help" and len(words) > 1 and words[1] not in COMMANDS:
            assert guide.is_topic(words[1], language), line
        elif words[0] == "rules" and len(words) > 1:
            continue  # tests/law/test_citations.py
        elif not words[0].startswith("-"):
            assert is_command(words), line


def is_command(words: list[str]) -> bool:
    """Whether there is such a command, with these options."""
    command: Any = command_line(words[0]).commands.get(words[0])
    if command is None:
        return False
    while words[1:] and words[1] in getattr(command, "commands", {}):
        words, command = words[1:], command.commands[words[1]]
    options = {name for param in command.params for name in param.opts}
    return all(word in options for word in words if word.startswith("-") and word != "-")


def test_the_help_of_games_is_theirs() -> None:
    """How many play, and in which colours, is said of each game as its rules have it."""
    for name in GAMES:
        options, game = feature_or_none(name, Options), game_by_name(name)
        assert options is not None
        assert options.colours == tuple(game.colours)
        assert 2 <= options.seats[0] <= options.seats[1] <= len(options.colours)
        assert game_title(name)
        shown = " ".join(command_help(["new"]).split())
        assert "{} to {}".format(*options.seats) in shown
        assert ", ".join(options.colours[:-1]) in shown


@pytest.mark.parametrize("language", FOREIGN)
def test_what_is_filled_in_is_named_in_the_language(language: str, somebody: Person) -> None:
    """Every word in capitals of the usage lines and options is one of that language."""
    for name in COMMANDS:
        shown = somebody.ok(name, "--help", "--lang", language).out
        words = re.findall(r"(?m)^(?:\S+ ?: khronos .*|  -\S.*?(?=  |$))", shown)
        found = {word for line in words for word in re.findall(r"\b[A-Z]{2,}\b", line)}
        speak = translator(language)
        assert {word for word in found & set(METAVARS) if speak(word) != word} == set()
        assert not re.search(r"<(?:int|str|float|path)>", shown)


def test_a_missing_argument_is_called_as_in_the_help(somebody: Person) -> None:
    assert "das Argument 'DATEI' fehlt" in somebody.fails(2, "show", "--lang", "de")
    assert "il manque l'argument 'FICHIER'" in somebody.fails(2, "show", "--lang", "fr")
