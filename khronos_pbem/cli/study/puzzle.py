"""The command `puzzle`: find the turn that earns the most; the program judges the answer."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from khronos_pbem.cli import completion
from khronos_pbem.cli import shared_options as opt
from khronos_pbem.cli.game_options import Game
from khronos_pbem.cli.option_types import argument, flag, option
from khronos_pbem.cli.terminal.is_terminal import is_read_by_person
from khronos_pbem.cli.terminal.print_pictures import PictureOptions, print_legend, print_position
from khronos_pbem.cli.terminal.printing import note, print_json, print_lines, translate
from khronos_pbem.engine.features.bots import Bots
from khronos_pbem.errors import OrderError, UsageError
from khronos_pbem.games.registry import DEFAULT, feature
from khronos_pbem.messages import listed, message, plural_message
from khronos_pbem.session.queries.documents import event_lines
from khronos_pbem.session.turns import puzzle as puzzling
from khronos_pbem.session.turns.puzzle import OpenPuzzle, PuzzleResult
from khronos_pbem.session.turns.setup_position import position_toml
from khronos_pbem.storage.files import write_output
from khronos_pbem.storage.home_folder import home

LIST = "list"


def puzzle(
    which: Annotated[
        str | None,
        argument(
            "[N|list]",
            'The number of a puzzle, or "list" to see all puzzles; default: the first puzzle that '
            "you have not solved.",
            completion.puzzles,
        ),
    ] = None,
    orders: opt.OrdersFile = None,
    commands: opt.Commands = None,
    game: Game = DEFAULT,
    solution: Annotated[
        bool, flag("--solution", "Show the solution and explain why it earns the most.")
    ] = False,
    out: Annotated[
        Path | None, option("-o --out", "OUT", "Write the position to this file for use with khronos try.")
    ] = None,
    force: opt.Force = False,
    plain: opt.Plain = False,
    as_json: opt.Json = False,
) -> None:
    if which == LIST:
        _print_list(game, as_json)
        return
    asked = puzzling.open_puzzle(game, _number(game, which))
    given = None
    if commands or orders is not None:
        given = puzzling.evaluate_orders(asked, *opt.read_orders(orders, commands))
        if given.missing <= 0:
            puzzling.note_solved(home(), game, asked.puzzle)
    if out is not None:
        write_output(out, position_toml(asked.puzzle.position), force=force)
    found = puzzling.evaluate_solution(asked) if solution else None
    if as_json:
        print_json(_document(asked, given, found))
        return
    if given is None and found is None:
        _print_board(asked, plain)
        if is_read_by_person() and out is None:
            _ask_for_turns(asked)
    print_lines([*_answer_lines(asked, given), *_solution_lines(asked, found)])
    if out is not None:
        print_lines([message("wrote {out}", out=out)])


def _number(game: str, which: str | None) -> int:
    """Return the typed puzzle number; if none was typed, the first unsolved puzzle's number, or 1.

    Raises UsageError if the word is not a number.
    """
    if which is None:
        done = puzzling.load_solved(home(), game)
        there = puzzling.puzzles_of(game)
        return next((each.number for each in there if puzzling.puzzle_key(each) not in done), 1)
    if not (which.isascii() and which.isdigit() and len(which) <= 6):
        hint = message("give the number of a puzzle, or {words!r}", words=LIST)
        raise UsageError(message("there is no puzzle {words!r}", words=which), hint=hint)
    return int(which)


# --- what is said -----------------------------------------------------------------------------------------


def _print_list(game: str, as_json: bool) -> None:
    """Print all puzzles of a game, and which of them were solved on this machine."""
    done, there = puzzling.load_solved(home(), game), puzzling.puzzles_of(game)
    rows = [(puzzling.open_puzzle(game, each.number), puzzling.puzzle_key(each) in done) for each in there]
    if as_json:
        print_json({"game": game, "puzzles": [_puzzle_data(asked) for asked, _ in rows]})
        return
    lines: list[str] = [
        plural_message("{n} puzzle for {name}", "{n} puzzles for {name}", len(rows), name=game)
    ]
    for asked, known in rows:
        number, task = f"{asked.puzzle.number:3}", asked.task
        told = message("{number}. solved: {task}", number=number, task=task)
        lines.append(told if known else message("{number}. {task}", number=number, task=task))
    print_lines(lines)


def _print_board(asked: OpenPuzzle, plain: bool) -> None:
    """Print the position as its player sees it, the task, and the commands to answer it."""
    at_table, position = asked.start.game, asked.starting_point.position
    print_position(at_table, position, PictureOptions(plain), audience=asked.seat)
    print_legend(at_table, position, plain)
    number, count = asked.puzzle.number, len(puzzling.puzzles_of(at_table.name))
    lines: list[str] = [
        "",
        message("Puzzle {number} of {count}. {task}", number=number, count=count, task=asked.task),
    ]
    if asked.hand:
        lines.append(message("Your hand: {cards}", cards=listed(asked.hand, " ")))
    command = f"khronos puzzle {number}{_game_option(at_table.name)}"
    lines.append(message("To try a turn: {words} -c 'ORDERS; end'", words=command))
    lines.append(message("To see the solution: {words} --solution", words=command))
    print_lines(lines)


def _ask_for_turns(asked: OpenPuzzle) -> None:
    """Ask for turns on the terminal until one solves the puzzle or the player quits."""
    prompt = message("Your orders, separated by ; (?: solution, Enter: quit): ")
    while True:
        try:
            text = input(translate(prompt)).strip()
        except EOFError:
            return
        if text in ("", "?"):
            print_lines(_solution_lines(asked, puzzling.evaluate_solution(asked) if text else None))
            return
        try:
            given = puzzling.evaluate_orders(asked, text)
        except OrderError as problem:
            note(problem.full_message)
            continue
        print_lines(_answer_lines(asked, given))
        if given.missing <= 0:
            puzzling.note_solved(home(), asked.start.game.name, asked.puzzle)
            return


def _game_option(game: str) -> str:
    return "" if game == DEFAULT else f" --game {game}"


def _answer_lines(asked: OpenPuzzle, given: PuzzleResult | None) -> list[str]:
    """Return lines about the given turn: its events, its earnings, and the difference from the solution."""
    if given is None:
        return []
    amount = asked.puzzles.amount
    lines = event_lines(given.composition.events)
    lines.append(message("This turn earns {amount}.", amount=amount(given.earned)))
    if given.missing > 0:
        lines.append(message("A better turn earns {amount} more.", amount=amount(given.missing)))
    elif given.missing == 0:
        lines.append(message("Solved: no better turn is known."))
    else:
        lines.append(message("Solved, and {amount} better than the solution!", amount=amount(-given.missing)))
    return lines


def _solution_lines(asked: OpenPuzzle, found: PuzzleResult | None) -> list[str]:
    """Lines about the solution: its orders, what it earns, and why."""
    if found is None:
        return []
    orders = (message("  {order}", order=text) for text in found.composition.texts)
    earned = message("The solution earns {amount}:", amount=asked.puzzles.amount(found.earned))
    explanations = (message("  * {line}", line=line) for line in _explanations(asked, found))
    return [message("Solution:"), *orders, earned, *explanations]


def _explanations(asked: OpenPuzzle, found: PuzzleResult) -> list[str]:
    bots = feature(asked.start.game, Bots)
    orders = [each.order for each in found.composition.given]
    return list(bots.explain(bots.seat_view(asked.starting_point.position, asked.seat), asked.seat, orders))


def _puzzle_data(asked: OpenPuzzle) -> dict[str, object]:
    """A puzzle without its solution, as JSON-able data."""
    done = puzzling.load_solved(home(), asked.start.game.name)
    return {
        "number": asked.puzzle.number,
        "colour": asked.starting_point.colours[asked.seat],
        "task": str(asked.task),
        "from": asked.puzzle.origin,
        "solved": puzzling.puzzle_key(asked.puzzle) in done,
    }


def _document(asked: OpenPuzzle, given: PuzzleResult | None, found: PuzzleResult | None) -> dict[str, object]:
    """The document of `puzzle`: the position, what the given turn earns, and the solution if wanted."""
    facts = {
        "game": asked.start.game.name,
        **_puzzle_data(asked),
        "unit": str(asked.puzzles.unit),
        "hand": asked.hand,
        "position": dict(asked.puzzle.position),
    }
    if given is not None:
        facts |= {"orders": list(given.composition.texts), "earned": given.earned, "missing": given.missing}
    if found is not None:
        facts["solution"] = {"orders": list(asked.puzzle.solution), "earned": found.earned}
        facts["why"] = [str(line) for line in _explanations(asked, found)]
    return facts
