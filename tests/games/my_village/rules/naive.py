"""The legal orders counted a second time: naively, from the position's data and the cards file alone.

Nothing of the rules is used here; every order there could be is written down and judged from VILLAGE's words.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, permutations, product
from typing import Any

from khronos_pbem.games.my_village.model.cards_file import standard_text

FILE: dict[str, Any] = tomllib.loads(standard_text())
BOARD = FILE["board"]
PEOPLE, GOODS = FILE["villagers"], FILE["goods"]
TYPES = {row["type"]: row for row in FILE["workshop_type"]}
CUSTOMERS = {row["id"]: row for row in FILE["customer"]}
TRAVELS = {row["id"]: row for row in FILE["travel"]}
LETTERS = {row["letter"]: row for row in FILE["travel_letter"]}
PILES = {row["pile"]: row for row in FILE["monk_pile"]}
MONKS = {row["id"]: row for row in FILE["monk"]}
CHAMBERS = {row["id"]: row for row in FILE["chamber"]}
CHURCHES = {row["id"]: row for row in FILE["church"]}


def slashed(values: list[int]) -> str:
    return "/".join(map(str, values))


class Naive:
    """The legal orders of one position."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data
        self.turn = data["turn"]
        self.me = next(p for p in data["player"] if p["colour"] == data["active"])
        self.value = sum(int(die[-1]) for die in self.turn["dice"])
        self.draws = data.get("draws", [])
        self.shops = {shop.split()[0]: shop.split()[1:] for shop in self.me["workshops"]}

    def orders(self) -> list[str]:
        choice = self.data.get("choice")
        if choice:
            kind = choice["kind"]
            return (
                ["sanatorium yes", "sanatorium no"]
                if kind == "sanatorium"
                else ["refuge back", "refuge keep"]
            )
        if self.data["phase"] == "over" or "stopped" in self.data or any(d.get("ask") for d in self.draws):
            return []
        anytime = [*self.ploughs(), *(["look"] if self.draws else [])]
        if self.data["phase"] == "take":
            return [*self.takes(), *anytime]
        return [*anytime, *self.banners(), *self.ends()]

    # --- dice -------------------------------------------------------------------------------------------

    def takes(self) -> set[str]:
        found = set()
        for pair in combinations(self.data["pool"], 2):
            for faces in product(range(1, 7), repeat=2):
                for ways in product((False, True), repeat=2):
                    text = self.take(pair, faces, ways)
                    if text:
                        found.add(text)
        return found

    def take(self, pair: Any, faces: Any, ways: Any) -> str:
        coins = markers = 0
        parts = []
        for die, face, square in zip(pair, faces, ways, strict=True):
            old = int(die[-1])
            if face == old and square:
                return ""
            coins += 0 if square else abs(face - old)
            markers += square
            text = die if face == old else f"{die} to {face}{' square' if square else ''}"
            parts.append(((die.startswith("b"), old, face, square), text))
        if coins > self.me["coins"] or markers > max(0, self.me["square"]):
            return ""
        return "take " + " ".join(text for _, text in sorted(parts))

    # --- goods ------------------------------------------------------------------------------------------

    def stock(self) -> list[str]:
        """Every single good, one by one."""
        found = []
        for kind, (_, number) in self.shops.items():
            found += [TYPES[kind]["good"]] * int(number)
        found += ["guild"] * self.me["guild"]
        return found + [f"field {n}" for n, plough in enumerate(self.me["fields"], 1) if plough]

    def sets(self, needs: list[str]) -> set[str]:
        """All texts of goods that pay the needs."""
        order = [*GOODS, "guild", *(f"field {n}" for n in range(1, 9))]
        found = set()
        for goods in permutations(self.stock(), len(needs)):
            if all(self.pays(good, need) for good, need in zip(goods, needs, strict=True)):
                found.add(" ".join(sorted(goods, key=order.index)))
        return found

    def pays(self, good: str, need: str) -> bool:
        return good == "guild" or need in ("any", good) or (need == "plough" and good.startswith("field"))

    def ploughs(self) -> Iterator[str]:
        stock = self.stock()
        for number, plough in enumerate(self.me["fields"], 1):
            if not plough:
                yield from [f"plough {number} from forge"] * ("plough" in stock)
                yield from [f"plough {number} from guild"] * ("guild" in stock)

    # --- banners ----------------------------------------------------------------------------------------

    def alive(self, person: str) -> bool:
        return person in self.me["villagers"]

    def banners(self) -> Iterator[str]:
        if self.turn["buried"]:
            return
        if self.turn["revealed"]:
            yield from self.desks(self.offer("desk") or 4)
            return
        if self.turn["branch"] == "":
            yield from self.blacks()
        if self.turn["branch"] in ("", "white") and "square" not in self.turn["used"]:
            yield from self.whites()
        if "headman" in self.turn["offers"]:
            yield from self.steps()
        if "school" in self.turn["offers"]:
            yield from self.schools()
        if self.offer("desk"):
            yield from self.desks(self.offer("desk"))
            yield from self.reveals()

    def offer(self, kind: str) -> int:
        return next((int(each.split()[1]) for each in self.turn["offers"] if each.startswith(kind)), 0)

    def steps(self) -> list[str]:
        ways = {"hall": ["coin"], "coin": ["hall", "story"], "story": ["coin"]}
        return [f"headman {to}" for to in (*ways[self.me["headman"]], "stay")]

    def schools(self) -> list[str]:
        left, right = "left" in self.me["school"], "right" in self.me["school"]
        dead = [person for person in PEOPLE if not self.alive(person)]
        found = ["school none"]
        found += ["school left"] * (not left) + ["school right"] * (left and not right)
        found += [f"school left to {person}" for person in dead if left]
        return found + [f"school right to {person}" for person in dead if right]

    def pile(self) -> int:
        gone = len(self.data["zone"]) + sum(len(p["market"]) + len(p["served"]) for p in self.data["player"])
        coming = sum(d["count"] for d in self.draws if d["name"] == "customers" and d.get("to") != "pile")
        return int(33 - gone - coming)

    def counter(self) -> bool:
        return self.me["church"] == "counter" and self.alive("abbot")

    def reveals(self) -> list[str]:
        return ["reveal"] * (self.counter() and self.pile() > 0)

    def desks(self, most: int) -> Iterator[str]:
        revealed = self.turn["revealed"]
        zone = [card for card in self.data["zone"] if card != revealed]
        free = [""]
        if self.counter():
            free += zone
            free += ["new"] * bool(revealed or self.pile() > 0)
        for count in range(most + 1):
            if count and BOARD["desk"]["coins"][count - 1] > self.me["coins"]:
                continue
            for cards in combinations(zone, count):
                for each in free:
                    if each not in cards and (cards or each):
                        yield " ".join(["desk", *cards, *(["free", each] if each else [])])

    def blacks(self) -> Iterator[str]:
        yield from self.steps()
        hand = self.data["hand"]
        opened = self.data["first"] == self.me["colour"]
        second = len(self.data["player"]) == 2 and self.turn["number"] > 2
        if self.value in (4, 10):
            yield from ["hand"] * (hand["side"] == "palm" and (not opened or second))
            yield from self.desks(4)
            yield from self.reveals()
        yield from self.buys()
        yield from self.travels()

    def buys(self) -> Iterator[str]:
        everybody = self.data["player"]
        built = [shop.rsplit(" ", 1)[0] for player in everybody for shop in player["workshops"]]
        for row in FILE["workshop"]:
            name = f"{row['type']} {slashed(row['values'])}"
            fits = self.value in row["values"] and name not in built and row["type"] not in self.shops
            yield from [f"buy {name}"] * (fits and self.alive("craftsman"))
        yield from ["buy field"] * (self.value == 7 and sum(len(p["fields"]) for p in everybody) < 8)
        council = self.alive("councillor")
        if self.value in (2, 12) and self.me["square"] < 0 and council:
            yield from (f"buy square on {banner}" for banner in (*self.tiles(), "square"))
        for name, row in CHAMBERS.items():
            free = all(player["chamber"] != name for player in everybody)
            if self.value in row["values"] and free and council and not self.me["chamber"]:
                places = row["places"] if isinstance(row.get("places"), list) else [""]
                yield from (f"buy {name} on {place}" if place else f"buy {name}" for place in places)
        for name, row in CHURCHES.items():
            free = all(player["church"] != name for player in everybody)
            fits = self.value in row["values"] and self.alive("abbot") and not self.me["church"]
            yield from [f"buy {name}"] * (fits and free)
        windows = len(self.me["monks"]) + (self.me["church"] == "cloister")
        for name, row in PILES.items():
            fits = (
                self.value in row["values"] and self.data["monks"][name] and self.me["coins"] >= row["coins"]
            )
            if fits and self.me["church"] and self.alive("abbot") and windows < 6:
                yield f"monk {name}"

    def travels(self) -> Iterator[str]:
        done = self.me["travels"]
        last = TRAVELS[done[-1]] if done else {}
        if len(done) == 5 or last.get("chapel") or self.value != 7 or not self.alive("traveller"):
            return
        letter = "ABCDE"[len(done)]
        taken = [card for player in self.data["player"] for card in player["travels"]]
        left = [card for card, row in TRAVELS.items() if row["letter"] == letter and card not in taken]
        toll = last.get("toll", "")
        if not left or (toll.startswith("coins") and int(toll.split()[1]) > self.me["coins"]):
            return
        more = [toll] if toll in GOODS else []
        ways = {way for needs in LETTERS[letter]["pay"] for way in self.sets([*needs, *more])}
        refuge = self.me["church"] == "refuge" and self.alive("abbot") and len(left) > 1
        worst = self.worst(left) if refuge and self.me.get("refuge") == "best" else ""
        for way in ways:
            for clause in [worst, " refuse none"] if refuge else [""]:
                yield f"travel {letter}{' with ' if way else ''}{way}{clause}"

    def worst(self, left: list[str]) -> str:
        """The clause of a policy: what has no more points than the others have on average (VILLAGE 13.5)."""
        found = list[str]()
        for card in left:
            others = [TRAVELS[other]["prestige"] for other in left if other != card]
            if TRAVELS[card]["prestige"] <= Fraction(sum(others), len(others)):
                found.append(card)
        return " ".join([" refuse", *sorted(found)])

    def tiles(self) -> list[str]:
        """The banners the tile may lie on, the square aside."""
        fields = [f"field {n}" for n in range(1, len(self.me["fields"]) + 1)]
        chamber = [self.me["chamber"]] if self.me["chamber"] else []
        return ["personal", "school", *self.shops, *fields, *chamber, *self.me["market"]]

    def fits(self, banner: str, values: list[int]) -> bool:
        if self.me["tile"] == banner and values:
            values = [*values, 2, 12]
        return banner not in self.turn["used"] and (not values or self.value in values)

    def whites(self) -> Iterator[str]:
        if self.fits("personal", [int(v) for v in self.me["personal"].split("/")]):
            yield "use personal"
        if self.fits("school", BOARD["school"]["values"]):
            yield from self.schools()
        for kind, (values, _) in self.shops.items():
            if self.alive("craftsman") and self.fits(kind, [int(v) for v in values.split("/")]):
                yield f"use {kind}"
        for number in range(1, len(self.me["fields"]) + 1):
            if self.fits(f"field {number}", [7]):
                yield f"use field {number}"
        yield from self.council()
        for card in self.me["market"]:
            row = CUSTOMERS[card]
            if self.alive("merchant") and self.fits(card, row["values"]):
                yield from (f"serve {card} with {way}" for way in self.sets(row["pay"]))

    def council(self) -> Iterator[str]:
        chamber = self.me["chamber"]
        if not self.alive("councillor"):
            return
        if chamber and self.fits(chamber, CHAMBERS[chamber]["values"]):
            places = CHAMBERS[chamber].get("places")
            free = [p for p in places if p not in self.me["marks"]] if isinstance(places, list) else []
            yield from (f"use {chamber} on {place}" for place in free)
            yield from [f"use {chamber}"] * (not free)
        if self.me["square"] >= 0 and self.value in (2, 12):
            yield "use square"
            others = [banner for banner in (*self.tiles(), "square") if banner != self.me["tile"]]
            yield from (f"use square on {banner}" for banner in others)

    # --- the end ----------------------------------------------------------------------------------------

    def ends(self) -> Iterator[str]:
        if self.turn["revealed"] or self.turn["branch"] == "":
            return
        if self.turn["reaper"]:
            yield from (f"bury {person}" for person in self.me["villagers"])
        elif not self.me["villagers"]:
            yield from (f"hire {person}" for person in PEOPLE)
        else:
            yield "end"


def naive_score(data: dict[str, Any], player: dict[str, Any]) -> int:
    """The score of a player, from the position's data and the cards file alone (VILLAGE 10.2)."""
    points = 0
    if player["church"]:
        windows = len(player["monks"]) + (player["church"] == "cloister")
        points += CHURCHES[player["church"]]["prestige"] + ([0, *BOARD["windows"]["prestige"]][windows])
    if player["square"] >= 0:
        points += FILE["square"][0]["prestige"]
    if player["chamber"]:
        points += CHAMBERS[player["chamber"]]["prestige"]
    if player["chamber"] == "property":
        lists = {"journeys": "travels", "workshops": "workshops", "served": "served", "fields": "fields"}
        for mark in player["marks"]:
            points += (
                len(player[lists[mark]]) if mark in lists else len(player["monks"]) + bool(player["church"])
            )
    if player["chamber"] == "citizens":
        points += 4 * len(set(player["marks"]) & set(player["villagers"]))
    points += len(player["fields"]) * FILE["field"][0]["prestige"]
    points += sum(TRAVELS[card]["prestige"] for card in player["travels"])
    points += sum(CUSTOMERS[card]["prestige"] for card in player["served"])
    points += player["hall"] - 5 * player["labourers"]
    return int(points + (data["hand"]["holder"] == player["colour"]))
