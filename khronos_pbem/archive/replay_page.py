"""A game as one HTML file that needs nothing else: boards, steps, what was earned, charts."""

from __future__ import annotations

import json
from typing import Any

from khronos_pbem.archive.accounts import domain_income, ledger, shown_steps, wealth
from khronos_pbem.archive.charts import Series, line_chart
from khronos_pbem.archive.chronicle import Chronicle, Step, not_begun, step_lines, step_title
from khronos_pbem.archive.page import rendered, resource
from khronos_pbem.canvas.players import badge
from khronos_pbem.canvas.svg import svg_shapes
from khronos_pbem.games.khronos.drawing.emblems import building_shapes
from khronos_pbem.games.khronos.drawing.scene import (
    EDGE,
    TOP,
    board_frame,
    board_size,
    coin_shapes,
    land_shapes,
    marks,
    placed,
)
from khronos_pbem.games.khronos.drawing.view import BoardView, BuildingView, View, marks_of, view
from khronos_pbem.games.khronos.model.pieces import PIECES, Board
from khronos_pbem.saying import Moment, Said, Speak, say


class _Parts:
    """Pieces of SVG that occur in many steps, each kept once."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self._numbers: dict[str, int] = {}

    def number(self, text: str) -> int:
        """Where a piece is kept."""
        if text not in self._numbers:
            self._numbers[text] = len(self.texts)
            self.texts.append(text)
        return self._numbers[text]


def replay_page(chronicle: Chronicle, seat: int | None, language: str, speak: Speak) -> str:
    """The page of a game as a seat (None: the public) may see it. Raises NothingToDo before it begins."""
    steps = shown_steps(chronicle)
    if not steps:
        raise not_begun()
    views = [view(step.position, seat, marks_of(step.events)) for step in steps]
    parts = _Parts()
    data = [_step_data(chronicle, step, seen, parts, speak) for step, seen in zip(steps, views, strict=True)]
    end = views[-1]
    width, height = board_size(end)
    heads, rows = ledger(chronicle, speak)
    return rendered(
        "replay.html",
        language=language,
        title=chronicle.header.title,
        about=_about(chronicle, speak),
        css=resource("replay.css"),
        script=resource("replay.js"),
        data=_json({"parts": parts.texts, "steps": data}),
        words=_words(speak),
        land=svg_shapes(land_shapes(end)),
        size=(f"{width:g}", f"{height:g}"),
        origin=(f"{EDGE:g}", f"{TOP:g}"),
        last=len(steps) - 1,
        boards=[_board(board, number, parts, data[-1], speak) for number, board in enumerate(end.boards)],
        players=_players(chronicle, data[-1], speak),
        steps=[_listed(chronicle, step, speak) for step in steps],
        charts=_charts(chronicle, steps, speak),
        sources={"heads": heads, "rows": rows},
        revenue=_revenue(chronicle, speak),
        legend=_legend(speak),
    )


def _json(data: Any) -> str:
    """JSON that may stand in a script element."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _step_data(chronicle: Chronicle, step: Step, seen: View, parts: _Parts, speak: Speak) -> dict[str, Any]:
    order = {player.colour: player for player in seen.players}
    players = [order[player.colour] for player in chronicle.players]
    return {
        "block": step.seq,
        "where": speak(_where(chronicle, step)),
        "active": next((n for n, p in enumerate(chronicle.players) if p.colour == seen.active), -1),
        "boards": [[parts.number(text) for text in _pieces(board, speak)] for board in seen.boards],
        "frames": [parts.number(svg_shapes(board_frame(seen, board, speak))) for board in seen.boards],
        "players": [
            [
                str(player.ecus),
                str(player.income),
                str(player.cards) if player.hand is None else " ".join(speak(card) for card in player.hand),
                str(player.cubes),
                ", ".join(speak(place) for place in player.adventurers),
            ]
            for player in players
        ],
    }


def _where(chronicle: Chronicle, step: Step) -> str:
    """The round in which a step is played, and its block."""
    number = max(1, chronicle.round_of(step)) if step.order else 1
    return say("round {round}, block {block}", round=number, block=step.seq)


def _pieces(board: BoardView, speak: Speak) -> list[str]:
    """What stands on a board as SVG: buildings, frames around changes, coins."""
    texts = [svg_shapes([placed(building, speak)]) for building in board.buildings]
    texts += [svg_shapes([each]) for each in marks(board)]
    return [*texts, *(svg_shapes(coin_shapes(domain)) for domain in board.domains)]


def _board(
    board: BoardView, number: int, parts: _Parts, data: dict[str, Any], speak: Speak
) -> dict[str, str]:
    return {
        "name": speak(board.name),
        "frame": parts.texts[data["frames"][number]],
        "pieces": "".join(parts.texts[part] for part in data["boards"][number]),
    }


def _about(chronicle: Chronicle, speak: Speak) -> str:
    players = chronicle.players_named()
    if chronicle.finished:
        won = chronicle.winners_named()
        return speak(say("{players}. The game is over. {won} won.", players=players, won=won))
    return speak(say("{players}. The game goes on.", players=players))


def _players(chronicle: Chronicle, data: dict[str, Any], speak: Speak) -> list[dict[str, Any]]:
    return [
        {
            "badge": svg_shapes(badge(player.colour, 9, 9, 8)),
            "colour": speak(player.colour),
            "name": player.name,
            "cells": cells,
        }
        for player, cells in zip(chronicle.players, data["players"], strict=True)
    ]


def _listed(chronicle: Chronicle, step: Step, speak: Speak) -> dict[str, Any]:
    title = step_title(chronicle, step) if step.order else say("the game begins")
    meta = say("{where} · {day}", where=_where(chronicle, step), day=Moment(step.at[:10]))
    lines = [speak(line) for line in step_lines(step)]
    return {"title": speak(title), "meta": speak(meta), "lines": lines}


def _charts(chronicle: Chronicle, steps: list[Step], speak: Speak) -> list[tuple[str, str]]:
    colours = [player.colour for player in chronicle.players]
    rounds, last = list[tuple[int, str]](), 0
    for number, step in enumerate(steps):
        if step.order and chronicle.round_of(step) != last:
            last = chronicle.round_of(step)
            rounds.append((max(0, number - 1), f"{speak('round')} {last}"))
    charts = [(speak(say("Wealth")), wealth(chronicle))]
    for board in Board:
        title = say("What the domains of {board} would pay", board=board.word)
        charts.append((speak(title), domain_income(chronicle, board)))
    return [
        (title, line_chart(title, _series(colours, values, speak), rounds, 900, 240))
        for title, values in charts
    ]


def _series(colours: list[str], values: list[list[int]], speak: Speak) -> list[Series]:
    pairs = zip(colours, values, strict=True)
    return [Series(colour, numbers, speak(colour)) for colour, numbers in pairs]


def _revenue(chronicle: Chronicle, speak: Speak) -> dict[str, Any]:
    """Every domain that paid, in the order it did."""
    heads = [say("player"), say("round"), say("board"), say("domain"), say("ecus")]
    rows = []
    for step in chronicle.played():
        for event in step.events:
            if event.event == "revenue":
                at = event.text.parts["place"] if isinstance(event.text, Said) else ""
                rows.append(
                    [
                        speak(event.seat),
                        chronicle.round_of(step),
                        speak(event.board),
                        at,
                        event.amount,
                    ]
                )
    return {"heads": [speak(head) for head in heads], "rows": rows}


def _legend(speak: Speak) -> list[dict[str, str]]:
    entries = []
    for piece in PIECES:
        shape = building_shapes(BuildingView(piece.name, piece.type.word, 1, 1, (0, 0), "", False, False, ()))
        words = f"{speak(piece.name)}: {piece.size}×{piece.size}, {piece.value}"
        entries.append({"picture": svg_shapes(shape), "words": words})
    ruin = building_shapes(BuildingView("keep", "military", 1, 1, (0, 0), "", True, False, ()))
    cube = building_shapes(BuildingView("hamlet", "civil", 1, 1, (0, 0), "", False, False, (("red", 1),)))
    entries.append({"picture": svg_shapes(ruin), "words": speak(say("a ruin, worth half"))})
    entries.append({"picture": svg_shapes(cube), "words": speak(say("a cube on it"))})
    return entries


def _words(speak: Speak) -> dict[str, str]:
    """The words of the page itself."""
    words = {
        "boards": say("boards"),
        "controls": say("step through the game"),
        "first": say("to the start"),
        "block_back": say("one block back"),
        "back": say("one step back"),
        "play": say("play by itself"),
        "next": say("one step on"),
        "block_next": say("one block on"),
        "last": say("to the end"),
        "step": say("step"),
        "players": say("Players"),
        "player": say("player"),
        "ecus": say("ecus"),
        "income": say("would earn"),
        "cards": say("cards"),
        "cubes": say("cubes"),
        "adventurers": say("adventurers"),
        "record": say("The record"),
        "find": say("Find:"),
        "study": say("What came of it"),
        "sources": say("Where the ecus came from, and went"),
        "revenue": say("Revenue, domain by domain"),
        "legend": say("Legend"),
        "hints": say("Keys: ← → one step, Page Up and Page Down one block, Home and End, P plays by itself."),
        "made": say("Made by khronos; nothing in this page is loaded from anywhere."),
        "page_up": say("Page Up"),
        "page_down": say("Page Down"),
        "home": say("Home"),
        "end": say("End"),
        "noscript": say("Without scripts this page shows the end of the game and the whole record."),
    }
    return {key: speak(text) for key, text in words.items()}
