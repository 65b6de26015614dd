"""The answers that a letter to a telephone suggests: labelled requests in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from khronos_pbem.engine.contract import Choice, ListedOrder
from khronos_pbem.engine.features.bots import SearchSettings
from khronos_pbem.engine.features.turn_screen import Composing, Tool
from khronos_pbem.engine.order_lists import similar_orders
from khronos_pbem.errors import KhronosError
from khronos_pbem.games.registry import feature_or_none
from khronos_pbem.mail.outgoing.letter_body import wrapped_lines
from khronos_pbem.messages import Message, Translate, message, plural_message
from khronos_pbem.session.turns import branching, hint
from khronos_pbem.session.turns import order_effects as effects
from khronos_pbem.session.turns.turn_draft import Composition, StartingPoint

PLAY, TRY = "play", "try"
"""The requests that are followed by orders; they are the same words in every language."""

COMMENT_WIDTH = 60
"""The maximum width of a comment in a reply, in columns.

Mail programs break longer lines, and the rest would no longer be a comment.
"""

MOST_TURNS, MOST_GROUPS, MOST_ANSWERS = 3, 8, 9
"""The maximum numbers of suggestions.

They limit turns found by a computer player, groups of orders, and answers to a choice.
"""

_MOST_MERGED = 60
"""The maximum number of orders when tools are merged; a reply would not show more."""

_END, _RESIGN = "end", "resign"


class Suggestion(NamedTuple):
    """A suggested answer: its label, and the lines of the request, orders included.

    `note` explains the label in a few words. `comments` are lines about alternatives; they can be left out.
    With `known`, the letter shows them elsewhere. A `main` suggestion is highlighted.
    """

    label: str
    request: tuple[str, ...]
    note: str = ""
    comments: tuple[str, ...] = ()
    known: bool = False
    main: bool = False


def best_turn_suggestions(
    start: StartingPoint, thinking: SearchSettings, speak: Translate
) -> Iterator[Suggestion]:
    """Yield the best turns that a computer player finds, if any."""
    try:
        found = hint.best_turns(start, thinking, MOST_TURNS)
    except KhronosError:
        return
    for number, turn in enumerate(found, 1):
        label = speak(message("Suggestion {number}", number=number))
        word = PLAY if turn.is_whole_block else TRY
        yield _with_orders(word, label, _spoken_orders(turn.texts, speak))


def turn_end_suggestions(composition: Composition, speak: Translate) -> Iterator[Suggestion]:
    """Yield a suggestion to play the orders of a composition, if possible.

    They are played unchanged or followed by the end of the turn.
    """
    given = _spoken_orders(composition.texts, speak)
    if given and composition.is_whole_block:
        yield _with_orders(PLAY, speak(message("Play these orders")), given)
    elif any(text == _END for text, _ in composition.next.orders):
        end = _spoken_orders([_END], speak)
        if given:
            label = message("Play these orders and end the turn")
            yield _with_orders(PLAY, speak(label), (*given, *end))
        else:
            yield Suggestion(speak(message("End the turn")), _request(PLAY, end))


def _with_orders(word: str, label: str, orders: Sequence[str]) -> Suggestion:
    """Return a main suggestion with its orders as the note."""
    return Suggestion(label, _request(word, orders), "; ".join(orders), main=True)


def _request(word: str, orders: Sequence[str]) -> tuple[str, ...]:
    """A request with orders: a single one on the same line, several on lines of their own."""
    return (f"{word} {orders[0]}",) if len(orders) == 1 else (word, *orders)


def _spoken_orders(texts: Iterable[str], speak: Translate) -> tuple[str, ...]:
    return tuple(speak(message("{order}", order=text)) for text in texts)


def own_orders_suggestion(composition: Composition, forms: Sequence[str], speak: Translate) -> Suggestion:
    """Return the suggestion to write further orders after a composition.

    `forms` are comments about possible orders.
    """
    request = (TRY, *_spoken_orders(composition.texts, speak))
    return Suggestion(speak(message("Write the orders yourself")), request, comments=tuple(forms), known=True)


# --- answers to a choice ----------------------------------------------------------------------------------


def choice_suggestions(composition: Composition, choice: Choice, speak: Translate) -> Iterator[Suggestion]:
    """Yield a suggestion for each answer to the open choice, with its effect.

    If there are many answers, the last ones share a suggestion. An answer that follows other orders is only
    tried out.
    """
    word, given = TRY if composition.given else PLAY, _spoken_orders(composition.texts, speak)
    orders = composition.next.orders
    answers = tuple(each for each in orders if each[0].split()[0] == choice.kind)
    single = answers if len(answers) <= MOST_ANSWERS else answers[: MOST_ANSWERS - 1]
    for effect in effects.compute_effects(composition, single):
        (order,) = _spoken_orders([effect.text], speak)
        _, *lines = effects.answer_effect_lines(composition, effect)
        yield Suggestion(
            order, _request(word, (*given, order)), "; ".join(speak(each).strip() for each in lines)
        )
    rest = answers[len(single) :]
    if rest:
        yield _group_suggestion(_Group(_beginning([choice.kind], speak), "", rest), word, given, speak)


# --- orders of a turn -------------------------------------------------------------------------------------


class _Group(NamedTuple):
    """Orders that are suggested together: label, note and orders with their canonical texts."""

    label: str
    note: str
    orders: tuple[ListedOrder, ...]


def order_suggestions(composition: Composition, speak: Translate) -> Iterator[Suggestion]:
    """Yield a suggestion to try each kind of order that is possible next, with its targets as comments.

    The orders of the composition come first in the request.
    """
    given = _spoken_orders(composition.texts, speak)
    for group in _limited(_groups(composition, speak), speak):
        yield _group_suggestion(_cheap_first(composition, group), TRY, given, speak)


def _groups(composition: Composition, speak: Translate) -> list[_Group]:
    """Return the orders grouped by the tools of the game's turn screen.

    The orders of a single tool are grouped by the game's headings.
    """
    orders = tuple(each for each in composition.next.orders if each[0] not in (_END, _RESIGN))
    tools = list(_tools(composition, orders))
    while len(tools) > MOST_GROUPS and (merged := _merged_tools(tools)) != tools:
        tools = merged
    if len(tools) == 1:
        headed = branching.order_groups(composition.game, tools[0].orders)
        if len(headed) > 1:
            return [_Group(_capital(speak(head)), "", tuple(found)) for head, found in headed]
    return [_Group(_beginning(tool.words, speak), _tool_note(tool, speak), tool.orders) for tool in tools]


def _tools(composition: Composition, orders: Sequence[ListedOrder]) -> Iterator[Tool]:
    composing, decision = feature_or_none(composition.game, Composing), composition.decision
    if composing is None or decision is None:
        for verb in dict.fromkeys(text.split()[0] for text, _ in orders):
            yield Tool((verb,), "", tuple(each for each in orders if each[0].split()[0] == verb))
        return
    for key in composing.verb_keys:
        found = [each for each in orders if each[0].split()[0] in key.verbs]
        if found:
            yield from composing.tools(composition.position, decision.seat, found)


def _merged_tools(tools: list[Tool]) -> list[Tool]:
    """Return the tools with those of one verb merged.

    Among the verbs with several tools, it is the one with the fewest orders.
    """
    by_verb: dict[str, list[Tool]] = {}
    for tool in tools:
        by_verb.setdefault(tool.words[0], []).append(tool)
    merged = {
        verb: Tool((verb,), "", tuple(order for tool in found for order in tool.orders))
        for verb, found in by_verb.items()
        if len(found) > 1 and sum(len(each.orders) for each in found) <= _MOST_MERGED
    }
    if not merged:
        return tools
    verb = min(merged, key=lambda each: len(merged[each].orders))
    by_verb[verb] = [merged[verb]]
    return [tool for found in by_verb.values() for tool in found]


def _limited(groups: list[_Group], speak: Translate) -> list[_Group]:
    """Return at most `MOST_GROUPS` groups; if there are more, the last ones are merged."""
    if len(groups) <= MOST_GROUPS:
        return groups
    kept, rest = groups[: MOST_GROUPS - 1], groups[MOST_GROUPS - 1 :]
    orders = tuple(order for group in rest for order in group.orders)
    return [*kept, _Group(speak(message("Other orders")), speak(_count_message(orders)), orders)]


def _tool_note(tool: Tool, speak: Translate) -> str:
    count = _count_message(tool.orders)
    return speak(message("costs {price}; {count}", price=tool.price, count=count) if tool.price else count)


def _count_message(orders: Sequence[ListedOrder]) -> Message:
    return plural_message("{n} possible order", "{n} possible orders", len(orders))


def _beginning(words: Sequence[str], speak: Translate) -> str:
    """Return a label made of the first words of orders."""
    return _capital(f"{speak(message('{order}', order=' '.join(words)))} …")


def _capital(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"


def _cheap_first(composition: Composition, group: _Group) -> _Group:
    """Return the group with its expensive orders moved to the end."""
    composing = feature_or_none(composition.game, Composing)
    if composing is None:
        return group

    def is_expensive(each: ListedOrder) -> bool:
        return composing.is_expensive(composition.position, each[1])

    return group._replace(orders=tuple(sorted(group.orders, key=is_expensive)))


def _group_suggestion(group: _Group, word: str, given: Sequence[str], speak: Translate) -> Suggestion:
    """Return a suggestion to try (or play) the first order of a group, with the others as comments."""
    texts = _spoken_orders((text for text, _ in group.orders), speak)
    request = _request(word, (*given, texts[0]))
    return Suggestion(group.label, request, group.note, tuple(_comments(texts)))


def _comments(texts: Sequence[str]) -> Iterator[str]:
    """Yield orders as comments, with similar ones on one line.

    The first order is left out if it would have its own line.
    """
    for group in similar_orders(texts):
        shared = len(group.words) > 1 and group.before
        for line in (f"{group.form}: {' '.join(group.words)}",) if shared else group.orders:
            if line != texts[0]:
                yield from wrapped_lines(f"# {line}", COMMENT_WIDTH, deeper="#   ")
