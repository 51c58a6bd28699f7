"""Tables drawn by lot: units that stand clear of each other, and terrain wherever it falls."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cached_property
from random import Random

from tabletop.arcana.battlefield import PlacedTable, lay, read_table
from tabletop.arcana.queries.json import to_json
from tabletop.arcana.queries.questions import ask
from tests.catalogue import printed_catalogue
from tests.corpus.second_table.plane import Plain, Point, Shape, Stood, gap, step, stood, units_of

CLEAR = 0.05  # inches between any two units, at least


class Drawn:
    """A table, as its file and as the units that stand there; `ask` has it answered by the product."""

    def __init__(self, plain: Plain) -> None:
        self.plain = plain
        self.units = units_of(plain)

    @cached_property
    def scene(self) -> PlacedTable:
        return lay(read_table(json.dumps(self.plain)), printed_catalogue())

    def ask(self, question: str, *words: str) -> Plain:
        return to_json(ask(self.scene, question, words), self.scene)


class Lot:
    """What is drawn: everything hangs on the seed."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)

    def happens(self, share: float) -> bool:
        return self.chance.random() < share

    def number(self, least: float, most: float) -> float:
        return round(self.chance.uniform(least, most), 3)

    def facing(self) -> float:
        return self.chance.choice([0, 90, 180, 270]) if self.happens(0.2) else self.number(0, 359.9)

    def block(self, ref: str, near: Point, within: float, **more: object) -> Plain:
        base, files = self.chance.choice([1, 1, 1, 2, 4]), self.chance.randint(3, 6)
        models = self.chance.randint(max(6, files + 1), files * 3)
        corner = near[0] + self.number(-within, within), near[1] + self.number(-within, within)
        formation = {"kind": "rank-and-file", "files": files, "corner": corner, "facing": self.facing()}
        return self.unit(ref, base, models, formation) | more

    def loose(self, ref: str, near: Point, within: float, models: int, **more: object) -> Plain:
        """Skirmishers about an inch apart, all of one facing."""
        base, facing = self.chance.choice([0.5, 1, 1, 2, 4, 9]), self.facing()
        first = near[0] + self.number(-within, within), near[1] + self.number(-within, within)
        wide = 3.2 if base == 9 else 2.4
        positions = [
            step(step(first, facing + 90, place % 4 * wide), facing, place // 4 * wide + self.number(-0.1, 0.1))
            for place in range(models)
        ]
        formation = {"kind": "skirmish", "positions": positions, "facing": facing}
        return self.unit(ref, base, models, formation) | more

    @staticmethod
    def unit(ref: str, base: float, models: int, formation: Plain) -> Plain:
        side = "red" if ref.startswith("r") else "blue"
        return {"ref": ref, "side": side, "base": base, "models": models, "movement": 12, "formation": formation}

    def piece(self, ref: str, kinds: Sequence[str], near: Point, within: float) -> Plain:
        """A triangle, an oblong or a hook, at any angle."""
        angle, wide, deep = self.facing(), self.number(1, 8), self.number(1, 8)
        corner = near[0] + self.number(-within, within), near[1] + self.number(-within, within)
        return {"ref": ref, "kind": self.chance.choice(kinds), "polygon": self.outline(corner, angle, wide, deep)}

    def outline(self, corner: Point, angle: float, wide: float, deep: float) -> Shape:
        right, far = step(corner, angle + 90, wide), step(corner, angle, deep)
        opposite = step(right, angle, deep)
        if self.happens(0.3):
            return [corner, far, right]
        if self.happens(0.3):
            hook = step(step(corner, angle, deep / 2), angle + 90, wide / 2)
            return [corner, far, step(far, angle + 90, wide / 2), hook, step(right, angle, deep / 2), right]
        return [corner, far, opposite, right]

    def table(self, units: Sequence[Plain], terrain: Sequence[Plain] = (), size: Point = (60, 48)) -> Plain:
        """With those units that are clear of the ones before them, and on the table."""
        kept: list[Stood] = []
        for unit in units:
            placed = stood(unit)
            corners = [point for base in placed.bases for point in base]
            on_table = all(0.1 < x < size[0] - 0.1 and 0.1 < y < size[1] - 0.1 for x, y in corners)
            if on_table and all(clear(placed, other) for other in kept) and loosely_clear(placed):
                kept.append(placed)
        return {
            "format": "muster-table/1",
            "game": "arcana",
            "size": list(size),
            "units": [placed.plain for placed in kept],
            "terrain": list(terrain),
        }

    def with_a_fight(self, plain: Plain) -> Plain:
        """Perhaps with somebody new in contact with a block's front."""
        ranked = [unit for unit in plain["units"] if unit["formation"]["kind"] == "rank-and-file"]
        if not ranked or not self.happens(0.3):
            return plain
        foe = self.chance.choice(ranked)
        ref = "b9" if foe["side"] == "red" else "r9"
        formation = foe["formation"]
        corner = step(tuple(formation["corner"]), formation["facing"] + 90, formation["files"] * 1.0)
        attacker = {"kind": "rank-and-file", "files": 3, "corner": corner, "facing": (formation["facing"] + 180) % 360}
        placed = self.unit(ref, 1, 6, attacker)
        grown = self.table(
            [unit for unit in plain["units"] if unit is not foe] + [placed], plain["terrain"], tuple(plain["size"])
        )
        if len(grown["units"]) != len(plain["units"]):
            return plain
        return {**grown, "units": [*grown["units"], foe], "engaged": [{"units": [ref, foe["ref"]]}]}


def clear(one: Stood, other: Stood) -> bool:
    return all(gap(shape, target) > CLEAR for shape in one.outline for target in other.outline)


def loosely_clear(unit: Stood) -> bool:
    """Whether its own loose models stand beside each other."""
    if unit.kind != "skirmish":
        return True
    bases = unit.bases
    return all(gap(base, other) > CLEAR for place, base in enumerate(bases) for other in bases[:place])
