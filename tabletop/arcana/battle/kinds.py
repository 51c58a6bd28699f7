"""Units of a battle whose troops are of several kinds: war machines that mix, and vehicles with different crews.

Each kind is a body of its own; situations state them together, and what all have lost is parted among them.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from tabletop.arcana.battle.state import BattleUnit, Body
from tabletop.arcana.catalogue.identifiers import Ref
from tabletop.arcana.catalogue.profiles import Section
from tabletop.arcana.rules.harm.losses import Left, of_parts


def kinds_of(unit: BattleUnit) -> tuple[Body, ...]:
    """The bodies that stand for the unit: of war machines and of vehicles that mix all of which any live.

    Those of which there were most come first, and fall last (reading BR117); of others it is the main one.
    """
    main = unit.main
    if main.section not in (Section.WAR_MACHINES, Section.VEHICLES):
        return (main,)
    own = (body for body in unit.bodies if body.section is main.section and not body.character)
    mixed = [body for body in own if body.left and body not in unit.mounts]
    if main.section is Section.VEHICLES and len({body.wounds for body in mixed}) > 1:
        return (main,)
    return tuple(sorted(mixed, key=lambda body: -body.at_first)) if len(mixed) > 1 else (main,)


def models_of_kinds(unit: BattleUnit) -> int:
    """How many models these bodies have left."""
    return sum(body.left for body in kinds_of(unit))


def parted(kinds: Sequence[Body], left: Left) -> dict[Ref, Left]:
    """What each kind of a unit has, by what all have together: machines share their wounds (reading BR119)."""
    if len(kinds) == 1:
        return {kinds[0].ref: left}
    if left.parts:
        return {body.ref: Left(*part) for body, part in zip(kinds, left.parts, strict=True)}
    found, models, lost = {}, left.models, list(left.lost)
    spare = left.wounds(max(body.wounds for body in kinds)) - left.models
    for body in kinds:
        own = min(body.left, models)
        models -= own
        if body.section is Section.WAR_MACHINES:
            held = min(spare, own * (body.wounds - 1))
            spare -= held
            found[body.ref] = Left(own).after(body.wounds, wounds=own * (body.wounds - 1) - held, shares=True)
        else:  # those named last are the most wounded
            hurt = max(len(lost) - models, 0)
            found[body.ref], lost = Left(own, tuple(lost[len(lost) - hurt :])), lost[: len(lost) - hurt]
    return found


def together(kinds: Sequence[Body], remains: Sequence[Left], costs: int) -> Left:
    """What all kinds of a unit have together, by what each has."""
    if len(kinds) == 1:
        return replace(remains[0], costs=costs)
    if kinds[0].section is not Section.WAR_MACHINES:
        return of_parts([(left.models, left.lost) for left in remains], costs)
    each, models = max(body.wounds for body in kinds), sum(left.models for left in remains)
    wounds = sum(left.wounds(body.wounds) for body, left in zip(kinds, remains, strict=True))
    return replace(Left(models).after(each, wounds=models * each - wounds, shares=True), costs=costs)
