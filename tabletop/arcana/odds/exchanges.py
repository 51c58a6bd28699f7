"""What a unit does to a target in one turn: by its blows as they have just met, front to front, and by its shots.

Both stand as they are put down, who leads or rides them too; nobody rams. Shots are those of the first weapon at its
full range, where no band changes the number, at a target in the open. Means and chances are exact. Cost: a phase of
blows and a salvo, 3 milliseconds together; pairs of the same units are counted once while they are remembered.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.army.resolve import FieldedUnit
from tabletop.arcana.catalogue.counted_names import counted
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.odds.answers import counted as counted_odds
from tabletop.arcana.odds.contenders import check_melee, meeting
from tabletop.arcana.odds.fielded import fielded
from tabletop.arcana.odds.matrix import Troop
from tabletop.arcana.odds.situations import Loose, Ranks, Shooting, Side, Troops
from tabletop.arcana.odds.units import figures_of, known
from tabletop.arcana.rules.formation.legality import usual_files
from tabletop.arcana.rules.melee.tolls import tolls
from tabletop.decoding import MalformedError
from tabletop.work import go_on

REMEMBERED = 4096  # pairs, a hundred bytes each beside their units


class Exchange(Struct, frozen=True):
    """Mean wounds of the target by blows, its chance to break, mean wounds by shots; None where it can't be counted."""

    wounds: Fraction | None
    breaks: Fraction | None
    shots: Fraction | None


def troop_of(unit: FieldedUnit, catalogue: Catalogue) -> Troop:
    """A unit of a roster as it stands; MalformedError where there is nobody in it."""
    stands = fielded(unit, catalogue)
    return Troop(stands.side, known(catalogue, stands.side, "", name=unit.name))


def target_of(profile: str, count: int, catalogue: Catalogue, field: str) -> tuple[str, Troop]:
    """So many of a printed profile as they are put down, with their name; MalformedError for that field."""
    troops = Troops(profile=profile, count=count)
    files = usual_files(figures_of(catalogue, troops, field), count)
    side = Side(models=(troops,), formation=Ranks(files=files) if files else Loose())
    row = catalogue.rows[profile]
    return counted(row.name, count) if count > 1 else row.name, Troop(
        side, known(catalogue, side, field, name="target")
    )


@lru_cache(maxsize=REMEMBERED)
def exchange(own: Troop, target: Troop, catalogue: Catalogue) -> Exchange:
    """What a turn of the one costs the other."""
    go_on()
    wounds, breaks = _blows(own, target)
    return Exchange(wounds, breaks, _shots(own, target, catalogue))


def _blows(own: Troop, target: Troop) -> tuple[Fraction | None, Fraction | None]:
    if not own.known.figures.melee:
        return None, None
    try:
        for troop in (own, target):
            check_melee(troop.known)
        sides, units = (own.facing(target), target.facing(own)), (own.known, target.known)
        _, cost = tolls(meeting(sides, units, fresh=True))
    except MalformedError:
        return None, None
    return cost.wounds, cost.breaks


def _shots(own: Troop, target: Troop, catalogue: Catalogue) -> Fraction | None:
    if not own.known.figures.missile:
        return None
    asked = Shooting(
        format="muster-situation/1",
        game="arcana",
        shooter=replace(own.side, characters=()),
        target=target.side,
        range=float(own.known.figures.missile[0].range),
    )
    try:
        return counted_odds(catalogue, asked).numbers["wounds"].mean()
    except MalformedError:
        return None
