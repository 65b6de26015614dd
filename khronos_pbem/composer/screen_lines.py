"""The composer's screen as lines: hand, players, tools, effects and orders, translated with `speak`."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from khronos_pbem.canvas.player_styles import STYLES
from khronos_pbem.canvas.spans import DIM, HEAD, Line, Span, flow, screen_width, words
from khronos_pbem.characters import escape_invisible
from khronos_pbem.composer.keys import Key, keys_of
from khronos_pbem.composer.state import State
from khronos_pbem.engine.choice_text import open_choice_message
from khronos_pbem.engine.features.protocols import Columns, Drawing, SeatValues, Words
from khronos_pbem.engine.features.turn_screen import DrawnPanels
from khronos_pbem.games.registry import feature_or_none
from khronos_pbem.messages import Translate, message
from khronos_pbem.session.turns.open_choice import cause_line, cause_of
from khronos_pbem.session.turns.turn_draft import Composition

_ROOM = 44
"""The number of columns needed beside the panels to show all panels at once."""
_HIGH, _AROUND = 30, 10
"""The values that determine how many rows the screen needs to show all panels at once.

It needs `_HIGH` rows, or `_AROUND` more rows than the highest panel has if that is fewer.
"""
_BELOW = 8
"""The number of rows above and below the panels when all panels are shown."""
_UNDER = 19
"""The number of rows needed, besides those of the panels, to show everything else below them."""
_OPTIONS = 7
"""The maximum number of options visible at once."""

SMALLEST = (80, 24)
"""The minimum number of columns and rows for composing a turn on the screen."""


def shows_all_panels(state: State, columns: int, rows: int) -> bool:
    """Return whether all panels are shown at once on a screen of this size."""
    high = min(_HIGH, max(panel.rows for panel in state.panels) + _AROUND)
    return rows >= high and columns >= state.game.min_columns(state.position) + _ROOM


def is_below(state: State, columns: int, rows: int) -> bool:
    """Return whether everything else is shown below the panels, which then have their full width."""
    framed = state.game.preferred_columns(state.position)
    high = max(panel.rows for panel in state.panels) + _UNDER
    return 0 < framed <= columns < framed + _ROOM and rows >= high


def drawn_panels(state: State, columns: int, rows: int, speak: Translate) -> DrawnPanels:
    """Return the panels with all marks; on a small screen, the part of one panel around the cursor."""
    wide = shows_all_panels(state, columns, rows)
    one = None if wide else state.cursor.panel
    position = state.shown if state.game.linked else state.position
    across = columns if is_below(state, columns, rows) else columns - _ROOM
    drawn = state.game.draw(position, state.seat, state.marks, across, one, speak)
    room = max(1, rows - (_BELOW if wide else 2))
    here = next((area.top for area in drawn.areas if area.panel.name == state.cursor.panel), 0)
    row = here + state.cursor.row
    above = 0 if row < room - 1 else max(0, min(row - room // 2, len(drawn.lines) - room))
    areas = tuple(area._replace(top=area.top - above) for area in drawn.areas)
    return DrawnPanels(drawn.lines[above:][:room], areas)


# --- beside the panels ------------------------------------------------------------------------------------


def side_lines(state: State, width: int, speak: Translate) -> list[Line]:
    """The figures, the choices and the effect of the chosen order, for the space beside the panels."""
    return [*figure_lines(state, width, speak), [], *choice_lines(state, width, speak)]


def figure_lines(state: State, width: int, speak: Translate) -> list[Line]:
    """The hand, the game's own figures, and the players before and after the turn."""
    return [
        *_hand_lines(state, width, speak),
        *state.game.side_lines(state.shown, state.seat, width, speak),
        [],
        *_player_lines(state, speak),
    ]


def _hand_lines(state: State, width: int, speak: Translate) -> list[Line]:
    """The player's cards; those spent in this turn are struck out and in parentheses."""
    columns = feature_or_none(state.composition.game, Columns)
    if columns is None:
        return []
    start = columns.hand(state.composition.starting_point.position, state.seat)
    now = columns.hand(state.shown, state.seat)
    if start is None or now is None or not (start or now):
        return []
    spent = sorted((Counter(start) - Counter(now)).elements())
    cards: list[list[Line]] = [[[Span(f"[{speak(card)}]", HEAD)]] for card in now]
    cards += [[[Span(f"({speak(card)})", "strike dim")]] for card in spent]
    return flow([[[Span(speak(message("hand:")))]], *cards], width, 2)


def _player_lines(state: State, speak: Translate) -> list[Line]:
    """Return each player's values before and after the turn so far, including the chosen order."""
    columns = feature_or_none(state.composition.game, Columns)
    if columns is None:
        return []
    starting_point = state.composition.starting_point
    before = columns.standings(
        starting_point.position if starting_point.before is None else starting_point.before
    )
    after = columns.standings(state.shown)
    wide = max(screen_width(speak(row["colour"])) for row in after)
    compared = state.game.compared
    heads = "".join(f"{speak(head):>11}" for _, head in compared)
    lines: list[Line] = [[Span(" " * wide + heads, DIM)]]
    for old, new in zip(before, after, strict=True):
        name = speak(new["colour"])
        cells = "".join(f"{_change_text(old, new, key):>11}" for key, _ in compared)
        style = STYLES.get(new["colour"], "")
        padded = name + " " * (wide - screen_width(name))
        lines.append([Span(padded, style), Span(cells, HEAD if old != new else "")])
    return lines


def _change_text(old: SeatValues, new: SeatValues, key: str) -> str:
    """Return a value as text; if it changes, the values before and after, and the difference."""
    before, after = old.get(key), new.get(key)
    if before is None or after is None or before == after:
        return str(after)
    return f"{before}→{after} {after - before:+}"


def choice_lines(state: State, width: int, speak: Translate) -> list[Line]:
    """The tools with their digits, the options of a list, and the effect of the chosen order."""
    lines = [
        *_cause_lines(state, width, speak),
        *_tool_lines(state, speak).values(),
        *_option_lines(state, speak).values(),
    ]
    if state.is_list_open and state.picked is not None and len(state.options) > _OPTIONS:
        of = message("{number} of {count}", number=state.picked + 1, count=len(state.options))
        lines.append([Span(f"  {speak(of)}", DIM)])
    return [*lines, *chosen_effect_lines(state, width, speak)]


def _cause_lines(state: State, width: int, speak: Translate) -> list[Line]:
    """Return lines that explain why a choice is open now; empty if none is open."""
    cause = cause_of(state.composition.game, state.position)
    return [] if cause is None else flow([words(speak(cause_line(cause)))], width, 2)


def _tool_lines(state: State, speak: Translate) -> dict[int, Line]:
    """The lines of the tools by their numbers; empty for a single tool without a price."""
    if state.aim is None or not (len(state.aim.tools) > 1 or state.aim.tools[0].price):
        return {}
    lines: dict[int, Line] = {}
    for number, tool in enumerate(state.aim.tools):
        here = number == state.aim.tool
        price = f": {speak(tool.price)}" if tool.price else ""
        digit = str(number + 1) if number < 9 else " "
        text = f"{'>' if here else ' '}{digit} {speak(tool.label)}{price}"
        lines[number] = [Span(text, f"{HEAD} reverse" if here else "")]
    return lines


def _option_lines(state: State, speak: Translate) -> dict[int, Line]:
    """The lines of the visible options by their numbers."""
    if not state.is_list_open or state.picked is None:
        return {}
    first = max(0, min(state.picked - _OPTIONS // 2, len(state.options) - _OPTIONS))
    lines: dict[int, Line] = {}
    for number, (text, _) in list(enumerate(state.options))[first : first + _OPTIONS]:
        here = number == state.picked
        shown = f"{'>' if here else ' '} {speak(message('{order}', order=text))}"
        lines[number] = [Span(shown, f"{HEAD} reverse" if here else "")]
    return lines


def state_after_click(state: State, line: Line, speak: Translate) -> State:
    """Return the state after a click on a line beside the panels, which is a tool or an option.

    A click chooses a tool or selects an option; a click on the selected option gives its order.
    """
    for number, shown in _tool_lines(state, speak).items():
        if shown == line:
            return state.tool(number)
    for number, shown in _option_lines(state, speak).items():
        if shown == line:
            return state.given() if number == state.picked else replace(state, picked=number)
    return state


def chosen_effect_lines(state: State, width: int, speak: Translate) -> list[Line]:
    """The effect of the chosen order: its price, its consequences, and any choice it opens."""
    found = state.preview
    if found is None:
        return []
    lines: list[Line] = []
    if found.price.words:
        lines += flow([words(speak(message("costs {price}", price=found.price.words)), HEAD)], width)
    for sentence in (*(event.text for event in found.events), *found.drawn):
        lines += flow([words(f"! {speak(sentence)}")], width, 2)
    if found.choice is not None:
        who = state.composition.starting_point.colours[found.choice.seat]
        lines += flow([words(f"? {speak(open_choice_message(who, found.choice))}", HEAD)], width, 2)
    return lines


# --- below the panels -------------------------------------------------------------------------------------


def cursor_line(state: State, speak: Translate) -> str:
    """Return a description of the place at the cursor.

    It includes the order chosen there, or the engine's reason why none is legal.
    """
    here = speak(state.game.about(state.position, state.seat, state.cursor))
    if state.chosen is not None and state.aim is not None:
        more = ""
        if not state.is_list_open and len(state.options) > 1:
            more = speak(message(" ({count} ways)", count=len(state.options)))
        return f"{here} | {speak(message('{order}', order=state.chosen[0]))}{more}"
    if state.refusal is None:
        return here
    refused = message("not possible: {problem}", problem=state.refusal.full_message)
    return f"{here} | {speak(refused)}"


def turn_so_far_lines(state: State, width: int, speak: Translate) -> list[Line]:
    """The orders of the turn so far, and the last message."""
    return [
        *flow([words(_orders_text(state.composition, speak), HEAD)], width, 2),
        *(flow([words(escape_invisible(speak(state.message)))], width, 2) if state.message else []),
    ]


def _orders_text(composition: Composition, speak: Translate) -> str:
    if not composition.given:
        return speak(message("no orders yet"))
    return "; ".join(speak(message("{order}", order=text)) for text in composition.texts)


def footer_line(state: State, width: int, speak: Translate, keys: Sequence[Key] | None = None) -> Line:
    """Return the footer: as many keys as fit, always including help.

    The default for `keys` is the keys for composing.
    """
    return [Span("".join(f"{text}  " for _, text in _footer_items(state, width, speak, keys)).rstrip())]


def footer_key(
    state: State, width: int, column: int, speak: Translate, keys: Sequence[Key] | None = None
) -> Key | None:
    """The key at a column of the footer; None between keys."""
    begin = 0
    for key, text in _footer_items(state, width, speak, keys):
        begin += screen_width(text) + 2
        if column < begin - 2:
            return key
        if column < begin:
            return None
    return None


def _footer_items(
    state: State, width: int, speak: Translate, keys: Sequence[Key] | None
) -> list[tuple[Key, str]]:
    shown = keys or keys_of(state.game)
    items = [(key, f"{speak(key.shown)} {speak(key.short)}") for key in shown if key.short]
    help_key = next(item for item in items if item[0].action == "help")
    room, found = width - screen_width(help_key[1]), list[tuple[Key, str]]()
    for item in items:
        if item is not help_key and screen_width(item[1]) + 2 <= room:
            found.append(item)
            room -= screen_width(item[1]) + 2
    return [*found, help_key]


# --- pages ------------------------------------------------------------------------------------------------


def help_lines(state: State, width: int, speak: Translate, keys: Sequence[Key] | None = None) -> list[str]:
    """Return the help: all keys with their actions, the mouse, and the signs on the panels."""
    known = ((key.shown, key.does) for key in keys or keys_of(state.game))
    rows = [(speak(name), does) for name, does in (*known, *_MOUSE)]
    wide = max(screen_width(key) for key, _ in rows)
    lines = [f"{key:<{wide}}  {speak(does)}" for key, does in rows]
    lines += ["", *(speak(each) for each in (*_SIGNS, *state.game.signs))]
    drawing = feature_or_none(state.composition.game, Drawing)
    if drawing is not None:
        lines += ["", *drawing.legend(state.position, width, speak)]
    return lines


_MOUSE = (
    (
        message("click"),
        message(
            "move the cursor to the mouse pointer, choose a line in a list, or use a key shown on the "
            "last line"
        ),
    ),
    (message("second click"), message("give the order that you clicked")),
    (message("wheel"), message("choose the previous or next option, or scroll the page")),
)
"""The mouse actions, each with its effect."""
_SIGNS = (message("!: an effect of the order"),)


def why_lines(state: State, speak: Translate) -> list[str]:
    """Return the reasons why orders are not legal.

    If a kind of order is chosen, the reason is for the place at the cursor; otherwise there is a line for
    each key.
    """
    if state.aim is not None:
        problem = state.refusal
        return [speak(message("this is possible here") if problem is None else problem.full_message)]
    verbs = state.composition.next.verbs
    lines: list[str] = []
    for key in state.game.verb_keys:
        parts: dict[str, object] = {"key": key.key, "words": speak(key.words)}
        if any(verb in verbs for verb in key.verbs):
            lines.append(message("{key} {words}: possible", **parts))
        else:
            lines.append(message("{key} {words}: {why}", why=state.why_not(key.verbs), **parts))
    return [speak(line) for line in lines]


def completed_order(composition: Composition, typed: str, language: str) -> str:
    """Return a typed order completed by one word, from the legal orders or else the order language."""
    words_of = feature_or_none(composition.game, Words)
    if words_of is None:
        return typed
    begun, _, last = typed.rpartition(" ")
    before = [*begun.split()]
    found = list[str]()
    for text, _order in composition.next.orders:
        if words_of.begins_with(text, [*before, *([last] if last else [])]):
            said = words_of.in_language(text, language).split()
            if len(said) > len(before):
                found.append(said[len(before)])
    found = list(dict.fromkeys(found)) or words_of.complete(typed, language)
    common = os.path.commonprefix(found)  # noqa: RUF071 - by characters
    if not common.casefold().startswith(last.casefold()):
        return typed
    whole = " ".join([*before, common])
    return f"{whole} " if len(found) == 1 else whole
