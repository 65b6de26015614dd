"""Building, upgrading and demolishing with all that follows once more, deliberately naive (RULES 5, 7, 8).

Written from the page, with a coroutine where the rules ask somebody: it yields a question and is sent the
answer. It exists only to be compared with the real thing.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from dataclasses import dataclass, field
from typing import Any

from tests.games.khronos.rules.naive import Square, Squares, square_of
from tests.games.khronos.rules.naive_board import (
    CIVIL,
    FAITH,
    MIGHT,
    REASON,
    Boards,
    Joined,
    Tile,
    components,
    covering,
)


@dataclass(frozen=True)
class Question:
    """Somebody has to choose (RULES 9): `options` are squares or seats.

    `old` and `size` are what is to be placed, if that is asked.
    """

    kind: str
    seat: int
    board: int
    options: tuple[Any, ...]
    old: Tile | None = field(default=None, compare=False)
    size: int = field(default=0, compare=False)


Asking = Generator[Question, Any, None]


class Engine(Boards):
    """The boards with what happens on them; what asks is a coroutine."""

    # --- orders ----------------------------------------------------------------------------------------

    def pay(self, seat: int, cards: Iterable[str]) -> None:
        for card in cards:
            self.hands[seat].remove(card)

    def build(
        self, seat: int, board: int, kind: str, squares: Squares, extra: Iterable[str], old: Square | None
    ) -> Asking:
        """A new building, or with `old` the upgrade of what stands there (RULES 5.4–5.6)."""
        size = round(len(squares) ** 0.5)
        before = [covering(group) for group in components(self.things(board))]
        tile = Tile(kind, size, squares, None if kind == CIVIL else seat)
        price, grown = tile.value, None
        if old is not None:
            was = self.at(board, old)
            price -= was.value
            tile.owner = was.owner
            grown = was.squares if kind == CIVIL else None
            if not was.hamlet:
                self.tiles[board].remove(was)
        self.pay(seat, [*[kind] * price, *extra])
        if size > 1 or old is not None:
            self.ecus[seat] += 1 if board == MIGHT else 2
        self.tiles[board].append(tile)
        yield from self.quiet(board, self.junction(board, tile, before))
        if size > 1:
            yield from self.ripple(board + 1, tile, grown, {})
        elif board == MIGHT:
            yield from self.quiet(FAITH, None)

    def demolish(self, seat: int, board: int, square: Square) -> Asking:
        tile = self.at(board, square)
        self.pay(seat, [tile.kind])
        self.ecus[seat] -= 1
        self.tiles[board].remove(tile)
        for each in range(board, REASON):
            yield from self.quiet(each, None)

    def populate(self, seat: int, square: Square, count: int) -> None:
        self.pay(seat, [CIVIL] * count)
        self.add_cubes(square, seat, count)

    def add_cubes(self, square: Square, seat: int, count: int) -> None:
        cubes = self.at(REASON, square).cubes
        cubes[seat] = cubes.get(seat, 0) + count

    def renovate(self, seat: int, square: Square, count: int) -> None:
        ruin = self.at(REASON, square)
        self.pay(seat, [ruin.kind] * count)
        if ruin.size == 3 and not any(ruin.cubes.values()) and count == 1:
            ruin.cubes = {seat: 1}
        else:
            ruin.ruin, ruin.cubes = False, {}

    # --- chapter 7 -------------------------------------------------------------------------------------

    def ripple(self, board: int, source: Tile, grown: Squares | None, carried: dict[int, int]) -> Asking:
        now: Tile | None = source
        while now is not None and now not in self.tiles[board - 1]:
            now = now.became
        if now is None or now.size == 1:
            return
        owner = now.owner if board == FAITH else None
        copy = Tile(now.kind, now.size, now.squares, owner, board == REASON and now.kind != CIVIL)
        if now.kind == CIVIL and any(t.same(copy) for t in self.tiles[board]):
            if board == FAITH:
                yield from self.quiet(FAITH, None)
                yield from self.ripple(REASON, self.twin(FAITH, copy) or copy, grown, {})
            return
        if board == FAITH:
            yield from self.to_faith(copy, grown)
        else:
            yield from self.to_reason(copy, grown, carried)

    def under(self, board: int, copy: Tile) -> list[Tile]:
        """What a copy overlaps, in the order in which it is asked about: top-most, then left-most (9.1)."""
        return sorted(
            (t for t in self.tiles[board] if t.squares & copy.squares), key=lambda t: min(t.squares)
        )

    def to_faith(self, copy: Tile, grown: Squares | None) -> Asking:
        removed = self.under(FAITH, copy)
        lost = [twin for t in removed if (twin := self.twin(REASON, t)) is not None]
        freed = [*removed, *lost]
        staying = sum(1 for t in lost if self.keeps(t, grown) == [copy.owner])
        cube = copy.owner is None or self.cubes(copy.owner, freed) - staying > 0
        if self.forbidden(FAITH, copy, removed) or self.stock(copy.kind, copy.size, freed) < 1 or not cube:
            yield from self.quiet(FAITH, None)
            return
        before = [covering(group) for group in components(self.things(FAITH))]
        self.tiles[FAITH][:] = [*(t for t in self.tiles[FAITH] if t not in removed), copy]
        self.tiles[REASON][:] = [t for t in self.tiles[REASON] if t not in lost]
        joined = self.junction(FAITH, copy, before)
        carried: dict[int, int] = {}
        for tile in lost:
            if tile.kind == CIVIL and tile.squares == grown:
                carried = tile.cubes
            else:
                yield from self.leave(tile, grown)
        yield from self.quiet(FAITH, joined)
        yield from self.ripple(REASON, copy, grown, carried)

    def to_reason(self, copy: Tile, grown: Squares | None, carried: dict[int, int]) -> Asking:
        removed = self.under(REASON, copy)
        if self.stock(copy.kind, copy.size, removed) < 1:
            if any(carried.values()) and grown is not None:
                yield from self.leave(Tile(CIVIL, 2, grown, cubes=carried), None)
            return
        moving = [carried]
        if copy.kind == CIVIL:
            moving += [t.cubes for t in removed if t.kind == CIVIL and t.squares == grown]
            for square in copy.squares & frozenset(self.hamlets):
                if square not in covering(self.tiles[REASON]):
                    moving.append(self.hamlets[square])
                    self.hamlets[square] = {}
        self.tiles[REASON][:] = [*(t for t in self.tiles[REASON] if t not in removed), copy]
        for cubes in moving:
            for seat, count in cubes.items():
                copy.cubes[seat] = copy.cubes.get(seat, 0) + count
        for tile in removed:
            if not (tile.kind == CIVIL and tile.squares == grown):
                yield from self.leave(tile, grown)

    def keeps(self, tile: Tile, grown: Squares | None) -> list[int]:
        """Who leaves a cube of a removed town on the hamlet under it; several: it must be asked (7.8)."""
        cubes = {seat: count for seat, count in tile.cubes.items() if count}
        if tile.kind != CIVIL or tile.squares == grown or not cubes:
            return []
        if not tile.squares & frozenset(self.hamlets):
            return []
        leaders = [seat for seat, count in cubes.items() if count == max(cubes.values())]
        if len(leaders) > 1:
            cubes.pop(self.active, None)
            leaders = [seat for seat, count in cubes.items() if count == max(cubes.values())]
        return sorted(leaders)

    def leave(self, tile: Tile, grown: Squares | None) -> Asking:
        leaders = self.keeps(tile, grown)
        if not leaders:
            return
        chosen = leaders[0]
        if len(leaders) > 1:
            chosen = yield Question("keep", self.active, REASON, tuple(leaders))
        (hamlet,) = tile.squares & frozenset(self.hamlets)
        self.add_cubes(hamlet, chosen, 1)

    # --- chapter 8 -------------------------------------------------------------------------------------

    def quiet(self, board: int, joined: Joined | None) -> Asking:
        """One downsizing after another until no domain of the board has a tie (RULES 8.1–8.4)."""
        while (fault := next(self.ties(board), None)) is not None:
            domain, tied = fault
            if joined is not None and joined.building <= covering(domain):
                power = {t: self.power_of(t, joined) for t in tied}
                tied = [t for t in tied if power[t] == min(power.values())]
            tied = [t for t in tied if t.owner == self.active] or tied
            chosen = tied[0]
            if len(tied) > 1:
                options = tuple(min(t.squares) for t in tied)
                answer = yield Question("downsize", self.active, board, options)
                chosen = next(t for t in tied if min(t.squares) == answer)
            yield from self.downsize(board, chosen)
            parts = [g for g in components(self.things(board)) if covering(g) & covering(domain)]
            if joined is not None and joined.building <= covering(domain) and len(parts) > 1:
                joined = None

    def power_of(self, tile: Tile, joined: Joined) -> int:
        return next(power[tile.kind] for old, power in joined.powers if tile.squares <= old)

    def smaller(self, tile: Tile) -> int:
        sizes = (size for size in range(tile.size - 1, 0, -1) if self.stock(tile.kind, size) > 0)
        return next(sizes, 0)

    def downsize(self, board: int, tile: Tile) -> Asking:
        size, new = self.smaller(tile), None
        if size:
            spots = [square_of(row, column, size) for row, column in sorted(tile.squares)]
            options = tuple(min(spot) for spot in spots if spot <= tile.squares)
            assert tile.owner is not None
            answer = yield Question("place", tile.owner, board, options, tile, size)
            new = Tile(tile.kind, size, square_of(answer[0], answer[1], size), tile.owner)
        self.replace(board, tile, new)
        self.shadow(board + 1, tile, new)

    def replace(self, board: int, tile: Tile, new: Tile | None) -> None:
        self.tiles[board].remove(tile)
        tile.became = new
        if new is not None:
            self.tiles[board].append(new)

    def shadow(self, board: int, tile: Tile, new: Tile | None) -> None:
        """What stands identically on the next board follows (RULES 8.6)."""
        twin = self.twin(board, tile)
        if twin is None or tile.size == 1:
            return
        copy = None
        if new is not None and new.size > 1 and self.stock(new.kind, new.size, [twin]) > 0:
            owner = new.owner if board == FAITH else None
            copy = Tile(new.kind, new.size, new.squares, owner, board == REASON)
            if board == FAITH and self.forbidden(FAITH, copy, [twin]):
                copy = None
        self.replace(board, twin, copy)
        if board == FAITH:
            self.shadow(REASON, twin, copy)

    def best_place(self, board: int, size: int, old: Squares, kind: str, options: Iterable[Square]) -> Square:
        """The placement of a standing order (RULES 9.3)."""
        tile = next(t for t in self.tiles[board] if t.squares == old and t.kind == kind)

        def kept(at: Square) -> int:
            new = Tile(kind, size, square_of(*at, size))
            domain = next(g for g in components([*self.things(board, [tile]), new]) if new in g)
            return sum(t.value for t in domain if t.kind == CIVIL)

        return min(options, key=lambda at: (-kept(at), at))

    def left_alone(self, question: Question) -> Any:
        """The answer where nobody is asked: `auto` for a placement, else the first option (RULES 9.4)."""
        old = question.old
        if old is None:
            return question.options[0]
        return self.best_place(question.board, question.size, old.squares, old.kind, question.options)
