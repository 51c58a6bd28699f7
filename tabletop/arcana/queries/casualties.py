"""The question of casualties: who falls to wounds that weren't saved, and what the unit is then."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from msgspec import Struct

from tabletop.arcana.battlefield.marks import Ghost
from tabletop.arcana.battlefield.reasons import Step
from tabletop.arcana.battlefield.scene import PlacedTable, PlacedUnit
from tabletop.arcana.battlefield.schema import Skirmish
from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.queries.answer import Answer, Plain, picked
from tabletop.arcana.rules.formation import without
from tabletop.arcana.rules.formation.casualties import CASUALTIES
from tabletop.arcana.rules.formation.wounds import Toll, Wounded, carried, placed
from tabletop.decoding import MalformedError

MULTIPLE = BOOK.section("Multiple Wounding Attacks")
MOST_WOUNDS = 1000
MOST_HITS = 12
PART = re.compile(r"(?P<name>wounds|hits|wounded|fallen) (?P<numbers>\d{1,4}(?:[ ,]+\d{1,4})*)")


class Suffered(Struct, frozen=True, kw_only=True):
    """Wounds that carry over, or hits of several wounds each; what models had lost; which skirmishers fall."""

    wounds: tuple[int, ...] = ()
    hits: tuple[int, ...] = ()
    wounded: tuple[int, ...] = ()
    fallen: tuple[int, ...] = ()


class CasualtiesAnswer(Answer, frozen=True, kw_only=True):
    """Who falls, how many are left, and the unit that they make; None where nobody is."""

    toll: Toll
    left: int
    after: PlacedUnit | None

    def parts(self) -> Plain:
        return {
            "fallen": self.toll.fallen,
            "left": self.left,
            **picked(self.toll, "wounded", "wasted"),
            "formation": self.after.formation if self.after else None,
            **picked(self, "citation", "steps"),
        }


def answer_casualties(scene: PlacedTable, ref: str, text: str) -> CasualtiesAnswer:
    """Question `casualties A "hits 1 2 2 2 3"`; `wounded` are the wounds that the living have lost, most first."""
    unit, suffered = scene.unit(ref), read_suffered(text)
    toll = _toll(unit, suffered)
    after, steps = _after(unit, toll, suffered)
    return CasualtiesAnswer(
        scene=scene.with_unit(after) if after else scene.less(unit),
        marks=(Ghost(unit),),
        steps=(*steps, *_beside(toll)),
        citation=MULTIPLE if suffered.hits else CASUALTIES,
        toll=toll,
        left=unit.models - toll.fallen,
        after=after,
    )


def _toll(unit: PlacedUnit, suffered: Suffered) -> Toll:
    """Between war machines even wounds of one hit carry over (“War machines and Missile Attacks”)."""
    if len(suffered.wounded) > unit.models or any(lost >= unit.wounds for lost in suffered.wounded):
        raise MalformedError("wounded", f"{unit.called} has {unit.models} models of {unit.wounds} wounds each")
    state = Wounded(unit.models, unit.wounds, suffered.wounded)
    if suffered.hits and not unit.is_war_machine:
        return placed(state, suffered.hits)
    return carried(state, sum(suffered.hits or suffered.wounds))


def _after(unit: PlacedUnit, toll: Toll, suffered: Suffered) -> tuple[PlacedUnit | None, tuple[Step, ...]]:
    which = _which(unit, toll, suffered)
    if toll.fallen == unit.models:
        return None, (Step(text=f"all of {unit.called} fall", citation=CASUALTIES),)
    if not toll.fallen:
        return unit, (Step(text="nobody falls", citation=CASUALTIES),)
    return without(unit, toll.fallen, which=which)


def _beside(toll: Toll) -> Iterator[Step]:
    """What became of the wounds that felled nobody."""
    for lost, models in Counter(toll.wounded).items():
        yield Step(text=f"{models} of the living {'has' if models == 1 else 'have'} lost {lost}", citation=MULTIPLE)
    if toll.wasted:
        yield Step(text=f"{toll.wasted} of the wounds are left over", citation=CASUALTIES)


def _which(unit: PlacedUnit, toll: Toll, suffered: Suffered) -> tuple[int, ...]:
    """The places of skirmishers whom their player takes away."""
    if not suffered.fallen:
        return ()
    if not isinstance(unit.formation, Skirmish):
        raise MalformedError("fallen", "ranks lose models from the back; only skirmishers choose")
    places = {number - 1 for number in suffered.fallen if 1 <= number <= unit.models}
    if len(places) != len(suffered.fallen) or len(places) != toll.fallen:
        raise MalformedError("fallen", f"{toll.fallen} of models 1 to {unit.models} fall")
    return tuple(sorted(places))


def read_suffered(text: str) -> Suffered:
    """From words as in `wounds 5; wounded 1`; MalformedError for others."""
    numbers: dict[str, tuple[int, ...]] = {}
    for part in filter(None, (words.strip().lower() for words in text.split(";"))):
        read = PART.fullmatch(part)
        if read is None:
            raise MalformedError(
                "casualties", f"“{part[:60]}” isn't one of: wounds 5, hits 1 2 3, wounded 1, fallen 2 5"
            )
        numbers[read["name"]] = tuple(int(number) for number in re.findall(r"\d+", read["numbers"]))
    suffered = Suffered(**numbers)
    _check(suffered)
    return suffered


def _check(suffered: Suffered) -> None:
    if bool(suffered.wounds) == bool(suffered.hits) or len(suffered.wounds) > 1:
        raise MalformedError("casualties", "needs either “wounds” with their number or “hits” with the wounds of each")
    if len(suffered.hits) > MOST_HITS or sum(suffered.hits or suffered.wounds) > MOST_WOUNDS:
        raise MalformedError("casualties", f"has more than {MOST_HITS} hits or {MOST_WOUNDS} wounds")
